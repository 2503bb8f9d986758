//! What luck can bring, and how likely.

use super::action::Action;
use super::cards::CardId;
use super::counts::Counts;
use super::side::Known;
use super::state::{Duel, Stage};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::Rng;

/// What luck draws from.
pub(super) enum Urn {
    /// There is only one card that it can be.
    Certain(CardId),
    /// Any copy of these, each as likely.
    Among(Counts),
    /// A hand, of which some cards are known to both.
    Hand { hand: Counts, shown: Counts },
}

impl Duel {
    /// Whose cards luck deals from, when it is its turn.
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

    /// Whether what luck deals is seen by both.
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
            Urn::Among(cards) => Action::Deal(cards.nth(rng.below(cards.len()))),
            Urn::Hand { hand, shown } => {
                let card = hand.nth(rng.below(hand.len()));
                let is_shown = shown.has(card) && rng.below(hand.count(card)) < shown.count(card);
                if is_shown { Action::DealShown(card) } else { Action::Deal(card) }
            }
        }
    }
}
