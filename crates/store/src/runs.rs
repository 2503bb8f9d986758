//! Matches and tournaments: that they were started is written down before the first game, so that those with
//! an unwelcome end are not forgotten.

use crate::VERSION;
use crate::date::Time;
use crate::lines::csv;
use crate::list::{Filter, Shared};
use crate::open::{Known, Store};
use crate::seal::{Of, Seal};
use rusqlite::{Error, OptionalExtension, Row, Transaction, params};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use yomi_engine::{Fault, FaultKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    Arena,
    Tournament,
}

impl RunKind {
    fn name(self) -> &'static str {
        match self {
            RunKind::Arena => "arena",
            RunKind::Tournament => "tournament",
        }
    }
}

/// A match or a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Run {
    pub id: i64,
    pub kind: RunKind,
    pub name: String,
    /// Everything needed to play it again.
    pub plan: Value,
    pub version: String,
    pub began: Time,
    /// `None` while it is not over, or was interrupted.
    pub ended: Option<Time>,
    pub result: Option<Value>,
    /// Games of it in the store; not counted in a list.
    pub games: Option<u64>,
    /// Time spent playing a tournament, over all starts.
    pub played_ms: u64,
}

/// The head of a list of matches and tournaments as CSV.
pub const RUNS_CSV_HEAD: &str = "id,kind,name,version,began,ended,played_ms,signature,plan";

impl Run {
    /// One line of CSV; the plan is JSON.
    pub fn csv_line(&self) -> String {
        let Run { id, kind, name, version, began, played_ms, .. } = self;
        let ended = self.ended.map_or(String::new(), |at| at.to_string());
        let signature = self.signature().unwrap_or_default();
        let plan = csv(&self.plan.to_string());
        let (kind, name, version) = (kind.name(), csv(name), csv(version));
        format!("{id},{kind},{name},{version},{began},{ended},{played_ms},{},{plan}\r\n", csv(signature))
    }

    /// The limit that agents without one of their own had in games of this sitting, as it is typed. Of a
    /// tournament that plays one game in several events, the limits of all that it may belong to.
    pub fn limit(&self, shared: &Shared) -> String {
        let limit = |plan: &Value| plan["limit"].as_str().unwrap_or("-").to_string();
        let is_event = |event: &&Value| {
            let named = |agent: &String| {
                event["agents"]
                    .as_array()
                    .is_some_and(|all| all.iter().any(|known| known[1] == agent.as_str()))
            };
            let given = event["settings"].as_object();
            // A plan has settings as they are typed, a game as what they are.
            let is_so = |(key, value): (&String, &Value)| {
                let held = plain(&shared.settings[key]);
                match event["content"][key].as_str() {
                    Some(name) => content_name(&held) == name,
                    None => held == plain(value),
                }
            };
            event["game"] == shared.game.as_str()
                && shared.agents.iter().all(named)
                && given.is_none_or(|given| given.iter().all(is_so))
        };
        match self.plan["events"].as_array() {
            None => limit(&self.plan),
            Some(events) => {
                let limits: BTreeSet<String> = events.iter().filter(is_event).map(limit).collect();
                Vec::from_iter(limits).join(" | ")
            }
        }
    }

    /// Of what was played, when it ended or was last interrupted.
    pub fn signature(&self) -> Option<&str> {
        self.result.as_ref()?.get("signature")?.as_str()
    }
}

/// A setting as it is typed.
pub(crate) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

/// What a setting that was read from a file is called in a plan, where its content would be too long.
pub(crate) fn content_name(content: &str) -> String {
    format!("{:012x}", Seal::new(Of::Content).text(content).sum().cast_unsigned() & 0xffff_ffff_ffff)
}

impl Store {
    /// Writes down that a match or a tournament begins; its number.
    pub fn begin_run(&mut self, kind: RunKind, name: &str, plan: &Value, at: Time) -> Result<i64, Fault> {
        self.in_transaction(|tx| begin(tx, kind, name, &plan.to_string(), at))
    }

    /// The same, unless one with this plan is under way: then its number. Of several processes that begin the same
    /// at once one does, and the others join it.
    pub(crate) fn begin_or_join(
        &mut self,
        kind: RunKind,
        name: &str,
        plan: &Value,
        at: Time,
    ) -> Result<i64, Fault> {
        let text = plan.to_string();
        self.in_transaction(|tx| {
            let under_way =
                "SELECT id FROM runs WHERE kind = ?1 AND plan = ?2 AND ended IS NULL ORDER BY id DESC";
            let there = tx.query_row(under_way, params![kind.name(), text], |row| row.get(0)).optional()?;
            there.map_or_else(|| begin(tx, kind, name, &text, at), Ok)
        })
    }

    /// Writes down how it ended; `over` is false if it was interrupted.
    pub fn end_run(&mut self, own: OwnRun, result: &Value, over: bool, at: Time) -> Result<(), Fault> {
        self.change_run(own, |run| {
            run.result = Some(result.to_string());
            run.ended = over.then_some(at.0);
        })
    }

    /// Writes what changed of a run, with its checksum.
    pub(crate) fn change_run(&mut self, own: OwnRun, change: impl FnOnce(&mut RawRun)) -> Result<(), Fault> {
        own.write(self, |tx, _| {
            let mut run = tx.query_row(&format!("{ALL} WHERE id = ?1"), [own.id], RawRun::of)?;
            change(&mut run);
            run.insert_into(tx, "runs")
        })
    }

    /// All of them, in the order in which they began.
    pub fn runs(&self) -> Result<Vec<Run>, Fault> {
        self.try_to(|store| {
            let mut find = store.db.prepare(&format!("{ALL} ORDER BY id"))?;
            let rows = find.query_map([], |row| RawRun::of(row).map(RawRun::run))?;
            rows.collect()
        })
    }

    /// Those that can be read of a damaged file, and are what was written.
    pub(crate) fn sound_runs(&self) -> Vec<RawRun> {
        let query = self.without_sums(&format!("{ALL} WHERE id = ?1"));
        let Ok(mut find) = self.db.prepare(&query) else { return Vec::new() };
        self.numbers("runs").filter_map(|id| find.query_row([id], RawRun::of).ok()).collect()
    }

    /// One of them, with the number of its games, each of which is what was written.
    pub fn run_counted(&self, id: i64) -> Result<Run, Fault> {
        let (run, mut games) = (self.run(id)?, 0);
        self.each(&Filter { run: Some(id), ..Filter::default() }, |_| {
            games += 1;
            Ok(())
        })?;
        Ok(Run { games: Some(games), ..run })
    }

    /// One of them.
    pub fn run(&self, id: i64) -> Result<Run, Fault> {
        let found: Option<Run> = self.try_to(|store| {
            let mut find = store.db.prepare(&format!("{ALL} WHERE id = ?1"))?;
            let found = find.query_row([id], RawRun::of).optional()?;
            Ok(found.map(RawRun::run))
        })?;
        found.ok_or_else(|| {
            Fault::new(
                FaultKind::Unknown,
                format!("no match or tournament {id} in the store; `yomi games-db list --runs` shows them"),
                format!("ストアに対戦・大会 {id} はありません。`yomi games-db list --runs` で一覧が出ます"),
            )
        })
    }

    /// Copies the matches and tournaments of another store that can be read, with their numbers.
    pub(crate) fn copy_runs(&mut self, from: &Store) -> Result<(), Fault> {
        let runs = from.sound_runs();
        self.in_transaction(|tx| runs.iter().try_for_each(|run| run.insert_into(tx, "runs")))
    }

    /// Deletes a match or a tournament with all its games; how many there were.
    pub fn delete_run(&mut self, id: i64) -> Result<u64, Fault> {
        self.run(id)?;
        self.in_transaction(|tx| {
            let of_run = "WHERE sitting IN (SELECT id FROM sittings WHERE run = ?1)";
            let forfeits = format!("DELETE FROM forfeits WHERE game IN (SELECT id FROM games {of_run})");
            tx.execute(&forfeits, [id])?;
            let gone = tx.execute(&format!("DELETE FROM games {of_run}"), [id])? as u64;
            tx.execute("DELETE FROM deals WHERE run = ?1", [id])?;
            tx.execute("DELETE FROM runs WHERE id = ?1", [id])?;
            Ok(gone)
        })
    }
}

/// A run as one process knows it: while it writes, another one may delete the run, and a third begin one that
/// gets its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnRun {
    pub id: i64,
    began: i64,
}

impl OwnRun {
    pub fn of(store: &Store, id: i64) -> Result<OwnRun, Fault> {
        let began = "SELECT began FROM runs WHERE id = ?1";
        let began = store.try_to(|store| store.db.query_row(began, [id], |row| row.get(0)).optional())?;
        began.map(|began| OwnRun { id, began }).ok_or_else(|| gone(id))
    }

    /// Writes for the run, unless it is no longer there.
    pub(crate) fn write<T>(
        self,
        store: &mut Store,
        work: impl FnOnce(&Transaction<'_>, &mut Known) -> Result<T, Error>,
    ) -> Result<T, Fault> {
        let written = store.write(|tx, known| {
            let there = "SELECT 1 FROM runs WHERE id = ?1 AND began = ?2";
            let there = tx.prepare_cached(there)?.exists(params![self.id, self.began])?;
            there.then(|| work(tx, known)).transpose()
        })?;
        written.ok_or_else(|| gone(self.id))
    }
}

fn gone(id: i64) -> Fault {
    Fault::new(
        FaultKind::Unknown,
        format!(
            "match or tournament {id} was deleted from the store while it was played; what was played since is not kept"
        ),
        format!("対戦・大会 {id} は対局中にストアから削除されました。以後の対局は記録されません"),
    )
}

/// A number that was never given: rows that refer to a deleted run keep its number.
fn begin(tx: &Transaction<'_>, kind: RunKind, name: &str, plan: &str, at: Time) -> Result<i64, Error> {
    let next = "SELECT 1 + max(
                    (SELECT coalesce(max(id), 0) FROM runs),
                    (SELECT coalesce(max(run), 0) FROM sittings),
                    (SELECT coalesce(max(run), 0) FROM deals))";
    let id = tx.query_row(next, [], |row| row.get(0))?;
    let (kind, name, plan) = (kind.name().to_string(), name.to_string(), plan.to_string());
    let (version, began) = (VERSION.to_string(), at.0);
    let run = RawRun { id, kind, name, plan, version, began, ended: None, result: None, played_ms: 0 };
    run.insert_into(tx, "runs")?;
    Ok(id)
}

/// What [`RawRun::of`] reads.
pub(crate) const ALL: &str =
    "SELECT id, kind, name, plan, version, began, ended, result, played_ms, sum FROM runs";

/// A row of `runs`.
pub(crate) struct RawRun {
    id: i64,
    kind: String,
    name: String,
    plan: String,
    version: String,
    began: i64,
    ended: Option<i64>,
    result: Option<String>,
    pub played_ms: i64,
}

impl RawRun {
    /// Refuses a row that is not what was written.
    pub fn of(row: &Row<'_>) -> Result<RawRun, Error> {
        let run = RawRun {
            id: row.get(0)?,
            kind: row.get(1)?,
            name: row.get(2)?,
            plan: row.get(3)?,
            version: row.get(4)?,
            began: row.get(5)?,
            ended: row.get(6)?,
            result: row.get(7)?,
            played_ms: row.get(8)?,
        };
        run.seal().check(row.get(9)?)?;
        Ok(run)
    }

    fn seal(&self) -> Seal {
        let RawRun { id, kind, name, plan, version, began, ended, result, played_ms } = self;
        let seal = Seal::new(Of::Run).number(*id).text(kind).text(name).text(plan).text(version);
        let seal = seal.number(*began).option(*ended, Seal::number);
        seal.option(result.as_deref(), Seal::text).number(*played_ms)
    }

    /// Writes the row, in place of one with its number.
    pub fn insert_into(&self, tx: &Transaction<'_>, table: &str) -> Result<(), Error> {
        let RawRun { id, kind, name, plan, version, began, ended, result, played_ms } = self;
        let statement = format!(
            "INSERT OR REPLACE INTO {table}
             (id, kind, name, plan, version, began, ended, result, played_ms, sum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
        );
        let sum = self.seal().sum();
        let values = params![id, kind, name, plan, version, began, ended, result, played_ms, sum];
        tx.execute(&statement, values).map(|_| ())
    }

    fn run(self) -> Run {
        let json = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        Run {
            id: self.id,
            kind: match self.kind.as_str() {
                "arena" => RunKind::Arena,
                _ => RunKind::Tournament,
            },
            name: self.name,
            plan: json(Some(self.plan)).unwrap_or(Value::Null),
            version: self.version,
            began: Time(self.began),
            ended: self.ended.map(Time),
            result: json(self.result),
            games: None,
            played_ms: u64::try_from(self.played_ms).unwrap_or(0),
        }
    }
}
