//! `openloop`: a tree over one seat's own moves. Opponents' moves and chance outcomes are not in the tree:
//! they are sampled again in every iteration, opponents playing by a policy (open-loop search). So a node
//! stands for "after these moves of mine, whatever came between them", a plan rather than a position, and the
//! size of the tree does not depend on how many replies there are.
//!
//! Moves are selected by PUCT among those that are legal in the current world. The policy's own move gets
//! most of the prior, so that the tree starts out as the policy and departs from it where the results say so.

use super::mcts::MOST_C;
use crate::belief::{Reading, Witness, Worlds};
use crate::halving;
use crate::opening::{Looked, Opening, preferred};
use crate::streams::{self, Choose, Parts, Size, Stream};
use crate::tally::{self, Dependence, Tally};
use crate::tree::rollout::rollout;
use crate::watch::charge;
use std::any::Any;
use yomi_core::{
    Belief, Chance, Contradiction, Decision, Evidence, Hidden, Limits, OptionSpec, Options, Player, Policy,
    Rng, Run, State, Text, Turn, ViewOf, ViewSearch,
};

pub const DEFAULT_LIMITS: Limits = Limits::iterations(2_000);

/// Options of [`OpenLoop`].
#[derive(Clone, Copy, Debug)]
pub struct OpenLoopOptions {
    /// The exploration constant of PUCT.
    pub c: f64,
    /// The part of the prior that the policy's own move gets, 0 to 1.
    pub prior: f64,
    /// Visits of a move before it gets a node of its own.
    pub expand: u32,
    /// How much better than the policy's own move another must look to be played instead, in payoff.
    pub trust: f64,
}

const TRUST: OptionSpec = halving::TRUST.with_default("0.005");
const C: OptionSpec =
    OptionSpec::number("c", "0.5", 0.0, MOST_C, Text::new("how much to explore", "探索の強さ"));
const PRIOR: OptionSpec = OptionSpec::number(
    "prior",
    "0.7",
    0.0,
    1.0,
    Text::new("the part of the prior that the rollout's move gets", "方策の手に与える事前確率"),
);
const EXPAND: OptionSpec = OptionSpec::count(
    "expand",
    "8",
    1,
    1_000_000,
    Text::new("visits of a move before it gets a node", "ノードを作るまでの訪問回数"),
);

impl OpenLoopOptions {
    pub const OPTIONS: [OptionSpec; 4] = [TRUST, C, PRIOR, EXPAND];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> OpenLoopOptions {
        OpenLoopOptions {
            c: options.number(&C),
            prior: options.number(&PRIOR),
            expand: options.count(&EXPAND) as u32,
            trust: options.number(&TRUST),
        }
    }
}

impl Default for OpenLoopOptions {
    fn default() -> Self {
        OpenLoopOptions::read(&Options::defaults(&Self::OPTIONS))
    }
}

/// Open-loop tree search over the moves of one seat. See the [module](self).
///
/// ```
/// use yomi_core::testkit::ask::decide_seen;
/// use yomi_core::testkit::toys::{Akq, AnyDeal, Bet, Card};
/// use yomi_core::{Limits, Uniform};
/// use yomi_search::{OpenLoop, tree::OpenLoopOptions};
///
/// let options = OpenLoopOptions::default();
/// let mut search = OpenLoop { reading: AnyDeal, policy: Uniform, options };
/// let ace = Akq::new(Card::Ace, Card::King);
/// let found = decide_seen(&mut search, &ace, Limits::iterations(1_000), 0).unwrap();
/// assert_eq!(found.action, Bet::Bet); // The policy calls half of the time.
/// ```
#[derive(Clone, Debug)]
pub struct OpenLoop<R, P> {
    pub reading: R,
    pub policy: P,
    pub options: OpenLoopOptions,
}

impl<S, R, P> ViewSearch<S> for OpenLoop<R, P>
where
    S: Hidden,
    R: Reading<S>,
    P: Policy<R::World>,
{
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        let began = run.clock.now();
        let opening = match Opening::look(view, &self.reading, &mut self.policy, &run.limits, rng)? {
            Looked::Forced(decision) => return Ok(decision),
            Looked::Open(opening) => opening,
        };
        charge(run, began);
        let witnessed = run.evidence.is_some();
        let (decision, plans) =
            streams::run_keeping(run, DEFAULT_LIMITS, Parts::Whole, Choose::MostVisits, rng, |rng, share| {
                Plans {
                    mover: view.seat,
                    worlds: Worlds::new(opening.belief.clone()),
                    policy: self.policy.clone(),
                    options: self.options,
                    nodes: vec![Node::default()],
                    edges: 0,
                    memory: share.memory.unwrap_or(usize::MAX),
                    path: Vec::new(),
                    tallies: opening.moves.iter().map(|&a| Tally::new(a)).collect(),
                    deepest: 0,
                    witness: Witness::wanted(witnessed, &opening.belief),
                    rng,
                }
            });
        let tallies = tally::merge(plans.iter().map(|plans| &plans.tallies[..]));
        let chosen = preferred(&tallies, decision.action, opening.favourite, self.options.trust);
        Ok(opening.close(decision, chosen))
    }
}

struct Edge<A> {
    action: A,
    visits: u32,
    sum: f64,
    /// Times that it could have been chosen.
    available: u32,
    child: Option<u32>,
}

struct Node<A> {
    edges: Vec<Edge<A>>,
}

impl<A> Default for Node<A> {
    fn default() -> Self {
        Node { edges: Vec::new() }
    }
}

impl<A: Copy + PartialEq> Node<A> {
    fn edge(&mut self, action: A) -> usize {
        self.edges.iter().position(|e| e.action == action).unwrap_or_else(|| {
            self.edges.push(Edge { action, visits: 0, sum: 0.0, available: 0, child: None });
            self.edges.len() - 1
        })
    }
}

/// One stream.
struct Plans<W: State, B, P> {
    mover: Player,
    worlds: Worlds<W, B>,
    policy: P,
    options: OpenLoopOptions,
    nodes: Vec<Node<W::Action>>,
    /// Over all nodes.
    edges: usize,
    /// Bytes that nodes and edges may take; at the cap no node is added.
    memory: usize,
    /// Nodes and edges of this iteration.
    path: Vec<(usize, usize)>,
    tallies: Vec<Tally<W::Action>>,
    deepest: u32,
    witness: Option<Box<Witness<W, B>>>,
    rng: Rng,
}

impl<W: Chance, B: Belief<W>, P: Policy<W>> Plans<W, B, P> {
    fn iterate(&mut self) {
        let mut world = self.worlds.next(&mut self.rng).state;
        if let Some(witness) = &mut self.witness {
            witness.begin(&world);
        }
        let (worst, best) = world.payoff_bounds();
        self.path.clear();
        self.descend(&mut world);
        rollout(&mut world, &mut self.policy, &mut self.rng);
        let payoff = world.payoff(self.mover);
        let scaled = (payoff - worst) / (best - worst);
        for &(node, edge) in &self.path {
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.sum += scaled;
        }
        let (root, edge) = self.path[0];
        let action = self.nodes[root].edges[edge].action;
        let tally = self.tallies.iter_mut().find(|t| t.action == action).expect("a move of the root");
        tally.add(payoff);
        if let Some(witness) = &mut self.witness {
            witness.end(action, &world);
        }
        self.deepest = self.deepest.max(self.path.len() as u32);
    }

    /// Descends until the tree or the game ends.
    fn descend(&mut self, world: &mut W) {
        let mut node = 0;
        loop {
            match world.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let outcome = world.sample_outcome(&mut self.rng);
                    world.apply(outcome);
                }
                Turn::Player(p) if p != self.mover => {
                    let action = self.policy.choose(world, &mut self.rng);
                    world.apply(action);
                }
                Turn::Player(_) => {
                    let at = self.select(node, world);
                    self.path.push((node, at));
                    let edge = &self.nodes[node].edges[at];
                    world.apply(edge.action);
                    match edge.child {
                        Some(child) => node = child as usize,
                        None => {
                            self.grow(node, at);
                            return;
                        }
                    }
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<W::Action>>() + self.edges * size_of::<Edge<W::Action>>()
    }

    /// Gives a move a node once it has been tried often enough.
    fn grow(&mut self, node: usize, at: usize) {
        let (new, room) = (self.nodes.len(), self.bytes() < self.memory);
        let edge = &mut self.nodes[node].edges[at];
        if edge.visits + 1 >= self.options.expand && room {
            edge.child = Some(new as u32);
            self.nodes.push(Node::default());
        }
    }

    /// The edge to follow, by PUCT among the moves that are legal in this world.
    fn select(&mut self, node: usize, world: &W) -> usize {
        let favourite = self.policy.choose(world, &mut self.rng);
        let node = &mut self.nodes[node];
        let known = node.edges.len();
        let mut legal = 0u32;
        let (mut visits, mut sum) = (0u32, 0.0);
        world.for_each_action(|a| {
            let at = node.edge(a);
            node.edges[at].available += 1;
            visits += node.edges[at].visits;
            sum += node.edges[at].sum;
            legal += 1;
        });
        self.edges += node.edges.len() - known;
        // A move that was never tried has the mean of what was tried so far.
        let usual = if visits == 0 { 0.5 } else { sum / f64::from(visits) };
        let rest = if legal > 1 { (1.0 - self.options.prior) / f64::from(legal - 1) } else { 0.0 };
        let mut best = (usize::MAX, f64::NEG_INFINITY);
        world.for_each_action(|a| {
            let at = node.edges.iter().position(|e| e.action == a).expect("listed just before");
            let edge = &node.edges[at];
            let prior = if a == favourite { self.options.prior } else { rest };
            let mean = if edge.visits == 0 { usual } else { edge.sum / f64::from(edge.visits) };
            let urge = self.options.c * prior * f64::from(edge.available).sqrt() / f64::from(1 + edge.visits);
            if mean + urge > best.1 {
                best = (at, mean + urge);
            }
        });
        best.0
    }
}

impl<W: Chance, B: Belief<W> + 'static, P: Policy<W>> Stream for Plans<W, B, P> {
    type Action = W::Action;

    fn advance(&mut self, iterations: u64) {
        (0..iterations).for_each(|_| self.iterate());
    }

    fn tallies(&self) -> &[Tally<W::Action>] {
        &self.tallies
    }

    fn dependence(&self) -> Dependence {
        Dependence::PLANS
    }

    /// The plan: the most visited move after the most visited move.
    fn line(&self, first: W::Action) -> Vec<W::Action> {
        let mut line = vec![first];
        let mut node = self.nodes[0].edges.iter().find(|e| e.action == first).and_then(|e| e.child);
        while let Some(at) = node {
            let edges = &self.nodes[at as usize].edges;
            let Some(most) = edges.iter().max_by_key(|e| e.visits).filter(|e| e.visits > 0) else { break };
            line.push(most.action);
            node = most.child;
        }
        line
    }

    fn size(&self) -> Size {
        Size {
            nodes: self.nodes.len() as u64,
            worlds: self.worlds.drawn(),
            bytes: self.bytes(),
            depth: self.deepest,
            passes: 0,
        }
    }

    fn evidence(&self) -> Option<&(dyn Any + Send)> {
        self.witness.as_deref().map(|witness| witness as &(dyn Any + Send))
    }

    fn take_evidence(&mut self) -> Option<Evidence> {
        self.witness.take().map(|witness| witness as Evidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Uniform;
    use yomi_core::testkit::ask::decide_seen;
    use yomi_core::testkit::toys::{Akq, AnyDeal, Card};

    /// A move gets a node, and with it a plan for what comes after, when it was tried as often as the option says.
    #[test]
    fn a_plan_grows_where_a_move_was_tried_often() {
        let nodes = |expand: u32| {
            let options = OpenLoopOptions { expand, ..OpenLoopOptions::default() };
            let mut search = OpenLoop { reading: AnyDeal, policy: Uniform, options };
            let game = Akq::new(Card::King, Card::Ace);
            decide_seen(&mut search, &game, Limits::iterations(200), 0).unwrap().nodes
        };
        assert_eq!(nodes(1_000), 1, "no move was tried so often");
        assert!(nodes(1) > 1 && nodes(8) > 1, "{} {}", nodes(1), nodes(8));
    }
}
