//! Random inputs for every parser of Yomi: whatever is typed, sent or stored is read or refused, and nothing panics,
//! hangs or comes back changed.
//!
//! The fuzzer needs no instrumentation and no nightly compiler. It starts from inputs that are valid (real games, through the
//! public interface), changes them by what their format is made of ([`mutate`]), and gives them to a parser
//! ([`targets`]). In place of coverage it watches the answers: an input that is refused in new words, or accepted with a
//! new result, has reached a new branch and is changed further ([`shard`]). A check may also fail by an assertion: what
//! was accepted must survive writing and reading, and a refusal must be one bearable line.
//!
//! `cargo run -p yomi-fuzz` runs all of it in parallel and is part of `./test slow`. The same seed tries the same inputs on any
//! number of threads. What it finds is made small and kept under `testdata/fuzz/TARGET/`, and the tests of this crate try
//! those files, and a few hundred new inputs of every target, in every `cargo test`.
//!
//! Everything that Yomi's own interface has to offer is used in [`api`] only.

pub mod api;
pub mod campaign;
pub mod finds;
pub mod mutate;
pub mod panics;
pub mod shard;
pub mod targets;

pub use targets::Target;
