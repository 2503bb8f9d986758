//! What the engine needs from outside: clocks, files and programs. The front end provides them.
//!
//! Neither the engine nor any crate below it reads a clock, opens a file or runs a program by itself. So games can be
//! replayed exactly, searches can be tested with a simulated clock, and a front end that serves untrusted
//! users decides what may be opened.

use crate::Fault;
use crate::fault::excerpt;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::Clock;

/// Clocks, files and programs.
pub trait Host: Send + Sync {
    /// Wall time since an arbitrary point.
    fn wall(&self) -> Duration;

    /// CPU time of the calling thread; wall time if there is no such clock.
    fn thread_cpu(&self) -> Duration;

    /// CPU time of the whole process; wall time if there is no such clock.
    fn process_cpu(&self) -> Duration;

    /// Reads the file that an option or a setting names, unless it is larger than this.
    fn read(&self, path: &str, most_bytes: u64) -> Result<Vec<u8>, Fault>;

    /// Starts a program that is spoken to in lines. A host that cannot run programs refuses.
    fn start(&self, command: &str) -> Result<Box<dyn Program>, Fault> {
        let command = excerpt(command);
        Err(Fault::bad_option(
            format!("{command:?}: programs cannot be run here"),
            format!("{command:?}: ここではプログラムを実行できません"),
        ))
    }
}

/// A running program that is spoken to in lines. It ends when it is dropped.
pub trait Program: Send {
    /// Never waits: what a program does not read at once is written when it does.
    fn send(&mut self, line: &str) -> Result<(), Lost>;

    /// The next line it says, if it comes within this time.
    fn receive(&mut self, patience: Duration) -> Result<String, Lost>;

    /// The end of what it said on its standard error.
    fn complaints(&mut self) -> String;
}

/// Why a program gave no line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// Nothing came in time; it may still come.
    Late,
    /// It has ended; how.
    Ended(String),
    /// It has closed its output, and goes on running.
    Silent,
    /// It has closed its input, and goes on running.
    Deaf,
    /// It does not read: as many lines as may wait are waiting.
    Unread,
    /// What it said is not a line of text, or too long.
    Garbled(String),
}

/// A host without clocks and files, for those who have none or want none.
pub struct Nowhere;

impl Host for Nowhere {
    fn wall(&self) -> Duration {
        Duration::ZERO
    }

    fn thread_cpu(&self) -> Duration {
        Duration::ZERO
    }

    fn process_cpu(&self) -> Duration {
        Duration::ZERO
    }

    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, Fault> {
        Err(Fault::io(
            format!("{path}: files cannot be read here"),
            format!("{path}: ここではファイルを読めません"),
        ))
    }
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
