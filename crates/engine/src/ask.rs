//! What an agent is asked, and how the outside follows and stops it.

use crate::Fault;
use crate::agent::AgentText;
use crate::limit;
use crate::wire::{Iteration, Snapshot};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yomi_core::Limits;

/// One question: who is asked, how long it may think, and what is wanted beside the move.
#[derive(Clone, Debug)]
pub struct Ask {
    pub agent: AgentText,
    /// When to stop; the agent's own limit comes first. Without either the agent has its own default.
    pub limits: Option<Limits>,
    /// The agent's own luck.
    pub seed: u64,
    /// The top of the search tree too, this many moves deep. Refused for agents that build none.
    pub tree: Option<u32>,
    /// Every iteration is reported to the listener. Refused for agents that cannot tell.
    pub trace: bool,
    /// With which the asker, or anything that holds a copy, ends the search early: it answers with what it has.
    pub stop: Stop,
}

impl Ask {
    /// An agent as one types it, with its own limit and seed 0.
    pub fn new(agent: &str) -> Result<Ask, Fault> {
        Ok(Ask::of(AgentText::parse(agent)?))
    }

    pub fn of(agent: AgentText) -> Ask {
        Ask { agent, limits: None, seed: 0, tree: None, trace: false, stop: Stop::default() }
    }

    /// With a limit as one types it: `50ms`, `1000it`.
    pub fn limit(self, text: &str) -> Result<Ask, Fault> {
        Ok(Ask { limits: Some(limit::parse(text)?), ..self })
    }
}

/// Ends a search from anywhere: every copy is the same switch.
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

    /// As a search looks at it.
    #[must_use]
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Follows a search. `()` listens to nothing.
pub trait Listener: Send {
    /// How much time to let pass between two snapshots; `None` for no snapshots.
    fn every(&self) -> Option<Duration> {
        None
    }

    /// How the search stands: all candidates, and what is believed.
    fn snapshot(&mut self, _snapshot: &Snapshot) {}

    /// One iteration, where the question asked for a trace.
    fn iteration(&mut self, _iteration: &Iteration) {}

    /// Positions visited so far by an exact solver.
    fn solving(&mut self, _nodes: u64) {}
}

impl Listener for () {}
