//! Learning: the request and the result of `tune`.

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
    /// Learn to predict how this agent chooses, instead of learning to win.
    pub imitate: Option<AgentText>,
    /// The opponents to learn against, as the game names them.
    pub against: String,
    /// Number of weight updates.
    pub batches: u32,
    /// Games per batch; when imitating, games to observe.
    pub games: u32,
    /// The learning rate at the start.
    pub rate: f64,
    /// Entropy bonus at the start, in payoff per nat.
    pub explore: f64,
    /// How much sharper (less random) the policy is at the end than in the first half.
    pub sharpen: f64,
    pub seed: u64,
}

/// The result of learning.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The file that agents read.
    pub bytes: Vec<u8>,
    /// The command that produces the same file again, except for the output path.
    pub made_by: String,
    pub outcome: Outcome,
    /// Learning was stopped from outside: this is as far as it came.
    pub interrupted: bool,
}

/// How good the result is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Outcome {
    Policy {
        curve: Vec<Point>,
        /// Share of games won against random players, on games not used for learning.
        against_random: f64,
        ci95: [f64; 2],
    },
    Habits {
        /// Number of choices in the training data.
        choices: usize,
        /// Mean log-likelihood of held-out choices, in nats, and the same for a uniformly random choice.
        log_likelihood: f64,
        at_random: f64,
        /// Share of held-out choices that were predicted.
        hits: f64,
    },
}

/// A point of the learning curve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    pub batch: u32,
    pub games: u64,
    /// Share of the games of the batch that the learner won while sampling its moves.
    pub won: f64,
    pub entropy: f64,
    /// Share of games won against random players, always playing the most likely move.
    pub against_random: f64,
}

/// Learns weights for a game. Calls `done` after every batch, or after every observed game.
pub type Tuner<R> = fn(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<<R as yomi_core::Ruleset>::State>],
    request: &Request,
    host: &Arc<dyn Host>,
    follower: &dyn Follower,
) -> Result<Weights, Fault>;
