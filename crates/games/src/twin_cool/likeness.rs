//! Which cards of a position are alike.
//!
//! Rename the suits, the values and the slots, and the game is the same but for the patterns and for what was played
//! before. So all that tells one position from another is which of its cards share a suit and which a value, and two cards
//! of a position are alike if some renaming that leaves the position as it is puts one in the place of the other.
//!
//! Every card gets a mark, at first whether it is in hand or on a slot, and in each round a new one from its own and the
//! sums of those of its suit and of its value. Renaming never changes a mark. That after three rounds cards with equal
//! marks are alike, and positions with equal marks the same, is no theorem but a matter of seven cards at most: a test
//! compares the marks with canonical forms.

use super::{Action, Card, Slot, TwinCool};

/// Places for a hand of five and two tops: as many as fit in one register.
const PLACES: usize = 8;
const ROUNDS: usize = 3;
/// First marks.
const IN_HAND: u32 = 0x6A09_E667;
const ON_SLOT: u32 = 0xBB67_AE85;
/// No suit or value: those of empty places, which share theirs with nobody.
const NOBODYS: u32 = 100;

type Marks = [u32; PLACES];

/// A position by what its cards have in common.
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

    /// A number for the position: the same for all that are alike.
    #[inline]
    pub fn key(&self) -> u64 {
        // A sum of squares: the order of the cards does not matter, and no mark makes up for another.
        let squares = self.marks.map(|mark| {
            let wide = u64::from(mark) | u64::from(mark) << 32;
            wide.wrapping_mul(wide)
        });
        squares.into_iter().fold(0, u64::wrapping_add)
    }

    /// Calls `f` with one play of each kind and the name of the kind: by which card, on which slot, and what the card has in
    /// common with what lies there.
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

/// The marks of `len` cards after all rounds. Each card is compared with all places at once: that the number of cards is
/// not known beforehand keeps the compiler from turning the loops inside out.
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

/// A mark that depends on all three, and on each in another way; 0 of nothing, so that empty places stay unmarked.
///
/// Not [`yomi_bits::mix`]: eight marks are mixed at once, in lanes of 32 bits, and the order of the marks names moves.
#[inline]
fn mixed(own: u32, of_suit: u32, of_value: u32) -> u32 {
    let sum = own.wrapping_add(of_suit.wrapping_mul(0x9E37_79B1)) ^ of_value.wrapping_mul(0x85EB_CA77);
    let mixed = (sum ^ sum >> 15).wrapping_mul(0x2C1B_3C6D);
    mixed ^ mixed >> 13
}
