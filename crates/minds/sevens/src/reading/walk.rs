//! Walking from deal to deal (Metropolis and others, 1953): two seats exchange a card, and the exchange stands as often as it makes
//! what they did likelier. In the long run every deal is met as often as it is likely.
//!
//! Drawing deals and weighing them fails where what was seen says much: of a thousand deals two or three then carry all
//! the weight. A walk goes where the weight is.

use super::crowd::Crowd;
use super::{KINDS, Look};
use yomi_core::{MAX_PLAYERS, Rng};
use yomi_games::sevens::{Card, Cards};

/// Walks side by side, taken in turn.
pub const WALKERS: usize = 12;
/// Exchanges that each tries before anybody looks.
const BEFORE: usize = 48;

/// Several deals, each on its way.
#[derive(Clone, Debug)]
pub struct Walk {
    walkers: Vec<Look>,
    next: usize,
    /// Seats that hold hidden cards, two at least.
    seats: Vec<usize>,
}

impl Walk {
    /// Begins at deals that were drawn and weighed, the heavy ones taken the more often. None where there is nothing to exchange.
    pub fn begin(looks: &[Look], rng: &mut Rng) -> Option<Walk> {
        let held = |seat: &usize| looks.first().is_some_and(|look| !look.hands[*seat].is_empty());
        let seats: Vec<usize> = (0..MAX_PLAYERS).filter(held).collect();
        let total: f64 = looks.iter().map(|look| look.weight).sum();
        if seats.len() < 2 {
            return None;
        }
        let start = |mut mark: f64| {
            let found = looks.iter().find(|look| {
                mark -= look.weight;
                mark < 0.0
            });
            Look { weight: 1.0, ..*found.unwrap_or(&looks[looks.len() - 1]) }
        };
        let step = total / WALKERS as f64;
        let first = rng.unit() * step;
        let walkers = (0..WALKERS).map(|i| start(first + i as f64 * step)).collect();
        Some(Walk { walkers, next: 0, seats })
    }

    /// Goes far enough that the beginning is forgotten, and gives how likely each kind was at each seat on the second half of the way.
    pub fn warm_up(
        &mut self,
        crowd: &Crowd,
        likely: &mut impl FnMut(usize, Cards) -> [f64; KINDS],
        rng: &mut Rng,
    ) -> [[f64; KINDS]; MAX_PLAYERS] {
        let mut found = [[0.0; KINDS]; MAX_PLAYERS];
        let each = 1.0 / (WALKERS * (BEFORE - BEFORE / 2)) as f64;
        for walker in 0..WALKERS {
            for step in 0..BEFORE {
                self.exchange(walker, crowd, likely, rng);
                if step < BEFORE / 2 {
                    continue;
                }
                let chances = crowd.chances(&self.walkers[walker].likely, &self.seats);
                for (found, chances) in found.iter_mut().zip(chances) {
                    found.iter_mut().zip(chances).for_each(|(found, chance)| *found += each * chance);
                }
            }
        }
        found
    }

    /// Leaves out kinds of a seat that are not thought of any more.
    pub fn forget(&mut self, kinds: &[[f64; KINDS]; MAX_PLAYERS]) {
        for walker in &mut self.walkers {
            for &seat in &self.seats {
                let left = walker.likely[seat].iter_mut().zip(&kinds[seat]);
                left.for_each(|(likely, kind)| *likely = if *kind == 0.0 { 0.0 } else { *likely });
            }
        }
    }

    /// The next deal: one of the walkers', an exchange further on.
    #[inline]
    pub fn look(
        &mut self,
        crowd: &Crowd,
        likely: &mut impl FnMut(usize, Cards) -> [f64; KINDS],
        rng: &mut Rng,
    ) -> Look {
        let walker = self.next;
        self.next = (walker + 1) % WALKERS;
        self.exchange(walker, crowd, likely, rng);
        self.walkers[walker]
    }

    /// Two seats exchange a card, or not.
    fn exchange(
        &mut self,
        walker: usize,
        crowd: &Crowd,
        likely: &mut impl FnMut(usize, Cards) -> [f64; KINDS],
        rng: &mut Rng,
    ) {
        let many = self.seats.len() as u32;
        let first = rng.below(many);
        let second = (first + 1 + rng.below(many - 1)) % many;
        let (one, two) = (self.seats[first as usize], self.seats[second as usize]);
        let look = &mut self.walkers[walker];
        let (own, other) = (any(look.hands[one], rng), any(look.hands[two], rng));
        let hands = [look.hands[one].without(own).with(other), look.hands[two].without(other).with(own)];
        let mut moved = *look;
        for (seat, hand) in [(one, hands[0]), (two, hands[1])] {
            moved.hands[seat] = hand;
            moved.likely[seat] = likely(seat, hand);
        }
        let total = |look: &Look| crowd.total(&look.likely, &self.seats);
        if rng.unit() * total(look) < total(&moved) {
            *look = moved;
        }
    }
}

/// One of the cards, any as likely as any other.
#[inline]
fn any(cards: Cards, rng: &mut Rng) -> Card {
    let bits = yomi_bits::nth_bit(cards.bits(), rng.below(cards.len()));
    Card::at(bits)
}

/// How many deals, each drawn anew, would tell as surely who holds what as these do, which were taken from the walks in turn. Walks that
/// have gone too short a way still differ from each other by more than such deals would.
pub fn worth(looks: &[[Cards; MAX_PLAYERS]]) -> f64 {
    let all = looks.len() as f64;
    let (mut spread, mut between) = (0.0, 0.0);
    for seat in 0..MAX_PLAYERS {
        let somewhere = looks.iter().fold(Cards::NONE, |all, look| all | look[seat]);
        for card in somewhere.iter() {
            let share = |first: usize, step: usize| {
                let own = looks.iter().skip(first).step_by(step);
                own.clone().filter(|look| look[seat].has(card)).count() as f64 / own.len() as f64
            };
            let mean = share(0, 1);
            spread += mean * (1.0 - mean);
            let far = |walker: usize| (share(walker, WALKERS) - mean).powi(2);
            between += (0..WALKERS).map(far).sum::<f64>() / (WALKERS - 1) as f64;
        }
    }
    if looks.len() < 2 * WALKERS || between == 0.0 {
        return all;
    }
    (WALKERS as f64 * spread / between).clamp(1.0, all)
}
