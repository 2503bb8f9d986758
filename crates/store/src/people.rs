//! What is remembered of people between games: how strong they are, which puzzles sit.
//!
//! Of a person and a game there are topics, each with a state that its owner reads and writes as JSON; the store
//! does not know what it means.

use crate::date::Time;
use crate::mishap;
use crate::open::Store;
use crate::seal::{Of, Seal};
use rusqlite::{Connection, Error, OptionalExtension, Row, Transaction, params};
use serde_json::Value;
use yomi_engine::Fault;

/// Who sits at this machine: games call a person so, too.
pub const PERSON: &str = "human";

/// What is remembered of a person, under one topic of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Remembered {
    pub game: String,
    pub topic: String,
    pub state: Value,
    /// When it was last written.
    pub at: Time,
}

/// As the file has it.
struct RawMemory {
    person: String,
    game: String,
    topic: String,
    state: String,
    at: i64,
}

pub(crate) const ALL: &str = "SELECT person, game, topic, state, at, sum FROM people ORDER BY game, topic";

impl RawMemory {
    fn seal(&self) -> Seal {
        let texts = [&self.person, &self.game, &self.topic, &self.state];
        texts.into_iter().fold(Seal::new(Of::Memory), |seal, text| seal.text(text)).number(self.at)
    }

    fn put(&self, tx: &Transaction<'_>) -> Result<(), Error> {
        let put = "INSERT OR REPLACE INTO people (person, game, topic, state, at, sum)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let (sum, RawMemory { person, game, topic, state, at }) = (self.seal().sum(), self);
        tx.prepare_cached(put)?.execute(params![person, game, topic, state, at, sum]).map(|_| ())
    }

    fn find(db: &Connection, of: [&str; 3]) -> Result<Option<RawMemory>, Error> {
        let find = "SELECT person, game, topic, state, at, sum FROM people
                    WHERE person = ?1 AND game = ?2 AND topic = ?3";
        db.prepare_cached(find)?.query_row(of, RawMemory::of).optional()
    }

    /// Refuses a row that is not what was written.
    fn of(row: &Row<'_>) -> Result<RawMemory, Error> {
        let (person, game, topic, state) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        let raw = RawMemory { person, game, topic, state, at: row.get(4)? };
        raw.seal().check(row.get(5)?)?;
        Ok(raw)
    }
}

/// Whether a row is what was written.
pub(crate) fn check(row: &Row<'_>) -> Result<(), Error> {
    RawMemory::of(row).map(|_| ())
}

impl Store {
    /// What is remembered of a person under this topic of a game.
    pub fn recall(&self, person: &str, game: &str, topic: &str) -> Result<Option<Remembered>, Fault> {
        let found = self.try_to(|store| RawMemory::find(&store.db, [person, game, topic]))?;
        found.map(|raw| self.remembered(raw)).transpose()
    }

    /// Everything that is remembered of a person in a game, by topic.
    pub fn recall_all(&self, person: &str, game: &str) -> Result<Vec<Remembered>, Fault> {
        let found = self.try_to(|store| {
            let mut find = store.db.prepare_cached(ALL)?;
            let rows = find.query_map([], RawMemory::of)?;
            rows.collect::<Result<Vec<RawMemory>, Error>>()
        })?;
        let asked = found.into_iter().filter(|raw| raw.person == person && raw.game == game);
        asked.map(|raw| self.remembered(raw)).collect()
    }

    fn remembered(&self, raw: RawMemory) -> Result<Remembered, Fault> {
        let RawMemory { game, topic, at, .. } = raw;
        match serde_json::from_str(&raw.state) {
            Ok(state) => Ok(Remembered { game, topic, state, at: Time(at) }),
            Err(why) => Err(mishap::damaged(self.path(), &format!("{game}, {topic}: {why}"))),
        }
    }

    /// Remembers this under a topic, in place of what was there.
    pub fn remember(
        &mut self,
        person: &str,
        game: &str,
        topic: &str,
        state: &Value,
        at: Time,
    ) -> Result<(), Fault> {
        let [person, game, topic] = [person, game, topic].map(str::to_string);
        let raw = RawMemory { person, game, topic, state: state.to_string(), at: at.0 };
        self.in_transaction(|tx| raw.put(tx))
    }

    /// Remembers what becomes of what was there: nothing is written by another program in between.
    pub fn remember_anew(
        &mut self,
        [person, game, topic]: [&str; 3],
        at: Time,
        revised: impl FnOnce(Option<Value>) -> Value,
    ) -> Result<(), Fault> {
        self.in_transaction(|tx| {
            let known = RawMemory::find(tx, [person, game, topic])?;
            let state = revised(known.and_then(|raw| serde_json::from_str(&raw.state).ok())).to_string();
            let [person, game, topic] = [person, game, topic].map(str::to_string);
            RawMemory { person, game, topic, state, at: at.0 }.put(tx)
        })
    }

    /// Takes over what can be read of another store's, and is what was written.
    pub(crate) fn copy_people(&mut self, from: &Store) -> Result<(), Fault> {
        let mut found = Vec::new();
        if let Ok(mut find) = from.db.prepare(ALL)
            && let Ok(mut rows) = find.query([])
        {
            while let Ok(Some(row)) = rows.next() {
                found.extend(RawMemory::of(row).ok());
            }
        }
        self.in_transaction(|tx| found.iter().try_for_each(|raw| raw.put(tx)))
    }
}
