//! What the engine needs from outside: clocks and files. The front end provides them.
//!
//! Neither the engine nor any crate below it reads a clock or opens a file by itself. So games can be
//! replayed exactly, searches can be tested with a simulated clock, and a front end that serves untrusted
//! users decides what may be opened.

use crate::Fault;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::Clock;

/// Clocks and files.
pub trait Host: Send + Sync {
    /// Wall time since an arbitrary point.
    fn wall(&self) -> Duration;

    /// CPU time of the calling thread; wall time if there is no such clock.
    fn thread_cpu(&self) -> Duration;

    /// CPU time of the whole process; wall time if there is no such clock.
    fn process_cpu(&self) -> Duration;

    /// Reads the file that an option or a setting names, unless it is larger than this.
    fn read(&self, path: &str, most_bytes: u64) -> Result<Vec<u8>, Fault>;
}

/// Wall time since the clock was started.
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

/// CPU time of the calling thread. A search measured by it must stay on its thread.
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
