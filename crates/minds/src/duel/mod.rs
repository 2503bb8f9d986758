//! Duel: what the other's deck is, by the cards seen of it; what cards do, measured; what the own hidden cards are worth; a
//! view as numbers; and a player by rules of thumb.

pub mod decks;
pub mod heuristic;
pub mod record;
pub mod self_inference;
pub mod speed;
pub mod statistics;
pub mod vector;
pub mod zones;

pub use decks::{AnyCards, DeckModel, DeckReading};
pub use heuristic::Heuristic;
pub use self_inference::SelfInference;
pub use zones::Zone;
