//! Who computes now: analyses share the cores by slices.
//!
//! As many analyses run as there are cores. After every slice an analysis goes to the end of the queue, if
//! others wait; one that has just begun goes before those that have had a slice, so that first figures come
//! quickly.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The queue.
pub struct Turns {
    cores: usize,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    /// Those that compute, with the cores that they use. One that was ended is not among them: who waits for its
    /// cores does not wait for its end, which may be a while.
    computing: Vec<(Arc<Gate>, usize)>,
    /// Those that wait; `fresh` of them, at the front, have not had a slice.
    waiting: VecDeque<(Arc<Gate>, usize)>,
    fresh: usize,
}

/// Where one analysis waits.
#[derive(Default)]
pub struct Gate {
    open: Mutex<Opened>,
    bell: Condvar,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Opened {
    #[default]
    Shut,
    /// It is its turn.
    Granted,
    /// It is to end: it need not wait any more, and its cores are no longer counted.
    Ended,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Gate {
    /// Lets the analysis go on at once, so that it can end.
    fn end(&self) {
        *lock(&self.open) = Opened::Ended;
        self.bell.notify_all();
    }

    fn is_ended(&self) -> bool {
        *lock(&self.open) == Opened::Ended
    }

    fn grant(&self) {
        let mut open = lock(&self.open);
        if *open == Opened::Shut {
            *open = Opened::Granted;
        }
        self.bell.notify_all();
    }

    fn wait(&self) {
        let mut open = lock(&self.open);
        while *open == Opened::Shut {
            open = self.bell.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
        if *open == Opened::Granted {
            *open = Opened::Shut;
        }
    }
}

impl Queue {
    /// Cores in use.
    fn busy(&self) -> usize {
        self.computing.iter().map(|(_, weight)| weight).sum()
    }

    fn admit(&mut self, cores: usize) {
        while let Some((gate, weight)) = self.waiting.front() {
            let busy = self.busy();
            if busy > 0 && busy + weight > cores {
                return;
            }
            gate.grant();
            self.computing.extend(self.waiting.pop_front());
            self.fresh = self.fresh.saturating_sub(1);
        }
    }

    /// Takes an analysis out, wherever it is.
    fn remove(&mut self, gate: &Arc<Gate>) {
        self.computing.retain(|(other, _)| !Arc::ptr_eq(other, gate));
        if let Some(at) = self.waiting.iter().position(|(other, _)| Arc::ptr_eq(other, gate)) {
            self.waiting.remove(at);
            self.fresh -= usize::from(at < self.fresh);
        }
    }
}

/// The place of one analysis in the queue, given back when it is dropped.
pub struct Turn {
    turns: Arc<Turns>,
    gate: Arc<Gate>,
    /// Cores that it uses.
    weight: usize,
}

impl Turns {
    pub fn new(cores: usize) -> Arc<Turns> {
        Arc::new(Turns { cores: cores.max(1), queue: Mutex::default() })
    }

    /// Whether nobody computes or waits.
    pub fn is_idle(&self) -> bool {
        let queue = lock(&self.queue);
        queue.computing.is_empty() && queue.waiting.is_empty()
    }

    /// Ends an analysis as far as the others are concerned: it goes on at once, so that it can end, and its cores
    /// are theirs.
    pub fn end(&self, gate: &Arc<Gate>) {
        gate.end();
        let mut queue = lock(&self.queue);
        queue.remove(gate);
        queue.admit(self.cores);
    }

    /// Waits for the first slice.
    pub fn begin(self: &Arc<Turns>, gate: Arc<Gate>, weight: usize) -> Turn {
        let turn = Turn { turns: self.clone(), gate, weight: weight.min(self.cores) };
        let mut queue = lock(&self.queue);
        if turn.gate.is_ended() {
            return turn;
        }
        let (at, waits) = (queue.fresh, (turn.gate.clone(), turn.weight));
        queue.waiting.insert(at, waits);
        queue.fresh += 1;
        queue.admit(self.cores);
        drop(queue);
        turn.gate.wait();
        turn
    }
}

impl Turn {
    /// Ends a slice: waits until it is its turn again, if others wait.
    pub fn pass(&self) {
        let mut queue = lock(&self.turns.queue);
        if queue.waiting.is_empty() || self.gate.is_ended() {
            return;
        }
        queue.remove(&self.gate);
        queue.waiting.push_back((self.gate.clone(), self.weight));
        queue.admit(self.turns.cores);
        drop(queue);
        self.gate.wait();
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut queue = lock(&self.turns.queue);
        queue.remove(&self.gate);
        queue.admit(self.turns.cores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    /// Four analyses on one core: after some slices each has had as many as any other, give or take one.
    #[test]
    fn slices_go_round() {
        let turns = Turns::new(1);
        let slices: Arc<[AtomicUsize; 4]> = Arc::default();
        let running = Arc::new(AtomicUsize::new(0));
        let enough = Arc::new(AtomicUsize::new(0));
        let threads: Vec<_> = (0..4)
            .map(|i| {
                let (turns, slices, running, enough) =
                    (turns.clone(), slices.clone(), running.clone(), enough.clone());
                thread::spawn(move || {
                    let turn = turns.begin(Arc::default(), 1);
                    // Nobody counts before all are there.
                    while enough.load(Ordering::SeqCst) < 400 {
                        assert_eq!(running.fetch_add(1, Ordering::SeqCst), 0, "one core");
                        slices[i].fetch_add(1, Ordering::SeqCst);
                        enough.fetch_add(1, Ordering::SeqCst);
                        thread::sleep(Duration::from_micros(200));
                        running.fetch_sub(1, Ordering::SeqCst);
                        turn.pass();
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        let counts: Vec<usize> = slices.iter().map(|n| n.load(Ordering::SeqCst)).collect();
        assert!(counts.iter().all(|&n| n > 60), "{counts:?}");
        assert!(turns.is_idle());
    }

    #[test]
    fn who_is_ended_does_not_wait() {
        let turns = Turns::new(1);
        let first = turns.begin(Arc::default(), 1);
        let gate: Arc<Gate> = Arc::default();
        let (other, at) = (turns.clone(), gate.clone());
        let waiting = thread::spawn(move || drop(other.begin(at, 1)));
        thread::sleep(Duration::from_millis(20));
        assert!(!waiting.is_finished());
        turns.end(&gate);
        waiting.join().unwrap();
        drop(first);
        assert!(turns.is_idle());
    }

    /// A new position does not wait until the search of the old one has noticed that it is to end.
    #[test]
    fn nobody_waits_for_who_is_ended() {
        let turns = Turns::new(2);
        let gate: Arc<Gate> = Arc::default();
        let old = turns.begin(gate.clone(), 2);
        turns.end(&gate);
        // On this thread: it would wait for ever.
        let new = turns.begin(Arc::default(), 2);
        // What the old one still does takes nothing from the new one.
        old.pass();
        drop(old);
        assert!(!turns.is_idle());
        drop(new);
        assert!(turns.is_idle());
        // One that is ended before it begins waits for nobody, either.
        let first = turns.begin(Arc::default(), 2);
        let late: Arc<Gate> = Arc::default();
        turns.end(&late);
        drop(turns.begin(late, 2));
        drop(first);
        assert!(turns.is_idle());
    }
}
