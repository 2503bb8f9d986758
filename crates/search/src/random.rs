//! `random`: every legal move equally likely. It needs no world, only what is seen.

use yomi_core::{Basis, Contradiction, Decision, Hidden, Rng, Run, ViewOf, ViewSearch};

/// Plays a random legal move.
///
/// ```
/// use yomi_core::Limits;
/// use yomi_core::testkit::ask::decide_seen;
/// use yomi_core::testkit::toys::Nim;
/// use yomi_search::RandomPlayer;
///
/// let found = decide_seen(&mut RandomPlayer, &Nim::new(9), Limits::default(), 4).unwrap();
/// assert!((1..=3).contains(&found.action));
/// assert_eq!(found.iterations, 0); // It did not look at anything.
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl RandomPlayer {
    fn pick<A: Copy>(actions: &[A], rng: &mut Rng) -> A {
        actions[rng.below(actions.len() as u32) as usize]
    }
}

impl<S: Hidden> ViewSearch<S> for RandomPlayer {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        _: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        let actions = S::seen_actions(&view.now);
        let action = Self::pick(&actions, rng);
        Ok(Decision::immediate(Basis::Chance, action, actions))
    }

    fn decide_move(
        &mut self,
        view: &ViewOf<S>,
        _: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<S::Action, Contradiction> {
        Ok(Self::pick(&S::seen_actions(&view.now), rng))
    }
}
