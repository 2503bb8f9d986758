//! A policy as a player: no search, one rule.

use yomi_core::{Basis, Contradiction, Decision, Open, Policy, Rng, Run, State, ViewOf, ViewSearch};

/// Plays what the policy says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Follow<P>(pub P);

impl<S: Open, P: Policy<S>> ViewSearch<S> for Follow<P> {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        _: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        let action = self.0.choose(&view.now, rng);
        Ok(Decision::immediate(Basis::Rule, action, State::actions(&view.now)))
    }
}
