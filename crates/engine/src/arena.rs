//! Matches: seats rotated, deals mirrored.
//!
//! A deal is played once for every rotation of the agents over the seats, always with the same luck, so that good cards
//! and the first move fall to everybody equally. Games run in parallel; the result does not depend on how many threads
//! there are.

use crate::agent::AgentText;
use crate::driver::{BLOCK, Field, METERED, Metering, Played, SeatResult};
use crate::fault::FaultKind;
use crate::host::Host;
use crate::kind::AgentKind;
use crate::stats::{Mean, Signature, wilson95};
use crate::wire::VERSION;
use crate::{Fault, limit, view};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::{Limits, Ruleset, Settings, Stakes};

#[derive(Clone, Debug)]
pub struct Request {
    pub agents: Vec<AgentText>,
    pub games: u64,
    pub seed: u64,
    pub limits: Option<Limits>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub version: u32,
    pub game: String,
    /// What payoffs count; see [`Advice::unit`](crate::wire::Advice::unit).
    pub unit: String,
    pub settings: Value,
    pub seed: u64,
    pub games: u64,
    pub limit: String,
    /// A hash of all moves played.
    pub signature: String,
    pub agents: Vec<Row>,
}

/// What one agent did; the same agent on several seats is one row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    pub agent: String,
    pub seats: usize,
    /// Games times seats of this agent.
    pub games: u64,
    /// A draw counts one half.
    pub wins: f64,
    pub draws: u64,
    pub win_rate: f64,
    pub ci95: [f64; 2],
    pub mean_payoff: f64,
    pub se: f64,
    pub cpu_ms_per_move: f64,
    pub cpu_ms_per_game: f64,
}

/// The most games one command plays.
pub const MOST_GAMES: u64 = 100_000_000;
/// One game, as far as sums need it.
struct Game {
    seats: Vec<SeatResult>,
    /// Places in the request, by seat.
    agents: Vec<usize>,
    signature: Signature,
    metering: Metering,
}

pub fn run<R: Ruleset>(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<R::State>],
    request: &Request,
    host: &Arc<dyn Host>,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Report, Fault> {
    let players = rules.players();
    check(R::NAME, players, request)?;
    let field = Field::new(rules, kinds, &request.agents, request.limits, request.seed, host)?;
    let deals = request.games.div_ceil(players as u64);
    tracing::info!(game = R::NAME, deals, seed = request.seed, "arena");
    let play = |seed: u64, metering: Metering| -> Result<Vec<Game>, Fault> {
        let played = field.play_deal(seed, metering)?;
        done(played.len() as u64);
        let game = |p: Played<R::State>| Game {
            seats: p.seats,
            agents: p.agents,
            signature: p.signature,
            metering: p.metering,
        };
        Ok(played.into_iter().map(game).collect())
    };
    let totals = play_all(request, &R::seeds(request.seed, deals as usize), &play)?;
    Ok(totals.report(R::NAME, R::STAKES, settings, request, deals * players as u64))
}

/// Plays a deal once for every rotation of the agents.
type PlayDeal<'a> = &'a (dyn Fn(u64, Metering) -> Result<Vec<Game>, Fault> + Sync);

/// Plays all deals in parallel, and adds them up in order.
fn play_all(request: &Request, deals: &[u64], play: PlayDeal<'_>) -> Result<Totals, Fault> {
    let mut totals = Totals::new(request);
    for block in deals.chunks(BLOCK) {
        let deal = |(deal, &seed): (usize, &u64)| {
            play(seed, if deal.is_multiple_of(METERED) { Metering::On } else { Metering::Off })
        };
        let groups: Vec<Vec<Game>> = block.par_iter().enumerate().map(deal).collect::<Result<_, _>>()?;
        groups.iter().flatten().for_each(|game| totals.add(request, game));
    }
    Ok(totals)
}

fn check(game: &str, players: usize, request: &Request) -> Result<(), Fault> {
    if players < 2 {
        return Err(Fault::bad_option(
            format!("{game} is a one-player game: a suite measures it, not a match"),
            format!("{game} は一人用です。対戦ではなくスイートで測ってください"),
        ));
    }
    let given = request.agents.len();
    if given != players {
        let names = vec!["best"; players].join(" ");
        return Err(Fault::bad_option(
            format!("{game} has {players} seats; agents named: {given}; expected, for example, {names:?}"),
            format!("{game} は{players}席ですが、エージェントが{given}個です。例: {names:?}"),
        ));
    }
    if !(1..=MOST_GAMES).contains(&request.games) {
        let games = request.games;
        return Err(Fault::new(
            FaultKind::Limit,
            format!("{games} games: expected 1 to {MOST_GAMES}"),
            format!("対局数 {games}: 1から{MOST_GAMES}までにしてください"),
        ));
    }
    Ok(())
}

/// Everything that is added up over a match.
struct Totals {
    sums: Vec<Sum>,
    signature: Signature,
}

impl Totals {
    fn new(request: &Request) -> Totals {
        Totals { sums: sums(request), signature: Signature::default() }
    }

    fn add(&mut self, request: &Request, game: &Game) {
        self.signature.add(&game.signature.text());
        self.sums.iter_mut().for_each(|sum| sum.add(request, game));
    }

    fn report(
        self,
        game: &str,
        stakes: Stakes,
        settings: &Settings,
        request: &Request,
        games: u64,
    ) -> Report {
        Report {
            version: VERSION,
            game: game.into(),
            unit: stakes.unit().into(),
            settings: view::settings_json(settings),
            seed: request.seed,
            games,
            limit: limit::text(&request.limits.unwrap_or_default()),
            signature: self.signature.text(),
            agents: self.sums.into_iter().map(|sum| sum.row(stakes, request)).collect(),
        }
    }
}

/// What one agent did so far.
struct Sum {
    agent: String,
    payoffs: Mean,
    wins: f64,
    draws: u64,
    cpu: Duration,
    metered_moves: u64,
    metered_games: u64,
}

/// A sum for every different agent, in order of first appearance.
fn sums(request: &Request) -> Vec<Sum> {
    let mut sums: Vec<Sum> = Vec::new();
    for typed in &request.agents {
        if sums.iter().all(|sum| sum.agent != typed.text) {
            sums.push(Sum {
                agent: typed.text.clone(),
                payoffs: Mean::default(),
                wins: 0.0,
                draws: 0,
                cpu: Duration::ZERO,
                metered_moves: 0,
                metered_games: 0,
            });
        }
    }
    sums
}

impl Sum {
    fn add(&mut self, request: &Request, game: &Game) {
        let seats = &game.seats;
        let best = seats.iter().map(|s| s.payoff).fold(f64::NEG_INFINITY, f64::max);
        let winners = seats.iter().filter(|s| s.payoff == best).count();
        for (seat, &agent) in seats.iter().zip(&game.agents) {
            if request.agents[agent].text != self.agent {
                continue;
            }
            self.payoffs.add(seat.payoff);
            match (seat.payoff == best, winners) {
                (true, 1) => self.wins += 1.0,
                (true, _) => {
                    self.wins += 0.5;
                    self.draws += 1;
                }
                (false, _) => {}
            }
            if game.metering == Metering::On {
                self.cpu += seat.cpu;
                self.metered_moves += seat.moves;
                self.metered_games += 1;
            }
        }
    }

    fn row(self, stakes: Stakes, request: &Request) -> Row {
        let games = self.payoffs.count();
        let ms = 1000.0 * self.cpu.as_secs_f64();
        Row {
            seats: request.agents.iter().filter(|a| a.text == self.agent).count(),
            agent: self.agent,
            games,
            wins: self.wins,
            draws: self.draws,
            win_rate: self.wins / games.max(1) as f64,
            ci95: wilson95(self.wins, games),
            mean_payoff: stakes.shown(self.payoffs.mean()),
            se: stakes.shown(self.payoffs.se()),
            cpu_ms_per_move: ms / self.metered_moves.max(1) as f64,
            cpu_ms_per_game: ms / self.metered_games.max(1) as f64,
        }
    }
}
