//! Yomi as a library: every game with its players, matches, advice and its explanation.
//!
//! Inside a game everything is typed; [`Game`] and [`Table`] are where types end and text and JSON begin. The command line
//! is a thin layer over them, and so will be every other face.

pub mod prelude;
mod registry;

pub use registry::Registry;
pub use yomi_core as core;
pub use yomi_engine as engine;
pub use yomi_engine::{Advice, Fault, Game, Log, Playable, Position, Session, Table};
pub use yomi_games as games;
pub use yomi_search as search;

/// The code in the README compiles and does what it says.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
