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
const METERED: u64 = 8;

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
    let players = yomi_core::State::players(&rules.start(0));
    check(R::NAME, players, request)?;
    // Every agent is made once before the match, so that a bad option is found now.
    for typed in &request.agents {
        agent::seat(kinds, typed, request.limits)?;
    }
    let deals = request.games.div_ceil(players as u64);
    let seeds = R::seeds(request.seed, deals as usize);
    let groups: Vec<Vec<Played>> = (0..deals)
        .into_par_iter()
        .map(|deal| {
            let metering = if deal % METERED == 0 { Metering::On } else { Metering::Off };
            let games = (0..players).map(|rotation| {
                let result = play(rules, kinds, request, seeds[deal as usize], rotation, metering);
                done(1);
                result
            });
            games.collect()
        })
        .collect::<Result<_, Fault>>()?;
    let games: Vec<Played> = groups.into_iter().flatten().collect();
    let mut signature = Signature::default();
    games.iter().for_each(|g| signature.add(&g.result.signature.text()));
    Ok(Report {
        game: R::NAME,
        settings: view::settings_json(settings),
        seed: request.seed,
        games: games.len() as u64,
        limit: limit::text(&request.limits.unwrap_or_default()),
        signature: signature.text(),
        agents: rows(request, &games),
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
            "{game} has {players} seats, but {given} agents are given; expected such as --agents \"{names}\""
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
    let result = contest::play(rules, &mut seated, seed, &rng, metering)?;
    Ok(Played { result, agents, metering })
}

fn rows(request: &Request, games: &[Played]) -> Vec<Row> {
    let mut texts: Vec<&str> = Vec::new();
    for typed in &request.agents {
        if !texts.contains(&typed.text.as_str()) {
            texts.push(&typed.text);
        }
    }
    texts.into_iter().map(|text| row(request, games, text)).collect()
}

fn row(request: &Request, games: &[Played], text: &str) -> Row {
    let mut payoffs = Mean::default();
    let (mut wins, mut draws) = (0.0, 0);
    let (mut cpu, mut metered_moves, mut metered_games) = (Duration::ZERO, 0u64, 0u64);
    for game in games {
        let seats = &game.result.seats;
        let best = seats.iter().map(|s| s.payoff).fold(f64::NEG_INFINITY, f64::max);
        let winners = seats.iter().filter(|s| s.payoff == best).count();
        let own = seats.iter().zip(&game.agents).filter(|&(_, &agent)| request.agents[agent].text == text);
        for (seat, _) in own {
            payoffs.add(seat.payoff);
            match (seat.payoff == best, winners) {
                (true, 1) => wins += 1.0,
                (true, _) => {
                    wins += 0.5;
                    draws += 1;
                }
                (false, _) => {}
            }
            if game.metering == Metering::On {
                cpu += seat.cpu;
                metered_moves += seat.moves;
                metered_games += 1;
            }
        }
    }
    let count = payoffs.count();
    let ms = 1000.0 * cpu.as_secs_f64();
    Row {
        agent: text.to_string(),
        seats: request.agents.iter().filter(|a| a.text == text).count(),
        games: count,
        wins,
        draws,
        win_rate: wins / count.max(1) as f64,
        ci95: wilson95(wins, count),
        mean_payoff: payoffs.mean(),
        se: payoffs.se(),
        cpu_ms_per_move: ms / metered_moves.max(1) as f64,
        cpu_ms_per_game: ms / metered_games.max(1) as f64,
    }
}
