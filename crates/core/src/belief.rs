//! From a view to the worlds that are still possible.
//!
//! An [`Inference`] reads a view: hard facts (that card was played, so nobody holds it) and, where it is clever,
//! soft ones (a player who could have raised and did not). The result is a [`Belief`], a distribution over states,
//! from which a search draws worlds. This is the only road from a view to a state, and the true state is not on
//! it.
//!
//! A sampled world agrees with the view: `world.seen(seat) == view.now`, and it could have come about by the
//! events of the view. Samples come with a weight; a belief that cannot sample its distribution exactly gives
//! weights other than 1 and says so by [`Belief::is_weighted`], and searches resample before they build a tree on
//! it.

use crate::{Hidden, Rng, ViewOf};
use std::fmt;

/// A way to read views.
pub trait Inference<S: Hidden>: Send + Sync {
    type Belief: Belief<S>;

    /// What the view allows. Fails when nothing fits it.
    fn read(&self, view: &ViewOf<S>) -> Result<Self::Belief, Contradiction>;
}

/// A distribution over possible worlds.
pub trait Belief<S>: Clone + Send {
    /// A world and its weight. `&mut` for scratch memory and Markov chains; parallel streams each get a clone.
    fn sample(&mut self, rng: &mut Rng) -> (S, f64);

    /// Whether any weight can differ from 1.
    fn is_weighted(&self) -> bool {
        false
    }
}

/// Some worlds, each as likely as the others; one that is twice as likely stands there twice.
#[derive(Clone, PartialEq, Debug)]
pub struct EquallyLikely<S>(Vec<S>);

impl<S> EquallyLikely<S> {
    /// Fails when there is none.
    pub fn new(worlds: Vec<S>) -> Result<Self, Contradiction> {
        if worlds.is_empty() {
            return Err(Contradiction("no world agrees with what is seen".into()));
        }
        Ok(EquallyLikely(worlds))
    }

    pub fn worlds(&self) -> &[S] {
        &self.0
    }
}

impl<S: Clone + Send> Belief<S> for EquallyLikely<S> {
    #[inline]
    fn sample(&mut self, rng: &mut Rng) -> (S, f64) {
        (self.0[rng.below(self.0.len() as u32) as usize].clone(), 1.0)
    }
}

/// A function or a closure that lists the worlds a view leaves possible is an inference: each is equally likely.
impl<S: Hidden, F: Fn(&ViewOf<S>) -> Vec<S> + Send + Sync> Inference<S> for F {
    type Belief = EquallyLikely<S>;

    fn read(&self, view: &ViewOf<S>) -> Result<EquallyLikely<S>, Contradiction> {
        EquallyLikely::new(self(view))
    }
}

/// Everything is seen: there is one world, the state itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingHidden;

#[derive(Clone, Debug)]
pub struct OneWorld<S>(S);

impl<S: crate::Open> Inference<S> for NothingHidden {
    type Belief = OneWorld<S>;

    fn read(&self, view: &ViewOf<S>) -> Result<OneWorld<S>, Contradiction> {
        Ok(OneWorld(view.now.clone()))
    }
}

impl<S: Clone + Send> Belief<S> for OneWorld<S> {
    fn sample(&mut self, _: &mut Rng) -> (S, f64) {
        (self.0.clone(), 1.0)
    }
}

/// No world agrees with the view; the text says which fact could not be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction(pub String);

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Contradiction {}
