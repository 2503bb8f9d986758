//! What the engine needs from outside: clocks and files. A face brings them.
//!
//! Nothing in the engine, and nothing to the left of it, reads a clock or opens a file by itself, so that games can be
//! replayed to the last bit, searches can be tested with a clock that goes by steps, and a face that serves strangers
//! decides what may be opened.

use crate::Fault;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::Clock;

/// Clocks and files.
pub trait Host: Send + Sync {
    /// Wall time since some moment.
    fn wall(&self) -> Duration;

    /// CPU time of the calling thread; wall time where there is no such clock.
    fn thread_cpu(&self) -> Duration;

    /// CPU time of the whole process; wall time where there is no such clock.
    fn process_cpu(&self) -> Duration;

    /// The file that an option or a setting names, unless it is larger than this.
    fn read(&self, path: &str, most_bytes: u64) -> Result<Vec<u8>, Fault>;
}

/// Wall time from the moment it was started.
pub struct WallClock {
    host: Arc<dyn Host>,
    started: Duration,
}

impl WallClock {
    pub fn start(host: &Arc<dyn Host>) -> WallClock {
        WallClock { host: host.clone(), started: host.wall() }
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.host.wall().saturating_sub(self.started)
    }
}

/// CPU time of the thread that asks. A search that is measured by it stays in its thread.
#[derive(Clone)]
pub struct CpuClock(pub Arc<dyn Host>);

impl Clock for CpuClock {
    fn now(&self) -> Duration {
        self.0.thread_cpu()
    }

    fn covers_all_threads(&self) -> bool {
        false
    }
}
