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

/// The positions found at one depth: those that have not been taken yet, and those where the game is over, which are
/// answers, not stations, and stay.
struct Layer<S> {
    heap: BinaryHeap<Ranked>,
    ended: BinaryHeap<Ranked>,
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
        Layer {
            heap: BinaryHeap::new(),
            ended: BinaryHeap::new(),
            states: Vec::new(),
            seen: FxHashSet::default(),
        }
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
    const BYTES_A_POSITION: usize =
        size_of::<Found<S>>() + 2 * size_of::<Ranked>() + size_of::<Trail<S::Action>>();

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
        let (place, ends) = (layer.states.len(), state.turn() == Turn::Over);
        layer.states.push(Found { state, root, step: self.trail.len() as u32 - 1 });
        let heap = if ends { &mut layer.ended } else { &mut layer.heap };
        heap.push(Ranked { value, place });
        self.bytes += Self::BYTES_A_POSITION;
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
                let Some(best) = self.layers[depth].heap.peek() else { break };
                if self.watch.is_over(run, self.looked, self.looked) || !self.may_grow(depth, best.place) {
                    return false;
                }
                self.expand_best(depth);
                moved = true;
            }
            depth += 1;
        }
        moved
    }

    /// Whether all that follows this position fits under the cap.
    fn may_grow(&self, depth: usize, place: usize) -> bool {
        if self.most_bytes == usize::MAX {
            return true;
        }
        let mut moves = 0;
        self.layers[depth].states[place].state.for_each_action(|_| moves += 1);
        self.bytes + moves * Self::BYTES_A_POSITION <= self.most_bytes
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

    /// The first move of the best position at the deepest turn reached, or of a game that was over sooner and is better.
    fn decision(mut self) -> Decision<S::Action> {
        let last = self.layers.len() - 1;
        let mut best: Option<(f64, u32)> = None;
        for (depth, layer) in self.layers.iter().enumerate().rev() {
            let reached = layer.heap.iter().filter(|_| depth == last).chain(&layer.ended);
            for ranked in reached {
                let candidate = &mut self.candidates[layer.states[ranked.place].root as usize];
                candidate.mean = candidate.mean.max(ranked.value);
            }
            let open = layer.heap.peek().filter(|_| depth == last);
            for ranked in open.into_iter().chain(layer.ended.peek()) {
                if best.is_none_or(|(value, _)| ranked.value > value) {
                    best = Some((ranked.value, layer.states[ranked.place].step));
                }
            }
        }
        let step = best.map_or(0, |(_, step)| step);
        let line = Trail::line(&self.trail, step);
        let chosen = line[0];
        if let (Some((value, _)), Some(own)) = (best, self.candidates.iter_mut().find(|c| c.action == chosen))
        {
            own.mean = value;
        }
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
            passes: 0,
        }
    }
}
