//! A single match, reported as a tournament of one pairing is: ratings, who got what from whom, payoffs.

use super::plan::{Entrant, Event, Pairings, Plan, SAMPLES};
use super::report::{self, Counted, Report};
use super::{Meeting, Opened};
use crate::arena::{self, Deal, Games, Keeper};
use crate::{Fault, Follower};
use std::sync::{Mutex, PoisonError};

/// Plays a match as [`Table::arena_kept`](crate::Table::arena_kept) does, and reports it both ways. `name` is what the
/// report is called.
pub fn of_match(
    name: &str,
    opened: &Opened,
    request: &arena::Request,
    follower: &dyn Follower,
    keeper: &dyn Keeper,
) -> Result<(arena::Report, Report), Fault> {
    let collecting = Collecting { keeper, counted: Mutex::default() };
    let found = opened.table.arena_kept(request, follower, &collecting)?;
    let deals = collecting.counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut entrants: Vec<Entrant> = Vec::new();
    let mut agents = Vec::new();
    for agent in &request.agents {
        let place = entrants.iter().position(|entrant| entrant.name == agent.text).unwrap_or_else(|| {
            entrants.push(Entrant { name: agent.text.clone(), agent: agent.clone() });
            entrants.len() - 1
        });
        agents.push(place);
    }
    let event = Event {
        game: found.game.clone(),
        settings: Vec::new(),
        agents: entrants,
        pairings: Pairings::RoundRobin,
        games: request.games,
        seed: request.seed,
        limits: request.limits,
        openings: request.openings,
        sprt: request.sprt,
    };
    let plan = Plan { name: name.into(), minutes: None, bootstrap: SAMPLES, events: vec![event] };
    let meeting = Meeting { number: 0, event: 0, agents, request: request.clone() };
    let played = Counted { report: found.clone(), deals };
    let mut whole = report::report(&plan, std::slice::from_ref(opened), &[meeting], &[played]);
    // It is the match itself, and no choice of pairings.
    whole.signature.clone_from(&found.signature);
    whole.events.iter_mut().for_each(|event| event.pairings = None);
    Ok((found, whole))
}

/// Passes deals on, and remembers those that count.
struct Collecting<'a> {
    keeper: &'a dyn Keeper,
    counted: Mutex<Vec<(usize, Games)>>,
}

impl Keeper for Collecting<'_> {
    fn wants_moves(&self) -> bool {
        self.keeper.wants_moves()
    }

    fn recall(&self, number: usize) -> Option<Games> {
        self.keeper.recall(number)
    }

    fn played(&self, deal: Deal<'_>) -> Result<(), Fault> {
        self.keeper.played(deal)
    }

    fn counted(&self, deal: Deal<'_>) -> Result<(), Fault> {
        self.keeper.counted(deal)?;
        let games = report::without_moves(deal.games);
        self.counted.lock().unwrap_or_else(PoisonError::into_inner).push((deal.number, games));
        Ok(())
    }
}
