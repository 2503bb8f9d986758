//! How puzzles of Duel are made.

use yomi_core::Limits;
use yomi_engine::puzzle::Recipe;

pub static RECIPE: Recipe = Recipe {
    players: &["heuristic", "partner(level=2)"],
    natural: &["heuristic"],
    weaker: &["policy", "partner(level=1)", "partner(level=2)", "partner(level=3)", "partner(level=4)"],
    // Half for the search, half for games: positions have many moves, and each is played on.
    limits: Some(Limits::iterations(12_000)),
    proven: false,
};
