//! `random`: every legal move equally likely. It needs no world, only what is seen.

use yomi_core::{Basis, Contradiction, Decision, Hidden, Rng, Run, ViewOf, ViewSearch};

#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl<S: Hidden> ViewSearch<S> for RandomPlayer {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        _: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        let actions = S::seen_actions(&view.now);
        let action = actions[rng.below(actions.len() as u32) as usize];
        Ok(Decision::immediate(Basis::Chance, action, actions))
    }
}
