#![doc = include_str!("README.md")]

mod cards;
mod likeness;
mod text;
mod written;
pub use cards::{Card, Cards, MOST_SUITS, MOST_VALUES, NAMED, pattern_points};
pub use text::Rules;

use likeness::Likeness;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::ControlFlow::{self, Continue};
use yomi_bits::fold;
use yomi_core::{Chance, InfoSets, Keyed, Luck, Open, Player, Rejected, Rng, State, Turn, sentence};

/// Maximum points of one hand.
const BEST_PATTERN: u32 = 50;

/// What each card played adds to the payoff.
pub const CARD_POINTS: u32 = 10;

/// Which hands score their pattern, in addition to the cards played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// The pattern of the last hand counts.
    #[default]
    Final,
    /// The pattern of every hand counts, after the deal and after every draw.
    Accumulated,
}

/// The size of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    pub suits: u8,
    pub values: u8,
    /// Cards that are set aside face down.
    pub aside: u8,
    /// Cards in a full hand.
    pub hand: u8,
    pub objective: Objective,
}

impl Default for Variant {
    fn default() -> Self {
        Variant { suits: MOST_SUITS, values: MOST_VALUES, aside: 10, hand: 5, objective: Objective::Final }
    }
}

impl Variant {
    /// All cards of this game.
    pub const fn cards(&self) -> Cards {
        Cards::deck(self.suits, self.values)
    }

    /// Maximum number of cards that can be played: all that are not set aside.
    pub const fn most(&self) -> u32 {
        self.suits as u32 * self.values as u32 - self.aside as u32
    }
}

/// One of the two slots; written 1 and 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Slot {
    First,
    Second,
}

impl Slot {
    pub const ALL: [Slot; 2] = [Slot::First, Slot::Second];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A card played on a slot, or a card drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    Play(Card, Slot),
    Draw(Card),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(card, slot) => write!(f, "{card}@{}", slot.index() + 1),
            Action::Draw(card) => write!(f, "+{card}"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The cards on top of both slots, one byte each. Stored as one number: reading two bytes at once right after
/// writing one of them would stall on store forwarding.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Tops(u16);

impl Tops {
    /// Stands for no card.
    const NONE: u8 = NAMED as u8;
    const EMPTY: Tops = Tops(u16::from_le_bytes([Tops::NONE; 2]));

    #[inline]
    fn with(self, slot: Slot, card: Card) -> Tops {
        let shift = 8 * slot.index();
        Tops(self.0 & !(0xFF << shift) | (card.index() as u16) << shift)
    }

    #[inline]
    fn place(self, slot: Slot) -> u8 {
        (self.0 >> (8 * slot.index())) as u8
    }

    #[inline]
    fn card(self, slot: Slot) -> Option<Card> {
        let place = self.place(slot);
        (place != Tops::NONE).then(|| Card::from_index(usize::from(place)))
    }

    /// What fits on a slot.
    #[inline]
    fn fitting(self, slot: Slot) -> Cards {
        cards::FITTING[usize::from(self.place(slot))]
    }
}

/// The cards on both slots in the order in which they were played. An entry is the card's number, with one
/// bit for the slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Log {
    entries: [u8; NAMED],
    len: u8,
}

const SECOND_SLOT: u8 = 0x80;

impl Log {
    const EMPTY: Log = Log { entries: [0; NAMED], len: 0 };

    #[inline]
    fn push(&mut self, card: Card, slot: Slot) {
        self.entries[usize::from(self.len)] =
            card.index() as u8 | if slot == Slot::Second { SECOND_SLOT } else { 0 };
        self.len += 1;
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = (Card, Slot)> + '_ {
        self.entries[..usize::from(self.len)].iter().map(|&entry| {
            let slot = if entry & SECOND_SLOT == 0 { Slot::First } else { Slot::Second };
            (Card::from_index(usize::from(entry & !SECOND_SLOT)), slot)
        })
    }
}

/// A game of Twin Cool as its player knows it: which cards are unseen, but not their order, which is chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "written::Written", try_from = "written::Written")]
pub struct TwinCool {
    hand: Cards,
    /// In the deck, or set aside without the player's knowledge.
    unseen: Cards,
    tops: Tops,
    /// Cards left in the deck.
    deck: u8,
    played: u8,
    drawing: bool,
    /// Points of the hands so far, where they accumulate.
    points: u16,
    variant: Variant,
    /// Known to be set aside.
    aside: Cards,
    /// Played before the log begins, in an unknown order.
    earlier: Cards,
    log: Log,
}

impl TwinCool {
    /// The start with this hand. `aside` are cards that the player knows to be set aside. Nothing is checked.
    pub fn deal(variant: Variant, hand: Cards, aside: Cards) -> TwinCool {
        let points = match variant.objective {
            Objective::Final => 0,
            Objective::Accumulated => pattern_points(hand) as u16,
        };
        TwinCool {
            hand,
            unseen: variant.cards() & !hand & !aside,
            tops: Tops::EMPTY,
            deck: (variant.most() - hand.len()) as u8,
            played: 0,
            drawing: false,
            points,
            variant,
            aside,
            earlier: Cards::EMPTY,
            log: Log::EMPTY,
        }
    }

    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    #[inline]
    pub fn hand(&self) -> Cards {
        self.hand
    }

    /// Cards that may be drawn: in the deck, or set aside without the player's knowledge.
    #[inline]
    pub fn unseen(&self) -> Cards {
        self.unseen
    }

    /// Cards known to be set aside.
    pub fn aside(&self) -> Cards {
        self.aside
    }

    /// Cards left in the deck.
    #[inline]
    pub fn deck(&self) -> u32 {
        u32::from(self.deck)
    }

    /// How many cards were played.
    #[inline]
    pub fn played(&self) -> u32 {
        u32::from(self.played)
    }

    /// The cards that were played.
    pub fn played_cards(&self) -> Cards {
        self.variant.cards() & !self.hand & !self.unseen & !self.aside
    }

    /// The card on top of a slot, if there is one.
    #[inline]
    pub fn top(&self, slot: Slot) -> Option<Card> {
        self.tops.card(slot)
    }

    /// The cards of a slot that are known in order, the top last.
    pub fn pile(&self, slot: Slot) -> impl Iterator<Item = Card> + '_ {
        self.log.iter().filter(move |&(_, s)| s == slot).map(|(card, _)| card)
    }

    /// The cards that fit on a slot; all cards if it is empty.
    #[inline]
    pub fn fitting(&self, slot: Slot) -> Cards {
        self.tops.fitting(slot)
    }

    /// Points of the hands so far.
    pub fn points(&self) -> u32 {
        u32::from(self.points)
    }

    /// The same position after the player learns that this unseen card is set aside. At least one card that
    /// is set aside must still be unknown.
    pub fn knowing_aside(&self, card: Card) -> TwinCool {
        TwinCool { unseen: self.unseen.without(card), aside: self.aside.with(card), ..*self }
    }

    /// The deck in the order in which `luck` deals it, the next card first. Draws depend on earlier draws and
    /// not on what is played, so this order exists.
    pub fn deck_order(&self, mut luck: Luck) -> Vec<Card> {
        let mut unseen = *self;
        let mut order = Vec::new();
        while order.len() < usize::from(self.deck) {
            let Action::Draw(card) = luck.draw(&unseen) else { unreachable!("chance draws cards") };
            unseen.unseen = unseen.unseen.without(card);
            order.push(card);
        }
        order
    }

    /// The same for all equivalent positions with the same number of cards played.
    #[inline]
    fn key_of(&self, likeness: &Likeness) -> u64 {
        fold(likeness.key(), u64::from(self.played))
    }

    /// The cards of the hand that can be played on each slot.
    #[inline]
    fn playable(&self) -> [Cards; 2] {
        Slot::ALL.map(|slot| self.hand & self.tops.fitting(slot))
    }
}

impl State for TwinCool {
    type Action = Action;

    fn players(&self) -> usize {
        1
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.drawing {
            Turn::Chance
        } else if (self.hand & (self.tops.fitting(Slot::First) | self.tops.fitting(Slot::Second))).is_empty()
        {
            Turn::Over
        } else {
            Turn::Player(Player::FIRST)
        }
    }

    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if !self.drawing {
            for (slot, cards) in Slot::ALL.into_iter().zip(self.playable()) {
                for card in cards.iter() {
                    f(Action::Play(card, slot))?;
                }
            }
        }
        Continue(())
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        match action {
            Action::Play(card, slot) => {
                self.hand = self.hand.without(card);
                self.tops = self.tops.with(slot, card);
                self.log.push(card, slot);
                self.played += 1;
                self.drawing = self.deck > 0;
            }
            Action::Draw(card) => {
                self.hand = self.hand.with(card);
                self.unseen = self.unseen.without(card);
                self.deck -= 1;
                self.drawing = false;
                if self.variant.objective == Objective::Accumulated {
                    self.points += pattern_points(self.hand) as u16;
                }
            }
        }
    }

    #[inline]
    fn payoff(&self, _: Player) -> f64 {
        let points = match self.variant.objective {
            Objective::Final => pattern_points(self.hand),
            Objective::Accumulated => u32::from(self.points),
        };
        f64::from(CARD_POINTS * u32::from(self.played) + points)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        let (played, points) = (self.played(), self.points());
        let draws = match self.variant.objective {
            Objective::Final => 1,
            Objective::Accumulated => self.deck().max(1),
        };
        let most = played + self.hand.len() + self.deck();
        (
            f64::from(CARD_POINTS * played + points),
            f64::from(CARD_POINTS * most + points + BEST_PATTERN * draws),
        )
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng) -> Action {
        let [first, second] = self.playable();
        let in_first = first.len();
        let n = rng.below(in_first + second.len());
        // Both slots are about equally likely, so a branch would be mispredicted.
        let is_second = n >= in_first;
        let cards = first.or_else(is_second, second);
        let skipped = in_first * u32::from(is_second);
        Action::Play(cards.nth(n - skipped), Slot::ALL[usize::from(is_second)])
    }

    /// Two empty slots are equivalent.
    #[inline]
    fn repeats(&self, action: Action) -> bool {
        matches!(action, Action::Play(_, Slot::Second)) && self.tops == Tops::EMPTY
    }

    fn why_not(&self, action: Action) -> Rejected {
        let (in_hand, played) = (self.hand, self.played_cards());
        let Variant { suits, values, .. } = self.variant;
        Rejected(match action {
            _ if self.turn() == Turn::Over => sentence!("the game is already over", "もう終わっています"),
            Action::Play(..) if self.drawing => sentence!(
                "a card must be drawn first: expected that card, as in +F3",
                "先にカードを引きます。引いた札を +F3 のように書いてください"
            ),
            Action::Play(card, _) if !in_hand.contains(card) => {
                let hand = in_hand.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
                sentence!("{card} is not in the hand ({hand})", "{card} は手札にありません（手札: {hand}）")
            }
            Action::Play(card, slot) => match self.top(slot) {
                Some(top) => sentence!(
                    "{card} does not fit on {top}, the top of slot {}: neither suit nor value is the same",
                    "{card} はスロット{}の {top} に置けません。スートも値も違います",
                    slot.index() + 1
                ),
                None => sentence!("{card} cannot be played here", "{card} はここでは出せません"),
            },
            Action::Draw(_) if !self.drawing && self.deck == 0 => {
                sentence!("no card is drawn: the deck is empty", "山札がないので、カードは引けません")
            }
            Action::Draw(card) if !self.drawing => sentence!(
                "{card} is drawn before a card is played; write the turn as in C7@2+F3",
                "カードを出す前に {card} を引いています。C7@2+F3 のように書いてください"
            ),
            Action::Draw(card) if !self.variant.cards().contains(card) => sentence!(
                "{card} is not in this deck of {suits} suits and {values} values",
                "{suits}スート・{values}までのこの山札に {card} はありません"
            ),
            Action::Draw(card) if in_hand.contains(card) => {
                sentence!("{card} cannot be drawn: it is in the hand", "{card} は手札にあるので引けません")
            }
            Action::Draw(card) if played.contains(card) => {
                sentence!("{card} cannot be drawn: it was played before", "{card} はもう出したので引けません")
            }
            Action::Draw(card) => {
                sentence!("{card} cannot be drawn: it is set aside", "{card} は除外されているので引けません")
            }
        })
    }
}

impl Chance for TwinCool {
    #[inline]
    fn try_for_each_outcome<B>(&self, mut f: impl FnMut(Action, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.drawing {
            let probability = 1.0 / f64::from(self.unseen.len());
            for card in self.unseen.iter() {
                f(Action::Draw(card), probability)?;
            }
        }
        Continue(())
    }

    #[inline]
    fn sample_outcome(&self, rng: &mut Rng) -> Action {
        Action::Draw(self.unseen.nth(rng.below(self.unseen.len())))
    }
}

impl Open for TwinCool {}

/// The key covers what matters for the rest of the game, so not the order in which the piles grew.
impl Keyed for TwinCool {
    fn key(&self) -> u64 {
        let key = self.info_key(Player::FIRST, Key::HandTopsPlayed);
        fold(key, u64::from(self.points) | u64::from(self.drawing) << 16)
    }
}

/// How finely information sets are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Key {
    HandTops,
    #[default]
    HandTopsCount,
    /// Everything that matters for the rest of the game.
    HandTopsPlayed,
    HandPiles,
    /// Hand, tops and count, up to renaming of suits, values and slots: merges positions that are the same
    /// game if the played cards are forgotten.
    AlikeCount,
}

impl InfoSets for TwinCool {
    type Grain = Key;

    #[inline]
    fn info_key(&self, _: Player, grain: Key) -> u64 {
        let [low, high] = self.hand.words();
        // Cards take 80 bits, so the upper word has room for the tops and the count.
        let tops = u64::from(self.tops.0);
        let hand_and_tops = |count: u8| fold(fold(0, low), high | tops << 16 | u64::from(count) << 32);
        match grain {
            Key::HandTops => hand_and_tops(0),
            Key::HandTopsCount => hand_and_tops(self.played),
            Key::HandTopsPlayed => {
                let [low, high] = self.unseen.words();
                fold(fold(hand_and_tops(self.played), low), high)
            }
            Key::AlikeCount => self.key_of(&Likeness::of(self)),
            Key::HandPiles => {
                let pile = |slot| self.pile(slot).fold(1, |hash, card| fold(hash, card.index() as u64));
                fold(fold(hand_and_tops(0), pile(Slot::First)), pile(Slot::Second))
            }
        }
    }

    #[inline]
    fn info_set(&self, viewer: Player, grain: Key, named: &mut Vec<(Action, Action)>) -> u64 {
        named.clear();
        match grain {
            Key::AlikeCount => {
                let likeness = Likeness::of(self);
                likeness.for_each_play(self, |play, name| named.push((play, name)));
                self.key_of(&likeness)
            }
            _ => self.info_key(viewer, grain),
        }
    }
}

impl fmt::Debug for TwinCool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<Action> = self.log.iter().map(|(card, slot)| Action::Play(card, slot)).collect();
        write!(
            f,
            "TwinCool {{ hand: {:?}, deck: {}, points: {}, drawing: {}, unseen: {:?}, aside: {:?}, earlier: {:?}, played: {moves:?} }}",
            self.hand, self.deck, self.points, self.drawing, self.unseen, self.aside, self.earlier
        )
    }
}

#[cfg(test)]
mod tests;
