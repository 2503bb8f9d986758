//! One player, no luck: how good is what I can reach?

mod beam;
mod greedy;
pub use beam::{Beam, BeamOptions};
pub use greedy::Greedy;
