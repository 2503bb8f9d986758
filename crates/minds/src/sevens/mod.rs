//! Sevens: reading the others' hands, and playing to burst them.

pub mod seat;
pub use seat::{ByCards, Plain, SeatPolicy, Sight};
