//! Which cards of a position are equivalent.
//!
//! Renaming the suits, the values and the slots does not change the game, except for the patterns and for
//! what was played before. So a position is determined by which of its cards share a suit and which share a
//! value. Two cards of a position are equivalent if some renaming that keeps the position maps one to the
//! other.
//!
//! Every card gets a mark (a colour, in terms of colour refinement): at first whether it is in hand or on a
//! slot, then in each round a hash of its own mark and the sums of the marks of its suit and of its value.
//! Renaming never changes a mark. That three rounds are enough for equal marks to mean equivalent cards, and
//! equal positions, is not a theorem, but there are at most seven cards: a test compares the marks with
//! canonical forms.

use super::{Action, Card, Slot, TwinCool};

/// Room for a hand of five and two tops: eight 32-bit marks fit in one register.
const PLACES: usize = 8;
const ROUNDS: usize = 3;
/// The initial marks.
const IN_HAND: u32 = 0x6A09_E667;
const ON_SLOT: u32 = 0xBB67_AE85;
/// Suits and values of empty places start here, so that they match no card and each other neither.
const NOBODYS: u32 = 100;

type Marks = [u32; PLACES];

/// A position described by which cards share a suit or a value.
pub struct Likeness {
    cards: [Card; PLACES],
    hand: usize,
    marks: Marks,
    /// The marks of the tops; 0 for an empty slot.
    tops: [u32; 2],
}

impl Likeness {
    #[inline]
    pub fn of(state: &TwinCool) -> Likeness {
        let mut cards = [Card::from_index(0); PLACES];
        let mut suits: Marks = std::array::from_fn(|i| NOBODYS + i as u32);
        let mut values = suits;
        let mut marks = [0; PLACES];
        let mut len = 0;
        let mut put = |card: Card, mark| {
            let at = len % PLACES;
            (cards[at], marks[at]) = (card, mark);
            (suits[at], values[at]) = (u32::from(card.suit()), u32::from(card.value()));
            len += 1;
            at
        };
        let hand = state.hand.iter().map(|card| put(card, IN_HAND)).count();
        let places = Slot::ALL.map(|slot| state.top(slot).map(|card| put(card, ON_SLOT)));
        let marks = refined(marks, &suits, &values, len);
        let tops = places.map(|place| place.map_or(0, |at| marks[at]));
        Likeness { cards, hand, marks, tops }
    }

    /// A key for the position, equal for equivalent positions.
    #[inline]
    pub fn key(&self) -> u64 {
        // A sum of squares: independent of the order of the cards, and marks do not cancel out.
        let squares = self.marks.map(|mark| {
            let wide = u64::from(mark) | u64::from(mark) << 32;
            wide.wrapping_mul(wide)
        });
        squares.into_iter().fold(0, u64::wrapping_add)
    }

    /// Calls `f` with one play of each equivalence class and the name of the class: the card's rank by mark,
    /// the slot, and what the card has in common with the card on the slot.
    #[inline]
    pub fn for_each_play(&self, state: &TwinCool, mut f: impl FnMut(Action, Action)) {
        const NOTHING: usize = 0;
        const SUIT: usize = 1;
        const VALUE: usize = 2;
        let mut named = 0u32;
        for slot in Slot::ALL {
            let other = self.tops[1 - slot.index()];
            let slot_name = usize::from(self.tops[slot.index()] < other);
            let (fitting, top) = (state.fitting(slot), state.top(slot));
            for (at, &card) in self.cards[..self.hand].iter().enumerate() {
                if !fitting.contains(card) {
                    continue;
                }
                let common = top.map_or(NOTHING, |top| if top.suit() == card.suit() { SUIT } else { VALUE });
                let number = 3 * self.rank(at) + common;
                let bit = 1 << (2 * number + slot_name);
                if named & bit == 0 {
                    named |= bit;
                    let name = Action::Play(Card::from_index(number), Slot::ALL[slot_name]);
                    f(Action::Play(card, slot), name);
                }
            }
        }
    }

    /// How many cards of the hand have a lower mark.
    #[inline]
    fn rank(&self, at: usize) -> usize {
        let own = self.marks[at];
        self.marks[..self.hand].iter().map(|&mark| usize::from(mark < own)).sum()
    }
}

/// The marks of `len` cards after all rounds. Each card is compared with all places at once. `len` is unknown
/// at compile time, which keeps the compiler from interchanging the loops.
#[inline]
fn refined(mut marks: Marks, suits: &Marks, values: &Marks, len: usize) -> Marks {
    for _ in 0..ROUNDS {
        let (mut of_suit, mut of_value) = ([0u32; PLACES], [0u32; PLACES]);
        for ((&suit, &value), &mark) in suits.iter().zip(values).zip(&marks).take(len) {
            for at in 0..PLACES {
                of_suit[at] = of_suit[at].wrapping_add(if suits[at] == suit { mark } else { 0 });
                of_value[at] = of_value[at].wrapping_add(if values[at] == value { mark } else { 0 });
            }
        }
        for at in 0..PLACES {
            marks[at] = mixed(marks[at], of_suit[at], of_value[at]);
        }
    }
    marks
}

/// Hashes the three marks, each in a different way. All zeros give 0, so that empty places stay unmarked.
///
/// Not [`yomi_bits::mix`]: eight marks are mixed at once in 32-bit lanes, and the order of the marks names
/// the moves.
#[inline]
fn mixed(own: u32, of_suit: u32, of_value: u32) -> u32 {
    let sum = own.wrapping_add(of_suit.wrapping_mul(0x9E37_79B1)) ^ of_value.wrapping_mul(0x85EB_CA77);
    let mixed = (sum ^ sum >> 15).wrapping_mul(0x2C1B_3C6D);
    mixed ^ mixed >> 13
}
