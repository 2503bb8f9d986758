//! `beam`: all moves of the best `width` positions, turn by turn, `depth` turns deep.
//!
//! Each turn every position in the beam is replaced by all positions it leads to; the best `width` of them stay. What is
//! over stays as it is. The first move of the best position at the end is played. Positions that are the same are kept
//! once, unless that is switched off: otherwise a beam soon holds many copies of one idea.

use super::greedy::worth;
use crate::watch::Watch;
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use yomi_core::{
    Bound, Candidate, Decision, Deterministic, Evaluator, Keyed, Limits, Player, Rng, Run, Search, State,
    Turn,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeamOptions {
    pub width: usize,
    /// Turns to look ahead; `None` to the end of the game.
    pub depth: Option<u32>,
    /// Keep equal positions once.
    pub distinct: bool,
}

impl Default for BeamOptions {
    fn default() -> Self {
        BeamOptions { width: 100, depth: None, distinct: true }
    }
}

#[derive(Clone, Debug)]
pub struct Beam<E> {
    pub options: BeamOptions,
    pub evaluator: E,
}

/// Nothing ends a beam but its depth.
const DEFAULT_LIMITS: Limits = Limits { iterations: None, nodes: None, time: None, memory: None };

struct Entry<S> {
    state: S,
    value: f64,
    /// The root move it began with, as a place in the candidates.
    root: u32,
    /// The last step that led here, in the list of all steps.
    step: u32,
}

/// A position's place in its layer, in the order of the values alone.
pub(super) struct Ranked {
    pub value: f64,
    pub place: usize,
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.total_cmp(&other.value)
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ranked {}

/// A step on the way to a position in the beam; following the parents gives the line.
pub(super) struct Trail<A> {
    pub action: A,
    pub parent: Option<u32>,
}

impl<A: Copy> Trail<A> {
    /// The line that ends with this step.
    pub fn line(trail: &[Trail<A>], last: u32) -> Vec<A> {
        let steps = std::iter::successors(Some(last), |&step| trail[step as usize].parent);
        let mut line: Vec<A> = steps.map(|step| trail[step as usize].action).collect();
        line.reverse();
        line
    }
}

impl<S: Deterministic + Keyed, E: Evaluator<S>> Search<S> for Beam<E> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let mut hunt = Hunt {
            options: self.options,
            evaluator: &self.evaluator,
            mover,
            watch: Watch::start(run, DEFAULT_LIMITS),
            trail: Vec::new(),
            looked: 0,
            most_bytes: run.limits.memory.unwrap_or(usize::MAX),
        };
        let mut candidates = Vec::new();
        let mut beam = hunt.first_layer(state, &mut candidates);
        let mut depth = 1;
        while hunt.options.depth.is_none_or(|most| depth < most) {
            let Some(next) = hunt.next_layer(&beam, run) else { break };
            beam = next;
            depth += 1;
            note_best(&mut candidates, &beam);
        }
        hunt.decision(candidates, &beam, depth)
    }
}

struct Hunt<'a, S: State, E> {
    options: BeamOptions,
    evaluator: &'a E,
    mover: Player,
    watch: Watch,
    trail: Vec<Trail<S::Action>>,
    looked: u64,
    most_bytes: usize,
}

impl<S: Deterministic + Keyed, E: Evaluator<S>> Hunt<'_, S, E> {
    fn first_layer(&mut self, state: &S, candidates: &mut Vec<Candidate<S::Action>>) -> Vec<Entry<S>> {
        let mut layer = Vec::new();
        state.for_each_action(|action| {
            let root = candidates.len() as u32;
            let entry = self.enter(state, action, root, None);
            candidates.push(Candidate { action, visits: 1, mean: entry.value, se: 0.0, bound: Bound::Exact });
            layer.push(entry);
        });
        self.keep_best(layer)
    }

    fn enter(&mut self, state: &S, action: S::Action, root: u32, parent: Option<u32>) -> Entry<S> {
        self.looked += 1;
        let mut next = state.clone();
        next.apply(action);
        self.trail.push(Trail { action, parent });
        let value = worth(&next, self.evaluator, self.mover);
        Entry { state: next, value, root, step: self.trail.len() as u32 - 1 }
    }

    /// All positions one turn on and those where the game is over, the best of them; none when it is over everywhere or a
    /// limit is reached.
    fn next_layer<A>(&mut self, beam: &[Entry<S>], run: &Run<'_, A>) -> Option<Vec<Entry<S>>> {
        if beam.iter().all(|e| e.state.turn() == Turn::Over) {
            return None;
        }
        let mut layer: Vec<Entry<S>> = Vec::with_capacity(beam.len() * 4);
        let mut seen = FxHashSet::default();
        for entry in beam {
            if self.watch.is_over(run, self.looked, self.looked) || !self.may_grow(&layer) {
                return None;
            }
            if entry.state.turn() == Turn::Over {
                layer.push(Entry { state: entry.state.clone(), ..*entry });
                continue;
            }
            entry.state.for_each_action(|action| {
                let next = self.enter(&entry.state, action, entry.root, Some(entry.step));
                if !self.options.distinct || seen.insert(next.state.key()) {
                    layer.push(next);
                } else {
                    self.trail.pop();
                }
            });
        }
        Some(self.keep_best(layer))
    }

    /// The best of a layer, best first. Ties fall as they do in a binary heap of the layer, which is how the search book's
    /// programs keep their beam, so that a suite gives the same figures here and there.
    fn keep_best(&self, layer: Vec<Entry<S>>) -> Vec<Entry<S>> {
        let mut heap = BinaryHeap::with_capacity(layer.len());
        layer.iter().enumerate().for_each(|(place, e)| heap.push(Ranked { value: e.value, place }));
        let mut layer: Vec<Option<Entry<S>>> = layer.into_iter().map(Some).collect();
        let best = std::iter::from_fn(|| heap.pop()).take(self.options.width);
        best.filter_map(|ranked| layer[ranked.place].take()).collect()
    }

    fn bytes(&self, layer: &[Entry<S>]) -> usize {
        2 * size_of_val(layer) + self.trail.capacity() * size_of::<Trail<S::Action>>()
    }

    /// Whether the moves of one more position fit under the cap, the trail doubling when it is full.
    fn may_grow(&self, layer: &[Entry<S>]) -> bool {
        let full = self.trail.len() + 512 > self.trail.capacity();
        let doubled = if full { self.trail.capacity() * size_of::<Trail<S::Action>>() } else { 0 };
        self.bytes(layer) + doubled <= self.most_bytes
    }

    fn decision(
        &self,
        mut candidates: Vec<Candidate<S::Action>>,
        beam: &[Entry<S>],
        depth: u32,
    ) -> Decision<S::Action> {
        let best = &beam[0];
        let line = Trail::line(&self.trail, best.step);
        let chosen = line[0];
        candidates[best.root as usize].mean = best.value;
        // The chosen move first; the others by how good a position they still had in the beam.
        candidates
            .sort_by(|a, b| (b.action == chosen).cmp(&(a.action == chosen)).then(b.mean.total_cmp(&a.mean)));
        Decision {
            action: chosen,
            candidates,
            line,
            iterations: self.looked,
            nodes: self.looked,
            worlds: 0,
            bytes: self.bytes(beam),
            depth,
            passes: 0,
        }
    }
}

/// The best value that each root move still has in the beam, and how many positions.
fn note_best<S, A>(candidates: &mut [Candidate<A>], beam: &[Entry<S>]) {
    let mut counted = vec![false; candidates.len()];
    for entry in beam {
        let root = entry.root as usize;
        candidates[root].visits += 1;
        if !counted[root] {
            counted[root] = true;
            candidates[root].mean = entry.value;
        }
    }
}
