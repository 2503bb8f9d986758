//! `beam`: all moves of the best `width` positions, turn by turn, `depth` turns deep.
//!
//! Each turn every position in the beam is replaced by all positions it leads to; the best `width` of them
//! stay. Finished games stay as they are. The first move of the best position at the end is played. Equal
//! positions are kept once, unless that is switched off: otherwise a beam soon holds many copies of one idea.
//! A `cap` goes further: it limits the positions of one niche, a group that the [`Scout`] defines. Without a
//! width, and with a limit, the beam is as wide as the limit allows.

use super::finish::finish;
use super::keeping::{Copied, Keeping, Late, Shared};
use super::pace::{Fit, Pace};
use super::plan::{self, Known, Plan};
use super::shortlist::{Applicant, BETWEEN_QUESTIONS, Shortlist};
use super::trail::{START, Trail};
use crate::order::sort_few;
use crate::watch::Watch;
use rustc_hash::FxHashSet;
use yomi_core::{
    Basis, Bound, Candidate, Choice, Decision, Deterministic, Glimpse, Keyed, Limits, OptionSpec, Options,
    Player, Rng, Run, Scout, Search, State, Text, Turn,
};

/// What a beam stores of the positions it looks at. The result is the same in all three ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum States {
    /// All of them, by value.
    Copied,
    /// All of them, by reference.
    Shared,
    /// Those that stay.
    #[default]
    Late,
}

/// Options of [`Beam`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeamOptions {
    /// Positions in the beam; `None` for as many as the limits allow, [`DEFAULT_WIDTH`] if they allow any
    /// number.
    pub width: Option<usize>,
    /// Turns to look ahead; `None` to the end of the game.
    pub depth: Option<u32>,
    /// Keep equal positions once.
    pub distinct: bool,
    /// The most positions of one niche.
    pub cap: Option<usize>,
    /// Leave out positions that are dominated by another one of their niche, where the [`Scout`] can tell.
    pub dominance: bool,
    /// Keep to the best line found in earlier turns unless a better one is found.
    pub keep: bool,
    pub states: States,
}

const WIDTH: OptionSpec = OptionSpec::count(
    "width",
    "auto",
    1,
    1_000_000,
    Text::new(
        "positions kept at each turn; auto for as many as the limit allows, 100 without a limit",
        "各ターンで残す局面の数（autoは制限に合わせる。制限がなければ100）",
    ),
)
.or(&["auto"]);
pub(super) const DEPTH: OptionSpec = OptionSpec::count(
    "depth",
    "max",
    1,
    100_000,
    Text::new("turns to look ahead; max to the end of the game", "読むターン数（maxは終局まで）"),
)
.or(&["max"]);
pub(super) const DISTINCT: OptionSpec = OptionSpec::switch(
    "distinct",
    "true",
    Text::new("keep equal positions once", "同一局面を一つにまとめる"),
);
pub(super) const CAP: OptionSpec = OptionSpec::count(
    "cap",
    "none",
    1,
    1_000_000,
    Text::new(
        "the most positions of a turn in one niche: in the mazes, on one cell",
        "同じニッチ（迷路では同じマス）に残す局面の上限",
    ),
)
.or(&["none"]);
const DOMINANCE: OptionSpec = OptionSpec::switch(
    "dominance",
    "false",
    Text::new(
        "leave out positions that can come to no more than another of their niche, where the game can tell",
        "同じニッチの他の局面を超えられないと分かる局面を除く（判定できるゲームのみ）",
    ),
);
pub(super) const KEEP: OptionSpec = OptionSpec::switch(
    "keep",
    "true",
    Text::new(
        "play the best line of earlier turns on unless a better one is found",
        "より良い手順が見つかるまで、前に見つけた最良の手順を続ける",
    ),
);
const STATES: OptionSpec = OptionSpec::choice(
    "states",
    "late",
    &["copied", "shared", "late"],
    Text::new(
        "positions looked at are copied, shared by reference count, or late: built only if they stay",
        "局面の持ち方: copied（複製）、shared（参照カウント）、late（残すものだけ作る）",
    ),
);

impl BeamOptions {
    pub const OPTIONS: [OptionSpec; 7] = [WIDTH, DEPTH, DISTINCT, CAP, DOMINANCE, KEEP, STATES];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> BeamOptions {
        BeamOptions {
            width: options.count_or(&WIDTH).map(|n| n as usize),
            depth: options.count_or(&DEPTH).map(|d| d as u32),
            distinct: options.switch(&DISTINCT),
            cap: options.count_or(&CAP).map(|n| n as usize),
            dominance: options.switch(&DOMINANCE),
            keep: options.switch(&KEEP),
            states: options.choice(&STATES, [States::Copied, States::Shared, States::Late]),
        }
    }
}

impl Default for BeamOptions {
    fn default() -> Self {
        BeamOptions::read(&Options::defaults(&Self::OPTIONS))
    }
}

pub const DEFAULT_WIDTH: usize = 100;
/// The width of a first beam that finds out how many turns are left and how long they take.
const PILOT_WIDTH: usize = 2;

/// Beam search for one player without chance.
///
/// ```
/// use yomi_core::testkit::ask::decide;
/// use yomi_core::testkit::toys::{Coins, Side, Taken};
/// use yomi_core::Limits;
/// use yomi_search::{Beam, single::BeamOptions};
///
/// let mut search = Beam::new(BeamOptions { width: Some(2), ..BeamOptions::default() }, Taken);
/// let found = decide(&mut search, &Coins::START, Limits::default(), 0);
/// assert_eq!((found.line, found.candidates[0].mean), (vec![Side::Left, Side::Left], 9.0));
/// ```
#[derive(Clone, Debug)]
pub struct Beam<S: State, E> {
    pub options: BeamOptions,
    pub evaluator: E,
    /// The limits when none are given. By default only its depth ends a beam.
    default_limits: Limits,
    plan: Plan<S::Action>,
}

impl<S: State, E> Beam<S, E> {
    #[must_use]
    pub fn new(options: BeamOptions, evaluator: E) -> Self {
        Beam { options, evaluator, default_limits: Limits::default(), plan: Plan::default() }
    }

    #[must_use]
    pub fn with_default_limits(self, default_limits: Limits) -> Self {
        Beam { default_limits, ..self }
    }
}

impl<S: Deterministic + Keyed, E: Scout<S>> Search<S> for Beam<S, E> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let old = if self.options.keep { self.plan.known(state, mover) } else { None };
        let (decision, fallback, lines) = match self.options.states {
            States::Copied => search::<S, E, Copied>(self, state, mover, run),
            States::Shared => search::<S, E, Shared>(self, state, mover, run),
            States::Late => search::<S, E, Late>(self, state, mover, run),
        };
        let mut decision = plan::at_least(decision, plan::better(old, fallback));
        self.plan.keep(&decision.line);
        if run.evidence.is_some() {
            finish(&mut decision, &lines, state, &self.evaluator, mover);
        }
        decision
    }
}

/// What a hunt brings: the decision of one beam, a line to the end in case the limits cut that beam short,
/// and the best line of each root move.
type Found<A> = (Decision<A>, Option<Known<A>>, Vec<Vec<A>>);

fn search<S: Deterministic + Keyed, E: Scout<S>, K: Keeping<S>>(
    beam: &Beam<S, E>,
    state: &S,
    mover: Player,
    run: &Run<'_, S::Action>,
) -> Found<S::Action> {
    let mut hunt: Hunt<'_, S, E, K> = Hunt::new(beam, state, mover, run);
    let width = beam.options.width;
    if width.is_some() || !hunt.watch.limits().ends() {
        let (decision, _) = hunt.send(state, run, Pace::Fixed(width.unwrap_or(DEFAULT_WIDTH)));
        return (decision, None, hunt.lines());
    }
    let (pilot, expanded) = hunt.send(state, run, Pace::Fixed(PILOT_WIDTH));
    let fallback = plan::play_out(state, &pilot.line, mover);
    if hunt.looked >= hunt.most_looks {
        return (pilot, fallback, hunt.lines());
    }
    let (decision, _) = hunt.send(state, run, Pace::Fitted(Fit::new(pilot.depth, expanded)));
    // The limit was too short even for the first beam, which came further than the second.
    let cut_short = fallback.is_none() && decision.depth < pilot.depth;
    let decision = if cut_short { Decision { bytes: decision.bytes, ..pilot } } else { decision };
    (decision, fallback, hunt.lines())
}

/// What is known of a position in the beam besides the state.
#[derive(Clone, Copy)]
struct Standing {
    value: f64,
    /// The root move it began with, as an index into the candidates.
    root: u32,
    /// The last step that led here.
    step: u32,
}

/// The beam of one turn.
struct Layer<H> {
    /// At least as many as there are standings; the rest is memory for later turns.
    held: Vec<H>,
    standings: Vec<Standing>,
}

impl<H> Layer<H> {
    fn new() -> Self {
        Layer { held: Vec::new(), standings: Vec::new() }
    }

    fn bytes(&self) -> usize {
        self.held.capacity() * size_of::<H>() + self.standings.capacity() * size_of::<Standing>()
    }

    /// The best position; the first one wins ties.
    fn best(&self) -> Standing {
        let better = |a: Standing, &b: &Standing| if b.value > a.value { b } else { a };
        self.standings[1..].iter().fold(self.standings[0], better)
    }
}

struct Hunt<'a, S: Deterministic + Keyed, E, K: Keeping<S>> {
    options: BeamOptions,
    scout: &'a E,
    mover: Player,
    watch: Watch,
    looked: u64,
    /// The limit in iterations, which are positions looked at.
    most_looks: u64,
    most_bytes: usize,
    trail: Trail<S::Action>,
    now: Layer<K::Held>,
    next: Layer<K::Held>,
    shortlist: Shortlist<S::Action, K::Queued>,
    chosen: Vec<Applicant<S::Action, K::Queued>>,
    keys: FxHashSet<u64>,
    /// The last turn at which each root move was still in the beam, and the last step of its best line there.
    met: Vec<(u32, u32)>,
}

impl<'a, S: Deterministic + Keyed, E: Scout<S>, K: Keeping<S>> Hunt<'a, S, E, K> {
    fn new(beam: &'a Beam<S, E>, state: &S, mover: Player, run: &Run<'_, S::Action>) -> Self {
        let Beam { options, evaluator: scout, default_limits, .. } = beam;
        let watch = Watch::start(run, *default_limits);
        Hunt {
            options: *options,
            scout,
            mover,
            most_looks: watch.limits().iterations.unwrap_or(u64::MAX).max(1),
            watch,
            looked: 0,
            most_bytes: run.limits.memory.unwrap_or(usize::MAX),
            trail: Trail::new(),
            now: Layer::new(),
            next: Layer::new(),
            shortlist: Shortlist::new(options.cap, options.dominance, scout.niches(state)),
            chosen: Vec::new(),
            keys: FxHashSet::default(),
            met: Vec::new(),
        }
    }
}

impl<S: Deterministic + Keyed, E: Scout<S>, K: Keeping<S>> Hunt<'_, S, E, K> {
    /// One beam from here to its depth or to a limit, and how many positions it expanded.
    fn send(&mut self, state: &S, run: &Run<'_, S::Action>, mut pace: Pace) -> (Decision<S::Action>, u64) {
        let mut candidates = self.begin(state);
        let (mut depth, mut expanded) = (0, 0);
        while self.options.depth.is_none_or(|most| depth < most) {
            let positions = self.now.standings.len();
            let width = pace.width(run, &self.watch, depth, self.looked);
            // The first turn is always looked at: there must be an answer.
            let may_stop = depth > 0;
            if !self.look_ahead(run, may_stop) {
                break;
            }
            if !self.choose(run, width, &candidates, may_stop) {
                break;
            }
            pace.note_expanded(positions);
            expanded += positions as u64;
            depth += 1;
            if depth > 1 {
                self.note_best(&mut candidates, depth);
            }
        }
        (self.decision(candidates, depth), expanded)
    }

    /// A beam that holds only the root.
    fn begin(&mut self, state: &S) -> Vec<Candidate<S::Action>> {
        let mut candidates = Vec::new();
        state.for_each_action(|action| {
            let mean = self.scout.ahead(state, action, self.mover).value;
            candidates.push(Candidate::computed(action, 1, mean, Bound::Judged));
        });
        self.met.clear();
        self.met.resize(candidates.len(), (0, START));
        self.now.held.clear();
        self.now.held.push(K::begin(state));
        self.now.standings.clear();
        self.now.standings.push(Standing { value: 0.0, root: 0, step: START });
        candidates
    }

    /// Puts all positions one turn ahead, and finished games, on the shortlist; false when all games are
    /// finished or a limit is reached.
    fn look_ahead<A>(&mut self, run: &Run<'_, A>, may_stop: bool) -> bool {
        let Hunt { scout, mover, shortlist, looked, keys, now, .. } = self;
        let (distinct, most_looks) = (self.options.distinct, self.most_looks);
        keys.clear();
        let mut ended = 0;
        // Whether the limit came between the moves of one position.
        let mut cut = false;
        for (parent, standing) in now.standings.iter().enumerate() {
            let bytes = 2 * now.bytes() + self.trail.bytes_after(shortlist.len() + 512);
            let grown = bytes + (shortlist.len() + 512) * size_of::<Applicant<S::Action, K::Queued>>();
            let over = may_stop && (self.watch.is_over(run, *looked, *looked) || grown > self.most_bytes);
            if over || may_stop && cut {
                shortlist.clear(&mut self.chosen);
                return false;
            }
            let held = &now.held[parent];
            let parent = parent as u32;
            let state = K::state(held);
            if state.turn() == Turn::Over {
                ended += 1;
                let value = standing.value;
                let again =
                    || Applicant { value, key: 0, rest: None, parent, action: None, queued: K::stay(held) };
                match shortlist {
                    Shortlist::All(heap) => heap.push(again()),
                    Shortlist::Niches(niches) => niches.offer(
                        &Glimpse { value, key: 0, niche: 0, rest: None, over: true },
                        false,
                        again,
                    ),
                }
                continue;
            }
            state.for_each_action(|action| {
                cut = *looked >= most_looks;
                if cut {
                    return;
                }
                *looked += 1;
                let (seen, queued) = K::look(*scout, state, action, *mover);
                let Glimpse { value, key, rest, .. } = seen;
                let apply = || Applicant { value, key, rest, parent, action: Some(action), queued };
                match shortlist {
                    Shortlist::All(heap) => {
                        if !distinct || keys.insert(key) {
                            heap.push(apply());
                        }
                    }
                    Shortlist::Niches(niches) => niches.offer(&seen, distinct, apply),
                }
            });
        }
        if ended == now.standings.len() || may_stop && cut {
            shortlist.clear(&mut self.chosen);
            return false;
        }
        true
    }

    /// Makes the best of the shortlist the beam; false when the time is over before that is done, and then
    /// the beam stays as it was.
    fn choose<A>(
        &mut self,
        run: &Run<'_, A>,
        width: usize,
        candidates: &[Candidate<S::Action>],
        may_stop: bool,
    ) -> bool {
        let watch = &mut self.watch;
        let mut go_on = || !may_stop || !watch.look(run);
        if !self.shortlist.settle(width, &mut self.chosen, &mut go_on) {
            return false;
        }
        self.next.standings.clear();
        for (place, Applicant { value, parent, action, queued, .. }) in self.chosen.drain(..).enumerate() {
            if place % BETWEEN_QUESTIONS == BETWEEN_QUESTIONS - 1 && !go_on() {
                return false;
            }
            let from = &self.now.standings[parent as usize];
            let (root, step) = match action {
                None => (from.root, from.step),
                Some(action) => {
                    let first = || candidates.iter().position(|c| c.action == action).unwrap_or(0) as u32;
                    let root = if from.step == START { first() } else { from.root };
                    (root, self.trail.push(action, from.step))
                }
            };
            K::hold(queued, &self.now.held[parent as usize], action, &mut self.next.held, place);
            self.next.standings.push(Standing { value, root, step });
        }
        std::mem::swap(&mut self.now, &mut self.next);
        true
    }

    /// The best line of each root move that got further than the first turn.
    fn lines(&self) -> Vec<Vec<S::Action>> {
        self.met.iter().map(|&(_, step)| self.trail.line(step)).collect()
    }

    fn bytes(&self) -> usize {
        self.now.bytes() + self.next.bytes() + self.trail.bytes()
    }

    fn decision(&self, mut candidates: Vec<Candidate<S::Action>>, depth: u32) -> Decision<S::Action> {
        let best = self.now.best();
        let line = self.trail.line(best.step);
        let chosen = line[0];
        candidates[best.root as usize].mean = best.value;
        // The chosen move first; the others by the best position they still had in the beam.
        sort_few(&mut candidates, |a, b| {
            (b.action == chosen).cmp(&(a.action == chosen)).then(b.mean.total_cmp(&a.mean))
        });
        Decision {
            action: chosen,
            basis: Basis::Computed,
            choice: Choice::Value,
            candidates,
            line,
            iterations: self.looked,
            nodes: self.looked,
            worlds: 0,
            bytes: self.bytes(),
            depth,
            passes: 0,
        }
    }

    /// The best value that each root move still has in the beam, and how many positions.
    fn note_best(&mut self, candidates: &mut [Candidate<S::Action>], depth: u32) {
        for standing in &self.now.standings {
            let root = standing.root as usize;
            let candidate = &mut candidates[root];
            candidate.visits += 1;
            if self.met[root].0 != depth || standing.value > candidate.mean {
                candidate.mean = standing.value;
                self.met[root] = (depth, standing.step);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;
    use yomi_core::testkit::clock::SteppingClock;
    use yomi_core::testkit::toys::{Coins, Side, Taken};

    /// What a turn may take is counted before it begins: all of the memory allowed, and not a byte more.
    #[test]
    fn a_turn_that_just_fits_is_looked_at() {
        let beam = Beam::new(BeamOptions { width: Some(1), ..BeamOptions::default() }, Taken);
        let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
        let run = Run::new(Limits::default(), &clock, &stop);
        let mut hunt: Hunt<'_, _, _, Late> = Hunt::new(&beam, &Coins::START, Player::FIRST, &run);
        let candidates = hunt.begin(&Coins::START);
        assert!(hunt.look_ahead(&run, false) && hunt.choose(&run, 1, &candidates, false));
        // Two layers like this one, and room for the moves of one position in the list and on the trail.
        let listed = 512 * size_of::<Applicant<Side, <Late as Keeping<Coins>>::Queued>>();
        let needed = 2 * hunt.now.bytes() + hunt.trail.bytes_after(512) + listed;
        hunt.most_bytes = needed - 1;
        assert!(!hunt.look_ahead(&run, true));
        hunt.most_bytes = needed;
        assert!(hunt.look_ahead(&run, true));
    }
}
