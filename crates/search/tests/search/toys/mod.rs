//! Small games, each made for one question.

pub mod ambush;
pub mod bids;
pub mod cliff;
pub mod dice;
pub mod hashed;
pub mod lots;
pub mod ones;
pub mod purses;
pub mod signs;
pub mod thicket;
