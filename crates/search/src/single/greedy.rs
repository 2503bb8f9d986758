//! `greedy`: the move after which the position looks best; the first one wins ties.

use crate::order::sort_few;
use yomi_core::{
    Basis, Bound, Candidate, Choice, Decision, Deterministic, Evaluator, Player, Rng, Run, Search, State,
    Turn,
};

/// Plays the move whose resulting position is evaluated best.
///
/// ```
/// use yomi_core::testkit::ask::decide;
/// use yomi_core::testkit::toys::{Coins, Side, Taken};
/// use yomi_core::Limits;
/// use yomi_search::Greedy;
///
/// let found = decide(&mut Greedy { evaluator: Taken }, &Coins::START, Limits::default(), 0);
/// assert_eq!(found.action, Side::Right); // The nearest coin, and not the best one.
/// ```
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    pub evaluator: E,
}

/// What a position is worth: the payoff at the end of the game, the evaluation before it.
pub(super) fn worth<S: State, E: Evaluator<S>>(state: &S, evaluator: &E, p: Player) -> f64 {
    if state.turn() == Turn::Over { state.payoff(p) } else { evaluator.value(state, p) }
}

impl<S: Deterministic, E: Evaluator<S>> Search<S> for Greedy<E> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let most = run.limits.iterations.unwrap_or(u64::MAX).max(1);
        let (mut candidates, mut looked) = (Vec::new(), 0);
        state.for_each_action(|action| {
            if looked == most {
                return candidates.push(Candidate::unknown(action));
            }
            looked += 1;
            let mut next = state.clone();
            next.apply(action);
            let mean = worth(&next, &self.evaluator, mover);
            let bound = if next.turn() == Turn::Over { Bound::AtLeast } else { Bound::Judged };
            candidates.push(Candidate::computed(action, 1, mean, bound));
        });
        sort_few(&mut candidates, |a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
        let action = candidates[0].action;
        let line = vec![action];
        Decision {
            action,
            basis: Basis::Computed,
            choice: Choice::Value,
            candidates,
            line,
            iterations: looked,
            nodes: looked,
            worlds: 0,
            bytes: 0,
            depth: 1,
            passes: 0,
        }
    }
}
