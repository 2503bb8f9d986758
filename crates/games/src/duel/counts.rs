//! A multiset of cards: up to seven copies of each, in three words.
//!
//! Bit `c` of plane `k` says whether the binary digit `2^k` of the number of copies of card `c` is set.
//! Adding and removing a card carries through three words, the set of different cards is their union, and a
//! card can be drawn by weight without visiting each one: first choose the plane, then one of its bits.

use super::cards::CardId;
use yomi_bits::{nth_bit, ones};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counts([u64; 3]);

impl Counts {
    pub const EMPTY: Counts = Counts([0; 3]);

    #[inline]
    pub fn add(&mut self, card: CardId) {
        let one = card.bit();
        let two = self.0[0] & one;
        let four = self.0[1] & two;
        self.0[0] ^= one;
        self.0[1] ^= two;
        self.0[2] ^= four;
    }

    /// Removes one copy. There must be one.
    #[inline]
    pub fn remove(&mut self, card: CardId) {
        debug_assert!(self.has(card), "no copy of {card:?} to take away");
        let one = card.bit();
        let two = !self.0[0] & one;
        let four = !self.0[1] & two;
        self.0[0] ^= one;
        self.0[1] ^= two;
        self.0[2] ^= four;
    }

    #[inline]
    pub fn has(&self, card: CardId) -> bool {
        self.kinds() & card.bit() != 0
    }

    #[inline]
    pub fn count(&self, card: CardId) -> u32 {
        let at = card.index();
        (self.0[0] >> at & 1 | (self.0[1] >> at & 1) << 1 | (self.0[2] >> at & 1) << 2) as u32
    }

    /// The different cards, as a set of bits.
    #[inline]
    pub fn kinds(&self) -> u64 {
        self.0[0] | self.0[1] | self.0[2]
    }

    /// Cards in all, copies counted.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0[0].count_ones() + 2 * self.0[1].count_ones() + 4 * self.0[2].count_ones()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.kinds() == 0
    }

    /// How many of them are in a set of cards.
    #[inline]
    pub fn len_among(&self, set: u64) -> u32 {
        Counts(self.0.map(|plane| plane & set)).len()
    }

    /// The `n`-th card, counting every copy; `n` is below [`len`](Counts::len).
    #[inline]
    pub fn nth(&self, n: u32) -> CardId {
        let [ones, twos] = [self.0[0].count_ones(), 2 * self.0[1].count_ones()];
        let at = if n < ones {
            nth_bit(self.0[0], n)
        } else if n < ones + twos {
            nth_bit(self.0[1], (n - ones) / 2)
        } else {
            nth_bit(self.0[2], (n - ones - twos) / 4)
        };
        CardId::new(at as usize)
    }

    /// The different cards with how many there are of each, in the order of cards.
    pub fn iter(&self) -> impl Iterator<Item = (CardId, u32)> + '_ {
        ones(self.kinds()).map(|at| {
            let card = CardId::new(at as usize);
            (card, self.count(card))
        })
    }

    /// Every copy, in the order of cards.
    pub fn copies(&self) -> impl Iterator<Item = CardId> + '_ {
        self.iter().flat_map(|(card, n)| (0..n).map(move |_| card))
    }

    pub fn plus(mut self, other: &Counts) -> Counts {
        other.copies().for_each(|card| self.add(card));
        self
    }

    /// The difference; `None` where `other` has more copies of a card.
    pub fn minus(mut self, other: &Counts) -> Option<Counts> {
        for (card, n) in other.iter() {
            if self.count(card) < n {
                return None;
            }
            (0..n).for_each(|_| self.remove(card));
        }
        Some(self)
    }

    pub fn words(&self) -> [u64; 3] {
        self.0
    }
}

impl FromIterator<CardId> for Counts {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> Self {
        let mut counts = Counts::EMPTY;
        cards.into_iter().for_each(|card| counts.add(card));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    #[test]
    fn counts_agree_with_a_plain_list() {
        let mut rng = Rng::new(3);
        let (mut counts, mut plain) = (Counts::EMPTY, [0u32; 63]);
        for _ in 0..20_000 {
            let at = rng.below(63) as usize;
            let card = CardId::new(at);
            if plain[at] > 0 && (plain[at] == 7 || rng.below(2) == 0) {
                counts.remove(card);
                plain[at] -= 1;
            } else {
                counts.add(card);
                plain[at] += 1;
            }
            assert_eq!(counts.count(card), plain[at]);
            assert_eq!(counts.len(), plain.iter().sum::<u32>());
        }
        let drawn: Counts = (0..counts.len()).map(|n| counts.nth(n)).collect();
        assert_eq!(drawn, counts, "every copy has a number of its own");
        assert_eq!(counts.copies().collect::<Counts>(), counts);
        assert_eq!(counts.minus(&counts), Some(Counts::EMPTY));
        assert_eq!(Counts::EMPTY.minus(&counts), None);
    }
}
