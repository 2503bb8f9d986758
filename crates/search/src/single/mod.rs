//! One player, no luck: how good is what I can reach?

mod beam;
mod chokudai;
mod greedy;
pub use beam::{Beam, BeamOptions};
pub use chokudai::{Chokudai, ChokudaiOptions};
pub use greedy::Greedy;
