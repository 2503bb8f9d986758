//! `anneal`: simulated annealing. Like hill climbing, but a worse neighbour is accepted too, with probability
//! exp(delta / T).
//!
//! The temperature T falls from `start` to `end` over the limits, linearly or by a constant factor. `reheats`
//! repeats that from the current solution, `restarts` from a new random one.

use super::{Best, Hunt, Optimiser};
use yomi_core::{OptionSpec, Options, Problem, Rng, Run, Text};

/// How the temperature falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cooling {
    Linear,
    #[default]
    Exponential,
}

/// Simulated annealing.
///
/// ```
/// use std::{sync::atomic::AtomicBool, time::Duration};
/// use yomi_core::testkit::{clock::SteppingClock, toys::Ones};
/// use yomi_core::{Limits, Rng, Run};
/// use yomi_search::optimise::{Anneal, Optimiser};
///
/// let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
/// let run = Run::new(Limits::iterations(1_000), &clock, &stop);
/// let best = Anneal { start: 2.0, end: 0.05, ..Anneal::default() }.optimise(&Ones, &run, &mut Rng::new(0));
/// assert_eq!((best.solution, best.score), (u16::MAX, 16.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anneal {
    pub start: f64,
    pub end: f64,
    pub cooling: Cooling,
    /// How often the temperature goes back to `start`.
    pub reheats: u32,
    /// How often it starts over from a random solution.
    pub restarts: u32,
}

const START: OptionSpec =
    OptionSpec::number("start", "10", 1e-9, 1e9, Text::new("temperature at the beginning", "最初の温度"));
const END: OptionSpec =
    OptionSpec::number("end", "1", 1e-9, 1e9, Text::new("temperature at the end", "最後の温度"));
const COOLING: OptionSpec = OptionSpec::choice(
    "cooling",
    "exponential",
    &["exponential", "linear"],
    Text::new("how it falls: exponential or linear", "温度の下げ方（exponential/linear）"),
);
const REHEATS: OptionSpec = OptionSpec::count(
    "reheats",
    "0",
    0,
    1_000,
    Text::new("times the temperature goes up again", "再加熱の回数"),
);
const RESTARTS: OptionSpec = OptionSpec::count(
    "restarts",
    "0",
    0,
    1_000,
    Text::new("times it begins anew elsewhere", "別の解からやり直す回数"),
);

impl Default for Anneal {
    fn default() -> Self {
        Anneal::read(&Options::defaults(&Self::OPTIONS))
    }
}

impl Anneal {
    pub const OPTIONS: [OptionSpec; 5] = [START, END, COOLING, REHEATS, RESTARTS];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> Anneal {
        Anneal {
            start: options.number(&START),
            end: options.number(&END),
            cooling: options.choice(&COOLING, [Cooling::Exponential, Cooling::Linear]),
            reheats: options.count(&REHEATS) as u32,
            restarts: options.count(&RESTARTS) as u32,
        }
    }
}

impl Anneal {
    fn temperature(&self, progress: f64) -> f64 {
        match self.cooling {
            Cooling::Linear => self.start + (self.end - self.start) * progress,
            Cooling::Exponential => self.start * (self.end / self.start).powf(progress),
        }
    }
}

impl<P: Problem> Optimiser<P> for Anneal {
    fn optimise(&self, problem: &P, run: &Run<'_, ()>, rng: &mut Rng) -> Best<P::Solution> {
        let mut hunt = Hunt::begin(problem, run, rng);
        let (mut now, mut score) = (hunt.best.solution.clone(), hunt.best.score);
        let legs = f64::from(1 + self.reheats) * f64::from(1 + self.restarts);
        let mut leg = 0.0;
        while !hunt.is_over() {
            let progress = hunt.progress() * legs;
            if progress.floor() > leg && progress < legs {
                leg = progress.floor();
                let begins_anew = leg % f64::from(1 + self.reheats) == 0.0;
                if begins_anew {
                    (now, score) = hunt.random(rng);
                    continue;
                }
            }
            let temperature = self.temperature((progress - leg).min(1.0));
            let change = problem.propose(&now, rng);
            let gain = hunt.gain(&now, change);
            if gain >= 0.0 || rng.unit() < (gain / temperature).exp() {
                problem.apply(&mut now, change);
                score += gain;
                hunt.note(&now, score);
            }
        }
        hunt.best
    }
}
