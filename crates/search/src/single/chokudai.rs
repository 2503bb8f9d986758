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
    Bound, Candidate, Decision, Deterministic, Evaluator, Keyed, Limits, Rng, Run, Search, State, Turn,
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

/// The positions found at one depth.
struct Layer<S> {
    heap: BinaryHeap<Ranked>,
    states: Vec<Found<S>>,
    seen: FxHashSet<u64>,
}

struct Found<S> {
    state: S,
    root: u32,
    step: u32,
}

impl<S> Layer<S> {
    fn new() -> Self {
        Layer { heap: BinaryHeap::new(), states: Vec::new(), seen: FxHashSet::default() }
    }
}

impl<S: Deterministic + Keyed, E: Evaluator<S>> Search<S> for Chokudai<E> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let default = if self.options.beams.is_some() { Limits::default() } else { DEFAULT_LIMITS };
        let mut watch = Watch::start(run, default);
        let most_bytes = run.limits.memory.unwrap_or(usize::MAX);
        let mut candidates = Vec::new();
        let mut trail: Vec<Trail<S::Action>> = Vec::new();
        let mut layers = vec![Layer::new()];
        let mut looked = 0u64;
        let mut bytes = 0;
        state.for_each_action(|action| {
            let mut next = state.clone();
            next.apply(action);
            let value = worth(&next, &self.evaluator, mover);
            trail.push(Trail { action, parent: None });
            let place = layers[0].states.len();
            layers[0].states.push(Found { state: next, root: place as u32, step: place as u32 });
            layers[0].heap.push(Ranked { value, place });
            candidates.push(Candidate { action, visits: 1, mean: value, se: 0.0, bound: Bound::Exact });
            looked += 1;
        });
        let deepest = self.options.depth.map_or(usize::MAX, |d| d as usize);
        let mut beams = 0;
        'beams: while self.options.beams.is_none_or(|most| beams < most) {
            beams += 1;
            let mut moved = false;
            for depth in 0.. {
                if depth + 1 >= deepest || depth >= layers.len() {
                    break;
                }
                if depth + 1 == layers.len() {
                    layers.push(Layer::new());
                }
                for _ in 0..self.options.width {
                    // At the end of the game positions are answers, not stations: they stay.
                    let over = |l: &Layer<S>| {
                        l.heap.peek().is_none_or(|r| l.states[r.place].state.turn() == Turn::Over)
                    };
                    if over(&layers[depth]) {
                        break;
                    }
                    if watch.is_over(run, looked, looked) || bytes > most_bytes {
                        break 'beams;
                    }
                    let Some(best) = layers[depth].heap.pop() else { break };
                    let Found { state, root, step } = &layers[depth].states[best.place];
                    let (state, root, step) = (state.clone(), *root, *step);
                    moved = true;
                    let next_layer = &mut layers[depth + 1];
                    state.for_each_action(|action| {
                        looked += 1;
                        let mut next = state.clone();
                        next.apply(action);
                        if self.options.distinct && !next_layer.seen.insert(next.key()) {
                            return;
                        }
                        trail.push(Trail { action, parent: Some(step) });
                        let value = worth(&next, &self.evaluator, mover);
                        let place = next_layer.states.len();
                        next_layer.states.push(Found { state: next, root, step: trail.len() as u32 - 1 });
                        next_layer.heap.push(Ranked { value, place });
                        candidates[root as usize].visits += 1;
                        bytes +=
                            size_of::<Found<S>>() + 2 * size_of::<Ranked>() + size_of::<Trail<S::Action>>();
                    });
                }
            }
            if !moved {
                break;
            }
        }
        let last = layers.iter().rposition(|l| !l.heap.is_empty()).unwrap_or(0);
        answer(&layers[last], candidates, &trail, looked, bytes, last as u32 + 1)
    }
}

fn answer<S: State>(
    layer: &Layer<S>,
    mut candidates: Vec<Candidate<S::Action>>,
    trail: &[Trail<S::Action>],
    looked: u64,
    bytes: usize,
    depth: u32,
) -> Decision<S::Action> {
    let best = layer.heap.peek();
    let (step, value) = best.map_or((0, candidates[0].mean), |r| (layer.states[r.place].step, r.value));
    for ranked in &layer.heap {
        let candidate = &mut candidates[layer.states[ranked.place].root as usize];
        candidate.mean = candidate.mean.max(ranked.value);
    }
    let line = Trail::line(trail, step);
    let chosen = line[0];
    if let Some(candidate) = candidates.iter_mut().find(|c| c.action == chosen) {
        candidate.mean = value;
    }
    candidates
        .sort_by(|a, b| (b.action == chosen).cmp(&(a.action == chosen)).then(b.mean.total_cmp(&a.mean)));
    Decision { action: chosen, candidates, line, iterations: looked, nodes: looked, worlds: 0, bytes, depth }
}
