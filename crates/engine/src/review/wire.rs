//! A review as every front end sends it and reads it back: plain data, in the game's unit, words in both
//! languages.

use super::ledger::Ledger;
use super::mark::{Edges, Fate, Mark};
use crate::Sentence;
use crate::wire::{Bound, Reason};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game as one seat played it: the answer of `yomi review`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Review {
    pub version: u32,
    pub game: String,
    pub settings: Value,
    /// The seed of the deal.
    pub seed: u64,
    /// The unit of all values: see [`Advice::unit`](crate::wire::Advice::unit).
    pub unit: String,
    pub seat: usize,
    /// Who played at the seat.
    pub agent: String,
    /// Whether the game was played to its end.
    pub over: bool,
    /// Whether the game hides anything: where it does not, nothing lay otherwise than it was seen.
    pub hidden: bool,
    /// What the game paid by its moves; where it is not over, what the value function expects.
    pub result: f64,
    /// The terms of the result, by the value function of the true state.
    pub ledger: Ledger,
    pub value_function: ValueFunction,
    /// What all decisions lost given what could be known.
    pub lost: f64,
    /// Its standard error.
    pub lost_se: f64,
    /// Its 95% interval.
    pub lost_ci95: [f64; 2],
    /// The luck of the deal and the draws together.
    pub luck: f64,
    /// From how much lost a decision gets a mark.
    pub edges: Edges,
    /// What a decision was weighed with, as one types it.
    pub limit: String,
    /// The whole game in a few sentences.
    pub summary: Vec<Sentence>,
    /// Every decision of the seat, in order.
    pub decisions: Vec<ReviewedDecision>,
    /// Every move and draw of the game, for a graph of it.
    pub moments: Vec<Moment>,
}

/// The function of the true state that the ledger is kept by.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ValueFunction {
    #[serde(flatten)]
    pub name: Sentence,
    /// Ledgers by functions with the same hash can be compared.
    pub hash: String,
    /// Deals that the start is the mean of.
    pub deals: u64,
    /// The standard error of the start.
    pub start_se: f64,
    /// Whether the start was stored; otherwise it was computed for these settings.
    pub stored: bool,
}

/// One decision of the reviewed seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReviewedDecision {
    /// The number of the turn, from 1, as in a view's events.
    pub turn: usize,
    pub played: String,
    pub played_label: Sentence,
    /// The best move given what could be known; the one played where none is better.
    pub best: String,
    pub best_label: Sentence,
    /// The value of the best move less that of the one played, given what could be known; `null` where the move
    /// played was not looked at.
    pub lost: Option<f64>,
    /// The standard error of that difference; 0 where nothing is sampled.
    pub se: Option<f64>,
    /// What was lost to `best` as the cards really lay; negative where it won.
    pub lost_in_sight: f64,
    /// The standard error of that difference; 0 where the value function has no luck of its own.
    pub lost_in_sight_se: f64,
    /// The best move as the cards really lay.
    pub best_in_sight: String,
    /// The decision's term in the ledger: 0 or less.
    pub own: f64,
    pub mark: Mark,
    /// What luck made of it.
    pub fate: Option<Fate>,
    /// How much luck made of it: what `best_in_sight` would have gained, or what was won on `best`.
    pub fate_by: Option<f64>,
    /// Its standard error.
    pub fate_se: Option<f64>,
    /// What kind of number `lost` is.
    pub bound: Bound,
    /// What kind of mistake it was, where the game has a name for it.
    pub mistake: Option<MistakeKind>,
    /// How likely the belief held the truth, over how likely the cards seen alone make it; `null` where nothing
    /// is read.
    pub belief_in_truth: Option<f64>,
    /// Worlds that the moves were played on in; 0 where none were needed.
    pub worlds: u64,
    /// Every legal move, the best one first.
    pub moves: Vec<WeighedMove>,
    pub reasons: Vec<Reason>,
}

/// A move that could have been played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WeighedMove {
    #[serde(rename = "move")]
    pub text: String,
    pub label: Sentence,
    /// `null` where it was not looked at. Where it is sampled, it is how often the playouts won, whose players are
    /// those that were read: differences count, and the chance to win is what advice states.
    pub value: Option<f64>,
    pub se: Option<f64>,
    pub bound: Bound,
    /// Its value as the cards really lay.
    pub in_sight: Option<f64>,
}

/// A kind of mistake that a game has a name for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct MistakeKind {
    /// Short and stable.
    pub name: String,
    pub en: String,
    pub ja: String,
}

impl MistakeKind {
    pub fn new(name: &str, en: &str, ja: &str) -> MistakeKind {
        MistakeKind { name: name.into(), en: en.into(), ja: ja.into() }
    }
}

/// A move or a draw, with what the value function thought around it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Moment {
    /// The number of the turn, from 1; a draw belongs to the turn before it.
    pub turn: usize,
    /// The seat that moved; `null` for chance.
    pub seat: Option<usize>,
    #[serde(rename = "move")]
    pub text: String,
    /// What was expected before it, and the value after it: the difference is its term in the ledger.
    pub before: f64,
    pub after: f64,
}
