//! How sampling searches run.
//!
//! A search is one or more [`Stream`]s, each with its own tree and its own random generator, that do not
//! communicate until their root tallies are added up in stream order (root parallelisation).
//!
//! How many there are is a matter of strength. Several small trees are weaker than one large one: on Connect
//! Four eight trees win 29% against one with as many iterations in all, two trees 39%. So a search that is
//! limited in iterations or nodes grows one tree, and gives the same bits on any number of threads. A search
//! that is limited in time alone has nothing to share: as many streams as there are threads, at most
//! [`MOST_FREE`], run freely, each reading the clock itself. A search whose clock is the CPU time of one
//! thread stays in that thread. Searches that only take samples ([`Parts::Samples`]) lose nothing by parts
//! and are split when they are long.

use crate::order::sort_few;
use crate::tally::{self, Dependence, Tally};
use crate::watch::Watch;
use rayon::prelude::*;
use std::any::Any;
use std::sync::atomic::Ordering;
use std::time::Duration;
use yomi_core::{
    Basis, Bound, Branch, Candidate, Choice, Decision, Evidence, Limits, Rng, Run, Traced, TreeTop,
};

/// One independent part of a search.
///
/// A stream that throws a coin for each of two moves, in turn, and the search that it makes:
///
/// ```
/// use std::{sync::atomic::AtomicBool, time::Duration};
/// use yomi_core::testkit::clock::SteppingClock;
/// use yomi_core::{Limits, Rng, Run};
/// use yomi_search::streams::{self, Choose, Parts, Size, Stream};
/// use yomi_search::tally::Tally;
///
/// struct Coins {
///     tallies: Vec<Tally<char>>,
///     done: u64,
///     rng: Rng,
/// }
///
/// impl Stream for Coins {
///     type Action = char;
///
///     fn advance(&mut self, iterations: u64) {
///         for _ in 0..iterations {
///             let at = (self.done % 2) as usize;
///             // Heads pays 1; the second move throws twice and takes the better.
///             let throws = at as u32 + 1;
///             self.tallies[at].add(f64::from(u8::from((0..throws).any(|_| self.rng.below(2) == 1))));
///             self.done += 1;
///         }
///     }
///     fn tallies(&self) -> &[Tally<char>] {
///         &self.tallies
///     }
///     fn line(&self, first: char) -> Vec<char> {
///         vec![first]
///     }
///     fn size(&self) -> Size {
///         Size::default()
///     }
/// }
///
/// let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
/// let mut run = Run::new(Limits::iterations(2_000), &clock, &stop);
/// let mut luck = Rng::new(0);
/// let (default, parts, choose) = (Limits::default(), Parts::Whole, Choose::BestMean);
/// let found = streams::run(&mut run, default, parts, choose, &mut luck, |rng, _| {
///     Coins { tallies: vec![Tally::new('a'), Tally::new('b')], done: 0, rng }
/// });
/// assert_eq!((found.action, found.iterations), ('b', 2_000));
/// assert!((found.value() - 0.75).abs() < 0.05);
/// ```
pub trait Stream: Send {
    type Action: Copy + Eq + Ord + Send;

    /// Performs `iterations` more iterations.
    fn advance(&mut self, iterations: u64);

    /// The same, reporting every iteration to `tell`. By default nothing is reported.
    fn advance_telling(&mut self, iterations: u64, _tell: &mut dyn FnMut(&Traced<Self::Action>)) {
        self.advance(iterations);
    }

    /// What is known of every root move.
    fn tallies(&self) -> &[Tally<Self::Action>];

    /// How much the results of one move depend on each other.
    fn dependence(&self) -> Dependence {
        Dependence::NONE
    }

    /// Whether its results are judgements of positions and not samples of what can happen.
    fn is_judged(&self) -> bool {
        false
    }

    /// All results of a root move, for [`Choose::Quantile`].
    fn spread(&self, _action: Self::Action) -> Vec<f64> {
        Vec::new()
    }

    /// How this stream expects the game to go on from the root by `first`.
    fn line(&self, first: Self::Action) -> Vec<Self::Action>;

    /// The size of what it has built.
    fn size(&self) -> Size;

    /// What it has seen so far, for the words about the decision, where it keeps that.
    fn evidence(&self) -> Option<&(dyn Any + Send)> {
        None
    }

    /// The same at the end, to be kept.
    fn take_evidence(&mut self) -> Option<Evidence> {
        None
    }

    /// The top of its tree, if it has one, down to this depth.
    fn top(&mut self, _depth: u32) -> Option<Branch<Self::Action>> {
        None
    }
}

/// What a search has built so far.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Size {
    pub nodes: u64,
    pub worlds: u64,
    pub bytes: usize,
    pub depth: u32,
    /// Node visits over all iterations; 0 where they are not counted.
    pub passes: u64,
}

impl Size {
    #[must_use]
    pub fn plus(self, other: Size) -> Size {
        Size {
            nodes: self.nodes + other.nodes,
            worlds: self.worlds + other.worlds,
            bytes: self.bytes + other.bytes,
            depth: self.depth.max(other.depth),
            passes: self.passes + other.passes,
        }
    }
}

/// Which of the root moves a search plays.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Choose {
    /// The most visited: in a tree the visits follow the mean and are steadier.
    MostVisits,
    /// The best mean: where every move got the same number of playouts.
    BestMean,
    /// The best quantile of the results: a move is worth what all but this part of its results reach; 0 for
    /// its worst result.
    Quantile(f64),
}

/// What several streams of a search are to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parts {
    /// Trees or races, which are stronger in one piece.
    Whole,
    /// Samples, which can be taken anywhere: as good in up to so many parts as in one.
    Samples(usize),
}

/// One stream's part of a search.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub index: usize,
    /// How many streams there are.
    pub of: usize,
    /// This stream's share of the memory cap.
    pub memory: Option<usize>,
}

/// Free-running streams, at most: more trees of the same size bring less and less.
pub const MOST_FREE: usize = 4;
/// Parts of a long search that takes samples, whatever the machine.
const SAMPLE_PARTS: usize = 8;
/// Shorter searches are not worth splitting.
const LONG: u64 = 160_000;

/// How many streams a search has, and how they run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    /// Each until its time is over.
    Freely(usize),
    /// Side by side, in rounds of a fixed number of iterations each.
    InStep(usize),
}

impl Plan {
    fn new<A>(limits: &Limits, parts: Parts, run: &Run<'_, A>) -> Plan {
        if limits.iterations.is_some() || limits.nodes.is_some() {
            return Plan::InStep(in_step(limits, parts));
        }
        // A trace tells one iteration after another.
        if !run.clock.covers_all_threads() || run.trace.is_some() {
            return Plan::InStep(1);
        }
        let most = match parts {
            Parts::Whole => MOST_FREE,
            Parts::Samples(most) => MOST_FREE.min(most).max(1),
        };
        Plan::Freely(rayon::current_num_threads().clamp(1, most))
    }

    fn streams(self) -> usize {
        match self {
            Plan::Freely(count) | Plan::InStep(count) => count,
        }
    }
}

/// Streams of a search that is limited in iterations or nodes, whatever the machine.
#[must_use]
pub fn in_step(limits: &Limits, parts: Parts) -> usize {
    let long = [limits.iterations, limits.nodes].into_iter().flatten().all(|most| most >= LONG);
    match parts {
        Parts::Samples(most) if long => SAMPLE_PARTS.min(most).max(1),
        _ => 1,
    }
}

/// Runs a search: makes its streams, each with its own random generator, advances them until a limit is
/// reached, and adds them up.
pub fn run<T: Stream>(
    run: &mut Run<'_, T::Action>,
    default: Limits,
    parts: Parts,
    choose: Choose,
    rng: &Rng,
    make: impl FnMut(Rng, Share) -> T,
) -> Decision<T::Action> {
    run_keeping(run, default, parts, choose, rng, make).0
}

/// [`run`], with the streams as they are at the end.
pub fn run_keeping<T: Stream>(
    run: &mut Run<'_, T::Action>,
    default: Limits,
    parts: Parts,
    choose: Choose,
    rng: &Rng,
    mut make: impl FnMut(Rng, Share) -> T,
) -> (Decision<T::Action>, Vec<T>) {
    let watch = Watch::start(run, default);
    let plan = Plan::new(&watch.limits(), parts, run);
    let of = plan.streams();
    let memory = watch.limits().memory.map(|bytes| bytes / of);
    let mut streams = Vec::with_capacity(of);
    for index in 0..of {
        streams.push(Apart(make(rng.split(index as u64), Share { index, of, memory })));
    }
    let mut driven: Vec<Driven<'_, T::Action>> = Vec::with_capacity(of);
    for Apart(stream) in &mut streams {
        driven.push(Driven { stream, done: 0, round: FIRST_ROUND });
    }
    let found = drive(run, watch, plan, choose, &mut driven);
    (found, streams.into_iter().map(|Apart(stream)| stream).collect())
}

/// On cache lines of its own (they are fetched in pairs), so that streams on several threads do not wait for each
/// other.
#[repr(align(128))]
struct Apart<T>(T);

/// A stream with how far it came.
#[repr(align(128))]
struct Driven<'s, A> {
    stream: &'s mut dyn Stream<Action = A>,
    done: u64,
    /// Iterations before it looks at the clock again, where it runs freely.
    round: u64,
}

/// Advances streams until a limit is reached, and adds them up. Compiled once per type of action, and not
/// once per search: streams are called once a round.
fn drive<A: Copy + Eq + Ord + Send>(
    run: &mut Run<'_, A>,
    mut watch: Watch,
    plan: Plan,
    choose: Choose,
    streams: &mut [Driven<'_, A>],
) -> Decision<A> {
    let mut reported = Duration::ZERO;
    let mut pace = Pace::new(&watch.limits(), streams.len() as u64);
    while done(streams) == 0 || !watch.look(run) {
        match plan {
            Plan::Freely(_) => {
                let report = run.progress.as_ref().map(|progress| reported + progress.every);
                let limit = watch.limits().time.unwrap_or(Duration::MAX);
                freely(run, &watch, report.map_or(limit, |report| report.min(limit)), streams);
            }
            Plan::InStep(_) => {
                let nodes = streams.iter().map(|s| s.stream.size().nodes).sum();
                let Some(round) = pace.next_round(done(streams), nodes) else { break };
                in_one_round(run, round, streams);
                pace.adapt(done(streams), watch.elapsed(run));
            }
        }
        if let Some(progress) = &mut run.progress {
            let elapsed = run.clock.now().saturating_sub(watch.began());
            // Who stops a search waits for its answer, not for one more report.
            if elapsed >= reported + progress.every && !run.stop.load(Ordering::Relaxed) {
                reported = elapsed;
                let found = decision(streams, choose);
                (progress.report)(&found, ahead(streams).stream.evidence());
            }
        }
    }
    let found = decision(streams, choose);
    let (trees, ahead) = (streams.len(), ahead_mut(streams));
    if let Some(wanted) = &mut run.tree {
        *wanted.found = ahead.stream.top(wanted.depth).map(|root| TreeTop { root, trees });
    }
    if let Some(wanted) = &mut run.evidence {
        **wanted = ahead.stream.take_evidence();
    }
    found
}

/// Iterations of all streams.
fn done<A>(streams: &[Driven<'_, A>]) -> u64 {
    streams.iter().map(|s| s.done).sum()
}

/// The stream that came farthest, the first of several: it speaks for all where their trees cannot be added
/// up.
fn ahead<'d, 's, A>(streams: &'d [Driven<'s, A>]) -> &'d Driven<'s, A> {
    streams.iter().rev().max_by_key(|s| s.done).expect("a search has a stream")
}

fn ahead_mut<'d, 's, A>(streams: &'d mut [Driven<'s, A>]) -> &'d mut Driven<'s, A> {
    streams.iter_mut().rev().max_by_key(|s| s.done).expect("a search has a stream")
}

/// One part of a search, to be run beside others.
type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Compiled once: what rayon does for a search is the same for all.
fn side_by_side(mut jobs: Vec<Job<'_>>) {
    if jobs.len() == 1 {
        return (jobs.remove(0))();
    }
    jobs.into_par_iter().for_each(|job| job());
}

/// Lets every stream run until this time has passed since the search began.
fn freely<A: Copy + Eq + Ord + Send>(
    run: &Run<'_, A>,
    watch: &Watch,
    until: Duration,
    streams: &mut [Driven<'_, A>],
) {
    let beat = beat(watch.limits().time);
    let (clock, stop, began) = (run.clock, run.stop, watch.began());
    let mut jobs: Vec<Job<'_>> = Vec::with_capacity(streams.len());
    for driven in streams {
        jobs.push(Box::new(move || {
            let mut then = clock.now().saturating_sub(began);
            while driven.done == 0 || (then < until && !stop.load(Ordering::Relaxed)) {
                driven.stream.advance(driven.round);
                driven.done += driven.round;
                let now = clock.now().saturating_sub(began);
                let left = until.saturating_sub(now);
                driven.round =
                    next_round(driven.round, driven.round, now.saturating_sub(then), beat.min(left));
                then = now;
            }
        }));
    }
    side_by_side(jobs);
}

/// Advances every stream by its part of a round.
fn in_one_round<A: Copy + Eq + Ord + Send>(run: &mut Run<'_, A>, round: u64, streams: &mut [Driven<'_, A>]) {
    let count = streams.len() as u64;
    let share = |i: usize| round / count + u64::from((i as u64) < round % count);
    for (i, driven) in streams.iter_mut().enumerate() {
        driven.done += share(i);
    }
    if let Some(tell) = &mut run.trace {
        for (i, driven) in streams.iter_mut().enumerate() {
            driven.stream.advance_telling(share(i), &mut |told| tell(i, told));
        }
        return;
    }
    if !run.clock.covers_all_threads() {
        for (i, driven) in streams.iter_mut().enumerate() {
            driven.stream.advance(share(i));
        }
        return;
    }
    let mut jobs: Vec<Job<'_>> = Vec::with_capacity(streams.len());
    for (i, driven) in streams.iter_mut().enumerate() {
        let share = share(i);
        jobs.push(Box::new(move || driven.stream.advance(share)));
    }
    side_by_side(jobs);
}

/// How many iterations to do between two looks at the clock. All rounds except the last are whole multiples
/// of the number of streams, so that the streams' shares do not depend on the lengths of the rounds.
struct Pace {
    streams: u64,
    iterations: u64,
    nodes: u64,
    /// Time between two looks.
    beat: Duration,
    round: u64,
}

const LONGEST_BEAT: Duration = Duration::from_millis(5);
/// Looks at the clock during one search, at least.
const LOOKS: u32 = 50;
/// How slow an iteration is nobody knows before the first.
const FIRST_ROUND: u64 = 1;
const LARGEST_ROUND: u64 = 65_536;
/// A limit on nodes also limits iterations, because nodes may never reach it: the whole game may have fewer,
/// memory may hold fewer, or one move may be so good that hardly any other is tried.
const ITERATIONS_A_NODE: u64 = 32;

fn beat(limit: Option<Duration>) -> Duration {
    limit.map_or(LONGEST_BEAT, |limit| (limit / LOOKS).min(LONGEST_BEAT))
}

/// Iterations for the next `beat`, when so many took `elapsed`. Growing by at most a factor of four per round
/// keeps one lucky measurement from overshooting.
fn next_round(round: u64, iterations: u64, elapsed: Duration, beat: Duration) -> u64 {
    let per_second = iterations as f64 / elapsed.as_secs_f64().max(1e-9);
    let wanted = (per_second * beat.as_secs_f64()) as u64;
    wanted.clamp(1, (round * 4).min(LARGEST_ROUND))
}

impl Pace {
    fn new(limits: &Limits, streams: u64) -> Pace {
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let enough = nodes.saturating_mul(ITERATIONS_A_NODE);
        Pace {
            streams,
            iterations: limits.iterations.unwrap_or(u64::MAX).min(enough).max(1),
            nodes,
            beat: beat(limits.time),
            round: FIRST_ROUND,
        }
    }

    /// The next round's iterations over all streams, or `None` when a limit is used up.
    fn next_round(&self, done: u64, nodes: u64) -> Option<u64> {
        // No iteration adds more than one node, and every stream does at least one.
        let full = done > 0 && nodes.saturating_add(self.streams) > self.nodes;
        if done >= self.iterations || full {
            return None;
        }
        let room = (self.nodes.saturating_sub(nodes) / self.streams).max(1);
        Some((self.round.min(room) * self.streams).min(self.iterations - done))
    }

    fn adapt(&mut self, done: u64, elapsed: Duration) {
        self.round = next_round(self.round, done / self.streams, elapsed, self.beat);
    }
}

fn decision<A: Copy + Eq + Ord + Send>(streams: &[Driven<'_, A>], choose: Choose) -> Decision<A> {
    let iterations = done(streams);
    let tallies = tally::merge(streams.iter().map(|s| s.stream.tallies()));
    let mut candidates = tally::candidates(&tallies, ahead(streams).stream.dependence());
    if ahead(streams).stream.is_judged() {
        for c in candidates.iter_mut().filter(|c| c.visits > 0) {
            *c = Candidate::computed(c.action, c.visits, c.mean, Bound::Judged);
        }
    }
    // Ties go to the move that comes first: sorting is stable.
    sort_few(&mut candidates, |a, b| {
        let by_visits = b.visits.cmp(&a.visits);
        let by_mean = (b.visits > 0).cmp(&(a.visits > 0)).then(b.mean.total_cmp(&a.mean));
        match choose {
            Choose::MostVisits | Choose::Quantile(_) => by_visits.then(by_mean),
            Choose::BestMean => by_mean.then(by_visits),
        }
    });
    if let Choose::Quantile(part) = choose {
        let mut all: Vec<(f64, Candidate<A>)> =
            candidates.into_iter().map(|c| (quantile(streams, c.action, part), c)).collect();
        sort_few(&mut all, |a, b| b.0.total_cmp(&a.0));
        candidates = all.into_iter().map(|(_, c)| c).collect();
    }
    let action = candidates[0].action;
    let Size { nodes, worlds, bytes, depth, passes } =
        streams.iter().fold(Size::default(), |sum, s| sum.plus(s.stream.size()));
    let line = ahead(streams).stream.line(action);
    let judged = candidates[0].bound == Bound::Judged;
    let basis = if judged { Basis::Computed } else { Basis::Sampled };
    let choice = match choose {
        Choose::MostVisits => Choice::Visits,
        Choose::BestMean => Choice::Value,
        Choose::Quantile(part) => Choice::Quantile(part),
    };
    Decision { action, basis, choice, candidates, line, iterations, nodes, worlds, bytes, depth, passes }
}

/// What all but this part of a move's results reach, over all streams.
fn quantile<A: Copy + Eq + Ord + Send>(streams: &[Driven<'_, A>], action: A, part: f64) -> f64 {
    let mut results = Vec::new();
    for driven in streams {
        results.append(&mut driven.stream.spread(action));
    }
    part_of(results, part)
}

fn part_of(mut results: Vec<f64>, part: f64) -> f64 {
    if results.is_empty() {
        return f64::NEG_INFINITY;
    }
    let at = ((results.len() - 1) as f64 * part.clamp(0.0, 1.0)) as usize;
    *results.select_nth_unstable_by(at, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use yomi_core::testkit::clock::SteppingClock;

    /// One move pays the same every time; the other more on average, but nothing at times.
    struct SafeAndBold {
        tallies: Vec<Tally<char>>,
        paid: [Vec<f64>; 2],
    }

    impl Stream for SafeAndBold {
        type Action = char;

        fn advance(&mut self, iterations: u64) {
            for n in 0..iterations {
                let bold = if n % 4 == 0 { 0.0 } else { 1.0 };
                for (which, payoff) in [0.5, bold].into_iter().enumerate() {
                    self.tallies[which].add(payoff);
                    self.paid[which].push(payoff);
                }
            }
        }

        fn tallies(&self) -> &[Tally<char>] {
            &self.tallies
        }

        fn spread(&self, action: char) -> Vec<f64> {
            self.paid[usize::from(action == 'b')].clone()
        }

        fn line(&self, first: char) -> Vec<char> {
            vec![first]
        }

        fn size(&self) -> Size {
            Size::default()
        }
    }

    /// Streams that share a cache line make each other wait: two trees of Connect Four did 1.45 times the iterations of one,
    /// and do 1.96 times.
    #[test]
    fn streams_lie_on_cache_lines_of_their_own() {
        const PAIR_OF_LINES: usize = 128;
        let streams = [Apart(0u8), Apart(1u8)];
        let places = streams.each_ref().map(|stream| std::ptr::from_ref(&stream.0) as usize / PAIR_OF_LINES);
        assert_ne!(places[0], places[1]);
    }

    /// Every stream may add a node in a round: the last round is the one after which none is left to add.
    #[test]
    fn a_limit_on_nodes_is_used_up_and_not_exceeded() {
        for streams in [1, 4] {
            let pace = Pace::new(&Limits::nodes(100), streams);
            assert_eq!(pace.next_round(1, 100 - streams), Some(streams));
            assert_eq!(pace.next_round(1, 101 - streams), None);
            assert_eq!(pace.next_round(0, 100), Some(streams), "there must be an answer");
        }
    }

    /// What all but a part of the results reach decides, where that is asked for.
    #[test]
    fn the_careful_look_at_the_worse_results() {
        let chosen = |choose: Choose| {
            let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
            let mut run = Run::new(Limits::iterations(400), &clock, &stop);
            let stream = |_, _| SafeAndBold {
                tallies: vec![Tally::new('a'), Tally::new('b')],
                paid: Default::default(),
            };
            super::run(&mut run, Limits::default(), Parts::Whole, choose, &Rng::new(1), stream).action
        };
        assert_eq!(chosen(Choose::BestMean), 'b');
        assert_eq!([0.0, 0.1, 0.2].map(|part| chosen(Choose::Quantile(part))), ['a'; 3]);
        assert_eq!([0.3, 0.5, 1.0].map(|part| chosen(Choose::Quantile(part))), ['b'; 3]);
        assert_eq!(part_of(vec![], 0.5), f64::NEG_INFINITY);
        assert_eq!([0.0, 0.5, 1.0].map(|part| part_of(vec![3.0, 1.0, 2.0], part)), [1.0, 2.0, 3.0]);
    }
}
