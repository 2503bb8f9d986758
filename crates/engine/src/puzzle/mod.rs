//! Puzzles: positions with one clearly best move that a natural choice misses.
//!
//! They are made of *views*: what a seat sees is asked about, and what is hidden is in no puzzle. A
//! [`Recipe`] says for a game whose games positions come from, which choices are natural, and whose answers
//! tell how hard a puzzle is.
//!
//! | module | what |
//! |---|---|
//! | `make` | games are played or replayed, and positions collected |
//! | `examine` | whether a position is a puzzle, and how hard |
//! | [`wire`] | what is kept and sent |
//! | [`schedule`] | when a puzzle is asked again: SM-2 |
//! | [`memory`] | what is remembered of them, and under which name |
//! | [`choose`] | which puzzles are asked next, and how many there are |
//! | [`words`] | what is said after an answer |

pub mod choose;
mod examine;
mod make;
pub mod memory;
pub mod schedule;
pub mod wire;
pub mod words;

pub use choose::{Standing, of_today};
pub use examine::Again;
pub(crate) use examine::again;
pub(crate) use make::run;
pub use memory::Cards;
pub use schedule::{Card, Grade};
pub use wire::{LEVELS, Natural, Puzzle, Puzzles, answered, moves_are_numbers};

use crate::ask::Stop;
use crate::record::Record;
use yomi_core::Limits;

/// How puzzles of a game are made.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Who plays the games that positions come from, in turn.
    pub players: &'static [&'static str],
    /// Agents whose choice suggests itself to a person.
    pub natural: &'static [&'static str],
    /// Weaker players, whose answers tell how hard a puzzle is.
    pub weaker: &'static [&'static str],
    /// What a position is weighed with first; later with four times that. By default as a review weighs.
    pub limits: Option<Limits>,
    /// Whether only what is proven counts.
    pub proven: bool,
}

/// Where positions come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Games that are played for it.
    Own,
    /// Games that were played, and the seats whose mistakes are looked for.
    Played(Vec<(Record, Vec<usize>)>),
}

/// What to make.
#[derive(Clone, Debug)]
pub struct Request {
    /// At most this many.
    pub count: usize,
    /// The same seed gives the same puzzles.
    pub seed: u64,
    pub source: Source,
    /// What a position is weighed with first, in place of the recipe's.
    pub limits: Option<Limits>,
    /// At most this many games are played.
    pub most_games: u64,
    /// What is written into the file.
    pub command: String,
    pub stop: Stop,
}
