//! A rule-based player: spend the mana, remove threats, attack where it pays, defend when necessary.
//!
//! It uses its own cards and public information, and never what is hidden from the mover: it plays the same
//! given a view or the true state behind it. Every legal action gets a score, and the best is played. Scores
//! are in points; breaking a shield is worth about forty.

use std::ops::ControlFlow::Continue;
use yomi_core::{
    Basis, Contradiction, Decision, Player, Policy, Rng, Run, Scripted, State, Turn, ViewOf, ViewSearch,
};
use yomi_games::Duel;
use yomi_games::duel::cards::{Card, Op, keyword};
use yomi_games::duel::{Action, CardId, SetRef, Side, Target};

/// The player. As a rollout policy it plays some random moves, so that rollouts differ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Heuristic {
    /// Number of random moves out of 256.
    pub random: u32,
}

impl Policy<Duel> for Heuristic {
    #[inline]
    fn choose(&mut self, state: &Duel, rng: &mut Rng) -> Action {
        if self.random > 0 && rng.below(256) < self.random {
            return state.random_action(rng);
        }
        best(state)
    }
}

impl Policy<Scripted<Duel>> for Heuristic {
    #[inline]
    fn choose(&mut self, state: &Scripted<Duel>, rng: &mut Rng) -> Action {
        self.choose(state.state(), rng)
    }
}

impl ViewSearch<Duel> for Heuristic {
    fn decide(
        &mut self,
        view: &ViewOf<Duel>,
        _: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        let table = &view.now.table;
        let action = self.choose(table, rng);
        // The basis marks it as a rule, in contrast to a random move.
        Ok(Decision::immediate(Basis::Rule, action, State::actions(table)))
    }
}

/// The action with the highest score; the first one on ties.
#[inline]
pub(crate) fn best(state: &Duel) -> Action {
    let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
    let eyes = Eyes {
        state,
        mover,
        own: state.side_of(mover),
        enemy: state.side_of(mover.other()),
        set: state.set(),
    };
    let (mut chosen, mut most) = (None, i32::MIN);
    let _ = state.each_action::<()>(|action| {
        let score = eyes.score(action);
        if score > most {
            (chosen, most) = (Some(action), score);
        }
        Continue(())
    });
    chosen.expect("a player to move has an action")
}

/// The position as the mover sees it.
struct Eyes<'a> {
    state: &'a Duel,
    mover: Player,
    own: &'a Side,
    enemy: &'a Side,
    set: SetRef,
}

/// With this much mana, another card is worth more in the hand.
const ENOUGH_MANA: u32 = 8;
/// A library smaller than this is not drawn from without need.
const THIN_LIBRARY: u8 = 5;

impl Eyes<'_> {
    #[inline]
    fn card(&self, id: CardId) -> &Card {
        self.set.card(id)
    }

    #[inline]
    fn score(&self, action: Action) -> i32 {
        match action {
            Action::Charge(card) => self.charge(card),
            Action::Play(card, target) => self.play(card, target),
            Action::Attack(card, target) => self.attack(card, target),
            Action::Counter(card, target) => self.counter(card, target),
            Action::Block(card) => self.block(card),
            Action::Trigger(card, target) => self.effect(self.card(card), target, true) + 1,
            Action::Place(card) | Action::Fetch(card) => self.wish(card),
            Action::Stow(card) => self.stow(card),
            _ => 0,
        }
    }

    /// How badly a card fits the mana of the next turn: the worst fit goes into mana.
    fn charge(&self, card: CardId) -> i32 {
        let mana = self.own.mana.len();
        let hand = self.own.hand_size();
        if mana >= ENOUGH_MANA || hand <= 1 && mana >= 4 {
            return -1;
        }
        let cost = self.state.current_cost(self.mover, card) as i32;
        let next = mana as i32 + 1;
        let copies = self.own.hand.count(card) as i32;
        let away = if cost > next { 3 * (cost - next) } else { next - cost };
        1 + 4 * away + 3 * (copies - 1)
    }

    fn play(&self, id: CardId, target: Target) -> i32 {
        let card = self.card(id);
        if card.is(keyword::COUNTER) && !card.is_unit() && self.own.mana_standing() < 2 * u32::from(card.cost)
        {
            // Worth more in the opponent's turn.
            return -1;
        }
        self.effect(card, target, false)
    }

    /// The value of this card in play, or of its effect.
    #[inline]
    fn effect(&self, card: &Card, target: Target, free: bool) -> i32 {
        let mut score = 0;
        if card.is_unit() {
            score += 20 + 6 * i32::from(card.power) + 8 * i32::from(card.breaks);
        }
        for op in card.ops.iter().map_while(|op| *op) {
            score += self.op(op, target);
        }
        // Expensive cards first: what is left pays for the cheap ones.
        if free || score <= 0 { score } else { score + i32::from(card.cost) }
    }

    #[inline]
    fn op(&self, op: Op, target: Target) -> i32 {
        let thin = self.own.library <= THIN_LIBRARY;
        match op {
            Op::Draw(n) => i32::from(n) * if thin { -30 } else { 12 },
            Op::Boost(n) if self.own.mana.len() < ENOUGH_MANA + 1 => 14 * i32::from(n),
            Op::Boost(_) => -5,
            Op::Shield(n) | Op::FaceUp(n) => {
                if thin {
                    -10
                } else {
                    25 * i32::from(n)
                }
            }
            Op::Stow(n) => 18 * i32::from(n),
            Op::Destroy(_) => target.get().map_or(0, |(unit, _)| self.threat(unit)),
            Op::Bounce => target.get().map_or(0, |(unit, _)| self.threat(unit) / 2 - 5),
            Op::Sweep(power) => {
                let units = &self.enemy.units;
                let gone = units.places(units.present).map(|place| units.cards[place]);
                gone.filter(|&unit| self.card(unit).power <= power).map(|unit| self.threat(unit)).sum::<i32>()
                    - 25
            }
            Op::Discard(n) => {
                if self.enemy.hand_size() > 0 {
                    12 * i32::from(n)
                } else {
                    0
                }
            }
            Op::Mill(_) => {
                if self.enemy.library <= 8 {
                    20
                } else {
                    1
                }
            }
            Op::Scry(_) => 3,
            Op::Search { .. } => 15,
        }
    }

    /// The value of an enemy unit to its owner.
    #[inline]
    fn threat(&self, unit: CardId) -> i32 {
        let card = self.card(unit);
        10 + 6 * i32::from(card.power) + 8 * i32::from(card.breaks)
    }

    /// Enemy blockers that could block one of our units: how many, the highest power, and whether one is a
    /// slayer.
    #[inline]
    fn blockers(&self) -> (u32, u8, bool) {
        let units = &self.enemy.units;
        let mask = units.blockers & !units.tapped;
        let (mut power, mut slayer) = (0, false);
        for place in units.places(mask) {
            let card = self.card(units.cards[place]);
            power = power.max(card.power);
            slayer |= card.is(keyword::SLAYER);
        }
        (mask.count_ones(), power, slayer)
    }

    fn attack(&self, id: CardId, target: Target) -> i32 {
        let card = self.card(id);
        let (blockers, strongest, slayer) = self.blockers();
        let own = self.own.units;
        let ready = (own.present & !own.tapped & !own.sick).count_ones();
        if self.enemy.shields.is_empty() && ready > blockers {
            // At least one attacker gets through.
            return if target == Target::NONE { 1_000 } else { -1 };
        }
        let worth = 10 + 6 * i32::from(card.power) + 8 * i32::from(card.breaks);
        let may_die = blockers > 0 && (slayer || strongest >= card.power);
        let risk = if may_die { worth * 3 / 4 } else { 0 };
        match target.get() {
            Some((unit, _)) => {
                let enemy = self.card(unit);
                let wins = card.power > enemy.power && !enemy.is(keyword::SLAYER);
                let dies = card.power <= enemy.power || enemy.is(keyword::SLAYER);
                let kills = card.power >= enemy.power || card.is(keyword::SLAYER);
                let gain = if kills { self.threat(unit) } else { 0 };
                let loss = if wins || !dies { 0 } else { worth };
                gain - loss - risk - 5
            }
            None => {
                let breaks = i32::from(card.breaks).min(self.enemy.shields.len() as i32);
                self.breaking(breaks) - risk - self.exposure(id)
            }
        }
    }

    /// The value of breaking shields: it brings the end of the game closer. (The opponent gets the cards.)
    #[inline]
    fn breaking(&self, breaks: i32) -> i32 {
        let left = self.enemy.shields.len() as i32;
        30 * breaks + if left - breaks <= 1 { 20 } else { 0 }
    }

    /// The cost of tapping a unit by attacking: it can be attacked itself, and cannot block.
    #[inline]
    fn exposure(&self, id: CardId) -> i32 {
        let card = self.card(id);
        let units = &self.enemy.units;
        let (mut strong, mut threat) = (false, 0);
        for place in units.places(units.present) {
            let enemy = self.card(units.cards[place]);
            if !enemy.is(keyword::NO_ATTACK) {
                strong |= enemy.power > card.power;
                threat += i32::from(enemy.breaks);
            }
        }
        let shields = self.own.shields.len() as i32;
        let needed = card.is(keyword::BLOCKER) && threat > 0 && shields <= threat + 1;
        (if strong { 12 } else { 0 }) + if needed { 60 } else { 0 }
    }

    /// The cost of letting the current attack through.
    fn danger(&self) -> i32 {
        let attack = self.state.attack();
        let attacker = self.card(self.enemy.units.cards[usize::from(attack.by)]);
        match attack.on {
            Some(place) => {
                let unit = self.card(self.own.units.cards[usize::from(place)]);
                if attacker.power >= unit.power { 10 + 6 * i32::from(unit.power) } else { 0 }
            }
            None if self.own.shields.is_empty() => 1_000,
            None => {
                let left = self.own.shields.len() as i32;
                let breaks = i32::from(attacker.breaks).min(left);
                25 * breaks + if left - breaks <= 1 { 30 } else { 0 }
            }
        }
    }

    fn counter(&self, id: CardId, target: Target) -> i32 {
        let card = self.card(id);
        let attack = self.state.attack();
        let attacker = self.enemy.units.cards[usize::from(attack.by)];
        let stops = target.get().is_some_and(|(unit, tapped)| unit == attacker && tapped);
        let gain = if stops { self.danger() } else { 0 };
        let effect = if card.is_unit() { 25 + self.danger() / 2 } else { self.effect(card, target, true) };
        // Keeping the card in hand has a value too.
        gain + effect - 45
    }

    fn block(&self, id: CardId) -> i32 {
        let attack = self.state.attack();
        let attacker_id = self.enemy.units.cards[usize::from(attack.by)];
        let (attacker, blocker) = (self.card(attacker_id), self.card(id));
        let dies = attacker.power >= blocker.power || attacker.is(keyword::SLAYER);
        let kills = blocker.power >= attacker.power || blocker.is(keyword::SLAYER);
        let gain = if kills { self.threat(attacker_id) } else { 0 };
        let loss = if dies { 15 + 6 * i32::from(blocker.power) } else { 2 };
        self.danger() + gain - loss - 10
    }

    /// How much a card is wanted in hand next.
    fn wish(&self, id: CardId) -> i32 {
        if id.is_hidden() {
            return 0;
        }
        let cost = self.state.current_cost(self.mover, id) as i32;
        let mana = self.own.mana.len() as i32 + 1;
        if cost <= mana { 10 * cost + 5 } else { 5 * (mana - cost) }
    }

    /// A trigger is most useful among the shields; otherwise a card that cannot be played soon goes there.
    fn stow(&self, id: CardId) -> i32 {
        if id.is_hidden() {
            return 0;
        }
        let trigger = if self.card(id).is(keyword::TRIGGER) { 100 } else { 0 };
        trigger - self.wish(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card_file;
    use yomi_core::Ruleset;

    /// What a card does counts: cards are worth drawing until the library is thin, and mana until there is enough.
    #[test]
    fn effects_are_worth_what_they_do() {
        let mut state = card_file::standard_rules().start(1);
        let worth = |state: &Duel, op| {
            let mover = Player::FIRST;
            let (own, enemy) = (state.side_of(mover), state.side_of(mover.other()));
            let eyes = Eyes { state, mover, own, enemy, set: state.set() };
            eyes.op(op, Target::NONE)
        };
        let mut rng = Rng::new(1);
        let mut thin = false;
        while state.turn() != Turn::Over {
            let library = state.side_of(Player::FIRST).library;
            let expected = if library <= THIN_LIBRARY { [-60, -10] } else { [24, 25] };
            assert_eq!(
                [Op::Draw(2), Op::Shield(1)].map(|op| worth(&state, op)),
                expected,
                "{library} cards left"
            );
            assert_eq!(worth(&state, Op::Stow(1)), 18);
            thin |= library <= THIN_LIBRARY;
            let action = match state.turn() {
                Turn::Chance => yomi_core::Chance::sample_outcome(&state, &mut rng),
                // Turns are ended at once where that is possible, so that libraries run out.
                _ => *state.actions().iter().min_by_key(|action| worth_of_kind(action)).unwrap(),
            };
            state.apply(action);
        }
        assert!(thin, "no library ran out");
    }

    fn worth_of_kind(action: &Action) -> u8 {
        u8::from(!matches!(action, Action::End | Action::Keep | Action::Pass | Action::Take))
    }

    /// Counters cost a card: they are played against what hurts and always against the last blow, and kept otherwise.
    #[test]
    fn counters_are_kept_for_what_hurts() {
        let rules = card_file::standard_rules();
        // By whether the attack would end the game: chances to counter, and how often one was taken.
        let (mut chances, mut taken) = ([0u32; 2], [0u32; 2]);
        for seed in 0..300 {
            let (mut state, mut rng) = (rules.start(seed), Rng::new(seed));
            while state.turn() != Turn::Over {
                let Turn::Player(mover) = state.turn() else {
                    let outcome = yomi_core::Chance::sample_outcome(&state, &mut rng);
                    state.apply(outcome);
                    continue;
                };
                let chosen = best(&state);
                let legal = state.actions();
                if legal.iter().any(|action| matches!(action, Action::Counter(..))) {
                    let ends = state.attack().on.is_none() && state.side_of(mover).shields.is_empty();
                    chances[usize::from(ends)] += 1;
                    taken[usize::from(ends)] += u32::from(matches!(chosen, Action::Counter(..)));
                }
                // Anything may happen, so that hands and boards differ.
                let action = if rng.unit() < 0.3 { state.random_action(&mut rng) } else { chosen };
                state.apply(action);
            }
        }
        let share = [0, 1].map(|which| f64::from(taken[which]) / f64::from(chances[which]));
        assert!(chances[0] > 100 && chances[1] > 20, "{chances:?}");
        assert!((0.05..0.9).contains(&share[0]) && share[1] > share[0], "{share:?} of {chances:?}");
    }
}
