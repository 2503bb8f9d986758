//! `ismcts`: information-set Monte Carlo tree search.
//!
//! Each iteration draws a world that agrees with the view and goes down one tree that all worlds share. A node is an
//! information set, named by its key; what an edge knows comes from every world that passed there. Not every move is
//! legal in every world, so an edge also counts how often it *could* have been chosen, and UCB1 uses that count in
//! place of the parent's visits.
//!
//! Whose information? With `Observer::Multiple` a node is what the *mover* knows there, so opponents in the tree decide
//! by their own cards and cannot react to moves they have not seen. They do learn, though, from worlds that all agree
//! with the searching seat's own cards, so in the long run they play as if they had read those: the search does not
//! bluff, and is no equilibrium. With `Observer::Single` every node is what the searching seat knows,
//! which shares more experience but lets opponents see what was hidden from them: keep it for games in which the
//! searching seat's moves are public.

mod top;

use super::rollout::{Payoffs, payoffs, rollout};
use super::ucb::{self, Range};
use crate::belief::Worlds;
use crate::streams::{self, Choose, Size, Stream};
use crate::tally::Tally;
use rustc_hash::FxHashMap;
use yomi_core::{
    Belief, Branch, Contradiction, Decision, Inference, InfoSets, Limits, Player, Policy, Rng, Run, Turn,
    Uniform, ViewOf, ViewSearch,
};

/// Whose information names a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Observer {
    Single,
    #[default]
    Multiple,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IsMctsOptions<G> {
    /// UCB1's exploration constant.
    pub c: f64,
    pub observer: Observer,
    /// How finely information sets are told apart.
    pub grain: G,
}

impl<G: Default> Default for IsMctsOptions<G> {
    fn default() -> Self {
        IsMctsOptions { c: ucb::DEFAULT_C, observer: Observer::default(), grain: G::default() }
    }
}

pub const DEFAULT_LIMITS: Limits = Limits::iterations(10_000);

/// The search. `opponents`, where given, play by that policy instead of being searched: against a known opponent the
/// search then finds a best response.
#[derive(Clone)]
pub struct IsMcts<S: InfoSets, I, P = Uniform, O = Uniform> {
    pub options: IsMctsOptions<S::Grain>,
    pub inference: I,
    pub rollout: P,
    pub opponents: Option<O>,
}

impl<S: InfoSets, I: Inference<S>> IsMcts<S, I> {
    pub fn new(inference: I, options: IsMctsOptions<S::Grain>) -> Self {
        IsMcts { options, inference, rollout: Uniform, opponents: None }
    }
}

impl<S: InfoSets, I, P, O> IsMcts<S, I, P, O> {
    pub fn against<Q>(self, opponents: Q) -> IsMcts<S, I, P, Q> {
        IsMcts {
            options: self.options,
            inference: self.inference,
            rollout: self.rollout,
            opponents: Some(opponents),
        }
    }
}

impl<S: InfoSets, I: Inference<S>, P: Policy<S>, O: Policy<S>> ViewSearch<S> for IsMcts<S, I, P, O> {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        let belief = self.inference.read(view)?;
        Ok(streams::run(run, DEFAULT_LIMITS, Choose::MostVisits, rng, |rng, memory| {
            let worlds = Worlds::new(belief.clone());
            Tree::new(view, self.options, worlds, self.rollout.clone(), self.opponents.clone(), rng, memory)
        }))
    }

    fn has_tree(&self) -> bool {
        true
    }
}

/// A move out of an information set.
#[derive(Clone, Copy)]
struct Edge<A> {
    /// Payoffs of whoever chooses it.
    total: f64,
    visits: u32,
    /// How often it was legal when the node was passed.
    available: u32,
    action: A,
}

/// Where the edges of an information set lie. New ones may turn up in later worlds, so there may be room behind them.
#[derive(Clone, Copy, Default)]
struct Node {
    first: u32,
    count: u16,
    room: u16,
}

struct Step {
    edge: u32,
    mover: u8,
}

struct Tree<S: InfoSets, B, P, O> {
    seat: Player,
    options: IsMctsOptions<S::Grain>,
    c: f32,
    worlds: Worlds<S, B>,
    rollout: P,
    opponents: Option<O>,
    rng: Rng,
    most_bytes: usize,
    known: FxHashMap<u64, u32>,
    nodes: Vec<Node>,
    edges: Vec<Edge<S::Action>>,
    path: Vec<Step>,
    range: Range,
    tallies: Vec<Tally<S::Action>>,
    deepest: u32,
}

impl<S: InfoSets, B: Belief<S>, P: Policy<S>, O: Policy<S>> Tree<S, B, P, O> {
    fn new(
        view: &ViewOf<S>,
        options: IsMctsOptions<S::Grain>,
        worlds: Worlds<S, B>,
        rollout: P,
        opponents: Option<O>,
        rng: Rng,
        memory: Option<usize>,
    ) -> Self {
        Tree {
            seat: view.seat,
            options,
            c: options.c as f32,
            worlds,
            rollout,
            opponents,
            rng,
            most_bytes: memory.unwrap_or(usize::MAX),
            known: FxHashMap::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            range: Range::new(),
            tallies: S::seen_actions(&view.now).into_iter().map(Tally::new).collect(),
            deepest: 0,
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge<S::Action>>()
            + self.known.capacity() * (size_of::<(u64, u32)>() + 1)
    }

    /// Whether one more node fits under the cap, vectors and tables doubling when they are full.
    fn may_grow(&self) -> bool {
        let full = self.nodes.len() == self.nodes.capacity()
            || self.edges.len() + 512 > self.edges.capacity()
            || self.known.len() == self.known.capacity();
        let after = if full { self.bytes().saturating_mul(2) } else { self.bytes() };
        after <= self.most_bytes
    }

    fn iterate(&mut self) {
        let mut world = self.worlds.next(&mut self.rng);
        self.descend(&mut world);
        rollout(&mut world, &mut self.rollout, &mut self.rng);
        let payoffs = payoffs(&world);
        self.range.include(&payoffs, world.players());
        self.back_up(&payoffs);
    }

    /// Goes down the tree until it has made a node, or the game is over.
    #[inline]
    fn descend(&mut self, world: &mut S) {
        self.path.clear();
        loop {
            let mover = match world.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = world.sample_outcome(&mut self.rng);
                    world.apply(outcome);
                    continue;
                }
                Turn::Player(p) => p,
            };
            if mover != self.seat
                && let Some(policy) = &mut self.opponents
            {
                let action = policy.choose(world, &mut self.rng);
                world.apply(action);
                continue;
            }
            let observer = match self.options.observer {
                Observer::Single => self.seat,
                Observer::Multiple => mover,
            };
            let key = world.info_key(observer, self.options.grain);
            let known = self.known.get(&key).copied();
            let Some(node) = known.or_else(|| self.may_grow().then(|| self.add_node(key))) else { break };
            let Some(edge) = self.select(node, world, known.is_none()) else { break };
            self.path.push(Step { edge, mover: mover.index() as u8 });
            world.apply(self.edges[edge as usize].action);
            if known.is_none() {
                break;
            }
        }
        self.deepest = self.deepest.max(self.path.len() as u32);
    }

    fn add_node(&mut self, key: u64) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node::default());
        self.known.insert(key, node);
        node
    }

    /// The edge with the highest UCB1 score among those that are legal in this world; untried ones come first. Every
    /// legal one counts as available. Ties are broken by luck: two seats that choose without seeing each other's choice
    /// would otherwise go through their moves in step, and one of them always have the right answer.
    ///
    /// Edges that this world is the first to bring are added and come first of all. At the memory cap there is no room
    /// for them except in a new node, and then there may be none to choose.
    #[inline]
    fn select(&mut self, at: u32, world: &S, is_new: bool) -> Option<u32> {
        let node = self.nodes[at as usize];
        let (c, scale) = (self.c, self.range.scale());
        let rng = &mut self.rng;
        let edges = &mut self.edges[node.first as usize..node.first as usize + usize::from(node.count)];
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        let mut tied = 1;
        let (mut place, mut missing) = (0usize, false);
        world.for_each_action(|action| {
            // Actions come in a fixed order, so the edge is nearly always the next one.
            let found = if edges.get(place).is_some_and(|e| e.action == action) {
                Some(place)
            } else {
                edges.iter().position(|e| e.action == action)
            };
            let Some(i) = found else {
                missing = true;
                return;
            };
            place = i + 1;
            let edge = &mut edges[i];
            edge.available += 1;
            let score = if edge.visits == 0 {
                f32::MAX
            } else {
                ucb::score(edge.total, edge.visits, scale, ucb::exploration(c, edge.available))
            };
            if score > best_score {
                (best, best_score, tied) = (i as u32, score, 1);
            } else if score == best_score {
                tied += 1;
                if rng.below(tied) == 0 {
                    best = i as u32;
                }
            }
        });
        if missing && (is_new || self.may_grow()) {
            return Some(self.add_missing(at, world));
        }
        (best_score > f32::NEG_INFINITY).then_some(node.first + best)
    }

    /// Adds the edges that this world has and the node does not, and returns the first of them.
    fn add_missing(&mut self, at: u32, world: &S) -> u32 {
        let mut first_new = None;
        let mut found = std::mem::take(&mut self.nodes[at as usize]);
        world.for_each_action(|action| {
            let edges = &self.edges[found.first as usize..found.first as usize + usize::from(found.count)];
            if edges.iter().all(|e| e.action != action) {
                let edge = Edge { total: 0.0, visits: 0, available: 1, action };
                if found.count == found.room {
                    found = self.move_to_more_room(found, edge);
                }
                self.edges[(found.first + u32::from(found.count)) as usize] = edge;
                found.count += 1;
                // Counted from the front: the block may still move.
                first_new.get_or_insert(found.count - 1);
            }
        });
        self.nodes[at as usize] = found;
        found.first + u32::from(first_new.expect("something was missing"))
    }

    /// Moves a node's edges to the end, with room for as many again; `filler` stands where none is yet.
    fn move_to_more_room(&mut self, node: Node, filler: Edge<S::Action>) -> Node {
        let first = self.edges.len() as u32;
        let room = (node.room * 2).max(2);
        self.edges.extend_from_within(node.first as usize..node.first as usize + usize::from(node.count));
        self.edges.resize(first as usize + usize::from(room), filler);
        Node { first, room, ..node }
    }

    #[inline]
    fn back_up(&mut self, payoffs: &Payoffs) {
        for step in &self.path {
            let edge = &mut self.edges[step.edge as usize];
            edge.visits += 1;
            edge.total += payoffs[step.mover as usize];
        }
        if let Some(root) = self.path.first() {
            let action = self.edges[root.edge as usize].action;
            if let Some(tally) = self.tallies.iter_mut().find(|t| t.action == action) {
                tally.add(payoffs[self.seat.index()]);
            }
        }
    }
}

impl<S: InfoSets, B: Belief<S>, P: Policy<S>, O: Policy<S>> Stream for Tree<S, B, P, O> {
    type Action = S::Action;

    fn advance(&mut self, iterations: u64) {
        (0..iterations).for_each(|_| self.iterate());
    }

    fn tallies(&self) -> &[Tally<S::Action>] {
        &self.tallies
    }

    /// Nodes of different seats and worlds hang together only through worlds, so there is no one line to follow.
    fn line(&self, first: S::Action) -> Vec<S::Action> {
        vec![first]
    }

    fn size(&self) -> Size {
        let nodes = self.nodes.len() as u64;
        Size { nodes, worlds: self.worlds.drawn(), bytes: self.bytes(), depth: self.deepest }
    }

    fn top(&mut self, depth: u32) -> Option<Branch<S::Action>> {
        self.look(depth)
    }
}
