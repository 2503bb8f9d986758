//! Writes every iteration of a search to a file.

use super::files::{Draft, Target};
use yomi::Fault;
use yomi::engine::wire::Iteration;

/// The file that iterations are written to, one JSON object per line.
pub struct TraceFile {
    file: Draft,
    written: usize,
    left_out: u64,
    /// The first error; nothing is written after it.
    fault: Option<Fault>,
}

/// Size limit: searches do millions of iterations per second, and no reader wants more than this.
const MOST_BYTES: usize = 256 << 20;

impl TraceFile {
    pub fn create(name: &str) -> Result<TraceFile, Fault> {
        let file = Target::new(name)?.draft_file()?;
        Ok(TraceFile { file, written: 0, left_out: 0, fault: None })
    }

    pub fn write(&mut self, iteration: &Iteration) {
        if self.fault.is_some() || self.written >= MOST_BYTES {
            self.left_out += 1;
            return;
        }
        let mut line = serde_json::to_string(iteration).expect("an iteration is plain data");
        line.push('\n');
        self.written += line.len();
        self.fault = self.file.write(line.as_bytes()).err();
    }

    /// Finishes the file, with a note on how much was left out.
    pub fn finish(mut self) -> Result<(), Fault> {
        if let Some(why) = self.fault {
            return Err(why);
        }
        if self.left_out > 0 {
            self.file.write(format!("{{\"left_out\":{}}}\n", self.left_out).as_bytes())?;
        }
        self.file.finish()
    }
}
