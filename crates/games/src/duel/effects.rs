//! What cards do when they are played, step by step, with chance outcomes and choices in between.

use super::action::Target;
use super::cards::{CardId, MOST_OPS, Op};
use super::side::Known;
use super::state::{Duel, Effect, Stage, Then};

impl Duel {
    /// Carries out the effect of a card that is paid for or free.
    #[inline]
    pub(super) fn put_in_play(&mut self, seat: usize, id: CardId, target: Target, then: Then) {
        let set = self.set;
        let enemy = &self.sides[seat & 1 ^ 1].units;
        let place = target.get().map(|(card, tapped)| {
            let alike = if tapped { enemy.tapped } else { !enemy.tapped };
            enemy.find(card, enemy.present & alike).expect("there is a target") as u8
        });
        let side = &mut self.sides[seat & 1];
        side.played += 1;
        if set.card(id).is_unit() {
            side.units.enter(&set, id);
        } else {
            side.bury(&set, id);
        }
        self.effect = Effect { card: id, op: 0, left: 0, side: seat as u8, target: place, then };
        self.begin_op();
    }

    #[inline]
    pub(super) fn current_op(&self) -> Option<Op> {
        let at = usize::from(self.effect.op);
        if at < MOST_OPS && !self.effect.card.is_hidden() {
            self.set.card(self.effect.card).ops[at]
        } else {
            None
        }
    }

    /// Carries out operations until one of them needs a chance outcome or a choice.
    fn begin_op(&mut self) {
        while let Some(op) = self.current_op() {
            let seat = usize::from(self.effect.side & 1);
            self.effect.left = match op {
                Op::Draw(n) | Op::Boost(n) | Op::Shield(n) | Op::Stow(n) | Op::FaceUp(n) => n,
                Op::Discard(n) | Op::Mill(n) => n,
                Op::Scry(n) => self.look_at_top(seat, n),
                Op::Destroy(_) | Op::Bounce | Op::Sweep(_) | Op::Search { .. } => 1,
            };
            if self.advance(op) {
                return;
            }
            self.effect.op += 1;
        }
        let then = self.effect.then;
        self.effect = Effect::NONE;
        match then {
            Then::Main => self.stage = Stage::Main,
            Then::Counter => self.offer_counter(),
            Then::NextBreak => {
                self.attack.open = false;
                self.next_break();
            }
        }
    }

    /// Continues after the chance outcome or choice that an operation waited for.
    fn resume(&mut self) {
        let op = self.current_op().expect("an operation was waiting");
        if !self.advance(op) {
            self.effect.op += 1;
            self.begin_op();
        }
    }

    fn after_one(&mut self) {
        self.effect.left -= 1;
        self.resume();
    }

    /// Continues the operation. True when it waits for chance or a choice, or has ended the game.
    fn advance(&mut self, op: Op) -> bool {
        let seat = usize::from(self.effect.side & 1);
        while self.effect.left > 0 {
            if let Op::Draw(_) = op
                && self.sides[seat].library == 0
            {
                self.lose(seat);
                return true;
            }
            if let Some(stage) = self.waits_for(op, seat) {
                self.stage = stage;
                return true;
            }
            self.do_at_once(op, seat);
            self.effect.left -= 1;
        }
        false
    }

    /// The stage an operation waits for before its next repetition; `None` when it needs no input or cannot
    /// be done.
    fn waits_for(&mut self, op: Op, seat: usize) -> Option<Stage> {
        let (own, enemy) = (&mut self.sides[seat], seat ^ 1);
        match op {
            Op::Draw(_) => Some(Stage::EffectDraw),
            Op::Boost(_) => (own.library > 0).then_some(Stage::EffectBoost),
            Op::FaceUp(_) => (own.library > 0 && !own.shields.is_full()).then_some(Stage::EffectFaceUp),
            Op::Stow(_) => (own.hand_size() > 0 && !own.shields.is_full()).then_some(Stage::Stow),
            Op::Mill(_) => (self.sides[enemy].library > 0).then_some(Stage::EffectMill),
            Op::Discard(_) => (self.sides[enemy].hand_size() > 0).then_some(Stage::EffectDiscard),
            Op::Scry(_) if self.looking.len() < usize::from(self.effect.left) => Some(Stage::Look),
            Op::Scry(_) => self.choice_of_places(),
            Op::Search { .. } if own.library == 0 => None,
            Op::Search { .. } if own.shields.in_pool() > 0 => Some(Stage::Sort),
            Op::Search { .. } => {
                own.shuffle();
                Some(Stage::Fetch)
            }
            Op::Shield(_) | Op::Destroy(_) | Op::Bounce | Op::Sweep(_) => None,
        }
    }

    fn do_at_once(&mut self, op: Op, seat: usize) {
        let enemy = seat ^ 1;
        match op {
            Op::Shield(_) => self.shield_from_library(seat),
            Op::Destroy(_) => {
                if let Some(place) = self.effect.target {
                    self.destroy(enemy, usize::from(place));
                }
            }
            Op::Bounce => {
                if let Some(place) = self.effect.target {
                    let side = &mut self.sides[enemy];
                    let card = side.units.leave(usize::from(place));
                    side.enter_hand_shown(card);
                }
            }
            Op::Sweep(power) => {
                let units = self.sides[enemy].units;
                for place in units.places(units.present) {
                    if self.set.card(units.cards[place]).power <= power {
                        self.destroy(enemy, place);
                    }
                }
            }
            // An operation that cannot be carried out is skipped.
            _ => {}
        }
    }

    fn shield_from_library(&mut self, seat: usize) {
        let side = &mut self.sides[seat];
        if side.library == 0 || side.shields.is_full() {
            return;
        }
        side.library -= 1;
        if side.top.is_empty() {
            side.shields.push(CardId::HIDDEN, Known::Nobody);
        } else {
            let card = side.top.remove(0);
            side.shields.push(card, Known::ToOwner);
        }
    }

    /// Moves the known top of the library to the cards being looked at. Returns how many are to be looked at
    /// in all.
    fn look_at_top(&mut self, seat: usize, n: u8) -> u8 {
        let side = &mut self.sides[seat];
        let n = n.min(side.library);
        while self.looking.len() < usize::from(n) && !side.top.is_empty() {
            let card = side.top.remove(0);
            self.looking.insert(self.looking.len(), card);
        }
        n
    }

    /// Several cards wait for a choice of order; a single one goes back without a choice.
    fn choice_of_places(&mut self) -> Option<Stage> {
        if self.looking.len() > 1 {
            return Some(Stage::Place);
        }
        if let [card] = *self.looking.cards() {
            self.put_back(card);
        }
        self.effect.left = 1;
        None
    }

    pub(super) fn place(&mut self, card: CardId) {
        self.put_back(card);
        self.resume_placing();
    }

    fn put_back(&mut self, card: CardId) {
        let placed = usize::from(self.effect.left) - self.looking.len();
        let at = self.looking.cards().iter().position(|&c| c == card).expect("one of the cards looked at");
        self.looking.remove(at);
        self.sides[usize::from(self.effect.side & 1)].top.insert(placed, card);
    }

    fn resume_placing(&mut self) {
        if self.choice_of_places().is_none() {
            self.after_one();
        }
    }

    pub(super) fn fetch(&mut self, card: CardId) {
        let shown = matches!(self.current_op(), Some(Op::Search { shown: true, .. }));
        let side = &mut self.sides[usize::from(self.effect.side & 1)];
        side.leave_pool(card);
        side.library -= 1;
        if shown {
            side.enter_hand_shown(card)
        } else {
            side.enter_hand(card)
        }
        self.end_search();
    }

    pub(super) fn end_search(&mut self) {
        self.sides[usize::from(self.effect.side & 1)].searches += 1;
        self.after_one();
    }

    /// Takes a copy that the opponent does not know, if there is one; otherwise both know the new shield.
    pub(super) fn stow(&mut self, card: CardId) {
        let side = &mut self.sides[usize::from(self.effect.side & 1)];
        if card.is_hidden() || side.hand.count(card) > side.shown.count(card) {
            side.leave_hand_unknown(card);
            side.shields.push(card, Known::ToOwner);
        } else {
            side.leave_hand(card);
            side.shields.push(card, Known::ToBoth);
        }
        self.after_one();
    }

    /// Applies the card dealt by chance.
    #[inline]
    pub(super) fn dealt(&mut self, card: CardId) {
        let set = self.set;
        let (own, enemy) = (usize::from(self.effect.side & 1), usize::from(self.effect.side & 1 ^ 1));
        match self.stage {
            Stage::Draw => {
                let side = &mut self.sides[usize::from(self.active & 1)];
                side.leave_library(card);
                side.enter_hand(card);
                self.stage = Stage::Charge;
            }
            Stage::Break => self.shield_is(card),
            Stage::EffectDraw => {
                self.sides[own].leave_library(card);
                self.sides[own].enter_hand(card);
                self.after_one();
            }
            Stage::EffectBoost => {
                self.sides[own].leave_library(card);
                self.sides[own].mana.add(card);
                self.after_one();
            }
            Stage::EffectFaceUp => {
                self.sides[own].leave_library(card);
                self.sides[own].shields.push(card, Known::ToBoth);
                self.after_one();
            }
            Stage::EffectMill => {
                self.sides[enemy].leave_library(card);
                self.sides[enemy].bury(&set, card);
                self.after_one();
            }
            Stage::EffectDiscard => {
                self.sides[enemy].leave_hand_unknown(card);
                self.sides[enemy].bury(&set, card);
                self.after_one();
            }
            Stage::Look => {
                self.sides[own].leave_pool(card);
                self.looking.insert(self.looking.len(), card);
                self.resume();
            }
            Stage::Sort => {
                let side = &mut self.sides[own];
                side.leave_pool(card);
                side.shields.found(card, Known::Group(side.searches));
                self.resume();
            }
            _ => unreachable!("luck brings a card when its turn is"),
        }
    }

    /// Discards a card that both knew to be in the opponent's hand.
    pub(super) fn lose_shown(&mut self, card: CardId) {
        let set = self.set;
        let side = &mut self.sides[usize::from(self.effect.side & 1 ^ 1)];
        side.leave_hand(card);
        side.bury(&set, card);
        self.after_one();
    }

    fn shield_is(&mut self, card: CardId) {
        let side = &mut self.sides[usize::from(self.active & 1 ^ 1)];
        if side.shields.first().1 == Known::Nobody {
            side.leave_pool(card);
        } else {
            side.shields.put_first(card);
        }
        side.shields.remove_first();
        self.break_open(card, false);
    }
}
