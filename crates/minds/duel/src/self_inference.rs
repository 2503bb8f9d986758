//! The mean statistics of the own library and shields, updated incrementally.
//!
//! A player knows its deck, so its library and the shields that nobody has seen are the deck minus everything
//! it knows: one sum, from which a card is subtracted when its owner learns where it is, and to which it is
//! added when it is shuffled back. Cards there that the owner knows, by scry, by search or because it put
//! them there, are summed separately. All sums are integers, so that no rounding error accumulates.

use super::statistics::{DIMENSIONS, UNIT};
use yomi_core::Player;
use yomi_games::Duel;
use yomi_games::duel::{CardId, Counts, Known, Side};

/// Statistics of cards in thousandths, by card.
pub type Stats = Vec<[i32; DIMENSIONS]>;

/// Sums over some cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    stats: [i32; DIMENSIONS],
    cards: i32,
}

impl Sum {
    #[inline]
    fn add(&mut self, stats: &[i32; DIMENSIONS], times: i32) {
        for (sum, x) in self.stats.iter_mut().zip(stats) {
            *sum += x * times;
        }
        self.cards += times;
    }
}

/// Tracks one player's hidden zones.
#[derive(Clone, Debug)]
pub struct SelfInference<'a> {
    stats: &'a Stats,
    seat: Player,
    /// The library without its known cards, and the shields that nobody has seen.
    unseen: Sum,
    /// Known cards of the library.
    known: Sum,
    /// Shields that their owner knows.
    shields: Sum,
    library: i32,
    shields_in_all: i32,
}

impl PartialEq for SelfInference<'_> {
    fn eq(&self, other: &Self) -> bool {
        let sums = |s: &Self| (s.seat, s.unseen, s.known, s.shields, s.library, s.shields_in_all);
        sums(self) == sums(other)
    }
}

impl<'a> SelfInference<'a> {
    /// Computed from the position: the invariant that [`follow`](SelfInference::follow) maintains.
    pub fn new(stats: &'a Stats, state: &Duel, seat: Player) -> SelfInference<'a> {
        let side = state.side_of(seat);
        let mut unseen = Sum::default();
        side.pool.iter().for_each(|(card, n)| unseen.add(&stats[card.index()], n as i32));
        let mut all = SelfInference {
            stats,
            seat,
            unseen,
            known: Sum::default(),
            shields: Sum::default(),
            library: 0,
            shields_in_all: 0,
        };
        all.known = all.known_of(state);
        all.shields = all.shields_of(side);
        all.sizes(side);
        all
    }

    fn sizes(&mut self, side: &Side) {
        (self.library, self.shields_in_all) = (i32::from(side.library), side.shields.len() as i32);
    }

    fn sum(&self, cards: impl Iterator<Item = CardId>) -> Sum {
        let mut sum = Sum::default();
        cards.for_each(|card| sum.add(&self.stats[card.index()], 1));
        sum
    }

    /// The part of the library's top that its owner knows, whether on the library or being looked at.
    fn known_of(&self, state: &Duel) -> Sum {
        let top = state.side_of(self.seat).top;
        let looks = usize::from(state.effect().side) == self.seat.index();
        let looking = if looks { state.looking() } else { &[] };
        self.sum(top.cards().iter().chain(looking).copied())
    }

    fn shields_of(&self, side: &Side) -> Sum {
        self.sum(side.shields.iter().filter(|(_, known)| *known != Known::Nobody).map(|(card, _)| card))
    }

    /// Updates after an action. Only cards that became known or unknown to their owner are visited.
    #[inline]
    pub fn follow(&mut self, before: &Duel, after: &Duel) {
        let (old, new) = (before.side_of(self.seat), after.side_of(self.seat));
        if old.pool != new.pool {
            self.cross(&old.pool, &new.pool);
        }
        if old.top != new.top || before.looking() != after.looking() {
            self.known = self.known_of(after);
        }
        if old.shields != new.shields {
            self.shields = self.shields_of(new);
        }
        self.sizes(new);
    }

    fn cross(&mut self, old: &Counts, new: &Counts) {
        let (was, is) = (old.words(), new.words());
        let mut changed = (was[0] ^ is[0]) | (was[1] ^ is[1]) | (was[2] ^ is[2]);
        while changed != 0 {
            let card = CardId::new(changed.trailing_zeros() as usize);
            changed &= changed - 1;
            let times = new.count(card) as i32 - old.count(card) as i32;
            self.unseen.add(&self.stats[card.index()], times);
        }
    }

    /// The mean over a zone of this size: its known cards, and the mean of the unknown ones for the rest.
    fn mean(&self, known: &Sum, size: i32) -> [f64; DIMENSIONS] {
        if size == 0 {
            return [0.0; DIMENSIONS];
        }
        let hidden = f64::from(size - known.cards) / f64::from(self.unseen.cards.max(1));
        let one = |d: usize| {
            (f64::from(known.stats[d]) + hidden * f64::from(self.unseen.stats[d])) / f64::from(size)
        };
        std::array::from_fn(|d| one(d) / UNIT)
    }

    /// The mean statistics of a card of the library.
    pub fn library_potential(&self) -> [f64; DIMENSIONS] {
        self.mean(&self.known, self.library)
    }

    /// The mean statistics of a shield.
    pub fn shield_expectation(&self) -> [f64; DIMENSIONS] {
        self.mean(&self.shields, self.shields_in_all)
    }
}
