//! Twin Cool: what to expect of a hand.

pub mod ceiling;
pub mod deals;
pub mod flexible;
pub mod form;
pub mod guide;
pub mod outlook;
pub mod players;
pub mod relaxed;

pub use ceiling::Ceiling;
pub use flexible::Flexible;
pub use guide::{TableGuide, TableLeaf};
pub use outlook::Outlook;
pub use players::{ByTable, CardLuck, Expectimax};
pub use relaxed::{AfterMove, Relaxed, Solution};
