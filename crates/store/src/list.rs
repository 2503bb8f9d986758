//! Finding games, and reading them back.

use crate::date::Time;
use crate::games::{Content, Source};
use crate::mishap;
use crate::open::Store;
use crate::packed::{self, Unpacked};
use rusqlite::{Error, Row, params_from_iter};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Write;
use std::sync::Arc;
use yomi_engine::Fault;
use yomi_engine::record::{self, Record};

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
}

#[derive(Serialize)]
struct ListedJson<'a> {
    id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u64>,
    at: Time,
    source: Source,
    run: Option<i64>,
    version: &'a str,
    game: &'a str,
    settings: &'a Value,
    agents: &'a [String],
    open: bool,
    seed: u64,
    finished: bool,
    payoffs: Option<&'a [f64]>,
    moves: Option<usize>,
}

/// The head of a CSV list: `moves` is how many there are.
pub const CSV_HEAD: &str =
    "id,at,source,run,version,game,settings,agents,open,seed,finished,payoffs,moves,key,revision";
/// The head of whole games as CSV: `moves` are all of them, `view` is the JSON of a game that was entered.
pub const CSV_WHOLE_HEAD: &str =
    "id,at,source,run,version,game,settings,agents,open,seed,finished,payoffs,moves,view,key,revision";

impl Listed {
    /// One JSON object on one line.
    pub fn json_line(&self, out: &mut Vec<u8>) {
        let line = ListedJson {
            id: self.id,
            key: self.kept.as_ref().map(|(key, _)| key.as_str()),
            revision: self.kept.as_ref().map(|(_, revision)| *revision),
            at: self.at,
            source: self.shared.source,
            run: self.shared.run,
            version: &self.shared.version,
            game: &self.shared.game,
            settings: &self.shared.settings,
            agents: &self.shared.agents,
            open: self.shared.open,
            seed: self.seed,
            finished: self.finished,
            payoffs: self.payoffs.as_deref().map(Vec::as_slice),
            moves: self.moves,
        };
        serde_json::to_writer(&mut *out, &line).expect("a list is plain data");
        out.push(b'\n');
    }

    /// One line of CSV, as RFC 4180 has it; lists are separated by spaces.
    pub fn csv_line(&self, out: &mut Vec<u8>) {
        let moves = self.moves.map_or(String::new(), |count| count.to_string());
        self.csv_fields(&[&moves], out);
    }

    /// The columns of [`CSV_HEAD`], with these in place of the number of moves.
    fn csv_fields(&self, middle: &[&str], out: &mut Vec<u8>) {
        let Shared { game, settings, agents, source, run, open, version } = &*self.shared;
        let payoffs = self.payoffs.as_deref().map_or(String::new(), |payoffs| {
            payoffs.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
        });
        let (key, revision) = self.kept.as_ref().map_or(("", String::new()), |(key, revision)| {
            (key.as_str(), revision.to_string())
        });
        let mut line = String::new();
        let _ = write!(
            line,
            "{},{},{},{},{},{},{},{},{open},{},{},{payoffs}",
            self.id,
            self.at,
            source.name(),
            run.map_or(String::new(), |run| run.to_string()),
            csv(version),
            csv(game),
            csv(&settings_text(settings)),
            csv(&agents.join(" ")),
            self.seed,
            self.finished,
        );
        middle.iter().for_each(|text| {
            let _ = write!(line, ",{}", csv(text));
        });
        let _ = write!(line, ",{},{revision}", csv(key));
        out.extend(line.as_bytes());
        out.extend(b"\r\n");
    }
}

/// Settings as they are typed.
pub fn settings_text(settings: &Value) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let pairs = settings.as_object().into_iter().flatten();
    pairs.map(|(key, value)| format!("{key}={}", plain(value))).collect::<Vec<_>>().join(" ")
}

/// A field of CSV, in quotation marks where it needs them.
pub(crate) fn csv(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
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
    /// One line of CSV with the whole game.
    pub fn csv_line(&self, out: &mut Vec<u8>) {
        match &self.content {
            Content::Record(record) => self.listed.csv_fields(&[&record.moves.join(" "), ""], out),
            Content::View { view, .. } => self.listed.csv_fields(&["", &view.to_string()], out),
        }
    }

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

/// Everything that rows refer to.
pub(crate) struct Names {
    sittings: FxHashMap<i64, Arc<Shared>>,
    results: FxHashMap<i64, Option<Arc<Vec<f64>>>>,
    kept: FxHashMap<i64, (String, u64)>,
}

/// A row of `games`.
pub(crate) struct Raw {
    pub id: i64,
    sitting: i64,
    seed: u64,
    result: Option<i64>,
    at: i64,
    pub body: Vec<u8>,
}

pub(crate) const COLUMNS: &str = "id, sitting, seed, result, at, body";

impl Raw {
    pub fn of(row: &Row<'_>) -> Result<Raw, Error> {
        Ok(Raw {
            id: row.get(0)?,
            sitting: row.get(1)?,
            seed: row.get::<_, i64>(2)? as u64,
            result: row.get(3)?,
            at: row.get(4)?,
            body: row.get(5)?,
        })
    }
}

impl Names {
    pub fn read(store: &Store) -> Result<Names, Error> {
        let mut sittings = FxHashMap::default();
        let mut find = store.db.prepare(
            "SELECT s.id, p.game, p.settings, a.agents, s.source, s.run, s.open, s.version
             FROM sittings s JOIN setups p ON p.id = s.setup JOIN seatings a ON a.id = s.seating",
        )?;
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            let text = |i: usize| row.get::<_, String>(i);
            let shared = Shared {
                game: text(1)?,
                settings: serde_json::from_str(&text(2)?).unwrap_or(Value::Null),
                agents: serde_json::from_str(&text(3)?).unwrap_or_default(),
                source: text(4)?.parse().unwrap_or(Source::Import),
                run: Some(row.get(5)?).filter(|run| *run != 0),
                open: row.get(6)?,
                version: text(7)?,
            };
            sittings.insert(row.get(0)?, Arc::new(shared));
        }
        let mut results = FxHashMap::default();
        let mut find = store.db.prepare("SELECT id, payoffs FROM results")?;
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            let payoffs: Vec<f64> = serde_json::from_str(&row.get::<_, String>(1)?).unwrap_or_default();
            results.insert(row.get(0)?, (!payoffs.is_empty()).then(|| Arc::new(payoffs)));
        }
        let mut kept = FxHashMap::default();
        let mut find = store.db.prepare("SELECT game, key, revision FROM kept")?;
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            kept.insert(row.get(0)?, (row.get(1)?, row.get(2)?));
        }
        Ok(Names { sittings, results, kept })
    }

    pub fn listed(&self, raw: &Raw) -> Option<Listed> {
        let payoffs = match raw.result {
            Some(result) => self.results.get(&result)?.clone(),
            None => None,
        };
        Some(Listed {
            id: raw.id,
            kept: self.kept.get(&raw.id).cloned(),
            shared: self.sittings.get(&raw.sitting)?.clone(),
            seed: raw.seed,
            at: Time(raw.at),
            finished: raw.result.is_some(),
            payoffs,
            moves: packed::count(&raw.body),
        })
    }

    /// `None` where the row cannot be read as a game.
    pub fn stored(&self, raw: &Raw) -> Option<Stored> {
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
            }),
            Unpacked::View(view) => Content::View { view, over: listed.finished },
        };
        Some(Stored { listed, content })
    }
}

impl Store {
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
        found.ok_or_else(|| {
            Fault::new(
                yomi_engine::FaultKind::Unknown,
                format!(
                    "no game {name:?} in {}; `yomi games-db list` shows the numbers",
                    self.path().display()
                ),
                format!(
                    "{} に対局 {name:?} はありません。`yomi games-db list` で番号が分かります",
                    self.path().display()
                ),
            )
        })
    }

    fn lost(&self, raw: &Raw) -> Fault {
        mishap::damaged(self.path(), &format!("game {} cannot be read", raw.id))
    }

    /// One snapshot of the file: names and games belong together, whatever others write meanwhile.
    fn each_raw(
        &self,
        filter: &Filter,
        mut show: impl FnMut(&Names, &Raw) -> Result<(), Fault>,
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
        let picked = names.sittings.iter().filter(|(_, shared)| filter.takes(shared)).map(|(id, _)| *id);
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
