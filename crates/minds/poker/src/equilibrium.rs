//! `cfr`: plays an equilibrium of Kuhn or Leduc, computed by counterfactual regret minimisation on first use.
//!
//! No opponent can win against it in the long run, and it does not try to exploit weak players beyond what
//! they give away. Its strategy is mixed: the move is drawn with the probabilities of the strategy, which the
//! visits show in thousandths, and the value of each move is exact against the same strategy.

use std::sync::OnceLock;
use yomi_core::{
    Basis, Belief, Bound, Candidate, Contradiction, Decision, Inference, InfoSets, Player, Rng, Run, State,
    ViewOf, ViewSearch, ZeroSum,
};
use yomi_games::{Kuhn, Leduc};
use yomi_search::reference::cfr::Cfr;
use yomi_search::reference::exact::{self, Strategy};

use crate::belief::UnseenCards;
use crate::manner::Betting;
use crate::reading::{ByBetting, Read};

/// A solved game: its starts and an equilibrium strategy.
pub struct Solution<S> {
    pub starts: Vec<(S, f64)>,
    pub strategy: Strategy,
}

impl<S: InfoSets + ZeroSum> Solution<S> {
    fn find(starts: Vec<(S, f64)>, rounds: u64) -> Self {
        let mut cfr = Cfr::default();
        cfr.solve(&starts, rounds);
        Solution { strategy: cfr.strategy(), starts }
    }
}

/// A game small enough to be solved on demand.
pub trait Solved: Betting + InfoSets + ZeroSum {
    fn solution() -> &'static Solution<Self>;
}

/// After this many rounds no opponent can gain more than 0.001 chips per game.
const KUHN_ROUNDS: u64 = 5_000;
const LEDUC_ROUNDS: u64 = 1_000;

impl Solved for Kuhn {
    fn solution() -> &'static Solution<Kuhn> {
        static SOLUTION: OnceLock<Solution<Kuhn>> = OnceLock::new();
        SOLUTION.get_or_init(|| Solution::find(Kuhn::deals().map(|s| (s, 1.0 / 6.0)).collect(), KUHN_ROUNDS))
    }
}

impl Solved for Leduc {
    fn solution() -> &'static Solution<Leduc> {
        static SOLUTION: OnceLock<Solution<Leduc>> = OnceLock::new();
        SOLUTION.get_or_init(|| Solution::find(Leduc::deals().collect(), LEDUC_ROUNDS))
    }
}

/// The agent. Its move does not depend on what it believes of the opponent, and its values are those against
/// an opponent in equilibrium; it reads the betting all the same, for the words about its move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Equilibrium;

/// What `cfr` leaves as evidence.
#[derive(Clone, Debug)]
pub struct Considered<S>(pub Read<S>);

impl<S: Solved> ViewSearch<S> for Equilibrium {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        if let Some(evidence) = &mut run.evidence {
            let read = Inference::<S>::read(&ByBetting, view)?;
            **evidence = Some(Box::new(Considered(read)));
        }
        let Solution { starts, strategy } = S::solution();
        // Any world will do: the key and the strategy depend only on what is seen.
        let (world, _) = Inference::<S>::read(&UnseenCards, view)?.sample(rng);
        let seat: Player = view.seat;
        let mix = strategy.at(&world, seat);
        let key = world.info_key(seat, S::Grain::default());
        let values = exact::action_values(starts, key, seat, strategy);
        let worth = |a| values.iter().find(|(b, _)| *b == a).map_or(0.0, |&(_, v)| v);
        let mut left = rng.unit();
        let drawn = mix.iter().find(|(_, chance)| {
            left -= chance;
            left < 0.0
        });
        let action = drawn.unwrap_or(&mix[mix.len() - 1]).0;
        let mut candidates: Vec<_> = mix
            .iter()
            .map(|&(a, chance)| Candidate {
                action: a,
                visits: (1000.0 * chance).round() as u64,
                mean: worth(a),
                se: 0.0,
                bound: Bound::Exact,
            })
            .collect();
        candidates
            .sort_by(|a, b| (b.action == action).cmp(&(a.action == action)).then(b.visits.cmp(&a.visits)));
        let actions = State::actions(&world);
        Ok(Decision { candidates, ..Decision::immediate(Basis::Computed, action, actions) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_wins_against_it() {
        let kuhn = Kuhn::solution();
        assert!(exact::exploitability(&kuhn.starts, &kuhn.strategy) < 1e-3);
        let leduc = Leduc::solution();
        assert!(exact::exploitability(&leduc.starts, &leduc.strategy) < 1e-3);
    }
}
