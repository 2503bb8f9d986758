//! How puzzles of Sevens are made.

use yomi_core::Limits;
use yomi_engine::puzzle::Recipe;

pub static RECIPE: Recipe = Recipe {
    players: &["heuristic", "partner(level=2)", "partner(level=3)"],
    natural: &["heuristic"],
    weaker: &["policy", "partner(level=1)", "partner(level=2)", "partner(level=3)", "halving(limit=200it)"],
    // A quarter of what a review takes: with four times that, errors are below one percentage point.
    limits: Some(Limits::iterations(8_000)),
    proven: false,
};
