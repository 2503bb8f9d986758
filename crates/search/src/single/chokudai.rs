//! `chokudai`: Chokudai search, which repeats narrow beams.
//!
//! Every depth keeps a heap of the positions found there. A beam goes through all depths and takes the best
//! `width` positions out of each heap to expand them; the next beam takes the best of what is left. A
//! position is taken only once, so later beams go where earlier ones did not, and a good answer is ready
//! whenever time runs out (an anytime search). A `cap` limits how many positions of one niche are taken per
//! depth.
//!
//! A heap entry is a move and the position before it; the position after it is built when the entry is taken.

use super::beam::{CAP, DEPTH, DISTINCT, KEEP};
use super::finish::finish;
use super::plan::{self, Plan};
use super::trail::{START, Trail};
use crate::order::sort_few;
use crate::watch::Watch;
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use yomi_core::{
    Basis, Bound, Candidate, Choice, Decision, Deterministic, Keyed, Limits, OptionSpec, Options, Player,
    Rng, Run, Scout, Search, State, Text, Turn,
};

/// Options of [`Chokudai`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChokudaiOptions {
    /// Positions that a beam takes at each depth.
    pub width: usize,
    /// Turns to look ahead; `None` to the end of the game.
    pub depth: Option<u32>,
    /// Beams; `None` for as many as the limits allow.
    pub beams: Option<u64>,
    /// Take equal positions once.
    pub distinct: bool,
    /// The most positions of one niche that are taken at a depth.
    pub cap: Option<usize>,
    /// Keep to the best line found in earlier turns unless a better one is found.
    pub keep: bool,
}

const WIDTH: OptionSpec = OptionSpec::count(
    "width",
    "1",
    1,
    1_000_000,
    Text::new("positions that a beam takes at each turn", "各ターンで取り出す局面の数"),
);
const BEAMS: OptionSpec = OptionSpec::count(
    "beams",
    "max",
    1,
    1_000_000_000,
    Text::new("beams; max for as many as the limit allows", "ビームの本数（maxは制限まで）"),
)
.or(&["max"]);

impl ChokudaiOptions {
    pub const OPTIONS: [OptionSpec; 6] = [WIDTH, DEPTH, BEAMS, DISTINCT, CAP, KEEP];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> ChokudaiOptions {
        ChokudaiOptions {
            width: options.count(&WIDTH) as usize,
            depth: options.count_or(&DEPTH).map(|d| d as u32),
            beams: options.count_or(&BEAMS),
            distinct: options.switch(&DISTINCT),
            cap: options.count_or(&CAP).map(|n| n as usize),
            keep: options.switch(&KEEP),
        }
    }
}

impl Default for ChokudaiOptions {
    fn default() -> Self {
        ChokudaiOptions::read(&Options::defaults(&Self::OPTIONS))
    }
}

pub const DEFAULT_LIMITS: Limits = Limits::iterations(10_000);

/// Chokudai search: repeated narrow beams over shared heaps.
///
/// ```
/// use yomi_core::testkit::ask::decide;
/// use yomi_core::testkit::toys::{Coins, Side, Taken};
/// use yomi_core::Limits;
/// use yomi_search::{Chokudai, single::ChokudaiOptions};
///
/// let found = |beams| {
///     let options = ChokudaiOptions { beams: Some(beams), ..ChokudaiOptions::default() };
///     decide(&mut Chokudai::new(options, Taken), &Coins::START, Limits::default(), 0)
/// };
/// assert_eq!(found(1).action, Side::Right); // The first beam follows the nearest coin,
/// assert_eq!((found(2).action, found(2).value()), (Side::Left, 9.0)); // the second goes elsewhere.
/// ```
#[derive(Clone, Debug)]
pub struct Chokudai<S: State, E> {
    pub options: ChokudaiOptions,
    pub evaluator: E,
    plan: Plan<S::Action>,
}

impl<S: State, E> Chokudai<S, E> {
    #[must_use]
    pub fn new(options: ChokudaiOptions, evaluator: E) -> Self {
        Chokudai { options, evaluator, plan: Plan::default() }
    }
}

impl<S: Deterministic + Keyed, E: Scout<S>> Search<S> for Chokudai<S, E> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let known = if self.options.keep { self.plan.known(state, mover) } else { None };
        let default = if self.options.beams.is_some() { Limits::default() } else { DEFAULT_LIMITS };
        let watch = Watch::start(run, default);
        let mut hunt = Hunt {
            options: self.options,
            scout: &self.evaluator,
            mover,
            most_looks: watch.limits().iterations.unwrap_or(u64::MAX).max(1),
            watch,
            most_bytes: run.limits.memory.unwrap_or(usize::MAX),
            bytes: 0,
            looked: 0,
            niches: self.evaluator.niches(state),
            layers: Vec::new(),
            trail: Trail::new(),
            candidates: Vec::new(),
            ended: Vec::new(),
            most_moves: 0,
        };
        hunt.begin(state);
        let mut beams = 0;
        while self.options.beams.is_none_or(|most| beams < most) && hunt.send_beam(run) {
            beams += 1;
        }
        let (decision, lines) = hunt.decision();
        let mut decision = plan::at_least(decision, known);
        self.plan.keep(&decision.line);
        if run.evidence.is_some() {
            finish(&mut decision, &lines, state, &self.evaluator, mover);
        }
        decision
    }
}

/// A move that waits for its turn, with what it leads to.
struct Waiting<A> {
    value: f64,
    key: u64,
    niche: u32,
    /// The position before the move, in the previous layer.
    parent: u32,
    /// The root move it began with, as an index into the candidates.
    root: u32,
    action: A,
}

impl<A> Ord for Waiting<A> {
    /// By value; ties by key, which is arbitrary but reproducible.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.total_cmp(&other.value).then(self.key.cmp(&other.key))
    }
}

impl<A> PartialOrd for Waiting<A> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A> PartialEq for Waiting<A> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<A> Eq for Waiting<A> {}

/// A position that was taken.
struct Taken<S> {
    state: S,
    root: u32,
    step: u32,
}

/// What was found at one depth.
struct Layer<S: State> {
    heap: BinaryHeap<Waiting<S::Action>>,
    taken: Vec<Taken<S>>,
    /// The keys of the taken ones.
    keys: FxHashSet<u64>,
    /// How many were taken of each niche, where that matters.
    of_niche: Vec<u32>,
}

impl<S: State> Layer<S> {
    fn new(niches: usize) -> Self {
        Layer {
            heap: BinaryHeap::new(),
            taken: Vec::new(),
            keys: FxHashSet::default(),
            of_niche: vec![0; niches],
        }
    }
}

/// Where a line ends.
#[derive(Clone, Copy)]
struct Ended<A> {
    value: f64,
    step: u32,
    action: A,
}

struct Hunt<'a, S: State, E> {
    options: ChokudaiOptions,
    scout: &'a E,
    mover: Player,
    watch: Watch,
    most_bytes: usize,
    bytes: usize,
    looked: u64,
    /// The limit in iterations, which are positions looked at.
    most_looks: u64,
    niches: usize,
    /// The root, what one move leads to, and so on.
    layers: Vec<Layer<S>>,
    trail: Trail<S::Action>,
    candidates: Vec<Candidate<S::Action>>,
    /// The best finished game of each root move.
    ended: Vec<Option<Ended<S::Action>>>,
    most_moves: usize,
}

impl<S: Deterministic + Keyed, E: Scout<S>> Hunt<'_, S, E> {
    const BYTES_A_MOVE: usize = size_of::<Waiting<S::Action>>();
    const BYTES_A_POSITION: usize =
        size_of::<Taken<S>>() + 2 * size_of::<u64>() + Trail::<S::Action>::BYTES_A_STEP;

    fn new_layer(&mut self) {
        let niches = if self.options.cap.is_some() { self.niches } else { 0 };
        self.bytes += niches * size_of::<u32>();
        self.layers.push(Layer::new(niches));
    }

    fn begin(&mut self, state: &S) {
        state.for_each_action(|action| {
            let mean = self.scout.ahead(state, action, self.mover).value;
            self.candidates.push(Candidate::computed(action, 0, mean, Bound::Judged));
        });
        self.ended = vec![None; self.candidates.len()];
        self.new_layer();
        self.layers[0].taken.push(Taken { state: state.clone(), root: 0, step: START });
        self.bytes += Self::BYTES_A_POSITION;
        self.go_on_from_last(0);
    }

    /// Enters all moves of the position taken last at this depth.
    fn go_on_from_last(&mut self, depth: usize) {
        if depth + 1 == self.layers.len() {
            self.new_layer();
        }
        let [layer, next] = &mut self.layers[depth..depth + 2] else { unreachable!("both are there") };
        let parent = layer.taken.len() - 1;
        let Taken { state, root, step } = &layer.taken[parent];
        let mut place = 0usize;
        state.for_each_action(|action| {
            if self.looked >= self.most_looks {
                return;
            }
            self.looked += 1;
            let seen = self.scout.ahead(state, action, self.mover);
            let root = if depth == 0 { place } else { *root as usize };
            place += 1;
            self.candidates[root].visits += 1;
            if seen.over {
                let best = &mut self.ended[root];
                if best.is_none_or(|best| seen.value > best.value) {
                    *best = Some(Ended { value: seen.value, step: *step, action });
                }
                return;
            }
            let (niche, parent, root) = (seen.niche as u32, parent as u32, root as u32);
            next.heap.push(Waiting { value: seen.value, key: seen.key, niche, parent, root, action });
            self.bytes += Self::BYTES_A_MOVE;
        });
        self.most_moves = self.most_moves.max(place);
    }

    /// One beam through all depths; false when nothing is left to do or a limit is reached.
    fn send_beam<A>(&mut self, run: &Run<'_, A>) -> bool {
        let deepest = self.options.depth.map_or(usize::MAX, |d| d as usize);
        let mut moved = false;
        let mut depth = 1;
        while depth < self.layers.len() && depth < deepest {
            for _ in 0..self.options.width {
                if self.watch.is_over(run, self.looked, self.looked) || !self.may_grow() {
                    return false;
                }
                if !self.take_best(depth) {
                    break;
                }
                self.go_on_from_last(depth);
                moved = true;
            }
            depth += 1;
        }
        moved
    }

    /// Whether one more position and all that follows it fit under the cap, with room for more moves than any
    /// position had so far.
    fn may_grow(&self) -> bool {
        let layer = self.niches * size_of::<u32>();
        let moves = (2 * self.most_moves + 2) * Self::BYTES_A_MOVE;
        self.bytes + layer + moves + Self::BYTES_A_POSITION <= self.most_bytes
    }

    /// Takes the best position of a depth that may be taken; false when there is none.
    fn take_best(&mut self, depth: usize) -> bool {
        let [before, layer] = &mut self.layers[depth - 1..=depth] else { unreachable!("both are there") };
        while let Some(best) = layer.heap.pop() {
            let full = |cap| layer.of_niche[best.niche as usize] as usize >= cap;
            if self.options.cap.is_some_and(full) || self.options.distinct && !layer.keys.insert(best.key) {
                continue;
            }
            if self.options.cap.is_some() {
                layer.of_niche[best.niche as usize] += 1;
            }
            let Taken { state, step, .. } = &before.taken[best.parent as usize];
            let mut state = state.clone();
            state.apply(best.action);
            let step = self.trail.push(best.action, *step);
            layer.taken.push(Taken { state, root: best.root, step });
            self.bytes += Self::BYTES_A_POSITION;
            return true;
        }
        false
    }

    /// The first move of the best position at the deepest turn reached, or of a better game that ended
    /// sooner, and the best such line of each root move.
    fn decision(mut self) -> (Decision<S::Action>, Vec<Vec<S::Action>>) {
        let last = self.layers.len() - 1;
        let before = &self.layers[last - 1].taken;
        let open = self.layers[last].heap.iter().map(|w| {
            let step = before[w.parent as usize].step;
            (w.root, Ended { value: w.value, step, action: w.action })
        });
        let ended = self.ended.iter().enumerate().filter_map(|(root, e)| Some((root as u32, (*e)?)));
        let mut best: Option<(u32, Ended<S::Action>)> = None;
        let mut of_roots: Vec<Option<Ended<S::Action>>> = vec![None; self.candidates.len()];
        for (root, reached) in open.chain(ended) {
            let candidate = &mut self.candidates[root as usize];
            candidate.mean = candidate.mean.max(reached.value);
            let of_root = &mut of_roots[root as usize];
            if of_root.is_none_or(|known| reached.value > known.value) {
                *of_root = Some(reached);
            }
            if best.is_none_or(|(_, best)| reached.value > best.value) {
                best = Some((root, reached));
            }
        }
        let (root, best) = best.expect("the first moves lead somewhere");
        let line_to = |end: Ended<S::Action>| {
            let mut line = self.trail.line(end.step);
            line.push(end.action);
            line
        };
        let (line, lines) = (line_to(best), of_roots.into_iter().flatten().map(line_to).collect());
        let chosen = line[0];
        self.candidates[root as usize].mean = best.value;
        sort_few(&mut self.candidates, |a, b| {
            (b.action == chosen).cmp(&(a.action == chosen)).then(b.mean.total_cmp(&a.mean))
        });
        let decision = Decision {
            action: chosen,
            basis: Basis::Computed,
            choice: Choice::Value,
            candidates: self.candidates,
            line,
            iterations: self.looked,
            nodes: self.looked,
            worlds: 0,
            bytes: self.bytes,
            depth: last as u32,
            passes: 0,
        };
        (decision, lines)
    }
}
