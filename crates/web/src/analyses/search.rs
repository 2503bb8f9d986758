//! One search in its thread: snapshots go to the stream, and slices are given up to others.

use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use yomi::core::Limits;
use yomi::engine::wire::Snapshot;
use yomi::{Ask, Fault, FaultKind, Listener, Stop};

use super::turns::{Gate, Turn, Turns};
use super::{Prepared, Work};
use crate::outside::Enclosed;

/// How long an analysis computes before it gives way.
pub const SLICE: Duration = Duration::from_millis(40);
/// How long a search is that only goes before another.
const GLANCE: Duration = Duration::from_millis(40);
/// Snapshots go out no more often: eight per second.
pub const BETWEEN_SNAPSHOTS: Duration = Duration::from_millis(125);
/// Beliefs go out no more often: twice a second.
const BETWEEN_BELIEFS: Duration = Duration::from_millis(500);

/// The latest of every kind of event. A reader that is slow misses what was overtaken, and never the end.
#[derive(Clone)]
pub struct Frame {
    pub started: Arc<str>,
    pub beliefs: Told,
    pub progress: Told,
    /// The name of the last event, and its data.
    pub end: Option<(&'static str, Arc<str>)>,
}

/// An event with the number of times that there was one.
#[derive(Clone, Default)]
pub struct Told {
    pub count: u64,
    pub data: Option<Arc<str>>,
}

impl Told {
    pub fn tell(&mut self, data: &Value) {
        self.count += 1;
        self.data = Some(data.to_string().into());
    }
}

impl Frame {
    pub fn new(started: &Value) -> Frame {
        Frame {
            started: started.to_string().into(),
            beliefs: Told::default(),
            progress: Told::default(),
            end: None,
        }
    }
}

impl Work for Prepared {
    fn within(&mut self, memory: usize) -> usize {
        let limits = self.ask.limits.get_or_insert_default();
        let memory = limits.memory.map_or(memory, |wanted| wanted.min(memory));
        limits.memory = Some(memory);
        self.started.memory_bytes = memory;
        memory
    }

    fn started(&self) -> Value {
        json!(self.started)
    }

    fn stop(&self) -> Stop {
        self.ask.stop.clone()
    }

    fn run(self, turns: &Arc<Turns>, gate: Arc<Gate>, threads: usize, frames: &watch::Sender<Frame>) {
        search(self, turns, gate, threads, frames);
    }
}

fn search(
    prepared: Prepared,
    turns: &Arc<Turns>,
    gate: Arc<Gate>,
    threads: usize,
    frames: &watch::Sender<Frame>,
) {
    let Prepared { found, ask, host, started, glance } = prepared;
    let key = started.key.as_str();
    let position = found.position;
    let searched = catch_unwind(AssertUnwindSafe(|| {
        let mut follower = Follower {
            turn: turns.begin(gate, threads),
            told: None,
            believed: None,
            beliefs: Value::Null,
            host: host.as_ref(),
            frames,
            key,
        };
        // A pool of its own: how many threads a search uses follows from the pool that it runs in.
        let follower = &mut follower;
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(move || {
                if glance && let Ok(advice) = position.advise(&at_a_glance(&ask), &mut ()) {
                    follower.tell_first(json!(advice));
                }
                position.advise(&ask, follower)
            }),
            Err(why) => Err(Fault::en(FaultKind::Limit, format!("no threads: {why}"))),
        }
    }));
    let end = match searched.unwrap_or_else(|_| Err(broken())) {
        Ok(advice) => ("answer", with_key(key, json!(advice))),
        Err(fault) => ("fault", json!({"key": key, "fault": fault})),
    };
    tell_end(frames, end);
}

/// The last event of a stream.
pub fn tell_end(frames: &watch::Sender<Frame>, (name, data): (&'static str, Value)) {
    frames.send_modify(|frame| frame.end = Some((name, data.to_string().into())));
}

/// The same question with so little time that figures come at once.
fn at_a_glance(ask: &Ask) -> Ask {
    let limits = ask.limits.unwrap_or_default();
    let time = limits.time.map_or(GLANCE, |time| time.min(GLANCE));
    Ask { limits: Some(Limits { time: Some(time), ..limits }), ..ask.clone() }
}

pub fn broken() -> Fault {
    Fault::en(FaultKind::Io, "the search broke off: this is a bug of Yomi")
}

fn with_key(key: &str, mut object: Value) -> Value {
    object["key"] = key.into();
    object
}

/// Passes snapshots on, and gives way after every slice.
struct Follower<'a> {
    turn: Turn,
    host: &'a Enclosed,
    frames: &'a watch::Sender<Frame>,
    key: &'a str,
    /// When progress and beliefs went out last, by the real clock.
    told: Option<Duration>,
    believed: Option<Duration>,
    beliefs: Value,
}

impl Follower<'_> {
    /// The figures of a search that is to be followed by a longer one.
    fn tell_first(&mut self, advice: Value) {
        let mut progress = with_key(self.key, advice);
        if let Some(object) = progress.as_object_mut() {
            ["beliefs", "reasons"].into_iter().for_each(|only_at_the_end| {
                object.remove(only_at_the_end);
            });
        }
        self.told = Some(self.host.real());
        self.frames.send_modify(|frame| frame.progress.tell(&progress));
    }

    fn tell(&mut self, snapshot: &Snapshot) {
        let now = self.host.real();
        let due = |last: Option<Duration>, every| last.is_none_or(|last| now >= last + every);
        if !due(self.told, BETWEEN_SNAPSHOTS) {
            return;
        }
        self.told = Some(now);
        let changed = snapshot.beliefs != self.beliefs && due(self.believed, BETWEEN_BELIEFS);
        let mut progress = with_key(self.key, json!(snapshot));
        let beliefs = progress.as_object_mut().and_then(|object| object.remove("beliefs"));
        self.frames.send_modify(|frame| {
            frame.progress.tell(&progress);
            if changed {
                let worth = snapshot.effective_worlds;
                frame.beliefs.tell(&json!({"key": self.key, "beliefs": beliefs, "effective_worlds": worth}));
            }
        });
        if changed {
            self.believed = Some(now);
            self.beliefs = snapshot.beliefs.clone();
        }
    }
}

impl Listener for Follower<'_> {
    fn every(&self) -> Option<Duration> {
        Some(SLICE)
    }

    fn snapshot(&mut self, snapshot: &Snapshot) {
        self.tell(snapshot);
        let before = self.host.real();
        self.turn.pass();
        self.host.wait(self.host.real().saturating_sub(before));
    }
}
