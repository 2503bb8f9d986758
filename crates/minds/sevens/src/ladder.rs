//! The levels of `partner`.

use crate::game::own::{self, BEST_LIMITS};
use yomi_core::Limits;
use yomi_engine::kind::Player;
use yomi_engine::partner::{Ladder, Manner, Rung, Scale, Seats};
use yomi_games::Sevens;
use yomi_search::Halving;

/// More than the chances of a seat at the start of a game of three, and less than what is left of one that is nearly won.
const GIVES: f64 = 0.5;

/// With fewer iterations a level does not hold cards back: it passes only when it must.
const HOLDS_BACK: u64 = 100;

/// Ratings are measured: docs/results.md.
pub static LADDER: Ladder = Ladder {
    rungs: &[
        Rung { rating: -516.0, manner: Manner::loose(Limits::iterations(60), 1.0, GIVES) },
        Rung { rating: -283.0, manner: Manner::loose(Limits::iterations(90), 0.02, GIVES) },
        Rung { rating: -139.0, manner: Manner::loose(Limits::iterations(120), 1.0, GIVES) },
        Rung { rating: 0.0, manner: Manner::plain(BEST_LIMITS) },
    ],
    usual: "2",
    scale: Scale::Elo,
    seats: Seats::Alike,
};

/// The search behind a level: that of `best`, below the highest always a search, and without the pass at first.
pub fn weaker(manner: &Manner) -> Box<dyn Player<Sevens>> {
    let search = own::best_search();
    match manner.limits.iterations {
        _ if manner.slip == 0.0 => Box::new(own::at_limit()),
        Some(..HOLDS_BACK) => Box::new(Halving { reading: search.reading.without_pass(), ..search }),
        _ => Box::new(search),
    }
}
