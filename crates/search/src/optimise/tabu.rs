//! `tabu`: the best of some sampled neighbours is accepted, better or worse, unless it was visited recently.

use super::{Best, Hunt, Optimiser};
use std::collections::VecDeque;
use yomi_core::{OptionSpec, Options, Problem, Rng, Run, Text};

/// Tabu search.
///
/// ```
/// use std::{sync::atomic::AtomicBool, time::Duration};
/// use yomi_core::testkit::{clock::SteppingClock, toys::Ones};
/// use yomi_core::{Limits, Rng, Run};
/// use yomi_search::optimise::{Tabu, Optimiser};
///
/// let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
/// let run = Run::new(Limits::iterations(1_000), &clock, &stop);
/// let best = Tabu::default().optimise(&Ones, &run, &mut Rng::new(0));
/// assert_eq!((best.solution, best.score), (u16::MAX, 16.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tabu {
    /// Neighbours looked at for each step.
    pub samples: usize,
    /// How many of the last solutions are forbidden.
    pub tenure: usize,
}

const SAMPLES: OptionSpec = OptionSpec::count(
    "samples",
    "20",
    1,
    10_000,
    Text::new("neighbours looked at for each step", "一歩ごとに調べる近傍の数"),
);
const TENURE: OptionSpec = OptionSpec::count(
    "tenure",
    "50",
    0,
    10_000,
    Text::new("how many of the last solutions may not be gone back to", "戻ってはいけない直近の解の数"),
);

impl Tabu {
    pub const OPTIONS: [OptionSpec; 2] = [SAMPLES, TENURE];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> Tabu {
        Tabu { samples: options.count(&SAMPLES) as usize, tenure: options.count(&TENURE) as usize }
    }
}

impl Default for Tabu {
    fn default() -> Self {
        Tabu::read(&Options::defaults(&Self::OPTIONS))
    }
}

impl<P: Problem<Solution: PartialEq>> Optimiser<P> for Tabu {
    fn optimise(&self, problem: &P, run: &Run<'_, ()>, rng: &mut Rng) -> Best<P::Solution> {
        let mut hunt = Hunt::begin(problem, run, rng);
        let (mut now, mut score) = (hunt.best.solution.clone(), hunt.best.score);
        let mut left: VecDeque<P::Solution> = VecDeque::from([now.clone()]);
        while !hunt.is_over() {
            let mut best: Option<(P::Solution, f64)> = None;
            for _ in 0..self.samples {
                if hunt.is_over() {
                    break;
                }
                let change = problem.propose(&now, rng);
                let gain = hunt.gain(&now, change);
                if best.as_ref().is_some_and(|(_, known)| *known >= gain) {
                    continue;
                }
                let mut next = now.clone();
                problem.apply(&mut next, change);
                // Aspiration: a new best solution is never forbidden.
                if score + gain > hunt.best.score || !left.contains(&next) {
                    best = Some((next, gain));
                }
            }
            let Some((next, gain)) = best else { continue };
            (now, score) = (next, score + gain);
            hunt.note(&now, score);
            left.push_back(now.clone());
            if left.len() > self.tenure {
                left.pop_front();
            }
        }
        hunt.best
    }
}
