//! Slow and obvious solvers: the truth that fast ones are tested against, and small exact answers about games of
//! hidden information.

pub mod cfr;
pub mod exact;
mod expectimax;
mod negamax;

pub use expectimax::{Expected, expectimax};
pub use negamax::negamax;
