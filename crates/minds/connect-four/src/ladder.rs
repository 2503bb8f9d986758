//! The levels of `partner`.

use crate::Threats;
use crate::game::strongest;
use yomi_core::{Limits, OpenSearch};
use yomi_engine::kind::Player;
use yomi_engine::partner::{Ladder, Manner, Rung, Scale, Seats};
use yomi_games::ConnectFour;
use yomi_search::AlphaBeta;
use yomi_search::minimax::{self, AlphaBetaOptions};

/// Five threats of the evaluation, and less than half of what a game is worth that is lost by force: a way to lose that
/// the search sees is not gone.
const GIVES: f64 = 0.25;

/// Ratings are measured: docs/results.md.
pub static LADDER: Ladder = Ladder {
    rungs: &[
        Rung { rating: -1289.0, manner: Manner::loose(Limits::nodes(80), 0.2, GIVES) },
        Rung { rating: -1180.0, manner: Manner::loose(Limits::nodes(80), 0.05, GIVES) },
        Rung { rating: -1056.0, manner: Manner::loose(Limits::nodes(400), 0.05, GIVES) },
        Rung { rating: -958.0, manner: Manner::loose(Limits::nodes(1_000), 0.05, GIVES) },
        Rung { rating: -866.0, manner: Manner::loose(Limits::nodes(1_000), 0.02, GIVES) },
        Rung { rating: -705.0, manner: Manner::loose(Limits::nodes(10_000), 0.02, GIVES) },
        Rung { rating: -544.0, manner: Manner::loose(Limits::nodes(30_000), 0.012, GIVES) },
        Rung { rating: -313.0, manner: Manner::loose(Limits::nodes(100_000), 0.005, GIVES) },
        Rung { rating: 0.0, manner: Manner::plain(minimax::DEFAULT_LIMITS) },
    ],
    usual: "5",
    scale: Scale::Elo,
    seats: Seats::Alike,
};

/// A table of 1 MiB: weaker levels visit fewer positions than it holds, and a large one takes longer to get than they
/// think.
const SMALL_TABLE: usize = 1 << 20;

/// The search behind a level: that of `best`, with the values of all moves that may be given away.
pub fn weaker(manner: &Manner) -> Box<dyn Player<ConnectFour>> {
    if manner.slip == 0.0 {
        return Box::new(OpenSearch(strongest()));
    }
    let options =
        AlphaBetaOptions { table: SMALL_TABLE, margin: manner.gives as f32, ..AlphaBetaOptions::default() };
    Box::new(OpenSearch(AlphaBeta { options, evaluator: Threats }))
}
