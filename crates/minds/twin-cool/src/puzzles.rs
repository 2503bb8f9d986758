//! How puzzles of Twin Cool are made.

use yomi_engine::puzzle::Recipe;

pub static RECIPE: Recipe = Recipe {
    players: &["heuristic", "table"],
    natural: &["heuristic"],
    weaker: &[
        "table",
        "ismcts(limit=20it)",
        "ismcts(limit=60it)",
        "ismcts(limit=200it)",
        "ismcts(limit=600it)",
    ],
    limits: None,
    proven: false,
};
