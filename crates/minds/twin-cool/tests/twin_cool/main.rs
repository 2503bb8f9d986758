//! Twin Cool: `ismcts` on it, and the ceiling of play that sees the deck.

mod ceiling;
#[path = "../../../../search/tests/search/common.rs"]
mod common;
mod ismcts;
mod likeness;
mod sharing;
