//! Wire types: plain data that every front end sends and reads back unchanged.
//!
//! Values are in the game's [unit](Advice::unit), as shown to people: a win is a probability, chips are
//! chips, cards are cards. Every answer has the [`VERSION`] of these types.

use crate::chances::Company;
use crate::treetop::ShownTree;
use crate::{Fault, Game, Sentence};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use yomi_core::{OptionKind, OptionSpec};

/// The version of the wire types; increased when a field changes its meaning or is removed.
pub const VERSION: u32 = 1;

/// The answer to "what should I play?".
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Advice {
    pub version: u32,
    pub game: String,
    /// The agent as requested.
    pub agent: String,
    /// What `best` stands for here; otherwise the agent itself.
    pub resolved: String,
    pub seed: u64,
    /// The unit of values: `win` (a probability), `chips`, `points`, or the game's own, such as `cards`.
    pub unit: String,
    /// The minimum and the maximum of a value.
    pub bounds: [f64; 2],
    /// Whom chances to win are stated against; `null` where values are the search's own, by its own model of
    /// the opponents. What is proven, computed to the end or a bound of that is the search's own in any case.
    #[serde(default)]
    pub opponents: Option<Company>,
    /// How likely each company is, where the opponents are read.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub opponents_odds: BTreeMap<Company, f64>,
    /// The fewest and the most iterations of a search in the games that chances were fitted to: those of a
    /// search far from it are an extrapolation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fitted_at: Option<[f64; 2]>,
    #[serde(rename = "move")]
    pub chosen: String,
    /// The value of the move for the seat to move; `null` if nothing was searched.
    pub value: Option<f64>,
    pub basis: Basis,
    #[serde(default)]
    pub choice: Choice,
    /// How far the move is ahead of the best alternative; `null` if there is none.
    pub lead: Option<Lead>,
    /// The recommended move first.
    pub candidates: Vec<Candidate>,
    /// The decisive reason first.
    pub reasons: Vec<Reason>,
    /// Beliefs about the hidden part, in the game's own schema; `null` if nothing is hidden or the agent has
    /// no beliefs.
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
    /// Effective sample size: how many independent worlds of equal weight the worlds behind the beliefs are
    /// worth; `null` if unknown.
    pub effective_worlds: Option<f64>,
    /// Number of nodes divided by node visits: the lower, the more worlds share a node. `null` if not
    /// counted.
    pub share_rate: Option<f64>,
    pub memory_bytes: usize,
    /// Search and explanation together.
    pub elapsed_ms: f64,
    /// The top of the search tree, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<ShownTree>,
    /// The search was stopped from outside: this is as far as it came.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub interrupted: bool,
}

/// How a search stands before its end: [`Advice`] without its words. Candidates have no facts here and there
/// are no reasons: a game makes them once, of the whole evidence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Snapshot {
    pub version: u32,
    pub game: String,
    /// As it was asked for.
    pub agent: String,
    pub unit: String,
    pub bounds: [f64; 2],
    #[serde(default)]
    pub opponents: Option<Company>,
    #[serde(rename = "move")]
    pub chosen: String,
    pub value: Option<f64>,
    pub basis: Basis,
    #[serde(default)]
    pub choice: Choice,
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
    /// In notation with Japanese names, where that differs; it is read as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_ja: Option<String>,
    /// As shown to people.
    pub label: Sentence,
    pub value: Option<f64>,
    /// Standard error; `null` if unknown.
    pub se: Option<f64>,
    /// The search's own mean, where `value` is the chance against a company that was fitted to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched: Option<f64>,
    /// The 95% interval of the search's own mean, as `value` is stated; for a value that is not sampled, the least and the most
    /// that it can be, where that is certain.
    pub lo: Option<f64>,
    pub hi: Option<f64>,
    /// The agent's own score, where that decides (`choice` is `score`) and not the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    pub visits: u64,
    /// Share of all visits; for a mixed strategy, the probability.
    pub share: f64,
    pub bound: Bound,
    /// Game-specific facts about the move.
    #[serde(default)]
    pub facts: Option<Facts>,
}

/// What a game says about one move: a short text, and its data in the game's own schema.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Facts {
    pub text: Sentence,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub data: Value,
}

impl Facts {
    /// Only a text.
    pub fn words(text: Sentence) -> Facts {
        Facts { text, data: Value::Null }
    }
}

/// How far a move is ahead of the best alternative.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lead {
    pub over: String,
    pub by: f64,
    /// Standard error; 0 if nothing is sampled.
    pub se: f64,
    /// Whether the lead exceeds its 95% margin of error.
    pub decided: bool,
    /// Where the alternative has the better value: why the move was chosen all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Sentence>,
}

/// One reason, what it is about, and its weight. Reasons are sorted by decreasing weight; the decisive one
/// has 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reason {
    #[serde(flatten)]
    pub text: Sentence,
    pub about: Vec<About>,
    pub weight: f64,
}

/// What a sentence is about, so that a front end can point at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum About {
    Move(String),
    Card(String),
    Seat(usize),
}

/// The kind of evidence behind a decision.
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

/// What kind of number the value of a candidate is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Bound {
    /// A mean of samples.
    Sampled,
    /// A judgement of positions in which the search was cut off, or of a table. If only `hi` is given, it is
    /// no better than that by this judgement.
    Judged,
    /// A way to the end of the game pays this.
    AtLeast,
    /// Best play pays no more than this.
    AtMost,
    /// Computed to the end, for players who play as assumed.
    Exact,
    /// The value under best play.
    Proven,
}

impl From<yomi_core::Bound> for Bound {
    fn from(bound: yomi_core::Bound) -> Bound {
        match bound {
            yomi_core::Bound::Judged | yomi_core::Bound::JudgedAtMost => Bound::Judged,
            yomi_core::Bound::AtLeast => Bound::AtLeast,
            yomi_core::Bound::AtMost => Bound::AtMost,
            yomi_core::Bound::Exact => Bound::Exact,
            yomi_core::Bound::Proven => Bound::Proven,
            _ => Bound::Sampled,
        }
    }
}

/// How the move was chosen among the candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Choice {
    /// The best value.
    #[default]
    Value,
    /// The most visits.
    Visits,
    /// The move of a rule, unless another is clearly better.
    Favourite,
    /// The best of the poor results.
    Quantile,
    /// By a score of the agent's own.
    Score,
    /// Drawn by the shares of a mixed strategy; the likeliest is shown first.
    Drawn,
    /// Drawn by shares, as well as a partner of this strength plays; the likeliest is shown first.
    Level,
}

impl From<yomi_core::Choice> for Choice {
    fn from(choice: yomi_core::Choice) -> Choice {
        match choice {
            yomi_core::Choice::Visits => Choice::Visits,
            yomi_core::Choice::Favourite => Choice::Favourite,
            yomi_core::Choice::Quantile(_) => Choice::Quantile,
            yomi_core::Choice::Score => Choice::Score,
            yomi_core::Choice::Drawn => Choice::Drawn,
            yomi_core::Choice::Level => Choice::Level,
            _ => Choice::Value,
        }
    }
}

/// One iteration of a search, for debugging.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Iteration {
    pub version: u32,
    /// The index of the tree in the search.
    pub stream: usize,
    /// The index of the world in the pool, or the number of worlds before it.
    pub number: u64,
    /// The seat that searches.
    #[serde(default)]
    pub seat: usize,
    /// The world: what each seat sees of it, as in a view.
    pub world: Vec<Value>,
    /// What chance brought in it, in order, as far as the iteration came: the order of its deck, for example.
    #[serde(default)]
    pub drawn: Vec<String>,
    /// How many decisions were made inside the tree.
    #[serde(default)]
    pub depth: usize,
    /// What happened in the tree, luck included.
    pub tree: Vec<String>,
    /// Events of the rollout.
    pub rollout: Vec<String>,
    /// The payoff of every seat, in `unit`.
    pub reward: Vec<f64>,
    /// As in [`Advice`].
    #[serde(default)]
    pub unit: String,
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
    /// Whether a value can make Yomi open a path or run a program: for faces that take options from
    /// strangers.
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

/// An event as one seat saw it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Happened {
    /// The number of the turn, from 1; a chance event belongs to the turn before it.
    pub turn: usize,
    /// The seat that moved; `null` for chance.
    pub seat: Option<usize>,
    /// In notation.
    pub entry: String,
    /// As shown to people.
    pub label: Sentence,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Legal {
    #[serde(rename = "move")]
    pub text: String,
    /// With Japanese names, where that differs; it is read as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_ja: Option<String>,
    pub label: Sentence,
}

/// A card, for games that have a catalogue of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardInfo {
    pub id: String,
    pub name: Sentence,
    /// What it does, as text.
    pub text: Sentence,
    pub cost: Option<u32>,
    pub power: Option<u32>,
    /// For example `unit` or `spell`.
    pub kind: String,
    pub keywords: Vec<String>,
}

/// A view as a vector of numbers, for learning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Vector {
    pub version: u32,
    pub game: String,
    pub seat: usize,
    /// Version of the sections of the vector and their order.
    pub layout: u32,
    /// The name of every number, as `section.name`.
    pub names: Vec<String>,
    pub values: Vec<f32>,
}

/// What must be known to start a real game, in addition to the seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartField {
    /// The key of the view, or the name of a setting.
    pub name: String,
    pub kind: StartKind,
    pub help: Sentence,
    /// An example answer: JSON for a key of the view, text for a setting.
    pub example: String,
}

/// The type of the answer, and where it goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[non_exhaustive]
pub enum StartKind {
    /// This many cards, by name; a setting of the game.
    CardsSetting { least: usize, most: usize },
    /// This many cards, by name; a key of the view.
    Cards { least: usize, most: usize },
    /// A number for every seat.
    CountPerSeat,
    /// A seat.
    Seat,
    /// One of these words; a setting of the game.
    ChoiceSetting { words: Vec<String> },
    /// A setting of the game, by its own notation; without an answer it keeps its default.
    Setting,
    /// The rows of a board from the top, one word per row.
    Rows,
}

impl StartKind {
    /// Whether the answer is a setting of the game, and not part of what a seat sees.
    pub fn is_setting(&self) -> bool {
        use StartKind::{CardsSetting, ChoiceSetting, Setting};
        matches!(self, CardsSetting { .. } | ChoiceSetting { .. } | Setting)
    }
}

impl StartField {
    /// Asks for a setting of the game, with the words that explain it in the list of settings.
    pub fn setting(spec: &yomi_core::OptionSpec) -> StartField {
        StartField {
            name: spec.name.into(),
            kind: StartKind::Setting,
            help: spec.help.into(),
            example: spec.default.into(),
        }
    }
}
