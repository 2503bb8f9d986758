//! Watching the limits.

use std::time::Duration;
use yomi_core::{Limits, Run};

/// The limits of a run with the time it began. Searches that work node by node ask [`Watch::is_over`] as they
/// go.
pub struct Watch {
    limits: Limits,
    began: Duration,
    /// Nodes at which the clock and the stop flag are looked at next.
    next_look: u64,
    /// Nodes between the last look and the next, and the time of the last.
    gap: u64,
    looked: Duration,
    over: bool,
}

/// Reading the clock costs as much as a few dozen nodes.
const NODES_BETWEEN_LOOKS: u64 = 1024;
/// Under a time limit, looks are this far apart at most, or a fiftieth of the limit where that is less: what
/// a node costs differs from game to game by a factor of a thousand.
const LONGEST_BEAT: Duration = Duration::from_millis(1);
const LOOKS: u32 = 50;

impl Watch {
    /// Starts the clock. `default` applies where the run has no limit that ends it.
    #[must_use]
    pub fn start<A>(run: &Run<'_, A>, default: Limits) -> Watch {
        let (limits, began) = (run.limits.or(default), run.clock.now());
        // How slow a node is nobody knows before the first. Without a time limit nothing hurries.
        let gap = if limits.time.is_some() { 1 } else { NODES_BETWEEN_LOOKS };
        Watch { limits, began, next_look: 0, gap, looked: Duration::ZERO, over: false }
    }

    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// When the run began, by its clock.
    #[must_use]
    pub fn began(&self) -> Duration {
        self.began
    }

    #[must_use]
    pub fn elapsed<A>(&self, run: &Run<'_, A>) -> Duration {
        run.clock.now().saturating_sub(self.began)
    }

    /// Whether it is time to stop after this many iterations and nodes. Once over, always over.
    #[inline]
    pub fn is_over<A>(&mut self, run: &Run<'_, A>, iterations: u64, nodes: u64) -> bool {
        self.over |= self.limits.iterations.is_some_and(|most| iterations >= most)
            || self.limits.nodes.is_some_and(|most| nodes >= most);
        if nodes >= self.next_look {
            self.look_after(run, nodes);
        }
        self.over
    }

    /// Looks, and chooses when to look next. The gap grows by at most a factor of two, so that one lucky
    /// measurement does not overshoot.
    #[cold]
    fn look_after<A>(&mut self, run: &Run<'_, A>, nodes: u64) {
        self.over |= run.is_stopped();
        if let Some(most) = self.limits.time {
            let elapsed = self.elapsed(run);
            self.over |= elapsed >= most;
            let beat = LONGEST_BEAT.min(most / LOOKS).min(most.saturating_sub(elapsed));
            let took = elapsed.saturating_sub(self.looked).as_secs_f64();
            let wanted = self.gap as f64 * beat.as_secs_f64() / took.max(1e-9);
            self.gap = (wanted as u64).clamp(1, (2 * self.gap).min(NODES_BETWEEN_LOOKS));
            self.looked = elapsed;
        }
        self.next_look = nodes + self.gap;
    }

    /// Looks at the clock and the stop flag now.
    pub fn look<A>(&mut self, run: &Run<'_, A>) -> bool {
        self.over |= run.is_stopped();
        if let Some(most) = self.limits.time {
            self.over |= self.elapsed(run) >= most;
        }
        self.over
    }
}

/// Takes the time since `began` off the limit of a run: what a search does before it starts its watch, such
/// as reading a belief, counts too.
pub fn charge<A>(run: &mut Run<'_, A>, began: Duration) {
    if let Some(most) = run.limits.time {
        run.limits.time = Some(most.saturating_sub(run.clock.now().saturating_sub(began)));
    }
}
