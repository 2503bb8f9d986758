//! One player, no luck: how good is what I can reach?

mod beam;
mod chokudai;
mod greedy;
pub use beam::{Beam, BeamOptions};
pub use chokudai::{Chokudai, ChokudaiOptions, DEFAULT_LIMITS as CHOKUDAI_LIMITS};
pub use greedy::Greedy;
