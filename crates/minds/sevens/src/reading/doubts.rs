//! What passes do to the weights of cards, before whole deals are weighed.

use super::story::Move;
use yomi_games::sevens::{Action, Cards};

/// The most passes that a seat survives, over all settings of the game.
const MOST_PASSES: usize = 9;

/// How the deals weigh cards that lay open when a seat passed.
#[derive(Clone, Copy, Debug)]
pub struct Doubts {
    /// Cards that lay open at exactly so many of its passes.
    pub cards: [Cards; MOST_PASSES + 1],
    /// The weight of each of them.
    pub weights: [f64; MOST_PASSES + 1],
    ln_weights: [f64; MOST_PASSES + 1],
}

impl Doubts {
    /// With so many passes a card is as good as excluded, unless they were made on purpose.
    pub fn new(moves: &[Move], decay: f64, on_purpose: f64) -> Doubts {
        let mut cards = [Cards::NONE; MOST_PASSES + 1];
        cards[0] = Cards::ALL;
        for m in moves.iter().filter(|m| m.action == Action::Pass) {
            for n in (0..MOST_PASSES).rev() {
                let once_more = cards[n] & m.open;
                cards[n] = cards[n] - once_more;
                cards[n + 1] = cards[n + 1] | once_more;
            }
        }
        let weight = |n: usize| decay.powi(n as i32) * (1.0 - on_purpose) + on_purpose;
        let weights: [f64; MOST_PASSES + 1] = std::array::from_fn(weight);
        Doubts { cards, weights, ln_weights: weights.map(f64::ln) }
    }

    /// The logarithm of how much less often than by chance the deals give a seat this hand.
    #[inline]
    pub fn ln_of(&self, held: Cards) -> f64 {
        let each = self.cards.iter().zip(self.ln_weights).skip(1);
        each.map(|(cards, weight)| weight * f64::from((held & *cards).len())).sum()
    }
}
