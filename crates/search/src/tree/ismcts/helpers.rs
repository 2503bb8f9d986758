//! What a tree asks others: what a leaf is worth, what an opponent plays, which moves are promising.
//!
//! Their types are forgotten here: a tree for each combination of them would be compiled a dozen times over
//! and be no faster.

use super::priors::Priors;
use crate::tree::rollout::{AnyLeaf, Estimate};
use yomi_core::{Chance, Policy, Rng, State};

/// A [`Policy`] of some type.
pub trait AnyPolicy<S: State>: Send {
    fn choose(&mut self, state: &S, rng: &mut Rng) -> S::Action;
}

impl<S: State, P: Policy<S>> AnyPolicy<S> for P {
    fn choose(&mut self, state: &S, rng: &mut Rng) -> S::Action {
        Policy::choose(self, state, rng)
    }
}

/// [`Priors`] of some type, where there are any.
pub trait AnyPriors<S: State>: Send {
    fn look_at(&mut self, state: &S);
    fn of(&self, action: S::Action) -> f32;
}

impl<S: State, R: Priors<S>> AnyPriors<S> for R {
    fn look_at(&mut self, state: &S) {
        Priors::look_at(self, state);
    }

    fn of(&self, action: S::Action) -> f32 {
        Priors::of(self, action)
    }
}

/// All that one tree asks. Every tree has its own.
pub struct Helpers<S: Chance> {
    pub leaf: Box<dyn AnyLeaf<S>>,
    /// How opponents play, where they are not searched.
    pub opponents: Option<Box<dyn AnyPolicy<S>>>,
    /// With them the tree selects by PUCT instead of UCB1.
    pub priors: Option<Box<dyn AnyPriors<S>>>,
}

impl<S: Chance> Helpers<S> {
    pub fn new<L, O, R>(leaf: &L, opponents: Option<&O>, priors: &R) -> Self
    where
        L: Estimate<S>,
        O: Policy<S>,
        R: Priors<S>,
    {
        Helpers {
            leaf: Box::new(leaf.clone()),
            opponents: opponents.map(|o| Box::new(o.clone()) as Box<dyn AnyPolicy<S>>),
            priors: R::GUIDE.then(|| Box::new(priors.clone()) as Box<dyn AnyPriors<S>>),
        }
    }
}
