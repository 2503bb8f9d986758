//! Tree search by sampling.

pub mod ismcts;
pub mod mcts;
pub mod rollout;
pub mod ucb;

pub use ismcts::{IsMcts, IsMctsOptions, Observer};
pub use mcts::{Mcts, MctsOptions};
