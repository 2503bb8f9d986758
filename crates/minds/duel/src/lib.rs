//! Duel: inference about the opponent's deck from the cards seen; measured statistics of cards; the value of
//! the own hidden cards; a view as a feature vector; and a rule-based player.

mod acts;
pub mod behaviour;
pub mod card_file;
pub mod card_head;
mod catalogue;
pub mod decks;
mod facts;
pub mod fate;
mod game;
pub mod guided;
pub mod heuristic;
mod keys;
mod ladder;
pub mod learnt;
mod measure;
pub mod net;
pub mod own_cards;
pub mod policy;
mod puzzles;
pub mod record;
mod review;
pub mod scored;
pub mod self_inference;
pub mod speed;
mod start;
pub mod statistics;
mod thinning;
pub mod vector;
pub mod weights;
mod words;
pub mod worlds;
pub mod zones;

pub use decks::{AnyCards, DeckModel, DeckReading};
pub use game::{Unguided, unguided};
pub use heuristic::Heuristic;
pub use self_inference::SelfInference;
use std::sync::Arc;
pub use words::{Beliefs, DeckSpeed, ZoneBelief, Zones, removal};
use yomi_engine::{Entry, Game, Host};
pub use zones::Zone;

/// The games of this family, with their agents and words.
pub fn games(host: &Arc<dyn Host>) -> Vec<Box<dyn Game>> {
    vec![Entry::<game::DuelGame>::boxed(host)]
}
