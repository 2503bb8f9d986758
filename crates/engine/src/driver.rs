//! Agents playing games to their end: what arena, suite and statistics have in common.
//!
//! A deal is played once for every rotation of the agents over the seats, always with the same luck, so that
//! good cards and the first move fall to every agent equally. What an agent does depends on the seeds and the
//! deal alone, never on which thread plays it.

use crate::Fault;
use crate::agent::AgentText;
use crate::fault::FaultKind;
use crate::host::{CpuClock, Host};
use crate::kind::{self, Agent, AgentKind, Mind, Prepared};
use crate::matches::Match;
use crate::stats::Signature;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::ruleset::ActionOf;
use yomi_core::{Clock, Decision, Limits, Luck, Rng, Ruleset, Run};

/// Deals whose games are kept until all of them are played, and then added up in order: many for every
/// thread, few to keep. A multiple of [`METERED`].
pub const BLOCK: usize = 4096;
/// Reading the CPU clock costs about as much as a fast agent's move, so that a match reads it in one deal of
/// this many.
pub const METERED: usize = 8;

/// What one seat got and what it cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct SeatResult {
    pub payoff: f64,
    /// CPU time of its decisions, where metered.
    pub cpu: Duration,
    pub moves: u64,
}

/// A game that was played.
pub struct Played<S: yomi_core::Hidden> {
    pub seats: Vec<SeatResult>,
    /// Which of the agents sat where, by seat.
    pub agents: Vec<usize>,
    /// Of all moves of the players.
    pub signature: Signature,
    pub metering: Metering,
    /// The game at its end.
    pub game: Match<S>,
}

/// Moves that are made before the agents play.
#[derive(Clone, Debug)]
pub struct Opening<S: yomi_core::State> {
    pub moves: Vec<S::Action>,
}

fn over_already() -> Fault {
    Fault::en(FaultKind::IllegalMove, "the game is over before the opening is")
}

/// Whether to read the CPU clock at every move; for a fast agent that costs about as much as the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metering {
    On,
    Off,
}

/// Every decision is reported to it: the index of the game within the deal, the index of the agent, and the
/// decision. It cannot change anything.
pub type Watch<'w, R> = &'w mut dyn FnMut(usize, usize, &Decision<ActionOf<R>>);

/// The agents of a match, made once, and the games they can play.
pub struct Field<'a, R: Ruleset> {
    rules: &'a R,
    agents: Vec<Prepared<R::State>>,
    seed: u64,
    host: Arc<dyn Host>,
}

impl<'a, R: Ruleset> Field<'a, R> {
    /// Makes every agent, so that a bad option is found before the first game.
    pub fn new(
        rules: &'a R,
        kinds: &[AgentKind<R::State>],
        agents: &[AgentText],
        limits: Option<Limits>,
        seed: u64,
        host: &Arc<dyn Host>,
    ) -> Result<Self, Fault> {
        let prepare = |typed: &AgentText| kind::prepare(kinds, typed, limits, host);
        let agents = agents.iter().map(prepare).collect::<Result<_, _>>()?;
        Ok(Field { rules, agents, seed, host: host.clone() })
    }

    pub fn agents(&self) -> &[Prepared<R::State>] {
        &self.agents
    }

    /// Plays a deal once for every rotation of the agents over the seats.
    pub fn play_deal(&self, deal: u64, metering: Metering) -> Result<Vec<Played<R::State>>, Fault> {
        self.play_deal_from(deal, None, metering)
    }

    /// The same, after the moves of an opening.
    pub fn play_deal_from(
        &self,
        deal: u64,
        opening: Option<&Opening<R::State>>,
        metering: Metering,
    ) -> Result<Vec<Played<R::State>>, Fault> {
        self.play_deal_watched(deal, opening, metering, &mut |_, _, _| ())
    }

    /// The same; every decision is reported to `watch`.
    pub fn play_deal_watched(
        &self,
        deal: u64,
        opening: Option<&Opening<R::State>>,
        metering: Metering,
        watch: Watch<'_, R>,
    ) -> Result<Vec<Played<R::State>>, Fault> {
        let players = self.agents.len();
        let luck = Rng::new(self.seed).split(deal);
        // Alone at the table there is nothing to rotate.
        let rotations = (0..players).map(|rotation| match players {
            1 => self.play(deal, opening, 0, &luck, metering, watch),
            _ => self.play(deal, opening, rotation, &luck.split(rotation as u64), metering, watch),
        });
        rotations.collect()
    }

    /// Plays one game. Time limits are CPU time of this thread. `rng` is for the agents; each move gets its
    /// own stream.
    fn play(
        &self,
        deal: u64,
        opening: Option<&Opening<R::State>>,
        rotation: usize,
        rng: &Rng,
        metering: Metering,
        watch: Watch<'_, R>,
    ) -> Result<Played<R::State>, Fault> {
        let players = self.agents.len();
        let agents: Vec<usize> = (0..players).map(|seat| (seat + rotation) % players).collect();
        let mut seated: Vec<Agent<R::State>> = agents.iter().map(|&a| self.agents[a].seat()).collect();
        let mut game = Match::new(self.rules.start(deal), Luck::new(deal));
        let mut signature = Signature::default();
        for &action in opening.iter().flat_map(|opening| &opening.moves) {
            let seat = game.next().ok_or_else(over_already)?;
            signature.add(&self.rules.action_text(action));
            game.submit(seat, action)?;
        }
        let mut seats = vec![SeatResult::default(); players];
        let (clock, stop) = (CpuClock(self.host.clone()), AtomicBool::new(false));
        while let Some(seat) = game.next() {
            let (agent, result) = (&mut seated[seat.index()], &mut seats[seat.index()]);
            let began = (metering == Metering::On).then(|| clock.now());
            let mut run = Run::new(agent.limits, &clock, &stop);
            let mut own_rng = rng.split(game.played().len() as u64);
            let decision = match &mut agent.mind {
                Mind::Honest(search) => search.decide(game.view(seat), &mut run, &mut own_rng)?,
                Mind::Seeing(search) => search.decide(&game.scripted(), &mut run, &mut own_rng),
            };
            if let Some(began) = began {
                result.cpu += clock.now() - began;
            }
            result.moves += 1;
            watch(rotation, agents[seat.index()], &decision);
            signature.add(&self.rules.action_text(decision.action));
            game.submit(seat, decision.action)?;
        }
        for (result, payoff) in seats.iter_mut().zip(game.payoffs()) {
            result.payoff = payoff;
        }
        Ok(Played { seats, agents, signature, metering, game })
    }
}
