//! Requests to an agent, and how a caller follows and stops it.

use crate::Fault;
use crate::agent::AgentText;
use crate::chances::Company;
use crate::limit;
use crate::wire::{Iteration, Snapshot};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yomi_core::Limits;

/// One request: which agent, its limits, and what is wanted in addition to the move.
#[derive(Clone, Debug)]
pub struct Ask {
    pub agent: AgentText,
    /// When to stop. A limit in the agent's own options takes precedence; without either, the agent's default
    /// applies.
    pub limits: Option<Limits>,
    /// Whom chances to win are stated against; without it as the opponents are read where they have acted,
    /// otherwise strong players. Rejected where no chances were fitted.
    pub opponents: Option<Company>,
    /// Seed of the agent's random numbers.
    pub seed: u64,
    /// Also return the top of the search tree, this many moves deep. Rejected for agents that build none.
    pub tree: Option<u32>,
    /// Report every iteration to the listener. Rejected for agents that cannot.
    pub trace: bool,
    /// Lets the caller, or any holder of a copy, end the search early: it answers with what it has found so
    /// far.
    pub stop: Stop,
}

impl Ask {
    /// An agent as typed, with its own limit and seed 0.
    pub fn new(agent: &str) -> Result<Ask, Fault> {
        Ok(Ask::of(AgentText::parse(agent)?))
    }

    pub fn of(agent: AgentText) -> Ask {
        Ask { agent, limits: None, opponents: None, seed: 0, tree: None, trace: false, stop: Stop::default() }
    }

    /// With a limit as typed: `50ms`, `1000it`.
    pub fn limit(self, text: &str) -> Result<Ask, Fault> {
        Ok(Ask { limits: Some(limit::parse(text)?), ..self })
    }
}

/// Ends a search from anywhere: all copies share one flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag for what outlives the question.
    pub(crate) fn handle(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    /// The flag that a search polls.
    #[must_use]
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Follows the progress of a search. `()` ignores everything.
pub trait Listener: Send {
    /// Minimum time between two snapshots; `None` for no snapshots.
    fn every(&self) -> Option<Duration> {
        None
    }

    /// The current state of the search: all candidates and beliefs.
    fn snapshot(&mut self, _snapshot: &Snapshot) {}

    /// One iteration, if the request asked for a trace.
    fn iteration(&mut self, _iteration: &Iteration) {}

    /// Positions visited so far by an exact solver.
    fn solving(&mut self, _nodes: u64) {}
}

impl Listener for () {}
