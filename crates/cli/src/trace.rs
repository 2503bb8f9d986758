//! A file with every iteration of a search.

use std::fs::File;
use std::io::{BufWriter, Write};
use yomi::Fault;
use yomi::engine::game::Iteration;

/// Where iterations are written to, one JSON object a line.
pub struct TraceFile {
    name: String,
    file: BufWriter<File>,
    written: usize,
    left_out: u64,
    /// What went wrong first; the rest is not tried.
    fault: Option<std::io::Error>,
}

/// Searches do millions of iterations a second; nobody reads more than this.
const MOST_BYTES: usize = 256 << 20;

impl TraceFile {
    pub fn create(name: &str) -> Result<TraceFile, Fault> {
        let file = File::create(name).map_err(|why| fault(name, &why))?;
        Ok(TraceFile { name: name.into(), file: BufWriter::new(file), written: 0, left_out: 0, fault: None })
    }

    pub fn write(&mut self, iteration: &Iteration) {
        if self.fault.is_some() || self.written >= MOST_BYTES {
            self.left_out += 1;
            return;
        }
        let mut line = serde_json::to_string(iteration).expect("an iteration is plain data");
        line.push('\n');
        self.written += line.len();
        self.fault = self.file.write_all(line.as_bytes()).err();
    }

    /// Ends the file, saying how much was left out.
    pub fn finish(mut self) -> Result<(), Fault> {
        let mut end = || -> std::io::Result<()> {
            if let Some(why) = self.fault.take() {
                return Err(why);
            }
            if self.left_out > 0 {
                writeln!(self.file, "{{\"left_out\":{}}}", self.left_out)?;
            }
            self.file.flush()
        };
        end().map_err(|why| fault(&self.name, &why))
    }
}

fn fault(name: &str, why: &std::io::Error) -> Fault {
    Fault::new(format!("cannot write the trace to {name:?}: {why}"))
}
