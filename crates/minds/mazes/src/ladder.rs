//! The levels of `partner` in the two mazes for two.

use crate::Share;
use yomi_core::{Limits, OpenSearch, Serialized};
use yomi_engine::kind::Player;
use yomi_engine::partner::{Ladder, Manner, Rung, Scale, Seats};
use yomi_games::{AlternatingMaze, SimultaneousMaze};
use yomi_search::{Duct, tree};

const GIVES: f64 = 0.3;

/// Ratings are measured: docs/results.md.
pub static ALTERNATING: Ladder = Ladder {
    rungs: &[
        Rung {
            rating: -203.0,
            manner: Manner { noise: 0.5, ..Manner::loose(Limits::iterations(8), 1.0, 0.5) },
        },
        Rung { rating: -133.0, manner: Manner::loose(Limits::iterations(14), 0.2, GIVES) },
        Rung { rating: -67.0, manner: Manner::loose(Limits::iterations(34), 0.13, GIVES) },
        Rung { rating: 0.0, manner: Manner::plain(tree::mcts::DEFAULT_LIMITS) },
    ],
    usual: "2",
    scale: Scale::Elo,
    // Fitted to games of every level with every level, measured like the ratings. Strength tells at the first seat; at
    // the second the best does hardly better than level 2.
    seats: Seats::Each(&[[-230.0, -236.0], [-122.0, -177.0], [12.0, -154.0], [242.0, -141.0]]),
};

pub static SIMULTANEOUS: Ladder = Ladder {
    rungs: &[
        Rung { rating: -1079.0, manner: Manner::loose(Limits::iterations(10), 0.3, GIVES) },
        Rung { rating: -958.0, manner: Manner::loose(Limits::iterations(30), 0.12, GIVES) },
        Rung { rating: -845.0, manner: Manner::loose(Limits::iterations(80), 0.08, GIVES) },
        Rung { rating: -702.0, manner: Manner::loose(Limits::iterations(150), 0.05, GIVES) },
        Rung { rating: -549.0, manner: Manner::loose(Limits::iterations(300), 0.04, GIVES) },
        Rung { rating: -346.0, manner: Manner::loose(Limits::iterations(600), 0.02, GIVES) },
        Rung { rating: 0.0, manner: Manner::plain(tree::duct::DEFAULT_LIMITS) },
    ],
    usual: "4",
    scale: Scale::Elo,
    seats: Seats::Alike,
};

/// The search behind a level: that of `best`.
pub fn alternating(_: &Manner) -> Box<dyn Player<AlternatingMaze>> {
    Box::new(OpenSearch(yomi_search::thunder(Share)))
}

/// The same.
pub fn simultaneous(_: &Manner) -> Box<dyn Player<Serialized<SimultaneousMaze>>> {
    Box::new(Duct::default())
}
