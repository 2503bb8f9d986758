//! How puzzles of Connect Four are made: the solver proves them.

use crate::review::SOLVED_FROM;
use yomi_core::ViewOf;
use yomi_engine::puzzle::Recipe;
use yomi_games::ConnectFour;

pub static RECIPE: Recipe = Recipe {
    players: &["partner(level=4)", "partner(level=6)", "partner(level=3)"],
    // Takes a win, stops a win, and counts threats.
    natural: &["minimax(depth=2)"],
    weaker: &[
        "partner(level=1)",
        "partner(level=2)",
        "partner(level=3)",
        "partner(level=4)",
        "partner(level=5)",
        "partner(level=6)",
        "partner(level=7)",
        "partner(level=8)",
    ],
    limits: None,
    proven: true,
};

/// From this many discs on a position may be a puzzle: every move of it is proven within milliseconds.
const DISCS: u32 = 11;
const _: () = assert!(DISCS + 1 >= SOLVED_FROM, "what is behind a move is proven");

pub fn is_late_enough(view: &ViewOf<ConnectFour>) -> bool {
    view.now.discs() >= DISCS
}
