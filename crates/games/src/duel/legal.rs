//! Legal actions: each once, with equivalent ones merged.

use super::action::{Action, Target};
use super::cards::{Aim, CardId, MOST_COPIES, Op, keyword};
use super::side::Units;
use super::state::{Duel, Stage};
use std::ops::ControlFlow::{self, Continue};
use yomi_bits::ones;

#[inline]
fn cards(kinds: u64) -> impl Iterator<Item = CardId> {
    ones(kinds).map(|at| CardId::new(at as usize))
}

impl Duel {
    /// The cards that a hidden card of this player can be: those with unseen copies.
    pub(super) fn could_be(&self, seat: usize) -> u64 {
        let seen = self.seen_of(seat);
        cards(self.set.all).filter(|&card| seen.count(card) < MOST_COPIES).map(CardId::bit).sum()
    }

    /// The cards that this player holds, or may hold where the hand is hidden.
    #[inline]
    fn hand_kinds(&self, seat: usize) -> u64 {
        let side = &self.sides[seat & 1];
        if side.hand_hidden == 0 { side.hand.kinds() } else { side.hand.kinds() | self.could_be(seat) }
    }

    /// As [`try_for_each_action`](yomi_core::State::try_for_each_action), which goes through a list. This is
    /// compiled anew for every `f`: for those that are asked at every move of a playout.
    #[inline]
    pub fn each_action<B>(&self, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.stage {
            Stage::Charge => {
                for card in cards(self.hand_kinds(self.own())) {
                    f(Action::Charge(card))?;
                }
                f(Action::Keep)
            }
            Stage::Main => {
                self.each_play(self.own(), u64::MAX, |card, target| f(Action::Play(card, target)))?;
                self.each_attack(&mut f)?;
                f(Action::End)
            }
            Stage::Attack => {
                self.each_attack(&mut f)?;
                f(Action::End)
            }
            Stage::Counter => {
                let counters = self.set.counters;
                self.each_play(self.other(), counters, |card, target| f(Action::Counter(card, target)))?;
                f(Action::Pass)
            }
            Stage::Block => {
                let units = &self.sides[self.other()].units;
                each_kind(units, units.blockers & !units.tapped, |place| {
                    f(Action::Block(units.cards[place]))
                })?;
                f(Action::Pass)
            }
            Stage::Trigger => {
                let broken = self.attack.broken;
                let kinds = if broken.is_hidden() { self.could_be(self.other()) } else { broken.bit() };
                for card in cards(kinds & self.set.triggers) {
                    self.each_target(self.other(), card, |target| f(Action::Trigger(card, target)))?;
                }
                f(Action::Take)
            }
            Stage::Place => {
                let looked_at = self.looking.cards();
                for (i, &card) in looked_at.iter().enumerate() {
                    if !looked_at[..i].contains(&card) {
                        f(Action::Place(card))?;
                    }
                }
                Continue(())
            }
            Stage::Fetch => self.each_fetch(f),
            Stage::Stow => {
                let side = &self.sides[usize::from(self.effect.side)];
                for card in cards(side.hand.kinds()) {
                    f(Action::Stow(card))?;
                }
                if side.hand_hidden > 0 { f(Action::Stow(CardId::HIDDEN)) } else { Continue(()) }
            }
            _ => Continue(()),
        }
    }

    fn each_fetch<B>(&self, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let seat = usize::from(self.effect.side);
        let side = &self.sides[seat];
        let Some(Op::Search { among, shown }) = self.current_op() else { return Continue(()) };
        if side.pool_hidden == 0 {
            for card in cards(side.pool.kinds() & among) {
                f(Action::Fetch(card))?;
            }
        } else if shown {
            for card in cards(self.could_be(seat) & among) {
                f(Action::Fetch(card))?;
            }
        } else {
            f(Action::Fetch(CardId::HIDDEN))?;
        }
        // Only a search that shows its card may find nothing. If it is not shown, the opponent could not
        // tell.
        if shown { f(Action::Nothing) } else { Continue(()) }
    }

    /// The cards in hand, among these, that can be paid for and have a legal target.
    #[inline]
    fn each_play<B>(
        &self,
        seat: usize,
        among: u64,
        mut f: impl FnMut(CardId, Target) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mana = self.sides[seat & 1].mana_standing();
        for card in cards(self.hand_kinds(seat) & among) {
            if self.cost(seat, card) <= mana {
                self.each_target(seat, card, |target| f(card, target))?;
            }
        }
        Continue(())
    }

    /// Calls `f` with every legal target of this player's card, or with no target if it needs none. Not
    /// called where the card cannot be played.
    #[inline]
    fn each_target<B>(
        &self,
        seat: usize,
        id: CardId,
        mut f: impl FnMut(Target) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let card = self.set.card(id);
        if card.is_unit() && self.sides[seat & 1].units.is_full() {
            return Continue(());
        }
        let Aim::EnemyUnit(power) = card.aim else { return f(Target::NONE) };
        let units = &self.sides[seat & 1 ^ 1].units;
        let mut aimed = false;
        for place in units.places(units.present) {
            let (card, tapped) = (units.cards[place], units.is_tapped(place));
            if self.set.card(card).power > power {
                continue;
            }
            aimed = true;
            let alike = if tapped { units.tapped } else { !units.tapped };
            let earlier = units.present & alike & ((1 << place) - 1);
            if earlier == 0 || units.find(card, earlier).is_none() {
                f(Target::unit(card, tapped))?;
            }
        }
        // A unit may enter without a target, a spell may not.
        if aimed || !card.is_unit() { Continue(()) } else { f(Target::NONE) }
    }

    /// Units that may attack now.
    #[inline]
    pub(super) fn ready(&self) -> u8 {
        let units = &self.sides[self.own()].units;
        units.present & !units.tapped & !units.sick
    }

    #[inline]
    fn each_attack<B>(&self, f: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let (own, enemy) = (&self.sides[self.own()].units, &self.sides[self.other()].units);
        each_kind(own, self.ready(), |place| {
            let card = own.cards[place];
            if self.set.card(card).is(keyword::NO_ATTACK) {
                return Continue(());
            }
            f(Action::Attack(card, Target::NONE))?;
            each_kind(enemy, enemy.tapped, |on| f(Action::Attack(card, Target::unit(enemy.cards[on], true))))
        })
    }
}

/// Calls `f` with the first place of each different card among these places.
#[inline]
fn each_kind<B>(units: &Units, mask: u8, mut f: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
    let mut done = 0u64;
    for place in units.places(mask) {
        let bit = units.cards[place].bit();
        if done & bit == 0 {
            done |= bit;
            f(place)?;
        }
    }
    Continue(())
}
