//! What the solved game without memory gives a tree search: values of leaves, and priors of moves.

use super::players::{CARD, best_end};
use super::{Relaxed, Solution};
use std::sync::{Arc, OnceLock};
use yomi_core::{Guide, Leaf, MAX_PLAYERS, Player, Rng, State, Turn};
use yomi_games::twin_cool::{TwinCool, Variant};
use yomi_search::priors::Ladder;
use yomi_search::tree::rollout::{Estimate, Payoffs};

impl Relaxed {
    /// The expected payoff of a position with any seat to move. If a draw comes next, it is averaged over
    /// every possible card.
    pub fn payoff_of(&self, state: &TwinCool) -> f64 {
        let more = match state.turn() {
            Turn::Over => return state.payoff(Player::FIRST),
            Turn::Chance => self.counted_value(&self.waiting(state), state.unseen(), state.deck()),
            Turn::Player(_) if state.deck() == 0 => return best_end(state).0,
            Turn::Player(_) => self.value_before(state),
        };
        CARD * (f64::from(state.played()) + f64::from(more)) + f64::from(state.points())
    }
}

/// Evaluates leaves by the table instead of by playouts.
#[derive(Clone, Debug, Default)]
pub struct TableLeaf(Solution);

impl Estimate<TwinCool> for TableLeaf {
    fn estimate(&mut self, leaf: &mut TwinCool, _: &mut Rng) -> Payoffs {
        let value = self.0.of(leaf.variant()).payoff_of(leaf);
        let mut all = [0.0; MAX_PLAYERS];
        all[0] = value;
        all
    }
}

/// Priors from the table: the better a move in the game without memory, the higher.
#[derive(Clone, Debug, Default)]
pub struct TableGuide(OnceLock<(Variant, Arc<Relaxed>)>);

/// Prior points per card: a hundredth of a card is one point.
const POINTS_A_CARD: f32 = 100.0;
/// A loss of a fifth of a card makes a move e times less likely.
static LADDER: Ladder = Ladder::new(1.051_271);

impl Guide<TwinCool> for TableGuide {
    fn guide(&self, batch: &mut [Leaf<TwinCool>]) {
        for leaf in batch {
            let variant = leaf.state.variant();
            let (known, relaxed) = self.0.get_or_init(|| (*variant, Relaxed::of(variant)));
            let other;
            let relaxed = if known == variant {
                relaxed
            } else {
                other = Relaxed::of(variant);
                &other
            };
            let (least, most) = leaf.state.payoff_bounds();
            leaf.values[0] = ((relaxed.payoff_of(&leaf.state) - least) / (most - least)) as f32;
            let deck = leaf.state.deck();
            let points = leaf.actions.iter().map(|&action| {
                let value = if deck == 0 { 0.0 } else { relaxed.value_of(&leaf.state, action) };
                (value * POINTS_A_CARD) as i32
            });
            let points: smallvec::SmallVec<[i32; 10]> = points.collect();
            LADDER.share_out(&points, &mut leaf.priors);
        }
    }
}
