//! Sevens: reading the others' hands, and playing to burst them.

pub mod heuristic;
pub mod policy;
pub mod seat;
pub mod seed;
pub use heuristic::{Heuristic, RolloutWeights};
pub use policy::Tuned;
pub use seat::{ByCards, Plain, SeatPolicy, Sight};
