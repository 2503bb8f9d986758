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

/// A way to look for good solutions.
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
