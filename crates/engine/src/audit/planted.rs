//! A cheat for the tests of the audit itself.

use super::fingerprint;
use crate::kind::AgentKind;
use yomi_core::{Basis, Decision, Hidden, Limits, Rng, Run, Scripted, Search, State, Text};

/// Chooses by chance, and in one of so many decisions by what is hidden.
#[derive(Clone, Copy)]
struct Planted {
    one_in: u32,
}

pub fn kind<S: Hidden>(one_in: u32) -> AgentKind<S> {
    let help = Text::en("peeks now and then");
    AgentKind::cheat(help, &[], Limits::default(), move |_| Box::new(Planted { one_in }))
}

impl<S: Hidden> Search<Scripted<S>> for Planted {
    fn decide(
        &mut self,
        truth: &Scripted<S>,
        _: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Decision<S::Action> {
        let actions = truth.actions();
        let by_chance = rng.below(actions.len() as u32) as usize;
        let at = match rng.below(self.one_in) {
            0 => (fingerprint(truth) % actions.len() as u64) as usize,
            _ => by_chance,
        };
        Decision::immediate(Basis::Chance, actions[at], actions)
    }
}
