//! Tree search by sampling.

pub mod duct;
mod edges;
pub mod guided;
pub mod ismcts;
mod look;
pub mod mcts;
pub mod openloop;
pub mod puct;
pub mod rollout;
pub mod select;
pub mod ucb;

pub use duct::{Duct, DuctOptions, InTurns};
pub use guided::Guided;
pub use ismcts::{IsMcts, IsMctsOptions, Observer, Risk, WhenFull};
pub use mcts::{Mcts, MctsOptions, Rule, thunder};
pub use openloop::{OpenLoop, OpenLoopOptions};
