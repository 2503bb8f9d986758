//! Learning: what `tune` is asked for and what it answers.

use crate::Fault;
use crate::agent::AgentText;
use crate::follow::Follower;
use crate::host::Host;
use crate::kind::AgentKind;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use yomi_core::Settings;

/// How to learn.
#[derive(Clone, Debug)]
pub struct Request {
    /// Learn how this agent chooses, in place of a policy that wins.
    pub imitate: Option<AgentText>,
    /// The opponents to learn against, as the game names them.
    pub against: String,
    /// How many times the weights move.
    pub batches: u32,
    /// Games per batch; games to watch when imitating.
    pub games: u32,
    /// The size of the first steps.
    pub rate: f64,
    /// Entropy bonus at the start, in payoff per nat.
    pub explore: f64,
    /// How much more decided the learner plays at the end than in the first half.
    pub sharpen: f64,
    pub seed: u64,
}

/// What was learnt.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The file that agents read.
    pub bytes: Vec<u8>,
    /// The command that makes the same file again, but for where it goes.
    pub made_by: String,
    pub outcome: Outcome,
    /// Learning was stopped from outside: this is as far as it came.
    pub interrupted: bool,
}

/// How well it was learnt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Outcome {
    Policy {
        curve: Vec<Point>,
        /// Share of games won against random players, measured on games that were not learnt from.
        against_random: f64,
        ci95: [f64; 2],
    },
    Habits {
        /// Choices that were learnt from.
        choices: usize,
        /// Mean log-likelihood of choices that were kept aside, in nats, and the same for any card at all.
        log_likelihood: f64,
        at_random: f64,
        /// Share of them that were foreseen.
        hits: f64,
    },
}

/// A point of the learning curve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    pub batch: u32,
    pub games: u64,
    /// Share of the games of the batch that the learner won, playing by chance.
    pub won: f64,
    pub entropy: f64,
    /// Share of games won against random players, always playing the best move.
    pub against_random: f64,
}

/// Learns weights for a game. Reports every batch, or every game watched, to `done`.
pub type Tuner<R> = fn(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<<R as yomi_core::Ruleset>::State>],
    request: &Request,
    host: &Arc<dyn Host>,
    follower: &dyn Follower,
) -> Result<Weights, Fault>;
