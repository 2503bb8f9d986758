//! Actions of the players and outcomes of chance.

use super::cards::CardId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The enemy unit that is targeted, given by its card and whether it is tapped. Units that agree in both are
/// interchangeable as targets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target(u8);

impl Target {
    /// No unit. For an attack: the player.
    pub const NONE: Target = Target(u8::MAX);
    const TAPPED: u8 = 0x40;

    #[inline]
    pub const fn unit(card: CardId, tapped: bool) -> Target {
        Target(card.index() as u8 | if tapped { Target::TAPPED } else { 0 })
    }

    /// The card, and whether it is tapped.
    #[inline]
    pub const fn get(self) -> Option<(CardId, bool)> {
        if self.0 == Target::NONE.0 {
            return None;
        }
        Some((CardId::new((self.0 & !Target::TAPPED) as usize), self.0 & Target::TAPPED != 0))
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            None => f.write_str("-"),
            Some((card, tapped)) => write!(f, "{card:?}{}", if tapped { "(tapped)" } else { "" }),
        }
    }
}

/// An action or a chance outcome. As an event it is the same, with [`CardId::HIDDEN`] for a card that the
/// viewer cannot see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "[u8; 3]", try_from = "[u8; 3]")]
pub enum Action {
    /// Puts a card from the hand into mana.
    Charge(CardId),
    /// Puts no card into mana this turn.
    Keep,
    Play(CardId, Target),
    /// A unit attacks a tapped enemy unit or the player.
    Attack(CardId, Target),
    End,
    /// The defender plays a card from hand during an attack.
    Counter(CardId, Target),
    /// The defender does nothing (more).
    Pass,
    Block(CardId),
    /// The defender plays the broken shield for free.
    Trigger(CardId, Target),
    /// The defender takes the broken shield to hand.
    Take,
    /// Of the cards looked at, the next one to put on top of the library.
    Place(CardId),
    /// Takes a card from the library.
    Fetch(CardId),
    /// Takes no card from the library.
    Nothing,
    /// Puts a card from the hand into the shields.
    Stow(CardId),
    /// The outcome of chance: the card that is drawn, turned over, looked at or discarded.
    Deal(CardId),
    /// A discarded card that both players knew to be in the hand.
    DealShown(CardId),
}

impl From<Action> for [u8; 3] {
    fn from(action: Action) -> [u8; 3] {
        let one = |kind: u8, card: CardId| [kind, card.index() as u8, 0];
        let two = |kind: u8, card: CardId, target: Target| [kind, card.index() as u8, target.0];
        match action {
            Action::Charge(card) => one(0, card),
            Action::Keep => [1, 0, 0],
            Action::Play(card, target) => two(2, card, target),
            Action::Attack(card, target) => two(3, card, target),
            Action::End => [4, 0, 0],
            Action::Counter(card, target) => two(5, card, target),
            Action::Pass => [6, 0, 0],
            Action::Block(card) => one(7, card),
            Action::Trigger(card, target) => two(8, card, target),
            Action::Take => [9, 0, 0],
            Action::Place(card) => one(10, card),
            Action::Fetch(card) => one(11, card),
            Action::Nothing => [12, 0, 0],
            Action::Stow(card) => one(13, card),
            Action::Deal(card) => one(14, card),
            Action::DealShown(card) => one(15, card),
        }
    }
}

impl TryFrom<[u8; 3]> for Action {
    type Error = &'static str;

    fn try_from([kind, card, target]: [u8; 3]) -> Result<Action, &'static str> {
        if usize::from(card) > super::cards::MOST_CARDS || target & 0x80 != 0 && target != u8::MAX {
            return Err("no such card");
        }
        let (card, target) = (CardId::new(usize::from(card)), Target(target));
        Ok(match kind {
            0 => Action::Charge(card),
            1 => Action::Keep,
            2 => Action::Play(card, target),
            3 => Action::Attack(card, target),
            4 => Action::End,
            5 => Action::Counter(card, target),
            6 => Action::Pass,
            7 => Action::Block(card),
            8 => Action::Trigger(card, target),
            9 => Action::Take,
            10 => Action::Place(card),
            11 => Action::Fetch(card),
            12 => Action::Nothing,
            13 => Action::Stow(card),
            14 => Action::Deal(card),
            15 => Action::DealShown(card),
            _ => return Err("no such action"),
        })
    }
}
