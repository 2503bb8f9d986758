//! One player, no chance: what is the best position that can be reached?

mod beam;
mod chokudai;
mod finish;
mod greedy;
mod keeping;
mod pace;
mod plan;
mod shortlist;
mod trail;
pub use beam::{Beam, BeamOptions, DEFAULT_WIDTH, States};
pub use chokudai::{Chokudai, ChokudaiOptions, DEFAULT_LIMITS as CHOKUDAI_LIMITS};
pub use greedy::Greedy;
