//! Matches and tournaments: that they were started is written down before the first game, so that those with
//! an unwelcome end are not forgotten.

use crate::VERSION;
use crate::date::Time;
use crate::lines::csv;
use crate::open::Store;
use rusqlite::{Error, OptionalExtension, Row, Transaction, params};
use serde::Serialize;
use serde_json::Value;
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

    /// Of what was played, when it ended or was last interrupted.
    pub fn signature(&self) -> Option<&str> {
        self.result.as_ref()?.get("signature")?.as_str()
    }
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
    pub fn end_run(&mut self, id: i64, result: &Value, over: bool, at: Time) -> Result<(), Fault> {
        self.in_transaction(|tx| {
            let statement = "UPDATE runs SET result = ?2, ended = ?3 WHERE id = ?1";
            tx.execute(statement, params![id, result.to_string(), over.then_some(at.0)]).map(|_| ())
        })
    }

    /// All of them, in the order in which they began.
    pub fn runs(&self) -> Result<Vec<Run>, Fault> {
        self.try_to(|store| {
            let mut find = store.db.prepare(
                "SELECT id, kind, name, plan, version, began, ended, result, NULL, played_ms FROM runs ORDER BY id",
            )?;
            let rows = find.query_map([], run_of)?;
            rows.collect()
        })
    }

    /// One of them, with the number of its games.
    pub fn run(&self, id: i64) -> Result<Run, Fault> {
        let found: Option<Run> = self.try_to(|store| {
            let mut find = store.db.prepare(
                "SELECT id, kind, name, plan, version, began, ended, result,
                 (SELECT count(*) FROM games WHERE sitting IN (SELECT id FROM sittings WHERE run = runs.id)),
                 played_ms FROM runs WHERE id = ?1",
            )?;
            find.query_map([id], run_of)?.next().transpose()
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
        // A store whose list of runs is damaged has none that could be saved.
        let runs = from.runs().unwrap_or_default();
        self.in_transaction(|tx| {
            for run in runs {
                tx.execute(
                    "INSERT INTO runs (id, kind, name, plan, version, began, ended, result, played_ms)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                    params![
                        run.id,
                        run.kind.name(),
                        run.name,
                        run.plan.to_string(),
                        run.version,
                        run.began.0,
                        run.ended.map(|at| at.0),
                        run.result.map(|result| result.to_string()),
                        run.played_ms,
                    ],
                )?;
            }
            Ok(())
        })
    }

    /// Deletes a match or a tournament with all its games; how many there were.
    pub fn delete_run(&mut self, id: i64) -> Result<u64, Fault> {
        self.run(id)?;
        self.in_transaction(|tx| {
            let games = "DELETE FROM games WHERE sitting IN (SELECT id FROM sittings WHERE run = ?1)";
            let gone = tx.execute(games, [id])? as u64;
            tx.execute("DELETE FROM deals WHERE run = ?1", [id])?;
            tx.execute("DELETE FROM runs WHERE id = ?1", [id])?;
            Ok(gone)
        })
    }
}

fn begin(tx: &Transaction<'_>, kind: RunKind, name: &str, plan: &str, at: Time) -> Result<i64, Error> {
    let statement = "INSERT INTO runs (kind, name, plan, version, began) VALUES (?1, ?2, ?3, ?4, ?5)";
    tx.execute(statement, params![kind.name(), name, plan, VERSION, at.0])?;
    Ok(tx.last_insert_rowid())
}

fn run_of(row: &Row<'_>) -> Result<Run, Error> {
    let json = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    Ok(Run {
        id: row.get(0)?,
        kind: match row.get::<_, String>(1)?.as_str() {
            "arena" => RunKind::Arena,
            _ => RunKind::Tournament,
        },
        name: row.get(2)?,
        plan: json(row.get(3)?).unwrap_or(Value::Null),
        version: row.get(4)?,
        began: Time(row.get(5)?),
        ended: row.get::<_, Option<i64>>(6)?.map(Time),
        result: json(row.get(7)?),
        games: row.get(8)?,
        played_ms: row.get(9)?,
    })
}
