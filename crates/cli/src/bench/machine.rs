//! What a benchmark ran on.

use yomi::engine::bench::Machine;

/// This machine, as far as it tells.
pub fn this() -> Machine {
    Machine {
        os: std::env::consts::OS.into(),
        arch: std::env::consts::ARCH.into(),
        cpu: cpu(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    }
}

/// The name of the processor, where the system keeps it in a file.
fn cpu() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let named = |line: &str| {
        line.split_once(':').filter(|(key, _)| key.trim() == "model name").map(|(_, v)| v.trim().into())
    };
    text.lines().find_map(named)
}
