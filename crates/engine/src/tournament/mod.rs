//! Tournaments: many matches, ratings, and a result that an interruption does not change.
//!
//! A [`Plan`] says what is played. Every pairing is a match as [`arena`] plays it, with a seed of its own, and
//! every deal of it is a unit that a [`Ledger`] keeps as soon as it is played. What was kept is not played again,
//! so that a tournament that was interrupted, in whatever way, ends with the result of one that was not.

mod file;
mod parts;
mod plan;
mod report;
mod single;

pub use parts::{Joined, Stopped, gaps};
pub use plan::{Entrant, Event, MOST_BYTES, Pairings, Plan};
pub use report::{AgentRow, Bar, Beyond, Cell, EventReport, MatchReport, Report};

pub use single::of_match;

use crate::arena::{self, Deal, Game, Games, Keeper};
use crate::follow::Follower;
use crate::parallel;
use crate::stats::sprt;
use crate::{Fault, Table};
use report::Counted;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use yomi_core::{Rng, Stakes};

/// Where deals are kept. `()` keeps nothing.
pub trait Ledger: Sync {
    /// Whether games should come with their moves.
    fn wants_moves(&self) -> bool {
        false
    }

    /// The deals of a match that were played before, by their places.
    fn recall(&self, _number: usize) -> Result<BTreeMap<usize, Games>, Fault> {
        Ok(BTreeMap::new())
    }

    /// A deal of a match was played. When this returns, the deal is not lost.
    fn keep(&self, _meeting: &Meeting, _deal: Deal<'_>) -> Result<(), Fault> {
        Ok(())
    }
}

impl Ledger for () {}

/// Follows a tournament. `()` follows nothing.
pub trait Watcher: Sync {
    /// A deal of a match was played, or recalled.
    fn played(&self, _meeting: &Meeting, _games: &[Game], _recalled: bool) {}

    /// A match is over.
    fn over(&self, _meeting: &Meeting) {}

    /// Whether to end: what was played so far is then the answer.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Watcher for () {}

/// A match of a tournament.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Its place in the tournament.
    pub number: usize,
    /// The place of its game in the plan.
    pub event: usize,
    /// Places in the event's list of agents.
    pub agents: Vec<usize>,
    pub request: arena::Request,
}

/// A game of the plan with its settings.
pub struct Opened {
    pub table: Box<dyn Table>,
    pub stakes: Stakes,
}

/// All matches of a tournament, in order.
pub fn meetings(plan: &Plan, opened: &[Opened]) -> Result<Vec<Meeting>, Fault> {
    let mut all = Vec::new();
    for (place, (event, opened)) in plan.events.iter().zip(opened).enumerate() {
        for agents in event.meetings(opened.table.players())? {
            let number = all.len();
            // A seed of its own: matches with the same deals would not be independent observations.
            let seed = Rng::new(event.seed).split(place as u64).split(number as u64).seed();
            let request = arena::Request {
                agents: agents.iter().map(|&agent| event.agents[agent].agent.clone()).collect(),
                games: event.games,
                seed,
                limits: event.limits,
                openings: event.openings,
                sprt: event.sprt,
            };
            all.push(Meeting { number, event: place, agents, request });
        }
    }
    Ok(all)
}

/// Plays a tournament, or what is left of it.
pub fn run(
    plan: &Plan,
    opened: &[Opened],
    ledger: &dyn Ledger,
    watcher: &dyn Watcher,
) -> Result<Report, Fault> {
    let meetings = meetings(plan, opened)?;
    let play = |number: usize| {
        let meeting = &meetings[number];
        let played = play(meeting, &*opened[meeting.event].table, ledger, watcher)?;
        watcher.over(meeting);
        Ok(played)
    };
    let played = parallel::each(meetings.len(), &play)?;
    Ok(report::report(plan, opened, &meetings, &played))
}

fn play(
    meeting: &Meeting,
    table: &dyn Table,
    ledger: &dyn Ledger,
    watcher: &dyn Watcher,
) -> Result<Counted, Fault> {
    let recalled = ledger.recall(meeting.number)?;
    let keeping = Keeping { meeting, ledger, watcher, recalled, counted: Mutex::new(Vec::new()) };
    let report = table.arena_kept(&meeting.request, &keeping, &keeping)?;
    let deals = keeping.counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Counted { report, deals })
}

/// A match on its way.
struct Keeping<'a> {
    meeting: &'a Meeting,
    ledger: &'a dyn Ledger,
    watcher: &'a dyn Watcher,
    recalled: BTreeMap<usize, Games>,
    counted: Mutex<Vec<(usize, Games)>>,
}

impl Keeper for Keeping<'_> {
    fn wants_moves(&self) -> bool {
        self.ledger.wants_moves()
    }

    fn recall(&self, number: usize) -> Option<Games> {
        let games = self.recalled.get(&number)?;
        self.watcher.played(self.meeting, games, true);
        Some(games.clone())
    }

    fn played(&self, deal: Deal<'_>) -> Result<(), Fault> {
        self.ledger.keep(self.meeting, deal)?;
        self.watcher.played(self.meeting, deal.games, false);
        Ok(())
    }

    fn counted(&self, deal: Deal<'_>) -> Result<(), Fault> {
        let games = report::without_moves(deal.games);
        self.counted.lock().unwrap_or_else(PoisonError::into_inner).push((deal.number, games));
        Ok(())
    }
}

impl Follower for Keeping<'_> {
    fn ratio(&self, _: &sprt::Outcome) {}

    fn is_stopped(&self) -> bool {
        self.watcher.is_stopped()
    }
}
