//! One player's cards: known where they can be seen, counted where they cannot.
//!
//! The same zones serve the true state and what a seat sees of it. In the true state nothing is hidden here
//! and the `*_hidden` counts are 0. In a view, the opponent's hidden hand and library cards are only counted,
//! and cards in an ordered place are [`CardId::HIDDEN`]. Everything that moves a card works on both, so views
//! need no rules of their own.
//!
//! Unknown order is chance: `pool` holds the library *and* the shields that nobody has looked at, as a
//! multiset. A card gets its identity when a player sees it.

use super::cards::{CardId, CardSet, keyword};
use super::counts::Counts;
use yomi_bits::ones;

pub const MOST_UNITS: usize = 8;
pub const MOST_SHIELDS: usize = 10;
/// Maximum number of cards that one effect looks at.
pub const MOST_LOOKED_AT: usize = 4;

/// A short ordered list of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Few {
    cards: [CardId; MOST_LOOKED_AT],
    len: u8,
}

impl Few {
    pub const EMPTY: Few = Few { cards: [CardId::HIDDEN; MOST_LOOKED_AT], len: 0 };

    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn cards(&self) -> &[CardId] {
        &self.cards[..self.len()]
    }

    pub fn insert(&mut self, at: usize, card: CardId) {
        let len = self.len();
        self.cards.copy_within(at..len, at + 1);
        self.cards[at] = card;
        self.len += 1;
    }

    pub fn remove(&mut self, at: usize) -> CardId {
        let (card, len) = (self.cards[at], self.len());
        self.cards.copy_within(at + 1..len, at);
        self.len -= 1;
        self.cards[self.len()] = CardId::HIDDEN;
        card
    }

    /// The same number of hidden cards.
    pub fn hidden(&self) -> Few {
        self.map(|_| CardId::HIDDEN)
    }

    pub fn map(mut self, mut f: impl FnMut(CardId) -> CardId) -> Few {
        let len = self.len();
        self.cards[..len].iter_mut().for_each(|card| *card = f(*card));
        self
    }
}

/// Who knows a shield. This much is public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Known {
    /// Nobody: it is part of the pool.
    Nobody,
    ToOwner,
    ToBoth,
    /// In its n-th search the owner saw which cards are in these places, but not which is where. The cards of
    /// a group are stored in order of their numbers.
    Group(u8),
}

impl Known {
    /// Packed into one byte, which the enum itself does not fit in.
    #[inline]
    pub(super) const fn code(self) -> u8 {
        match self {
            Known::Nobody => 0,
            Known::ToOwner => 1,
            Known::ToBoth => 2,
            Known::Group(n) => 3 + n,
        }
    }

    #[inline]
    const fn of_code(code: u8) -> Known {
        match code {
            0 => Known::Nobody,
            1 => Known::ToOwner,
            2 => Known::ToBoth,
            n => Known::Group(n - 3),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shields {
    cards: [CardId; MOST_SHIELDS],
    /// Codes of [`Known`].
    known: [u8; MOST_SHIELDS],
    len: u8,
}

impl Shields {
    /// This many shields that nobody has seen.
    pub fn unseen(count: usize) -> Shields {
        Shields {
            cards: [CardId::HIDDEN; MOST_SHIELDS],
            known: [Known::Nobody.code(); MOST_SHIELDS],
            len: count as u8,
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        self.len() == MOST_SHIELDS
    }

    pub fn iter(&self) -> impl Iterator<Item = (CardId, Known)> + '_ {
        self.cards.iter().copied().zip(self.known.map(Known::of_code)).take(self.len())
    }

    /// The next shield to be broken.
    #[inline]
    pub fn first(&self) -> (CardId, Known) {
        (self.cards[0], Known::of_code(self.known[0]))
    }

    /// How many shields are part of the pool.
    pub fn in_pool(&self) -> usize {
        self.known[..self.len()].iter().filter(|known| **known == Known::Nobody.code()).count()
    }

    pub fn push(&mut self, card: CardId, known: Known) {
        let at = self.len();
        (self.cards[at], self.known[at]) = (card, known.code());
        self.len += 1;
    }

    #[inline]
    pub fn remove_first(&mut self) {
        self.cards.copy_within(1.., 0);
        self.known.copy_within(1.., 0);
        (self.cards[MOST_SHIELDS - 1], self.known[MOST_SHIELDS - 1]) = (CardId::HIDDEN, Known::Nobody.code());
        self.len -= 1;
    }

    /// The first shield, which belongs to a group, turns out to be this card.
    pub fn put_first(&mut self, card: CardId) {
        let group = Known::of_code(self.known[0]);
        let at = self.iter().position(|shield| shield == (card, group)).expect("a card of the group");
        self.cards[at] = self.cards[0];
        self.cards[0] = card;
        // The first shield is about to be removed; keep the rest of its group sorted.
        self.sort(group, 1);
    }

    /// The leftmost shield of the pool becomes part of a group that contains this card. Its place within the
    /// group is unknown.
    pub fn found(&mut self, card: CardId, group: Known) {
        let nobody = Known::Nobody.code();
        let at = self.known.iter().position(|known| *known == nobody).expect("a shield nobody has seen");
        (self.cards[at], self.known[at]) = (card, group.code());
        self.sort(group, 0);
    }

    /// A shield of the pool, in this place, turns out to be this card.
    pub fn open(&mut self, place: usize, card: CardId) {
        (self.cards[place], self.known[place]) = (card, Known::ToOwner.code());
    }

    fn sort(&mut self, group: Known, from: usize) {
        let group = group.code();
        for a in from..self.len() {
            for b in a + 1..self.len() {
                if self.known[a] == group && self.known[b] == group && self.cards[b] < self.cards[a] {
                    self.cards.swap(a, b);
                }
            }
        }
    }

    /// The cards that the first shield can be, if it belongs to a group.
    pub fn group_of_first(&self) -> Counts {
        let group = self.first().1;
        self.iter().filter(|(_, known)| *known == group).map(|(card, _)| card).collect()
    }

    /// As the opponent sees them.
    pub fn hidden(mut self) -> Shields {
        for at in 0..self.len() {
            if self.known[at] != Known::ToBoth.code() {
                self.cards[at] = CardId::HIDDEN;
            }
        }
        self
    }

    /// Gives an identity to every hidden card in a place that a player knows.
    pub fn fill(&mut self, mut next: impl FnMut() -> CardId) {
        for at in 0..self.len() {
            if self.known[at] != Known::Nobody.code() && self.cards[at].is_hidden() {
                self.cards[at] = next();
            }
        }
        for at in 0..self.len() {
            if let group @ Known::Group(_) = Known::of_code(self.known[at]) {
                self.sort(group, at);
            }
        }
    }
}

/// Units in play. Sets of places are bit masks; a unit keeps its place as long as it stays in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Units {
    pub cards: [CardId; MOST_UNITS],
    pub present: u8,
    pub tapped: u8,
    /// Entered this turn and cannot attack yet.
    pub sick: u8,
    pub blockers: u8,
    /// Units that make spells cheaper.
    pub auras: u8,
}

impl Units {
    pub const EMPTY: Units =
        Units { cards: [CardId::HIDDEN; MOST_UNITS], present: 0, tapped: 0, sick: 0, blockers: 0, auras: 0 };

    #[inline]
    pub fn count(&self) -> u32 {
        self.present.count_ones()
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        self.present == u8::MAX
    }

    #[inline]
    pub fn is_tapped(&self, place: usize) -> bool {
        self.tapped >> place & 1 == 1
    }

    #[inline]
    pub fn places(&self, mask: u8) -> impl Iterator<Item = usize> {
        ones(u64::from(mask)).map(|place| place as usize)
    }

    /// The first of these places with this card.
    #[inline]
    pub fn find(&self, card: CardId, mask: u8) -> Option<usize> {
        self.places(mask).find(|&place| self.cards[place] == card)
    }

    #[inline]
    pub fn enter(&mut self, set: &CardSet, card: CardId) {
        self.enter_at(set, card, (!self.present).trailing_zeros() as usize);
    }

    #[inline]
    pub fn enter_at(&mut self, set: &CardSet, card: CardId, place: usize) {
        let bit = 1 << place;
        let what = set.card(card);
        self.cards[place] = card;
        self.present |= bit;
        if !what.is(keyword::SWIFT) {
            self.sick |= bit;
        }
        if what.is(keyword::BLOCKER) {
            self.blockers |= bit;
        }
        if what.aura.is_some() {
            self.auras |= bit;
        }
    }

    #[inline]
    pub fn leave(&mut self, place: usize) -> CardId {
        let keep = !(1 << place);
        self.present &= keep;
        self.tapped &= keep;
        self.sick &= keep;
        self.blockers &= keep;
        self.auras &= keep;
        std::mem::replace(&mut self.cards[place], CardId::HIDDEN)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// The library without its known top, and the shields that nobody has seen.
    pub pool: Counts,
    pub hand: Counts,
    /// The part of the hand that both players know.
    pub shown: Counts,
    pub mana: Counts,
    pub grave: Counts,
    pub pool_hidden: u8,
    pub hand_hidden: u8,
    /// Cards in the library, its known top included.
    pub library: u8,
    pub mana_tapped: u8,
    pub grave_spells: u8,
    /// Cards played this turn.
    pub played: u8,
    pub searches: u8,
    /// The known top of the library, the next card first.
    pub top: Few,
    pub units: Units,
    pub shields: Shields,
}

impl Side {
    #[inline]
    pub fn hand_size(&self) -> u32 {
        self.hand.len() + u32::from(self.hand_hidden)
    }

    #[inline]
    pub fn mana_standing(&self) -> u32 {
        self.mana.len() - u32::from(self.mana_tapped)
    }

    /// A card leaves the hand, seen by both: the copy that both know goes first.
    #[inline]
    pub fn leave_hand(&mut self, card: CardId) {
        if self.hand.has(card) {
            self.hand.remove(card);
            if self.shown.has(card) {
                self.shown.remove(card);
            }
        } else {
            self.hand_hidden -= 1;
        }
    }

    /// A copy that the opponent did not know leaves the hand.
    #[inline]
    pub fn leave_hand_unknown(&mut self, card: CardId) {
        if self.hand_hidden > 0 {
            self.hand_hidden -= 1;
        } else {
            self.hand.remove(card);
        }
    }

    #[inline]
    pub fn enter_hand(&mut self, card: CardId) {
        if card.is_hidden() {
            self.hand_hidden += 1;
        } else {
            self.hand.add(card);
        }
    }

    #[inline]
    pub fn enter_hand_shown(&mut self, card: CardId) {
        self.hand.add(card);
        self.shown.add(card);
    }

    #[inline]
    pub fn leave_pool(&mut self, card: CardId) {
        if self.pool_hidden > 0 {
            self.pool_hidden -= 1;
        } else {
            self.pool.remove(card);
        }
    }

    /// The top of the library, which turned out to be this card, leaves it.
    #[inline]
    pub fn leave_library(&mut self, card: CardId) {
        self.library -= 1;
        if self.top.is_empty() {
            self.leave_pool(card);
        } else {
            self.top.remove(0);
        }
    }

    #[inline]
    pub fn bury(&mut self, set: &CardSet, card: CardId) {
        self.grave.add(card);
        self.grave_spells += u8::from(!set.card(card).is_unit());
    }

    /// Puts the known top back into the pool.
    pub fn shuffle(&mut self) {
        while !self.top.is_empty() {
            let card = self.top.remove(0);
            if card.is_hidden() {
                self.pool_hidden += 1;
            } else {
                self.pool.add(card);
            }
        }
    }

    /// Every card of this player that the opponent can see or knows.
    pub fn seen_by_opponent(&self) -> Counts {
        let units = self.units.places(self.units.present).map(|place| self.units.cards[place]);
        let open = self.shields.iter().filter(|(_, known)| *known == Known::ToBoth).map(|(card, _)| card);
        units.chain(open).collect::<Counts>().plus(&self.mana).plus(&self.grave).plus(&self.shown)
    }

    /// As the opponent sees it.
    pub fn hidden(&self) -> Side {
        Side {
            pool: Counts::EMPTY,
            pool_hidden: self.pool.len() as u8 + self.pool_hidden,
            hand: self.shown,
            hand_hidden: (self.hand_size() - self.shown.len()) as u8,
            top: self.top.hidden(),
            shields: self.shields.hidden(),
            ..*self
        }
    }
}
