//! Sevens: inference about the hidden hands, and play that makes other seats burst.

pub mod at_limit;
pub mod ceiling;
mod chances;
pub mod company;
pub mod contest_log;
pub mod export;
pub mod foresight;
mod game;
pub mod heuristic;
mod ladder;
pub mod leaning;
pub mod outlook;
pub mod policy;
mod puzzles;
pub mod reading;
mod review;
pub mod seat;
pub mod seed;
pub mod stored;
mod tune;
mod words;

pub use at_limit::AtLimit;
pub use ceiling::Ceiling;
pub use company::{Cast, Company, Kind, OwnWay, Players};
pub use contest_log::ContestLog;
pub use heuristic::{Heuristic, RolloutWeights};
pub use leaning::Leaning;
pub use outlook::{Fate, Outlook};
pub use policy::Tuned;
pub use reading::{EFFORT, Effort, Hands, HandsRead, KINDS, LISTED, PassReading, Read, Reader};
pub use seat::{ByCards, Plain, SeatPolicy, Sight};
use std::sync::Arc;
pub use words::{Beliefs, CardPlace, MoveFacts, Opened};
use yomi_engine::{Entry, Game, Host};

/// The games of this family, with their agents and words.
pub fn games(host: &Arc<dyn Host>) -> Vec<Box<dyn Game>> {
    vec![Entry::<game::SevensGame>::boxed(host)]
}
