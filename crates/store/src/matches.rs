//! A match that is kept: written down before its first game, with every game that counts.

use crate::date::Time;
use crate::games::{self, Body, Played, Sitting, Source};
use crate::open::Store;
use crate::packed;
use crate::runs::{OwnRun, RunKind};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use yomi_engine::arena::{Deal, Game, Keeper, Report, Request};
use yomi_engine::record::Forfeit;
use yomi_engine::{Fault, limit};

/// An arena on its way into a store.
pub struct KeptArena {
    filling: Mutex<Filling>,
}

struct Filling {
    store: Store,
    run: OwnRun,
    agents: Vec<String>,
    /// Of every order of the agents that was played, with what its games share.
    sittings: Vec<(Vec<usize>, Sitting)>,
    template: Sitting,
    waiting: Vec<Waiting>,
    /// When games were last written.
    wrote: Time,
    now: fn() -> Time,
}

struct Waiting {
    /// Its place in the list.
    sitting: usize,
    seed: u64,
    body: Vec<u8>,
    payoffs: Vec<f64>,
    forfeits: Vec<Forfeit>,
}

/// Games that are written in one transaction: a tenth of a second of the quickest ones, or those of so many
/// milliseconds. A process that is killed loses what waits.
const TOGETHER: usize = 8192;
const LONGEST_WAIT: i64 = 1000;

/// Everything that is needed to play a match again.
pub fn plan(game: &str, settings: &Value, request: &Request) -> Value {
    json!({
        "game": game,
        "settings": settings,
        "agents": request.agents.iter().map(|agent| &agent.text).collect::<Vec<_>>(),
        "games": request.games,
        "seed": request.seed,
        "limit": limit::text(&request.limits.unwrap_or_default()),
        "openings": request.openings,
        "sprt": request.sprt,
    })
}

impl KeptArena {
    pub fn begin(
        mut store: Store,
        game: &str,
        settings: &Value,
        request: &Request,
        now: fn() -> Time,
    ) -> Result<KeptArena, Fault> {
        let run = store.begin_run(RunKind::Arena, game, &plan(game, settings, request), now())?;
        let agents = request.agents.iter().map(|agent| agent.text.clone()).collect();
        let template = Sitting { run: Some(run), ..Sitting::new(Source::Arena, game, settings, &[]) };
        let (sittings, waiting, wrote) = (Vec::new(), Vec::new(), now());
        let run = OwnRun::of(&store, run)?;
        let filling = Filling { store, run, agents, sittings, template, waiting, wrote, now };
        Ok(KeptArena { filling: Mutex::new(filling) })
    }

    /// Writes what is left, and how it ended.
    pub fn end(self, report: &Report) -> Result<(), Fault> {
        let mut filling = self.filling.into_inner().unwrap_or_else(PoisonError::into_inner);
        filling.flush()?;
        let result = serde_json::to_value(report).expect("a report is plain data");
        let (at, run) = ((filling.now)(), filling.run);
        filling.store.end_run(run, &result, !report.interrupted, at)
    }
}

impl Filling {
    fn sitting(&mut self, order: &[usize]) -> usize {
        if let Some(place) = self.sittings.iter().position(|(there, _)| there == order) {
            return place;
        }
        let agents = order.iter().map(|&agent| self.agents[agent].clone()).collect();
        self.sittings.push((order.to_vec(), Sitting { agents, ..self.template.clone() }));
        self.sittings.len() - 1
    }

    fn add(&mut self, seed: u64, game: &Game) -> Result<(), Fault> {
        let body = packed::moves(&game.moves).ok_or_else(line_feed)?;
        let payoffs = game.seats.iter().map(|seat| seat.payoff).collect();
        let sitting = self.sitting(&game.agents);
        let forfeits = game.forfeits.clone();
        self.waiting.push(Waiting { sitting, seed, body, payoffs, forfeits });
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Fault> {
        let games = self.waiting.iter().map(|waiting| {
            let Waiting { sitting, seed, body, payoffs, forfeits } = waiting;
            let body = Body::Packed(body);
            (&self.sittings[*sitting].1, Played { seed: *seed, body, payoffs: Some(payoffs), forfeits })
        });
        let at = (self.now)();
        self.run.write(&mut self.store, |tx, known| games::insert_all(tx, known, games, at))?;
        self.waiting.clear();
        self.wrote = at;
        Ok(())
    }
}

fn line_feed() -> Fault {
    Fault::bad_view("a move holds a line feed", "手に改行が含まれています")
}

impl Keeper for KeptArena {
    fn wants_moves(&self) -> bool {
        true
    }

    fn counted(&self, deal: Deal<'_>) -> Result<(), Fault> {
        let mut filling = self.filling.lock().unwrap_or_else(PoisonError::into_inner);
        deal.games.iter().try_for_each(|game| filling.add(deal.seed, game))?;
        let waited = (filling.now)().0 - filling.wrote.0 >= LONGEST_WAIT;
        if waited || filling.waiting.len() >= TOGETHER { filling.flush() } else { Ok(()) }
    }
}
