//! One decision without context.
//!
//! A [`Problem`] asks once: choose a whole solution, get its score. Local search walks from solution to
//! neighbouring solution, so it must know how much a small [`Problem::Change`] would change the score without
//! computing the score again. The law, checked by the test kit: `score(apply(x, c)) == score(x) + delta(x,
//! c)`, up to rounding.

use crate::Rng;
use std::fmt::Debug;

/// A problem for local search: hill climbing, annealing, tabu search, genetic algorithms. A higher score is
/// better.
///
/// The whole number nearest to the square root of 1,000:
///
/// ```
/// use yomi_core::{Problem, Rng, testkit::rules::check_problem};
///
/// struct Root;
///
/// impl Problem for Root {
///     type Solution = i32;
///     type Change = i32;
///
///     fn random_solution(&self, rng: &mut Rng) -> i32 {
///         rng.below(100) as i32
///     }
///     fn score(&self, x: &i32) -> f64 {
///         -f64::from((x * x - 1_000).abs())
///     }
///     fn propose(&self, _: &i32, rng: &mut Rng) -> i32 {
///         [-1, 1][rng.below(2) as usize]
///     }
///     fn apply(&self, x: &mut i32, change: i32) {
///         *x += change;
///     }
/// }
/// assert_eq!(Root.delta(&31, 1), 39.0 - 24.0); // From 961 to 1,024.
/// check_problem(&Root, 5, 20);
/// ```
pub trait Problem: Sync {
    type Solution: Clone + Debug + Send;

    /// The difference between a solution and its neighbour.
    type Change: Copy + Debug + Send;

    fn random_solution(&self, rng: &mut Rng) -> Self::Solution;

    fn score(&self, solution: &Self::Solution) -> f64;

    /// A random neighbour, as the change that leads to it.
    fn propose(&self, solution: &Self::Solution, rng: &mut Rng) -> Self::Change;

    fn apply(&self, solution: &mut Self::Solution, change: Self::Change);

    /// The gain in score by `change`. Override it wherever it can be computed more cheaply than from two
    /// scores.
    fn delta(&self, solution: &Self::Solution, change: Self::Change) -> f64 {
        let mut changed = solution.clone();
        self.apply(&mut changed, change);
        self.score(&changed) - self.score(solution)
    }
}
