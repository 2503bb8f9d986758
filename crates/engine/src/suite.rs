//! One-player games: the mean score over many boards.

use crate::agent::AgentText;
use crate::driver::{BLOCK, Field, Metering, SeatResult};
use crate::fault::FaultKind;
use crate::host::Host;
use crate::kind::{AgentKind, Mind};
use crate::stats::{Mean, Signature};
use crate::wire::VERSION;
use crate::{Fault, limit, view};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::{Hidden, Limits, Ruleset, Settings, Turn};

#[derive(Clone, Debug)]
pub struct Request {
    pub agent: AgentText,
    pub boards: u64,
    pub seed: u64,
    pub limits: Option<Limits>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub version: u32,
    pub game: String,
    /// What `mean_payoff` counts; see [`Advice::unit`](crate::wire::Advice::unit).
    pub unit: String,
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

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
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

/// One board, as far as sums need it.
struct Board {
    seat: SeatResult,
    signature: Signature,
    headline: f64,
    luck: Option<f64>,
}

pub fn run<R: Ruleset>(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<R::State>],
    meter: Option<&dyn LuckMeter<R::State>>,
    request: &Request,
    host: &Arc<dyn Host>,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Report, Fault> {
    check(R::NAME, rules.players(), request)?;
    let agents = std::slice::from_ref(&request.agent);
    let field = Field::new(rules, kinds, agents, request.limits, request.seed, host)?;
    let agent = &field.agents()[0];
    // Luck is worth something only to those who cannot see it coming.
    let meter = meter.filter(|_| matches!(agent.mind(), Mind::Honest(_)));
    let play = |seed: u64| {
        let played = field.play_deal(seed, Metering::On)?.remove(0);
        done(1);
        let headline = rules.headline(played.game.state());
        let luck = meter.map(|meter| luck_of(meter, rules.start(seed), played.game.played()));
        Ok(Board { seat: played.seats[0], signature: played.signature, headline, luck })
    };
    let totals = play_all(&R::seeds(request.seed, request.boards as usize), &play)?;
    let Totals { payoffs, headlines, corrected, signature, cpu, moves } = totals;
    let ms = 1000.0 * cpu.as_secs_f64();
    Ok(Report {
        version: VERSION,
        game: R::NAME.into(),
        unit: R::STAKES.unit().into(),
        settings: view::settings_json(settings),
        seed: request.seed,
        boards: request.boards,
        agent: request.agent.text.clone(),
        limit: limit::text(&agent.limits),
        mean: headlines.mean(),
        se: headlines.se(),
        luck_corrected: meter.map(|_| LuckCorrected { mean: corrected.mean(), se: corrected.se() }),
        mean_payoff: R::STAKES.shown(payoffs.mean()),
        cpu_ms_per_move: ms / moves.max(1) as f64,
        cpu_ms_per_game: ms / request.boards as f64,
        signature: signature.text(),
    })
}

/// Plays all boards in parallel, and adds them up in order.
fn play_all(seeds: &[u64], play: &(dyn Fn(u64) -> Result<Board, Fault> + Sync)) -> Result<Totals, Fault> {
    let mut totals = Totals::default();
    for block in seeds.chunks(BLOCK) {
        let boards: Vec<Board> = block.par_iter().map(|&seed| play(seed)).collect::<Result<_, Fault>>()?;
        boards.iter().for_each(|board| totals.add(board));
    }
    Ok(totals)
}

fn check(game: &str, players: usize, request: &Request) -> Result<(), Fault> {
    if players != 1 {
        return Err(Fault::bad_option(
            format!("{game} is a game of {players} players: a match measures it, not a suite"),
            format!("{game} は{players}人用です。スイートではなく対戦で測ってください"),
        ));
    }
    let boards = request.boards;
    if !(1..=MOST_BOARDS).contains(&boards) {
        return Err(Fault::new(
            FaultKind::Limit,
            format!("{boards} boards: expected 1 to {MOST_BOARDS}"),
            format!("盤の数 {boards}: 1から{MOST_BOARDS}までにしてください"),
        ));
    }
    Ok(())
}

/// Everything that is added up over the boards.
#[derive(Default)]
struct Totals {
    payoffs: Mean,
    headlines: Mean,
    corrected: Mean,
    signature: Signature,
    cpu: Duration,
    moves: u64,
}

impl Totals {
    fn add(&mut self, board: &Board) {
        self.payoffs.add(board.seat.payoff);
        self.headlines.add(board.headline);
        if let Some(luck) = board.luck {
            self.corrected.add(board.headline - luck);
        }
        self.cpu += board.seat.cpu;
        self.moves += board.seat.moves;
        self.signature.add(&board.signature.text());
    }
}
