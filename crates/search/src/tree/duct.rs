//! `duct`: decoupled UCT for simultaneous moves.
//!
//! A node keeps statistics for every seat over that seat's own actions. Each seat chooses among them by UCB1
//! (see [`ucb`]), without knowing what the others choose, and the combination leads to a child. So no seat
//! can answer a choice of the same turn, which is what a search for turn-based games gets wrong here.

use super::look::Look;
use super::mcts::MctsOptions;
use super::rollout::Payoffs;
use super::ucb::{self, Range};
use crate::streams::{self, Choose, Parts, Size, Stream};
use crate::tally::{Dependence, Tally};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow::Continue;
use yomi_core::{
    Branch, Choices, Contradiction, Decision, Joint, Limits, MAX_PLAYERS, OpenJoint, OptionSpec, Options,
    Player, Rng, Run, Search, Serialized, Step, Text, ViewOf, ViewSearch,
};

/// Options of [`Duct`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DuctOptions {
    /// UCB1's exploration constant.
    pub c: f64,
    /// Visits after which a combination of moves gets a node of its own; at least 1, so that no iteration
    /// makes more than one.
    pub expand: u32,
}

const EXPAND: OptionSpec = OptionSpec::count(
    "expand",
    "5",
    1,
    1_000_000,
    Text::new("visits after which a combination gets a node", "ノードを展開する試行回数"),
);

impl DuctOptions {
    pub const OPTIONS: [OptionSpec; 2] = [MctsOptions::OPTIONS[0], EXPAND];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> DuctOptions {
        let MctsOptions { c, expand } = MctsOptions::read(options);
        DuctOptions { c, expand }
    }
}

impl Default for DuctOptions {
    fn default() -> Self {
        DuctOptions::read(&Options::defaults(&Self::OPTIONS))
    }
}

pub const DEFAULT_LIMITS: Limits = Limits::iterations(10_000);

/// Decoupled UCT for simultaneous moves. See the [module](self).
///
/// ```
/// use yomi_core::testkit::ask::decide_seen;
/// use yomi_core::testkit::toys::RockPaperScissors;
/// use yomi_core::{Limits, Serialized};
/// use yomi_search::Duct;
///
/// let round = Serialized::new(RockPaperScissors::default());
/// let found = decide_seen(&mut Duct::default(), &round, Limits::iterations(3_000), 0).unwrap();
/// assert!(found.value().abs() < 0.1); // Nobody can do better than break even,
/// assert!(found.candidates.iter().all(|c| c.visits > 500)); // and every hand is played.
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Duct {
    pub options: DuctOptions,
}

impl<J: OpenJoint> ViewSearch<Serialized<J>> for Duct {
    fn decide(
        &mut self,
        view: &ViewOf<Serialized<J>>,
        run: &mut Run<'_, J::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<J::Action>, Contradiction> {
        Ok(streams::run(run, DEFAULT_LIMITS, Parts::Whole, Choose::MostVisits, rng, |rng, share| {
            Tree::new(view.now.game.clone(), view.seat, self.options, rng, share.memory)
        }))
    }

    fn has_tree(&self) -> bool {
        true
    }
}

/// A search for turn-based games applied to simultaneous moves: the searching seat chooses first, and the
/// search believes that the others see the choice and answer it.
///
/// ```
/// use yomi_core::testkit::ask::decide_seen;
/// use yomi_core::testkit::toys::RockPaperScissors;
/// use yomi_core::{Limits, Serialized};
/// use yomi_search::{Mcts, tree::{InTurns, MctsOptions}};
///
/// let round = Serialized::new(RockPaperScissors::default());
/// let mut search = InTurns(Mcts::new(MctsOptions::default()));
/// let found = decide_seen(&mut search, &round, Limits::iterations(3_000), 0).unwrap();
/// assert!(found.value() < -0.9); // It takes the opponent for one who sees its hand.
/// ```
#[derive(Clone, Debug)]
pub struct InTurns<T>(pub T);

impl<J: OpenJoint, T: Search<Serialized<J>>> ViewSearch<Serialized<J>> for InTurns<T> {
    fn decide(
        &mut self,
        view: &ViewOf<Serialized<J>>,
        run: &mut Run<'_, J::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<J::Action>, Contradiction> {
        let state = Serialized::starting_with(view.now.game.clone(), view.seat);
        Ok(self.0.decide(&state, run, rng))
    }

    fn has_tree(&self) -> bool {
        self.0.has_tree()
    }
}

/// One seat's action at a node.
#[derive(Clone, Copy)]
struct Arm<A> {
    total: f64,
    visits: u32,
    action: A,
}

/// A position: the arms (actions) of all seats in one list, seat by seat.
struct Node<A> {
    arms: Vec<Arm<A>>,
    /// Where the arms of each seat end.
    ends: [u16; MAX_PLAYERS],
    visits: u32,
    /// Combinations by their number: visits and the node they lead to.
    children: FxHashMap<u32, Child>,
}

impl<A> Node<A> {
    fn bytes(&self) -> usize {
        size_of::<Node<A>>() + self.arms.len() * size_of::<Arm<A>>()
    }

    /// Where the arms of a seat lie.
    fn own(&self, p: Player) -> std::ops::Range<usize> {
        let before = p.index().checked_sub(1).map_or(0, |q| self.ends[q]);
        before.into()..self.ends[p.index()].into()
    }
}

impl<A: Copy> Node<A> {
    /// What the seats choose in the combination with this number.
    fn combination(&self, mut number: u32) -> Vec<(Player, A)> {
        let mut choices = Vec::new();
        for p in Player::all(MAX_PLAYERS).rev() {
            let own = &self.arms[self.own(p)];
            if !own.is_empty() {
                choices.push((p, own[number as usize % own.len()].action));
                number /= own.len() as u32;
            }
        }
        choices.reverse();
        choices
    }
}

#[derive(Clone, Copy, Default)]
struct Child {
    visits: u32,
    node: Option<u32>,
}

struct Passed {
    node: u32,
    combination: u32,
    /// The chosen arm of each seat.
    arms: [u16; MAX_PLAYERS],
}

struct Tree<J: Joint> {
    root: J,
    seat: Player,
    options: DuctOptions,
    rng: Rng,
    most_bytes: usize,
    bytes: usize,
    nodes: Vec<Node<J::Action>>,
    path: Vec<Passed>,
    range: Range,
    tallies: Vec<Tally<J::Action>>,
    deepest: u32,
}

impl<J: Joint> Tree<J> {
    fn new(root: J, seat: Player, options: DuctOptions, rng: Rng, memory: Option<usize>) -> Self {
        let mut tree = Tree {
            root: root.clone(),
            seat,
            options,
            rng,
            most_bytes: memory.unwrap_or(usize::MAX),
            bytes: 0,
            nodes: Vec::new(),
            path: Vec::new(),
            range: Range::new(),
            tallies: Vec::new(),
            deepest: 0,
        };
        let node = new_node(&root);
        tree.add_node(node);
        tree.tallies = actions(&root, seat).map(Tally::new).collect();
        tree
    }

    fn add_node(&mut self, node: Node<J::Action>) -> u32 {
        self.bytes += node.bytes();
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Whether this many more bytes stay under the cap.
    fn fits(&self, bytes: usize) -> bool {
        self.bytes + bytes <= self.most_bytes
    }

    fn iterate(&mut self) {
        let mut game = self.root.clone();
        self.descend(&mut game);
        play_out(&mut game, &mut self.rng);
        let mut payoffs: Payoffs = [0.0; MAX_PLAYERS];
        Player::all(game.players()).for_each(|p| payoffs[p.index()] = game.payoff(p));
        self.range.include(&payoffs, game.players());
        self.back_up(&payoffs);
    }

    fn descend(&mut self, game: &mut J) {
        self.path.clear();
        let mut at = 0;
        while !game.acting().is_empty() {
            let (step, choices) = self.select(at);
            game.apply(&choices);
            let combination = step.combination;
            self.path.push(step);
            let known = self.nodes[at as usize].children.get(&combination).copied();
            let Some(Child { visits, node }) = known else {
                self.note_combination(at, combination);
                break;
            };
            at = match node {
                Some(next) => next,
                None if visits >= self.options.expand.max(1) && !game.acting().is_empty() => {
                    let Some(next) = self.expand(game) else { break };
                    self.nodes[at as usize].children.insert(combination, Child { visits, node: Some(next) });
                    next
                }
                None => break,
            };
        }
        self.deepest = self.deepest.max(self.path.len() as u32);
    }

    /// Begins to count a combination, if there is room.
    fn note_combination(&mut self, at: u32, combination: u32) {
        let bytes = size_of::<(u32, Child)>();
        if self.fits(bytes) {
            self.bytes += bytes;
            self.nodes[at as usize].children.insert(combination, Child::default());
        }
    }

    /// A node for this position, if there is room.
    fn expand(&mut self, game: &J) -> Option<u32> {
        let full = !self.fits(size_of::<Node<J::Action>>());
        let node = (!full).then(|| new_node(game)).filter(|node| self.fits(node.bytes()))?;
        Some(self.add_node(node))
    }

    /// Every seat's best arm, and their combination.
    fn select(&mut self, at: u32) -> (Passed, Choices<J::Action>) {
        let node = &self.nodes[at as usize];
        let exploration = ucb::exploration(self.options.c as f32, node.visits);
        let mut choices = [None; MAX_PLAYERS];
        let mut arms = [0; MAX_PLAYERS];
        let (mut combination, mut first) = (0, 0);
        for p in 0..MAX_PLAYERS {
            let own = &node.arms[first..node.ends[p].into()];
            if !own.is_empty() {
                let best = best_arm(own, self.range.scale(), exploration, &mut self.rng);
                choices[p] = Some(own[best].action);
                arms[p] = (first + best) as u16;
                combination = combination * own.len() as u32 + best as u32;
            }
            first = node.ends[p].into();
        }
        (Passed { node: at, combination, arms }, choices)
    }

    /// Adds to a branch what is below it: every seat's own choices with their terms, then the combinations,
    /// which have children.
    fn hang(&self, mut branch: Branch<J::Action>, at: u32, depth: u32, look: &mut Look) -> Branch<J::Action> {
        if depth == 0 || !look.opens(branch.visits, at) {
            branch.goes_on = true;
            return branch;
        }
        let node = &self.nodes[at as usize];
        let exploration = ucb::exploration(self.options.c as f32, node.visits);
        for p in Player::all(MAX_PLAYERS) {
            let mut arms: Vec<_> = node.arms[node.own(p)]
                .iter()
                .map(|arm| {
                    let mut own =
                        Branch::new(Step::Move { by: p, action: arm.action }, u64::from(arm.visits));
                    if arm.visits > 0 {
                        let mean = arm.total / f64::from(arm.visits);
                        own.value = Some(mean);
                        own.exploit = Some(self.range.part(mean));
                        own.explore = Some(f64::from(exploration / arm.visits as f32).sqrt());
                    }
                    own
                })
                .collect();
            arms.sort_by_key(|own| std::cmp::Reverse(own.visits));
            branch.children.extend(arms);
        }
        let mut together: Vec<(u32, Child)> = node.children.iter().map(|(&c, &child)| (c, child)).collect();
        // Ties by number: the order of a hash map is arbitrary.
        together.sort_by_key(|&(number, child)| (std::cmp::Reverse(child.visits), number));
        for (number, Child { visits, node: below }) in together {
            let joint = Branch::new(Step::Joint(node.combination(number)), u64::from(visits));
            branch.children.push(match below {
                Some(below) => self.hang(joint, below, depth - 1, look),
                None => joint,
            });
        }
        branch
    }

    fn back_up(&mut self, payoffs: &Payoffs) {
        for step in &self.path {
            let node = &mut self.nodes[step.node as usize];
            node.visits += 1;
            if let Some(child) = node.children.get_mut(&step.combination) {
                child.visits += 1;
            }
            let mut first = 0;
            for (p, payoff) in payoffs.iter().enumerate() {
                if node.ends[p] > first {
                    let arm = &mut node.arms[usize::from(step.arms[p])];
                    arm.visits += 1;
                    arm.total += payoff;
                }
                first = node.ends[p];
            }
        }
        if let Some(root) = self.path.first() {
            let seat = self.seat.index();
            let before = if seat == 0 { 0 } else { self.nodes[0].ends[seat - 1] };
            self.tallies[usize::from(root.arms[seat] - before)].add(payoffs[seat]);
        }
    }
}

fn new_node<J: Joint>(game: &J) -> Node<J::Action> {
    let mut arms = Vec::new();
    let mut ends = [0; MAX_PLAYERS];
    for p in Player::all(MAX_PLAYERS) {
        if game.acting().contains(p) {
            arms.extend(actions(game, p).map(|action| Arm { total: 0.0, visits: 0, action }));
        }
        ends[p.index()] = arms.len() as u16;
    }
    Node { arms, ends, visits: 0, children: FxHashMap::default() }
}

/// The arm with the highest UCB1 score; untried ones come first. Ties are broken at random: two seats that
/// choose without seeing each other's choice would otherwise try their moves in step.
fn best_arm<A>(arms: &[Arm<A>], scale: f32, exploration: f32, rng: &mut Rng) -> usize {
    let (mut best, mut best_score, mut tied) = (0, f32::NEG_INFINITY, 1);
    for (i, arm) in arms.iter().enumerate() {
        let score =
            if arm.visits == 0 { f32::MAX } else { ucb::score(arm.total, arm.visits, scale, exploration) };
        if score > best_score {
            (best, best_score, tied) = (i, score, 1);
        } else if score == best_score {
            tied += 1;
            if rng.below(tied) == 0 {
                best = i;
            }
        }
    }
    best
}

fn actions<J: Joint>(game: &J, p: Player) -> impl Iterator<Item = J::Action> {
    let mut list = Vec::new();
    let _ = game.try_for_each_action::<()>(p, |a| {
        list.push(a);
        Continue(())
    });
    list.into_iter()
}

/// Plays the game to its end with every seat choosing at random.
fn play_out<J: Joint>(game: &mut J, rng: &mut Rng) {
    loop {
        let acting = game.acting();
        if acting.is_empty() {
            return;
        }
        let mut choices = [None; MAX_PLAYERS];
        for p in acting.iter() {
            choices[p.index()] = Some(random_action(game, p, rng));
        }
        game.apply(&choices);
    }
}

fn random_action<J: Joint>(game: &J, p: Player, rng: &mut Rng) -> J::Action {
    // Reservoir sampling: the n-th action replaces the one kept so far with probability 1/n.
    let (mut kept, mut seen) = (None, 0);
    let _ = game.try_for_each_action::<()>(p, |a| {
        seen += 1;
        if rng.below(seen) == 0 {
            kept = Some(a);
        }
        Continue(())
    });
    kept.expect("a seat that acts has an action")
}

impl<J: Joint> Stream for Tree<J> {
    type Action = J::Action;

    fn advance(&mut self, iterations: u64) {
        (0..iterations).for_each(|_| self.iterate());
    }

    fn tallies(&self) -> &[Tally<J::Action>] {
        &self.tallies
    }

    fn dependence(&self) -> Dependence {
        Dependence::TREE
    }

    fn line(&self, first: J::Action) -> Vec<J::Action> {
        vec![first]
    }

    fn size(&self) -> Size {
        Size { nodes: self.nodes.len() as u64, bytes: self.bytes, depth: self.deepest, ..Size::default() }
    }

    fn top(&mut self, depth: u32) -> Option<Branch<J::Action>> {
        let visits = u64::from(self.nodes[0].visits);
        Some(self.hang(Branch::new(Step::Root, visits), 0, depth, &mut Look::new(visits, false)))
    }
}
