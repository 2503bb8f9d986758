//! Where the opponent's hidden cards are, as a network says: a head on the trunk of the player's network.
//!
//! For every card, and for every [kind](KINDS) of card that matters as a whole, it states the chance that the
//! part of the opponent's hand that a seat does not know has one, and that its unknown shields have one. It
//! begins where the cards seen lead ([`DeckReading`]) and moves the log-odds by what the trunk makes of the
//! view, which knows what the opponent did. The trunk does not learn from it: a network plays the same with a
//! head and without.

use super::decks::DeckReading;
use super::net::{Hidden, NARROW, WIDE};
use super::words::removal;
use yomi_core::Player;
use yomi_games::Duel;
use yomi_games::duel::cards::{SetRef, keyword};
use yomi_games::duel::{CardId, Counts, Known, SeenDuel};

/// A zone of the opponent, as far as a seat does not know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Hand,
    Shields,
}

impl Place {
    pub const ALL: [Place; 2] = [Place::Hand, Place::Shields];
}

/// Kinds of cards that are asked about as a whole, beside every card.
pub const KINDS: [&str; 4] = ["counter", "trigger", "removal", "cost 7"];

/// The cards of each kind.
pub fn kinds(set: SetRef) -> [u64; KINDS.len()] {
    let dear = set.ids().filter(|&id| set.card(id).cost >= 7).map(CardId::bit).sum();
    [set.counters, set.having(keyword::TRIGGER), removal(set), dear]
}

/// Archetypes whose chances go in beside the trunk; sets have as many.
const ARCHETYPES: usize = 4;
/// Numbers that go into the head: both layers of the trunk and the chances of the archetypes.
pub const FEATURES: usize = WIDE + NARROW + ARCHETYPES;
/// Weights of a question: one for each number, one for the log-odds by the cards seen, and a bias.
pub const ROW: usize = FEATURES + 2;

/// Chances by the cards seen this close to 0 or 1 are facts, which stay.
const FACT: f64 = 1e-6;

/// What can be asked: the cards of each question.
#[derive(Clone, PartialEq, Debug)]
pub struct Questions(Vec<u64>);

impl Questions {
    pub fn of(set: SetRef) -> Questions {
        Questions(set.ids().map(CardId::bit).chain(kinds(set)).collect())
    }

    /// Rows of weights: all questions, for each place.
    pub fn rows(&self) -> usize {
        Place::ALL.len() * self.0.len()
    }

    /// The row of a card in a place.
    pub fn card(&self, place: Place, card: CardId) -> usize {
        place as usize * self.0.len() + card.index()
    }

    /// The row of a kind of cards in a place.
    pub fn kind(&self, place: Place, kind: usize) -> usize {
        (place as usize + 1) * self.0.len() - KINDS.len() + kind
    }

    /// What is so: whether each place has one of the cards asked about.
    pub fn truths(&self, truth: &Truth) -> Vec<bool> {
        let places = Place::ALL.iter().zip([truth.hand, truth.shields]);
        places.flat_map(|(_, cards)| self.0.iter().map(move |asked| cards.kinds() & asked != 0)).collect()
    }
}

/// The cards of the opponent that a seat does not know, where they are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Truth {
    pub hand: Counts,
    pub shields: Counts,
}

impl Truth {
    /// `unseen` are the shields that nobody has seen, which only a [`Fate`](super::fate::Fate) knows.
    pub fn of(state: &Duel, seat: Player, unseen: &[CardId]) -> Truth {
        let side = state.side_of(seat.other());
        let owned = side
            .shields
            .iter()
            .filter(|(card, known)| !card.is_hidden() && !matches!(known, Known::Nobody | Known::ToBoth));
        Truth {
            hand: side.hand.minus(&side.shown).expect("shown cards are in the hand"),
            shields: unseen.iter().copied().chain(owned.map(|(card, _)| card)).collect(),
        }
    }
}

/// What a head is given.
#[derive(Clone, PartialEq, Debug)]
pub struct Given {
    pub features: Vec<f32>,
    /// By row: the chance by the cards seen.
    pub by_cards: Vec<f64>,
}

impl Given {
    pub fn of(questions: &Questions, seen: &SeenDuel, reading: &DeckReading, hidden: &Hidden) -> Given {
        let side = seen.table.side_of(seen.seat.other());
        let open = side.shields.iter().filter(|(_, known)| *known == Known::ToBoth).count();
        let sizes = [u32::from(side.hand_hidden), (side.shields.len() - open) as u32];
        let asked = |size: u32| questions.0.iter().map(move |&cards| reading.any_among(cards, size));
        let by_cards = sizes.into_iter().flat_map(asked).collect();
        let mut features = Vec::with_capacity(FEATURES);
        features.extend_from_slice(&hidden.wide);
        features.extend_from_slice(&hidden.narrow);
        features.extend(reading.archetypes().iter().map(|&p| p as f32));
        features.resize(FEATURES, 0.0);
        Given { features, by_cards }
    }

    /// The log-odds by the cards seen; nothing where they leave no doubt.
    pub fn odds(&self, row: usize) -> Option<f32> {
        let p = self.by_cards[row];
        (p > FACT && p < 1.0 - FACT).then(|| (p / (1.0 - p)).ln() as f32)
    }
}

/// The weights, question by question: for the features, for the log-odds by the cards seen, and a bias.
#[derive(Clone, PartialEq, Debug)]
pub struct CardHead {
    pub weights: Vec<f32>,
}

impl CardHead {
    /// One that says what the cards seen say.
    pub fn begin(questions: &Questions) -> CardHead {
        let mut weights = vec![0.0; questions.rows() * ROW];
        weights.chunks_exact_mut(ROW).for_each(|row| row[FEATURES] = 1.0);
        CardHead { weights }
    }

    /// The log-odds that it states; nothing where the cards seen leave no doubt.
    pub fn logit(&self, given: &Given, row: usize) -> Option<f32> {
        let odds = given.odds(row)?;
        let weights = &self.weights[row * ROW..(row + 1) * ROW];
        let mut sums = [0.0_f32; 4];
        for (weights, features) in weights.chunks_exact(4).zip(given.features.chunks_exact(4)) {
            for lane in 0..4 {
                sums[lane] = weights[lane].mul_add(features[lane], sums[lane]);
            }
        }
        Some(sums.iter().sum::<f32>() + weights[FEATURES] * odds + weights[FEATURES + 1])
    }

    /// The chance that it states.
    pub fn chance(&self, given: &Given, row: usize) -> f64 {
        self.logit(given, row).map_or(given.by_cards[row], |logit| 1.0 / (1.0 + f64::from(-logit).exp()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Log-odds are linear in everything that is given.
    #[test]
    fn what_is_stated_is_a_sum_with_weights() {
        let mut head = CardHead { weights: vec![0.0; 2 * ROW] };
        let row = &mut head.weights[ROW..];
        (row[3], row[FEATURES - 1], row[FEATURES], row[FEATURES + 1]) = (0.5, -2.0, 3.0, 0.25);
        let mut given = Given { features: vec![0.0; FEATURES], by_cards: vec![1.0, 0.2] };
        (given.features[3], given.features[FEATURES - 1]) = (4.0, 0.75);
        let odds = (0.2_f32 / 0.8).ln();
        let wanted = 0.5 * 4.0 - 2.0 * 0.75 + 3.0 * odds + 0.25;
        assert!((head.logit(&given, 1).unwrap() - wanted).abs() < 1e-5);
        assert!((head.chance(&given, 1) - 1.0 / (1.0 + f64::from(-wanted).exp())).abs() < 1e-6);
        assert_eq!((head.logit(&given, 0), head.chance(&given, 0)), (None, 1.0));
    }
}
