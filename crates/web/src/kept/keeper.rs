//! Where games are kept: in a file, or in memory.

use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use yomi::Fault;
use yomi_store::{Content, Filter, PERSON, Revised, Source, Store, Stored, Time};

/// Games in a list, at most: the last written ones.
const MOST_LISTED: usize = 200;

/// Where games are kept.
pub trait Keeper: Send + Sync {
    /// The kept games, the last written first.
    fn list(&self) -> Result<Vec<Kept>, Fault>;
    fn find(&self, id: &str) -> Result<Option<Kept>, Fault>;
    /// Writes a game that is at this revision there, 0 for a new one. When it returns, the game is safe.
    fn put(&self, id: &str, revision: u64, content: &Content) -> Result<Written, Fault>;
    /// Whether there was one.
    fn delete(&self, id: &str) -> Result<bool, Fault>;
    /// The file, for people.
    fn file(&self) -> Option<String>;
    /// What is remembered of the person at this machine, under a topic of a game.
    fn recall(&self, game: &str, topic: &str) -> Result<Option<Value>, Fault>;
    /// Everything that is remembered of them in a game, with its topics.
    fn recall_all(&self, game: &str) -> Result<Vec<(String, Value)>, Fault>;
    /// Remembers this under a topic, in place of what was there.
    fn remember(&self, game: &str, topic: &str, state: &Value) -> Result<(), Fault>;
    /// Remembers what becomes of what was there: nothing is written in between.
    fn remember_anew(
        &self,
        game: &str,
        topic: &str,
        revised: &mut dyn FnMut(Option<Value>) -> Value,
    ) -> Result<(), Fault>;
}

/// A kept game.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    pub id: String,
    pub revision: u64,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    pub content: Content,
}

/// What came of a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// This is its revision now.
    Kept(u64),
    /// It is at this revision there, 0 where there is none: nothing was changed.
    Stale(u64),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The time by the machine's clock.
pub fn stamp() -> Time {
    Time(i64::try_from(now()).unwrap_or(i64::MAX))
}

/// Games in memory, where nothing may be written.
#[derive(Default)]
pub struct InMemory {
    games: Mutex<BTreeMap<String, Kept>>,
    /// By game and topic.
    people: Mutex<BTreeMap<(String, String), Value>>,
}

impl Keeper for InMemory {
    fn list(&self) -> Result<Vec<Kept>, Fault> {
        let mut all: Vec<Kept> = lock(&self.games).values().cloned().collect();
        all.sort_by_key(|kept| std::cmp::Reverse(kept.at));
        all.truncate(MOST_LISTED);
        Ok(all)
    }

    fn find(&self, id: &str) -> Result<Option<Kept>, Fault> {
        Ok(lock(&self.games).get(id).cloned())
    }

    fn put(&self, id: &str, revision: u64, content: &Content) -> Result<Written, Fault> {
        let mut games = lock(&self.games);
        let there = games.get(id).map_or(0, |kept| kept.revision);
        if there != revision {
            return Ok(Written::Stale(there));
        }
        // Two that are written in one moment keep their order.
        let last = games.values().map(|kept| kept.at).max().unwrap_or(0);
        let at = now().max(last + 1);
        games.insert(id.into(), Kept { id: id.into(), revision: there + 1, at, content: content.clone() });
        Ok(Written::Kept(there + 1))
    }

    fn delete(&self, id: &str) -> Result<bool, Fault> {
        Ok(lock(&self.games).remove(id).is_some())
    }

    fn file(&self) -> Option<String> {
        None
    }

    fn recall(&self, game: &str, topic: &str) -> Result<Option<Value>, Fault> {
        Ok(lock(&self.people).get(&(game.to_string(), topic.to_string())).cloned())
    }

    fn recall_all(&self, game: &str) -> Result<Vec<(String, Value)>, Fault> {
        let people = lock(&self.people);
        let known = people.iter().filter(|((of, _), _)| of == game);
        Ok(known.map(|((_, topic), state)| (topic.clone(), state.clone())).collect())
    }

    fn remember(&self, game: &str, topic: &str, state: &Value) -> Result<(), Fault> {
        lock(&self.people).insert((game.to_string(), topic.to_string()), state.clone());
        Ok(())
    }

    fn remember_anew(
        &self,
        game: &str,
        topic: &str,
        revised: &mut dyn FnMut(Option<Value>) -> Value,
    ) -> Result<(), Fault> {
        let mut people = lock(&self.people);
        let of = (game.to_string(), topic.to_string());
        let state = revised(people.get(&of).cloned());
        people.insert(of, state);
        Ok(())
    }
}

/// Games in a store: those that other commands keep there too.
pub struct InStore(Mutex<Store>);

impl InStore {
    pub fn new(store: Store) -> InStore {
        InStore(Mutex::new(store))
    }
}

/// Who advises on a real game.
const ADVISER: &str = "best";

fn kept(stored: Stored) -> Option<Kept> {
    let (id, revision) = stored.listed.kept?;
    let at = u64::try_from(stored.listed.at.0).unwrap_or(0);
    Some(Kept { id, revision, at, content: stored.content })
}

fn one(store: &Store, id: &str) -> Result<Option<(i64, Kept)>, Fault> {
    let Some(number) = store.number_of(id)? else { return Ok(None) };
    let mut found = None;
    store.each_whole(&Filter { ids: Some(vec![number]), ..Filter::default() }, |stored| {
        found = kept(stored).map(|kept| (number, kept));
        Ok(())
    })?;
    Ok(found)
}

impl Keeper for InStore {
    fn list(&self) -> Result<Vec<Kept>, Fault> {
        let store = lock(&self.0);
        let mut last = Vec::new();
        for source in [Source::Play, Source::Real] {
            store.each(&Filter { source: Some(source), ..Filter::default() }, |listed| {
                last.extend(listed.kept.is_some().then_some((listed.at.0, listed.id)));
                Ok(())
            })?;
        }
        last.sort_unstable_by(|a, b| b.cmp(a));
        let ids = last.iter().take(MOST_LISTED).map(|&(_, id)| id).collect();
        let mut all = Vec::new();
        store.each_whole(&Filter { ids: Some(ids), ..Filter::default() }, |stored| {
            all.push((stored.listed.at.0, stored.listed.id, stored));
            Ok(())
        })?;
        all.sort_unstable_by_key(|&(at, id, _)| std::cmp::Reverse((at, id)));
        Ok(all.into_iter().filter_map(|(_, _, stored)| kept(stored)).collect())
    }

    fn find(&self, id: &str) -> Result<Option<Kept>, Fault> {
        Ok(one(&lock(&self.0), id)?.map(|(_, kept)| kept))
    }

    fn put(&self, id: &str, revision: u64, content: &Content) -> Result<Written, Fault> {
        let mut store = lock(&self.0);
        let (source, agents) = match content {
            Content::Record(record) => (Source::Play, record.agents.clone()),
            Content::View { .. } => (Source::Real, vec![ADVISER.to_string()]),
        };
        let at = stamp();
        if store.number_of(id)?.is_none() {
            if revision != 0 {
                return Ok(Written::Stale(0));
            }
            match store.keep_as(id, source, &agents, content, at) {
                Ok(kept) => return Ok(Written::Kept(kept.revision)),
                // Another process may have begun it a moment ago.
                Err(why) if store.number_of(id)?.is_none() => return Err(why),
                Err(_) => {}
            }
        }
        let known = yomi_store::Kept { key: id.into(), revision };
        Ok(match store.revise(&known, &agents, content, at)? {
            Revised::Kept(revision) => Written::Kept(revision),
            Revised::Stale(revision) => Written::Stale(revision),
        })
    }

    fn delete(&self, id: &str) -> Result<bool, Fault> {
        let mut store = lock(&self.0);
        let Some(number) = store.number_of(id)? else { return Ok(false) };
        Ok(store.delete_games(&[number])? > 0)
    }

    fn file(&self) -> Option<String> {
        Some(lock(&self.0).path().display().to_string())
    }

    fn recall(&self, game: &str, topic: &str) -> Result<Option<Value>, Fault> {
        Ok(lock(&self.0).recall(PERSON, game, topic)?.map(|known| known.state))
    }

    fn recall_all(&self, game: &str) -> Result<Vec<(String, Value)>, Fault> {
        let known = lock(&self.0).recall_all(PERSON, game)?;
        Ok(known.into_iter().map(|known| (known.topic, known.state)).collect())
    }

    fn remember(&self, game: &str, topic: &str, state: &Value) -> Result<(), Fault> {
        lock(&self.0).remember(PERSON, game, topic, state, stamp())
    }

    fn remember_anew(
        &self,
        game: &str,
        topic: &str,
        revised: &mut dyn FnMut(Option<Value>) -> Value,
    ) -> Result<(), Fault> {
        lock(&self.0).remember_anew([PERSON, game, topic], stamp(), revised)
    }
}
