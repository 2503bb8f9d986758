//! Playing on to the end.

use yomi_core::{Chance, MAX_PLAYERS, Player, Policy, Rng, Turn};

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
