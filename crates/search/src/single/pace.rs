//! How wide a beam may be.

use crate::watch::Watch;
use std::time::Duration;
use yomi_core::Run;

/// The part of the limits to aim at, so that the last turns are not cut off by a few positions too many.
const AIM: f64 = 0.95;
/// Positions between two looks at the clock; reading it costs as much as a few dozen positions.
const BETWEEN_LOOKS: u64 = 512;

/// The width of the next turn's beam.
pub enum Pace {
    /// Always the same.
    Fixed(usize),
    /// What the limits leave for each remaining turn.
    Fitted(Fit),
}

/// The measured speed.
pub struct Fit {
    /// Turns to the end, as a narrow beam found them.
    pub turns: u32,
    /// Positions expanded so far.
    pub expanded: u64,
    /// The last reading of the clock, and how many positions had been looked at by then.
    looked_at: (Duration, u64),
}

impl Fit {
    pub fn new(turns: u32, expanded: u64) -> Fit {
        Fit { turns, expanded, looked_at: (Duration::ZERO, 0) }
    }

    /// Positions that the limits leave.
    fn left<A>(&mut self, run: &Run<'_, A>, watch: &Watch, looked: u64) -> f64 {
        let limits = watch.limits();
        let counted = limits.nodes.into_iter().chain(limits.iterations).min();
        let mut left = counted.map_or(f64::INFINITY, |most| AIM * most as f64 - looked as f64);
        if let Some(most) = limits.time {
            if looked >= self.looked_at.1 + BETWEEN_LOOKS || self.looked_at.1 == 0 {
                self.looked_at = (watch.elapsed(run), looked.max(1));
            }
            let (elapsed, at) = self.looked_at;
            let each = elapsed.as_secs_f64() / at as f64;
            left = left.min(AIM * most.as_secs_f64() / each.max(1e-12) - looked as f64);
        }
        left.max(0.0)
    }
}

impl Pace {
    /// How many positions the beam of this turn may hold, after `looked` positions were looked at.
    pub fn width<A>(&mut self, run: &Run<'_, A>, watch: &Watch, turn: u32, looked: u64) -> usize {
        match self {
            Pace::Fixed(width) => *width,
            Pace::Fitted(fit) => {
                let turns = f64::from(fit.turns.saturating_sub(turn).max(1));
                let moves = looked as f64 / fit.expanded.max(1) as f64;
                (fit.left(run, watch, looked) / (turns * moves.max(1.0))).clamp(1.0, 1e9) as usize
            }
        }
    }

    pub fn note_expanded(&mut self, positions: usize) {
        if let Pace::Fitted(fit) = self {
            fit.expanded += positions as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use yomi_core::Limits;
    use yomi_core::testkit::clock::SteppingClock;

    /// What is left of a limit goes by how fast it went so far: of 100 ms, at 1 ms for ten positions.
    #[test]
    fn a_limit_of_time_is_worth_as_many_positions_as_fit_in_it() {
        let (clock, stop) = (SteppingClock::new(Duration::from_millis(1)), AtomicBool::new(false));
        let run: Run<'_, ()> = Run::new(Limits::time(Duration::from_millis(100)), &clock, &stop);
        let watch = Watch::start(&run, Limits::default());
        let mut fit = Fit::new(10, 1);
        let left = fit.left(&run, &watch, 10);
        assert!((left - (AIM * 1_000.0 - 10.0)).abs() < 1e-6, "{left}");
        // The clock is not read again so soon: what was done since is less to do.
        assert!((fit.left(&run, &watch, 500) - (left - 490.0)).abs() < 1e-6);
        // Now it went five hundred times as fast.
        assert!((fit.left(&run, &watch, 10_000) - (AIM * 500_000.0 - 10_000.0)).abs() < 1e-3);
    }
}
