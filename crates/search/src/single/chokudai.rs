//! `chokudai`: narrow beams, again and again.
//!
//! Every depth keeps a heap of the positions found there. A beam goes through all depths and takes the best `width`
//! positions out of each heap to expand them; the next beam takes what is best then. Positions once taken do not come
//! again, so later beams go where earlier ones did not, and a good answer is there whenever time runs out.

use super::beam::{Ranked, Trail};
use super::greedy::worth;
use crate::watch::Watch;
use rustc_hash::FxHashSet;
use std::collections::BinaryHeap;
use yomi_core::{
    Bound, Candidate, Decision, Deterministic, Evaluator, Keyed, Limits, Player, Rng, Run, Search, State,
    Turn,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChokudaiOptions {
    /// Positions that a beam takes at each depth.
    pub width: usize,
    /// Turns to look ahead; `None` to the end of the game.
    pub depth: Option<u32>,
    /// Beams; `None` for as many as the limits allow.
    pub beams: Option<u64>,
    /// Keep equal positions once.
    pub distinct: bool,
}

impl Default for ChokudaiOptions {
    fn default() -> Self {
        ChokudaiOptions { width: 1, depth: None, beams: None, distinct: true }
    }
}

pub const DEFAULT_LIMITS: Limits = Limits::iterations(10_000);

#[derive(Clone, Debug)]
pub struct Chokudai<E> {
    pub options: ChokudaiOptions,
    pub evaluator: E,
}

impl<S: Deterministic + Keyed, E: Evaluator<S>> Search<S> for Chokudai<E> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let default = if self.options.beams.is_some() { Limits::default() } else { DEFAULT_LIMITS };
        let mut hunt = Hunt {
            options: self.options,
            evaluator: &self.evaluator,
            mover,
            watch: Watch::start(run, default),
            most_bytes: run.limits.memory.unwrap_or(usize::MAX),
            bytes: 0,
            looked: 0,
            layers: vec![Layer::new()],
            trail: Vec::new(),
            candidates: Vec::new(),
        };
        hunt.begin(state);
        let mut beams = 0;
        while self.options.beams.is_none_or(|most| beams < most) && hunt.send_beam(run) {
            beams += 1;
        }
        hunt.decision()
    }
}

/// The positions found at one depth, and which of them have not been taken yet.
struct Layer<S> {
    heap: BinaryHeap<Ranked>,
    states: Vec<Found<S>>,
    seen: FxHashSet<u64>,
}

struct Found<S> {
    state: S,
    /// The root move it began with, as a place in the candidates.
    root: u32,
    step: u32,
}

impl<S: State> Layer<S> {
    fn new() -> Self {
        Layer { heap: BinaryHeap::new(), states: Vec::new(), seen: FxHashSet::default() }
    }

    /// Whether there is a position to go on from. Where the game is over positions are answers, not stations: they stay.
    fn goes_on(&self) -> bool {
        self.heap.peek().is_some_and(|best| self.states[best.place].state.turn() != Turn::Over)
    }
}

struct Hunt<'a, S: State, E> {
    options: ChokudaiOptions,
    evaluator: &'a E,
    mover: Player,
    watch: Watch,
    most_bytes: usize,
    bytes: usize,
    looked: u64,
    layers: Vec<Layer<S>>,
    trail: Vec<Trail<S::Action>>,
    candidates: Vec<Candidate<S::Action>>,
}

impl<S: Deterministic + Keyed, E: Evaluator<S>> Hunt<'_, S, E> {
    fn begin(&mut self, state: &S) {
        state.for_each_action(|action| {
            let root = self.candidates.len() as u32;
            self.candidates.push(Candidate { action, visits: 0, mean: 0.0, se: 0.0, bound: Bound::Exact });
            self.enter(0, state, action, root, None);
        });
    }

    /// Puts the position after a move into its layer.
    fn enter(&mut self, depth: usize, from: &S, action: S::Action, root: u32, parent: Option<u32>) {
        self.looked += 1;
        let mut state = from.clone();
        state.apply(action);
        let layer = &mut self.layers[depth];
        if self.options.distinct && !layer.seen.insert(state.key()) {
            return;
        }
        self.trail.push(Trail { action, parent });
        let value = worth(&state, self.evaluator, self.mover);
        let place = layer.states.len();
        layer.states.push(Found { state, root, step: self.trail.len() as u32 - 1 });
        layer.heap.push(Ranked { value, place });
        self.bytes += size_of::<Found<S>>() + 2 * size_of::<Ranked>() + size_of::<Trail<S::Action>>();
        let candidate = &mut self.candidates[root as usize];
        candidate.visits += 1;
        if parent.is_none() {
            candidate.mean = value;
        }
    }

    /// One beam through all depths; false when nothing is left to do or a limit is reached.
    fn send_beam<A>(&mut self, run: &Run<'_, A>) -> bool {
        let deepest = self.options.depth.map_or(usize::MAX, |d| d as usize);
        let mut moved = false;
        let mut depth = 0;
        while depth < self.layers.len() && depth + 1 < deepest {
            for _ in 0..self.options.width {
                if !self.layers[depth].goes_on() {
                    break;
                }
                if self.watch.is_over(run, self.looked, self.looked) || self.bytes > self.most_bytes {
                    return false;
                }
                self.expand_best(depth);
                moved = true;
            }
            depth += 1;
        }
        moved
    }

    /// Takes the best position of a depth and enters all that follow it.
    fn expand_best(&mut self, depth: usize) {
        if depth + 1 == self.layers.len() {
            self.layers.push(Layer::new());
        }
        let Some(best) = self.layers[depth].heap.pop() else { return };
        let Found { state, root, step } = &self.layers[depth].states[best.place];
        let (state, root, step) = (state.clone(), *root, *step);
        state.for_each_action(|action| self.enter(depth + 1, &state, action, root, Some(step)));
    }

    /// The first move of the best position at the deepest turn reached.
    fn decision(mut self) -> Decision<S::Action> {
        let last = self.layers.iter().rposition(|l| !l.heap.is_empty()).unwrap_or(0);
        let layer = &self.layers[last];
        for ranked in &layer.heap {
            let candidate = &mut self.candidates[layer.states[ranked.place].root as usize];
            candidate.mean = candidate.mean.max(ranked.value);
        }
        let step = layer.heap.peek().map_or(0, |best| layer.states[best.place].step);
        let line = Trail::line(&self.trail, step);
        let chosen = line[0];
        self.candidates
            .sort_by(|a, b| (b.action == chosen).cmp(&(a.action == chosen)).then(b.mean.total_cmp(&a.mean)));
        Decision {
            action: chosen,
            candidates: self.candidates,
            line,
            iterations: self.looked,
            nodes: self.looked,
            worlds: 0,
            bytes: self.bytes,
            depth: last as u32 + 1,
        }
    }
}
