//! Two players, no chance, everything seen: what is the position worth if both play best?

mod alphabeta;
mod plain;
mod table;
pub use alphabeta::{AlphaBeta, AlphaBetaOptions, DEFAULT_LIMITS};
pub use plain::{DEPTH, Minimax};
