//! The opponent's hand, shields and library, zone by zone: which cards, how likely, and their mean
//! statistics.
//!
//! Given the deck, every hidden card is equally likely to be in each hidden place, so a zone is its known
//! cards plus a number of the unseen ones.

use super::decks::DeckReading;
use super::self_inference::Stats;
use super::statistics::{DIMENSIONS, UNIT};
use yomi_games::duel::{CardId, Counts, Known, SeenDuel};

/// One zone of the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Zone<'a> {
    reading: &'a DeckReading,
    /// Cards that both know to be there.
    known: Counts,
    hidden: u32,
}

impl<'a> Zone<'a> {
    pub fn hand(seen: &SeenDuel, reading: &'a DeckReading) -> Zone<'a> {
        let side = seen.table.side_of(seen.seat.other());
        Zone { reading, known: side.shown, hidden: u32::from(side.hand_hidden) }
    }

    /// The part of the hand that this seat does not know.
    pub fn hidden_hand(seen: &SeenDuel, reading: &'a DeckReading) -> Zone<'a> {
        Zone { known: Counts::EMPTY, ..Zone::hand(seen, reading) }
    }

    pub fn shields(seen: &SeenDuel, reading: &'a DeckReading) -> Zone<'a> {
        let shields = &seen.table.side_of(seen.seat.other()).shields;
        let open = shields.iter().filter(|(_, known)| *known == Known::ToBoth);
        let known: Counts = open.map(|(card, _)| card).collect();
        Zone { reading, known, hidden: shields.len() as u32 - known.len() }
    }

    /// Cards being looked at count as part of the library, since they go back there.
    pub fn library(seen: &SeenDuel, reading: &'a DeckReading) -> Zone<'a> {
        let hidden = u32::from(seen.table.side_of(seen.seat.other()).library);
        Zone { reading, known: Counts::EMPTY, hidden }
    }

    /// Number of cards in the zone.
    pub fn size(&self) -> u32 {
        self.known.len() + self.hidden
    }

    /// The expected number of copies of a card there.
    pub fn expected(&self, card: CardId) -> f64 {
        f64::from(self.known.count(card)) + self.reading.expected(card, self.hidden)
    }

    /// The probability that at least one of these cards is there.
    pub fn holds(&self, cards: u64) -> f64 {
        if self.known.kinds() & cards != 0 { 1.0 } else { self.reading.any_among(cards, self.hidden) }
    }

    /// Cards that both know to be there.
    pub fn known(&self) -> &Counts {
        &self.known
    }

    /// The mean statistics of a card of the zone, in standard deviations over the cards of the game, by the expected
    /// copies of each; zeros for an empty zone.
    pub fn statistics(&self, stats: &Stats, expected: impl Fn(CardId) -> f64) -> [f64; DIMENSIONS] {
        let mut means = [0.0; DIMENSIONS];
        for (card, line) in self.reading.set().ids().zip(stats) {
            let share = expected(card) / f64::from(self.size().max(1));
            means.iter_mut().zip(line).for_each(|(mean, &x)| *mean += share * f64::from(x) / UNIT);
        }
        means
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card_file::standard_rules;
    use yomi_core::{Chance, Hidden, Rng, Ruleset, State, Turn};

    /// What is shown of a hand is in it and is no part of what is hidden in it.
    #[test]
    fn the_hidden_part_of_a_hand_has_nothing_that_was_shown() {
        let mut shown = 0;
        for seed in 0..20 {
            let (mut state, mut rng) = (standard_rules().start(seed), Rng::new(seed));
            loop {
                match state.turn() {
                    Turn::Player(seat) => {
                        let seen = state.seen(seat);
                        let reading = DeckReading::of_other(&seen).unwrap();
                        let (hand, hidden) =
                            (Zone::hand(&seen, &reading), Zone::hidden_hand(&seen, &reading));
                        let open = seen.table.side_of(seat.other()).shown.len();
                        assert_eq!((hidden.known.len(), hidden.hidden), (0, hand.hidden));
                        assert_eq!(hand.size(), hidden.size() + open);
                        shown += u32::from(open > 0);
                        state.apply(state.random_action(&mut rng));
                    }
                    Turn::Chance => state.apply(state.sample_outcome(&mut rng)),
                    Turn::Over => break,
                }
            }
        }
        assert!(shown > 20, "{shown}");
    }
}
