//! Writing games.

use crate::date::Time;
use crate::list::Shared;
use crate::open::{Known, Named, Store};
use crate::seal::{self, GameRow, SittingRow};
use crate::{VERSION, mishap, packed};
use rusqlite::{Connection, Error, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::str::FromStr;
use yomi_engine::record::{Forfeit, Record};
use yomi_engine::{Fault, FaultKind, Sentence};

/// Where a game came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A person played it here.
    Play,
    /// It was played elsewhere and entered here.
    Real,
    Arena,
    Tournament,
    Import,
}

impl Source {
    pub const ALL: [Source; 5] =
        [Source::Play, Source::Real, Source::Arena, Source::Tournament, Source::Import];

    pub fn name(self) -> &'static str {
        match self {
            Source::Play => "play",
            Source::Real => "real",
            Source::Arena => "arena",
            Source::Tournament => "tournament",
            Source::Import => "import",
        }
    }
}

impl FromStr for Source {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Source, Fault> {
        let names = Source::ALL.map(Source::name);
        let found = Source::ALL.into_iter().find(|source| source.name() == text);
        found.ok_or_else(|| Fault::unknown(Sentence::new("source", "出どころ"), text, &names))
    }
}

/// What many games share.
#[derive(Clone, PartialEq, Debug)]
pub struct Sitting {
    pub source: Source,
    /// The match or tournament they belong to.
    pub run: Option<i64>,
    pub game: String,
    pub settings: Value,
    /// By seat; of a game that is entered, who advises.
    pub agents: Vec<String>,
    /// What is hidden was shown.
    pub open: bool,
    /// The version of Yomi that played them.
    pub version: String,
}

impl Sitting {
    /// Of games that are played now, without a run.
    pub fn new(source: Source, game: &str, settings: &Value, agents: &[String]) -> Sitting {
        Sitting {
            source,
            run: None,
            game: game.into(),
            settings: settings.clone(),
            agents: agents.to_vec(),
            open: false,
            version: VERSION.into(),
        }
    }

    /// Of games that are there.
    pub fn of(shared: &Shared) -> Sitting {
        let Shared { game, settings, agents, source, run, open, version } = shared.clone();
        Sitting { source, run, game, settings, agents, open, version }
    }

    /// One text for each different sitting.
    fn key(&self) -> String {
        let Sitting { source, run, game, settings, agents, open, version } = self;
        format!("{}\n{run:?}\n{game}\n{settings}\n{agents:?}\n{open}\n{version}", source.name())
    }
}

/// A game without what it shares with others.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    pub seed: u64,
    pub body: Body<'a>,
    /// `None` while it is not over.
    pub payoffs: Option<&'a [f64]>,
    /// Seats that lost because their player could not go on.
    pub forfeits: &'a [Forfeit],
}

/// All moves and outcomes of chance.
#[derive(Clone, Copy, Debug)]
pub enum Body<'a> {
    Words(&'a [String]),
    /// By [`packed::moves`].
    Packed(&'a [u8]),
}

/// What a game holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// Moves and payoffs.
    Record(Record),
    /// What one seat sees of a game that is played elsewhere.
    View {
        view: Value,
        /// Whether that game is over.
        over: bool,
    },
}

/// A kept game: its key and how often it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    pub key: String,
    pub revision: u64,
}

/// What came of writing the next revision of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Revised {
    /// This is its revision now.
    Kept(u64),
    /// Another process has written in between: nothing was changed, and this is the revision there.
    Stale(u64),
}

/// The result of a game that is over and whose payoffs are not known.
const OVER: &[f64] = &[];

struct Row<'a> {
    seed: u64,
    result: Option<Named>,
    body: Cow<'a, [u8]>,
    /// As the file has it.
    forfeits: Option<String>,
}

impl Row<'_> {
    fn result_id(&self) -> Option<i64> {
        self.result.map(|result| result.id)
    }

    fn sum(&self, id: i64, sitting: Named, at: Time) -> i64 {
        let Row { seed, result, body, forfeits } = self;
        let (sitting, result) = (sitting.seal, result.map(|result| result.seal));
        let forfeits = forfeits.as_deref();
        GameRow { id, sitting, seed: *seed, result, at: at.0, body, forfeits }.seal().sum()
    }
}

impl Store {
    /// Writes games of one sitting, all or none.
    pub fn add_games<'a>(
        &mut self,
        sitting: &Sitting,
        games: impl IntoIterator<Item = Played<'a>>,
        at: Time,
    ) -> Result<u64, Fault> {
        self.write(|tx, known| insert_all(tx, known, games.into_iter().map(|game| (sitting, game)), at))
    }

    /// Begins to keep a game that a person plays or enters.
    pub fn keep(
        &mut self,
        source: Source,
        agents: &[String],
        content: &Content,
        at: Time,
    ) -> Result<Kept, Fault> {
        let key = self.try_to(|store| new_key(&store.db))?;
        self.keep_as(&key, source, agents, content, at)
    }

    /// The same with a key of the caller's.
    pub fn keep_as(
        &mut self,
        key: &str,
        source: Source,
        agents: &[String],
        content: &Content,
        at: Time,
    ) -> Result<Kept, Fault> {
        let sitting = sitting_of(source, agents, content)?;
        let kept = self.write(|tx, known| {
            let taken = tx.query_row("SELECT 1 FROM kept WHERE key = ?1", [key], |_| Ok(())).optional()?;
            if taken.is_some() {
                return Ok(None);
            }
            let row = row_of(tx, known, content)?;
            let sitting = sitting_id(tx, known, &sitting)?;
            let id = insert(tx, next_id(tx)?, sitting, &row, at)?;
            begin_keeping(tx, key, id, &row, at)?;
            Ok(Some(Kept { key: key.into(), revision: 1 }))
        })?;
        kept.ok_or_else(|| {
            Fault::bad_option(
                format!("the key {key:?} is taken; expected one of a new game"),
                format!("キー {key:?} は既に使われています"),
            )
        })
    }

    /// Writes the next revision of a kept game, if it still is at the revision that the caller knows. What did
    /// not change is not written again.
    pub fn revise(
        &mut self,
        known_as: &Kept,
        agents: &[String],
        content: &Content,
        at: Time,
    ) -> Result<Revised, Fault> {
        // Where it came from was said when it was begun.
        let mut sitting = sitting_of(Source::Play, agents, content)?;
        let key = &known_as.key;
        let done = self.write(|tx, known| {
            let find = "SELECT k.game, k.revision, s.source, k.sum FROM kept k JOIN games g ON g.id = k.game
                        JOIN sittings s ON s.id = g.sitting WHERE k.key = ?1";
            let found = tx.query_row(find, [key], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?, row.get(3)?))
            });
            let Some((id, revision, source, sum)) = found.optional()? else { return Ok(None) };
            seal::kept(key, id, revision).check(sum)?;
            let revision = revision.cast_unsigned();
            sitting.source = source.parse().unwrap_or(Source::Import);
            if revision != known_as.revision {
                return Ok(Some(Revised::Stale(revision)));
            }
            let row = row_of(tx, known, content)?;
            let sitting = sitting_id(tx, known, &sitting)?;
            let same = "SELECT 1 FROM games WHERE id = ?1 AND body = ?2 AND result IS ?3 AND sitting = ?4";
            let same = tx.query_row(same, params![id, row.body, row.result_id(), sitting.id], |_| Ok(()));
            if same.optional()?.is_some() {
                return Ok(Some(Revised::Kept(revision)));
            }
            let next = revision + 1;
            tx.execute(
                "UPDATE games SET sitting = ?2, result = ?3, at = ?4, body = ?5, sum = ?6 WHERE id = ?1",
                params![id, sitting.id, row.result_id(), at.0, row.body, row.sum(id, sitting, at)],
            )?;
            // A game that is taken back is not lost any more.
            tx.execute("DELETE FROM forfeits WHERE game = ?1", [id])?;
            put_forfeits(tx, id, &row)?;
            let sum = seal::kept(key, id, next.cast_signed()).sum();
            tx.execute("UPDATE kept SET revision = ?2, sum = ?3 WHERE key = ?1", params![key, next, sum])?;
            add_revision(tx, id, next, &row, at)?;
            Ok(Some(Revised::Kept(next)))
        })?;
        done.ok_or_else(|| no_such_game(key))
    }

    /// Takes in games from elsewhere, all or none; their numbers. A game with a key is kept from now on; an
    /// empty key is made up.
    pub fn take_in<'a>(
        &mut self,
        games: impl IntoIterator<Item = (&'a Sitting, &'a Content, Time, Option<&'a str>)>,
    ) -> Result<Vec<i64>, Fault> {
        self.write(|tx, known| {
            let (mut ids, first) = (Vec::new(), next_id(tx)?);
            for (id, (sitting, content, at, key)) in (first..).zip(games) {
                let row = row_of(tx, known, content)?;
                let sitting = sitting_id(tx, known, sitting)?;
                ids.push(insert(tx, id, sitting, &row, at)?);
                match key {
                    None => {}
                    Some("") => begin_keeping(tx, &new_key(tx)?, id, &row, at)?,
                    Some(key) => begin_keeping(tx, key, id, &row, at)?,
                }
            }
            Ok(ids)
        })
    }

    /// The number of the game that is kept under this key.
    pub fn number_of(&self, key: &str) -> Result<Option<i64>, Fault> {
        self.try_to(|store| {
            let mut find = store.db.prepare_cached("SELECT game FROM kept WHERE key = ?1")?;
            find.query_row([key], |row| row.get(0)).optional()
        })
    }

    /// Every revision of a kept game, the first one first, and when it was written.
    pub fn revisions(&self, key: &str) -> Result<Vec<(u64, Time, packed::Unpacked)>, Fault> {
        let rows: Vec<(u64, i64, Vec<u8>)> = self.try_to(|store| {
            let mut find = store.db.prepare_cached(
                "SELECT r.revision, r.at, r.body, r.game, r.sum, p.payoffs FROM kept k
                 JOIN revisions r ON r.game = k.game LEFT JOIN results p ON p.id = r.result
                 WHERE k.key = ?1 ORDER BY r.revision",
            )?;
            let rows = find.query_map([key], |row| {
                let (number, at, body): (u64, i64, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
                let payoffs: Option<String> = row.get(5)?;
                let result = payoffs.as_deref().map(seal::result);
                seal::revision(row.get(3)?, number.cast_signed(), at, result, &body).check(row.get(4)?)?;
                Ok((number, at, body))
            })?;
            rows.collect()
        })?;
        if rows.is_empty() {
            return Err(no_such_game(key));
        }
        let unpack = |(revision, at, body): (u64, i64, Vec<u8>)| {
            let content = packed::unpack(&body);
            let damaged = || mishap::damaged(self.path(), &format!("revision {revision} of {key}"));
            Ok((revision, Time(at), content.ok_or_else(damaged)?))
        };
        rows.into_iter().map(unpack).collect()
    }

    /// Deletes games with all their revisions; how many there were.
    pub fn delete_games(&mut self, ids: &[i64]) -> Result<u64, Fault> {
        self.write(|tx, _| {
            let mut gone = 0;
            for id in ids {
                tx.prepare_cached("DELETE FROM revisions WHERE game = ?1")?.execute([id])?;
                tx.prepare_cached("DELETE FROM kept WHERE game = ?1")?.execute([id])?;
                tx.prepare_cached("DELETE FROM forfeits WHERE game = ?1")?.execute([id])?;
                gone += tx.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id])? as u64;
            }
            Ok(gone)
        })
    }
}

fn no_such_game(key: &str) -> Fault {
    Fault::new(
        FaultKind::Unknown,
        format!("no game is kept as {key:?}; expected a key that `yomi games-db list --json` shows"),
        format!("{key:?} という対局はありません。`yomi games-db list --json` のキーを指定してください"),
    )
}

/// Inserts games inside a transaction; how many.
pub(crate) fn insert_all<'a>(
    tx: &Transaction<'_>,
    known: &mut Known,
    games: impl IntoIterator<Item = (&'a Sitting, Played<'a>)>,
    at: Time,
) -> Result<u64, Error> {
    let (mut count, first) = (0, next_id(tx)?);
    // Games of one sitting come one after another.
    let mut last: Option<(*const Sitting, Named)> = None;
    for (id, (sitting, Played { seed, body, payoffs, forfeits })) in (first..).zip(games) {
        let named = match last {
            Some((same, named)) if std::ptr::eq(same, sitting) => named,
            _ => sitting_id(tx, known, sitting)?,
        };
        last = Some((sitting, named));
        let body = match body {
            Body::Words(words) => Cow::Owned(packed::moves(words).ok_or_else(line_feed)?),
            Body::Packed(bytes) => Cow::Borrowed(bytes),
        };
        let (result, forfeits) = (result_id(tx, known, payoffs)?, forfeits_text(forfeits));
        insert(tx, id, named, &Row { seed, result, body, forfeits }, at)?;
        count += 1;
    }
    Ok(count)
}

fn line_feed() -> Error {
    Error::ToSqlConversionFailure("a move holds a line feed".into())
}

fn row_of(tx: &Transaction<'_>, known: &mut Known, content: &Content) -> Result<Row<'static>, Error> {
    Ok(match content {
        Content::Record(record) => Row {
            seed: record.seed,
            result: result_id(tx, known, record.payoffs.as_deref())?,
            body: packed::moves(&record.moves).ok_or_else(line_feed)?.into(),
            forfeits: forfeits_text(&record.forfeits),
        },
        Content::View { view, over } => Row {
            seed: 0,
            result: result_id(tx, known, over.then_some(OVER))?,
            body: packed::view(view).into(),
            forfeits: None,
        },
    })
}

/// The sitting of a kept game.
fn sitting_of(source: Source, agents: &[String], content: &Content) -> Result<Sitting, Fault> {
    match content {
        Content::Record(record) => {
            Ok(Sitting { open: record.open, ..Sitting::new(source, &record.game, &record.settings, agents) })
        }
        Content::View { view, .. } => {
            let game = view
                .get("game")
                .and_then(Value::as_str)
                .ok_or_else(|| Fault::bad_view("a view without its game", "ビューにゲーム名がありません"))?;
            let none = Value::Object(serde_json::Map::new());
            Ok(Sitting::new(source, game, view.get("settings").unwrap_or(&none), agents))
        }
    }
}

/// The number of the next game: it is part of the checksum, so that it is known before.
fn next_id(tx: &Transaction<'_>) -> Result<i64, Error> {
    tx.query_row("SELECT coalesce(max(id), 0) + 1 FROM games", [], |row| row.get(0))
}

fn new_key(db: &Connection) -> Result<String, Error> {
    db.query_row("SELECT lower(hex(randomblob(8)))", [], |row| row.get(0))
}

/// As JSON; `None` where all played to the end.
fn forfeits_text(forfeits: &[Forfeit]) -> Option<String> {
    (!forfeits.is_empty()).then(|| serde_json::to_string(forfeits).expect("forfeits are plain data"))
}

fn insert(tx: &Transaction<'_>, id: i64, sitting: Named, row: &Row<'_>, at: Time) -> Result<i64, Error> {
    let statement = "INSERT INTO games (id, sitting, seed, result, at, body, sum)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let (seed, result, sum) = (row.seed.cast_signed(), row.result_id(), row.sum(id, sitting, at));
    tx.prepare_cached(statement)?.execute(params![id, sitting.id, seed, result, at.0, row.body, sum])?;
    put_forfeits(tx, id, row)?;
    Ok(id)
}

/// Who lost by failing, in place of what was said before.
fn put_forfeits(tx: &Transaction<'_>, id: i64, row: &Row<'_>) -> Result<(), Error> {
    if let Some(seats) = &row.forfeits {
        let statement = "INSERT OR REPLACE INTO forfeits (game, seats) VALUES (?1, ?2)";
        tx.prepare_cached(statement)?.execute(params![id, seats])?;
    }
    Ok(())
}

/// The first revision of a game.
fn begin_keeping(tx: &Transaction<'_>, key: &str, id: i64, row: &Row<'_>, at: Time) -> Result<(), Error> {
    let statement = "INSERT INTO kept (key, game, revision, sum) VALUES (?1, ?2, 1, ?3)";
    tx.prepare_cached(statement)?.execute(params![key, id, seal::kept(key, id, 1).sum()])?;
    add_revision(tx, id, 1, row, at)?;
    Ok(())
}

fn add_revision(
    tx: &Transaction<'_>,
    id: i64,
    revision: u64,
    row: &Row<'_>,
    at: Time,
) -> Result<usize, Error> {
    let result = row.result.map(|result| result.seal);
    let sum = seal::revision(id, revision.cast_signed(), at.0, result, &row.body).sum();
    tx.execute(
        "INSERT INTO revisions (game, revision, at, result, body, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![id, revision, at.0, row.result_id(), row.body, sum],
    )
}

fn sitting_id(tx: &Transaction<'_>, known: &mut Known, sitting: &Sitting) -> Result<Named, Error> {
    let key = sitting.key();
    if let Some(&named) = known.sittings.get(&key) {
        return Ok(named);
    }
    let Sitting { source, run, game, settings, agents, open, version } = sitting;
    let settings = settings.to_string();
    tx.execute("INSERT OR IGNORE INTO setups (game, settings) VALUES (?1, ?2)", params![game, settings])?;
    let setup: i64 = tx.query_row(
        "SELECT id FROM setups WHERE game = ?1 AND settings = ?2",
        params![game, settings],
        |row| row.get(0),
    )?;
    let agents = serde_json::to_string(agents).expect("names are plain data");
    tx.execute("INSERT OR IGNORE INTO seatings (agents) VALUES (?1)", [&agents])?;
    let seating: i64 =
        tx.query_row("SELECT id FROM seatings WHERE agents = ?1", [&agents], |row| row.get(0))?;
    let (source, run) = (source.name(), run.unwrap_or(0));
    let whole = params![setup, seating, source, run, open, version];
    tx.execute(
        "INSERT OR IGNORE INTO sittings (setup, seating, source, run, open, version) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        whole,
    )?;
    let id = tx.query_row(
        "SELECT id FROM sittings
         WHERE setup = ?1 AND seating = ?2 AND source = ?3 AND run = ?4 AND open = ?5 AND version = ?6",
        whole,
        |row| row.get(0),
    )?;
    let (settings, agents) = (settings.as_str(), agents.as_str());
    let row = SittingRow { game, settings, agents, source, run, open: *open, version };
    let named = Named { id, seal: row.seal() };
    known.sittings.insert(key, named);
    Ok(named)
}

fn result_id(
    tx: &Transaction<'_>,
    known: &mut Known,
    payoffs: Option<&[f64]>,
) -> Result<Option<Named>, Error> {
    let Some(payoffs) = payoffs else { return Ok(None) };
    let text = serde_json::to_string(payoffs).expect("payoffs are numbers");
    if let Some(&named) = known.results.get(&text) {
        return Ok(Some(named));
    }
    tx.execute("INSERT OR IGNORE INTO results (payoffs) VALUES (?1)", [&text])?;
    let id = tx.query_row("SELECT id FROM results WHERE payoffs = ?1", [&text], |row| row.get(0))?;
    let named = Named { id, seal: seal::result(&text) };
    known.results.insert(text, named);
    Ok(Some(named))
}
