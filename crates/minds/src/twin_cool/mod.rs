//! Twin Cool: what to expect of a hand.

pub mod flexible;
pub mod form;
pub mod outlook;
pub mod players;
pub mod relaxed;

pub use flexible::Flexible;
pub use outlook::Outlook;
pub use players::{ByTable, CardLuck, Expectimax};
pub use relaxed::{AfterMove, Relaxed, Solution};
