//! What a leaf of the tree is worth: by playing on to the end, or by looking at it.

use crate::abreast::abreast;
use yomi_core::{Chance, Evaluator, Luck, MAX_PLAYERS, Player, Policy, Rng, Turn};

/// What each seat got.
pub type Payoffs = [f64; MAX_PLAYERS];

/// Plays on by the policy and by chance until the game is over.
#[inline]
pub fn rollout<S: Chance, P: Policy<S>>(state: &mut S, policy: &mut P, rng: &mut Rng) {
    while step(state, policy, rng) {}
}

/// Goes on by one action of the policy or of chance, unless the game is over.
#[inline(always)]
fn step<S: Chance, P: Policy<S>>(state: &mut S, policy: &mut P, rng: &mut Rng) -> bool {
    // Each arm applies its own: the compiler then knows whether it is a move or an outcome, and need not ask again.
    match state.turn() {
        Turn::Player(_) => {
            let action = policy.choose(state, rng);
            state.apply(action);
        }
        Turn::Chance => {
            let outcome = state.sample_outcome(rng);
            state.apply(outcome);
        }
        Turn::Over => return false,
    }
    true
}

/// [`rollout`] of each state with its own luck: the same ends, by going [abreast](crate::abreast).
#[inline]
pub fn rollouts<S: Chance, P: Policy<S>>(games: &mut [(S, Rng)], policy: &mut P) {
    abreast(games, |(state, rng)| step(state, policy, rng));
}

#[must_use]
#[inline]
pub fn payoffs<S: Chance>(state: &S) -> Payoffs {
    let mut all = [0.0; MAX_PLAYERS];
    for p in Player::all(state.players()) {
        all[p.index()] = state.payoff(p);
    }
    all
}

/// Where the luck of an iteration comes from, and who wants to hear of what happens.
pub struct Fate<'a, S: Chance> {
    /// The luck that belongs to the world; without it, that of the search.
    pub luck: Option<&'a mut Luck>,
    /// Everything that happened, where somebody wants to know.
    pub told: Option<Vec<S::Action>>,
}

impl<S: Chance> Fate<'_, S> {
    /// Luck of the search, and nobody listens.
    #[must_use]
    #[inline]
    pub fn plain() -> Self {
        Fate { luck: None, told: None }
    }

    #[inline]
    pub fn draw(&mut self, state: &S, rng: &mut Rng) -> S::Action {
        let outcome = match &mut self.luck {
            Some(luck) => luck.draw(state),
            None => state.sample_outcome(rng),
        };
        self.tell(outcome);
        outcome
    }

    #[inline]
    pub fn tell(&mut self, action: S::Action) {
        if let Some(told) = &mut self.told {
            told.push(action);
        }
    }
}

/// A way to put numbers on a leaf.
pub trait Estimate<S: Chance>: Clone + Send + Sync + 'static {
    /// What each seat can expect. May use up the state.
    fn estimate(&mut self, leaf: &mut S, rng: &mut Rng) -> Payoffs;

    /// The same by a given fate. What does not play on needs none.
    fn estimate_by(&mut self, leaf: &mut S, rng: &mut Rng, _fate: &mut Fate<'_, S>) -> Payoffs {
        self.estimate(leaf, rng)
    }
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

    fn estimate_by(&mut self, leaf: &mut S, rng: &mut Rng, fate: &mut Fate<'_, S>) -> Payoffs {
        loop {
            let action = match leaf.turn() {
                Turn::Player(_) => {
                    let action = self.0.choose(leaf, rng);
                    fate.tell(action);
                    action
                }
                Turn::Chance => fate.draw(leaf, rng),
                Turn::Over => return payoffs(leaf),
            };
            leaf.apply(action);
        }
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
