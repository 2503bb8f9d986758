//! Single-core speeds, and the signature.
//!
//! Every row repeats a fixed piece of work until enough CPU time has passed, and divides. The signature is
//! the total number of nodes (or their equivalent) that fixed searches visit: it changes when the search
//! changes, and never with the machine.

pub mod compare;

use crate::host::{CpuClock, Host};
use crate::wire::VERSION;
use serde::{Deserialize, Serialize};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::{
    Chance, Clock, Decision, Limits, Policy, Rng, Run, Search, State, Uniform, ViewOf, ViewSearch,
};
use yomi_search::tree::rollout::{rollout, rollouts};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub game: String,
    pub what: String,
    /// Over all rounds.
    pub per_second: f64,
    pub unit: String,
    /// The speed of each round; empty in reports of earlier versions.
    #[serde(default)]
    pub rounds: Vec<f64>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    #[serde(default = "first_version")]
    pub version: u32,
    /// The version of Yomi; empty where it is unknown.
    #[serde(default)]
    pub yomi: String,
    #[serde(default)]
    pub machine: Option<Machine>,
    pub signature: u64,
    pub rows: Vec<Row>,
}

/// What a benchmark ran on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    pub os: String,
    pub arch: String,
    /// The name of the processor, where it is known.
    pub cpu: Option<String>,
    /// That it can run at the same time.
    pub threads: usize,
}

impl Report {
    /// One report of several rounds of the same benchmarks.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn of_rounds(rounds: Vec<Report>) -> Report {
        let speeds = |at: usize| rounds.iter().map(|round| round.rows[at].per_second).collect();
        let mut all = rounds.first().expect("a benchmark has a round").clone();
        for (at, row) in all.rows.iter_mut().enumerate() {
            row.rounds = speeds(at);
            // Every round takes the same time, so that the mean is the speed over all of them.
            row.per_second = row.rounds.iter().sum::<f64>() / row.rounds.len() as f64;
        }
        all
    }
}

/// The version of reports that do not state one.
fn first_version() -> u32 {
    1
}

/// Playouts between two readings of the clock.
const ROUNDS: u64 = 20_000;

/// Collects measurements.
pub struct Meter {
    report: Report,
    clock: CpuClock,
    /// CPU time per row.
    pub patience: Duration,
}

impl Meter {
    pub fn new(patience: Duration, host: &Arc<dyn Host>) -> Meter {
        let report = Report { version: VERSION, ..Report::default() };
        Meter { report, clock: CpuClock(host.clone()), patience }
    }

    pub fn report(self) -> Report {
        self.report
    }

    /// Repeats `work`, which returns the number of units done and its part of the signature, and records the
    /// speed. The first round is a warm-up: it counts for the signature, and is not timed unless it takes as
    /// long as the whole row may.
    pub fn row(&mut self, game: &str, what: &str, unit: &str, mut work: impl FnMut() -> (u64, u64)) {
        self.measure(game, &[(what, unit)], &mut |units| {
            let (done, signature) = black_box(work());
            units[0] += done;
            signature
        });
    }

    /// Like [`row`](Self::row), for work that is counted in several ways: the name and unit of each row.
    pub fn rows<const N: usize>(
        &mut self,
        game: &str,
        names: [(&str, &str); N],
        mut work: impl FnMut() -> ([u64; N], u64),
    ) {
        self.measure(game, &names, &mut |units| {
            let (done, signature) = black_box(work());
            units.iter_mut().zip(done).for_each(|(sum, n)| *sum += n);
            signature
        });
    }

    /// `work` adds what it did to the units of each name, and returns its part of the signature. A first
    /// round that uses up the patience is the measurement.
    fn measure(&mut self, game: &str, names: &[(&str, &str)], work: &mut dyn FnMut(&mut [u64]) -> u64) {
        let mut units = vec![0; names.len()];
        let began = self.clock.now();
        self.report.signature += work(&mut units);
        let mut spent = self.clock.now() - began;
        if spent < self.patience {
            units.fill(0);
            spent = Duration::ZERO;
        }
        while spent < self.patience {
            let began = self.clock.now();
            work(&mut units);
            spent += self.clock.now() - began;
        }
        for (&(what, unit), units) in names.iter().zip(units) {
            let per_second = units as f64 / spent.as_secs_f64();
            self.report.rows.push(Row {
                game: game.into(),
                what: what.into(),
                per_second,
                unit: unit.into(),
                rounds: vec![per_second],
            });
        }
    }

    /// Random playouts from these positions.
    pub fn playouts<S: Chance>(&mut self, game: &str, starts: &[S]) {
        self.named_playouts(game, "playout", starts);
    }

    pub fn named_playouts<S: Chance>(&mut self, game: &str, what: &str, starts: &[S]) {
        self.policy_playouts(game, what, starts, Uniform);
    }

    /// Playouts by a policy, the same for all seats.
    pub fn policy_playouts<S: Chance, P: Policy<S>>(
        &mut self,
        game: &str,
        what: &str,
        starts: &[S],
        mut policy: P,
    ) {
        self.row(game, what, "playouts", || {
            let mut rng = Rng::new(0);
            let mut paid = 0.0;
            for i in 0..ROUNDS {
                let mut state = starts[i as usize % starts.len()].clone();
                rollout(&mut state, &mut policy, &mut rng);
                paid += state.payoff(yomi_core::Player::FIRST);
            }
            (ROUNDS, paid as i64 as u64)
        });
    }

    /// The same with two games interleaved: see [`abreast`](mod@yomi_search::abreast). Every start has its
    /// own random stream. It adds nothing to the signature, which already covers the playouts one by one.
    pub fn playouts_abreast<S: Chance, P: Policy<S>>(
        &mut self,
        game: &str,
        what: &str,
        starts: &[S],
        mut policy: P,
    ) {
        let luck = Rng::new(0);
        let mut games: Vec<(S, Rng)> =
            starts.iter().enumerate().map(|(i, s)| (s.clone(), luck.split(i as u64))).collect();
        let rounds = ROUNDS / starts.len() as u64;
        self.row(game, what, "playouts", || {
            for _ in 0..rounds {
                games.iter_mut().zip(starts).for_each(|((state, _), start)| state.clone_from(start));
                rollouts(&mut games, &mut policy);
                black_box(&games);
            }
            (rounds * starts.len() as u64, 0)
        });
    }

    /// A search in a game of perfect information.
    pub fn search<S: State>(
        &mut self,
        (game, what): (&str, &str),
        count: Count,
        limits: Limits,
        positions: &[S],
        mut search: impl FnMut() -> Box<dyn Search<S>>,
    ) {
        let clock = self.clock.clone();
        self.row(game, what, count.unit(), || {
            let decide = |(i, s): (usize, &S)| {
                with_run(&clock, limits, |run| search().decide(s, run, &mut Rng::new(i as u64)))
            };
            count.total(positions.iter().enumerate().map(decide))
        });
    }

    /// A search of views.
    pub fn view_search<S: yomi_core::Hidden>(
        &mut self,
        (game, what): (&str, &str),
        limits: Limits,
        views: &[ViewOf<S>],
        mut search: impl FnMut() -> Box<dyn ViewSearch<S>>,
    ) {
        let clock = self.clock.clone();
        self.row(game, what, Count::Iterations.unit(), || {
            let decide = |(i, v): (usize, &ViewOf<S>)| {
                with_run(&clock, limits, |run| search().decide(v, run, &mut Rng::new(i as u64)))
                    .expect("a view of a game that happened")
            };
            Count::Iterations.total(views.iter().enumerate().map(decide))
        });
    }
}

/// The unit in which a search is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    Iterations,
    Nodes,
    /// Whole decisions: how long one of them takes.
    Decisions,
}

impl Count {
    fn unit(self) -> &'static str {
        match self {
            Count::Iterations => "iterations",
            Count::Nodes => "nodes",
            Count::Decisions => "decisions",
        }
    }

    fn total<A>(self, decisions: impl Iterator<Item = Decision<A>>) -> (u64, u64) {
        decisions.fold((0, 0), |(units, nodes), d| {
            let own = match self {
                Count::Iterations => d.iterations,
                Count::Nodes => d.nodes,
                Count::Decisions => 1,
            };
            (units + own, nodes + d.nodes)
        })
    }
}

/// Runs a search on one thread, in CPU time, without a stop flag.
fn with_run<A, T>(clock: &dyn Clock, limits: Limits, f: impl FnOnce(&mut Run<'_, A>) -> T) -> T {
    let stop = AtomicBool::new(false);
    f(&mut Run::new(limits, clock, &stop))
}
