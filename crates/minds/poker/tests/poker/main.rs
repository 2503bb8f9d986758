//! Kuhn and Leduc: what their agents may see, how the betting is read, how near to equilibrium they play.

#[path = "../../../../search/tests/search/common.rs"]
mod common;
mod honest;
mod ismcts;
mod ismcts_runs;
mod policy_searches;
mod reading;
mod strength;
