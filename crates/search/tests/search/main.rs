//! The searches, each on games made for it. One program: what they share is compiled once.

mod alphabeta;
mod beam;
mod cfr;
mod chokudai;
mod common;
mod determinism;
mod duct;
mod flat;
mod ismcts;
mod limits;
mod mcts;
mod minimax;
mod optimise;
mod races;
mod random;
mod rollouts;
mod toys;
mod worlds;
