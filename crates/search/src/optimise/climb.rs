//! `hill-climb`: a random neighbour is accepted when it is better.

use super::{Best, Hunt, Optimiser};
use yomi_core::{OptionSpec, Options, Problem, Rng, Run, Text};

/// Hill climbing.
///
/// ```
/// use std::{sync::atomic::AtomicBool, time::Duration};
/// use yomi_core::testkit::{clock::SteppingClock, toys::Ones};
/// use yomi_core::{Limits, Rng, Run};
/// use yomi_search::optimise::{Climb, Optimiser};
///
/// let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
/// let run = Run::new(Limits::iterations(1_000), &clock, &stop);
/// let best = Climb::default().optimise(&Ones, &run, &mut Rng::new(0));
/// assert_eq!((best.solution, best.score), (u16::MAX, 16.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Climb {
    /// Rejected neighbours in a row after which it starts over from a random solution; `None` for never.
    pub restart: Option<u64>,
}

const RESTART: OptionSpec = OptionSpec::count(
    "restart",
    "never",
    1,
    1_000_000_000,
    Text::new(
        "neighbours refused in a row after which it begins anew; never for never",
        "改善しない近傍が続いたらやり直す回数（neverはやり直さない）",
    ),
)
.or(&["never"]);

impl Climb {
    pub const OPTIONS: [OptionSpec; 1] = [RESTART];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> Climb {
        Climb { restart: options.count_or(&RESTART) }
    }
}

impl<P: Problem> Optimiser<P> for Climb {
    fn optimise(&self, problem: &P, run: &Run<'_, ()>, rng: &mut Rng) -> Best<P::Solution> {
        let mut hunt = Hunt::begin(problem, run, rng);
        let (mut now, mut score) = (hunt.best.solution.clone(), hunt.best.score);
        let mut refused = 0;
        while !hunt.is_over() {
            if self.restart.is_some_and(|most| refused >= most) {
                (now, score) = hunt.random(rng);
                refused = 0;
                continue;
            }
            let change = problem.propose(&now, rng);
            let gain = hunt.gain(&now, change);
            if gain > 0.0 {
                problem.apply(&mut now, change);
                score += gain;
                hunt.note(&now, score);
                refused = 0;
            } else {
                refused += 1;
            }
        }
        hunt.best
    }
}
