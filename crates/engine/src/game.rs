//! Games at the level of faces: text and plain data, no types of any one game.
//!
//! A [`Game`] is what a list of games shows. Opened with its settings it becomes a [`Table`], where matches are played and
//! views are read; a [`Session`] is one game in progress there, and a [`Position`] is a view that one can ask about. A
//! [`Log`] is a game that is played elsewhere and entered here as it happens. All of them own what they need: they can
//! be kept, sent to another thread, and outlive what they were made from.

use crate::agent::AgentText;
use crate::ask::{Ask, Listener};
use crate::bench::Meter;
use crate::chart::{Best, Traits};
use crate::export::Exporter;
use crate::host::Host;
use crate::kind::AgentInfo;
use crate::record::Record;
use crate::solve::{Question, Solution};
use crate::wire::{Advice, AgentList, CardInfo, GameEntry, Happened, Legal, StartField};
use crate::{Fault, Sentence, arena, statistics, suite, tune};
use serde_json::{Map, Value};
use std::sync::Arc;
use yomi_core::{Limits, OptionSpec, Player, Settings, Stakes, Text, Turn};

/// A game that Yomi knows.
pub trait Game: Send + Sync {
    fn name(&self) -> &'static str;
    fn summary(&self) -> Text;
    fn stakes(&self) -> Stakes;
    fn settings(&self) -> &'static [OptionSpec];
    fn agents(&self) -> Vec<AgentInfo>;
    /// The game as a list of games shows it.
    fn listed(&self) -> Result<GameEntry, Fault>;
    /// The agents as a list shows them, with what they can do.
    fn listed_agents(&self) -> Result<AgentList, Fault>;
    /// The game with these settings, defaults filled in. A setting that names a file is read through the host.
    fn open(&self, given: &[(String, String)]) -> Result<Box<dyn Table>, Fault>;
    /// The game with the settings of a view or a record. Nothing is opened because a file says so: a setting that takes a
    /// file holds the content here.
    fn open_json(&self, settings: Option<&Value>) -> Result<Box<dyn Table>, Fault>;
    /// What kind of game it is.
    fn traits(&self) -> Traits;
    /// What its agent `best` is, where the game says so.
    fn best(&self) -> Option<Best>;
    /// Measures what matters for this game.
    fn bench(&self, meter: &mut Meter);
    /// What can be done with it beside playing.
    fn abilities(&self) -> Abilities;
    /// What a real game must be asked at its start, beside the seat.
    fn start_fields(&self) -> Vec<StartField>;
    /// The view, as JSON, of a log that another engine wrote. Settings that are not given come from the log.
    fn import(&self, text: &str, given: &[(String, String)]) -> Result<Value, Fault>;
    /// How to make a program for elsewhere of a player.
    fn exporter(&self) -> Option<Exporter>;
    fn host(&self) -> &Arc<dyn Host>;
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
    /// Exact values can be had.
    pub solve: bool,
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
    ) -> Result<Box<dyn Session>, Fault>;
    /// Reads a view that is a JSON object of this game.
    fn read_view(&self, object: &Map<String, Value>) -> Result<Box<dyn Position>, Fault>;
    /// A real game as this seat sees it, to be entered: from its start, where the settings say what it is.
    fn start_log(&self, seat: Player) -> Result<Box<dyn Log>, Fault>;
    /// The same from a view that is a JSON object of this game.
    fn read_log(&self, object: &Map<String, Value>) -> Result<Box<dyn Log>, Fault>;
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
    /// The cards of the game, where it has a catalogue of them.
    fn cards(&self) -> Vec<CardInfo>;
}

/// A game in progress.
pub trait Session: Send {
    fn players(&self) -> usize;
    /// The seat whose move is asked for; `None` when the game is over.
    fn next(&self) -> Option<Player>;
    fn position(&self, seat: Player) -> Box<dyn Position>;
    /// Plays a move of the next seat, as typed. Where the game writes turns, what came after the move may be part of it: then it
    /// must be what this deal brings. A refused move changes nothing.
    fn submit(&mut self, text: &str) -> Result<(), Fault>;
    /// Plays the moves of a list, as this game splits it; what luck brings may be among them, and must be what this deal brings.
    fn submit_list(&mut self, list: &str) -> Result<(), Fault>;
    /// Lets the agent of the next seat move. For its reasons ask the position before.
    fn let_agent_move(&mut self, listener: &mut dyn Listener) -> Result<Moved, Fault>;
    /// Goes back to before the last move of this seat; false when there was none.
    fn take_back(&mut self, seat: Player) -> bool;
    /// The exact value of the position, where it can be had.
    fn solve(
        &self,
        question: Question,
        limits: Option<Limits>,
        stop: &crate::ask::Stop,
        listener: &mut dyn Listener,
    ) -> Result<Solution, Fault>;
    /// What no seat, or not every seat, can see now: for practice. `None` where the game hides nothing.
    fn secrets(&self) -> Option<Sentence>;
    fn record(&self) -> Record;
    /// What every seat has got, in the game's unit.
    fn payoffs(&self) -> Vec<f64>;
}

/// A real game, entered as it happens: what one seat sees of it, and no state behind it.
pub trait Log: Send {
    fn position(&self) -> Box<dyn Position>;
    fn turn(&self) -> Turn;
    /// Takes in what happened, one or several events. A refused entry changes nothing.
    fn enter(&mut self, text: &str) -> Result<(), Fault>;
    /// Goes back by one turn, as the game writes turns; false when there is none.
    fn take_back(&mut self) -> bool;
}

/// A view one can ask about.
pub trait Position: Send {
    fn seat(&self) -> Player;
    fn json(&self) -> Value;
    fn picture(&self) -> String;
    /// What has happened, as this seat saw it, in notation.
    fn history(&self) -> Vec<String>;
    /// What has happened, event by event, with seats, turns and labels.
    fn events(&self) -> Vec<Happened>;
    fn legal(&self) -> Vec<Legal>;
    /// The best move by the agent that is asked, every candidate, and why.
    fn advise(&self, ask: &Ask, listener: &mut dyn Listener) -> Result<Advice, Fault>;
}

/// A move of an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    pub agent: String,
    pub chosen: String,
    /// What the agent thinks it is worth, in the game's unit, where it looked.
    pub value: Option<f64>,
}
