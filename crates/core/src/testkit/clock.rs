//! A clock for tests: it goes on by a fixed step each time it is read, so that time limits are reproducible.

use crate::Clock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub struct SteppingClock {
    reads: AtomicU64,
    step: Duration,
}

impl SteppingClock {
    #[must_use]
    pub fn new(step: Duration) -> Self {
        SteppingClock { reads: AtomicU64::new(0), step }
    }

    /// How often it was read.
    #[must_use]
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }
}

impl Clock for SteppingClock {
    fn now(&self) -> Duration {
        self.step * self.reads.fetch_add(1, Ordering::Relaxed) as u32
    }
}
