//! The outcomes of chance and their probabilities.

use super::action::Action;
use super::cards::CardId;
use super::counts::Counts;
use super::side::Known;
use super::state::{Duel, Stage};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::Rng;

/// What chance draws from.
pub(super) enum Urn {
    /// Only one card is possible.
    Certain(CardId),
    /// Any copy of these, all equally likely.
    Among(Counts),
    /// A hand, some cards of which both players know.
    Hand { hand: Counts, shown: Counts },
}

/// Gives every copy a number derived from `luck` and takes the highest. So the same `luck` finds the same
/// shield whatever was drawn from the library before, unless that very card was drawn.
fn first_of_all(cards: &Counts, luck: u64) -> CardId {
    let (mut first, mut highest) = (CardId::HIDDEN, 0);
    for (card, copies) in cards.iter() {
        for copy in 0..u64::from(copies) {
            let number = Rng::new(luck ^ (card.index() as u64) << 32 ^ copy << 48).next_u64();
            if first.is_hidden() || number > highest {
                (first, highest) = (card, number);
            }
        }
    }
    first
}

impl Duel {
    /// The same game with every shield that nobody has seen revealed to its owner. `luck` is called with the
    /// game in which that shield is the next to be broken, and returns which card it is.
    pub fn with_open_shields(&self, mut luck: impl FnMut(&Duel) -> Action) -> Duel {
        let mut open = *self;
        for seat in 0..2 {
            for place in 0..open.sides[seat].shields.len() {
                if open.sides[seat].shields.iter().nth(place).is_none_or(|(_, known)| known != Known::Nobody)
                {
                    continue;
                }
                let mut breaking = open;
                (breaking.stage, breaking.active) = (Stage::Break, seat as u8 ^ 1);
                (0..place).for_each(|_| breaking.sides[seat].shields.remove_first());
                if let Action::Deal(card) = luck(&breaking) {
                    open.sides[seat].pool.remove(card);
                    open.sides[seat].shields.open(place, card);
                }
            }
        }
        open
    }

    /// The player whose cards chance deals from, when it is chance's turn.
    #[inline]
    pub(super) fn dealt_from(&self) -> usize {
        let seat = match self.stage {
            Stage::Draw => self.active,
            Stage::Break => self.active ^ 1,
            Stage::EffectMill | Stage::EffectDiscard => self.effect.side ^ 1,
            _ => self.effect.side,
        };
        usize::from(seat & 1)
    }

    /// Whether both players see what chance deals.
    pub(super) fn is_dealt_openly(&self) -> bool {
        use Stage::{EffectBoost, EffectDiscard, EffectFaceUp, EffectMill};
        matches!(self.stage, EffectBoost | EffectMill | EffectDiscard | EffectFaceUp)
    }

    #[inline]
    pub(super) fn urn(&self) -> Urn {
        let side = &self.sides[self.dealt_from()];
        match self.stage {
            Stage::EffectDiscard => Urn::Hand { hand: side.hand, shown: side.shown },
            Stage::Look | Stage::Sort => Urn::Among(side.pool),
            Stage::Break if side.shields.first().1 == Known::Nobody => Urn::Among(side.pool),
            Stage::Break => Urn::Among(side.shields.group_of_first()),
            _ => match side.top.cards() {
                [next, ..] => Urn::Certain(*next),
                [] => Urn::Among(side.pool),
            },
        }
    }

    pub(super) fn each_outcome<B>(&self, mut f: impl FnMut(Action, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.urn() {
            Urn::Certain(card) => f(Action::Deal(card), 1.0),
            Urn::Among(cards) => {
                let all = f64::from(cards.len());
                cards.iter().try_for_each(|(card, n)| f(Action::Deal(card), f64::from(n) / all))
            }
            Urn::Hand { hand, shown } => {
                let all = f64::from(hand.len());
                for (card, n) in hand.iter() {
                    let open = shown.count(card);
                    if n > open {
                        f(Action::Deal(card), f64::from(n - open) / all)?;
                    }
                    if open > 0 {
                        f(Action::DealShown(card), f64::from(open) / all)?;
                    }
                }
                Continue(())
            }
        }
    }

    #[inline]
    pub(super) fn draw_outcome(&self, rng: &mut Rng) -> Action {
        match self.urn() {
            Urn::Certain(card) => Action::Deal(card),
            Urn::Among(cards) if matches!(self.stage, Stage::Break | Stage::Sort) => {
                Action::Deal(first_of_all(&cards, rng.next_u64()))
            }
            Urn::Among(cards) => Action::Deal(cards.nth(rng.below(cards.len()))),
            Urn::Hand { hand, shown } => {
                let card = hand.nth(rng.below(hand.len()));
                let is_shown = shown.has(card) && rng.below(hand.count(card)) < shown.count(card);
                if is_shown { Action::DealShown(card) } else { Action::Deal(card) }
            }
        }
    }
}
