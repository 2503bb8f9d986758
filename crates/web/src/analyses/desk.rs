//! The analyses that are under way, and the caps on them.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::watch;
use yomi::Stop;

use super::Work;
use super::search::Frame;
use super::turns::{Gate, Turns};
use crate::refusal::Refusal;

/// Analyses at once, at most.
pub const MOST: usize = 256;
/// Memory of all searches together is kept near this; each gets an eighth of what is left of it, and
const MEMORY: usize = 2 << 30;
/// at least this: so all together have [`MEMORY`] and [`MOST`] times this at most.
const LEAST_MEMORY: usize = 4 << 20;
/// What the next search gets where so much is given out.
fn memory_left(used: usize) -> usize {
    (MEMORY.saturating_sub(used) / 8).max(LEAST_MEMORY)
}

/// An analysis that nobody watches is stopped after this time.
const UNWATCHED: Duration = Duration::from_secs(5);
/// Threads of a search that has the machine to itself.
const MOST_THREADS: usize = 4;

/// All analyses.
pub struct Desk {
    turns: Arc<Turns>,
    cores: usize,
    open: Mutex<Open>,
    /// Games whose recommended agent tells nothing before its end.
    silent: Mutex<BTreeSet<String>>,
    secret: RandomState,
}

#[derive(Default)]
struct Open {
    begun: u64,
    analyses: BTreeMap<String, Arc<Analysis>>,
}

/// One analysis.
pub struct Analysis {
    pub id: String,
    client: String,
    stop: Stop,
    turns: Arc<Turns>,
    gate: Arc<Gate>,
    memory: usize,
    pub frames: watch::Receiver<Frame>,
}

impl Analysis {
    /// Ends the search, wherever it is.
    pub fn stop(&self) {
        self.stop.stop();
        self.turns.end(&self.gate);
    }
}

impl Desk {
    pub fn new(cores: usize) -> Arc<Desk> {
        let (turns, open, silent) = (Turns::new(cores), Mutex::default(), Mutex::default());
        Arc::new(Desk { turns, cores, open, silent, secret: RandomState::new() })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The recommended agent of this game tells nothing before its end.
    pub fn note_silent(&self, game: &str) {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner).insert(game.into());
    }

    pub fn is_silent(&self, game: &str) -> bool {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner).contains(game)
    }

    /// Starts work in a thread of its own, and stops the client's older one.
    pub fn start(self: &Arc<Desk>, client: &str, mut work: impl Work) -> Result<String, Refusal> {
        self.stop_client(client);
        let mut open = self.open();
        if open.analyses.len() >= MOST {
            return Err(Refusal::busy(
                format!("{MOST} analyses are under way, which is the most; expected to wait for one to end"),
                format!("分析が上限の {MOST} 件動いています。どれかが終わるまでお待ちください"),
            ));
        }
        let memory = memory_left(open.analyses.values().map(|other| other.memory).sum());
        let memory = work.within(memory);
        let threads = if self.turns.is_idle() { self.cores.min(MOST_THREADS) } else { 1 };
        open.begun += 1;
        // The number tells ended ones from those that never were, the rest is not to be guessed.
        let id = format!("{}-{:016x}", open.begun, self.secret.hash_one(open.begun));
        let (sender, frames) = watch::channel(Frame::new(&work.started()));
        let stop = work.stop();
        let gate: Arc<Gate> = Arc::default();
        let analysis = Arc::new(Analysis {
            id: id.clone(),
            client: client.into(),
            stop,
            turns: self.turns.clone(),
            gate: gate.clone(),
            memory,
            frames,
        });
        open.analyses.insert(id.clone(), analysis.clone());
        drop(open);
        let turns = self.turns.clone();
        let named = thread::Builder::new().name(format!("analysis {id}"));
        let spawned = named.spawn(move || work.run(&turns, gate, threads, &sender));
        if spawned.is_err() {
            self.forget(&id);
            return Err(Refusal::busy("no thread is left for it", "スレッドが足りません"));
        }
        tokio::spawn(self.clone().stop_unwatched(analysis));
        Ok(id)
    }

    async fn stop_unwatched(self: Arc<Desk>, analysis: Arc<Analysis>) {
        tokio::time::sleep(UNWATCHED).await;
        // One receiver is the analysis's own.
        if Arc::strong_count(&analysis) <= 2 {
            analysis.stop();
            self.forget(&analysis.id);
        }
    }

    pub fn find(&self, id: &str) -> Option<Arc<Analysis>> {
        self.open().analyses.get(id).cloned()
    }

    pub fn forget(&self, id: &str) {
        self.open().analyses.remove(id);
    }

    /// Whether this is the name of an analysis that was.
    pub fn has_ended(&self, id: &str) -> bool {
        let Some((number, token)) = id.split_once('-') else { return false };
        let Ok(number) = number.parse::<u64>() else { return false };
        let open = self.open();
        (1..=open.begun).contains(&number)
            && token == format!("{:016x}", self.secret.hash_one(number))
            && !open.analyses.contains_key(id)
    }

    pub fn stop_client(&self, client: &str) {
        let open = self.open();
        open.analyses.values().filter(|analysis| analysis.client == client).for_each(|a| a.stop());
    }

    pub fn stop_all(&self) {
        self.open().analyses.values().for_each(|analysis| analysis.stop());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many there are: 2 GiB for all searches together, and 4 MiB more for each.
    #[test]
    fn memory_is_bounded() {
        let mut used = 0;
        for n in 1..=MOST {
            let next = memory_left(used);
            assert!(next >= LEAST_MEMORY);
            used += next;
            assert!(used <= MEMORY + n * LEAST_MEMORY, "{n}: {used}");
        }
        // The first ones get enough to think with.
        assert_eq!(memory_left(0), 256 << 20);
    }
}
