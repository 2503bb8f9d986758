//! Priors: how promising moves look before they are tried.

use crate::tree::guided::Guided;
use yomi_core::{Guide, Leaf, State};

/// A source of priors, or none. This one thinks three times as much of the last move as of the first:
///
/// ```
/// use yomi_core::State;
/// use yomi_core::testkit::{ask::decide_seen, toys::{Akq, AnyDeal, Bet, Card}};
/// use yomi_core::Limits;
/// use yomi_search::tree::ismcts::Priors;
/// use yomi_search::{IsMcts, tree::IsMctsOptions};
///
/// #[derive(Clone, Default)]
/// struct Bold(Vec<Bet>);
///
/// impl Priors<Akq> for Bold {
///     const GUIDE: bool = true;
///
///     fn look_at(&mut self, state: &Akq) {
///         self.0 = state.actions();
///     }
///     fn of(&self, action: Bet) -> f32 {
///         match self.0.last() {
///             _ if self.0.len() == 1 => 1.0,
///             Some(&last) if last == action => 0.75,
///             _ => 0.25,
///         }
///     }
/// }
///
/// let mut search = IsMcts::new(AnyDeal, IsMctsOptions::default()).with_priors(Bold::default());
/// let ace = Akq::new(Card::Ace, Card::King);
/// let found = decide_seen(&mut search, &ace, Limits::iterations(500), 0).unwrap();
/// assert_eq!(found.action, Bet::Bet);
/// ```
pub trait Priors<S: State>: Clone + Send + Sync + 'static {
    /// Whether there are priors; the tree then selects by PUCT instead of UCB1.
    const GUIDE: bool;

    /// Looks at a position in which a player is to move.
    fn look_at(&mut self, state: &S);

    /// The prior of a legal move in the last position passed to `look_at`; all priors add up to 1.
    fn of(&self, action: S::Action) -> f32;
}

/// No priors: UCB1.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPriors;

impl<S: State> Priors<S> for NoPriors {
    const GUIDE: bool = false;

    #[inline]
    fn look_at(&mut self, _: &S) {}

    #[inline]
    fn of(&self, _: S::Action) -> f32 {
        0.0
    }
}

impl<S: State, G: Guide<S> + Send + Sync + 'static> Priors<S> for Guided<S, G> {
    const GUIDE: bool = true;

    fn look_at(&mut self, state: &S) {
        self.ask(state);
    }

    fn of(&self, action: S::Action) -> f32 {
        let Some(Leaf { actions, priors, .. }) = self.answer() else { return 0.0 };
        let at = actions.iter().position(|&a| a == action);
        at.map_or(0.0, |at| priors[at])
    }
}
