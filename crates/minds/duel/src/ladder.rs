//! The levels of `partner`.

use crate::game::{BEST_LIMITS, best, unguided};
use yomi_core::Limits;
use yomi_engine::kind::Player;
use yomi_engine::partner::{Ladder, Manner, Rung, Scale, Seats};
use yomi_games::Duel;

const GIVES: f64 = 0.3;

/// Ratings are measured: docs/results.md. The highest level is what `best` does where no limit is given.
pub static LADDER: Ladder = Ladder {
    rungs: &[
        Rung { rating: -819.0, manner: Manner::loose(Limits::iterations(15), 0.15, GIVES) },
        Rung { rating: -679.0, manner: Manner::loose(Limits::iterations(50), 0.05, GIVES) },
        Rung { rating: -464.0, manner: Manner::loose(Limits::iterations(150), 0.03, GIVES) },
        Rung { rating: -382.0, manner: Manner::loose(Limits::iterations(500), 0.015, GIVES) },
        Rung { rating: 0.0, manner: Manner::plain(BEST_LIMITS) },
    ],
    usual: "3",
    scale: Scale::Elo,
    seats: Seats::Alike,
};

/// The search behind a level: that of `best` at the top, below without its network, whose moves are strong with hardly
/// any search.
pub fn weaker(manner: &Manner) -> Box<dyn Player<Duel>> {
    match manner.slip {
        0.0 => Box::new(best()),
        _ => Box::new(unguided()),
    }
}
