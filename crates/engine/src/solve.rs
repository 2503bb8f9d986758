//! Exact solutions, and how they are requested.

use crate::{Fault, Sentence};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// What to compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Question {
    /// Win, draw or loss.
    Outcome,
    /// The exact value.
    #[default]
    Value,
    /// The exact value of every move.
    Moves,
}

impl Question {
    pub const ALL: [Question; 3] = [Question::Outcome, Question::Value, Question::Moves];

    /// As it is typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Question::Outcome => "outcome",
            Question::Value => "value",
            Question::Moves => "moves",
        }
    }
}

impl FromStr for Question {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Question, Fault> {
        match text {
            "outcome" => Ok(Question::Outcome),
            "value" => Ok(Question::Value),
            "moves" => Ok(Question::Moves),
            _ => {
                let text = crate::fault::excerpt(text);
                Err(Fault::bad_option(
                    format!("{text:?}: expected outcome, value or moves"),
                    format!("{text:?}: outcome、value、moves のどれかにしてください"),
                )
                .expecting(["outcome", "value", "moves"]))
            }
        }
    }
}

/// An exact answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Solution {
    pub version: u32,
    pub game: String,
    /// What values count: the game's unit, or a measure of the solver's own, such as `score` of Connect Four.
    pub unit: String,
    pub value: f64,
    /// The best moves, if requested or known anyway.
    pub best: Vec<String>,
    /// The value of every move, if requested.
    pub moves: Vec<MoveValue>,
    pub sentences: Vec<Sentence>,
    pub nodes: u64,
    pub memory_bytes: usize,
    pub elapsed_ms: f64,
    /// CPU time of all threads together.
    pub cpu_ms: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveValue {
    #[serde(rename = "move")]
    pub text: String,
    pub value: f64,
}

/// What a game's solver returns; the rest of a [`Solution`] is the same for all games.
pub struct Found<A> {
    /// What values count where that is not the payoff.
    pub unit: Option<&'static str>,
    pub value: f64,
    pub best: Vec<A>,
    pub moves: Vec<(A, f64)>,
    pub sentences: Vec<Sentence>,
    pub nodes: u64,
    pub memory_bytes: usize,
}

/// The solver needs more memory than it may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLittle {
    /// The least that is enough for this position, in bytes.
    pub least: usize,
}

/// What a solver finds in the memory that it may take; `None` where it was told to stop.
pub type FoundWithin<A> = Result<Option<Found<A>>, TooLittle>;

/// Called with the number of nodes so far; returns whether the solver should go on, by limits and stop flag.
pub type GoOn<'a> = &'a mut dyn FnMut(u64) -> bool;
