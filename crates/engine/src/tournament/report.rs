//! What a tournament found.

use super::{Event, Meeting, Opened, Pairings, Plan};
use crate::arena::{self, Game, Games, is_zero};
use crate::driver::Metering;
use crate::exec::is_program;
use crate::stats::rating::{self, Rated, Rating, Results, Units};
use crate::stats::{Mean, Signature};
use crate::view;
use crate::wire::VERSION;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use yomi_core::{Rng, Stakes};

/// A match with the deals that count, in order.
pub(super) struct Counted {
    pub report: arena::Report,
    pub deals: Vec<(usize, Games)>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    pub version: u32,
    pub name: String,
    /// A hash of all moves of all matches: the same however often the tournament was interrupted.
    pub signature: String,
    pub games: u64,
    /// It was stopped before everything was played: this is as far as it came.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    pub events: Vec<EventReport>,
}

/// One game of the tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EventReport {
    pub game: String,
    pub settings: Value,
    /// What payoffs count.
    pub unit: String,
    pub seats: usize,
    /// `null` of a single match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairings: Option<Pairings>,
    pub seed: u64,
    pub limit: String,
    pub games: u64,
    pub deals: u64,
    /// The strongest first.
    pub agents: Vec<AgentRow>,
    /// By the order of `agents`: what the row got in games with the column; `null` where they did not meet.
    pub matrix: Vec<Vec<Option<Cell>>>,
    pub matches: Vec<MatchReport>,
    /// Matches in which every deal was the same games again: they say no more than one deal, and ratings have
    /// no interval.
    pub repeated: usize,
}

/// What one agent did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AgentRow {
    pub name: String,
    pub agent: String,
    /// On the scale of Elo, with mean 0; `null` where the results do not fix it.
    pub rating: Option<f64>,
    /// Why there is no rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<Beyond>,
    /// By the bootstrap over deals. An end is `null` where it is without bound; all of it where it is not known.
    pub ci95: Option<[Option<f64>; 2]>,
    /// Games times seats.
    pub games: u64,
    pub wins: f64,
    pub draws: u64,
    /// `null` before its first game, like the mean payoff.
    pub win_rate: Option<f64>,
    pub mean_payoff: Option<f64>,
    /// Of `mean_payoff`, over deals; `null` from a single one, and where all paid the same.
    pub se: Option<f64>,
    /// `null` of a program (`exec`), which is not metered.
    pub cpu_ms_per_move: Option<f64>,
    /// Games that were lost because its program failed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub forfeits: u64,
    /// How often it got how much.
    pub payoffs: Vec<Bar>,
}

/// Why an agent has no rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beyond {
    /// It never lost to those who have one.
    Above,
    /// It never won against them.
    Below,
    /// Nothing compares it with them.
    Apart,
}

/// Payoffs from `from` to `to`: the same number if they are one value.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bar {
    pub from: f64,
    pub to: f64,
    pub games: u64,
}

/// What one agent got in games with another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cell {
    pub games: u64,
    /// How often it got more than the other; as much counts one half.
    pub ahead: f64,
    /// Standard errors over deals; `null` from a single one, and where all came out alike.
    #[serde(default)]
    pub ahead_se: Option<f64>,
    pub mean_payoff: f64,
    #[serde(default)]
    pub payoff_se: Option<f64>,
}

/// One match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchReport {
    /// Who met, as the tournament calls them; the report has a row for each under `agents`.
    pub names: Vec<String>,
    #[serde(flatten)]
    pub report: arena::Report,
}

pub(super) fn report(plan: &Plan, opened: &[Opened], meetings: &[Meeting], played: &[Counted]) -> Report {
    let mut signature = Signature::default();
    played.iter().for_each(|counted| signature.add(&counted.report.signature));
    let event = |(place, (event, opened)): (usize, (&Event, &Opened))| {
        let own = meetings.iter().zip(played).filter(|(meeting, _)| meeting.event == place);
        EventSums::new(event, opened.stakes).report(plan, opened, &own.collect::<Vec<_>>())
    };
    Report {
        version: VERSION,
        name: plan.name.clone(),
        signature: signature.text(),
        games: played.iter().map(|counted| counted.report.games).sum(),
        interrupted: played.iter().any(|counted| counted.report.interrupted),
        events: plan.events.iter().zip(opened).enumerate().map(event).collect(),
    }
}

#[derive(Clone, Default)]
struct AgentSum {
    games: u64,
    wins: f64,
    draws: u64,
    forfeits: u64,
    payoff: f64,
    deals: Mean,
    cpu_ns: u128,
    moves: u64,
    /// By the bits of the payoff, in their order as numbers.
    payoffs: BTreeMap<i64, (f64, u64)>,
}

#[derive(Clone, Copy, Default)]
struct CellSum {
    games: u64,
    ahead: f64,
    payoff: f64,
    ahead_by_deal: Mean,
    payoff_by_deal: Mean,
}

/// What is added up over an event.
struct EventSums<'a> {
    event: &'a Event,
    stakes: Stakes,
    agents: Vec<AgentSum>,
    cells: Vec<Vec<CellSum>>,
    results: Results,
    units: Vec<Units>,
    repeated: usize,
}

/// An order of floating-point numbers as integers.
fn order(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

impl<'a> EventSums<'a> {
    fn new(event: &'a Event, stakes: Stakes) -> EventSums<'a> {
        let n = event.agents.len();
        EventSums {
            event,
            stakes,
            agents: vec![AgentSum::default(); n],
            cells: vec![vec![CellSum::default(); n]; n],
            results: Results::new(n),
            units: Vec::new(),
            repeated: 0,
        }
    }

    fn report(mut self, plan: &Plan, opened: &Opened, played: &[(&Meeting, &Counted)]) -> EventReport {
        for (meeting, counted) in played {
            self.add_match(meeting, counted);
        }
        let rng = Rng::new(self.event.seed).split(BOOTSTRAP);
        let rated = rating::bootstrap(&self.results, &self.units, plan.bootstrap, &rng);
        let mut places: Vec<usize> = (0..self.agents.len()).collect();
        // Those without points by how often they won.
        let order = |agent: usize| {
            let AgentSum { wins, games, .. } = self.agents[agent];
            (rated[agent].rating.order(), wins / games.max(1) as f64)
        };
        places.sort_by(|&a, &b| {
            let ((a, a_wins), (b, b_wins)) = (order(a), order(b));
            b.total_cmp(&a).then(b_wins.total_cmp(&a_wins))
        });
        let cell = |row: usize, column: usize| {
            let CellSum { games, ahead, payoff, ahead_by_deal, payoff_by_deal } = self.cells[row][column];
            (games > 0).then(|| Cell {
                games,
                ahead: ahead / games as f64,
                ahead_se: ahead_by_deal.se(),
                mean_payoff: self.stakes.shown(payoff / games as f64),
                payoff_se: payoff_by_deal.se().map(|se| self.stakes.shown(se)),
            })
        };
        let names = |meeting: &Meeting| {
            meeting.agents.iter().map(|&agent| self.event.agents[agent].name.clone()).collect()
        };
        EventReport {
            game: self.event.game.clone(),
            settings: view::settings_json(opened.table.settings()),
            unit: self.stakes.unit().into(),
            seats: opened.table.players(),
            pairings: Some(self.event.pairings),
            seed: self.event.seed,
            limit: crate::limit::text(&self.event.limits.unwrap_or_default()),
            games: played.iter().map(|(_, counted)| counted.report.games).sum(),
            deals: played.iter().map(|(_, counted)| counted.report.deals).sum(),
            agents: places.iter().map(|&agent| self.row(agent, rated[agent])).collect(),
            matrix: places
                .iter()
                .map(|&row| places.iter().map(|&column| cell(row, column)).collect())
                .collect(),
            matches: played
                .iter()
                .map(|(meeting, counted)| MatchReport {
                    names: names(meeting),
                    report: counted.report.clone(),
                })
                .collect(),
            repeated: self.repeated,
        }
    }

    fn add_match(&mut self, meeting: &Meeting, counted: &Counted) {
        let mut units: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        // Without luck, and with every deal the same games again, there is one observation.
        let first: Option<Vec<Signature>> = counted.deals.first().map(|(_, games)| signatures(games));
        let alike = |(_, games): &(usize, Games)| {
            first.as_ref() == Some(&signatures(games)) && games.iter().all(|game| !game.luck)
        };
        let same = counted.deals.len() > 1 && counted.deals.iter().all(alike);
        self.repeated += usize::from(same);
        for (number, games) in &counted.deals {
            let unit = match (self.event.openings, same) {
                (_, true) => 0,
                (Some(openings), _) => number % openings,
                (None, _) => *number,
            };
            self.add_deal(meeting, games, units.entry(unit).or_default());
        }
        if !units.is_empty() {
            self.units.push(units.into_values().collect());
        }
    }

    fn add_deal(&mut self, meeting: &Meeting, games: &[Game], unit: &mut Vec<usize>) {
        let mut own: BTreeMap<usize, Mean> = BTreeMap::new();
        let mut pairs: BTreeMap<(usize, usize), [Mean; 2]> = BTreeMap::new();
        for game in games {
            let who: Vec<usize> = game.agents.iter().map(|&place| meeting.agents[place]).collect();
            let payoffs: Vec<f64> = game.seats.iter().map(|seat| seat.payoff).collect();
            unit.extend(self.results.kind(&who, &payoffs));
            let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let winners = payoffs.iter().filter(|pay| **pay == best).count();
            for (seat, (&agent, result)) in who.iter().zip(&game.seats).enumerate() {
                let sum = &mut self.agents[agent];
                sum.games += 1;
                sum.payoff += result.payoff;
                sum.forfeits += u64::from(result.forfeited);
                if result.payoff == best {
                    sum.wins += if winners == 1 { 1.0 } else { 0.5 };
                    sum.draws += u64::from(winners > 1);
                }
                if game.metering == Metering::On {
                    sum.cpu_ns += result.cpu.as_nanos();
                    sum.moves += result.moves;
                }
                sum.payoffs.entry(order(result.payoff)).or_insert((result.payoff, 0)).1 += 1;
                own.entry(agent).or_default().add(result.payoff);
                for (&other, pay) in
                    who.iter().zip(&payoffs).enumerate().filter(|(s, _)| *s != seat).map(|(_, x)| x)
                {
                    if other == agent {
                        continue;
                    }
                    let ahead = match result.payoff.total_cmp(pay) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                    let cell = &mut self.cells[agent][other];
                    cell.games += 1;
                    cell.ahead += ahead;
                    cell.payoff += result.payoff;
                    let [shares, payoffs] = pairs.entry((agent, other)).or_default();
                    shares.add(ahead);
                    payoffs.add(result.payoff);
                }
            }
        }
        own.into_iter().for_each(|(agent, mean)| self.agents[agent].deals.add(mean.mean()));
        for ((a, b), [shares, payoffs]) in pairs {
            let cell = &mut self.cells[a][b];
            cell.ahead_by_deal.add(shares.mean());
            cell.payoff_by_deal.add(payoffs.mean());
        }
    }

    fn row(&self, agent: usize, rated: Rated) -> AgentRow {
        let (sum, entrant) = (&self.agents[agent], &self.event.agents[agent]);
        let games = sum.games.max(1) as f64;
        let finite = |x: f64| Some(x).filter(|x| x.is_finite());
        AgentRow {
            name: entrant.name.clone(),
            agent: entrant.agent.text.clone(),
            rating: rated.rating.points(),
            beyond: match rated.rating {
                Rating::Points(_) => None,
                Rating::Above => Some(Beyond::Above),
                Rating::Below => Some(Beyond::Below),
                Rating::Apart => Some(Beyond::Apart),
            },
            ci95: rated.ci95.map(|ends| ends.map(finite)),
            games: sum.games,
            wins: sum.wins,
            draws: sum.draws,
            win_rate: (sum.games > 0).then(|| sum.wins / games),
            mean_payoff: (sum.games > 0).then(|| self.stakes.shown(sum.payoff / games)),
            se: sum.deals.se().map(|se| self.stakes.shown(se)),
            forfeits: sum.forfeits,
            cpu_ms_per_move: (!is_program(&entrant.agent.text))
                .then(|| sum.cpu_ns as f64 / 1e6 / sum.moves.max(1) as f64),
            payoffs: self.bars(sum),
        }
    }

    /// One bar for each payoff, or equally wide ones where there are too many.
    fn bars(&self, sum: &AgentSum) -> Vec<Bar> {
        const MOST_BARS: usize = 21;
        let values: Vec<(f64, u64)> =
            sum.payoffs.values().map(|&(pay, games)| (self.stakes.shown(pay), games)).collect();
        if values.len() <= MOST_BARS {
            return values.into_iter().map(|(pay, games)| Bar { from: pay, to: pay, games }).collect();
        }
        let (least, most) = (values[0].0, values[values.len() - 1].0);
        let width = (most - least) / MOST_BARS as f64;
        let bar =
            |i: usize| Bar { from: least + width * i as f64, to: least + width * (i + 1) as f64, games: 0 };
        let mut bars: Vec<Bar> = (0..MOST_BARS).map(bar).collect();
        for (pay, games) in values {
            let place = (((pay - least) / width) as usize).min(MOST_BARS - 1);
            bars[place].games += games;
        }
        bars
    }
}

/// A stream of its own, beside those of the matches.
const BOOTSTRAP: u64 = 0xB007_57AA_9E6D_1C35;

/// Sums need no moves, and a long match has many.
pub(super) fn without_moves(games: &[Game]) -> Games {
    let plain = |game: &Game| Game {
        seats: game.seats.clone(),
        agents: game.agents.clone(),
        signature: game.signature,
        metering: game.metering,
        luck: game.luck,
        forfeits: Vec::new(),
        moves: Vec::new(),
    };
    games.iter().map(plain).collect()
}

fn signatures(games: &[Game]) -> Vec<Signature> {
    games.iter().map(|game| game.signature).collect()
}
