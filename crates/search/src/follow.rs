//! A policy as a player: no search, one rule.

use yomi_core::{Basis, Contradiction, Decision, Open, Policy, Rng, Run, State, ViewOf, ViewSearch};

/// Plays what the policy says.
///
/// ```
/// use yomi_core::testkit::ask::decide_seen;
/// use yomi_core::testkit::toys::Nim;
/// use yomi_core::{Limits, Policy, Rng};
/// use yomi_search::Follow;
///
/// #[derive(Clone)]
/// struct TakeOne;
///
/// impl Policy<Nim> for TakeOne {
///     fn choose(&mut self, _: &Nim, _: &mut Rng) -> u8 {
///         1
///     }
/// }
/// let found = decide_seen(&mut Follow(TakeOne), &Nim::new(9), Limits::default(), 0).unwrap();
/// assert_eq!(found.action, 1);
/// ```
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
