//! Answers on their way out: a queue of bounded size.
//!
//! A client that does not read fills the pipe, then this queue; from then on a thread with an answer waits. So
//! nothing grows, whatever the client does. Answers in between are the exception: they are dropped when the
//! queue is half full, because a search must not wait for them and the next one replaces them anyway.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes that wait to be read, beyond what the pipe holds. A single longer answer is let through.
pub const MOST_BYTES: usize = 4 << 20;

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    /// Nothing more will come.
    finished: bool,
    /// Nobody reads: everything is thrown away.
    closed: bool,
}

/// A queue of lines with one writer behind it.
pub struct Outbox {
    state: Mutex<State>,
    changed: Condvar,
    most_bytes: usize,
}

impl Default for Outbox {
    fn default() -> Self {
        Outbox::holding(MOST_BYTES)
    }
}

impl Outbox {
    pub fn holding(most_bytes: usize) -> Outbox {
        Outbox { state: Mutex::default(), changed: Condvar::new(), most_bytes }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, mut state: MutexGuard<'_, State>, line: String) {
        state.bytes += line.len();
        state.lines.push_back(line);
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until there is room.
    pub fn send(&self, line: String) {
        let full = |state: &mut State| !state.closed && state.bytes > 0 && self.over(state, &line);
        let state = self.changed.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner);
        if !state.closed {
            self.put(state, line);
        }
    }

    fn over(&self, state: &State, line: &str) -> bool {
        state.bytes + line.len() > self.most_bytes
    }

    /// Drops the line where the client is behind.
    pub fn offer(&self, line: String) {
        let state = self.lock();
        if !state.closed && state.bytes + line.len() <= self.most_bytes / 2 {
            self.put(state, line);
        }
    }

    /// Whether the client has closed its end.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// No more lines will come: the writer ends when it has written those that are there.
    pub fn finish(&self) {
        self.lock().finished = true;
        self.changed.notify_all();
    }

    /// Writes lines until there are no more, or nobody reads them. Several that are there at once are written
    /// at once.
    pub fn write_to(&self, mut out: impl Write) -> std::io::Result<()> {
        loop {
            let idle = |state: &mut State| state.lines.is_empty() && !state.finished;
            let mut state =
                self.changed.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
            if state.lines.is_empty() {
                return Ok(());
            }
            let lines = std::mem::take(&mut state.lines);
            drop(state);
            // Counted until they are written: what is on its way out is still ours to hold.
            let written =
                lines.iter().try_for_each(|line| writeln!(out, "{line}")).and_then(|()| out.flush());
            let mut state = self.lock();
            state.bytes -= lines.iter().map(String::len).sum::<usize>();
            state.closed |= written.is_err();
            drop(state);
            self.changed.notify_all();
            written?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc::{self, Receiver};
    use std::thread;
    use std::time::Duration;

    /// A reader that takes one line whenever it is told to.
    struct Slow(Receiver<()>, Arc<Mutex<String>>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.recv().map_err(|_| std::io::ErrorKind::BrokenPipe)?;
            self.1.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_client_that_never_reads_stops_the_senders_and_nothing_grows() {
        let outbox = Arc::new(Outbox::holding(1000));
        let (read, reads) = mpsc::channel();
        let seen = Arc::default();
        let writer = {
            let (outbox, seen) = (outbox.clone(), Arc::clone(&seen));
            thread::spawn(move || outbox.write_to(Slow(reads, seen)))
        };
        let (sent, counted) = mpsc::channel();
        let sender = {
            let outbox = outbox.clone();
            thread::spawn(move || {
                for i in 0..100 {
                    outbox.send(format!("{i:0100}"));
                    sent.send(i).unwrap();
                }
            })
        };
        let mut count = 0;
        while counted.recv_timeout(Duration::from_millis(300)).is_ok() {
            count += 1;
        }
        assert_eq!(count, 10, "ten lines of 100 bytes fit into 1000");
        assert_eq!(outbox.lock().bytes, 1000);
        outbox.offer("progress".into());
        assert_eq!(outbox.lock().bytes, 1000, "what is in between is dropped");
        drop(read);
        assert!(writer.join().unwrap().is_err());
        sender.join().expect("a thread that waited goes on when the client has gone");
        assert!(outbox.is_closed());
    }

    #[test]
    fn lines_come_out_in_order_and_the_last_one_too() {
        let outbox = Outbox::holding(50);
        let mut out = Vec::new();
        thread::scope(|scope| {
            let writer = scope.spawn(|| outbox.write_to(&mut out));
            (0..200).for_each(|i| outbox.send(i.to_string()));
            outbox.send("x".repeat(500));
            outbox.finish();
            writer.join().unwrap().unwrap();
        });
        let mut expected: Vec<String> = (0..200).map(|i| i.to_string()).collect();
        expected.push("x".repeat(500));
        assert_eq!(String::from_utf8(out).unwrap().lines().collect::<Vec<_>>(), expected);
    }
}
