//! The clocks: wall time for people who wait, CPU time for measuring.

#![allow(
    clippy::disallowed_methods,
    reason = "this is where the clocks that everybody else is given are made"
)]

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};
use yomi_core::Clock;

/// Wall time since it was made.
pub struct WallClock(Instant);

impl WallClock {
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// CPU time of the thread that asks. A search measured by it stays in its thread.
pub struct CpuClock;

impl Clock for CpuClock {
    fn now(&self) -> Duration {
        cpu_time(ClockId::ThreadCPUTime)
    }

    fn covers_all_threads(&self) -> bool {
        false
    }
}

/// CPU time of all threads together.
pub struct ProcessClock;

impl Clock for ProcessClock {
    fn now(&self) -> Duration {
        cpu_time(ClockId::ProcessCPUTime)
    }
}

fn cpu_time(of: ClockId) -> Duration {
    let t = clock_gettime(of);
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}
