//! Reviews of Connect Four: proven by the solver from 8 discs on, judged by a search before that.

use crate::Threats;
use crate::solver::{Question, Solver};
use yomi_core::{Limits, Player, Run, State, Turn};
use yomi_engine::Sentence;
use yomi_engine::review::judge::Payoffs;
use yomi_engine::review::{BySearch, Judge, Judged, LookBehind};
use yomi_games::connect_four::{Column, ConnectFour};
use yomi_search::AlphaBeta;
use yomi_search::minimax::AlphaBetaOptions;
use yomi_search::watch::Watch;

/// From this many discs on a position is solved. At 14 that takes about 5 ms, at 8 up to a second.
pub const SOLVED_FROM: u32 = 8;

/// Nodes of the search before that, for the ledger and for the moves of a decision.
const LEDGER: Limits = Limits::nodes(20_000);
const DECISION: Limits = Limits::nodes(150_000);

/// How far a difference of two of its values is off, beside what the solver proves (docs/results.md).
const ERROR: f64 = 0.35;

/// Entries of the solver's table, as a power of two.
const PLACE_BITS: u32 = 24;
/// Bytes of the search's table: it is made anew for every position.
const TABLE: usize = 1 << 20;

pub struct SolvedLate {
    solver: Solver,
    early: BySearch<AlphaBeta<Threats>>,
}

impl Default for SolvedLate {
    fn default() -> Self {
        let options = AlphaBetaOptions { table: TABLE, ..AlphaBetaOptions::default() };
        let name = Sentence::new(
            format!("proven by the solver from {SOLVED_FROM} discs on, before that alpha-beta"),
            format!("{SOLVED_FROM}枚目以降はソルバーで証明、それより前はアルファベータ探索"),
        );
        let search = AlphaBeta { options, evaluator: Threats };
        let early = BySearch { search, ledger: LEDGER, decision: DECISION, name, usual_error: ERROR };
        SolvedLate { solver: Solver::new(PLACE_BITS), early }
    }
}

impl SolvedLate {
    /// What the mover gets under best play of both, where that is found out.
    fn proven(&mut self, state: &ConnectFour, mut go_on: impl FnMut() -> bool) -> Option<f64> {
        if state.discs() < SOLVED_FROM {
            return None;
        }
        let score = self.solver.solve(state, Question::Outcome, &mut |_| go_on()).ok()?;
        Some((f64::from(score.signum()) + 1.0) / 2.0)
    }
}

impl Judge<ConnectFour> for SolvedLate {
    fn name(&self) -> Sentence {
        self.early.name.clone()
    }

    fn values(&mut self, state: &ConnectFour) -> Payoffs {
        let Some(own) = self.proven(state, || true) else { return self.early.values(state) };
        let mover = usize::from(state.turn() == Turn::Player(Player::SECOND));
        let mut values = Payoffs::default();
        (values[mover], values[1 - mover]) = (own, 1.0 - own);
        values
    }
}

impl LookBehind<ConnectFour> for SolvedLate {
    fn default_limits(&self) -> Limits {
        DECISION
    }

    fn usual_error(&self) -> f64 {
        self.early.usual_error
    }

    fn look(&mut self, state: &ConnectFour, seat: Player, run: &Run<'_, Column>) -> Judged {
        // What the solver does not find in half of the time is judged in the other half.
        let within = |time| Run::new(Limits { time, ..run.limits }, run.clock, run.stop);
        let first = within(run.limits.time.map(|time| time / 2));
        let mut watch = Watch::start(&first, Limits::default());
        match self.proven(state, || !watch.look(&first)) {
            Some(own) => {
                let value = if state.turn() == Turn::Player(seat) { own } else { 1.0 - own };
                Judged::certain(value)
            }
            None => {
                let left = run.limits.time.map(|time| time.saturating_sub(watch.elapsed(run)));
                self.early.look(state, seat, &within(left))
            }
        }
    }
}
