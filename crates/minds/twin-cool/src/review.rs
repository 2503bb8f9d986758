//! Reviews of Twin Cool: the solved game without memory judges, with the next draws counted exactly; small games
//! are computed to their end.

use crate::players::{Lookahead, best_end};
use crate::relaxed::Relaxed;
use std::sync::Arc;
use yomi_core::{Bound, Contradiction, Limits, Player, Rng, Run, State, Turn};
use yomi_engine::Sentence;
use yomi_engine::review::Judge;
use yomi_engine::review::judge::Payoffs;
use yomi_engine::review::weigh::{Choice, Weighed, Weigher, Weight};
use yomi_games::TwinCool;
use yomi_games::twin_cool::{Action, Variant};
use yomi_search::reference::expectimax;

/// The value table of the luck meter, as the value function of ledgers.
pub struct ByRelaxed(pub Arc<Relaxed>);

impl Judge<TwinCool> for ByRelaxed {
    fn name(&self) -> Sentence {
        Sentence::new("the solved game without memory", "記憶なしで解いたゲームの値")
    }

    fn values(&mut self, state: &TwinCool) -> Payoffs {
        let mut values = Payoffs::default();
        values[0] = self.0.payoff_of(state);
        values
    }
}

/// With this many unseen cards or fewer it is tried to compute the game to its end...
const FEW_UNSEEN: u32 = 12;
/// ... within this many positions.
const MOST_POSITIONS: u64 = 200_000;

/// Draws that are counted exactly with fewer iterations than these; an iteration is one leaf.
const ONE_DRAW_BELOW: u64 = 200;
const TWO_DRAWS_BELOW: u64 = 100_000;
const DEFAULT: Limits = Limits::iterations(10_000);
/// Moves that are worse by more, in payoff, are not looked at more deeply behind the first draw.
const MARGIN: f64 = 1.0;

/// Every move by the draws that can follow it.
pub struct Counting(Arc<Relaxed>);

impl Counting {
    pub fn new(variant: &Variant) -> Counting {
        Counting(Relaxed::of(variant))
    }

    fn draws(limits: &Limits) -> u32 {
        match limits.iterations.or(limits.nodes).unwrap_or(u64::MAX) {
            n if n < ONE_DRAW_BELOW => 1,
            n if n < TWO_DRAWS_BELOW || limits.time.is_some() => 2,
            _ => 3,
        }
    }

    /// The exact value of every move, where the game is small enough.
    fn to_the_end(state: &TwinCool) -> Option<Vec<(Action, f64)>> {
        if state.deck() == 0 {
            let value = |action| {
                let mut next = *state;
                next.apply(action);
                match next.turn() {
                    Turn::Over => next.payoff(Player::FIRST),
                    _ => best_end(&next).0,
                }
            };
            return Some(State::actions(state).into_iter().map(|action| (action, value(action))).collect());
        }
        let small = state.unseen().len() <= FEW_UNSEEN;
        let found = small.then(|| expectimax(state, &mut |positions| positions < MOST_POSITIONS)).flatten();
        found.map(|found| found.moves)
    }
}

impl Weigher<TwinCool> for Counting {
    fn default_limits(&self) -> Limits {
        DEFAULT
    }

    /// What was not computed to the end is off by as much as it moved when one more draw was counted.
    fn weigh(
        &mut self,
        choice: &Choice<'_, TwinCool>,
        run: &mut Run<'_, Action>,
        _: &mut Rng,
    ) -> Result<Weighed<Action>, Contradiction> {
        let (state, played) = (&choice.view.now, choice.played);
        let (deep, shallow, bound) = match Counting::to_the_end(state) {
            Some(values) => (values.clone(), values, Bound::Proven),
            None => {
                let draws = Counting::draws(&run.limits);
                let values = |draws| -> Vec<(Action, f64)> {
                    let look = Lookahead { draws, margin: MARGIN };
                    let value = |action| self.0.payoff_after(state, action, look);
                    State::actions(state).into_iter().map(|action| (action, value(action))).collect()
                };
                (values(draws), values(draws - 1), Bound::Judged)
            }
        };
        let of = |values: &[(Action, f64)]| values.iter().find(|(a, _)| *a == played).map_or(0.0, |v| v.1);
        let (base, base_before) = (of(&deep), of(&shallow));
        let weight = |(&(action, value), &(_, before)): (&(Action, f64), &(Action, f64))| {
            let lead = value - base;
            let lead_se = (lead - (before - base_before)).abs();
            Weight { action, visits: 1, value, se: (value - before).abs(), lead, lead_se, bound }
        };
        let mut moves: Vec<_> = deep.iter().zip(&shallow).map(weight).collect();
        moves.sort_by_key(|weight| weight.action != played);
        Ok(Weighed::new(moves, 0))
    }
}
