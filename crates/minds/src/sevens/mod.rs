//! Sevens: reading the others' hands, and playing to burst them.

pub mod policy;
pub mod seat;
pub use policy::Tuned;
pub use seat::{ByCards, Plain, SeatPolicy, Sight};
