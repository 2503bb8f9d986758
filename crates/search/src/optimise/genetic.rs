//! `genetic`: a population whose better half is crossed, with some mutation.

use super::{Best, Hunt, Optimiser};
use yomi_core::{OptionSpec, Options, Problem, Rng, Run, Text};

/// A problem whose solutions can be crossed. [`Genetic`] shows one at work.
///
/// ```
/// use yomi_core::{Problem, Rng};
/// use yomi_search::optimise::Breed;
///
/// /// Four numbers whose sum shall be large.
/// struct Sum;
///
/// impl Problem for Sum {
///     type Solution = [u32; 4];
///     type Change = usize;
///
///     fn random_solution(&self, rng: &mut Rng) -> [u32; 4] {
///         std::array::from_fn(|_| rng.below(10))
///     }
///     fn score(&self, numbers: &[u32; 4]) -> f64 {
///         f64::from(numbers.iter().sum::<u32>())
///     }
///     fn propose(&self, _: &[u32; 4], rng: &mut Rng) -> usize {
///         rng.below(4) as usize
///     }
///     fn apply(&self, numbers: &mut [u32; 4], at: usize) {
///         numbers[at] = (numbers[at] + 1) % 10;
///     }
/// }
///
/// impl Breed for Sum {
///     fn cross(&self, a: &[u32; 4], b: &[u32; 4], rng: &mut Rng) -> [u32; 4] {
///         std::array::from_fn(|i| if rng.below(2) == 0 { a[i] } else { b[i] })
///     }
/// }
/// let child = Sum.cross(&[1; 4], &[2; 4], &mut Rng::new(0));
/// assert!(child.iter().all(|n| [1, 2].contains(n)));
/// ```
pub trait Breed: Problem {
    /// A solution with features of both (crossover).
    fn cross(&self, a: &Self::Solution, b: &Self::Solution, rng: &mut Rng) -> Self::Solution;
}

/// A genetic algorithm.
///
/// ```
/// use std::{sync::atomic::AtomicBool, time::Duration};
/// use yomi_core::testkit::clock::SteppingClock;
/// use yomi_core::{Limits, Problem, Rng, Run};
/// use yomi_search::optimise::{Breed, Genetic, Optimiser};
///
/// /// As many set bits as possible.
/// struct Bits;
///
/// impl Problem for Bits {
///     type Solution = u16;
///     type Change = u32;
///
///     fn random_solution(&self, rng: &mut Rng) -> u16 {
///         rng.below(1 << 16) as u16
///     }
///     fn score(&self, bits: &u16) -> f64 {
///         f64::from(bits.count_ones())
///     }
///     fn propose(&self, _: &u16, rng: &mut Rng) -> u32 {
///         rng.below(16)
///     }
///     fn apply(&self, bits: &mut u16, place: u32) {
///         *bits ^= 1 << place;
///     }
/// }
///
/// impl Breed for Bits {
///     fn cross(&self, a: &u16, b: &u16, rng: &mut Rng) -> u16 {
///         let from_a = rng.below(1 << 16) as u16;
///         a & from_a | b & !from_a
///     }
/// }
///
/// let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
/// let run = Run::new(Limits::iterations(2_000), &clock, &stop);
/// let best = Genetic::default().optimise(&Bits, &run, &mut Rng::new(0));
/// assert_eq!((best.solution, best.score), (u16::MAX, 16.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Genetic {
    pub population: usize,
    /// The probability that a child gets one random change (mutation).
    pub mutation: f64,
}

const POPULATION: OptionSpec =
    OptionSpec::count("population", "50", 2, 100_000, Text::new("solutions that live at a time", "個体数"));
const MUTATION: OptionSpec = OptionSpec::number(
    "mutation",
    "0.5",
    0.0,
    1.0,
    Text::new("probability that a child is changed once more", "突然変異の確率"),
);

impl Genetic {
    pub const OPTIONS: [OptionSpec; 2] = [POPULATION, MUTATION];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> Genetic {
        Genetic { population: options.count(&POPULATION) as usize, mutation: options.number(&MUTATION) }
    }
}

impl Default for Genetic {
    fn default() -> Self {
        Genetic::read(&Options::defaults(&Self::OPTIONS))
    }
}

impl<P: Breed> Optimiser<P> for Genetic {
    fn optimise(&self, problem: &P, run: &Run<'_, ()>, rng: &mut Rng) -> Best<P::Solution> {
        let mut hunt = Hunt::begin(problem, run, rng);
        let mut people = vec![(hunt.best.solution.clone(), hunt.best.score)];
        while people.len() < self.population && !hunt.is_over() {
            people.push(hunt.random(rng));
        }
        while !hunt.is_over() {
            // The better half stays, and the other half is replaced by its children.
            people.sort_by(|a, b| b.1.total_cmp(&a.1));
            let parents = (people.len() / 2).max(1);
            people.truncate(parents);
            while people.len() < self.population && !hunt.is_over() {
                let [mother, father] = [(); 2].map(|()| &people[rng.below(parents as u32) as usize].0);
                let mut child = problem.cross(mother, father, rng);
                if rng.unit() < self.mutation {
                    let change = problem.propose(&child, rng);
                    problem.apply(&mut child, change);
                }
                let score = problem.score(&child);
                hunt.best.evaluated += 1;
                hunt.note(&child, score);
                people.push((child, score));
            }
        }
        hunt.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::time::Duration;
    use yomi_core::Limits;
    use yomi_core::testkit::clock::SteppingClock;

    /// Numbers, of which large ones are good, and how many were made from nothing.
    #[derive(Default)]
    struct Numbers(AtomicUsize);

    impl Problem for Numbers {
        type Solution = u32;
        type Change = u32;

        fn random_solution(&self, rng: &mut Rng) -> u32 {
            self.0.fetch_add(1, Ordering::Relaxed);
            rng.below(1_000)
        }
        fn score(&self, number: &u32) -> f64 {
            f64::from(*number)
        }
        fn propose(&self, _: &u32, rng: &mut Rng) -> u32 {
            rng.below(1_000)
        }
        fn apply(&self, number: &mut u32, to: u32) {
            *number = to;
        }
    }

    impl Breed for Numbers {
        fn cross(&self, a: &u32, b: &u32, _: &mut Rng) -> u32 {
            (a + b) / 2
        }
    }

    /// All others are children.
    #[test]
    fn the_first_generation_is_made_from_nothing() {
        for (population, iterations, made) in [(20, 300, 20), (20, 7, 7)] {
            let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
            let run = Run::new(Limits::iterations(iterations), &clock, &stop);
            let numbers = Numbers::default();
            Genetic { population, mutation: 0.5 }.optimise(&numbers, &run, &mut Rng::new(0));
            assert_eq!(numbers.0.into_inner(), made);
        }
    }
}
