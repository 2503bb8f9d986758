//! One tree: selection on the way down, backing up on the way back.

use super::arena::Arena;
use super::even::EvenDraws;
use super::helpers::Helpers;
use super::{IsMctsOptions, Observer, WhenFull};
use crate::belief::{Witness, World, Worlds};
use crate::streams::{Size, Stream};
use crate::tally::{Dependence, Tally};
use crate::tree::rollout::{Fate, Payoffs};
use crate::tree::ucb::Range;
use crate::tree::{puct, ucb};
use std::any::Any;
use std::sync::Arc;
use yomi_core::{
    Belief, Branch, Chance, Evidence, InfoSets, Luck, MAX_PLAYERS, Player, Rng, Traced, Turn, ViewOf,
};

pub struct Step {
    edge: u32,
    mover: u8,
}

/// What a tree is made from besides its options.
pub struct Parts<S: Chance, B> {
    pub helpers: Helpers<S>,
    pub worlds: Worlds<S, B>,
    /// The exploration constant.
    pub c: f32,
    pub witness: Option<Box<Witness<S, B>>>,
}

pub struct Tree<S: InfoSets, B> {
    pub seat: Player,
    pub options: IsMctsOptions<S::Grain>,
    pub c: f32,
    pub worlds: Worlds<S, B>,
    pub helpers: Helpers<S>,
    pub rng: Rng,
    most_bytes: usize,
    pub arena: Arena<S::Action>,
    path: Vec<Step>,
    pub range: Range,
    tallies: Vec<Tally<S::Action>>,
    even: Option<EvenDraws<S::Action>>,
    /// The results of every root move, where the risk option needs more than their mean.
    spreads: Option<Spreads>,
    /// The names of the moves at the current node.
    named: Vec<(S::Action, S::Action)>,
    iteration: u32,
    /// The move with which the iteration began: the edge may know it by another name.
    root_action: Option<S::Action>,
    deepest: u32,
    /// Of the game; 0 before the first world.
    seats: usize,
    /// Node visits over all iterations.
    passes: u64,
    witness: Option<Box<Witness<S, B>>>,
    /// Whether the witness still wants worlds: of the thousands that follow it keeps none.
    witnessing: bool,
}

impl<S: InfoSets, B: Belief<S>> Tree<S, B> {
    pub fn new(
        view: &ViewOf<S>,
        options: IsMctsOptions<S::Grain>,
        parts: Parts<S, B>,
        kept: Arena<S::Action>,
        rng: Rng,
        memory: Option<usize>,
    ) -> Self {
        let actions = S::seen_actions(&view.now);
        let pool = options.worlds.unwrap_or(0) as usize;
        let spreads = options.risk.part().map(|_| Spreads::new(actions.len(), pool));
        let Parts { helpers, worlds, c, witness } = parts;
        let mut tree = Tree {
            seat: view.seat,
            options,
            c,
            worlds,
            helpers,
            rng,
            most_bytes: memory.unwrap_or(usize::MAX),
            arena: kept,
            path: Vec::new(),
            range: Range::new(),
            tallies: actions.into_iter().map(Tally::new).collect(),
            even: options.even.then(EvenDraws::new),
            spreads,
            iteration: 0,
            named: Vec::new(),
            root_action: None,
            deepest: 0,
            seats: 0,
            passes: 0,
            witnessing: witness.is_some(),
            witness,
        };
        tree.carry_on();
        tree
    }

    pub fn into_arena(self) -> Arena<S::Action> {
        self.arena
    }

    /// Takes over what a kept tree knows about the root, and makes all its nodes equally old.
    fn carry_on(&mut self) {
        if self.arena.len() == 0 {
            return;
        }
        (0..self.arena.len() as u32).for_each(|node| self.arena.touch(node, 0));
        let world = self.worlds.next(&mut self.rng).state;
        let key = info_set(&world, self.seat, self.options.grain, &mut self.named);
        let Some(root) = self.arena.find(key) else { return };
        for &(action, name) in &self.named {
            let tally = self.tallies.iter_mut().find(|tally| tally.action == action);
            if let (Some(tally), Some(edge)) = (tally, self.arena.find_edge(root, name)) {
                let edge = self.arena.edge(edge);
                tally.carry(u64::from(edge.visits), edge.total);
                if edge.visits > 0 {
                    let mean = edge.total / f64::from(edge.visits);
                    self.range.include(&[mean; MAX_PLAYERS], 1);
                }
            }
        }
    }

    /// Whose knowledge identifies a node in which this seat is to move.
    #[inline]
    pub fn observer(&self, mover: Player) -> Player {
        match self.options.observer {
            Observer::Single => self.seat,
            Observer::Multiple => mover,
        }
    }

    fn may_grow(&self) -> bool {
        // Called in every iteration, and usually there is no cap.
        self.most_bytes == usize::MAX || self.arena.may_grow(self.most_bytes)
    }

    fn iterate(&mut self, told: Option<&mut Traced<S::Action>>) {
        if self.options.when_full == WhenFull::Forget && !self.may_grow() {
            self.arena.forget();
        }
        self.iteration += 1;
        let World { state: mut world, number, mut luck } = self.worlds.next(&mut self.rng);
        if self.witnessing {
            self.bear_witness(&world);
        }
        let payoffs = if told.is_none() && luck.is_none() {
            self.descend(&mut world, &mut Fate::plain());
            self.helpers.leaf.estimate(&mut world, &mut self.rng)
        } else {
            self.go_by(&mut world, luck.as_mut(), number, told)
        };
        self.seats = world.players();
        self.range.include(&payoffs, self.seats);
        self.back_up(&payoffs, number);
    }

    #[cold]
    fn bear_witness(&mut self, world: &S) {
        self.witnessing = self.witness.as_mut().is_some_and(|witness| witness.begin(world));
    }

    /// An iteration whose chance outcomes come with its world, or that is traced.
    fn go_by(
        &mut self,
        world: &mut S,
        luck: Option<&mut Luck>,
        number: u64,
        told: Option<&mut Traced<S::Action>>,
    ) -> Payoffs {
        let mut fate = Fate { luck, told: told.is_some().then(Vec::new) };
        let began = told.is_some().then(|| Arc::new(world.clone()) as Arc<dyn Any + Send + Sync>);
        self.descend(world, &mut fate);
        let in_tree = fate.told.as_ref().map_or(0, Vec::len);
        let payoffs = self.helpers.leaf.estimate_by(world, &mut self.rng, &mut fate);
        if let (Some(told), Some(mut actions)) = (told, fate.told) {
            told.number = number;
            told.world = began;
            told.rollout = actions.split_off(in_tree);
            told.tree = actions;
            told.payoffs = payoffs[..world.players()].to_vec();
        }
        payoffs
    }

    /// Descends the tree until it has added a node or the game is over.
    #[inline]
    fn descend(&mut self, world: &mut S, fate: &mut Fate<'_, S>) {
        self.path.clear();
        loop {
            let mover = match world.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = match (&mut self.even, self.path.as_slice()) {
                        // A world of a pool has its own chance outcomes.
                        (Some(even), [_]) if fate.luck.is_none() => {
                            let root = self.root_action.expect("the path has begun");
                            let outcome = even.next(root, world, &mut self.rng);
                            fate.tell(outcome);
                            outcome
                        }
                        _ => fate.draw(world, &mut self.rng),
                    };
                    world.apply(outcome);
                    continue;
                }
                Turn::Player(p) => p,
            };
            if mover != self.seat
                && let Some(policy) = &mut self.helpers.opponents
            {
                let action = policy.choose(world, &mut self.rng);
                fate.tell(action);
                world.apply(action);
                continue;
            }
            let observer = self.observer(mover);
            let key = info_set(world, observer, self.options.grain, &mut self.named);
            let known = self.arena.find(key);
            let Some(node) = known.or_else(|| self.may_grow().then(|| self.arena.add(key))) else { break };
            self.arena.touch(node, self.iteration);
            self.passes += 1;
            let is_new = known.is_none();
            let Some((edge, action)) = self.select(node, world, is_new) else { break };
            if self.path.is_empty() {
                self.root_action = Some(action);
            }
            self.path.push(Step { edge, mover: mover.index() as u8 });
            fate.tell(action);
            world.apply(action);
            if is_new {
                break;
            }
        }
        self.deepest = self.deepest.max(self.path.len() as u32);
    }

    /// The edge with the highest score among those that are legal in this world. Every legal one counts as
    /// available. Ties are broken at random: two seats that choose without seeing each other's choice would
    /// otherwise try their moves in step, and one of them would always have the right answer.
    ///
    /// Edges that occur for the first time in this world are added and chosen first. At the memory cap they
    /// are added only to a new node, so there may be no edge to choose.
    #[inline]
    fn select(&mut self, at: u32, world: &S, is_new: bool) -> Option<(u32, S::Action)> {
        if is_new {
            return Some(self.add_missing(at, world, true));
        }
        // Where quantiles count, root moves take turns: all of them must be known equally well.
        let in_turns = self.spreads.is_some() && self.path.is_empty();
        let (c, scale) = (self.c, self.range.scale());
        let rng = &mut self.rng;
        let first = self.arena.node(at).edges().start as u32;
        let edges = self.arena.edges_of(at);
        // With priors, a move that was never tried has the mean of its position.
        let guided = self.helpers.priors.is_some();
        let untried = if guided { mean_of(edges) } else { 0.0 };
        let (mut best, mut best_score) = ((0, None), f32::NEG_INFINITY);
        let mut tied = 1;
        let (mut place, mut missing) = (0usize, false);
        // Edges that were always legal together have the same exploration term: its logarithm is taken once.
        let (mut counted, mut explore) = (0, 0.0);
        for &(action, name) in &self.named {
            // Actions come in a fixed order, so the edge is nearly always the next one.
            let found = if edges.get(place).is_some_and(|e| e.action == name) {
                Some(place)
            } else {
                edges.iter().position(|e| e.action == name)
            };
            let Some(i) = found else {
                missing = true;
                continue;
            };
            place = i + 1;
            let edge = &mut edges[i];
            edge.available += 1;
            let score = if in_turns {
                -(edge.visits as f32)
            } else if guided {
                let visits = edge.visits as f32;
                let mean = if edge.visits == 0 { untried } else { edge.total as f32 / visits };
                mean * scale + puct::shared(c, edge.available) * puct::own(edge.prior, visits)
            } else if edge.visits == 0 {
                f32::MAX
            } else {
                if edge.available != counted {
                    (counted, explore) = (edge.available, ucb::exploration_of_edge(c, edge.available));
                }
                ucb::score(edge.total, edge.visits, scale, explore)
            };
            if score > best_score {
                (best, best_score, tied) = ((i as u32, Some(action)), score, 1);
            } else if score == best_score {
                tied += 1;
                if rng.below(tied) == 0 {
                    best = (i as u32, Some(action));
                }
            }
        }
        if missing && self.may_grow() {
            return Some(self.add_missing(at, world, false));
        }
        best.1.map(|action| (first + best.0, action))
    }

    /// Adds the edges that this world has and the node does not, and returns the one with the highest prior.
    /// Ties are broken at random: moves are listed in a fixed order, and the first of them would not be a
    /// fair sample.
    fn add_missing(&mut self, at: u32, world: &S, is_new: bool) -> (u32, S::Action) {
        let (mut best, mut tied): (Option<(f32, u16, S::Action)>, u32) = (None, 0);
        let rng = &mut self.rng;
        let mut count = self.arena.node(at).edges().len() as u16;
        let mut expected = 0;
        world.for_each_action(|_| expected += 1);
        let arena = &mut self.arena;
        let mut priors = self.helpers.priors.as_deref_mut();
        if let Some(priors) = &mut priors {
            priors.look_at(world);
        }
        for &(action, name) in &self.named {
            if is_new || arena.find_edge(at, name).is_none() {
                let prior = priors.as_ref().map_or(0.0, |priors| priors.of(action));
                arena.add_edge(at, name, prior, expected);
                // Relative to the first edge: the block may still move.
                match best {
                    Some((most, ..)) if prior < most => {}
                    Some((most, ..)) if prior == most => {
                        tied += 1;
                        if rng.below(tied) == 0 {
                            best = Some((prior, count, action));
                        }
                    }
                    _ => (best, tied) = (Some((prior, count, action)), 1),
                }
                count += 1;
            }
        }
        let (_, place, action) = best.expect("something was missing");
        (self.arena.node(at).edges().start as u32 + u32::from(place), action)
    }

    #[inline]
    fn back_up(&mut self, payoffs: &Payoffs, world: u64) {
        for step in &self.path {
            let edge = self.arena.edge_mut(step.edge);
            edge.visits += 1;
            edge.total += payoffs[step.mover as usize];
        }
        if let (Some(_), Some(action)) = (self.path.first(), self.root_action)
            && let Some(at) = self.tallies.iter().position(|t| t.action == action)
        {
            let payoff = payoffs[self.seat.index()];
            self.tallies[at].add(payoff);
            if let Some(spreads) = &mut self.spreads {
                spreads.add(at, world, payoff);
            }
        }
    }
}

/// The key of the information set in which `observer` is to move, and in `named` every legal move that does
/// not repeat another with its name there. A list, so that what looks at moves is a plain loop: inlined, and
/// compiled once.
#[inline]
pub fn info_set<S: InfoSets>(
    world: &S,
    observer: Player,
    grain: S::Grain,
    named: &mut Vec<(S::Action, S::Action)>,
) -> u64 {
    let key = world.info_set(observer, grain, named);
    if named.is_empty() {
        world.for_each_action(|action| {
            if !world.repeats(action) {
                named.push((action, action));
            }
        });
    }
    key
}

/// The mean payoff of a position, over all its moves.
fn mean_of<A>(edges: &[super::arena::Edge<A>]) -> f32 {
    let (total, visits) = edges.iter().fold((0.0, 0), |(t, n), e| (t + e.total, n + e.visits));
    if visits == 0 { 0.0 } else { total as f32 / visits as f32 }
}

/// The results of every root move: the mean in each world of a pool, or one result per iteration.
struct Spreads {
    /// For each move, sum and count per world; or one entry per iteration where there is no pool.
    results: Vec<Vec<(f64, u32)>>,
    pool: usize,
}

impl Spreads {
    fn new(moves: usize, pool: usize) -> Spreads {
        Spreads { results: vec![vec![(0.0, 0); pool]; moves], pool }
    }

    fn add(&mut self, at: usize, world: u64, payoff: f64) {
        if self.pool == 0 {
            self.results[at].push((payoff, 1));
        } else {
            let (sum, count) = &mut self.results[at][world as usize];
            *sum += payoff;
            *count += 1;
        }
    }
}

impl<S: InfoSets, B: Belief<S>> Stream for Tree<S, B> {
    type Action = S::Action;

    fn advance(&mut self, iterations: u64) {
        (0..iterations).for_each(|_| self.iterate(None));
    }

    fn advance_telling(&mut self, iterations: u64, tell: &mut dyn FnMut(&Traced<S::Action>)) {
        let mut told = Traced::default();
        for _ in 0..iterations {
            self.iterate(Some(&mut told));
            tell(&told);
        }
    }

    fn tallies(&self) -> &[Tally<S::Action>] {
        &self.tallies
    }

    fn dependence(&self) -> Dependence {
        let iterations: u64 = self.tallies.iter().map(|t| t.visits).sum();
        let part = self.arena.len() as f64 / iterations.max(1) as f64;
        let tree = match self.seats {
            1 => Dependence::TREE_OF_ONE,
            2 if self.helpers.priors.is_some() => Dependence::GUIDED_TREE_OF_WORLDS,
            2 => Dependence::TREE_OF_WORLDS,
            _ => Dependence::TREE_OF_MANY,
        };
        let most = self.options.worlds.map_or(f64::INFINITY, f64::from);
        Dependence { most, ..tree.grown(part.min(1.0)) }
    }

    fn spread(&self, action: S::Action) -> Vec<f64> {
        let at = self.tallies.iter().position(|t| t.action == action);
        let (Some(at), Some(spreads)) = (at, &self.spreads) else { return Vec::new() };
        let means = spreads.results[at].iter().filter(|(_, n)| *n > 0);
        means.map(|&(sum, n)| sum / f64::from(n)).collect()
    }

    /// Which node follows depends on the world, so there is no single line to follow.
    fn line(&self, first: S::Action) -> Vec<S::Action> {
        vec![first]
    }

    fn size(&self) -> Size {
        Size {
            nodes: self.arena.len() as u64,
            worlds: self.worlds.drawn(),
            bytes: self.arena.bytes(),
            depth: self.deepest,
            passes: self.passes,
        }
    }

    fn evidence(&self) -> Option<&(dyn Any + Send)> {
        self.witness.as_deref().map(|witness| witness as &(dyn Any + Send))
    }

    fn take_evidence(&mut self) -> Option<Evidence> {
        self.witness.take().map(|witness| witness as Evidence)
    }

    fn top(&mut self, depth: u32) -> Option<Branch<S::Action>> {
        self.look(depth)
    }
}
