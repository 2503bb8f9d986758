//! Hidden order as chance: the deck is a set, a draw is [`Turn::Chance`], and only its owner sees the card.
//! In turn each of two seats draws or stops; the higher sum of cards up to 7 wins.

use crate::flat::FlatWorlds;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::testkit::{Effort, peek, rules, views, worlds};
use yomi_core::{
    Belief, Chance, Contradiction, Hidden, Inference, InfoSets, Player, Rejected, Rng, State, Turn, ViewOf,
    ZeroSum,
};

const CARDS: std::ops::RangeInclusive<u8> = 1..=6;
const MOST_HELD: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    Draw,
    Stop,
    /// Chance: the mover gets this card.
    Card(u8),
}

/// What everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Table {
    mover: Player,
    drawing: bool,
    held: [usize; 2],
    stopped: [bool; 2],
}

impl Table {
    fn turn(&self) -> Turn {
        match (self.drawing, self.stopped) {
            (true, _) => Turn::Chance,
            (false, [true, true]) => Turn::Over,
            _ => Turn::Player(self.mover),
        }
    }

    fn moves(&self) -> &'static [Act] {
        match self.turn() {
            Turn::Player(p) if self.held[p.index()] < MOST_HELD => &[Act::Draw, Act::Stop],
            Turn::Player(_) => &[Act::Stop],
            Turn::Chance | Turn::Over => &[],
        }
    }

    fn advance(&mut self, event: Event) {
        match event {
            Event::Draw => self.drawing = true,
            Event::Stop => self.stopped[self.mover.index()] = true,
            Event::Card(_) => {
                self.held[self.mover.index()] += 1;
                self.drawing = false;
            }
        }
        if !self.drawing && !self.stopped[self.mover.other().index()] {
            self.mover = self.mover.other();
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draws {
    table: Table,
    /// Bit c for card c.
    deck: u8,
    /// In the order drawn: the seat remembers it, so the state must.
    hands: [Vec<u8>; 2],
}

impl Draws {
    pub fn start() -> Draws {
        let table = Table { mover: Player::FIRST, drawing: false, held: [0; 2], stopped: [false; 2] };
        Draws { table, deck: set_of(CARDS), hands: Default::default() }
    }

    fn score(&self, p: Player) -> u8 {
        let sum = self.hands[p.index()].iter().sum();
        if sum <= 7 { sum } else { 0 }
    }
}

fn set_of(cards: impl IntoIterator<Item = u8>) -> u8 {
    cards.into_iter().fold(0, |set, card| set | 1 << card)
}

fn cards_of(set: u8) -> impl Iterator<Item = u8> {
    CARDS.filter(move |card| set >> card & 1 == 1)
}

impl State for Draws {
    type Action = Act;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Act) -> ControlFlow<B>) -> ControlFlow<B> {
        self.table.moves().iter().copied().try_for_each(f)
    }

    fn apply(&mut self, act: Act) {
        let mover = self.table.mover;
        if let Act::Card(card) = act {
            self.deck &= !(1 << card);
            self.hands[mover.index()].push(card);
        }
        self.table.advance(self.event(act, mover));
    }

    fn payoff(&self, p: Player) -> f64 {
        match self.score(p).cmp(&self.score(p.other())) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        }
    }
}

impl ZeroSum for Draws {}

impl Chance for Draws {
    fn try_for_each_outcome<B>(&self, mut f: impl FnMut(Act, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn() != Turn::Chance {
            return Continue(());
        }
        let each = 1.0 / f64::from(self.deck.count_ones());
        cards_of(self.deck).try_for_each(|card| f(Act::Card(card), each))
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Seen {
    seat: Player,
    table: Table,
    hand: Vec<u8>,
}

/// What the mover did or got; the card is there for its owner only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Event {
    Draw,
    Stop,
    Card(Option<u8>),
}

impl Hidden for Draws {
    type Seen = Seen;
    type Event = Event;

    fn seen(&self, viewer: Player) -> Seen {
        Seen { seat: viewer, table: self.table, hand: self.hands[viewer.index()].clone() }
    }

    fn event(&self, act: Act, viewer: Player) -> Event {
        match act {
            Act::Draw => Event::Draw,
            Act::Stop => Event::Stop,
            Act::Card(card) => Event::Card((viewer == self.table.mover).then_some(card)),
        }
    }

    fn observe(seen: &mut Seen, &event: &Event) -> Result<(), Rejected> {
        let (table, moves) = (&seen.table, seen.table.moves());
        match event {
            Event::Draw if moves.contains(&Act::Draw) => {}
            Event::Stop if moves.contains(&Act::Stop) => {}
            Event::Card(card) if table.drawing => match (card, table.mover == seen.seat) {
                (Some(c), true) if !CARDS.contains(&c) || seen.hand.contains(&c) => {
                    return Err(Rejected::new(format!("card {c} is not in the deck")));
                }
                (Some(c), false) => {
                    return Err(Rejected::new(format!("seat {} may not know card {c}", seen.seat)));
                }
                (None, true) => return Err(Rejected::new(format!("seat {} must know its card", seen.seat))),
                (Some(_), true) | (None, false) => seen.hand.extend(card),
            },
            _ => return Err(Rejected::new(format!("{event:?} cannot happen here; possible: {moves:?}"))),
        }
        seen.table.advance(event);
        Ok(())
    }

    fn seen_turn(seen: &Seen) -> Turn {
        seen.table.turn()
    }

    fn seen_actions(seen: &Seen) -> Vec<Act> {
        if seen.table.mover == seen.seat { seen.table.moves().to_vec() } else { Vec::new() }
    }
}

/// Whether a seat remembers the order in which it got its cards, which is useless in this game.
#[derive(Clone, Copy, Debug, Default)]
pub enum Grain {
    #[default]
    HandAsSet,
    HandAsDrawn,
}

impl InfoSets for Draws {
    type Grain = Grain;

    fn info_key(&self, viewer: Player, grain: Grain) -> u64 {
        let Table { mover, drawing, held, stopped } = self.table;
        let mut hand = self.hands[viewer.index()].clone();
        if let Grain::HandAsSet = grain {
            hand.sort_unstable();
        }
        let flags = [viewer == Player::FIRST, mover == Player::FIRST, drawing, stopped[0], stopped[1]];
        let public =
            flags.iter().fold(held[viewer.other().index()] as u64, |key, &f| key << 1 | u64::from(f));
        // Cards begin at 1, so digits to the base of 8 tell hands of all lengths apart.
        hand.iter().fold(0, |key, &card| key << 3 | u64::from(card)) << 8 | public
    }
}

/// Every card the seat has not seen is anywhere with equal probability.
struct AnyDeal;

#[derive(Clone)]
struct Deals(Seen);

impl Inference<Draws> for AnyDeal {
    type Belief = Deals;

    fn read(&self, view: &ViewOf<Draws>) -> Result<Deals, Contradiction> {
        Ok(Deals(view.now.clone()))
    }
}

impl Belief<Draws> for Deals {
    fn sample(&mut self, rng: &mut Rng) -> (Draws, f64) {
        let Seen { seat, table, hand } = &self.0;
        let mut unseen: Vec<u8> = CARDS.filter(|card| !hand.contains(card)).collect();
        rng.shuffle(&mut unseen);
        let deck = set_of(unseen.drain(table.held[seat.other().index()]..));
        let hands = if *seat == Player::FIRST { [hand.clone(), unseen] } else { [unseen, hand.clone()] };
        (Draws { table: *table, deck, hands }, 1.0)
    }
}

/// Shuffles the opponent's hand and the deck, by the rules alone.
fn swap(state: &Draws, viewer: Player, rng: &mut Rng) -> Draws {
    let (mut twin, other) = (state.clone(), viewer.other().index());
    let mut pool: Vec<u8> = cards_of(state.deck).chain(state.hands[other].iter().copied()).collect();
    rng.shuffle(&mut pool);
    twin.deck = set_of(pool.drain(state.hands[other].len()..));
    twin.hands[other] = pool;
    twin
}

fn start(_: u64) -> Draws {
    Draws::start()
}

#[test]
fn the_rules_hold() {
    rules::check_rules(Effort::default(), start);
    rules::check_zero_sum(Effort::default(), start);
}

#[test]
fn views_follow_from_events() {
    views::check_views(Effort::default(), start);
    views::check_refusals(Effort::games(50), start);
}

#[test]
fn info_keys_name_views() {
    views::check_info_keys(Effort::games(1000), start, None);
    views::check_info_keys(Effort::games(1000), start, Some(Grain::HandAsDrawn));
}

#[test]
fn the_coarse_grain_forgets_the_order_only() {
    let mut state = Draws::start();
    for act in [Act::Draw, Act::Card(2), Act::Stop, Act::Draw, Act::Card(4)] {
        state.apply(act);
    }
    let mut turned = state.clone();
    turned.hands[0].reverse();
    let keys = |grain, seat| [&state, &turned].map(|s| s.info_key(seat, grain));
    let [one, other] = keys(Grain::HandAsSet, Player::FIRST);
    assert_eq!(one, other);
    let [one, other] = keys(Grain::HandAsDrawn, Player::FIRST);
    assert_ne!(one, other);
    let [one, other] = keys(Grain::HandAsDrawn, Player::SECOND);
    assert_eq!(one, other, "the other seat never saw these cards");
}

#[test]
fn worlds_agree_with_the_view() {
    worlds::check_worlds(Effort::games(50), start, &AnyDeal, |view, world| {
        let dealt = view.events.iter().filter(|e| matches!(e, Event::Card(_))).count();
        let hands = set_of(world.hands.concat());
        let whole = world.deck ^ hands == set_of(CARDS) && world.deck & hands == 0;
        whole && dealt == world.hands.concat().len() && dealt == hands.count_ones() as usize
    });
}

#[test]
fn nobody_peeks() {
    peek::check_no_peek(Effort::games(50), start, swap, &AnyDeal, || Box::new(FlatWorlds(AnyDeal)));
}

#[test]
fn a_log_may_not_say_too_much_or_too_little() {
    let mut state = Draws::start();
    state.apply(Act::Draw);
    let refusal = |seat, event| {
        Draws::observe(&mut state.seen(seat), &event).expect_err("not an event of this position").0.en
    };
    assert_eq!(refusal(Player::SECOND, Event::Card(Some(3))), "seat 1 may not know card 3");
    assert_eq!(refusal(Player::FIRST, Event::Card(None)), "seat 0 must know its card");
    assert_eq!(refusal(Player::FIRST, Event::Card(Some(7))), "card 7 is not in the deck");
}
