//! What a match found.

use super::units::{Share, Units};
use super::{Game, Header, Request, Totals};
use crate::driver::Metering;
use crate::exec::is_program;
use crate::stats::sprt::{self, elo_of_score};
use crate::wire::VERSION;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub version: u32,
    pub game: String,
    /// What payoffs count; see [`Advice::unit`](crate::wire::Advice::unit).
    pub unit: String,
    pub settings: Value,
    pub seed: u64,
    /// Games that were played.
    pub games: u64,
    /// How many of them were not played before; fewer than `games` only where nothing but the agents can make
    /// a difference.
    pub different_games: u64,
    /// Deals, each played once for every rotation of the agents: what intervals count, unless games were
    /// repeated.
    pub deals: u64,
    /// Openings that were played in turn; `null` for the game's own starts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub openings: Option<usize>,
    pub limit: String,
    /// A hash of all moves played.
    pub signature: String,
    pub agents: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sprt: Option<sprt::Outcome>,
    /// The match was stopped from outside: this is as far as it came.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub interrupted: bool,
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
    /// `null` before the first game.
    pub win_rate: Option<f64>,
    /// Of the win rate.
    pub ci95: [f64; 2],
    pub mean_payoff: Option<f64>,
    /// Of the mean payoff; `null` from a single observation, and where all deals paid the same.
    pub se: Option<f64>,
    pub payoff_ci95: Option<[f64; 2]>,
    /// Where two seats compete for wins.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub elo: Option<Elo>,
    /// `null` of a program (`exec`): it thinks in a process of its own, which is not metered.
    pub cpu_ms_per_move: Option<f64>,
    pub cpu_ms_per_game: Option<f64>,
    /// Games that were lost because its program failed.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub forfeits: u64,
}

pub(crate) fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The win rate on the logistic scale of chess; `null` for those who win or lose everything.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Elo {
    pub elo: Option<f64>,
    pub ci95: [Option<f64>; 2],
    /// The lead in standard deviations of a game, on the same scale: how easily a match shows it, however
    /// many draws there are. `null` where all deals came out alike.
    pub normalised: Option<f64>,
}

/// What one agent did so far.
pub(super) struct Sum {
    agent: String,
    units: Units,
    games: u64,
    wins: f64,
    draws: u64,
    cpu: Duration,
    metered_moves: u64,
    metered_games: u64,
    forfeits: u64,
}

/// A sum for every different agent, in order of first appearance.
pub(super) fn sums(request: &Request) -> Vec<Sum> {
    let mut sums: Vec<Sum> = Vec::new();
    for typed in &request.agents {
        if sums.iter().all(|sum| sum.agent != typed.text) {
            sums.push(Sum {
                agent: typed.text.clone(),
                units: Units::default(),
                games: 0,
                wins: 0.0,
                draws: 0,
                cpu: Duration::ZERO,
                metered_moves: 0,
                metered_games: 0,
                forfeits: 0,
            });
        }
    }
    sums
}

/// What every seat of a game won: a draw is one half.
fn won(game: &Game) -> impl Iterator<Item = f64> {
    let best = game.seats.iter().map(|s| s.payoff).fold(f64::NEG_INFINITY, f64::max);
    let winners = game.seats.iter().filter(|s| s.payoff == best).count();
    game.seats.iter().map(move |seat| match (seat.payoff == best, winners) {
        (true, 1) => 1.0,
        (true, _) => 0.5,
        (false, _) => 0.0,
    })
}

/// What an agent got from the games of one deal, in the mean.
fn share(request: &Request, agent: &str, games: &[Game]) -> Share {
    let (mut count, mut sum) = (0.0, Share { won: 0.0, payoff: 0.0 });
    for game in games {
        for ((seat, won), &who) in game.seats.iter().zip(won(game)).zip(&game.agents) {
            if request.agents[who].text == agent {
                count += 1.0;
                sum.won += won;
                sum.payoff += seat.payoff;
            }
        }
    }
    Share { won: sum.won / count, payoff: sum.payoff / count }
}

/// What a sequential test is about.
pub(super) fn first_agents_share(request: &Request, games: &[Game]) -> Share {
    share(request, &request.agents[0].text, games)
}

impl Sum {
    /// Takes the games of one deal.
    pub fn add(&mut self, request: &Request, games: &[Game], opening: Option<usize>) {
        self.units.add(share(request, &self.agent, games), opening);
        for game in games {
            for ((seat, won), &agent) in game.seats.iter().zip(won(game)).zip(&game.agents) {
                if request.agents[agent].text != self.agent {
                    continue;
                }
                self.games += 1;
                self.wins += won;
                self.draws += u64::from(won == 0.5);
                self.forfeits += u64::from(seat.forfeited);
                if game.metering == Metering::On {
                    self.cpu += seat.cpu;
                    self.metered_moves += seat.moves;
                    self.metered_games += 1;
                }
            }
        }
    }

    fn row(self, header: &Header, request: &Request, alike: bool) -> Row {
        let games = self.games;
        let (ms, metered) = (1000.0 * self.cpu.as_secs_f64(), !is_program(&self.agent));
        let seats = request.agents.iter().filter(|a| a.text == self.agent).count();
        let win_rate = self.wins / games.max(1) as f64;
        let [wins, payoffs] = self.units.spreads(alike);
        // An agent alone on all seats gets what the table gets: there is nothing to estimate.
        let certain = seats == header.players && (wins.variance == Some(0.0) || alike);
        let ci95 = if certain { [win_rate; 2] } else { wins.rate95(win_rate) };
        let payoff = self.units.payoff();
        let payoff_ci95 = if certain { Some([payoff; 2]) } else { payoffs.mean95(payoff) };
        let rated = header.players == 2 && seats == 1 && header.stakes == yomi_core::Stakes::Win;
        Row {
            seats,
            agent: self.agent,
            games,
            wins: self.wins,
            draws: self.draws,
            win_rate: (games > 0).then_some(win_rate),
            ci95,
            mean_payoff: (games > 0).then(|| header.stakes.shown(payoff)),
            se: if certain { Some(0.0) } else { payoffs.se().map(|se| header.stakes.shown(se)) },
            payoff_ci95: payoff_ci95.map(|ends| ends.map(|end| header.stakes.shown(end))),
            elo: (rated && games > 0).then(|| elo(win_rate, ci95, wins.variance)),
            cpu_ms_per_move: metered.then(|| ms / self.metered_moves.max(1) as f64),
            cpu_ms_per_game: metered.then(|| ms / self.metered_games.max(1) as f64),
            forfeits: self.forfeits,
        }
    }
}

/// The unit of Elo: so many per unit of the natural logarithm of the odds, and per standard deviation of a
/// game.
const ELO_SCALE: f64 = 173.717_792_761_304_6;

fn elo(win_rate: f64, ci95: [f64; 2], variance: Option<f64>) -> Elo {
    // Of a game: a deal is the mean of two.
    let deviation = variance.filter(|v| *v > 0.0).map(|v| (2.0 * v).sqrt());
    Elo {
        elo: elo_of_score(win_rate),
        ci95: ci95.map(elo_of_score),
        // A score of one half plus x has the odds of about 4x.
        normalised: deviation.map(|deviation| 2.0 * ELO_SCALE * (win_rate - 0.5) / deviation),
    }
}

impl Totals<'_> {
    pub(super) fn report(self, header: &Header) -> Report {
        let Totals { request, signature, games, deals, repeats, test, interrupted, .. } = self;
        let alike = repeats.alike() && deals > 0;
        let row = |sum: Sum| sum.row(header, request, alike);
        Report {
            version: VERSION,
            game: header.game.into(),
            unit: header.stakes.unit().into(),
            settings: header.settings.clone(),
            seed: request.seed,
            games,
            different_games: repeats.different(),
            deals,
            openings: request.openings,
            limit: header.limit.clone(),
            signature: signature.text(),
            agents: self.sums.into_iter().map(row).collect(),
            sprt: test.map(|test| if alike { test.outcome().undecided() } else { test.outcome() }),
            interrupted,
        }
    }
}
