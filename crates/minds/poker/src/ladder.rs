//! The levels of `partner`. Against an equilibrium a level loses what it gives away, no more and no less.

use crate::equilibrium::{Equilibrium, Solved};
use yomi_core::Limits;
use yomi_engine::kind::Player;
use yomi_engine::partner::{Ladder, Manner, Rung, Scale, Seats};

/// The strategy is left this often, for moves that are drawn at this temperature, in chips, and give no more away.
const fn drawing(slip: f64, temperature: f64, gives: f64) -> Manner {
    Manner { limits: NO_LIMITS, slip, noise: 1.0, temperature, gives }
}

/// Less than what a king loses that is folded, or a jack that calls a bet. Ratings and deviations are measured:
/// docs/results.md.
pub static KUHN: Ladder = Ladder {
    rungs: &[
        Rung { rating: -0.044, manner: drawing(1.0, 2.0, 0.9) },
        Rung { rating: -0.017, manner: drawing(0.5, 2.0, 0.9) },
        Rung { rating: 0.0, manner: Manner::plain(NO_LIMITS) },
    ],
    usual: "2",
    scale: Scale::Chips { deviation: 1.4 },
    // The value of the game.
    seats: Seats::First(-1.0 / 18.0),
};

/// A pair is worth more than this when it is folded.
pub static LEDUC: Ladder = Ladder {
    rungs: &[
        Rung { rating: -0.242, manner: drawing(1.0, 3.0, 3.5) },
        Rung { rating: -0.098, manner: drawing(0.4, 3.0, 3.0) },
        Rung { rating: 0.0, manner: Manner::plain(NO_LIMITS) },
    ],
    usual: "2",
    scale: Scale::Chips { deviation: 4.5 },
    // The value of the game, by `yomi solve leduc`.
    seats: Seats::First(-0.0856),
};

/// It is looked up and not searched for.
const NO_LIMITS: Limits = Limits { iterations: None, nodes: None, time: None, memory: None };

/// The player behind a level: `best`.
pub fn weaker<S: Solved>(_: &Manner) -> Box<dyn Player<S>> {
    Box::new(Equilibrium)
}
