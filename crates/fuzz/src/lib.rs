//! Random inputs for every parser of Yomi: all input is accepted or rejected, and nothing panics, hangs or
//! changes in a round trip.
//!
//! The fuzzer needs no instrumentation and no nightly compiler. It starts from valid inputs (real games,
//! through the public interface), mutates them according to their format ([`mutate`]), and gives them to a
//! parser ([`targets`]). Instead of coverage it uses the answers: an input that is rejected with a new
//! message, or accepted with a new result, has reached a new branch and is mutated further ([`shard`]).
//! Checks can also fail by an assertion: accepted input must survive writing and reading, and a rejection
//! must be one line of limited length.
//!
//! `cargo run -p yomi-fuzz` runs all targets in parallel and is part of `./test slow`. The same seed tries
//! the same inputs on any number of threads. Findings are minimised and kept under `testdata/fuzz/TARGET/`.
//! In every `cargo test`, the tests of this crate try those files and a few hundred new inputs of every
//! target.
//!
//! Only [`api`] uses Yomi's own interface.

pub mod api;
pub mod campaign;
pub mod finds;
pub mod mutate;
pub mod panics;
pub mod shard;
pub mod targets;

pub use targets::Target;
