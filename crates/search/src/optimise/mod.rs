//! Local search for one decision without context: from solution to neighbouring solution, towards a better
//! score.
//!
//! Every optimiser counts the solutions it evaluates, keeps within the limits, and returns the best solution
//! it has seen.

mod anneal;
mod climb;
mod genetic;
mod tabu;

pub use anneal::{Anneal, Cooling};
pub use climb::Climb;
pub use genetic::{Breed, Genetic};
pub use tabu::Tabu;

use crate::watch::Watch;
use yomi_core::{Limits, Problem, Rng, Run};

/// The limits when none are given.
pub const DEFAULT_LIMITS: Limits = Limits::iterations(10_000);

/// The best solution that was seen.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Best<X> {
    pub solution: X,
    pub score: f64,
    /// Solutions evaluated.
    pub evaluated: u64,
}

impl<X> Best<X> {
    /// A solution with its score, after so many were evaluated.
    pub fn new<P: Problem<Solution = X>>(problem: &P, solution: X, evaluated: u64) -> Best<X> {
        let score = problem.score(&solution);
        Best { solution, score, evaluated }
    }
}

/// A way to look for good solutions. This one tries a number of random ones:
///
/// ```
/// use std::{sync::atomic::AtomicBool, time::Duration};
/// use yomi_core::testkit::clock::SteppingClock;
/// use yomi_core::testkit::toys::Ones;
/// use yomi_core::{Limits, Problem, Rng, Run};
/// use yomi_search::optimise::{Best, Climb, Optimiser};
///
/// struct Guess(u64);
///
/// impl<P: Problem> Optimiser<P> for Guess {
///     fn optimise(&self, problem: &P, _: &Run<'_, ()>, rng: &mut Rng) -> Best<P::Solution> {
///         let guesses = (0..self.0).map(|_| problem.random_solution(rng));
///         let best = guesses.max_by(|a, b| problem.score(a).total_cmp(&problem.score(b)));
///         Best::new(problem, best.expect("at least one"), self.0)
///     }
/// }
///
/// let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
/// let run = Run::new(Limits::iterations(500), &clock, &stop);
/// let guessed = Guess(500).optimise(&Ones, &run, &mut Rng::new(0));
/// let climbed = Climb::default().optimise(&Ones, &run, &mut Rng::new(0));
/// assert!(guessed.score < climbed.score);
/// ```
pub trait Optimiser<P: Problem>: Send {
    fn optimise(&self, problem: &P, run: &Run<'_, ()>, rng: &mut Rng) -> Best<P::Solution>;
}

/// The bookkeeping of all optimisers: counting, limits, and the best so far.
struct Hunt<'a, 'r, P: Problem> {
    problem: &'a P,
    run: &'a Run<'r, ()>,
    watch: Watch,
    best: Best<P::Solution>,
}

impl<'a, 'r, P: Problem> Hunt<'a, 'r, P> {
    /// Begins with one random solution, which counts.
    fn begin(problem: &'a P, run: &'a Run<'r, ()>, rng: &mut Rng) -> Self {
        let watch = Watch::start(run, DEFAULT_LIMITS);
        let solution = problem.random_solution(rng);
        let score = problem.score(&solution);
        Hunt { problem, run, watch, best: Best { solution, score, evaluated: 1 } }
    }

    fn is_over(&mut self) -> bool {
        self.watch.is_over(self.run, self.best.evaluated, self.best.evaluated)
    }

    /// How much of the limits is used up, from 0 to 1.
    fn progress(&self) -> f64 {
        let limits = self.watch.limits();
        let by_count = limits.iterations.map(|most| self.best.evaluated as f64 / most as f64);
        let by_nodes = limits.nodes.map(|most| self.best.evaluated as f64 / most as f64);
        let by_time = limits.time.map(|most| self.watch.elapsed(self.run).as_secs_f64() / most.as_secs_f64());
        [by_count, by_nodes, by_time].into_iter().flatten().fold(0.0, f64::max).min(1.0)
    }

    fn note(&mut self, solution: &P::Solution, score: f64) {
        if score > self.best.score {
            self.best.solution = solution.clone();
            self.best.score = score;
        }
    }

    /// A fresh random solution, counted and noted.
    fn random(&mut self, rng: &mut Rng) -> (P::Solution, f64) {
        let solution = self.problem.random_solution(rng);
        let score = self.problem.score(&solution);
        self.best.evaluated += 1;
        self.note(&solution, score);
        (solution, score)
    }

    /// The gain by a change, counted.
    fn gain(&mut self, solution: &P::Solution, change: P::Change) -> f64 {
        self.best.evaluated += 1;
        self.problem.delta(solution, change)
    }
}
