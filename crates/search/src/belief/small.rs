//! For tests: small deals that can be enumerated.

use super::{Hands, Holders, MAX_SEATS};
use yomi_bits::{nth_bit, ones};
use yomi_core::{Contradiction, Rng};

/// Unseen cards, how many each seat holds, and what it may hold, before any conclusions.
#[derive(Clone, Debug)]
pub(super) struct Small {
    pub unseen: u64,
    pub hidden: [u32; MAX_SEATS],
    pub may: Hands,
}

impl Small {
    /// At most `most` cards at random seats. The sets are made around one deal, and sometimes made
    /// impossible.
    pub fn random(most: u32, rng: &mut Rng) -> Small {
        let cards = 1 + rng.below(most);
        let seats: Vec<usize> = (0..2 + rng.below(3)).map(|_| rng.below(MAX_SEATS as u32) as usize).collect();
        let generosity = rng.below(5);
        let mut small = Small { unseen: 0, hidden: [0; MAX_SEATS], may: [0; MAX_SEATS] };
        while small.unseen.count_ones() < cards {
            small.unseen |= 1 << nth_bit(!small.unseen, rng.below(64 - small.unseen.count_ones()));
        }
        for card in ones(small.unseen) {
            let owner = seats[rng.below(seats.len() as u32) as usize];
            small.hidden[owner] += 1;
            small.may[owner] |= 1 << card;
            for &seat in &seats {
                small.may[seat] |= u64::from(rng.below(5) < generosity) << card;
            }
        }
        if rng.below(6) == 0 {
            let card = nth_bit(small.unseen, rng.below(cards));
            small.may[seats[0]] &= !(1 << card);
        }
        small
    }

    pub fn holders(&self) -> Result<Holders, Contradiction> {
        Holders::with_sets(self.unseen, &self.hidden, &self.may)
    }

    /// Every deal that agrees.
    pub fn deals(&self) -> Vec<Hands> {
        let mut deals: Vec<Hands> = vec![[0; MAX_SEATS]];
        for card in ones(self.unseen) {
            let mut longer = Vec::new();
            for deal in &deals {
                for seat in 0..MAX_SEATS {
                    if self.may[seat] >> card & 1 == 1 && deal[seat].count_ones() < self.hidden[seat] {
                        let mut next = *deal;
                        next[seat] |= 1 << card;
                        longer.push(next);
                    }
                }
            }
            deals = longer;
        }
        deals
    }
}
