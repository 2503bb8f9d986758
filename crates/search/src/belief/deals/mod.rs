//! Deals of the unseen cards: their number, exact random samples, and the probability of every holder.
//!
//! A dynamic program over the cards and the room left at each seat knows, before a card is dealt, the total
//! weight of all deals that begin like this. So each step is drawn with exactly its probability, no deal is
//! ever rejected, and the probabilities of all holders follow from the same table (forward-backward
//! algorithm). Cards with the same weights at all seats are dealt as one lot: first how many of them each
//! seat gets, then which. Cards with only one possible holder are not in the table at all.
//!
//! The weights of a card are scaled so that the largest is 1. Then no total is above 8^64, about 10^58, and
//! underflow below the smallest float, 10^-308, loses at most 10^-240 in all: with a total of at least
//! 10^-225 that is negligible. Unweighted deals are always above that, and so are 52 cards whose weights
//! differ by less than a factor of 20,000.

mod counts;
mod lots;
mod marginals;
mod table;
#[cfg(test)]
mod tests;

use super::hall::only_holders;
use super::{Hands, Holders, MAX_SEATS, Weights};
use counts::Counts;
use lots::{Lot, Share};
use table::Shape;
use yomi_bits::{nth_bit, ones};
use yomi_core::{Contradiction, Rng, sentence};

/// Below this total, underflow may have lost too much.
const SMALLEST_TOTAL: f64 = 1e-225;

/// All deals that agree with some [`Holders`], ready to be sampled. [`prepare`](Deals::prepare) reuses the
/// memory for other holders. The default value has no cards and deals none.
///
/// ```
/// use yomi_core::Rng;
/// use yomi_search::belief::{Deals, Holders};
///
/// let mut holders = Holders::new(0b1111, &[0, 2, 2]).unwrap();
/// holders.cannot_hold(1, 0b0001).unwrap();
/// let deals = Deals::new(&holders);
/// assert!((deals.ln_total().exp() - 3.0).abs() < 1e-9); // Two of the cards 1, 2 and 3 are at seat 1.
/// assert!((deals.marginals()[1][1] - 2.0 / 3.0).abs() < 1e-9);
/// let hands = deals.sample(&mut Rng::new(0));
/// assert_eq!((hands[1] | hands[2], hands[1] & 1), (0b1111, 0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Deals {
    sure: Hands,
    shape: Shape,
    lots: Vec<Lot>,
    shares: Vec<Share>,
    values: Vec<f64>,
    ln_scale: f64,
}

impl Deals {
    /// Every deal that agrees with the holders is equally likely.
    #[must_use]
    pub fn new(holders: &Holders) -> Deals {
        let mut deals = Deals::default();
        deals.prepare(holders);
        deals
    }

    /// A deal is as likely as the product of its cards' weights.
    pub fn weighted(holders: &Holders, weights: &Weights) -> Result<Deals, Contradiction> {
        let mut deals = Deals::default();
        deals.prepare_weighted(holders, weights)?;
        Ok(deals)
    }

    /// [`Deals::new`] in place.
    pub fn prepare(&mut self, holders: &Holders) {
        let cards = self.set_out(holders);
        self.ln_scale = 0.0;
        lots::gather(&mut self.lots, &self.shape, cards, holders.parts().1, None);
        self.count();
    }

    /// [`Deals::weighted`] in place. Fails when a weight that matters is not a positive number, or when
    /// weights lie so far apart that the totals underflow; the value is then empty, as by default.
    pub fn prepare_weighted(&mut self, holders: &Holders, weights: &Weights) -> Result<(), Contradiction> {
        let done = self.try_weighted(holders, weights);
        if done.is_err() {
            *self = Deals::default();
        }
        done
    }

    fn try_weighted(&mut self, holders: &Holders, weights: &Weights) -> Result<(), Contradiction> {
        let may = holders.parts().1;
        let mut ln_sure = 0.0;
        let cards = self.set_out(holders);
        for (seat, &here) in may.iter().enumerate() {
            for card in ones(here) {
                let weight = weights.of(card)[seat];
                if !(weight > 0.0 && weight.is_finite()) {
                    return Err(Contradiction(sentence!(
                        "card {card} at seat {seat} has weight {weight}: expected a positive number",
                        "席{seat}のカード{card}の重みが {weight} です。正の数にしてください"
                    )));
                }
                if cards >> card & 1 == 0 && weight != 1.0 {
                    ln_sure += weight.ln();
                }
            }
        }
        let (rows, ln_scale) = lots::rows(&self.shape, cards, may, weights);
        self.ln_scale = ln_sure + ln_scale;
        lots::gather(&mut self.lots, &self.shape, cards, may, Some(&rows));
        self.count();
        if self.root() < SMALLEST_TOTAL {
            return Err(Contradiction(sentence!(
                "the weights of the cards lie too far apart",
                "カードの重みの差が大きすぎます"
            )));
        }
        Ok(())
    }

    /// Sets aside the cards with only one possible holder and returns the others.
    fn set_out(&mut self, holders: &Holders) -> u64 {
        let (hidden, may) = holders.parts();
        let sure = only_holders(may);
        let mut room = *hidden;
        for seat in 0..MAX_SEATS {
            self.sure[seat] = may[seat] & sure;
            room[seat] -= self.sure[seat].count_ones();
        }
        self.shape.lay_out(&room);
        holders.unseen() & !sure
    }

    fn count(&mut self) {
        lots::share_out(&mut self.lots, &self.shape, &mut self.shares);
        table::fill(&mut self.values, &self.shape, &self.lots, &self.shares);
    }

    /// The total weight of all deals of the cards with several possible holders.
    fn root(&self) -> f64 {
        if self.lots.is_empty() { 1.0 } else { self.values[self.shape.root()] }
    }

    /// The natural logarithm of the number of deals or, with weights, of their total weight.
    #[must_use]
    pub fn ln_total(&self) -> f64 {
        self.root().ln() + self.ln_scale
    }

    /// A random deal.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> Hands {
        let mut hands = self.sure;
        let Some((last, lots)) = self.lots.split_last() else { return hands };
        let mut room = self.shape.rooms();
        let mut at = self.shape.root();
        for lot in lots {
            let share = self.draw_share(lot, room, at, rng);
            if lot.cards.is_power_of_two() {
                hands[self.shape.seats()[share.take.first()]] |= lot.cards;
            } else {
                self.hand_out(lot.cards, share.take, &mut hands, rng);
            }
            room = room.minus(share.take);
            at += self.shape.cells() - share.offset as usize;
        }
        self.hand_out(last.cards, room, &mut hands, rng);
        hands
    }

    /// A random way to distribute a lot, with the total probability of the deals that it leads to.
    #[inline]
    fn draw_share(&self, lot: &Lot, room: Counts, at: usize, rng: &mut Rng) -> &Share {
        let shares = &self.shares[lot.shares.0 as usize..lot.shares.1 as usize];
        let next = at + self.shape.cells();
        let mut mark = rng.unit() * self.values[at];
        let mut chosen = None;
        for share in shares.iter().filter(|share| room.cover(share.take)) {
            let weight = share.weight * self.values[next - share.offset as usize];
            if weight > 0.0 {
                // Rounding may leave the mark just past the end: then it is the last one.
                chosen = Some(share);
                if mark < weight {
                    break;
                }
                mark -= weight;
            }
        }
        chosen.expect("a cell that was reached leads on")
    }

    /// Gives each seat its number of cards, every choice equally likely.
    #[inline]
    fn hand_out(&self, mut cards: u64, take: Counts, hands: &mut Hands, rng: &mut Rng) {
        for (i, &seat) in self.shape.seats().iter().enumerate() {
            let own = choose(cards, take.get(i), rng);
            hands[seat] |= own;
            cards ^= own;
        }
    }
}

/// `n` of the cards, every choice equally likely.
#[inline]
fn choose(cards: u64, n: u32, rng: &mut Rng) -> u64 {
    let size = cards.count_ones();
    // Those that stay are fewer: choose them instead.
    let inverse = n > size / 2;
    let mut pool = cards;
    for i in 0..if inverse { size - n } else { n } {
        pool ^= 1 << nth_bit(pool, rng.below(size - i));
    }
    if inverse { pool } else { cards ^ pool }
}
