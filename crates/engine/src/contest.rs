//! Agents playing a game to its end: what arena and suite have in common.

use crate::Fault;
use crate::agent::{Agent, Mind};
use crate::clock::CpuClock;
use crate::matches::Match;
use crate::stats::Signature;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::{Clock, Luck, Rng, Ruleset, Run};

/// What one seat got and what it cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct SeatResult {
    pub payoff: f64,
    /// CPU time of its decisions, where metered.
    pub cpu: Duration,
    pub moves: u64,
}

pub struct GameResult {
    pub seats: Vec<SeatResult>,
    /// Of all moves of the players.
    pub signature: Signature,
}

/// Whether to read the CPU clock at every move; for a fast agent that costs about as much as the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metering {
    On,
    Off,
}

/// Plays game number `seed` with one agent a seat. Time limits are CPU time of this thread. `rng` is for the agents; each
/// move gets its own stream. Returns the result and the game at its end.
pub fn play<R: Ruleset>(
    rules: &R,
    agents: &mut [Agent<R::State>],
    seed: u64,
    rng: &Rng,
    metering: Metering,
) -> Result<(GameResult, Match<R::State>), Fault> {
    let mut game = Match::new(rules.start(seed), Luck::new(seed));
    let mut seats = vec![SeatResult::default(); agents.len()];
    let stop = AtomicBool::new(false);
    let mut signature = Signature::default();
    while let Some(seat) = game.next() {
        let (agent, result) = (&mut agents[seat.index()], &mut seats[seat.index()]);
        let began = (metering == Metering::On).then(|| CpuClock.now());
        let mut run = Run::new(agent.capped(), &CpuClock, &stop);
        let mut own_rng = rng.split(game.played().len() as u64);
        let decision = match &mut agent.mind {
            Mind::Honest(search) => search.decide(game.view(seat), &mut run, &mut own_rng)?,
            Mind::Seeing(search) => search.decide(&game.scripted(), &mut run, &mut own_rng),
        };
        if let Some(began) = began {
            result.cpu += CpuClock.now() - began;
        }
        result.moves += 1;
        signature.add(&rules.action_text(decision.action));
        game.submit(seat, decision.action)?;
    }
    for (result, payoff) in seats.iter_mut().zip(game.payoffs()) {
        result.payoff = payoff;
    }
    Ok((GameResult { seats, signature }, game))
}
