//! How puzzles of Sevens are made.

use yomi_core::Limits;
use yomi_engine::puzzle::Recipe;

pub static RECIPE: Recipe = Recipe {
    players: &["heuristic", "partner(level=2)", "partner(level=3)"],
    natural: &["heuristic"],
    // Partners below level 3 never hold a card back: with them, hardly any puzzle would be easy.
    weaker: &[
        "policy",
        "partner(level=3)",
        "halving(limit=100it)",
        "halving(limit=400it)",
        "ismcts(limit=500it)",
    ],
    // A quarter of what a review takes: with four times that, errors are below one percentage point.
    limits: Some(Limits::iterations(8_000)),
    proven: false,
};
