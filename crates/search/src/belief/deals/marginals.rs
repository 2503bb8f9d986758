//! The marginal probabilities of all holders: a forward pass over the lots, combined with the table, which is
//! the backward pass.

use super::Deals;
use crate::belief::MAX_SEATS;
use yomi_bits::ones;

impl Deals {
    /// For each of the 64 cards, the probability that it is at each seat: exact, up to rounding. 0 everywhere
    /// for a card that is not unseen.
    #[must_use]
    pub fn marginals(&self) -> Vec<[f64; MAX_SEATS]> {
        let mut chances = vec![[0.0; MAX_SEATS]; 64];
        for (seat, &cards) in self.sure.iter().enumerate() {
            ones(cards).for_each(|card| chances[card as usize][seat] = 1.0);
        }
        let cells = self.shape.cells();
        // The weight of all ways to deal the lots so far that lead to each cell.
        let mut here = vec![0.0; cells];
        here[self.shape.root()] = 1.0;
        for (layer, lot) in self.lots.iter().enumerate() {
            let mut expected = [0.0; MAX_SEATS];
            let mut add = |numbers: super::Counts, weight: f64| {
                for (seat, sum) in expected.iter_mut().enumerate().take(self.shape.seats().len()) {
                    *sum += weight * f64::from(numbers.get(seat));
                }
            };
            let mut there = vec![0.0; cells];
            let reached = self.shape.each_cell(lot.left).filter(|&(cell, _)| here[cell] > 0.0);
            if layer + 1 == self.lots.len() {
                reached.for_each(|(cell, room)| add(room, here[cell] * self.values[cells * layer + cell]));
            } else {
                let shares = &self.shares[lot.shares.0 as usize..lot.shares.1 as usize];
                for (cell, room) in reached {
                    for share in shares.iter().filter(|share| room.cover(share.take)) {
                        let to = cell - share.offset as usize;
                        let weight = here[cell] * share.weight;
                        there[to] += weight;
                        add(share.take, weight * self.values[cells * (layer + 1) + to]);
                    }
                }
            }
            here = there;
            let all = self.root() * f64::from(lot.size());
            for card in ones(lot.cards) {
                for (i, &seat) in self.shape.seats().iter().enumerate() {
                    chances[card as usize][seat] = expected[i] / all;
                }
            }
        }
        chances
    }
}
