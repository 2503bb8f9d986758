//! Games from elsewhere: from a file, or saved from a damaged store. What the store has is not taken again; what
//! a file has twice is two games that came out alike.

use crate::date::Time;
use crate::games::{Content, Sitting, Source};
use crate::list::{Filter, Line, Stored};
use crate::open::Store;
use rustc_hash::{FxHashMap, FxHasher};
use serde_json::Value;
use std::hash::{Hash, Hasher};
use yomi_engine::{Fault, Sentence};

/// Games that are written in one transaction.
const TOGETHER: usize = 2000;

/// A game on its way into a store.
struct Arriving {
    sitting: Sitting,
    content: Content,
    at: Time,
    /// The key of a kept game.
    key: Option<String>,
}

/// Takes games into a store.
pub struct Importer<'s> {
    store: &'s mut Store,
    /// By a hash of everything that makes a game what it is: numbers of the games that the store had, as far as
    /// they have not yet come again.
    there: FxHashMap<u64, Vec<i64>>,
    /// Games that have come from this file, as they are in the store.
    came: Vec<(u64, i64)>,
    arriving: Vec<(u64, Arriving)>,
}

/// What makes two games the same.
fn fingerprint(game: &str, settings: &Value, agents: &[String], content: &Content) -> u64 {
    let mut hasher = FxHasher::default();
    (game, settings.to_string(), agents).hash(&mut hasher);
    match content {
        Content::Record(record) => {
            (record.seed, &record.moves, record.open).hash(&mut hasher);
            record.payoffs.iter().flatten().for_each(|payoff| payoff.to_bits().hash(&mut hasher));
        }
        Content::View { view, over } => (view.to_string(), over).hash(&mut hasher),
    }
    hasher.finish()
}

impl<'s> Importer<'s> {
    pub fn new(store: &'s mut Store) -> Result<Importer<'s>, Fault> {
        let mut there: FxHashMap<u64, Vec<i64>> = FxHashMap::default();
        store.each_whole(&Filter::default(), |Stored { listed, content }| {
            let shared = &listed.shared;
            let hash = fingerprint(&shared.game, &shared.settings, &shared.agents, &content);
            there.entry(hash).or_default().push(listed.id);
            Ok(())
        })?;
        Ok(Importer { store, there, came: Vec::new(), arriving: Vec::new() })
    }

    /// Takes a game that was checked against the rules; false if it is there already.
    pub fn take(&mut self, line: Line) -> Result<bool, Fault> {
        let Line { source, at, version, record, view, agents, over, .. } = line;
        let (game, settings, agents, content) = match (record, view) {
            (Some(record), None) => {
                (record.game.clone(), record.settings.clone(), record.agents.clone(), Content::Record(record))
            }
            (None, Some(view)) => {
                let game = view.get("game").and_then(Value::as_str).unwrap_or_default().to_string();
                let settings = view.get("settings").cloned().unwrap_or_default();
                (game, settings, agents, Content::View { view, over })
            }
            _ => return Err(neither_or_both()),
        };
        let hash = fingerprint(&game, &settings, &agents, &content);
        let same = |id: &i64| self.store.find(&id.to_string()).is_ok_and(|there| there.content == content);
        if let Some(ids) = self.there.get_mut(&hash)
            && let Some(place) = ids.iter().position(same)
        {
            self.came.push((hash, ids.swap_remove(place)));
            return Ok(false);
        }
        let open = matches!(&content, Content::Record(record) if record.open);
        let sitting = Sitting { source, run: None, game, settings, agents, open, version };
        // What a person played or entered can be gone on with.
        let key = matches!(source, Source::Play | Source::Real).then(String::new);
        self.arriving.push((hash, Arriving { sitting, content, at, key }));
        if self.arriving.len() >= TOGETHER {
            self.flush()?;
        }
        Ok(true)
    }

    /// The next games are of another file: what this one had is in the store.
    pub fn another_file(&mut self) -> Result<(), Fault> {
        self.flush()?;
        for (hash, id) in self.came.drain(..) {
            self.there.entry(hash).or_default().push(id);
        }
        Ok(())
    }

    /// Writes what is left.
    pub fn finish(mut self) -> Result<(), Fault> {
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Fault> {
        let arriving = std::mem::take(&mut self.arriving);
        let games = arriving.iter().map(|(_, a)| (&a.sitting, &a.content, a.at, a.key.as_deref()));
        let ids = self.store.take_in(games)?;
        self.came.extend(arriving.iter().map(|(hash, _)| *hash).zip(ids));
        Ok(())
    }
}

fn neither_or_both() -> Fault {
    let text = Sentence::new(
        "a game has either a record or a view; expected a line that `yomi games-db export` wrote, or a record",
        "対局には record か view のどちらか一つが必要です。`yomi games-db export` の行か対局の記録を指定してください",
    );
    Fault::from_text(yomi_engine::FaultKind::BadView, text)
}

/// Saves what can be read of a damaged store to a new one: the latest state of every game, matches and
/// tournaments, what is remembered of people. Earlier revisions and the deals of tournaments are not saved.
pub struct Saver<'s> {
    to: &'s mut Store,
    games: Vec<Stored>,
}

impl<'s> Saver<'s> {
    pub fn new(to: &'s mut Store) -> Saver<'s> {
        Saver { to, games: Vec::new() }
    }

    pub fn take(&mut self, stored: Stored) -> Result<(), Fault> {
        self.games.push(stored);
        if self.games.len() >= TOGETHER { self.flush() } else { Ok(()) }
    }

    /// Writes the rest, with what can be read beside the games.
    pub fn finish(mut self, from: &Store) -> Result<(), Fault> {
        self.flush()?;
        self.to.copy_runs(from)?;
        self.to.copy_people(from)
    }

    fn flush(&mut self) -> Result<(), Fault> {
        let games = std::mem::take(&mut self.games);
        let sittings: Vec<Sitting> = games.iter().map(|game| Sitting::of(&game.listed.shared)).collect();
        let arriving = games.iter().zip(&sittings).map(|(Stored { listed, content }, sitting)| {
            let key = listed.kept.as_ref().map(|(key, _)| key.as_str());
            // Of a game that a person can go on with the key may be what was damaged: it gets a new one.
            let person = matches!(sitting.source, Source::Play | Source::Real);
            (sitting, content, listed.at, key.or(person.then_some("")))
        });
        self.to.take_in(arriving).map(|_| ())
    }
}
