//! How fast a deck is, by the mean cost of the cards seen of it.
//!
//! The printed cost of a card that is played for nothing says that its deck is slow when it is fast; the virtual cost is what is
//! really paid. Both are here, so that they can be compared.

use super::statistics::Table;
use yomi_games::duel::Counts;
use yomi_games::duel::cards::{Archetype, SetRef};

/// The mean cost of the cards seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    pub virtual_cost: f64,
    pub printed_cost: f64,
}

impl Speed {
    /// Of some cards; `None` when there are none.
    pub fn of(set: SetRef, table: &Table, cards: &Counts) -> Option<Speed> {
        let n = f64::from(cards.len());
        let mean = |cost: &dyn Fn(yomi_games::duel::CardId) -> f64| {
            cards.iter().map(|(card, copies)| f64::from(copies) * cost(card)).sum::<f64>() / n
        };
        (n > 0.0).then(|| Speed {
            virtual_cost: mean(&|card| table.virtual_cost(set, card)),
            printed_cost: mean(&|card| f64::from(set.card(card).cost)),
        })
    }

    /// Of an archetype: the mean over the decks it can be.
    pub fn of_archetype(set: SetRef, table: &Table, archetype: &Archetype) -> Speed {
        let decks: Vec<Speed> =
            archetype.decks.iter().filter_map(|deck| Speed::of(set, table, deck)).collect();
        let mean = |cost: fn(&Speed) -> f64| decks.iter().map(cost).sum::<f64>() / decks.len().max(1) as f64;
        Speed { virtual_cost: mean(|s| s.virtual_cost), printed_cost: mean(|s| s.printed_cost) }
    }
}
