//! Requests that wait for a worker: the highest priority first, then in the order in which they came.
//!
//! Requests about one session are done one after another in the order in which they came, whatever their
//! priority, so that a client need not wait for `new` before it sends `play`. The queue is bounded in number
//! and bytes: when it is full, the thread with the next request waits, and the client's pipe fills.

use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use yomi::Stop;

/// Requests that wait, beside those that are worked on.
pub const MOST_WAITING: usize = 1000;
/// The length of their lines together. A single longer one is let through.
pub const MOST_BYTES: usize = 16 << 20;

/// A request that waits or is worked on.
#[derive(Clone, Debug)]
pub struct Job {
    pub id: Value,
    pub priority: i64,
    pub session: Option<String>,
    /// The whole request. It is read by who works on it: what waits takes as little room as it came with.
    pub line: String,
    pub stop: Stop,
}

/// Where a request stands that is to be stopped.
pub enum Stopped {
    /// It had not begun: it is taken out, and answered by the caller.
    Waiting(Job),
    /// Its worker will answer soon.
    Running,
    Unknown,
}

type Place = (Reverse<i64>, u64);

#[derive(Default)]
struct State {
    waiting: BTreeMap<Place, Job>,
    bytes: usize,
    came: u64,
    /// Of every session that something waits for: the numbers of what waits.
    lines: BTreeMap<String, BTreeSet<u64>>,
    /// Sessions that are being worked on.
    busy: BTreeSet<String>,
    /// By their ids as text: the request, where it waits or runs, and its switch.
    under_way: BTreeMap<String, (Option<Place>, Stop)>,
    finished: bool,
}

#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl State {
    fn is_full(&self, line: &str) -> bool {
        let too_many = self.waiting.len() >= MOST_WAITING;
        too_many || !self.waiting.is_empty() && self.bytes + line.len() > MOST_BYTES
    }

    /// The place of the next request that may be worked on.
    fn next(&self) -> Option<Place> {
        let may = |(place, job): &(&Place, &Job)| match &job.session {
            None => true,
            Some(name) => {
                !self.busy.contains(name) && self.lines.get(name).and_then(BTreeSet::first) == Some(&place.1)
            }
        };
        self.waiting.iter().find(may).map(|(place, _)| *place)
    }

    fn take(&mut self, place: Place) -> Option<Job> {
        let job = self.waiting.remove(&place)?;
        self.bytes -= job.line.len();
        if let Some(name) = &job.session
            && let Some(line) = self.lines.get_mut(name)
        {
            line.remove(&place.1);
            if line.is_empty() {
                self.lines.remove(name);
            }
        }
        Some(job)
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a request with this id waits or is worked on.
    pub fn has(&self, id: &Value) -> bool {
        self.lock().under_way.contains_key(&id.to_string())
    }

    /// Waits until there is room; `false` if another request with its id is under way.
    pub fn put(&self, job: Job) -> bool {
        let key = job.id.to_string();
        if self.lock().under_way.contains_key(&key) {
            return false;
        }
        let full = |state: &mut State| !state.finished && state.is_full(&job.line);
        let mut state = self.changed.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner);
        state.came += 1;
        let place = (Reverse(job.priority), state.came);
        state.bytes += job.line.len();
        if let Some(name) = &job.session {
            state.lines.entry(name.clone()).or_default().insert(place.1);
        }
        state.under_way.insert(key, (Some(place), job.stop.clone()));
        state.waiting.insert(place, job);
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Waits for the next request; `None` when there will be no more.
    pub fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.next().and_then(|place| state.take(place)) {
                state.busy.extend(job.session.clone());
                if let Some((place, _)) = state.under_way.get_mut(&job.id.to_string()) {
                    *place = None;
                }
                drop(state);
                self.changed.notify_all();
                return Some(job);
            }
            if state.finished && state.waiting.is_empty() {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The request has its answer.
    pub fn done(&self, job: &Job) {
        let mut state = self.lock();
        state.under_way.remove(&job.id.to_string());
        if let Some(name) = &job.session {
            state.busy.remove(name);
        }
        drop(state);
        self.changed.notify_all();
    }

    pub fn stop(&self, id: &Value) -> Stopped {
        let mut state = self.lock();
        let key = id.to_string();
        let Some((place, stop)) = state.under_way.get(&key).cloned() else { return Stopped::Unknown };
        stop.stop();
        let Some(job) = place.and_then(|place| state.take(place)) else { return Stopped::Running };
        state.under_way.remove(&key);
        drop(state);
        self.changed.notify_all();
        Stopped::Waiting(job)
    }

    /// Stops everything; what had not begun is given back.
    pub fn stop_all(&self) -> Vec<Job> {
        let mut state = self.lock();
        state.under_way.values().for_each(|(_, stop)| stop.stop());
        let places: Vec<Place> = state.waiting.keys().copied().collect();
        let jobs: Vec<Job> = places.into_iter().filter_map(|place| state.take(place)).collect();
        for job in &jobs {
            state.under_way.remove(&job.id.to_string());
        }
        drop(state);
        self.changed.notify_all();
        jobs
    }

    /// No more requests will come.
    pub fn finish(&self) {
        self.lock().finished = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    fn job(id: u64, priority: i64, session: Option<&str>) -> Job {
        Job {
            id: json!(id),
            priority,
            session: session.map(Into::into),
            line: "{}".into(),
            stop: Stop::default(),
        }
    }

    fn next(queue: &Queue) -> u64 {
        queue.next().unwrap().id.as_u64().unwrap()
    }

    #[test]
    fn priority_first_then_the_order_in_which_they_came() {
        let queue = Queue::default();
        for (id, priority) in [(1, 0), (2, 5), (3, 0), (4, -1), (5, 5)] {
            assert!(queue.put(job(id, priority, None)));
        }
        assert_eq!([0; 5].map(|_| next(&queue)), [2, 5, 1, 3, 4]);
        queue.finish();
        assert!(queue.next().is_none());
    }

    #[test]
    fn a_session_is_worked_on_in_order_by_one_at_a_time() {
        let queue = Queue::default();
        assert!(queue.put(job(1, 0, Some("a"))));
        assert!(queue.put(job(2, 9, Some("a"))));
        assert!(queue.put(job(3, 0, Some("b"))));
        let first = queue.next().unwrap();
        assert_eq!(first.id, 1, "the second would be more urgent and has to wait");
        assert_eq!(next(&queue), 3);
        queue.done(&first);
        assert_eq!(next(&queue), 2);
    }

    #[test]
    fn what_is_stopped_is_taken_out_or_told() {
        let queue = Queue::default();
        assert!(queue.put(job(1, 0, None)));
        assert!(queue.put(job(2, 0, Some("a"))));
        assert!(!queue.put(job(1, 0, None)), "its id is under way");
        let running = queue.next().unwrap();
        assert!(matches!(queue.stop(&json!(2)), Stopped::Waiting(_)));
        assert!(matches!(queue.stop(&json!(2)), Stopped::Unknown));
        assert!(matches!(queue.stop(&json!(1)), Stopped::Running));
        assert!(running.stop.is_stopped());
        queue.done(&running);
        assert!(matches!(queue.stop(&json!(1)), Stopped::Unknown));
        assert!(queue.put(job(1, 0, None)), "the id is free again");
    }

    #[test]
    fn a_full_queue_makes_its_client_wait() {
        let queue = Queue::default();
        let (send, came) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                for id in 0..MOST_WAITING as u64 + 3 {
                    assert!(queue.put(job(id, 0, None)));
                    send.send(()).unwrap();
                }
            });
            let count =
                || (0..).take_while(|_| came.recv_timeout(Duration::from_millis(300)).is_ok()).count();
            assert_eq!(count(), MOST_WAITING);
            queue.next().unwrap();
            assert_eq!(count(), 1);
            (0..2).for_each(|_| drop(queue.next()));
            assert_eq!(count(), 2);
        });
        let long = Job { line: "x".repeat(MOST_BYTES + 1), ..job(9999, 0, None) };
        let queue = Queue::default();
        assert!(queue.put(long), "a single one is let through");
        assert!(queue.lock().is_full("{}"));
    }
}
