//! Twin Cool: what to expect of a hand.

pub mod ceiling;
pub mod deals;
pub mod flexible;
pub mod form;
mod game;
pub mod guide;
pub mod outlook;
pub mod players;
mod puzzles;
pub mod relaxed;
mod review;
mod words;

pub use ceiling::Ceiling;
pub use flexible::Flexible;
pub use guide::{TableGuide, TableLeaf};
pub use outlook::Outlook;
pub use players::{ByTable, CardLuck, Expectimax};
pub use relaxed::{AfterMove, Relaxed, Solution};
use std::sync::Arc;
pub use words::{Beliefs, PlayFacts};
use yomi_engine::{Entry, Game, Host};

/// The games of this family, with their agents and words.
pub fn games(host: &Arc<dyn Host>) -> Vec<Box<dyn Game>> {
    vec![Entry::<game::TwinCoolGame>::boxed(host)]
}
