//! How sampling searches run.
//!
//! A search is a number of [`Stream`]s, each with its own tree and its own random generator, that do not
//! communicate until their root tallies are added up in stream order (root parallelisation). Their number
//! depends on the limits alone, so the number of threads changes how long a search takes and nothing else.
//! Streams advance in rounds; between rounds the driver looks at the clock, the stop flag and the node limit,
//! and reports progress.

use crate::order::sort_few;
use crate::tally::{self, Tally};
use crate::watch::Watch;
use rayon::prelude::*;
use std::any::Any;
use std::time::Duration;
use yomi_core::{Basis, Branch, Candidate, Decision, Evidence, Limits, Rng, Run, Traced, TreeTop};

/// One independent part of a search.
///
/// A stream that throws a coin for each of two moves, in turn, and the search that it makes:
///
/// ```
/// use std::{sync::atomic::AtomicBool, time::Duration};
/// use yomi_core::testkit::clock::SteppingClock;
/// use yomi_core::{Limits, Rng, Run};
/// use yomi_search::streams::{self, Choose, Size, Stream};
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
/// let found = streams::run(&mut run, Limits::default(), Choose::BestMean, &mut Rng::new(0), |rng, _| {
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

const MANY_STREAMS: usize = 8;
/// From here on several trees are worth it: each still gets 20,000 iterations. Below that, eight small trees
/// are weaker than one large one.
const MANY_FROM_ITERATIONS: u64 = 160_000;
const MANY_FROM_TIME: Duration = Duration::from_millis(100);

/// How many streams a search with these limits has, whatever the machine.
#[must_use]
pub fn stream_count(limits: &Limits) -> usize {
    let long = limits.iterations.is_none_or(|n| n >= MANY_FROM_ITERATIONS)
        && limits.time.is_none_or(|t| t >= MANY_FROM_TIME)
        && limits.nodes.is_none_or(|n| n >= MANY_FROM_ITERATIONS);
    if long { MANY_STREAMS } else { 1 }
}

/// Runs a search: makes its streams, each with its own random generator, advances them until a limit is
/// reached, and adds them up. `make` also gets the stream's share of the memory cap.
pub fn run<T: Stream>(
    run: &mut Run<'_, T::Action>,
    default: Limits,
    choose: Choose,
    rng: &Rng,
    make: impl FnMut(Rng, Option<usize>) -> T,
) -> Decision<T::Action> {
    run_keeping(run, default, choose, rng, make).0
}

/// [`run`], with the streams as they are at the end.
pub fn run_keeping<T: Stream>(
    run: &mut Run<'_, T::Action>,
    default: Limits,
    choose: Choose,
    rng: &Rng,
    mut make: impl FnMut(Rng, Option<usize>) -> T,
) -> (Decision<T::Action>, Vec<T>) {
    let watch = Watch::start(run, default);
    let count = stream_count(&watch.limits());
    let memory = watch.limits().memory.map(|bytes| bytes / count);
    let mut streams: Vec<T> = (0..count as u64).map(|i| make(rng.split(i), memory)).collect();
    let mut driven: Vec<&mut dyn Stream<Action = T::Action>> =
        streams.iter_mut().map(|s| s as &mut dyn Stream<Action = T::Action>).collect();
    let found = drive(run, watch, choose, &mut driven);
    (found, streams)
}

/// Advances streams until a limit is reached, and adds them up. Compiled once per type of action, and not once per search:
/// streams are called once a round.
fn drive<A: Copy + Eq + Ord + Send>(
    run: &mut Run<'_, A>,
    mut watch: Watch,
    choose: Choose,
    streams: &mut [&mut dyn Stream<Action = A>],
) -> Decision<A> {
    let count = streams.len();
    let parallel = count > 1 && run.clock.covers_all_threads();
    let mut pace = Pace::new(&watch.limits(), count as u64);
    let mut reported = Duration::ZERO;
    let mut done = 0;
    while done == 0 || !watch.look(run) {
        let nodes = streams.iter().map(|s| s.size().nodes).sum();
        let Some(round) = pace.next_round(done, nodes) else { break };
        let share = |i: u64| round / count as u64 + u64::from(i < round % count as u64);
        if let Some(tell) = &mut run.trace {
            for (i, stream) in streams.iter_mut().enumerate() {
                stream.advance_telling(share(i as u64), &mut |told| tell(i, told));
            }
        } else if parallel {
            streams.par_iter_mut().enumerate().for_each(|(i, s)| s.advance(share(i as u64)));
        } else {
            streams.iter_mut().enumerate().for_each(|(i, s)| s.advance(share(i as u64)));
        }
        done += round;
        if watch.limits().time.is_some() || run.progress.is_some() {
            let elapsed = watch.elapsed(run);
            pace.adapt(done, elapsed);
            if let Some(progress) = &mut run.progress
                && elapsed >= reported + progress.every
            {
                reported = elapsed;
                (progress.report)(&decision(streams, choose, done), streams[0].evidence());
            }
        }
    }
    let found = decision(streams, choose, done);
    if let Some(wanted) = &mut run.tree {
        *wanted.found = streams[0].top(wanted.depth).map(|root| TreeTop { root, trees: count });
    }
    if let Some(wanted) = &mut run.evidence {
        **wanted = streams[0].take_evidence();
    }
    found
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
const LARGEST_ROUND: u64 = 4_096;
/// A limit on nodes also limits iterations, because nodes may never reach it: the whole game may have fewer,
/// memory may hold fewer, or one move may be so good that hardly any other is tried.
const ITERATIONS_A_NODE: u64 = 32;

impl Pace {
    fn new(limits: &Limits, streams: u64) -> Pace {
        let beat = limits.time.map_or(LONGEST_BEAT, |t| (t / LOOKS).min(LONGEST_BEAT));
        let round = if limits.time.is_some() { 8 } else { LARGEST_ROUND };
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let enough = nodes.saturating_mul(ITERATIONS_A_NODE);
        Pace {
            streams,
            iterations: limits.iterations.unwrap_or(u64::MAX).min(enough).max(1),
            nodes,
            beat,
            round,
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
        let per_second = done as f64 / elapsed.as_secs_f64().max(1e-9);
        let wanted = (per_second * self.beat.as_secs_f64() / self.streams as f64) as u64;
        // Growing by at most a factor of four per round keeps one lucky measurement from overshooting.
        self.round = wanted.clamp(1, (self.round * 4).min(LARGEST_ROUND * 16));
    }
}

fn decision<A: Copy + Eq + Ord + Send>(
    streams: &[&mut dyn Stream<Action = A>],
    choose: Choose,
    iterations: u64,
) -> Decision<A> {
    let tallies = tally::merge(streams.iter().map(|s| s.tallies()));
    let mut candidates: Vec<_> = tallies.iter().map(|t| t.candidate()).collect();
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
        streams.iter().fold(Size::default(), |sum, s| sum.plus(s.size()));
    let line = streams[0].line(action);
    let basis = Basis::Sampled;
    Decision { action, basis, candidates, line, iterations, nodes, worlds, bytes, depth, passes }
}

/// What all but this part of a move's results reach, over all streams.
fn quantile<A: Copy + Eq + Ord + Send>(streams: &[&mut dyn Stream<Action = A>], action: A, part: f64) -> f64 {
    let mut results: Vec<f64> = streams.iter().flat_map(|s| s.spread(action)).collect();
    if results.is_empty() {
        return f64::NEG_INFINITY;
    }
    let at = ((results.len() - 1) as f64 * part.clamp(0.0, 1.0)) as usize;
    *results.select_nth_unstable_by(at, f64::total_cmp).1
}
