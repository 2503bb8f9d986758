//! One-player games: the mean score over many boards.

use crate::agent::{self, AgentKind, AgentText, Mind};
use crate::arena::BLOCK;
use crate::contest::{self, GameResult, Metering};
use crate::stats::{Mean, Signature};
use crate::{Fault, limit, view};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;
use yomi_core::{Hidden, Limits, Rng, Ruleset, Settings, Turn};

#[derive(Clone, Debug)]
pub struct Request {
    pub agent: AgentText,
    pub boards: u64,
    pub seed: u64,
    pub limits: Option<Limits>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub game: &'static str,
    pub settings: Value,
    pub seed: u64,
    pub boards: u64,
    pub agent: String,
    pub limit: String,
    /// In the game's headline figure.
    pub mean: f64,
    pub se: f64,
    /// With the luck of the draws taken out; `null` where there is none, or no value function to do it with.
    pub luck_corrected: Option<LuckCorrected>,
    pub mean_payoff: f64,
    pub cpu_ms_per_move: f64,
    pub cpu_ms_per_game: f64,
    pub signature: String,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct LuckCorrected {
    pub mean: f64,
    pub se: f64,
}

/// How lucky a game was, in its headline figure.
///
/// Whatever the value function behind it thinks, the luck of a deal or a draw is the value of what came less the exact mean
/// of what could have come, so that over many games it is nothing. Taken off the result it leaves what was played.
pub trait LuckMeter<S: Hidden>: Send + Sync {
    /// The luck of the start, where it was dealt.
    fn of_deal(&self, start: &S) -> f64;

    /// The luck of an outcome of chance.
    fn of_outcome(&self, before: &S, outcome: S::Action) -> f64;
}

/// All luck of a game that began with `start`.
fn luck_of<S: Hidden>(meter: &dyn LuckMeter<S>, start: S, played: &[S::Action]) -> f64 {
    let mut luck = meter.of_deal(&start);
    let mut state = start;
    for &action in played {
        if state.turn() == Turn::Chance {
            luck += meter.of_outcome(&state, action);
        }
        state.apply(action);
    }
    luck
}

pub const MOST_BOARDS: u64 = 100_000_000;

pub fn run<R: Ruleset>(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<R::State>],
    meter: Option<&dyn LuckMeter<R::State>>,
    request: &Request,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Report, Fault> {
    let players = rules.players();
    if players != 1 {
        let game = R::NAME;
        return Err(Fault::new(format!("{game} is a game of {players} players; use: yomi arena {game}")));
    }
    if !(1..=MOST_BOARDS).contains(&request.boards) {
        return Err(Fault::new(format!("--boards {}: expected 1 to {MOST_BOARDS}", request.boards)));
    }
    let agent = agent::seat(kinds, &request.agent, request.limits)?;
    // Luck is worth something only to those who cannot see it coming.
    let meter = meter.filter(|_| matches!(agent.mind, Mind::Honest(_)));
    let board = |&seed: &u64| {
        let mut agents = [agent::seat(kinds, &request.agent, request.limits)?];
        let rng = Rng::new(request.seed).split(seed);
        let (result, game) = contest::play(rules, &mut agents, seed, &rng, Metering::On)?;
        let headline = rules.headline(game.state());
        let luck = meter.map(|meter| luck_of(meter, rules.start(seed), game.played()));
        done(1);
        Ok((result, headline, luck))
    };
    let (mut payoffs, mut signature) = (Mean::default(), Signature::default());
    let (mut headlines, mut corrected) = (Mean::default(), Mean::default());
    let (mut cpu, mut moves) = (Duration::ZERO, 0);
    for block in R::seeds(request.seed, request.boards as usize).chunks(BLOCK) {
        let boards: Vec<_> = block.par_iter().map(board).collect::<Result<_, Fault>>()?;
        for (GameResult { seats, signature: played }, headline, luck) in &boards {
            payoffs.add(seats[0].payoff);
            headlines.add(*headline);
            if let Some(luck) = luck {
                corrected.add(headline - luck);
            }
            cpu += seats[0].cpu;
            moves += seats[0].moves;
            signature.add(&played.text());
        }
    }
    let ms = 1000.0 * cpu.as_secs_f64();
    Ok(Report {
        game: R::NAME,
        settings: view::settings_json(settings),
        seed: request.seed,
        boards: request.boards,
        agent: request.agent.text.clone(),
        limit: limit::text(&agent.limits),
        mean: headlines.mean(),
        se: headlines.se(),
        luck_corrected: meter.map(|_| LuckCorrected { mean: corrected.mean(), se: corrected.se() }),
        mean_payoff: payoffs.mean(),
        cpu_ms_per_move: ms / moves.max(1) as f64,
        cpu_ms_per_game: ms / request.boards as f64,
        signature: signature.text(),
    })
}
