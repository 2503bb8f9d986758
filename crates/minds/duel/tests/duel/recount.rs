//! The sixteen statistics counted a second time, by a Duel written from the page of its rules alone: it reads
//! a finished game's list of actions from front to back, as a person with cards in hand would, and shares no
//! code with the engine's positions.

use std::collections::VecDeque;
use yomi_core::{Luck, Player, Policy, Rng, Ruleset, State, Turn};
use yomi_duel::Heuristic;
use yomi_duel::card_file::{standard, standard_rules};
use yomi_duel::record::Sums;
use yomi_duel::statistics::{NAMES, raw};
use yomi_games::Duel;
use yomi_games::duel::cards::{Counted, Op, keyword};
use yomi_games::duel::{Action, Card, CardId, SetRef, Target};

#[derive(Clone, Copy, PartialEq)]
enum Seen {
    Nobody,
    /// By its owner, in order or not.
    Owner,
    Both,
}

struct Unit {
    card: CardId,
    play: usize,
    tapped: bool,
    sick: bool,
    awaits_turn: bool,
}

struct Held {
    card: CardId,
    shown: bool,
}

#[derive(Default)]
struct Table {
    hand: Vec<Held>,
    mana: i64,
    mana_tapped: i64,
    library: i64,
    /// The part of the library's top whose order is known.
    top: VecDeque<CardId>,
    shields: VecDeque<(Option<CardId>, Seen)>,
    /// Eight places; a unit takes the first free one, and of equal units the first acts and is hit.
    units: [Option<Unit>; 8],
    spells_in_grave: i64,
    played_this_turn: i64,
}

impl Table {
    fn units(&self) -> i64 {
        self.units.iter().flatten().count() as i64
    }

    fn place(&self, wanted: impl Fn(&Unit) -> bool) -> usize {
        self.units.iter().position(|unit| unit.as_ref().is_some_and(&wanted)).expect("such a unit")
    }

    fn draw(&mut self) {
        self.library -= 1;
        self.top.pop_front();
    }

    fn lose_from_hand(&mut self, card: CardId, shown_first: bool) -> bool {
        let at = |shown| self.hand.iter().position(|held| held.card == card && held.shown == shown);
        let at = at(shown_first).or(at(!shown_first)).expect("the card is in hand");
        self.hand.remove(at).shown
    }
}

/// What one play did.
#[derive(Default, Clone)]
struct Play {
    card: usize,
    seat: usize,
    turn: i64,
    own_turn: i64,
    reacting: bool,
    saved: f64,
    behind: bool,
    hand: f64,
    board: f64,
    mana: f64,
    shields: f64,
    survived: bool,
    removed: bool,
    from_library: f64,
}

struct Game<'a> {
    set: SetRef,
    actions: std::slice::Iter<'a, Action>,
    tables: [Table; 2],
    first: usize,
    turn: i64,
    plays: Vec<Play>,
}

/// How a game ended: the winner, or nobody.
enum Over {
    Won(usize),
    Drawn,
}

type Step = Result<(), Over>;

impl<'a> Game<'a> {
    fn new(start: &Duel, actions: &'a [Action]) -> Game<'a> {
        let table = |seat: Player| Table {
            hand: start.side_of(seat).hand.copies().map(|card| Held { card, shown: false }).collect(),
            library: 40 - 5 - 5,
            shields: (0..5).map(|_| (None, Seen::Nobody)).collect(),
            ..Table::default()
        };
        Game {
            set: start.set(),
            actions: actions.iter(),
            tables: [table(Player::FIRST), table(Player::SECOND)],
            first: start.active().index(),
            turn: 1,
            plays: Vec::new(),
        }
    }

    fn next(&mut self) -> Action {
        *self.actions.next().expect("the game goes on")
    }

    fn dealt(&mut self) -> CardId {
        match self.next() {
            Action::Deal(card) => card,
            other => panic!("chance deals a card, not {other:?}"),
        }
    }

    fn card(&self, id: CardId) -> Card {
        self.set.card(id).clone()
    }

    fn active(&self) -> usize {
        (self.first + self.turn as usize + 1) % 2
    }

    fn play_on(&mut self) -> Over {
        loop {
            if let Err(over) = self.take_turn() {
                assert!(self.actions.next().is_none(), "nothing comes after the end");
                return over;
            }
            self.turn += 1;
        }
    }

    fn take_turn(&mut self) -> Step {
        let active = self.active();
        self.tables.iter_mut().for_each(|table| table.played_this_turn = 0);
        if self.turn > 1 {
            let table = &mut self.tables[active];
            table.mana_tapped = 0;
            for unit in table.units.iter_mut().flatten() {
                (unit.tapped, unit.sick) = (false, false);
                if std::mem::take(&mut unit.awaits_turn) {
                    self.plays[unit.play].survived = true;
                }
            }
            self.draw_to_hand(active)?;
        }
        match self.next() {
            Action::Charge(card) => {
                self.tables[active].lose_from_hand(card, true);
                self.tables[active].mana += 1;
            }
            action => assert_eq!(action, Action::Keep),
        }
        loop {
            match self.next() {
                Action::Play(card, target) => self.resolve(active, card, target, true)?,
                Action::Attack(card, target) => self.attack(active, card, target)?,
                action => {
                    assert_eq!(action, Action::End);
                    return if self.turn == 100 { Err(Over::Drawn) } else { Ok(()) };
                }
            }
        }
    }

    fn draw_to_hand(&mut self, seat: usize) -> Step {
        if self.tables[seat].library == 0 {
            return Err(Over::Won(1 - seat));
        }
        let card = self.dealt();
        self.tables[seat].draw();
        self.tables[seat].hand.push(Held { card, shown: false });
        Ok(())
    }

    fn cost(&self, seat: usize, card: &Card) -> i64 {
        let (own, enemy) = (&self.tables[seat], &self.tables[1 - seat]);
        let count = |what| match what {
            Counted::OwnUnits => own.units(),
            Counted::EnemyUnits => enemy.units(),
            Counted::OwnMana => own.mana,
            Counted::OwnGraveSpells => own.spells_in_grave,
            Counted::CardsPlayedThisTurn => own.played_this_turn,
        };
        if card.zero_if.is_some_and(|zero| count(zero.count) >= i64::from(zero.at_least)) {
            return 0;
        }
        let off = card.discount.map_or(0, |d| (count(d.per) * i64::from(d.amount)).min(i64::from(d.most)));
        let mut cost = (i64::from(card.cost) - off).max(0);
        if !card.is_unit() {
            for aura in own.units.iter().flatten().filter_map(|unit| self.set.card(unit.card).aura) {
                let floor = i64::from(aura.floor).min(cost);
                cost = (cost - i64::from(aura.spell_discount)).max(floor);
            }
        }
        cost
    }

    fn lead(&self, seat: usize, count: impl Fn(&Table) -> i64) -> f64 {
        (count(&self.tables[seat]) - count(&self.tables[1 - seat])) as f64
    }

    /// Hands, units and mana, own less enemy, and what is taken from the own library.
    fn standing(&self, seat: usize) -> [f64; 4] {
        [
            self.lead(seat, |table| table.hand.len() as i64),
            self.lead(seat, Table::units),
            self.lead(seat, |table| table.mana),
            -(self.tables[seat].library as f64),
        ]
    }

    fn resolve(&mut self, seat: usize, id: CardId, target: Target, from_hand: bool) -> Step {
        let card = self.card(id);
        let paid = if from_hand { self.cost(seat, &card) } else { 0 };
        let behind = self.lead(seat, |table| table.shields.len() as i64 + table.units()) < 0.0;
        let turns_begun = if seat == self.first { (self.turn + 1) / 2 } else { self.turn / 2 };
        let mut before = self.standing(seat);
        if from_hand {
            self.tables[seat].lose_from_hand(id, true);
            before[0] -= 1.0;
        }
        let at = self.plays.len();
        self.plays.push(Play {
            card: id.index(),
            seat,
            turn: self.turn,
            own_turn: turns_begun,
            reacting: seat != self.active(),
            saved: f64::from(card.cost) - paid as f64,
            behind,
            ..Play::default()
        });
        let target = target.get().map(|(card, tapped)| {
            self.tables[1 - seat].place(|unit| unit.card == card && unit.tapped == tapped)
        });
        let own = &mut self.tables[seat];
        own.mana_tapped += paid;
        assert!(own.mana_tapped <= own.mana, "paid with mana that stands");
        own.played_this_turn += 1;
        if card.is_unit() {
            let free = own.units.iter().position(Option::is_none).expect("at most eight units");
            let sick = !card.is(keyword::SWIFT);
            own.units[free] = Some(Unit { card: id, play: at, tapped: false, sick, awaits_turn: true });
        } else {
            own.spells_in_grave += 1;
        }
        let ended = card.ops.iter().flatten().try_for_each(|op| self.operate(seat, *op, target));
        let after = self.standing(seat);
        let [hand, board, mana, library] = std::array::from_fn(|i| after[i] - before[i]);
        let play = &mut self.plays[at];
        (play.hand, play.board, play.mana, play.from_library) = (hand, board, mana, library);
        ended
    }

    /// A unit leaves play, by an effect or in battle.
    fn leaves(&mut self, seat: usize, place: usize, by_effect: bool) -> CardId {
        let unit = self.tables[seat].units[place].take().expect("a unit is there");
        self.plays[unit.play].removed = by_effect;
        unit.card
    }

    fn buried(&mut self, seat: usize, card: CardId) {
        self.tables[seat].spells_in_grave += i64::from(!self.card(card).is_unit());
    }

    fn operate(&mut self, seat: usize, op: Op, target: Option<usize>) -> Step {
        let enemy = 1 - seat;
        let room = |table: &Table| table.shields.len() < 10;
        match op {
            Op::Draw(n) => (0..n).try_for_each(|_| self.draw_to_hand(seat))?,
            Op::Destroy(_) | Op::Bounce => {
                if let Some(place) = target {
                    let card = self.leaves(enemy, place, true);
                    if op == Op::Bounce {
                        self.tables[enemy].hand.push(Held { card, shown: true });
                    }
                }
            }
            Op::Sweep(power) => {
                for place in 0..8 {
                    let unit = self.tables[enemy].units[place].as_ref();
                    if unit.is_some_and(|unit| self.set.card(unit.card).power <= power) {
                        self.leaves(enemy, place, true);
                    }
                }
            }
            Op::Boost(n) => {
                for _ in 0..n.min(self.tables[seat].library as u8) {
                    self.dealt();
                    self.tables[seat].draw();
                    self.tables[seat].mana += 1;
                }
            }
            Op::Shield(n) => {
                for _ in 0..n {
                    let own = &mut self.tables[seat];
                    if own.library > 0 && room(own) {
                        own.library -= 1;
                        let card = own.top.pop_front();
                        own.shields
                            .push_back((card, if card.is_some() { Seen::Owner } else { Seen::Nobody }));
                    }
                }
            }
            Op::FaceUp(n) => {
                for _ in 0..n {
                    if self.tables[seat].library > 0 && room(&self.tables[seat]) {
                        let card = self.dealt();
                        self.tables[seat].draw();
                        self.tables[seat].shields.push_back((Some(card), Seen::Both));
                    }
                }
            }
            Op::Stow(n) => {
                for _ in 0..n {
                    if !self.tables[seat].hand.is_empty() && room(&self.tables[seat]) {
                        let Action::Stow(card) = self.next() else { panic!("a card goes to the shields") };
                        let shown = self.tables[seat].lose_from_hand(card, false);
                        let seen = if shown { Seen::Both } else { Seen::Owner };
                        self.tables[seat].shields.push_back((Some(card), seen));
                    }
                }
            }
            Op::Discard(n) => {
                for _ in 0..n.min(self.tables[enemy].hand.len() as u8) {
                    let (card, shown) = match self.next() {
                        Action::Deal(card) => (card, false),
                        Action::DealShown(card) => (card, true),
                        other => panic!("a card is discarded, not {other:?}"),
                    };
                    self.tables[enemy].lose_from_hand(card, shown);
                    self.buried(enemy, card);
                }
            }
            Op::Mill(n) => {
                for _ in 0..n.min(self.tables[enemy].library as u8) {
                    let card = self.dealt();
                    self.tables[enemy].draw();
                    self.buried(enemy, card);
                }
            }
            Op::Scry(n) => self.scry(seat, usize::from(n)),
            Op::Search { shown, .. } => self.search(seat, shown),
        }
        Ok(())
    }

    fn scry(&mut self, seat: usize, n: usize) {
        let n = n.min(self.tables[seat].library as usize);
        let known = n.min(self.tables[seat].top.len());
        let mut looked_at: Vec<CardId> = self.tables[seat].top.drain(..known).collect();
        while looked_at.len() < n {
            looked_at.push(self.dealt());
        }
        let mut placed = Vec::new();
        while looked_at.len() > 1 {
            let Action::Place(card) = self.next() else { panic!("cards go back") };
            let at = looked_at.iter().position(|&c| c == card).expect("a card that was looked at");
            placed.push(looked_at.remove(at));
        }
        placed.extend(looked_at);
        placed.into_iter().rev().for_each(|card| self.tables[seat].top.push_front(card));
    }

    fn search(&mut self, seat: usize, shown: bool) {
        if self.tables[seat].library == 0 {
            return;
        }
        for at in 0..self.tables[seat].shields.len() {
            if self.tables[seat].shields[at].1 == Seen::Nobody {
                self.dealt();
                // Its owner knows what is among them, not which is which.
                self.tables[seat].shields[at] = (None, Seen::Owner);
            }
        }
        self.tables[seat].top.clear();
        match self.next() {
            Action::Fetch(card) => {
                self.tables[seat].library -= 1;
                self.tables[seat].hand.push(Held { card, shown });
            }
            action => assert_eq!(action, Action::Nothing),
        }
    }

    fn attack(&mut self, seat: usize, card: CardId, target: Target) -> Step {
        let enemy = 1 - seat;
        let by = self.tables[seat].place(|unit| unit.card == card && !unit.tapped && !unit.sick);
        let attacker = self.tables[seat].units[by].as_mut().unwrap();
        attacker.tapped = true;
        let play = attacker.play;
        let attacked =
            target.get().map(|(card, _)| self.tables[enemy].place(|unit| unit.card == card && unit.tapped));
        while self.may_counter(enemy) {
            match self.next() {
                Action::Counter(card, target) => self.resolve(enemy, card, target, true)?,
                action => {
                    assert_eq!(action, Action::Pass);
                    break;
                }
            }
            if self.tables[seat].units[by].is_none() {
                return Ok(());
            }
        }
        let blocks = |unit: &Unit| !unit.tapped && self.set.card(unit.card).is(keyword::BLOCKER);
        if self.tables[enemy].units.iter().flatten().any(blocks) {
            match self.next() {
                Action::Block(card) => {
                    let place = self.tables[enemy].place(|unit| unit.card == card && !unit.tapped);
                    self.tables[enemy].units[place].as_mut().unwrap().tapped = true;
                    self.battle((seat, by), (enemy, place));
                    return Ok(());
                }
                action => assert_eq!(action, Action::Pass),
            }
        }
        if let Some(place) = attacked {
            self.battle((seat, by), (enemy, place));
            return Ok(());
        }
        if self.tables[enemy].shields.is_empty() {
            return Err(Over::Won(seat));
        }
        let breaks = usize::from(self.card(card).breaks).min(self.tables[enemy].shields.len());
        for _ in 0..breaks {
            let Some(shield) = self.tables[enemy].shields.pop_front() else { break };
            if self.tables[seat].units[by].is_some() {
                self.plays[play].shields += 1.0;
            }
            self.broken(enemy, shield)?;
        }
        Ok(())
    }

    /// Whether standing mana could pay for some counter of the game.
    fn may_counter(&self, seat: usize) -> bool {
        let table = &self.tables[seat];
        let standing = table.mana - table.mana_tapped;
        let counters = self.set.cards.iter().filter(|card| card.is(keyword::COUNTER));
        !table.hand.is_empty() && counters.into_iter().any(|card| self.cost(seat, card) <= standing)
    }

    fn battle(&mut self, attacker: (usize, usize), defender: (usize, usize)) {
        let card = |(seat, place): (usize, usize)| {
            self.card(self.tables[seat].units[place].as_ref().expect("both are there").card)
        };
        let (a, d) = (card(attacker), card(defender));
        let falls = |own: &Card, foe: &Card| own.power <= foe.power || foe.is(keyword::SLAYER);
        for ((seat, place), dies) in [(attacker, falls(&a, &d)), (defender, falls(&d, &a))] {
            if dies {
                self.leaves(seat, place, false);
            }
        }
    }

    fn broken(&mut self, owner: usize, (card, seen): (Option<CardId>, Seen)) -> Step {
        let card = card.unwrap_or_else(|| self.dealt());
        let shown = seen == Seen::Both;
        if !shown || self.card(card).is(keyword::TRIGGER) {
            match self.next() {
                Action::Trigger(played, target) => {
                    assert_eq!(played, card);
                    return self.resolve(owner, card, target, false);
                }
                action => assert_eq!(action, Action::Take),
            }
        }
        self.tables[owner].hand.push(Held { card, shown });
        Ok(())
    }
}

/// What was counted of one card.
#[derive(Default, Clone)]
struct Tally {
    plays: Vec<(Play, f64, bool)>,
    games: f64,
    wins: f64,
}

impl Tally {
    fn statistics(&self) -> [f64; 16] {
        let mean = |of: &dyn Fn(&(Play, f64, bool)) -> f64| match self.plays.len() {
            0 => 0.0,
            n => self.plays.iter().map(of).sum::<f64>() / n as f64,
        };
        let rate = |of: &dyn Fn(&Play) -> bool| mean(&|(play, _, _)| f64::from(u8::from(of(play))));
        let amount = |of: &dyn Fn(&Play) -> f64| mean(&|(play, _, _)| of(play));
        let variance = |of: &dyn Fn(&Play) -> f64| {
            let middle = amount(of);
            amount(&|play| (of(play) - middle).powi(2))
        };
        let behind: Vec<f64> = self.plays.iter().filter(|p| p.0.behind).map(|p| p.1).collect();
        let won = mean(&|(_, won, _)| *won);
        let by_decks = if self.games == 0.0 { 0.0 } else { self.wins / self.games };
        [
            rate(&|p| p.own_turn <= 3),
            rate(&|p| p.own_turn >= 7),
            rate(&|p| p.reacting),
            amount(&|p| p.saved),
            amount(&|p| p.hand),
            amount(&|p| p.board),
            amount(&|p| p.mana),
            amount(&|p| p.shields),
            variance(&|p| p.hand),
            variance(&|p| p.board),
            rate(&|p| p.survived),
            rate(&|p| p.removed),
            won - by_decks,
            behind.iter().sum::<f64>() / behind.len().max(1) as f64,
            mean(&|(_, _, finished)| f64::from(u8::from(*finished))),
            amount(&|p| p.from_library),
        ]
    }
}

fn recount(tallies: &mut [Tally], start: &Duel, actions: &[Action], end: &Duel) {
    let mut game = Game::new(start, actions);
    let won: [f64; 2] = match game.play_on() {
        Over::Won(seat) => std::array::from_fn(|s| f64::from(u8::from(s == seat))),
        Over::Drawn => [0.5; 2],
    };
    assert_eq!(won, [Player::FIRST, Player::SECOND].map(|seat| end.payoff(seat)));
    for play in &game.plays {
        let finished = won[play.seat] == 1.0 && play.turn == game.turn;
        tallies[play.card].plays.push((play.clone(), won[play.seat], finished));
    }
    for (seat, won) in [Player::FIRST, Player::SECOND].into_iter().zip(won) {
        let side = start.side_of(seat);
        for card in start.set().ids().filter(|&card| side.pool.has(card) || side.hand.has(card)) {
            tallies[card.index()].games += 1.0;
            tallies[card.index()].wins += won;
        }
    }
}

/// A game between rule-based players that now and then play at random.
fn game(seed: u64, random: u32) -> (Duel, Vec<Action>, Duel) {
    let start = standard_rules().start(seed);
    let (mut state, mut luck, mut rng) = (start, Luck::new(seed), Rng::new(seed).split(1));
    let (mut player, mut actions) = (Heuristic { random }, Vec::new());
    loop {
        let action = match state.turn() {
            Turn::Player(_) => player.choose(&state, &mut rng),
            Turn::Chance => luck.draw(&state),
            Turn::Over => return (start, actions, state),
        };
        actions.push(action);
        state.apply(action);
    }
}

#[test]
fn an_independent_recount_agrees_in_every_statistic_of_every_card() {
    let set = standard();
    let mut sums = Sums::new(set);
    let mut tallies = vec![Tally::default(); set.cards.len()];
    for seed in 0..3_000 {
        let (start, actions, end) = game(seed, [0, 40, 120][seed as usize % 3]);
        sums.count(&start, &actions);
        recount(&mut tallies, &start, &actions, &end);
    }
    for (card, (tally, sums)) in set.cards.iter().zip(tallies.iter().zip(&sums.cards)) {
        assert_eq!(tally.plays.len() as u64, sums.plays, "{}", card.word);
        for ((name, _), (ours, theirs)) in NAMES.iter().zip(raw(sums).into_iter().zip(tally.statistics())) {
            assert!((ours - theirs).abs() < 1e-9, "{name} of {}: {ours}, recounted {theirs}", card.word);
        }
    }
    assert!(tallies.iter().filter(|tally| tally.plays.len() > 100).count() > 45, "most cards were played");
}
