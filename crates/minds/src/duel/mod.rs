//! Duel: what the other's deck is, by the cards seen of it; and a player by rules of thumb.

pub mod decks;
pub mod heuristic;

pub use decks::{AnyCards, DeckModel, DeckReading};
pub use heuristic::Heuristic;
