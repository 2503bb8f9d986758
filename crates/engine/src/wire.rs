//! What goes over a wire: plain data that every face sends and reads back the same.
//!
//! Values are in the game's [unit](Advice::unit), as a person reads them: a win is a probability, chips are chips, cards
//! are cards. Every answer carries the [`VERSION`] of these types.

use crate::treetop::ShownTree;
use crate::{Fault, Game, Sentence};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use yomi_core::{OptionKind, OptionSpec};

/// The version of the wire types; it grows when a field changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// The answer to "what should I play?".
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Advice {
    pub version: u32,
    pub game: String,
    /// As it was asked for.
    pub agent: String,
    /// What `best` stands for here; the agent itself otherwise.
    pub resolved: String,
    pub seed: u64,
    /// What values count: `win` (a probability), `chips`, `points`, or what the game counts in, such as `cards`.
    pub unit: String,
    /// The least and the most that a value can be.
    pub bounds: [f64; 2],
    #[serde(rename = "move")]
    pub chosen: String,
    /// What the move is worth to the seat to move; `null` where nothing was searched.
    pub value: Option<f64>,
    pub basis: Basis,
    /// How far the move is ahead of the best other one; `null` where there is none to compare with.
    pub lead: Option<Lead>,
    /// The recommended move first.
    pub candidates: Vec<Candidate>,
    /// The decisive one first.
    pub reasons: Vec<Reason>,
    /// What is believed about the hidden part, in the game's own schema; `null` where nothing is hidden or the agent
    /// believes nothing.
    pub beliefs: Value,
    /// What to call the parts of `beliefs`, by their keys, where they are for people too.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub belief_titles: BTreeMap<String, Sentence>,
    /// The expected continuation.
    pub line: Vec<String>,
    pub iterations: u64,
    pub nodes: u64,
    pub depth: u32,
    pub worlds: u64,
    /// How many independent worlds of equal weight the worlds behind the beliefs are worth; `null` where that is unknown.
    pub effective_worlds: Option<f64>,
    /// Nodes over nodes passed: the less, the more worlds share a node. `null` where it is not counted.
    pub share_rate: Option<f64>,
    pub memory_bytes: usize,
    /// Search and words together.
    pub elapsed_ms: f64,
    /// The top of the search tree, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<ShownTree>,
}

/// How a search stands before its end: [`Advice`] without its words. Candidates have no facts here and there are no reasons:
/// a game makes them once, of the whole evidence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Snapshot {
    pub version: u32,
    pub game: String,
    /// As it was asked for.
    pub agent: String,
    pub unit: String,
    pub bounds: [f64; 2],
    #[serde(rename = "move")]
    pub chosen: String,
    pub value: Option<f64>,
    pub basis: Basis,
    pub lead: Option<Lead>,
    pub candidates: Vec<Candidate>,
    /// As in [`Advice`].
    pub beliefs: Value,
    pub line: Vec<String>,
    pub iterations: u64,
    pub nodes: u64,
    pub worlds: u64,
    pub effective_worlds: Option<f64>,
    pub depth: u32,
    pub memory_bytes: usize,
    pub elapsed_ms: f64,
}

/// One move that could be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Candidate {
    /// In notation.
    #[serde(rename = "move")]
    pub text: String,
    /// For a person.
    pub label: Sentence,
    pub value: Option<f64>,
    /// Standard error; `null` where it is not known.
    pub se: Option<f64>,
    /// The 95% interval; the value itself where nothing is sampled.
    pub lo: Option<f64>,
    pub hi: Option<f64>,
    pub visits: u64,
    /// Part of all visits; of a mixed strategy the probability.
    pub share: f64,
    pub bound: Bound,
    /// What only this game can say about the move.
    #[serde(default)]
    pub facts: Option<Facts>,
}

/// What a game says about one move: a few words, and the figures behind them in the game's own schema.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Facts {
    pub text: Sentence,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub data: Value,
}

impl Facts {
    /// Words alone.
    pub fn words(text: Sentence) -> Facts {
        Facts { text, data: Value::Null }
    }
}

/// How far a move is ahead of the best other one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lead {
    pub over: String,
    pub by: f64,
    /// Standard error; 0 where nothing is sampled.
    pub se: f64,
    /// Whether the lead is larger than its 95% error.
    pub decided: bool,
}

/// One reason, what it is about, and how much it weighs: reasons are listed by falling weight, the decisive one has 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reason {
    #[serde(flatten)]
    pub text: Sentence,
    pub about: Vec<About>,
    pub weight: f64,
}

/// What a sentence is about, so that a face can point at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum About {
    Move(String),
    Card(String),
    Seat(usize),
}

/// What a decision rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Basis {
    Chance,
    Rule,
    Sampled,
    Computed,
    Proven,
}

impl From<yomi_core::Basis> for Basis {
    fn from(basis: yomi_core::Basis) -> Basis {
        match basis {
            yomi_core::Basis::Chance => Basis::Chance,
            yomi_core::Basis::Rule => Basis::Rule,
            yomi_core::Basis::Sampled => Basis::Sampled,
            yomi_core::Basis::Computed => Basis::Computed,
            yomi_core::Basis::Proven => Basis::Proven,
        }
    }
}

/// What the value of a candidate stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Bound {
    /// A mean of samples.
    Sampled,
    /// What the search computed, with no error of its own.
    Exact,
    /// The search only showed that it is no better than this.
    AtMost,
}

/// One iteration of a search, for debugging.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Iteration {
    pub version: u32,
    /// Which of the trees of the search.
    pub stream: usize,
    /// Which world: its place in the pool, or how many came before it.
    pub number: u64,
    /// The world: what each seat sees of it, as in a view.
    pub world: Vec<Value>,
    /// What happened in the tree, luck included.
    pub tree: Vec<String>,
    /// What happened after it.
    pub rollout: Vec<String>,
    /// What every seat got.
    pub reward: Vec<f64>,
}

/// The games: the answer of `yomi games --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GameList {
    pub version: u32,
    pub games: Vec<GameEntry>,
}

impl GameList {
    pub fn of(games: &[Box<dyn Game>]) -> Result<GameList, Fault> {
        let games = games.iter().map(|game| game.listed()).collect::<Result<_, Fault>>()?;
        Ok(GameList { version: VERSION, games })
    }
}

/// A game of the list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GameEntry {
    pub game: String,
    /// With nothing set.
    pub players: usize,
    #[serde(flatten)]
    pub summary: Sentence,
    pub settings: Vec<OptionEntry>,
    /// Their names.
    pub agents: Vec<String>,
}

/// The agents of a game: the answer of `yomi agents --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AgentList {
    pub version: u32,
    pub game: String,
    pub agents: Vec<AgentEntry>,
}

/// An agent of the list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AgentEntry {
    pub agent: String,
    /// Another name that is still accepted.
    pub also: Option<String>,
    #[serde(flatten)]
    pub help: Sentence,
    pub options: Vec<OptionEntry>,
    /// What it does when no limit is given, as one types it; `-` where it ends by itself.
    pub default_limit: String,
    /// Sees what is hidden: it measures ceilings and never advises.
    pub cheats: bool,
    /// Whether it builds a tree that can be looked at, with its options as they are by default.
    pub has_tree: bool,
    /// Whether it tells of its iterations, likewise.
    pub has_trace: bool,
}

/// An option of an agent, or a setting of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OptionEntry {
    pub name: String,
    #[serde(flatten)]
    pub values: OptionValues,
    /// As one types it.
    pub default: String,
    /// Whether a value can make Yomi open a path or run a program: for faces that take options from strangers.
    pub reaches_outside: bool,
    #[serde(flatten)]
    pub help: Sentence,
}

/// Which values an option takes. `or` lists words that are accepted in place of a number or a path.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[non_exhaustive]
pub enum OptionValues {
    /// `true` or `false`.
    Switch,
    /// A whole number in a range, both ends included.
    Count { least: u64, most: u64, or: Vec<String> },
    /// A number in a range, both ends included.
    Number { least: f64, most: f64, or: Vec<String> },
    /// One of these words.
    Choice { words: Vec<String> },
    /// Text that the game or agent reads by itself.
    Text,
    /// A path that is opened for reading.
    File { most_bytes: u64, or: Vec<String> },
    /// A program that is run.
    Program,
}

impl From<&OptionSpec> for OptionEntry {
    fn from(spec: &OptionSpec) -> OptionEntry {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        let values = match spec.kind {
            OptionKind::Switch => OptionValues::Switch,
            OptionKind::Count { least, most, or } => OptionValues::Count { least, most, or: words(or) },
            OptionKind::Number { least, most, or } => OptionValues::Number { least, most, or: words(or) },
            OptionKind::Choice(all) => OptionValues::Choice { words: words(all) },
            OptionKind::File { most_bytes, or } => OptionValues::File { most_bytes, or: words(or) },
            OptionKind::Program => OptionValues::Program,
            _ => OptionValues::Text,
        };
        OptionEntry {
            name: spec.name.into(),
            reaches_outside: matches!(values, OptionValues::File { .. } | OptionValues::Program),
            values,
            default: spec.default.into(),
            help: Sentence::new(spec.help.en, spec.help.ja),
        }
    }
}

/// Something that happened, as one seat saw it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Happened {
    /// The number of the turn, from 1: what chance does belongs to the turn before it.
    pub turn: usize,
    /// Whose move it was; `null` for chance.
    pub seat: Option<usize>,
    /// In notation.
    pub entry: String,
    /// For a person.
    pub label: Sentence,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Legal {
    #[serde(rename = "move")]
    pub text: String,
    pub label: Sentence,
}

/// A card, for games that have a catalogue of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardInfo {
    pub id: String,
    pub name: Sentence,
    /// What it does, in words.
    pub text: Sentence,
    pub cost: Option<u32>,
    pub power: Option<u32>,
    /// Such as `unit` or `spell`.
    pub kind: String,
    pub keywords: Vec<String>,
}

/// What a real game must be asked at its start, beside the seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartField {
    /// The key: of the view, or of a setting.
    pub name: String,
    pub kind: StartKind,
    pub help: Sentence,
    /// An answer as it is written: JSON for a key of the view, text for a setting.
    pub example: String,
}

/// What kind of answer it takes, and where it goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[non_exhaustive]
pub enum StartKind {
    /// This many cards, by their names; a setting of the game.
    CardsSetting { least: usize, most: usize },
    /// This many cards, by their names; a key of the view.
    Cards { least: usize, most: usize },
    /// A number for every seat.
    CountPerSeat,
    /// A seat.
    Seat,
    /// One of these words; a setting of the game.
    ChoiceSetting { words: Vec<String> },
}
