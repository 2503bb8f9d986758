//! Reviews of the mazes: a beam behind every step of one player, alpha-beta of two, all placements of the auto
//! maze.

use crate::distance::NearestPoints;
use crate::placement::Placement;
use crate::{AnyPoints, PointsSoFar, Share};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::{Bound, Clock, Limits, Player, Rng, Run};
use yomi_engine::Sentence;
use yomi_engine::review::judge::Payoffs;
use yomi_engine::review::{BySearch, Judge, Judged, LookBehind};
use yomi_games::grid::Place;
use yomi_games::{AutoMaze, Maze, WalledMaze};
use yomi_search::minimax::AlphaBetaOptions;
use yomi_search::optimise::{Climb, Optimiser};
use yomi_search::single::BeamOptions;
use yomi_search::{AlphaBeta, Beam};

/// Positions that a beam looks at, for the ledger and for the moves of a decision: it is as wide as that allows.
const BEAM_LEDGER: Limits = Limits::iterations(2_000);
const BEAM_DECISION: Limits = Limits::iterations(16_000);
/// Nodes of alpha-beta.
const DUEL_LEDGER: Limits = Limits::nodes(5_000);
const DUEL_DECISION: Limits = Limits::nodes(40_000);
const TABLE: usize = 1 << 18;
/// Errors of differences at these limits, beside eight times as much (docs/results.md): points, and of two players chances.
const MAZE_ERROR: f64 = 3.4;
const WALLED_MAZE_ERROR: f64 = 0.4;
const DUEL_ERROR: f64 = 0.09;
/// Climbing found nothing more in eight times as many placements.
const PLACEMENT_ERROR: f64 = 0.0;

fn beams() -> Sentence {
    Sentence::new(
        "the score of the best line that a narrow beam finds",
        "細いビームサーチで見つかる最良の手順の得点",
    )
}

/// Of two ways that are equally rich, no more than this many positions on a cell.
const CAP: usize = 4;

pub fn maze() -> BySearch<Beam<Maze, PointsSoFar>> {
    let options = BeamOptions { cap: Some(CAP), ..BeamOptions::default() };
    let search = Beam::new(options, PointsSoFar);
    let usual_error = MAZE_ERROR;
    BySearch { search, ledger: BEAM_LEDGER, decision: BEAM_DECISION, name: beams(), usual_error }
}

pub fn walled_maze() -> BySearch<Beam<WalledMaze, AnyPoints>> {
    let search = Beam::new(BeamOptions::default(), AnyPoints::Nearest(NearestPoints::default()));
    let usual_error = WALLED_MAZE_ERROR;
    BySearch { search, ledger: BEAM_LEDGER, decision: BEAM_DECISION, name: beams(), usual_error }
}

pub fn alternating_maze() -> BySearch<AlphaBeta<Share>> {
    let options = AlphaBetaOptions { table: TABLE, ..AlphaBetaOptions::default() };
    let name = Sentence::new(
        "alpha-beta, to the end where that is near; otherwise by the share of the points",
        "アルファベータ探索（終局まで読めなければ得点の割合で評価）",
    );
    let search = AlphaBeta { options, evaluator: Share };
    BySearch { search, ledger: DUEL_LEDGER, decision: DUEL_DECISION, name, usual_error: DUEL_ERROR }
}

/// The best placement of the characters that are left: by trying all where they are not too many, otherwise by
/// climbing.
#[derive(Clone, Copy, Debug)]
pub struct BestPlacement;

/// More placements than this are not all tried.
const ALL_TRIED: f64 = 20_000.0;
/// Placements tried when climbing.
const CLIMB: Limits = Limits::iterations(2_000);

/// Climbing is counted, not timed.
struct Timeless;

impl Clock for Timeless {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl BestPlacement {
    fn of(maze: &AutoMaze, run: &Run<'_, ()>) -> (f64, Bound) {
        let problem = Placement::new(maze);
        if problem.count() <= ALL_TRIED {
            return (f64::from(problem.optimum().1), Bound::Proven);
        }
        (Climb::default().optimise(&problem, run, &mut Rng::new(0)).score, Bound::AtLeast)
    }
}

impl Judge<AutoMaze> for BestPlacement {
    fn name(&self) -> Sentence {
        Sentence::new(
            "the best placement of the rest: all tried where they are few, otherwise by climbing",
            "残りの最良の配置（少なければ全部試し、多ければ山登り法）",
        )
    }

    fn values(&mut self, maze: &AutoMaze) -> Payoffs {
        let mut values = Payoffs::default();
        let stop = AtomicBool::new(false);
        values[0] = BestPlacement::of(maze, &Run::new(CLIMB, &Timeless, &stop)).0;
        values
    }
}

impl LookBehind<AutoMaze> for BestPlacement {
    fn default_limits(&self) -> Limits {
        CLIMB
    }

    fn usual_error(&self) -> f64 {
        PLACEMENT_ERROR
    }

    fn look(&mut self, maze: &AutoMaze, _: Player, run: &Run<'_, Place>) -> Judged {
        let [time, less] = [4, 1].map(|fifths| run.limits.time.map(|time| time * fifths / 5));
        let within = |limits| Run::new(limits, run.clock, run.stop);
        let (value, bound) = BestPlacement::of(maze, &within(Limits { time, ..run.limits }));
        if bound == Bound::Proven {
            return Judged::certain(value);
        }
        let iterations = run.limits.iterations.map(|n| (n / 4).max(1));
        let before = BestPlacement::of(maze, &within(Limits { time: less, iterations, ..run.limits })).0;
        Judged { value, before, bound }
    }
}
