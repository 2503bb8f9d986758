//! A row of bits, worth as much as there are ones in it: an optimiser's walk over it can be recorded and
//! predicted.

use std::sync::Mutex;
use yomi_core::{Problem, Rng};
use yomi_search::optimise::Breed;

pub const BITS: u32 = 64;

/// Records the score of every solution for which a neighbour was proposed, which is where the walk stands.
#[derive(Default)]
pub struct Ones {
    walk: Mutex<Vec<f64>>,
}

impl Ones {
    /// The mean score where the walk stood, in this part of it.
    pub fn mean(&self, from: f64, to: f64) -> f64 {
        let walk = self.walk.lock().unwrap();
        let at = |part: f64| (part * walk.len() as f64) as usize;
        let part = &walk[at(from)..at(to)];
        part.iter().sum::<f64>() / part.len() as f64
    }

    /// How often the walk went to a worse solution.
    pub fn steps_down(&self) -> usize {
        self.walk.lock().unwrap().windows(2).filter(|pair| pair[1] < pair[0]).count()
    }
}

impl Problem for Ones {
    type Solution = u64;
    type Change = u32;

    fn random_solution(&self, rng: &mut Rng) -> u64 {
        rng.next_u64()
    }

    fn score(&self, bits: &u64) -> f64 {
        f64::from(bits.count_ones())
    }

    fn propose(&self, bits: &u64, rng: &mut Rng) -> u32 {
        self.walk.lock().unwrap().push(self.score(bits));
        rng.below(BITS)
    }

    fn apply(&self, bits: &mut u64, place: u32) {
        *bits ^= 1 << place;
    }
}

impl Breed for Ones {
    fn cross(&self, a: &u64, b: &u64, rng: &mut Rng) -> u64 {
        let mask = rng.next_u64();
        a & mask | b & !mask
    }
}
