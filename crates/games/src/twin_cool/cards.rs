//! The eighty cards and sets of them.

use serde::{Deserialize, Serialize, de};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};
use yomi_bits::nth_bit;
use yomi_core::{Rejected, sentence};

pub const MOST_SUITS: u8 = 8;
pub const MOST_VALUES: u8 = 10;
/// Number of cards that have a name; smaller decks use some of them.
pub const NAMED: usize = MOST_SUITS as usize * MOST_VALUES as usize;

/// A card: ten numbers per suit, in the order A1, A2, ... H10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Suit and value both count from 0.
    #[inline]
    pub const fn new(suit: u8, value: u8) -> Card {
        debug_assert!(suit < MOST_SUITS && value < MOST_VALUES);
        Card(suit * MOST_VALUES + value)
    }

    #[inline]
    pub const fn from_index(index: usize) -> Card {
        debug_assert!(index < NAMED);
        Card(index as u8)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for A.
    #[inline]
    pub const fn suit(self) -> u8 {
        self.0 / MOST_VALUES
    }

    /// 0 for the card that is written 1.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0 % MOST_VALUES
    }

    /// Every card that shares its suit or its value, itself included.
    #[inline]
    pub const fn fitting(self) -> Cards {
        FITTING[self.index()]
    }

    pub fn fits(self, top: Card) -> bool {
        top.fitting().contains(self)
    }
}

/// What fits on each card. Indices beyond the cards stand for an empty slot, which takes every card. 256
/// entries, so that a `u8` index needs no bounds check.
pub(super) static FITTING: [Cards; 256] = {
    let mut all = [Cards::deck(MOST_SUITS, MOST_VALUES); 256];
    let mut i = 0;
    while i < NAMED {
        let (suit, value) = (i / MOST_VALUES as usize, i % MOST_VALUES as usize);
        let same_suit = 0x3FFu128 << (suit * MOST_VALUES as usize);
        all[i] = Cards(same_suit | VALUE_COLUMN << value);
        i += 1;
    }
    all
};

/// The set of each card alone: a load is faster than a 128-bit shift.
static ALONE: [u128; 256] = {
    let mut all = [0; 256];
    let mut i = 0;
    while i < NAMED {
        all[i] = 1 << i;
        i += 1;
    }
    all
};

/// The card of value 1 of every suit.
const VALUE_COLUMN: u128 = {
    let (mut column, mut suit) = (0u128, 0);
    while suit < MOST_SUITS as usize {
        column |= 1 << (suit * MOST_VALUES as usize);
        suit += 1;
    }
    column
};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.suit()), self.value() + 1)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::str::FromStr for Card {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Card, Rejected> {
        let fault = || {
            Rejected(sentence!(
                "{text:?} is not a card; expected A1 to H10",
                "{text:?} というカードはありません。A1からH10までです"
            ))
        };
        let mut letters = text.chars();
        let suit = letters.next().map(|c| c.to_ascii_uppercase()).filter(|c| ('A'..='H').contains(c));
        let suit = suit.ok_or_else(fault)? as u8 - b'A';
        let number = letters.as_str();
        let plain = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        match number.parse::<u8>() {
            Ok(n @ 1..=MOST_VALUES) if plain => Ok(Card::new(suit, n - 1)),
            _ => Err(fault()),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Card, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u128);

impl Cards {
    pub const EMPTY: Cards = Cards(0);

    /// The deck with this many suits and values.
    pub const fn deck(suits: u8, values: u8) -> Cards {
        let (mut all, mut suit) = (0u128, 0);
        while suit < suits {
            all |= ((1u128 << values) - 1) << (suit * MOST_VALUES);
            suit += 1;
        }
        Cards(all)
    }

    #[inline]
    pub const fn one(card: Card) -> Cards {
        Cards(ALONE[card.index()])
    }

    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & ALONE[card.index()] != 0
    }

    #[inline]
    pub const fn with(self, card: Card) -> Cards {
        Cards(self.0 | ALONE[card.index()])
    }

    #[inline]
    pub const fn without(self, card: Card) -> Cards {
        Cards(self.0 & !ALONE[card.index()])
    }

    /// The `n`-th card, counted from 0; there must be one.
    #[inline]
    pub fn nth(self, n: u32) -> Card {
        // Which word it is in is unpredictable, so it is chosen without a branch.
        let words = self.words();
        let in_low = words[0].count_ones();
        let is_high = n >= in_low;
        let word = if is_high { words[1] } else { words[0] };
        let skipped = if is_high { in_low } else { 0 };
        Card(nth_bit(word, n - skipped) as u8 + 64 * u8::from(is_high))
    }

    /// `other` if `takes_other`, else this set, without a branch.
    #[inline]
    pub fn or_else(self, takes_other: bool, other: Cards) -> Cards {
        Cards(self.0 ^ (self.0 ^ other.0) & u128::from(takes_other).wrapping_neg())
    }

    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let at = left.trailing_zeros();
                left &= left - 1;
                Card(at as u8)
            })
        })
    }

    /// Which values occur, as ten bits.
    #[inline]
    pub const fn values(self) -> u32 {
        let halves = self.0 | self.0 >> 40;
        let quarters = halves | halves >> 20;
        (quarters | quarters >> 10) as u32 & 0x3FF
    }

    /// The set as two words, for hashing.
    #[inline]
    pub const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl BitOr for Cards {
    type Output = Cards;
    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Cards) {
        self.0 |= other.0;
    }
}

impl Not for Cards {
    type Output = Cards;
    #[inline]
    fn not(self) -> Cards {
        Cards(!self.0)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::EMPTY, Cards::with)
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The points of a hand by the scoring of the arcade game; only the highest pattern counts.
#[inline]
pub fn pattern_points(hand: Cards) -> u32 {
    let values = hand.values();
    // Few hands have at most two values or are all in sequence, so this branch is well predicted.
    let in_sequence = (values >> values.trailing_zeros().min(31)) == 0b11111;
    if in_sequence | (values.count_ones() <= 2) { points_of_rare(hand, values) } else { 0 }
}

#[cold]
fn points_of_rare(hand: Cards, values: u32) -> u32 {
    match (hand.len(), values.count_ones()) {
        (5, 5) if is_one_suit(hand) => 50,
        (5, 5) => 2,
        (5, 1) => 5,
        // Two values among five cards: four and one, or three and two.
        (5, 2) => {
            let of_lowest = hand.0 & VALUE_COLUMN << values.trailing_zeros();
            u32::from(matches!(of_lowest.count_ones(), 1 | 4))
        }
        (4, 1) => 1,
        _ => 0,
    }
}

fn is_one_suit(hand: Cards) -> bool {
    let mut suits = hand.iter().map(Card::suit);
    let first = suits.next();
    suits.all(|suit| Some(suit) == first)
}
