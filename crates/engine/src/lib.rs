//! Type erasure: games as objects of text and plain data, for every front end of Yomi.
//!
//! A mind, the crate of one family of games, is typed: it makes a [`Playable`] of rules, agents and words.
//! [`Entry`] turns that into a [`Game`], and from there on everything is text and plain data: [`Table`],
//! [`Session`], [`Position`], [`Log`], matches, suites, advice. All of them own their data and have no side
//! effects: no terminal, no file, no clock and no protocol. What they need from outside comes through a
//! [`Host`].
//!
//! | module | what |
//! |---|---|
//! | [`game`] | the objects that a front end holds |
//! | [`ask`] | requests to an agent, following and stopping it |
//! | [`wire`] | wire types: advice, snapshots, labels, cards |
//! | [`fault`] | errors, in both languages |
//! | [`playable`] | what a typed game provides |
//! | [`kind`], [`agents`] | agents that games offer, and those that any game can have |
//! | [`exec`] | programs as players |
//! | [`agent`], [`limit`] | the small languages: agents and limits as typed |
//! | [`chances`] | what a stated chance to win is a chance of |
//! | [`driver`], [`arena`], [`tournament`], [`suite`], [`calibrate`], [`statistics`], [`tune`] | many games |
//! | [`audit`](mod@audit) | whether an agent peeks |
//! | [`review`] | what decisions lost and what luck did |
//! | [`puzzle`] | positions to be asked about, and when again |
//! | [`view`], [`record`] | JSON of views and records |
//! | [`explain`], [`chart`], [`treetop`] | explanations; which algorithm suits; the top of a tree |
//! | [`bench`](mod@bench), [`stats`] | speeds; confidence intervals |
//! | [`matches`](mod@matches), [`host`] | one game; clocks and files |
//! | [`start`] | what the answers about the start of a real game come to |
//! | [`export`], [`solve`] | stand-alone programs; exact values |

pub mod agent;
pub mod agents;
pub mod arena;
pub mod ask;
pub mod audit;
pub mod bench;
pub mod calibrate;
pub mod chances;
pub mod chart;
pub mod defaults;
mod draft;
pub mod driver;
mod entry;
pub mod exec;
pub mod explain;
pub mod export;
pub mod fault;
pub mod follow;
pub mod game;
pub mod host;
pub mod json;
pub mod kind;
pub mod limit;
mod log;
pub mod matches;
mod parallel;
pub mod partner;
pub mod playable;
mod position;
pub mod puzzle;
pub mod record;
pub mod review;
mod session;
pub mod solve;
pub mod start;
pub mod statistics;
pub mod stats;
pub mod suite;
mod table;
pub mod tournament;
pub mod trace;
pub mod treetop;
pub mod tune;
pub mod view;
pub mod wire;

pub use ask::{Ask, Listener, Stop};
pub use chances::Company;
pub use entry::Entry;
pub use fault::{Fault, FaultKind};
pub use follow::Follower;
pub use game::{Game, Log, Position, Session, Table};
pub use host::Host;
pub use playable::Playable;
pub use wire::Advice;
pub use yomi_core::Sentence;

/// All objects that a front end holds can be stored and sent to another thread.
const _: () = {
    const fn owned<T: Send + ?Sized + 'static>() {}
    owned::<Box<dyn Game>>();
    owned::<Box<dyn Table>>();
    owned::<Box<dyn Session>>();
    owned::<Box<dyn Position>>();
    owned::<Box<dyn Log>>();
    owned::<Ask>();
    owned::<Stop>();
    owned::<Advice>();
    owned::<Fault>();
};
