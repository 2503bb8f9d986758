//! Who answers.
//!
//! A [`Search`] gets a state and may look at all of it: games where everything is seen, worlds inside another search,
//! and the cheating agents that measure ceilings. A [`ViewSearch`] gets a view, and that is the type all players at
//! a table have; [`OpenSearch`] makes one of a `Search` where nothing is hidden, and only there.
//!
//! Every search answers within its limits with the best it has, and the same seed and iteration limit give the same
//! decision whatever the number of threads.

use crate::{Contradiction, Decision, Hidden, Open, Rng, Run, State, ViewOf};

/// A player that sees the state. Asked only when a player is to move.
pub trait Search<S: State>: Send {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, rng: &mut Rng) -> Decision<S::Action>;

    /// Whether it builds a tree that a run can ask for.
    fn has_tree(&self) -> bool {
        false
    }
}

/// A player that sees what its seat sees. Asked only when that seat is to move.
///
/// Different games may have views of the same type, so a searcher that is generic over the game is called through
/// `dyn ViewSearch<S>`, or with the game spelled out.
pub trait ViewSearch<S: Hidden>: Send {
    /// Fails only when no world agrees with the view.
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction>;

    /// Whether it tells of its iterations where a run asks for it.
    fn tells(&self) -> bool {
        false
    }

    /// Whether it builds a tree that a run can ask for.
    fn has_tree(&self) -> bool {
        false
    }
}

/// A [`Search`] at a table where everything is seen.
#[derive(Clone, Debug)]
pub struct OpenSearch<T>(pub T);

impl<S: Open, T: Search<S>> ViewSearch<S> for OpenSearch<T> {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        Ok(self.0.decide(&view.now, run, rng))
    }

    fn has_tree(&self) -> bool {
        self.0.has_tree()
    }
}
