//! Games at the level of commands: text and JSON, no types of any one game.
//!
//! A [`Game`] is what `yomi games` lists. Opened with its settings it becomes a [`Table`], where matches are played and
//! views are read; a [`Session`] is one game in progress there, and a [`Position`] is a view that one can ask about. A
//! [`Log`] is a game that is played elsewhere and entered here as it happens.

use crate::agent::{AgentInfo, AgentText};
use crate::bench::Meter;
use crate::chart::{Best, Traits};
use crate::explain::Sentence;
use crate::export::Exporter;
use crate::record::Record;
use crate::solve::{Question, Solution};
use crate::treetop::ShownTree;
use crate::{Fault, arena, statistics, suite, tune};
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::atomic::AtomicBool;
use yomi_core::{Limits, OptionSpec, Player, Settings, Stakes, Text, Turn};

/// A game that Yomi knows.
pub trait Game: Send + Sync {
    fn name(&self) -> &'static str;
    fn summary(&self) -> Text;
    fn stakes(&self) -> Stakes;
    fn settings(&self) -> &'static [OptionSpec];
    fn agents(&self) -> Vec<AgentInfo>;
    /// The game with these settings, defaults filled in.
    fn open(&self, given: &[(String, String)]) -> Result<Box<dyn Table>, Fault>;
    /// The game with the settings of a view or a record.
    fn open_json(&self, settings: Option<&Value>) -> Result<Box<dyn Table>, Fault>;
    /// What kind of game it is.
    fn traits(&self) -> Traits;
    /// What its agent `best` is, where the game says so.
    fn best(&self) -> Option<Best>;
    /// Measures what matters for this game.
    fn bench(&self, meter: &mut Meter);
    /// What can be done with it beside playing.
    fn abilities(&self) -> Abilities;
    /// The view, as JSON, of a log that another engine wrote. Settings that are not given come from the log.
    fn import(&self, text: &str, given: &[(String, String)]) -> Result<Value, Fault>;
    /// How to make a program for elsewhere of a player.
    fn exporter(&self) -> Option<Exporter>;
}

/// What some games can do and others cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// Statistics of cards are measured.
    pub statistics: bool,
    /// Weights are learnt.
    pub tune: bool,
    /// A player is written as a program for elsewhere.
    pub export: bool,
    /// Logs of another engine are read.
    pub import: bool,
}

/// A game with its settings chosen.
pub trait Table: Send + Sync {
    fn settings(&self) -> &Settings;
    fn players(&self) -> usize;
    /// A new game. Seats without an agent are played from outside.
    fn session(
        &self,
        seed: u64,
        agents: &[Option<AgentText>],
        limits: Option<Limits>,
    ) -> Result<Box<dyn Session + '_>, Fault>;
    /// Reads a view that is a JSON object of this game.
    fn read_view(&self, object: &Map<String, Value>) -> Result<Box<dyn Position + '_>, Fault>;
    /// A real game as this seat sees it, to be entered: from its start, where the settings say what it is.
    fn start_log(&self, seat: Player) -> Result<Box<dyn Log + '_>, Fault>;
    /// The same from a view that is a JSON object of this game.
    fn read_log(&self, object: &Map<String, Value>) -> Result<Box<dyn Log + '_>, Fault>;
    fn arena(&self, request: &arena::Request, done: &(dyn Fn(u64) + Sync)) -> Result<arena::Report, Fault>;
    fn suite(&self, request: &suite::Request, done: &(dyn Fn(u64) + Sync)) -> Result<suite::Report, Fault>;
    /// Plays games and counts what every card did, where the game has statistics of cards.
    fn statistics(
        &self,
        request: &arena::Request,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<statistics::Report, Fault>;
    /// Learns weights, where the game has something to tune.
    fn tune(&self, request: &tune::Request, done: &(dyn Fn(u64) + Sync)) -> Result<tune::Weights, Fault>;
    /// Plays a record again, checking every move; shows the number of the move, the move and the picture after it.
    fn replay(&self, record: &Record, show: &mut dyn FnMut(usize, &str, &str)) -> Result<(), Fault>;
}

/// A game in progress.
pub trait Session {
    fn players(&self) -> usize;
    /// The seat whose move is asked for; `None` when the game is over.
    fn next(&self) -> Option<Player>;
    fn position(&self, seat: Player) -> Box<dyn Position + '_>;
    /// Plays a move of the next seat, as typed. Where the game writes turns, what came after the move may be part of it: then it
    /// must be what this deal brings. A refused move changes nothing.
    fn submit(&mut self, text: &str) -> Result<(), Fault>;
    /// Plays the moves of a list, as this game splits it; what luck brings may be among them, and must be what this deal brings.
    fn submit_list(&mut self, list: &str) -> Result<(), Fault>;
    /// Lets the agent of the next seat move. For its reasons ask the position before.
    fn let_agent_move(&mut self, thinking: &mut Thinking<'_>) -> Result<Played, Fault>;
    /// Goes back to before the last move of this seat; false when there was none.
    fn take_back(&mut self, seat: Player) -> bool;
    /// The exact value of the position, where it can be had.
    fn solve(
        &self,
        question: Question,
        limits: Option<Limits>,
        thinking: &mut Thinking<'_>,
    ) -> Result<Solution, Fault>;
    /// What no seat, or not every seat, can see now: for practice. `None` where the game hides nothing.
    fn secrets(&self) -> Option<Sentence>;
    fn record(&self) -> Record;
    fn payoffs(&self) -> Vec<f64>;
}

/// A real game, entered as it happens: what one seat sees of it, and no state behind it.
pub trait Log {
    fn position(&self) -> Box<dyn Position + '_>;
    fn turn(&self) -> Turn;
    /// Takes in what happened, one or several events. A refused entry changes nothing.
    fn enter(&mut self, text: &str) -> Result<(), Fault>;
    /// Goes back by one turn, as the game writes turns; false when there is none.
    fn take_back(&mut self) -> bool;
}

/// A view one can ask about.
pub trait Position {
    fn seat(&self) -> Player;
    fn json(&self) -> Value;
    fn picture(&self) -> String;
    /// What has happened, as this seat saw it.
    fn history(&self) -> Vec<String>;
    fn legal(&self) -> Vec<String>;
    fn advise(
        &self,
        agent: &AgentText,
        limits: Option<Limits>,
        seed: u64,
        thinking: &mut Thinking<'_>,
    ) -> Result<Advice, Fault>;
    /// Advice with the top of the search tree, so many moves deep. Refused for agents that build none.
    fn advise_with_tree(
        &self,
        agent: &AgentText,
        limits: Option<Limits>,
        seed: u64,
        depth: u32,
        thinking: &mut Thinking<'_>,
    ) -> Result<Advice, Fault>;
}

/// How the outside follows and stops a search.
pub struct Thinking<'a> {
    pub stop: &'a AtomicBool,
    pub glimpse: Option<&'a mut (dyn FnMut(Glimpse) + Send)>,
    /// Hears of every iteration of a search that can tell; agents that cannot are refused.
    pub trace: Option<&'a mut (dyn FnMut(Iteration) + Send)>,
}

/// One iteration of a search, for debugging.
#[derive(Clone, Debug, Serialize)]
pub struct Iteration {
    /// Which of the trees of the search.
    pub stream: usize,
    /// Which world: its place in the pool, or how many came before it.
    pub number: u64,
    /// The world as its seats see it.
    pub world: String,
    /// What happened in the tree, luck included.
    pub tree: Vec<String>,
    /// What happened after it.
    pub rollout: Vec<String>,
    /// What every seat got.
    pub reward: Vec<f64>,
}

/// A preliminary result.
#[derive(Clone, Debug)]
pub struct Glimpse {
    pub iterations: u64,
    pub best: String,
    pub value: f64,
}

/// A move of an agent.
#[derive(Clone, Debug)]
pub struct Played {
    pub agent: String,
    pub chosen: String,
    /// What the agent thinks it is worth, where it looked.
    pub value: Option<f64>,
}

/// The answer to "what should I play?".
#[derive(Clone, Debug, Serialize)]
pub struct Advice {
    pub game: &'static str,
    pub agent: String,
    pub seed: u64,
    #[serde(rename = "move")]
    pub chosen: String,
    pub value: Option<f64>,
    /// Best first.
    pub candidates: Vec<AdvisedMove>,
    pub reasons: Vec<Sentence>,
    pub beliefs: Value,
    /// The expected continuation.
    pub line: Vec<String>,
    pub iterations: u64,
    pub nodes: u64,
    pub depth: u32,
    pub worlds: u64,
    /// Nodes over nodes passed: the less, the more worlds share a node. `null` where nobody counts.
    pub share_rate: Option<f64>,
    pub memory_bytes: usize,
    pub elapsed_ms: f64,
    /// The top of the search tree, where somebody asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<ShownTree>,
    #[serde(skip)]
    pub stakes: Stakes,
}

#[derive(Clone, Debug, Serialize)]
pub struct AdvisedMove {
    #[serde(rename = "move")]
    pub text: String,
    pub value: Option<f64>,
    /// Standard error; `null` where it is not known.
    pub se: Option<f64>,
    pub visits: u64,
    /// Part of all visits.
    pub share: f64,
    /// `exact`, `at most`, or empty for an estimate.
    pub note: &'static str,
    /// What only this game can say about the move, in short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Sentence>,
}
