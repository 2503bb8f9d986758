//! What a leaf of the tree is worth: by playing on to the end, or by looking at it.

use yomi_core::{Chance, Evaluator, MAX_PLAYERS, Player, Policy, Rng, Turn};

/// What each seat got.
pub type Payoffs = [f64; MAX_PLAYERS];

/// Plays on by the policy and by chance until the game is over.
#[inline]
pub fn rollout<S: Chance, P: Policy<S>>(state: &mut S, policy: &mut P, rng: &mut Rng) {
    loop {
        let action = match state.turn() {
            Turn::Player(_) => policy.choose(state, rng),
            Turn::Chance => state.sample_outcome(rng),
            Turn::Over => return,
        };
        state.apply(action);
    }
}

#[inline]
pub fn payoffs<S: Chance>(state: &S) -> Payoffs {
    let mut all = [0.0; MAX_PLAYERS];
    for p in Player::all(state.players()) {
        all[p.index()] = state.payoff(p);
    }
    all
}

/// A way to put numbers on a leaf.
pub trait Estimate<S: Chance>: Clone + Send + Sync + 'static {
    /// What each seat can expect. May use up the state.
    fn estimate(&mut self, leaf: &mut S, rng: &mut Rng) -> Payoffs;
}

/// By playing on with a policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rollout<P>(pub P);

impl<S: Chance, P: Policy<S>> Estimate<S> for Rollout<P> {
    #[inline]
    fn estimate(&mut self, leaf: &mut S, rng: &mut Rng) -> Payoffs {
        rollout(leaf, &mut self.0, rng);
        payoffs(leaf)
    }
}

/// By a static evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judged<E>(pub E);

impl<S: Chance, E: Evaluator<S>> Estimate<S> for Judged<E> {
    fn estimate(&mut self, leaf: &mut S, _: &mut Rng) -> Payoffs {
        if leaf.turn() == Turn::Over {
            return payoffs(leaf);
        }
        let mut all = [0.0; MAX_PLAYERS];
        for p in Player::all(leaf.players()) {
            all[p.index()] = self.0.value(leaf, p);
        }
        all
    }
}
