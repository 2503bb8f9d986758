//! Where types end: games as objects of text and JSON, for every face that Yomi has.
//!
//! A mind, the crate of one family of games, is typed: it makes a [`Playable`] of rules, agents and words. [`Entry`]
//! turns that into a [`Game`], and from there on everything is text and plain data: [`Table`], [`Session`], [`Position`],
//! [`Log`], matches, suites, advice.

pub mod agent;
pub mod agents;
pub mod arena;
pub mod bench;
pub mod chart;
pub mod clock;
pub mod contest;
pub mod defaults;
pub mod entry;
pub mod explain;
pub mod export;
pub mod fault;
pub mod game;
pub mod limit;
mod log;
pub mod matches;
pub mod options;
pub mod record;
pub mod solve;
pub mod statistics;
pub mod stats;
pub mod suite;
pub mod treetop;
pub mod tune;
pub mod view;

pub use entry::{Entry, Playable};
pub use fault::Fault;
pub use game::{Advice, Game, Log, Position, Session, Table};
