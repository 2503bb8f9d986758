//! The players that answer.
//!
//! A [`Search`] gets a state and may look at all of it: it is for games where everything is seen, for worlds
//! inside another search, and for cheating agents that measure ceilings. A [`ViewSearch`] gets a view; all
//! players of a match have this type. [`OpenSearch`] makes one from a `Search`, only for games where nothing
//! is hidden.
//!
//! Every search answers within its limits with the best it has, and the same seed and iteration limit give
//! the same decision whatever the number of threads.

use crate::{Contradiction, Decision, Hidden, Open, Rng, Run, State, ViewOf};

/// A player that sees the state. Asked only when a player is to move.
///
/// ```
/// use yomi_core::testkit::{ask::decide, toys::Nim};
/// use yomi_core::{Basis, Decision, Limits, Rng, Run, Search, State};
///
/// /// Plays the first legal move.
/// struct First;
///
/// impl<S: State> Search<S> for First {
///     fn decide(&mut self, state: &S, _: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
///         let actions = state.actions();
///         Decision::immediate(Basis::Rule, actions[0], actions)
///     }
/// }
/// let decision = decide(&mut First, &Nim::new(9), Limits::default(), 0);
/// assert_eq!((decision.action, decision.candidates.len()), (1, 3));
/// ```
pub trait Search<S: State>: Send {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, rng: &mut Rng) -> Decision<S::Action>;

    /// Whether it builds a tree that a run can ask for.
    fn has_tree(&self) -> bool {
        false
    }
}

/// A player that sees what its seat sees. Asked only when that seat is to move.
///
/// Different games may have views of the same type, so a searcher that is generic over the game is called
/// through `dyn ViewSearch<S>`, or with the game spelled out.
///
/// ```
/// use yomi_core::testkit::{ask::decide_seen, toys::{Akq, Bet, Card}};
/// use yomi_core::{Basis, Contradiction, Decision, Limits, Rng, Run, ViewOf, ViewSearch};
///
/// /// Bets and calls with an ace only.
/// struct Cautious;
///
/// impl ViewSearch<Akq> for Cautious {
///     fn decide(
///         &mut self,
///         view: &ViewOf<Akq>,
///         _: &mut Run<'_, Bet>,
///         _: &mut Rng,
///     ) -> Result<Decision<Bet>, Contradiction> {
///         let legal = view.legal::<Akq>(); // The bolder one comes last.
///         Ok(Decision::immediate(Basis::Rule, legal[usize::from(view.now.card == Card::Ace)], legal))
///     }
/// }
/// let game = Akq::new(Card::Ace, Card::King);
/// assert_eq!(decide_seen(&mut Cautious, &game, Limits::default(), 0).unwrap().action, Bet::Bet);
/// ```
pub trait ViewSearch<S: Hidden>: Send {
    /// Fails only when no world agrees with the view.
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction>;

    /// The move alone: the same as of [`decide`](ViewSearch::decide), with the same luck. Players for whom the rest of
    /// the answer is most of the work say it without.
    fn decide_move(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<S::Action, Contradiction> {
        self.decide(view, run, rng).map(|decision| decision.action)
    }

    /// Whether it reports its iterations where a run asks for it.
    fn tells(&self) -> bool {
        false
    }

    /// Whether it builds a tree that a run can ask for.
    fn has_tree(&self) -> bool {
        false
    }

    /// Is told the payoffs of all seats when its game is over.
    fn over(&mut self, _payoffs: &[f64]) {}

    /// Why it could not go on: what it has "decided" since then was not its own choice, and the game is lost
    /// to it. Only players that depend on something outside fail.
    fn failure(&self) -> Option<&Failure> {
        None
    }
}

/// Why a player could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub en: String,
    pub ja: String,
    /// It never worked: other games would go the same way.
    pub for_good: bool,
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
