//! Yomi as a library: the games with their players, matches, advice and its explanation.
//!
//! Inside a game everything is typed; [`Game`] and [`Table`] are the one place where types end and text and JSON begin.
//! The command line is a thin layer over them, and so will be every other front end.

pub mod agent;
pub mod arena;
pub mod bench;
pub mod chart;
pub mod cli;
pub mod clock;
pub mod contest;
pub mod explain;
pub mod export;
pub mod fault;
pub mod game;
pub mod limit;
pub mod matches;
pub mod options;
pub mod record;
pub mod registry;
pub mod solve;
pub mod statistics;
pub mod stats;
pub mod suite;
pub mod treetop;
pub mod view;

pub use fault::Fault;
pub use game::{Advice, Game, Position, Session, Table};
pub use registry::Registry;

/// The code in the README compiles and does what it says.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
