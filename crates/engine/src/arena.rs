//! Matches: seats rotated, deals mirrored.
//!
//! A deal is played once for every rotation of the agents over the seats, always with the same luck, so that good cards
//! and the first move fall to everybody equally. Games run in parallel; the result does not depend on how many threads
//! there are.

use crate::agent::{self, Agent, AgentKind, AgentText};
use crate::contest::{self, GameResult, Metering};
use crate::stats::{Mean, Signature, wilson95};
use crate::{Fault, limit, view};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;
use yomi_core::{Limits, Rng, Ruleset, Settings};

#[derive(Clone, Debug)]
pub struct Request {
    pub agents: Vec<AgentText>,
    pub games: u64,
    pub seed: u64,
    pub limits: Option<Limits>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub game: &'static str,
    pub settings: Value,
    pub seed: u64,
    pub games: u64,
    pub limit: String,
    /// A hash of all moves played.
    pub signature: String,
    pub agents: Vec<Row>,
}

/// What one agent did; the same agent on several seats is one row.
#[derive(Clone, Debug, Serialize)]
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
/// Reading the CPU clock costs about as much as a fast agent's move, so it is read in every so many deals only.
const METERED: usize = 8;
/// Deals whose games are kept until all of them are played, and then added up in order: many for every thread, few to
/// keep. A multiple of `METERED`.
pub const BLOCK: usize = 4096;

/// A game with who sat where.
struct Played {
    result: GameResult,
    /// Places in the request, by seat.
    agents: Vec<usize>,
    metering: Metering,
}

pub fn run<R: Ruleset>(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<R::State>],
    request: &Request,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Report, Fault> {
    let players = rules.players();
    check(R::NAME, players, request)?;
    // Every agent is made once before the match, so that a bad option is found now.
    for typed in &request.agents {
        agent::seat(kinds, typed, request.limits)?;
    }
    let deals = request.games.div_ceil(players as u64);
    let mut sums = sums(request);
    let mut signature = Signature::default();
    for block in R::seeds(request.seed, deals as usize).chunks(BLOCK) {
        let deal = |(deal, &seed): (usize, &u64)| -> Result<Vec<Played>, Fault> {
            let metering = if deal.is_multiple_of(METERED) { Metering::On } else { Metering::Off };
            let games = (0..players).map(|rotation| {
                let result = play(rules, kinds, request, seed, rotation, metering);
                done(1);
                result
            });
            games.collect()
        };
        let groups: Vec<Vec<Played>> = block.par_iter().enumerate().map(deal).collect::<Result<_, _>>()?;
        for game in groups.iter().flatten() {
            signature.add(&game.result.signature.text());
            sums.iter_mut().for_each(|sum| sum.add(request, game));
        }
    }
    Ok(Report {
        game: R::NAME,
        settings: view::settings_json(settings),
        seed: request.seed,
        games: deals * players as u64,
        limit: limit::text(&request.limits.unwrap_or_default()),
        signature: signature.text(),
        agents: sums.into_iter().map(|sum| sum.row(request)).collect(),
    })
}

fn check(game: &str, players: usize, request: &Request) -> Result<(), Fault> {
    if players < 2 {
        return Err(Fault::new(format!("{game} is a one-player game; use: yomi suite {game}")));
    }
    let given = request.agents.len();
    if given != players {
        let names = vec!["best"; players].join(" ");
        return Err(Fault::new(format!(
            "seats of {game}: {players}, but --agents names {given}; expected such as --agents {names:?}"
        )));
    }
    if !(1..=MOST_GAMES).contains(&request.games) {
        return Err(Fault::new(format!("--games {}: expected 1 to {MOST_GAMES}", request.games)));
    }
    Ok(())
}

fn play<R: Ruleset>(
    rules: &R,
    kinds: &[AgentKind<R::State>],
    request: &Request,
    seed: u64,
    rotation: usize,
    metering: Metering,
) -> Result<Played, Fault> {
    let players = request.agents.len();
    let agents: Vec<usize> = (0..players).map(|seat| (seat + rotation) % players).collect();
    let seated = agents.iter().map(|&a| agent::seat(kinds, &request.agents[a], request.limits));
    let mut seated: Vec<Agent<R::State>> = seated.collect::<Result<_, _>>()?;
    let rng = Rng::new(request.seed).split(seed).split(rotation as u64);
    let (result, _) = contest::play(rules, &mut seated, seed, &rng, metering)?;
    Ok(Played { result, agents, metering })
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
    fn add(&mut self, request: &Request, game: &Played) {
        let seats = &game.result.seats;
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

    fn row(self, request: &Request) -> Row {
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
            mean_payoff: self.payoffs.mean(),
            se: self.payoffs.se(),
            cpu_ms_per_move: ms / self.metered_moves.max(1) as f64,
            cpu_ms_per_game: ms / self.metered_games.max(1) as f64,
        }
    }
}
