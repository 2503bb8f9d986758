//! Finding games, and reading them back.

use crate::date::Time;
use crate::games::{Content, Source};
use crate::mishap;
use crate::open::Store;
use crate::packed::{self, Unpacked};
use crate::seal::{self, GameRow, Seal, SittingRow};
use rusqlite::{Error, Row, params_from_iter};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use yomi_engine::Fault;
use yomi_engine::record::{self, Forfeit, Record};

/// Which games.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    pub game: Option<String>,
    /// One of the seats: an agent as it was typed, or its name alone.
    pub player: Option<String>,
    pub source: Option<Source>,
    pub run: Option<i64>,
    pub since: Option<Time>,
    pub until: Option<Time>,
    pub finished: Option<bool>,
    /// These only.
    pub ids: Option<Vec<i64>>,
    /// The last so many.
    pub last: Option<u64>,
}

/// What games of one sitting share.
#[derive(Clone, PartialEq, Debug)]
pub struct Shared {
    pub game: String,
    pub settings: Value,
    pub agents: Vec<String>,
    pub source: Source,
    pub run: Option<i64>,
    pub open: bool,
    pub version: String,
}

impl Filter {
    fn takes(&self, shared: &Shared) -> bool {
        let plays = |name: &String| shared.agents.iter().any(|agent| names(agent, name));
        self.game.as_ref().is_none_or(|game| *game == shared.game)
            && self.source.is_none_or(|source| source == shared.source)
            && self.run.is_none_or(|run| shared.run == Some(run))
            && self.player.as_ref().is_none_or(plays)
    }

    /// Whether no game is left out.
    pub fn takes_everything(&self) -> bool {
        let Filter { since, until, finished, ids, last, .. } = self;
        !self.picks_sittings()
            && since.is_none()
            && until.is_none()
            && finished.is_none()
            && ids.is_none()
            && last.is_none()
    }

    /// Whether it looks at what games of a sitting share.
    fn picks_sittings(&self) -> bool {
        self.game.is_some() || self.source.is_some() || self.run.is_some() || self.player.is_some()
    }
}

/// Whether an agent is called this: as it was typed, or without its options.
fn names(agent: &str, name: &str) -> bool {
    agent == name || agent.split_once('(').is_some_and(|(short, _)| short == name)
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    pub id: i64,
    /// Of a game that is kept: its key and revision.
    pub kept: Option<(String, u64)>,
    pub shared: Arc<Shared>,
    pub seed: u64,
    pub at: Time,
    pub finished: bool,
    /// `None` if they are not known.
    pub payoffs: Option<Arc<Vec<f64>>>,
    /// How many; `None` of a view.
    pub moves: Option<usize>,
    /// Seats that lost because their player could not go on.
    pub forfeits: Arc<Vec<Forfeit>>,
}

/// Settings as they are typed.
pub fn settings_text(settings: &Value) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let pairs = settings.as_object().into_iter().flatten();
    pairs.map(|(key, value)| format!("{key}={}", plain(value))).collect::<Vec<_>>().join(" ")
}

/// The same for a heading: of what was read from a file its length is told.
pub fn settings_brief(settings: &Value) -> String {
    /// What is longer, or has several lines, is not what a person typed.
    const LONGEST: usize = 60;
    let brief = |value: &Value| match value.as_str() {
        Some(text) if text.len() > LONGEST || text.contains('\n') => {
            Value::from(format!("({} bytes)", text.len()))
        }
        _ => value.clone(),
    };
    let pairs = settings.as_object().into_iter().flatten();
    settings_text(&pairs.map(|(key, value)| (key.clone(), brief(value))).collect())
}

/// A whole game.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    pub listed: Listed,
    pub content: Content,
}

/// The version of a line of an export.
pub const LINE_VERSION: u32 = 1;

/// A game as it is exported and imported: one JSON object on one line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub yomi_game: u32,
    pub source: Source,
    pub at: Time,
    /// Of the Yomi that played it.
    pub version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
    /// Of a game that was played elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Value>,
    /// Who advised on a view.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// Whether the game of a view is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
}

impl Stored {
    pub fn line(&self) -> Line {
        let Listed { shared, at, .. } = &self.listed;
        let (record, view, over) = match &self.content {
            Content::Record(record) => (Some(record.clone()), None, false),
            Content::View { view, over } => (None, Some(view.clone()), *over),
        };
        Line {
            yomi_game: LINE_VERSION,
            source: shared.source,
            at: *at,
            version: shared.version.clone(),
            run: shared.run,
            agents: if record.is_some() { Vec::new() } else { shared.agents.clone() },
            record,
            view,
            over,
        }
    }
}

/// By seat; `None` where they are not known.
type Payoffs = Option<Arc<Vec<f64>>>;

/// Everything that rows refer to.
#[derive(Default)]
pub(crate) struct Names {
    sittings: FxHashMap<i64, (Arc<Shared>, Seal)>,
    results: FxHashMap<i64, (Payoffs, Seal)>,
    kept: FxHashMap<i64, (String, u64)>,
    /// As the file has them, too.
    forfeits: FxHashMap<i64, (Arc<Vec<Forfeit>>, String)>,
    none: Arc<Vec<Forfeit>>,
}

/// A row of `games`; its body is the database's where the row is looked at and let go.
pub(crate) struct Raw<'a> {
    pub id: i64,
    sitting: i64,
    seed: u64,
    result: Option<i64>,
    at: i64,
    pub body: Cow<'a, [u8]>,
    /// The checksum; `None` in a file that has none.
    sum: Option<i64>,
}

const COLUMNS: &str = "id, sitting, seed, result, at, body, sum";

impl<'a> Raw<'a> {
    pub fn of(row: &'a Row<'_>) -> Result<Raw<'a>, Error> {
        Ok(Raw {
            id: row.get(0)?,
            sitting: row.get(1)?,
            seed: row.get::<_, i64>(2)? as u64,
            result: row.get(3)?,
            at: row.get(4)?,
            body: Cow::Borrowed(row.get_ref(5)?.as_blob()?),
            sum: row.get(6)?,
        })
    }

    /// The row with a body of its own.
    pub fn owned(row: &Row<'_>) -> Result<Raw<'static>, Error> {
        let raw = Raw::of(row)?;
        Ok(Raw { body: Cow::Owned(raw.body.into_owned()), ..raw })
    }
}

/// A table of names: what is read of it, the number that a row is found by, and where a row goes.
struct NameTable {
    query: &'static str,
    id: &'static str,
    table: &'static str,
    take: fn(&mut Names, &Row<'_>) -> Result<(), Error>,
}

const NAME_TABLES: [NameTable; 4] = [
    NameTable {
        query: "SELECT s.id, p.game, p.settings, a.agents, s.source, s.run, s.open, s.version
                FROM sittings s JOIN setups p ON p.id = s.setup JOIN seatings a ON a.id = s.seating",
        id: "s.id",
        table: "sittings",
        take: Names::add_sitting,
    },
    NameTable {
        query: "SELECT id, payoffs FROM results",
        id: "id",
        table: "results",
        take: Names::add_result,
    },
    NameTable {
        query: "SELECT game, key, revision, sum FROM kept",
        id: "game",
        table: "games",
        take: Names::add_kept,
    },
    NameTable {
        query: "SELECT game, seats FROM forfeits",
        id: "game",
        table: "games",
        take: Names::add_forfeits,
    },
];

impl Names {
    pub fn read(store: &Store) -> Result<Names, Error> {
        let mut names = Names::default();
        for NameTable { query, take, .. } in NAME_TABLES {
            let mut find = store.db.prepare(&store.without_sums(query))?;
            let mut rows = find.query([])?;
            while let Some(row) = rows.next()? {
                take(&mut names, row)?;
            }
        }
        Ok(names)
    }

    /// What can be read of a damaged file, row by row: games that refer to the rest cannot be read.
    pub fn salvage(store: &Store) -> Names {
        let mut names = Names::default();
        for NameTable { query, id, table, take } in NAME_TABLES {
            let query = store.without_sums(query);
            let Ok(mut find) = store.db.prepare(&format!("{query} WHERE {id} = ?1")) else { continue };
            for id in store.numbers(table) {
                // A row that cannot be read is not there.
                let _ = find.query_row([id], |row| take(&mut names, row));
            }
        }
        names
    }

    /// A sitting that does not hold what was written is left out, and its games cannot be read.
    fn add_sitting(&mut self, row: &Row<'_>) -> Result<(), Error> {
        let text = |i: usize| row.get::<_, String>(i);
        let (game, settings, agents, source) = (text(1)?, text(2)?, text(3)?, text(4)?);
        let (run, open, version) = (row.get(5)?, row.get(6)?, text(7)?);
        let (said, sat) = (settings.as_str(), agents.as_str());
        let texts = SittingRow {
            game: &game,
            settings: said,
            agents: sat,
            source: &source,
            run,
            open,
            version: &version,
        };
        let seal = texts.seal();
        let (settings, agents) = (serde_json::from_str(said), serde_json::from_str(sat));
        if let (Ok(settings), Ok(agents), Ok(source)) = (settings, agents, source.parse()) {
            let run = Some(run).filter(|run| *run != 0);
            let shared = Shared { game, settings, agents, source, run, open, version };
            self.sittings.insert(row.get(0)?, (Arc::new(shared), seal));
        }
        Ok(())
    }

    fn add_result(&mut self, row: &Row<'_>) -> Result<(), Error> {
        let text: String = row.get(1)?;
        if let Ok(payoffs) = serde_json::from_str::<Vec<f64>>(&text) {
            let payoffs = (!payoffs.is_empty()).then(|| Arc::new(payoffs));
            self.results.insert(row.get(0)?, (payoffs, seal::result(&text)));
        }
        Ok(())
    }

    fn add_kept(&mut self, row: &Row<'_>) -> Result<(), Error> {
        let (game, key, revision): (i64, String, u64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        seal::kept(&key, game, revision.cast_signed()).check(row.get(3)?)?;
        self.kept.insert(game, (key, revision));
        Ok(())
    }

    fn add_forfeits(&mut self, row: &Row<'_>) -> Result<(), Error> {
        let text: String = row.get(1)?;
        if let Ok(forfeits) = serde_json::from_str(&text) {
            self.forfeits.insert(row.get(0)?, (Arc::new(forfeits), text));
        }
        Ok(())
    }

    /// Whether a row is what was written; `None` if what it refers to cannot be read.
    pub fn is_whole(&self, raw: &Raw<'_>) -> Option<bool> {
        let (_, sitting) = self.sittings.get(&raw.sitting)?;
        let result = match raw.result {
            Some(result) => Some(self.results.get(&result)?.1),
            None => None,
        };
        let forfeits = self.forfeits.get(&raw.id).map(|(_, text)| text.as_str());
        let Raw { id, seed, at, ref body, .. } = *raw;
        let row = GameRow { id, sitting: *sitting, seed, result, at, body, forfeits };
        Some(row.seal().check(raw.sum).is_ok())
    }

    /// `None` where the row is not what was written.
    pub fn listed(&self, raw: &Raw<'_>) -> Option<Listed> {
        if !self.is_whole(raw)? {
            return None;
        }
        let payoffs = match raw.result {
            Some(result) => self.results.get(&result)?.0.clone(),
            None => None,
        };
        Some(Listed {
            id: raw.id,
            kept: self.kept.get(&raw.id).cloned(),
            shared: self.sittings.get(&raw.sitting)?.0.clone(),
            forfeits: self.forfeits.get(&raw.id).map_or(&self.none, |(forfeits, _)| forfeits).clone(),
            seed: raw.seed,
            at: Time(raw.at),
            finished: raw.result.is_some(),
            payoffs,
            moves: packed::count(&raw.body),
        })
    }

    /// `None` where the row cannot be read as a game.
    pub fn stored(&self, raw: &Raw<'_>) -> Option<Stored> {
        let listed = self.listed(raw)?;
        let content = match packed::unpack(&raw.body)? {
            Unpacked::Moves(moves) => Content::Record(Record {
                yomi_record: record::VERSION,
                game: listed.shared.game.clone(),
                settings: listed.shared.settings.clone(),
                seed: listed.seed,
                agents: listed.shared.agents.clone(),
                open: listed.shared.open,
                moves,
                payoffs: listed.payoffs.as_deref().cloned(),
                forfeits: listed.forfeits.to_vec(),
            }),
            Unpacked::View(view) => Content::View { view, over: listed.finished },
        };
        Some(Stored { listed, content })
    }
}

impl Store {
    /// A query of rows with their checksums, for a file that may not have them yet.
    pub(crate) fn without_sums(&self, query: &str) -> String {
        if self.sealed { query.into() } else { query.replace(", sum ", ", NULL ") }
    }

    /// The query for one game by its number.
    pub(crate) fn game_query(&self) -> String {
        self.without_sums(&format!("SELECT {COLUMNS} FROM games WHERE id = ?1"))
    }

    /// Calls `show` with every game that passes, in the order in which they were written. Breaks off at its
    /// first fault.
    pub fn each(
        &self,
        filter: &Filter,
        mut show: impl FnMut(&Listed) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.each_raw(filter, |names, raw| {
            let listed = names.listed(raw).ok_or_else(|| self.lost(raw))?;
            show(&listed)
        })
    }

    /// The same with whole games.
    pub fn each_whole(
        &self,
        filter: &Filter,
        mut show: impl FnMut(Stored) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.each_raw(filter, |names, raw| {
            let stored = names.stored(raw).ok_or_else(|| self.lost(raw))?;
            show(stored)
        })
    }

    /// One game, by its number or its key.
    pub fn find(&self, name: &str) -> Result<Stored, Fault> {
        let by_key = "SELECT game FROM kept WHERE key = ?1";
        let id = match name.parse::<i64>().ok().filter(|_| name.len() < 16) {
            Some(id) => id,
            None => self
                .try_to(|store| {
                    store.db.prepare(by_key)?.query_map([name], |row| row.get(0))?.next().transpose()
                })?
                .unwrap_or(0),
        };
        let mut found = None;
        self.each_whole(&Filter { ids: Some(vec![id]), ..Filter::default() }, |stored| {
            found = Some(stored);
            Ok(())
        })?;
        found.ok_or_else(|| self.no_game(name))
    }

    /// What a number or a key gets that no game has.
    pub fn no_game(&self, name: &str) -> Fault {
        let path = self.path().display();
        Fault::new(
            yomi_engine::FaultKind::Unknown,
            format!("no game {name:?} in {path}; `yomi games-db list` shows the numbers"),
            format!("{path} に対局 {name:?} はありません。`yomi games-db list` で番号が分かります"),
        )
    }

    fn lost(&self, raw: &Raw<'_>) -> Fault {
        mishap::damaged(self.path(), &format!("game {} cannot be read", raw.id))
    }

    /// One snapshot of the file: names and games belong together, whatever others write meanwhile.
    fn each_raw(
        &self,
        filter: &Filter,
        mut show: impl FnMut(&Names, &Raw<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut said = Ok(());
        self.try_to(|store| {
            let snapshot = store.db.unchecked_transaction()?;
            let names = Names::read(store)?;
            let (query, values) = query(filter, &names);
            let mut find = store.db.prepare(&query)?;
            let mut rows = find.query(params_from_iter(values))?;
            while let Some(row) = rows.next()? {
                said = show(&names, &Raw::of(row)?);
                if said.is_err() {
                    break;
                }
            }
            drop(rows);
            drop(find);
            snapshot.finish()
        })?;
        said
    }
}

/// The query for a filter, and its values.
fn query(filter: &Filter, names: &Names) -> (String, Vec<rusqlite::types::Value>) {
    use rusqlite::types::Value as Sql;
    let (mut conditions, mut values): (Vec<String>, Vec<Sql>) = (Vec::new(), Vec::new());
    let list = |ids: Vec<i64>| Sql::Text(serde_json::to_string(&ids).expect("numbers"));
    if filter.picks_sittings() {
        let picked = names.sittings.iter().filter(|(_, (shared, _))| filter.takes(shared)).map(|(id, _)| *id);
        conditions.push("sitting IN (SELECT value FROM json_each(?))".into());
        values.push(list(picked.collect()));
    }
    if let Some(ids) = &filter.ids {
        conditions.push("id IN (SELECT value FROM json_each(?))".into());
        values.push(list(ids.clone()));
    }
    for (time, condition) in [(filter.since, "at >= ?"), (filter.until, "at <= ?")] {
        if let Some(Time(time)) = time {
            conditions.push(condition.into());
            values.push(Sql::Integer(time));
        }
    }
    match filter.finished {
        Some(true) => conditions.push("result IS NOT NULL".into()),
        Some(false) => conditions.push("result IS NULL".into()),
        None => {}
    }
    let condition =
        if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
    let query = format!("SELECT {COLUMNS} FROM games{condition} ORDER BY id");
    match filter.last {
        None => (query, values),
        Some(last) => {
            values.push(Sql::Integer(i64::try_from(last).unwrap_or(i64::MAX)));
            (format!("SELECT * FROM ({query} DESC LIMIT ?) ORDER BY id"), values)
        }
    }
}
