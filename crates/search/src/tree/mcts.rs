//! `mcts`: Monte Carlo tree search where everything is seen.
//!
//! Each iteration descends the tree by UCB1 (or by PUCT, with a guide's priors; see [`ucb`] and
//! [`puct`]), plays the rest of the game at random (or by a policy, or evaluates the position),
//! and adds the result to every edge on its path. Statistics are stored on edges, as payoffs of the player
//! who chose the edge, so any number of players works and positions reached in several ways can share a node.
//! An edge gets a node of its own after `expand` visits. The move with the most visits is played.

use super::edges::{Block, Edges, End, NO_NODE};
use super::look::Look;
use super::puct;
use super::rollout::{AnyLeaf, Estimate, Judged, Payoffs, Rollout};
use super::select::{Puct, Select, Ucb1};
use super::ucb::{self, Range};
use crate::streams::{self, Choose, Parts, Size, Stream};
use crate::tally::{Dependence, Tally};
use rustc_hash::FxHashMap;
use yomi_core::{
    Branch, Chance, Decision, Keyed, Limits, OptionSpec, Options, Rng, Run, Search, State, Step, Text, Turn,
    Uniform,
};

/// Options of [`Mcts`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// The exploration constant of UCB1, or of PUCT.
    pub c: f64,
    /// Visits after which an edge gets a node of its own; at least 1, so that no iteration makes more than
    /// one.
    pub expand: u32,
}

const C: OptionSpec = OptionSpec::number(
    "c",
    "0.4",
    0.0,
    MOST_C,
    Text::new("how much to explore: UCB1 is w/n + c*sqrt(2*ln(t)/n)", "探索の強さ（UCB1の係数）"),
);
pub(crate) const EXPAND: OptionSpec = OptionSpec::count(
    "expand",
    "2",
    1,
    1_000_000,
    Text::new("visits after which a move gets a node of its own", "ノードを展開する試行回数"),
);
const SHARE: OptionSpec = OptionSpec::switch(
    "share",
    "false",
    Text::new("let equal positions share a node", "同一局面でノードを共有する"),
);
const SELECT: OptionSpec = OptionSpec::choice(
    "select",
    "ucb1",
    &["ucb1", "puct"],
    Text::new(
        "how to choose in the tree: ucb1, or puct with the priors of the game's guide",
        "木の中の選び方: ucb1、またはゲームの知識による事前確率を使うpuct",
    ),
);
const C_BY_RULE: OptionSpec = OptionSpec::number(
    "c",
    "auto",
    0.0,
    MOST_C,
    Text::new(
        "how much to explore; ucb1: w/n + c*sqrt(2*ln(t)/n), auto 0.4; puct: w/n + c*p*sqrt(1+t)/(1+n), auto 2",
        "探索の強さ（ucb1の係数、autoは0.4。puctの係数、autoは2）",
    ),
)
.or(&["auto"]);
const C_JUDGED: OptionSpec = OptionSpec::number(
    "c",
    "auto",
    0.0,
    MOST_C,
    Text::new(
        "how much to explore; auto is 0 for ucb1 (no exploration) and 0.2 for puct",
        "探索の強さ（autoはucb1で0、puctで0.2）",
    ),
)
.or(&["auto"]);
/// The largest exploration constant that can be asked for.
pub(crate) const MOST_C: f64 = 1000.0;

impl MctsOptions {
    /// The options of a tree search by UCB1.
    pub const OPTIONS: [OptionSpec; 2] = [C, EXPAND];
    /// The same where positions have keys.
    pub const KEYED_OPTIONS: [OptionSpec; 3] = [C, EXPAND, SHARE];
    /// The options of a tree search with a guide at hand.
    pub const GUIDED_OPTIONS: [OptionSpec; 4] = [SELECT, C_BY_RULE, EXPAND, SHARE];
    /// The same where positions have no keys.
    pub const GUIDED_KEYLESS_OPTIONS: [OptionSpec; 3] = [SELECT, C_BY_RULE, EXPAND];
    /// The options of [`thunder`].
    pub const THUNDER_OPTIONS: [OptionSpec; 2] = [SELECT, C_JUDGED];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> MctsOptions {
        MctsOptions { c: options.number(&C), expand: expand(options) }
    }

    /// As [`GUIDED_OPTIONS`](Self::GUIDED_OPTIONS) were set, and the rule to choose by.
    #[must_use]
    pub fn read_guided(options: &Options) -> (MctsOptions, Rule) {
        let (rule, c) = rule(options, ucb::DEFAULT_C, puct::DEFAULT_C);
        (MctsOptions { c, expand: expand(options) }, rule)
    }

    /// As [`THUNDER_OPTIONS`](Self::THUNDER_OPTIONS) were set, and the rule to choose by.
    #[must_use]
    pub fn read_thunder(options: &Options) -> (MctsOptions, Rule) {
        let (rule, c) = rule(options, THUNDER.c, puct::DEFAULT_C_JUDGED);
        (MctsOptions { c, ..THUNDER }, rule)
    }
}

/// Whether equal positions shall share a node.
#[must_use]
pub fn shares_nodes(options: &Options) -> bool {
    options.switch(&SHARE)
}

fn expand(options: &Options) -> u32 {
    options.count(&EXPAND) as u32
}

/// The rules to choose a move in a tree by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    Ucb1,
    Puct,
}

/// The rule that was asked for with its constant, given those that `auto` stands for.
fn rule(options: &Options, ucb1_c: f64, puct_c: f64) -> (Rule, f64) {
    let (rule, auto) = options.choice(&SELECT, [(Rule::Ucb1, ucb1_c), (Rule::Puct, puct_c)]);
    (rule, options.number_or(&C_BY_RULE).unwrap_or(auto))
}

impl Default for MctsOptions {
    fn default() -> Self {
        MctsOptions::read(&Options::defaults(&Self::OPTIONS))
    }
}

/// The limits when none are given.
pub const DEFAULT_LIMITS: Limits = Limits::iterations(10_000);

/// Monte Carlo tree search where everything is seen. See the [module](self).
///
/// ```
/// use yomi_core::testkit::ask::decide;
/// use yomi_core::testkit::toys::Nim;
/// use yomi_core::Limits;
/// use yomi_search::{Mcts, tree::MctsOptions};
///
/// let mut search = Mcts::new(MctsOptions::default()).with_transpositions();
/// let found = decide(&mut search, &Nim::new(6), Limits::iterations(2_000), 0);
/// assert_eq!(found.action, 2); // It leaves four, and wins.
/// assert!(found.value() > 0.9);
/// ```
#[derive(Clone)]
pub struct Mcts<S: State, L = Rollout<Uniform>, R = Ucb1> {
    pub options: MctsOptions,
    pub leaf: L,
    rule: R,
    key: Option<fn(&S) -> u64>,
}

impl<S: State> Mcts<S> {
    #[must_use]
    pub fn new(options: MctsOptions) -> Self {
        Mcts { options, leaf: Rollout(Uniform), rule: Ucb1, key: None }
    }
}

/// `thunder`: MCTS with a static evaluation instead of playouts and without an exploration term: after trying
/// every move once, it follows the best mean. Good where an evaluator is at hand and iterations are few.
///
/// ```
/// use yomi_core::testkit::ask::decide;
/// use yomi_core::testkit::toys::{Fours, Nim};
/// use yomi_core::Limits;
/// use yomi_search::thunder;
///
/// let found = decide(&mut thunder(Fours), &Nim::new(22), Limits::iterations(50), 0);
/// assert_eq!(found.action, 2); // Far too early for playouts to tell, but the evaluator knows.
/// ```
#[must_use]
pub fn thunder<S: State, E>(evaluator: E) -> Mcts<S, Judged<E>> {
    Mcts { options: THUNDER, leaf: Judged(evaluator), rule: Ucb1, key: None }
}

/// Every judged position gets a node, and nothing is explored for its own sake.
const THUNDER: MctsOptions = MctsOptions { c: 0.0, expand: 1 };

impl<S: State, L, R> Mcts<S, L, R> {
    /// Lets positions reached by different moves share a node.
    #[must_use]
    pub fn with_transpositions(mut self) -> Self
    where
        S: Keyed,
    {
        self.key = Some(S::key);
        self
    }

    /// Plays out by this policy instead of random moves.
    #[must_use]
    pub fn with_rollout<Q>(self, policy: Q) -> Mcts<S, Rollout<Q>, R> {
        Mcts { options: self.options, leaf: Rollout(policy), rule: self.rule, key: self.key }
    }

    /// Selects by PUCT with the priors of this guide. The exploration constant then is that of PUCT.
    #[must_use]
    pub fn with_guide<G>(self, guide: G) -> Mcts<S, L, Puct<S, G>> {
        Mcts { options: self.options, leaf: self.leaf, rule: Puct::new(guide), key: self.key }
    }
}

impl<S: Chance, L: Estimate<S>, R: Select<S>> Search<S> for Mcts<S, L, R> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, rng: &mut Rng) -> Decision<S::Action> {
        streams::run(run, DEFAULT_LIMITS, Parts::Whole, Choose::MostVisits, rng, |rng, share| {
            Tree::new(
                state,
                self.options,
                Box::new(self.leaf.clone()),
                self.rule.clone(),
                self.key,
                rng,
                share.memory,
            )
        })
    }

    fn has_tree(&self) -> bool {
        true
    }
}

/// Chance instead of a seat.
const NOBODY: u8 = u8::MAX;
/// A path longer than this is going round in circles: it is played out from there.
const LONGEST_PATH: usize = 10_000;

/// A position: its edges, and how often one of them was chosen.
#[derive(Clone, Copy)]
struct Node {
    edges: Block,
    visits: u32,
    /// The exploration term except for an edge's own factor.
    exploration: f32,
}

struct Passed {
    edge: u32,
    node: u32,
    mover: u8,
}

pub(crate) struct Tree<S: Chance, R> {
    root: S,
    options: MctsOptions,
    c: f32,
    leaf: Box<dyn AnyLeaf<S>>,
    rule: R,
    key: Option<fn(&S) -> u64>,
    rng: Rng,
    most_bytes: usize,
    nodes: Vec<Node>,
    edges: Edges<S::Action>,
    known: FxHashMap<u64, u32>,
    path: Vec<Passed>,
    range: Range,
    tallies: Vec<Tally<S::Action>>,
    deepest: u32,
}

impl<S: Chance, R: Select<S>> Tree<S, R> {
    pub(crate) fn new(
        root: &S,
        options: MctsOptions,
        leaf: Box<dyn AnyLeaf<S>>,
        rule: R,
        key: Option<fn(&S) -> u64>,
        rng: Rng,
        memory: Option<usize>,
    ) -> Self {
        let mut tree = Tree {
            root: root.clone(),
            options,
            c: options.c as f32,
            leaf,
            rule,
            key,
            rng,
            most_bytes: memory.unwrap_or(usize::MAX),
            nodes: Vec::new(),
            edges: Edges::new(),
            known: FxHashMap::default(),
            path: Vec::new(),
            range: Range::new(),
            tallies: Vec::new(),
            deepest: 0,
        };
        tree.add_node(root);
        tree.tallies = tree.edges.actions(tree.nodes[0].edges).map(Tally::new).collect();
        tree
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.bytes()
            + self.known.capacity() * (size_of::<(u64, u32)>() + 1)
    }

    /// Whether one more node fits under the cap. Vectors double when they grow, so it looks at what doubling
    /// takes.
    fn may_grow(&self) -> bool {
        let full = self.nodes.len() == self.nodes.capacity() || self.edges.is_nearly_full();
        let after = if full { self.bytes().saturating_mul(2) } else { self.bytes() };
        after <= self.most_bytes
    }

    fn add_node(&mut self, state: &S) -> u32 {
        let edges = self.edges.add(|add| match state.turn() {
            Turn::Chance => state.outcomes().into_iter().for_each(|(a, _)| add(a)),
            Turn::Player(_) | Turn::Over => state.for_each_action(add),
        });
        if !R::TRIES_ALL && state.turn().player().is_some() {
            self.rule.open(state, &mut self.edges, edges);
        }
        let exploration = if R::TRIES_ALL { 0.0 } else { R::shared(self.c, 0) };
        self.nodes.push(Node { edges, visits: 0, exploration });
        self.nodes.len() as u32 - 1
    }

    /// The node of this position: a known one where positions are shared, otherwise a new one.
    fn node_for(&mut self, state: &S) -> u32 {
        let Some(key) = self.key else { return self.add_node(state) };
        let key = key(state);
        if let Some(&node) = self.known.get(&key) {
            return node;
        }
        let node = self.add_node(state);
        self.known.insert(key, node);
        node
    }

    fn iterate(&mut self) {
        let mut state = self.root.clone();
        self.descend(&mut state);
        let payoffs = self.leaf.estimate(&mut state, &mut self.rng);
        self.range.include(&payoffs, state.players());
        self.back_up(&payoffs);
    }

    /// Follows the tree to an edge without a node, with `state` at its end.
    #[inline]
    fn descend(&mut self, state: &mut S) {
        self.path.clear();
        let mut at = 0;
        let mut turn = state.turn();
        loop {
            let node = self.nodes[at as usize];
            let (edge, mover) = match turn {
                Turn::Player(p) => (self.select(node), p.index() as u8),
                Turn::Chance => (self.draw(node, state), NOBODY),
                Turn::Over => break,
            };
            self.path.push(Passed { edge, node: at, mover });
            let End { action, child } = self.edges.end(edge);
            state.apply(action);
            turn = state.turn();
            if child != NO_NODE {
                at = child;
            } else if self.edges.visits(edge) >= self.options.expand.max(1)
                && turn != Turn::Over
                && self.path.len() < LONGEST_PATH
                && self.may_grow()
            {
                at = self.node_for(state);
                self.edges.lead(edge, at);
            } else {
                break;
            }
        }
        self.deepest = self.deepest.max(self.path.len() as u32);
    }

    /// The edge with the highest score; where all are tried first, unvisited ones come in their order. Every
    /// visit chooses one edge, so as long as there are fewer visits than edges, the visits count how many
    /// edges have been tried.
    #[inline]
    fn select(&self, node: Node) -> u32 {
        if R::TRIES_ALL && node.visits < node.edges.count {
            return node.edges.first + node.visits;
        }
        self.edges.best(node.edges, self.range.scale(), node.exploration)
    }

    fn draw(&mut self, node: Node, state: &S) -> u32 {
        let outcome = state.sample_outcome(&mut self.rng);
        self.edges.find(node.edges, outcome).expect("every outcome has its edge")
    }

    /// Adds to a branch what is below it: the edges of node `at`, which belongs to `state`.
    fn hang(
        &self,
        mut branch: Branch<S::Action>,
        at: u32,
        state: &S,
        depth: u32,
        look: &mut Look,
    ) -> Branch<S::Action> {
        if depth == 0 || !look.opens(branch.visits, at) {
            branch.goes_on = true;
            return branch;
        }
        let Node { edges, visits, exploration } = self.nodes[at as usize];
        let children = (edges.first..edges.first + edges.count).map(|edge| {
            let End { action, child } = self.edges.end(edge);
            let known = self.edges.known(edge);
            let chosen_by = state.turn().player();
            let step = chosen_by.map_or(Step::Chance(action), |by| Step::Move { by, action });
            let mut below = Branch::new(step, u64::from(known.visits));
            if chosen_by.is_some() {
                below.value = known.mean;
                below.prior = known.prior.map(f64::from);
                if known.visits > 0 || !R::TRIES_ALL && visits > 0 {
                    below.exploit = Some(self.range.part(known.mean.unwrap_or(known.stands_at)));
                    below.explore = Some(f64::from(exploration * known.term));
                }
            }
            if child == NO_NODE {
                return below;
            }
            let mut next = state.clone();
            next.apply(action);
            self.hang(below, child, &next, depth - 1, look)
        });
        let children = children.collect();
        branch.with_children(children)
    }

    #[inline]
    fn back_up(&mut self, payoffs: &Payoffs) {
        for step in &self.path {
            let payoff = if step.mover == NOBODY { 0.0 } else { payoffs[step.mover as usize] };
            R::visit(&mut self.edges, step.edge, payoff);
            let node = &mut self.nodes[step.node as usize];
            node.visits += 1;
            node.exploration = R::shared(self.c, node.visits);
            R::settle(&mut self.edges, node.edges);
        }
        let root = &self.path[0];
        self.tallies[root.edge as usize].add(payoffs[root.mover as usize]);
    }
}

impl<S: Chance, R: Select<S>> Stream for Tree<S, R> {
    type Action = S::Action;

    fn advance(&mut self, iterations: u64) {
        (0..iterations).for_each(|_| self.iterate());
    }

    fn tallies(&self) -> &[Tally<S::Action>] {
        &self.tallies
    }

    fn dependence(&self) -> Dependence {
        if self.root.players() == 1 { Dependence::TREE_OF_ONE } else { Dependence::TREE }
    }

    fn is_judged(&self) -> bool {
        self.leaf.is_judgement()
    }

    fn line(&self, first: S::Action) -> Vec<S::Action> {
        let mut line = Vec::new();
        let mut next = self.edges.find(self.nodes[0].edges, first);
        while let Some(edge) = next {
            let End { action, child } = self.edges.end(edge);
            line.push(action);
            let goes_on = child != NO_NODE && line.len() < LONGEST_PATH;
            next = goes_on.then(|| self.edges.most_visited(self.nodes[child as usize].edges)).flatten();
        }
        line
    }

    fn size(&self) -> Size {
        Size { nodes: self.nodes.len() as u64, bytes: self.bytes(), depth: self.deepest, ..Size::default() }
    }

    fn top(&mut self, depth: u32) -> Option<Branch<S::Action>> {
        let visits = u64::from(self.nodes[0].visits);
        let root = Branch::new(Step::Root, visits);
        Some(self.hang(root, 0, &self.root, depth, &mut Look::new(visits, self.key.is_some())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::rollout::Rollout;
    use crate::tree::select::Ucb1;
    use yomi_core::Uniform;
    use yomi_core::testkit::toys::Nim;

    /// What is counted is what the lists take: a cap on memory would not hold otherwise.
    #[test]
    fn every_list_is_counted() {
        let leaf = || Box::new(Rollout(Uniform));
        let key: fn(&Nim) -> u64 = yomi_core::Keyed::key;
        for key in [None, Some(key)] {
            let mut tree =
                Tree::new(&Nim::new(30), MctsOptions::default(), leaf(), Ucb1, key, Rng::new(1), None);
            tree.advance(3_000);
            let known = tree.known.capacity() * size_of::<(u64, u32)>();
            let least = tree.nodes.len() * size_of::<Node>() + tree.edges.bytes() + known;
            let most = tree.nodes.capacity() * size_of::<Node>() + tree.edges.bytes() + 2 * known;
            assert!((least..=most).contains(&tree.bytes()), "{} beside {least} to {most}", tree.bytes());
            assert_eq!(key.is_some(), known > 0);
            assert_eq!(tree.size().bytes, tree.bytes());
        }
    }

    /// A move gets a node when it was tried as often as the option says; the end of a game gets none.
    #[test]
    fn nodes_are_made_where_moves_were_tried_often() {
        let nodes = |heap: u8, expand: u32| {
            let (options, leaf) =
                (MctsOptions { expand, ..MctsOptions::default() }, Box::new(Rollout(Uniform)));
            let mut tree = Tree::new(&Nim::new(heap), options, leaf, Ucb1, None, Rng::new(1), None);
            tree.advance(300);
            tree.nodes.len()
        };
        assert_eq!((nodes(9, 1_000), nodes(1, 1)), (1, 1));
        assert!(nodes(9, 8) > 1 && nodes(9, 1) > nodes(9, 8), "{} {}", nodes(9, 8), nodes(9, 1));
    }
}
