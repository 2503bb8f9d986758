//! What is measured, and how: a fixed piece of work again and again until enough CPU time has gone by.

use rustix::time::{ClockId, clock_gettime};
use serde_json::Value;
use std::time::Duration;

/// CPU time a measurement takes at least.
const PATIENCE: Duration = Duration::from_millis(300);

/// Moves of a perft: 5,673,234 sequences.
pub const PERFT_DEPTH: u32 = 8;
/// Depth of the search without table and evaluation.
pub const PLAIN_DEPTH: u32 = 10;
/// Depth of the search with both.
pub const TABLE_DEPTH: u32 = 12;
pub const SMALL_TABLE: usize = 4 << 20;
pub const LARGE_TABLE: usize = 32 << 20;
pub const MCTS_ITERATIONS: u32 = 100_000;
/// Playouts between two looks at the clock.
pub const PLAYOUTS: u64 = 20_000;

pub struct Measured {
    pub units: u64,
    pub seconds: f64,
    /// What came out besides the time; some of it must be the same for everybody.
    pub facts: Value,
}

/// A program beside others.
pub trait Peer {
    /// Does this work, if the program has it.
    fn measure(&self, work: &str) -> Option<Measured>;

    /// The column, counted from 0, that its MCTS plays after these moves.
    fn choose(&self, columns: &[u32], iterations: u32, seed: u64) -> Option<u32>;
}

/// CPU time of the process: some peers think in threads of their own.
fn cpu_time() -> Duration {
    let t = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}

/// Repeats `work`, which gets the number of the round and returns the units it did and what came out. The
/// first round warms up and is not timed; the facts are those of the last one.
pub fn repeat(mut work: impl FnMut(u64) -> (u64, Value)) -> Measured {
    work(0);
    let mut measured = Measured { units: 0, seconds: 0.0, facts: Value::Null };
    let mut round = 0;
    while measured.seconds < PATIENCE.as_secs_f64() {
        round += 1;
        let began = cpu_time();
        let (units, facts) = std::hint::black_box(work(round));
        measured.seconds += (cpu_time() - began).as_secs_f64();
        measured.units += units;
        measured.facts = facts;
    }
    measured
}
