//! Slow and obvious solvers, against which the fast ones are tested, and exact solutions of small games of
//! hidden information.

pub mod cfr;
pub mod exact;
mod expectimax;
mod negamax;

pub use expectimax::{Expected, expectimax};
pub use negamax::negamax;
