//! How fast a deck is, judged by the mean cost of the cards seen of it.
//!
//! A card with a high printed cost that is played for free suggests a slow deck when the deck is fast; the
//! virtual cost is the mean actually paid. Both are here, so that they can be compared.

use super::statistics::Table;
use yomi_games::duel::cards::{Archetype, SetRef};
use yomi_games::duel::{CardId, Counts};

/// The mean cost of the cards seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    pub virtual_cost: f64,
    pub printed_cost: f64,
}

impl Speed {
    /// Of these cards; `None` when there are none.
    pub fn of(set: SetRef, table: &Table, cards: &Counts) -> Option<Speed> {
        let n = f64::from(cards.len());
        let mean = |cost: &dyn Fn(CardId) -> f64| {
            cards.iter().map(|(card, copies)| f64::from(copies) * cost(card)).sum::<f64>() / n
        };
        (n > 0.0).then(|| Speed {
            virtual_cost: mean(&|card| table.virtual_cost(set, card)),
            printed_cost: mean(&|card| f64::from(set.card(card).cost)),
        })
    }

    /// Of an archetype: the mean over its possible decks.
    pub fn of_archetype(set: SetRef, table: &Table, archetype: &Archetype) -> Speed {
        let decks: Vec<Speed> =
            archetype.decks.iter().filter_map(|deck| Speed::of(set, table, deck)).collect();
        let mean = |cost: fn(&Speed) -> f64| decks.iter().map(cost).sum::<f64>() / decks.len().max(1) as f64;
        Speed { virtual_cost: mean(|s| s.virtual_cost), printed_cost: mean(|s| s.printed_cost) }
    }
}

/// Which archetypes are fast, and the threshold between fast and slow.
#[derive(Clone, Debug)]
pub struct Pace {
    /// Per archetype, in the order of the set.
    pub is_fast: Vec<bool>,
    /// Halfway between the means of the fast and of the slow archetypes.
    pub bar: Speed,
}

impl Pace {
    /// Archetypes below the mean virtual cost are fast.
    pub fn of(set: SetRef, table: &Table) -> Pace {
        let speeds: Vec<Speed> =
            set.archetypes.iter().map(|archetype| Speed::of_archetype(set, table, archetype)).collect();
        let mean = |cost: fn(&Speed) -> f64, among: &dyn Fn(&Speed) -> bool| {
            let (sum, n) = speeds
                .iter()
                .filter(|speed| among(speed))
                .fold((0.0, 0), |(sum, n), speed| (sum + cost(speed), n + 1));
            sum / f64::from(n.max(1))
        };
        let middle = mean(|s| s.virtual_cost, &|_| true);
        let is_fast = |speed: &Speed| speed.virtual_cost < middle;
        let bar = |cost| (mean(cost, &is_fast) + mean(cost, &|speed| !is_fast(speed))) / 2.0;
        Pace {
            is_fast: speeds.iter().map(is_fast).collect(),
            bar: Speed { virtual_cost: bar(|s| s.virtual_cost), printed_cost: bar(|s| s.printed_cost) },
        }
    }

    /// Whether cards of this speed suggest a fast deck, by virtual cost.
    pub fn calls_fast(&self, speed: &Speed) -> bool {
        speed.virtual_cost < self.bar.virtual_cost
    }

    /// The same by printed cost.
    pub fn looks_fast(&self, speed: &Speed) -> bool {
        speed.printed_cost < self.bar.printed_cost
    }
}
