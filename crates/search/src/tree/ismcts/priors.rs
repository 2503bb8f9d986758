//! How promising moves look before they are tried.

use crate::tree::guided::Guided;
use yomi_core::{Guide, Leaf, State};

/// A source of priors, or none.
pub trait Priors<S: State>: Clone + Send + Sync + 'static {
    /// Whether there are priors, and with them PUCT in place of UCB1.
    const GUIDE: bool;

    /// Calls `f` with every legal move and its prior; the priors add up to 1.
    fn for_each(&mut self, state: &S, f: impl FnMut(S::Action, f32));
}

/// All moves look alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPriors;

impl<S: State> Priors<S> for NoPriors {
    const GUIDE: bool = false;

    #[inline]
    fn for_each(&mut self, state: &S, mut f: impl FnMut(S::Action, f32)) {
        state.for_each_action(|action| f(action, 0.0));
    }
}

impl<S: State, G: Guide<S> + Send + Sync + 'static> Priors<S> for Guided<S, G> {
    const GUIDE: bool = true;

    fn for_each(&mut self, state: &S, mut f: impl FnMut(S::Action, f32)) {
        let Leaf { actions, priors, .. } = self.ask(state);
        actions.iter().zip(priors).for_each(|(&action, &prior)| f(action, prior));
    }
}
