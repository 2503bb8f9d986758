//! Tournaments, deal by deal: what was played is there when a process is killed, and is not played again.

use crate::date::Time;
use crate::games::{self, Body, Played, Sitting, Source};
use crate::mishap;
use crate::open::Store;
use crate::runs::{OwnRun, Run, RunKind, content_name, plain};
use crate::seal;
use rusqlite::params;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use yomi_engine::Fault;
use yomi_engine::arena::{Deal, Game, Games};
use yomi_engine::tournament::{Ledger, Meeting, Plan, Report};

/// A tournament in a store.
pub struct KeptTournament {
    store: Mutex<Store>,
    run: OwnRun,
    /// What the games of each event share, and what its agents are called.
    events: Vec<(Sitting, Vec<String>)>,
    /// Another process has played a deal of it, too.
    shared: AtomicBool,
    now: fn() -> Time,
}

/// Whether a tournament is new to the store.
#[derive(Clone, PartialEq, Debug)]
pub enum Known {
    /// Never started.
    New,
    /// Started and not finished.
    Unfinished(Run),
    /// Finished: this is its result.
    Finished(Run),
}

/// How a tournament starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// For the first time; if another process has just begun it, with that one.
    New,
    /// As a tournament of its own, whatever there is.
    Anew,
    /// With the one that has this number.
    GoOn(i64),
}

/// Everything that fixes what is played. A setting that names a file is known by what the file holds: a
/// tournament with other cards is another one.
fn identity(plan: &Plan, settings: &[Value]) -> Value {
    let mut json = plan.json();
    for (i, (event, meant)) in plan.events.iter().zip(settings).enumerate() {
        let content = event.settings.iter().filter_map(|(key, typed)| {
            let meant = plain(&meant[key]);
            (meant != *typed).then(|| (key.clone(), Value::from(content_name(&meant))))
        });
        let content: serde_json::Map<String, Value> = content.collect();
        if !content.is_empty() {
            json["events"][i]["content"] = content.into();
        }
    }
    json
}

impl Store {
    /// What is known of the last tournament with this plan. `settings` are those of each event, every one of
    /// them.
    pub fn known_tournament(&self, plan: &Plan, settings: &[Value]) -> Result<Known, Fault> {
        let plan = identity(plan, settings);
        let last = self.runs()?.into_iter().rfind(|run| run.kind == RunKind::Tournament && run.plan == plan);
        Ok(match last {
            None => Known::New,
            Some(run) if run.ended.is_some() => Known::Finished(run),
            Some(run) => Known::Unfinished(run),
        })
    }
}

impl KeptTournament {
    /// Starts a tournament, or goes on with one. `settings` are those of each event, every one of them.
    pub fn begin(
        mut store: Store,
        plan: &Plan,
        settings: &[Value],
        start: Start,
        now: fn() -> Time,
    ) -> Result<KeptTournament, Fault> {
        let (kind, json) = (RunKind::Tournament, identity(plan, settings));
        let run = match start {
            Start::GoOn(run) => run,
            Start::New => store.begin_or_join(kind, &plan.name, &json, now())?,
            Start::Anew => store.begin_run(kind, &plan.name, &json, now())?,
        };
        let event = |(event, settings): (&yomi_engine::tournament::Event, &Value)| {
            let sitting = Sitting::new(Source::Tournament, &event.game, settings, &[]);
            let agents = event.agents.iter().map(|entrant| entrant.agent.text.clone()).collect();
            (Sitting { run: Some(run), ..sitting }, agents)
        };
        let own = OwnRun::of(&store, run)?;
        let events = plan.events.iter().zip(settings).map(event).collect();
        Ok(KeptTournament { store: Mutex::new(store), run: own, events, shared: AtomicBool::new(false), now })
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its number in the store.
    pub fn run(&self) -> i64 {
        self.run.id
    }

    /// Whether another process has played deals of it meanwhile: what it kept counts, and the result must be
    /// made anew from what is kept.
    pub fn was_shared(&self) -> bool {
        self.shared.swap(false, Ordering::Relaxed)
    }

    /// Adds to the time that was spent playing.
    pub fn add_time(&self, time: Duration) -> Result<(), Fault> {
        let ms = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.lock().change_run(self.run, |run| run.played_ms = run.played_ms.saturating_add(ms))
    }

    /// The time that was spent playing, over all starts.
    pub fn played(&self) -> Result<Duration, Fault> {
        Ok(Duration::from_millis(self.lock().run(self.run.id)?.played_ms))
    }

    /// Writes down how it ended; `over` is false if it can go on.
    pub fn end(&self, report: &Report, over: bool) -> Result<(), Fault> {
        let result = serde_json::to_value(report).expect("a report is plain data");
        self.lock().end_run(self.run, &result, over, (self.now)())
    }
}

impl Ledger for KeptTournament {
    fn wants_moves(&self) -> bool {
        true
    }

    fn recall(&self, number: usize) -> Result<BTreeMap<usize, Games>, Fault> {
        let store = self.lock();
        let rows: Vec<(usize, String)> = store.try_to(|store| {
            let find = "SELECT deal, games, sum FROM deals WHERE run = ?1 AND meeting = ?2";
            let mut find = store.db.prepare_cached(find)?;
            let rows = find.query_map(params![self.run.id, number], |row| {
                let (deal, games): (i64, String) = (row.get(0)?, row.get(1)?);
                seal::deal(self.run.id, number as i64, deal, &games).check(row.get(2)?)?;
                Ok((row.get(0)?, games))
            })?;
            rows.collect()
        })?;
        let read = |(deal, text): (usize, String)| match serde_json::from_str(&text) {
            Ok(games) => Ok((deal, games)),
            Err(why) => Err(mishap::damaged(store.path(), &format!("deal {deal} of match {number}: {why}"))),
        };
        rows.into_iter().map(read).collect()
    }

    fn keep(&self, meeting: &Meeting, deal: Deal<'_>) -> Result<(), Fault> {
        let (template, agents) = &self.events[meeting.event];
        let text = serde_json::to_string(deal.games).expect("results are plain data");
        let sitting = |game: &Game| {
            let agents = game.agents.iter().map(|&place| agents[meeting.agents[place]].clone()).collect();
            Sitting { agents, ..template.clone() }
        };
        let sittings: Vec<Sitting> = deal.games.iter().map(sitting).collect();
        let payoffs: Vec<Vec<f64>> =
            deal.games.iter().map(|game| game.seats.iter().map(|seat| seat.payoff).collect()).collect();
        let at = (self.now)();
        let new = self.run.write(&mut self.lock(), |tx, known| {
            let add = "INSERT OR IGNORE INTO deals (run, meeting, deal, games, sum)
                       VALUES (?1, ?2, ?3, ?4, ?5)";
            let sum = seal::deal(self.run.id, meeting.number as i64, deal.number as i64, &text).sum();
            let values = params![self.run.id, meeting.number, deal.number, text, sum];
            let added = tx.prepare_cached(add)?.execute(values)?;
            if added == 0 {
                return Ok(false);
            }
            let played =
                sittings.iter().zip(deal.games.iter().zip(&payoffs)).map(|(sitting, (game, payoffs))| {
                    let (body, forfeits) = (Body::Words(&game.moves), game.forfeits.as_slice());
                    (sitting, Played { seed: deal.seed, body, payoffs: Some(payoffs), forfeits })
                });
            games::insert_all(tx, known, played, at)?;
            Ok(true)
        })?;
        if !new {
            self.shared.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}
