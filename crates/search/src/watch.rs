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
    over: bool,
}

/// Reading the clock costs as much as a few dozen nodes.
const NODES_BETWEEN_LOOKS: u64 = 1024;

impl Watch {
    /// Starts the clock. `default` applies where the run has no limit that ends it.
    #[must_use]
    pub fn start<A>(run: &Run<'_, A>, default: Limits) -> Watch {
        Watch { limits: run.limits.or(default), began: run.clock.now(), next_look: 0, over: false }
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
            self.next_look = nodes + NODES_BETWEEN_LOOKS;
            self.look(run);
        }
        self.over
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
