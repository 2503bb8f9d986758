//! Cards as the rules need them: costs, effects and keywords. The rules do not know where a card set comes
//! from (a file, for example): they are given a [`SetRef`].

use super::counts::Counts;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, OnceLock};
use yomi_core::{Rejected, sentence};

/// A card, as an index into the card set. The largest number stands for a hidden card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(u8);

/// Maximum number of different cards in a set: a set of cards is a 64-bit mask, and one number is reserved
/// for hidden cards.
pub const MOST_CARDS: usize = 63;

impl CardId {
    pub const HIDDEN: CardId = CardId(MOST_CARDS as u8);

    #[inline]
    pub const fn new(index: usize) -> CardId {
        debug_assert!(index <= MOST_CARDS);
        CardId(index as u8)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    #[inline]
    pub const fn is_hidden(self) -> bool {
        self.0 == CardId::HIDDEN.0
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_hidden() { f.write_str("?") } else { write!(f, "#{}", self.0) }
    }
}

/// What an effect does. The numbers are card counts, unless said to be a power.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Draw(u8),
    /// Destroys the target, of at most this power.
    Destroy(u8),
    /// Returns the target to its owner's hand.
    Bounce,
    /// From the library to the owner's mana.
    Boost(u8),
    /// From the library to the owner's shields, face down: neither player sees them.
    Shield(u8),
    /// From the hand to the owner's shields. Only the owner knows which.
    Stow(u8),
    /// From the library to the owner's shields, seen by both.
    FaceUp(u8),
    /// Destroys all enemy units of at most this power.
    Sweep(u8),
    /// Discards at random from the opponent's hand, seen by both.
    Discard(u8),
    /// From the opponent's library to its graveyard, seen by both.
    Mill(u8),
    /// Look at the top cards and put them back in any order.
    Scry(u8),
    /// Take one of these cards from the library to hand, shown to both or not; then shuffle.
    Search {
        among: u64,
        shown: bool,
    },
}

/// What a conditional cost counts. Both players can see all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    OwnUnits,
    EnemyUnits,
    OwnMana,
    OwnGraveSpells,
    CardsPlayedThisTurn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZeroIf {
    pub count: Counted,
    pub at_least: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discount {
    pub per: Counted,
    pub amount: u8,
    pub most: u8,
}

/// While the unit is in play its owner's spells cost less, but never less than the floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aura {
    pub spell_discount: u8,
    pub floor: u8,
}

/// What the effect of a card may target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    Nothing,
    /// An enemy unit of at most this power.
    EnemyUnit(u8),
}

/// Keywords as bits.
pub mod keyword {
    pub const UNIT: u8 = 1;
    pub const BLOCKER: u8 = 2;
    pub const SWIFT: u8 = 4;
    pub const TRIGGER: u8 = 8;
    pub const COUNTER: u8 = 16;
    pub const SLAYER: u8 = 32;
    pub const NO_ATTACK: u8 = 64;
    /// The cost can differ from the printed one.
    pub const HOOKED: u8 = 128;
}

/// Maximum number of operations per card, including those it copies from another card.
pub const MOST_OPS: usize = 4;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    pub cost: u8,
    pub power: u8,
    /// Shields that an attack of this unit breaks.
    pub breaks: u8,
    /// See [`keyword`].
    pub keywords: u8,
    pub aim: Aim,
    pub ops: [Option<Op>; MOST_OPS],
    pub zero_if: Option<ZeroIf>,
    pub discount: Option<Discount>,
    pub aura: Option<Aura>,
    pub name: String,
    pub ja: String,
    /// The name in moves: lower case with hyphens.
    pub word: String,
}

impl Card {
    #[inline]
    pub const fn is(&self, keyword: u8) -> bool {
        self.keywords & keyword != 0
    }

    #[inline]
    pub const fn is_unit(&self) -> bool {
        self.is(keyword::UNIT)
    }
}

/// A kind of deck: a core that is always the same, and flex cards, some of which are picked at random each
/// game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archetype {
    pub name: String,
    pub ja: String,
    pub core: Counts,
    pub flex: Vec<CardId>,
    /// How many different flex cards a deck has, and how many copies of each.
    pub drawn: usize,
    pub copies: usize,
    /// Every possible deck, all equally likely.
    pub decks: Vec<Counts>,
}

/// The name of the set that comes with the game.
pub const STANDARD: &str = "standard";
/// Size limit, in bytes, of a file that a set is read from. The standard file has about 10,000 bytes.
pub const MOST_FILE_BYTES: u64 = 1 << 20;

/// All cards and decks of a game.
#[derive(PartialEq, Eq, Debug)]
pub struct CardSet {
    /// Names the set in views: [`STANDARD`], or a hash of what it was read from.
    pub name: String,
    pub cards: Vec<Card>,
    pub archetypes: Vec<Archetype>,
    /// Bit sets of cards that the rules use.
    pub all: u64,
    pub spells: u64,
    pub counters: u64,
    pub triggers: u64,
    /// Lower bound on the cost of every counter.
    pub least_counter_cost: u32,
}

/// Number of cards in a deck.
pub const DECK: usize = 40;
/// Maximum number of copies of a card in a deck.
pub const MOST_COPIES: u32 = 4;

impl CardSet {
    #[inline]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.index()]
    }

    /// The cards that have a keyword, as a set of bits.
    pub fn having(&self, keyword: u8) -> u64 {
        self.cards.iter().enumerate().filter(|(_, c)| c.is(keyword)).map(|(i, _)| 1 << i).sum()
    }

    /// A lower bound on the cost of every counter, whatever discounts apply.
    pub fn counters_cost_at_least(&self) -> u32 {
        let floor = self.cards.iter().filter_map(|c| c.aura).map(|aura| u32::from(aura.floor)).min();
        let bound = |card: &Card| match (card.is(keyword::HOOKED), card.is_unit(), floor) {
            (true, _, _) => 0,
            (false, false, Some(floor)) => floor.min(u32::from(card.cost)),
            _ => u32::from(card.cost),
        };
        self.cards.iter().filter(|c| c.is(keyword::COUNTER)).map(bound).min().unwrap_or(u32::MAX)
    }

    pub fn ids(&self) -> impl Iterator<Item = CardId> {
        (0..self.cards.len()).map(CardId::new)
    }

    pub fn find(&self, word: &str) -> Option<CardId> {
        self.cards.iter().position(|card| card.word == word).map(CardId::new)
    }
}

/// A card set that lives as long as the program, so that states can refer to it and stay small. Equal sets
/// are stored once, however often they are read.
#[derive(Clone, Copy)]
pub struct SetRef(&'static CardSet);

/// Maximum number of different sets per process. Sets are never freed and can come from untrusted input.
pub const MOST_SETS: usize = 256;

static SETS: OnceLock<Mutex<Vec<&'static CardSet>>> = OnceLock::new();

impl SetRef {
    /// The set with these cards: an existing one, or a new one. From then on views can refer to it by name.
    pub fn of(set: CardSet) -> Result<SetRef, Rejected> {
        let mut sets = SETS.get_or_init(Mutex::default).lock().expect("no thread panics while it holds this");
        if let Some(known) = sets.iter().find(|known| ***known == set) {
            return Ok(SetRef(known));
        }
        if sets.len() >= MOST_SETS {
            return Err(Rejected(sentence!(
                "{MOST_SETS} different sets of cards are in use; no more can be read",
                "すでに{MOST_SETS}種類のカードセットを使っています。これ以上は読めません"
            )));
        }
        let kept: &'static CardSet = Box::leak(Box::new(set));
        sets.push(kept);
        Ok(SetRef(kept))
    }

    /// The set of this name, if it has been registered.
    pub fn named(name: &str) -> Option<SetRef> {
        let sets = SETS.get_or_init(Mutex::default).lock().expect("no thread panics while it holds this");
        sets.iter().find(|set| set.name == name).map(|set| SetRef(set))
    }
}

impl std::ops::Deref for SetRef {
    type Target = CardSet;

    #[inline]
    fn deref(&self) -> &CardSet {
        self.0
    }
}

impl PartialEq for SetRef {
    #[inline]
    fn eq(&self, other: &SetRef) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for SetRef {}

impl Hash for SetRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl fmt::Debug for SetRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}
