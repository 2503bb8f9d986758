//! As many ones as possible.

use crate::{Problem, Rng};

/// A word of 16 bits that scores one point for every bit that is set. A change flips one bit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ones;

impl Problem for Ones {
    type Solution = u16;
    type Change = u32;

    fn random_solution(&self, rng: &mut Rng) -> u16 {
        rng.below(1 << 16) as u16
    }

    fn score(&self, solution: &u16) -> f64 {
        f64::from(solution.count_ones())
    }

    fn propose(&self, _: &u16, rng: &mut Rng) -> u32 {
        rng.below(16)
    }

    fn apply(&self, solution: &mut u16, bit: u32) {
        *solution ^= 1 << bit;
    }

    fn delta(&self, solution: &u16, bit: u32) -> f64 {
        if solution >> bit & 1 == 1 { -1.0 } else { 1.0 }
    }
}
