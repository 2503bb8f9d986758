//! Sevens: reading the others' hands, and playing to burst them.

pub mod ceiling;
pub mod company;
pub mod heuristic;
pub mod outlook;
pub mod policy;
pub mod reading;
pub mod seat;
pub mod seed;
pub use ceiling::Ceiling;
pub use company::{Cast, Company, Kind, OwnWay};
pub use heuristic::{Heuristic, RolloutWeights};
pub use outlook::{Fate, Outlook};
pub use policy::Tuned;
pub use reading::{Hands, KINDS, PassReading, Reader};
pub use seat::{ByCards, Plain, SeatPolicy, Sight};
