//! One decision without context.
//!
//! A [`Problem`] asks once: choose a whole solution, get its score. Local search walks from solution to
//! neighbouring solution, so what matters is to know how much a small [`Problem::Change`] would change the score
//! without working the score out anew. The law, checked by the test kit:
//! `score(apply(x, c)) == score(x) + delta(x, c)`, up to rounding.

use crate::Rng;
use std::fmt::Debug;

/// A problem for local search: hill climbing, annealing, tabu search, genetic algorithms. More score is better.
pub trait Problem: Sync {
    type Solution: Clone + Debug + Send;

    /// The difference between a solution and its neighbour.
    type Change: Copy + Debug + Send;

    fn random_solution(&self, rng: &mut Rng) -> Self::Solution;

    fn score(&self, solution: &Self::Solution) -> f64;

    /// A random neighbour, as the change that leads to it.
    fn propose(&self, solution: &Self::Solution, rng: &mut Rng) -> Self::Change;

    fn apply(&self, solution: &mut Self::Solution, change: Self::Change);

    /// The gain in score by `change`. Override it wherever it can be had cheaper than by two scores.
    fn delta(&self, solution: &Self::Solution, change: Self::Change) -> f64 {
        let mut changed = solution.clone();
        self.apply(&mut changed, change);
        self.score(&changed) - self.score(solution)
    }
}
