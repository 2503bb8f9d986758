//! How promising moves look before they are tried.

use std::sync::Arc;
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

/// By a guide, asked about one position at a time.
pub struct Guided<S: State, G> {
    guide: Arc<G>,
    /// The position that the guide is asked about; kept for its memory.
    desk: Vec<Leaf<S>>,
}

impl<S: State, G> Guided<S, G> {
    pub fn new(guide: G) -> Self {
        Guided { guide: Arc::new(guide), desk: Vec::new() }
    }
}

impl<S: State, G> Clone for Guided<S, G> {
    fn clone(&self) -> Self {
        Guided { guide: self.guide.clone(), desk: Vec::new() }
    }
}

impl<S: State, G: Guide<S> + Send + Sync + 'static> Priors<S> for Guided<S, G> {
    const GUIDE: bool = true;

    fn for_each(&mut self, state: &S, mut f: impl FnMut(S::Action, f32)) {
        match self.desk.first_mut() {
            Some(leaf) => leaf.reset(state.clone()),
            None => self.desk.push(Leaf::new(state.clone())),
        }
        self.guide.guide(&mut self.desk);
        let Leaf { actions, priors, .. } = &self.desk[0];
        actions.iter().zip(priors).for_each(|(&action, &prior)| f(action, prior));
    }
}
