//! When to stop.
//!
//! [`Limits`] may be given in any mix; the first one reached stops the search. Memory is different: it is a
//! cap, and a search at its cap stops growing its tree but keeps searching. [`Run`] is what goes into every
//! decision: the limits, the clock to measure time by, a flag through which another thread can stop it, and
//! listeners for progress, the tree and single iterations. The clock is passed in, so that a search is
//! reproducible, can be tested with a fake clock, and can be measured in CPU time where several run at once.

use crate::{Decision, TreeWanted};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When a search must stop. `None` everywhere means that the searcher uses its own default.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Playouts, leaves or solutions evaluated.
    pub iterations: Option<u64>,
    /// Positions visited.
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    /// Bytes that the tree and the tables may take. A cap, not a stop.
    pub memory: Option<usize>,
}

impl Limits {
    #[must_use]
    pub const fn iterations(n: u64) -> Limits {
        Limits { iterations: Some(n), nodes: None, time: None, memory: None }
    }

    #[must_use]
    pub const fn time(t: Duration) -> Limits {
        Limits { iterations: None, nodes: None, time: Some(t), memory: None }
    }

    #[must_use]
    pub const fn nodes(n: u64) -> Limits {
        Limits { iterations: None, nodes: Some(n), time: None, memory: None }
    }

    /// Whether anything here ever stops a search.
    #[must_use]
    pub const fn ends(&self) -> bool {
        self.iterations.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    /// These limits, or `default` where they would never end.
    #[must_use]
    pub fn or(self, default: Limits) -> Limits {
        if self.ends() { self } else { Limits { memory: self.memory.or(default.memory), ..default } }
    }
}

/// A clock that only goes forward: wall time, or the CPU time of this thread.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use yomi_core::{Clock, Limits, Run};
///
/// /// Time stands still, so that only counts can end a search.
/// struct Frozen;
///
/// impl Clock for Frozen {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
/// }
/// let stop = AtomicBool::new(false);
/// let run = Run::<u8>::new(Limits::iterations(100), &Frozen, &stop);
/// assert!(!run.is_stopped() && run.clock.covers_all_threads());
/// ```
pub trait Clock: Sync {
    fn now(&self) -> Duration;

    /// Whether other threads' work shows on this clock. A search measured by one thread's CPU time stays in
    /// that thread.
    fn covers_all_threads(&self) -> bool {
        true
    }
}

/// Takes preliminary decisions, each with what the search has seen so far where it tells.
pub type Reporter<'a, A> = dyn FnMut(&Decision<A>, Option<&(dyn Any + Send)>) + Send + 'a;

/// A listener that gets a preliminary decision at intervals.
pub struct Progress<'a, A> {
    /// How much time to let pass between two reports.
    pub every: Duration,
    pub report: &'a mut Reporter<'a, A>,
}

/// What a search saw on the way to its decision: the belief it read, worlds it drew, what happened in them.
/// Each search has its own type, which the words of a game that know it ask for.
pub type Evidence = Box<dyn Any + Send>;

/// Everything a decision needs besides the position.
pub struct Run<'a, A> {
    pub limits: Limits,
    pub clock: &'a dyn Clock,
    /// May be set from any thread: the search then answers soon with what it has.
    pub stop: &'a AtomicBool,
    /// The same flag for what a search hands on, such as the beliefs of its streams; nothing where none is to
    /// be ended from outside.
    pub halt: Option<Arc<AtomicBool>>,
    pub progress: Option<Progress<'a, A>>,
    /// Where to put the top of the tree, if it is wanted; searches without a tree ignore it.
    pub tree: Option<TreeWanted<'a, A>>,
    /// Where a search leaves what its decision rests on, for the words about it.
    pub evidence: Option<&'a mut Option<Evidence>>,
    /// A listener that is told every iteration and the number of its stream; the streams then run one after
    /// another.
    pub trace: Option<&'a mut Tracer<'a, A>>,
}

/// Is called with every iteration and the number of its stream.
pub type Tracer<'a, A> = dyn FnMut(usize, &Traced<A>) + Send + 'a;

/// One iteration of a sampling search, for debugging.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Traced<A> {
    /// Which world it was: its index in the pool, or how many came before it.
    pub number: u64,
    /// The world, a state of the game: who listens knows its type.
    pub world: Option<Arc<dyn Any + Send + Sync>>,
    /// The actions inside the tree, chance included.
    pub tree: Vec<A>,
    /// The actions of the rollout after it.
    pub rollout: Vec<A>,
    /// What every seat got.
    pub payoffs: Vec<f64>,
}

impl<A> Default for Traced<A> {
    fn default() -> Self {
        Traced { number: 0, world: None, tree: Vec::new(), rollout: Vec::new(), payoffs: Vec::new() }
    }
}

impl<'a, A> Run<'a, A> {
    #[must_use]
    pub fn new(limits: Limits, clock: &'a dyn Clock, stop: &'a AtomicBool) -> Self {
        Run { limits, clock, stop, halt: None, progress: None, tree: None, evidence: None, trace: None }
    }

    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
