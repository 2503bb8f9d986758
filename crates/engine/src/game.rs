//! Games as front ends see them: text and plain data, without the types of any one game.
//!
//! A [`Game`] is an entry in the list of games. Opened with its settings it becomes a [`Table`], where
//! matches are played and views are read. A [`Session`] is one game in progress there, and a [`Position`] is
//! a view that agents can be asked about. A [`Log`] is a game that is played elsewhere and entered here as it
//! happens. All of them own their data: they can be kept, sent to another thread, and outlive what they were
//! made from.

use crate::agent::AgentText;
use crate::ask::{Ask, Listener, Stop};
use crate::bench::Meter;
use crate::chart::{Best, Traits};
use crate::export::Exporter;
use crate::follow::Follower;
use crate::host::Host;
use crate::kind::AgentInfo;
use crate::partner::Ladder;
use crate::record::Record;
use crate::solve::{Question, Solution};
use crate::start::Answers;
use crate::wire::{Advice, AgentList, CardInfo, GameEntry, Happened, Legal, StartField, Vector};
use crate::{Fault, Sentence, arena, audit, calibrate, puzzle, review, statistics, suite, tune};
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;
use yomi_core::{Limits, OptionSpec, Player, Settings, Stakes, Text, Turn};

/// A game that Yomi knows.
pub trait Game: Send + Sync {
    fn name(&self) -> &'static str;
    fn summary(&self) -> Text;
    /// The rules for a person, as Markdown; empty where there are none.
    fn rules(&self) -> Text;
    fn stakes(&self) -> Stakes;
    /// What chance brings after the start, as a person is asked for it.
    fn drawn(&self) -> Text;
    fn settings(&self) -> &'static [OptionSpec];
    fn agents(&self) -> Vec<AgentInfo>;
    /// The game as a list of games shows it.
    fn listed(&self) -> Result<GameEntry, Fault>;
    /// The agents as a list shows them, with what they can do.
    fn listed_agents(&self) -> Result<AgentList, Fault>;
    /// Opens the game with these settings, defaults filled in. A setting that names a file is read through
    /// the host.
    fn open(&self, given: &[(String, String)]) -> Result<Box<dyn Table>, Fault>;
    /// Opens the game with the settings of a view or a record. No file is opened because such input names it:
    /// a setting of type file holds the content here.
    fn open_json(&self, settings: Option<&Value>) -> Result<Box<dyn Table>, Fault>;
    /// Properties of the game, for the chart.
    fn traits(&self) -> Traits;
    /// What its `best` agent is, if the game declares it.
    fn best(&self) -> Option<Best>;
    /// Runs the benchmarks of this game.
    fn bench(&self, meter: &mut Meter);
    /// What it supports in addition to playing.
    fn abilities(&self) -> Abilities;
    /// What must be known to start a real game, in addition to the seat.
    fn start_fields(&self) -> Vec<StartField>;
    /// Converts another engine's log to a view, as JSON. Settings that are not given are taken from the log.
    fn import(&self, text: &str, given: &[(String, String)]) -> Result<Value, Fault>;
    /// The levels of `partner`, if there is that agent.
    fn ladder(&self) -> Option<&'static Ladder>;
    /// Whether puzzles can be made of it.
    fn makes_puzzles(&self) -> bool;
    /// How to export a player as a stand-alone program.
    fn exporter(&self) -> Option<Exporter>;
    fn host(&self) -> &Arc<dyn Host>;
    /// The same game on another host: other clocks, other files.
    fn on(&self, host: &Arc<dyn Host>) -> Box<dyn Game>;
}

/// Features that only some games have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// Statistics of cards can be measured.
    pub statistics: bool,
    /// Weights can be learned.
    pub tune: bool,
    /// A player can be exported as a stand-alone program.
    pub export: bool,
    /// Logs of another engine can be imported.
    pub import: bool,
    /// Exact values can be had.
    pub solve: bool,
    /// Views can be turned into vectors.
    pub vector: bool,
}

/// A game with its settings chosen.
pub trait Table: Send + Sync {
    fn settings(&self) -> &Settings;
    fn players(&self) -> usize;
    /// A new game. Seats without an agent are played by the caller.
    fn session(
        &self,
        seed: u64,
        agents: &[Option<AgentText>],
        limits: Option<Limits>,
    ) -> Result<Box<dyn Session>, Fault>;
    /// Reads a view that is a JSON object of this game.
    fn read_view(&self, object: &Map<String, Value>) -> Result<Box<dyn Position>, Fault>;
    /// A real game as this seat sees it, to be entered. It starts from the beginning, if the settings
    /// determine it.
    fn start_log(&self, seat: Player) -> Result<Box<dyn Log>, Fault>;
    /// The same, starting from a view that is a JSON object of this game.
    fn read_log(&self, object: &Map<String, Value>) -> Result<Box<dyn Log>, Fault>;
    /// The keys of such a view at the start of a real game, from the answers to the start fields, as far as
    /// they go. An answer that cannot be is refused.
    fn start_keys(&self, seat: Player, answers: &Answers) -> Result<Map<String, Value>, Fault>;
    fn arena(&self, request: &arena::Request, follower: &dyn Follower) -> Result<arena::Report, Fault> {
        self.arena_kept(request, follower, &())
    }
    /// The same; deals are kept outside, and those that were are not played again.
    fn arena_kept(
        &self,
        request: &arena::Request,
        follower: &dyn Follower,
        keeper: &dyn arena::Keeper,
    ) -> Result<arena::Report, Fault>;
    /// Plays a range of the deals of a match in this thread, with the moves of its games if they are wanted.
    /// [`Parts`](arena::Parts) joins such parts to the report of the whole match.
    fn arena_part(
        &self,
        request: &arena::Request,
        range: Range<usize>,
        moves: bool,
        follower: &dyn Follower,
    ) -> Result<arena::Part, Fault>;
    fn suite(&self, request: &suite::Request, follower: &dyn Follower) -> Result<suite::Report, Fault>;
    /// Plays games and compares what an agent states at its decisions with what it then gets.
    fn calibrate(
        &self,
        request: &calibrate::Request,
        follower: &dyn Follower,
    ) -> Result<calibrate::Found, Fault>;
    /// Plays games and asks an agent again with what is hidden dealt anew: whether it peeks.
    fn audit(&self, request: &audit::Request, follower: &dyn Follower) -> Result<audit::Report, Fault>;
    /// Plays games and counts what every card did, if the game has statistics of cards.
    fn statistics(
        &self,
        request: &arena::Request,
        follower: &dyn Follower,
    ) -> Result<statistics::Report, Fault>;
    /// Learns weights, if the game has an agent with weights.
    fn tune(&self, request: &tune::Request, follower: &dyn Follower) -> Result<tune::Weights, Fault>;
    /// Replays a record and checks every move; calls `show` with the number of the move, the move and the
    /// picture after it.
    fn replay(&self, record: &Record, show: &mut dyn FnMut(usize, &str, &Sentence)) -> Result<(), Fault>;
    /// The same without pictures: whether every move of a record is possible and its payoffs are right.
    fn check(&self, record: &Record) -> Result<(), Fault>;
    /// What each decision of a seat lost given what could be known, and what luck did. The record is checked
    /// first; one of a game that is not over is reviewed as far as it goes.
    fn review(
        &self,
        record: &Record,
        request: &review::Request,
        follower: &dyn Follower,
    ) -> Result<review::Review, Fault>;
    /// The mean over this many deals of what the value function of reviews expects, as it is stored beside a
    /// game.
    fn review_start(&self, deals: u64, seed: u64, command: &str) -> review::MeanStart;
    /// Makes puzzles: positions with one clearly best move that a natural choice misses. Records are checked
    /// first.
    fn make_puzzles(
        &self,
        request: &puzzle::Request,
        follower: &dyn Follower,
    ) -> Result<puzzle::Puzzles, Fault>;
    /// Weighs the best move of a puzzle again, with other luck.
    fn weigh_puzzle(&self, puzzle: &puzzle::Puzzle, seed: u64) -> Result<puzzle::Again, Fault>;
    /// The cards of the game, if it has a catalogue.
    fn cards(&self) -> Vec<CardInfo>;
}

/// The answer to a seat that waits.
pub struct Waiting {
    /// The seat to move.
    pub turn: Player,
    /// Without a move, candidates or a value.
    pub advice: Advice,
}

/// A game in progress.
pub trait Session: Send {
    fn players(&self) -> usize;
    /// The seat to move; `None` when the game is over.
    fn next(&self) -> Option<Player>;
    fn position(&self, seat: Player) -> Box<dyn Position>;
    /// Plays a move of the next seat, as typed. In games that write whole turns, the text may include what
    /// chance brings after the move, which must then match this deal. A rejected move changes nothing.
    fn submit(&mut self, text: &str) -> Result<(), Fault>;
    /// Plays a list of moves, as this game splits it. It may include chance outcomes, which must match this
    /// deal. A rejected list changes nothing.
    fn submit_list(&mut self, list: &str) -> Result<(), Fault>;
    /// Lets the agent of the next seat move. For an explanation, ask the position before the move.
    fn let_agent_move(&mut self, listener: &mut dyn Listener) -> Result<Moved, Fault> {
        self.let_agent_move_until(&Stop::default(), listener)
    }
    /// The same; when stopped, the agent plays what it has found so far.
    fn let_agent_move_until(&mut self, stop: &Stop, listener: &mut dyn Listener) -> Result<Moved, Fault>;
    /// Goes back to before the last move of this seat; false when there was none.
    fn take_back(&mut self, seat: Player) -> bool;
    /// The exact value of the position, if there is a solver.
    fn solve(
        &self,
        question: Question,
        limits: Option<Limits>,
        stop: &Stop,
        listener: &mut dyn Listener,
    ) -> Result<Solution, Fault>;
    /// Hidden information, for practice. `None` if the game hides nothing.
    fn secrets(&self) -> Option<Sentence>;
    fn record(&self) -> Record;
    /// The payoff of every seat, in the game's unit.
    fn payoffs(&self) -> Vec<f64>;
}

/// A real game, entered as it happens: the view of one seat, without the true state.
pub trait Log: Send {
    fn position(&self) -> Box<dyn Position>;
    fn turn(&self) -> Turn;
    /// What every seat gets, in the game's unit, of a game that is over, where the view tells it.
    fn payoffs(&self) -> Option<Vec<f64>>;
    /// Applies one or several events. A rejected entry changes nothing.
    fn enter(&mut self, text: &str) -> Result<(), Fault>;
    /// Takes back one turn, as the game writes turns; false if there is none.
    fn take_back(&mut self) -> bool;
}

/// A view that agents can be asked about.
pub trait Position: Send {
    /// The name of the game.
    fn game(&self) -> &'static str;
    fn seat(&self) -> Player;
    fn json(&self) -> Value;
    /// The view as named numbers, in games that have them.
    fn vector(&self) -> Result<Vector, Fault>;
    fn picture(&self) -> String;
    /// The same with its words in Japanese.
    fn picture_ja(&self) -> String;
    /// The events so far, as this seat saw them, in notation.
    fn history(&self) -> Vec<String>;
    /// The events so far with seats, turns and labels.
    fn events(&self) -> Vec<Happened>;
    fn legal(&self) -> Vec<Legal>;
    /// The same seat's view before the move of this turn, counted from 1 as in [`events`](Self::events); the
    /// turn after the last one is the view as it is.
    fn before_turn(&self, turn: usize) -> Result<Box<dyn Position>, Fault>;
    /// The best move according to the requested agent, all candidates, and an explanation.
    fn advise(&self, ask: &Ask, listener: &mut dyn Listener) -> Result<Advice, Fault>;
    /// What there is to say to a seat that waits for another to move, for front ends that answer it: whose turn it
    /// is, and no move. `None` where the seat is to move, where chance is, and at the end.
    fn waiting(&self, ask: &Ask) -> Option<Waiting>;
}

/// A move of an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    pub agent: String,
    pub chosen: String,
    /// For a person who watches: the move, and what the agent thinks of it.
    pub told: Sentence,
    /// The agent's value of the move, in the game's unit, if it searched.
    pub value: Option<f64>,
    /// Iterations that it took.
    pub iterations: u64,
    /// Why the agent could not go on, where it failed now: the game is lost to it, and its moves from this one
    /// on are random.
    pub failed: Option<Sentence>,
}
