//! The default host: this machine's clocks, files and programs.

#![allow(
    clippy::disallowed_methods,
    reason = "this is where the clocks that everything else is given are made"
)]

use crate::program::ChildProgram;
use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};
use yomi_engine::fault::{reason, too_large};
use yomi_engine::host::Program;
use yomi_engine::{Fault, Host, Sentence};

/// This machine: wall time, CPU time where the system provides it, files and programs.
pub struct ThisMachine {
    started: Instant,
}

impl Default for ThisMachine {
    fn default() -> Self {
        ThisMachine { started: Instant::now() }
    }
}

impl Host for ThisMachine {
    fn wall(&self) -> Duration {
        self.started.elapsed()
    }

    fn thread_cpu(&self) -> Duration {
        cpu::of_thread().unwrap_or_else(|| self.wall())
    }

    fn process_cpu(&self) -> Duration {
        cpu::of_process().unwrap_or_else(|| self.wall())
    }

    fn read(&self, path: &str, most_bytes: u64) -> Result<Vec<u8>, Fault> {
        let place = Sentence::same(path);
        let fault = |why: std::io::Error| Fault::unreadable(&place, &reason(&why));
        let file = File::open(path).map_err(fault)?;
        let mut bytes = Vec::new();
        file.take(most_bytes + 1).read_to_end(&mut bytes).map_err(fault)?;
        if bytes.len() as u64 > most_bytes {
            return Err(Fault::unreadable(&place, &too_large(most_bytes)));
        }
        Ok(bytes)
    }

    fn start(&self, command: &str) -> Result<Box<dyn Program>, Fault> {
        Ok(Box::new(ChildProgram::start(command)?))
    }
}

#[cfg(unix)]
mod cpu {
    use rustix::time::{ClockId, clock_gettime};
    use std::time::Duration;

    fn now(of: ClockId) -> Option<Duration> {
        let t = clock_gettime(of);
        Some(Duration::new(t.tv_sec as u64, t.tv_nsec as u32))
    }

    pub fn of_thread() -> Option<Duration> {
        now(ClockId::ThreadCPUTime)
    }

    pub fn of_process() -> Option<Duration> {
        now(ClockId::ProcessCPUTime)
    }
}

#[cfg(not(unix))]
mod cpu {
    use std::time::Duration;

    pub fn of_thread() -> Option<Duration> {
        None
    }

    pub fn of_process() -> Option<Duration> {
        None
    }
}
