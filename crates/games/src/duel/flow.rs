//! The course of a turn: attacks, battles, broken shields.

use super::action::{Action, Target};
use super::cards::{CardId, keyword};
use super::side::Known;
use super::state::{Attack, Duel, MOST_TURNS, Stage, Then};
use yomi_bits::ones;
use yomi_core::Player;

impl Duel {
    #[inline]
    pub(super) fn go_on(&mut self, action: Action) {
        match action {
            Action::Charge(card) => {
                let side = &mut self.sides[usize::from(self.active & 1)];
                side.leave_hand(card);
                side.mana.add(card);
                self.stage = Stage::Main;
            }
            Action::Keep => self.stage = Stage::Main,
            Action::Play(card, target) => self.play_from_hand(self.own(), card, target, Then::Main),
            Action::Attack(card, target) => self.declare(card, target),
            Action::End => self.next_turn(),
            Action::Counter(card, target) => self.play_from_hand(self.other(), card, target, Then::Counter),
            Action::Pass if self.stage == Stage::Counter => self.offer_block(),
            Action::Pass => self.hit(),
            Action::Block(card) => self.block(card),
            Action::Trigger(card, target) => self.play_broken(card, target, Then::NextBreak),
            Action::Take => self.take_broken(),
            Action::Place(card) => self.place(card),
            Action::Fetch(card) => self.fetch(card),
            Action::Nothing => self.end_search(),
            Action::Stow(card) => self.stow(card),
            Action::Deal(card) => self.dealt(card),
            Action::DealShown(card) => self.lose_shown(card),
        }
    }

    fn play_from_hand(&mut self, seat: usize, card: CardId, target: Target, then: Then) {
        let cost = self.cost(seat, card);
        let side = &mut self.sides[seat & 1];
        side.mana_tapped += cost as u8;
        side.leave_hand(card);
        self.put_in_play(seat, card, target, then);
    }

    #[inline]
    fn play_broken(&mut self, card: CardId, target: Target, then: Then) {
        self.attack.broken = CardId::HIDDEN;
        self.put_in_play(self.other(), card, target, then);
    }

    /// The position after what the card that is played, or whose effect goes on, does by itself: an attack
    /// that would go on after it does not. The position as it is if the action is not part of a card's effect.
    pub fn after_card_alone(&self, action: Action) -> Duel {
        let mut alone = *self;
        match action {
            Action::Play(..) => alone.go_on(action),
            Action::Counter(card, target) => alone.play_from_hand(self.other(), card, target, Then::Main),
            Action::Trigger(card, target) => alone.play_broken(card, target, Then::Main),
            _ if self.effect.card.is_hidden() => {}
            _ => {
                alone.effect.then = Then::Main;
                alone.go_on(action);
            }
        }
        alone
    }

    fn next_turn(&mut self) {
        if self.turn == MOST_TURNS {
            self.stage = Stage::Over;
            return;
        }
        self.turn += 1;
        self.active ^= 1;
        self.sides[0].played = 0;
        self.sides[1].played = 0;
        let side = &mut self.sides[usize::from(self.active & 1)];
        side.mana_tapped = 0;
        side.units.tapped = 0;
        side.units.sick = 0;
        self.stage = Stage::Draw;
        if side.library == 0 {
            self.lose(usize::from(self.active));
        }
    }

    pub(super) fn lose(&mut self, seat: usize) {
        self.stage = Stage::Over;
        self.winner = Some(Player::new(seat & 1 ^ 1));
    }

    #[inline]
    fn declare(&mut self, card: CardId, target: Target) {
        let (own, other) = (self.own(), self.other());
        let by = self.sides[own].units.find(card, self.ready()).expect("a ready unit attacks");
        self.sides[own].units.tapped |= 1 << by;
        let enemy = &self.sides[other].units;
        let on = target
            .get()
            .map(|(card, _)| enemy.find(card, enemy.tapped).expect("a tapped unit is attacked") as u8);
        self.attack = Attack { by: by as u8, on, ..Attack::NONE };
        self.offer_counter();
    }

    /// Whether a counter may be played is decided from public information only, so that being asked reveals
    /// nothing about the hand.
    #[inline]
    pub(super) fn offer_counter(&mut self) {
        let attacker_stays = self.sides[self.own()].units.present >> self.attack.by & 1 == 1;
        if !attacker_stays {
            return self.end_attack();
        }
        let other = self.other();
        let mana = self.sides[other].mana_standing();
        let payable = |at: u32| self.cost(other, CardId::new(at as usize)) <= mana;
        let may_counter = mana >= self.set.least_counter_cost && self.sides[other].hand_size() > 0;
        if may_counter && ones(self.set.counters).any(payable) {
            self.stage = Stage::Counter;
        } else {
            self.offer_block();
        }
    }

    #[inline]
    fn offer_block(&mut self) {
        let units = &self.sides[self.other()].units;
        if units.blockers & !units.tapped == 0 { self.hit() } else { self.stage = Stage::Block }
    }

    fn block(&mut self, card: CardId) {
        let other = self.other();
        let units = &mut self.sides[other].units;
        let place = units.find(card, units.blockers & !units.tapped).expect("a blocker blocks");
        units.tapped |= 1 << place;
        self.battle(place);
    }

    #[inline]
    fn battle(&mut self, place: usize) {
        let (own, other) = (self.own(), self.other());
        let by = usize::from(self.attack.by);
        let attacker = self.set.card(self.sides[own].units.cards[by]);
        let defender = self.set.card(self.sides[other].units.cards[place]);
        let attacker_dies = attacker.power <= defender.power || defender.is(keyword::SLAYER);
        let defender_dies = defender.power <= attacker.power || attacker.is(keyword::SLAYER);
        if attacker_dies {
            self.destroy(own, by);
        }
        if defender_dies {
            self.destroy(other, place);
        }
        self.end_attack();
    }

    /// Clears all of the attack, so that equal positions compare equal.
    #[inline]
    fn end_attack(&mut self) {
        self.attack = Attack::NONE;
        self.stage = Stage::Attack;
    }

    #[inline]
    pub(super) fn destroy(&mut self, seat: usize, place: usize) {
        let set = self.set;
        let side = &mut self.sides[seat & 1];
        let card = side.units.leave(place);
        side.bury(&set, card);
    }

    /// The attack is not blocked.
    #[inline]
    fn hit(&mut self) {
        if let Some(place) = self.attack.on {
            return self.battle(usize::from(place));
        }
        let (own, other) = (self.own(), self.other());
        let shields = self.sides[other].shields.len();
        if shields == 0 {
            return self.lose(other);
        }
        let attacker = self.sides[own].units.cards[usize::from(self.attack.by)];
        self.attack.breaks = self.set.card(attacker).breaks.min(shields as u8);
        self.next_break();
    }

    /// Breaks the leftmost shield, if one is still to be broken.
    pub(super) fn next_break(&mut self) {
        let other = self.other();
        let shields = &mut self.sides[other].shields;
        if self.attack.breaks == 0 || shields.is_empty() {
            return self.end_attack();
        }
        self.attack.breaks -= 1;
        let (card, known) = shields.first();
        match known {
            Known::Nobody | Known::Group(_) => self.stage = Stage::Break,
            Known::ToOwner | Known::ToBoth => {
                shields.remove_first();
                self.break_open(card, known == Known::ToBoth);
            }
        }
    }

    /// Records the broken shield; `open` says whether both players see it.
    pub(super) fn break_open(&mut self, card: CardId, open: bool) {
        (self.attack.broken, self.attack.open) = (card, open);
        self.stage = Stage::Trigger;
        // Both players see that there is nothing to decide, so nobody is asked.
        if open && !self.set.card(card).is(keyword::TRIGGER) {
            self.take_broken();
        }
    }

    #[inline]
    fn take_broken(&mut self) {
        let card = std::mem::replace(&mut self.attack.broken, CardId::HIDDEN);
        let open = std::mem::replace(&mut self.attack.open, false);
        let side = &mut self.sides[usize::from(self.active & 1 ^ 1)];
        if open {
            side.enter_hand_shown(card)
        } else {
            side.enter_hand(card)
        }
        self.next_break();
    }
}
