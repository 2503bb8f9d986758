//! What knows a game *and* how to think about it: evaluations, beliefs, strategies.

pub mod connect_four;
pub mod duel;
pub mod equilibrium;
pub mod mazes;
pub mod poker;
pub mod priors;
pub mod sevens;
pub mod twin_cool;
