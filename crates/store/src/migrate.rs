//! Bringing older files up to date: what SQL alone cannot do.

use crate::runs::RawRun;
use crate::schema;
use crate::seal::{self, GameRow, Seal, SittingRow};
use rusqlite::{Error, Transaction, params};
use rustc_hash::FxHashMap;

/// Takes a file from one version to the newest, inside a transaction.
pub(crate) fn up_from(tx: &Transaction<'_>, version: u32) -> Result<(), Error> {
    for (from, step) in (0..).zip(schema::STEPS).skip(version as usize) {
        tx.execute_batch(step)?;
        if from + 1 == schema::SEALED {
            seal_all(tx)?;
            tx.execute_batch(schema::RENAME_SEALED)?;
        }
    }
    tx.pragma_update(None, "user_version", schema::VERSION)
}

/// A row that refers to what is not there is no game, and stays none.
const UNREADABLE: i64 = 0;

/// Copies every row that says what happened, with its checksum.
fn seal_all(tx: &Transaction<'_>) -> Result<(), Error> {
    let sittings = sittings(tx)?;
    let results = results(tx)?;
    let result_of =
        |id: Option<i64>| id.map(|id| results.get(&id).copied()).map_or(Some(None), |r| r.map(Some));
    let sum = |seal: Option<Seal>| seal.map_or(UNREADABLE, Seal::sum);

    let mut find = tx.prepare("SELECT id, sitting, seed, result, at, body FROM games")?;
    let mut add = tx.prepare("INSERT INTO sealed_games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        let (id, sitting, seed): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (result, at, body): (Option<i64>, i64, Vec<u8>) = (row.get(3)?, row.get(4)?, row.get(5)?);
        let seal = sittings.get(&sitting).zip(result_of(result)).map(|(&sitting, result)| {
            let seed = seed.cast_unsigned();
            GameRow { id, sitting, seed, result, at, body: &body, forfeits: None }.seal()
        });
        add.execute(params![id, sitting, seed, result, at, body, sum(seal)])?;
    }

    let mut find = tx.prepare("SELECT key, game, revision FROM kept")?;
    let mut add = tx.prepare("INSERT INTO sealed_kept VALUES (?1, ?2, ?3, ?4)")?;
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        let (key, game, revision): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        add.execute(params![key, game, revision, seal::kept(&key, game, revision).sum()])?;
    }

    let mut find = tx.prepare("SELECT game, revision, at, result, body FROM revisions")?;
    let mut add = tx.prepare("INSERT INTO sealed_revisions VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        let (game, revision, at): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (result, body): (Option<i64>, Vec<u8>) = (row.get(3)?, row.get(4)?);
        let seal = result_of(result).map(|result| seal::revision(game, revision, at, result, &body));
        add.execute(params![game, revision, at, result, body, sum(seal)])?;
    }

    let mut find = tx.prepare("SELECT run, meeting, deal, games FROM deals")?;
    let mut add = tx.prepare("INSERT INTO sealed_deals VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        let (run, meeting, deal): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let games: String = row.get(3)?;
        add.execute(params![run, meeting, deal, games, seal::deal(run, meeting, deal, &games).sum()])?;
    }

    let unsealed = "SELECT id, kind, name, plan, version, began, ended, result, played_ms, NULL FROM runs";
    let mut find = tx.prepare(unsealed)?;
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        RawRun::of(row)?.insert_into(tx, "sealed_runs")?;
    }
    Ok(())
}

fn sittings(tx: &Transaction<'_>) -> Result<FxHashMap<i64, Seal>, Error> {
    let mut find = tx.prepare(
        "SELECT s.id, p.game, p.settings, a.agents, s.source, s.run, s.open, s.version
         FROM sittings s JOIN setups p ON p.id = s.setup JOIN seatings a ON a.id = s.seating",
    )?;
    let mut seals = FxHashMap::default();
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        let text = |i: usize| row.get::<_, String>(i);
        let (game, settings, agents, source) = (text(1)?, text(2)?, text(3)?, text(4)?);
        let (run, open, version) = (row.get(5)?, row.get(6)?, text(7)?);
        let (game, settings, agents) = (game.as_str(), settings.as_str(), agents.as_str());
        let row_of = SittingRow { game, settings, agents, source: &source, run, open, version: &version };
        seals.insert(row.get(0)?, row_of.seal());
    }
    Ok(seals)
}

fn results(tx: &Transaction<'_>) -> Result<FxHashMap<i64, Seal>, Error> {
    let mut find = tx.prepare("SELECT id, payoffs FROM results")?;
    let rows = find.query_map([], |row| Ok((row.get(0)?, seal::result(&row.get::<_, String>(1)?))))?;
    rows.collect()
}
