//! How puzzles of Leduc are made: values are exact against an opponent in the stored equilibrium.

use yomi_engine::puzzle::Recipe;

pub static LEDUC: Recipe = Recipe {
    players: &["random"],
    natural: &["greedy"],
    weaker: &["partner(level=1)", "partner(level=2)", "ismcts(limit=30it)", "ismcts(limit=300it)"],
    limits: None,
    proven: false,
};
