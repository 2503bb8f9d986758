//! The 48 cards that are dealt, and sets of them.
//!
//! The sevens go to the table before the first turn, so no hand has one. The other cards form eight *lanes*:
//! every suit has a low one, 6 down to A, and a high one, 8 up to K. A set of cards is a 64-bit word with one
//! byte per lane; within a byte, bits count outwards from the 7. So one addition finds the first gap of every
//! lane: see [`Board::open`](super::Board::open).

use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU64;
use std::ops::{BitAnd, BitOr, Not, Sub};
use yomi_core::{Rejected, Rng, sentence};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    Spades,
    Hearts,
    Diamonds,
    Clubs,
}

impl Suit {
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    pub const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    pub const fn symbol(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }
}

/// A card other than a seven, stored as the set that contains only it: playing it needs no shift.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU64);

/// Bits per lane.
const LANE: u32 = 8;
pub const LANE_CARDS: u32 = 6;
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

impl Card {
    /// The card of this number, 1 for A to 13 for K. `None` for the seven.
    pub const fn new(suit: Suit, number: u32) -> Option<Card> {
        let lane = LANE * (2 * suit as u32 + (number > 7) as u32);
        match number {
            1..=6 | 8..=13 => Some(Card::at(lane + number.abs_diff(7) - 1)),
            _ => None,
        }
    }

    /// The card at this bit position of a set.
    #[inline(always)]
    pub const fn at(place: u32) -> Card {
        Card(NonZeroU64::new(1 << place).expect("a bit is not nothing"))
    }

    #[inline(always)]
    pub const fn place(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.place() / 16) as usize]
    }

    /// 1 for A to 13 for K.
    pub const fn number(self) -> u32 {
        if self.is_high() { 7 + self.distance() } else { 7 - self.distance() }
    }

    /// Which of the eight lanes it is in: two per suit, the low one first.
    pub const fn lane(self) -> u32 {
        self.place() / LANE
    }

    pub const fn is_high(self) -> bool {
        self.lane() % 2 == 1
    }

    /// How many steps from the 7: 1 to 6.
    pub const fn distance(self) -> u32 {
        self.place() % LANE + 1
    }

    /// Whether it is an A or a K.
    pub const fn is_end(self) -> bool {
        self.distance() == LANE_CARDS
    }

    /// The next card outwards, if any.
    pub const fn next(self) -> Option<Card> {
        if self.is_end() { None } else { Some(Card::at(self.place() + 1)) }
    }

    #[inline(always)]
    pub const fn set(self) -> Cards {
        Cards(self.0.get())
    }

    /// For terminals: `♠10`.
    pub fn pretty(self) -> String {
        format!("{}{}", self.suit().symbol(), RANKS[self.number() as usize - 1])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), RANKS[self.number() as usize - 1])
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Reads a rank, 1 to 13.
pub fn parse_rank(text: &str) -> Option<u32> {
    RANKS.iter().position(|r| r.eq_ignore_ascii_case(text)).map(|i| i as u32 + 1)
}

/// A card as people write it, a seven too.
pub(super) fn parse_suit_and_rank(text: &str) -> Option<(Suit, u32)> {
    let mut letters = text.chars();
    let first = letters.next()?;
    let is_it = |s: &Suit| first.eq_ignore_ascii_case(&s.letter()) || first == s.symbol();
    Some((Suit::ALL.into_iter().find(is_it)?, parse_rank(letters.as_str())?))
}

impl std::str::FromStr for Card {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Card, Rejected> {
        let Some((suit, number)) = parse_suit_and_rank(text) else {
            let shown: String = text.chars().take(20).collect();
            return Err(Rejected(sentence!(
                "{shown:?} is not a card; expected, for example, S6, HQ, D10 or CA",
                "{shown:?} という札はありません。S6、HQ、D10、CA のように書いてください"
            )));
        };
        Card::new(suit, number).ok_or_else(|| {
            Rejected(sentence!(
                "{text}: the sevens lie on the table from the start",
                "{text}: 7は最初から場に出ています"
            ))
        })
    }
}

/// A set of cards without sevens; in files, a list of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(into = "Vec<String>", try_from = "Vec<String>")]
pub struct Cards(pub(super) u64);

impl Cards {
    pub const NONE: Cards = Cards(0);
    pub const ALL: Cards = Cards(0x3f3f_3f3f_3f3f_3f3f);
    /// A and K of every suit.
    pub const ENDS: Cards = Cards(0x2020_2020_2020_2020);

    /// Keeps only the bits that are cards.
    pub const fn from_bits(bits: u64) -> Cards {
        Cards(bits & Cards::ALL.0)
    }

    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub const fn has(self, card: Card) -> bool {
        self.0 & card.0.get() != 0
    }

    #[inline]
    pub const fn with(self, card: Card) -> Cards {
        Cards(self.0 | card.0.get())
    }

    #[inline]
    pub const fn without(self, card: Card) -> Cards {
        Cards(self.0 & !card.0.get())
    }

    /// Every card whose outward neighbour is in this set.
    #[inline(always)]
    pub const fn inwards(self) -> Cards {
        Cards(self.0 >> 1 & Cards::ALL.0)
    }

    /// A word with the lowest bit of each lane set where the lane has a card of this set.
    #[inline(always)]
    pub const fn lanes(self) -> u64 {
        (self.0 + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
    }

    /// A random card, each equally likely; `None` for the empty set.
    #[inline(always)]
    pub fn pick(self, rng: &mut Rng) -> Option<Card> {
        if self.is_empty() {
            return None;
        }
        NonZeroU64::new(yomi_bits::lone_bit(self.0, rng.below(self.len()))).map(Card)
    }

    /// Iterates lane by lane, outwards.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        yomi_bits::ones(self.0).map(Card::at)
    }

    /// Both lanes of a suit.
    pub const fn of_suit(suit: Suit) -> Cards {
        Cards(0x3f3f << (16 * suit as u32))
    }

    /// By suit, each from A to K, as people sort a hand.
    pub fn sorted(self) -> Vec<Card> {
        let mut cards: Vec<Card> = self.iter().collect();
        cards.sort_by_key(|c| (c.suit(), c.number()));
        cards
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline(always)]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl BitOr for Cards {
    type Output = Cards;
    #[inline(always)]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;
    #[inline(always)]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl Not for Cards {
    type Output = Cards;
    #[inline(always)]
    fn not(self) -> Cards {
        Cards::ALL - self
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, Cards::with)
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl From<Cards> for Vec<String> {
    fn from(cards: Cards) -> Vec<String> {
        cards.sorted().iter().map(Card::to_string).collect()
    }
}

impl TryFrom<Vec<String>> for Cards {
    type Error = Rejected;

    fn try_from(list: Vec<String>) -> Result<Cards, Rejected> {
        list.iter().try_fold(Cards::NONE, |cards, text| {
            let card: Card = text.parse()?;
            if cards.has(card) {
                Err(Rejected(sentence!("{card} is listed twice", "{card} が二度書かれています")))
            } else {
                Ok(cards.with(card))
            }
        })
    }
}
