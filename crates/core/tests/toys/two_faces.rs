//! An action with two faces: a card given up face down is known to its owner and is just "a card" to the
//! opponent. Two seats hold three of eight cards each and in turn give up two, face up or face down; the
//! higher card kept wins.

use crate::flat::FlatWorlds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use yomi_core::testkit::{Effort, peek, rules, views, worlds};
use yomi_core::{
    Belief, Contradiction, Deterministic, Hidden, Inference, Player, Rejected, Rng, State, Turn, ViewOf,
    ZeroSum,
};

pub type Cards = BTreeSet<u8>;

const DECK: std::ops::RangeInclusive<u8> = 1..=8;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GiveUp {
    FaceUp(u8),
    FaceDown(u8),
}

/// Two cards are in none of these places: nobody ever sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwoFaces {
    mover: Player,
    hands: [Cards; 2],
    face_down: [Cards; 2],
    face_up: Cards,
}

fn deal(seed: u64) -> TwoFaces {
    let mut deck: Vec<u8> = DECK.collect();
    Rng::new(seed).shuffle(&mut deck);
    let hands = [&deck[..3], &deck[3..6]].map(|hand| hand.iter().copied().collect());
    TwoFaces { mover: Player::FIRST, hands, face_down: Default::default(), face_up: Cards::new() }
}

fn turn(mover: Player, cards_held: usize) -> Turn {
    if cards_held == 1 { Turn::Over } else { Turn::Player(mover) }
}

fn ways_to_give_up(hand: &Cards) -> impl Iterator<Item = GiveUp> {
    hand.iter().flat_map(|&card| [GiveUp::FaceUp(card), GiveUp::FaceDown(card)])
}

impl State for TwoFaces {
    type Action = GiveUp;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        turn(self.mover, self.hands[self.mover.index()].len())
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(GiveUp) -> ControlFlow<B>) -> ControlFlow<B> {
        let hand = self.turn().player().map(|p| &self.hands[p.index()]);
        hand.into_iter().flat_map(ways_to_give_up).try_for_each(f)
    }

    fn apply(&mut self, action: GiveUp) {
        let (GiveUp::FaceUp(card) | GiveUp::FaceDown(card)) = action;
        self.hands[self.mover.index()].remove(&card);
        match action {
            GiveUp::FaceUp(_) => self.face_up.insert(card),
            GiveUp::FaceDown(_) => self.face_down[self.mover.index()].insert(card),
        };
        self.mover = self.mover.other();
    }

    fn payoff(&self, p: Player) -> f64 {
        f64::from(self.hands[p.index()].last() > self.hands[p.other().index()].last())
    }
}

impl Deterministic for TwoFaces {}
impl ZeroSum for TwoFaces {}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Seen {
    pub seat: Player,
    pub mover: Player,
    pub hand: Cards,
    pub own_face_down: Cards,
    pub face_up: Cards,
    /// The opponent, whose cards can only be counted.
    pub other_holds: usize,
    pub other_face_down: usize,
}

impl Seen {
    fn knows(&self, card: u8) -> bool {
        [&self.hand, &self.own_face_down, &self.face_up].iter().any(|place| place.contains(&card))
    }

    fn mover_holds(&self) -> usize {
        if self.mover == self.seat { self.hand.len() } else { self.other_holds }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Event {
    FaceUp {
        by: Player,
        card: u8,
    },
    /// The card is there for its owner only.
    FaceDown {
        by: Player,
        card: Option<u8>,
    },
}

impl Hidden for TwoFaces {
    type Seen = Seen;
    type Event = Event;

    fn seen(&self, viewer: Player) -> Seen {
        let (own, other) = (viewer.index(), viewer.other().index());
        Seen {
            seat: viewer,
            mover: self.mover,
            hand: self.hands[own].clone(),
            own_face_down: self.face_down[own].clone(),
            face_up: self.face_up.clone(),
            other_holds: self.hands[other].len(),
            other_face_down: self.face_down[other].len(),
        }
    }

    fn event(&self, action: GiveUp, viewer: Player) -> Event {
        let by = self.mover;
        match action {
            GiveUp::FaceUp(card) => Event::FaceUp { by, card },
            GiveUp::FaceDown(card) => Event::FaceDown { by, card: (by == viewer).then_some(card) },
        }
    }

    fn observe(seen: &mut Seen, &event: &Event) -> Result<(), Rejected> {
        let (Event::FaceUp { by, .. } | Event::FaceDown { by, .. }) = event;
        if Self::seen_turn(seen) != Turn::Player(by) {
            return Err(Rejected::new(format!("it is not seat {by}'s turn")));
        }
        match (event, by == seen.seat) {
            (Event::FaceUp { card, .. } | Event::FaceDown { card: Some(card), .. }, true)
                if !seen.hand.contains(&card) =>
            {
                return Err(Rejected::new(format!("seat {by} does not hold card {card}")));
            }
            (Event::FaceUp { card, .. }, false) if !DECK.contains(&card) || seen.knows(card) => {
                return Err(Rejected::new(format!("seat {by} cannot hold card {card}")));
            }
            (Event::FaceDown { card: Some(card), .. }, false) => {
                return Err(Rejected::new(format!(
                    "seat {} may not know card {card}, given up face down",
                    seen.seat
                )));
            }
            (Event::FaceDown { card: None, .. }, true) => {
                return Err(Rejected::new(format!("seat {by} must know which card it gave up")));
            }
            (Event::FaceUp { card, .. }, true) => {
                seen.hand.remove(&card);
                seen.face_up.insert(card);
            }
            (Event::FaceUp { card, .. }, false) => {
                seen.other_holds -= 1;
                seen.face_up.insert(card);
            }
            (Event::FaceDown { card: Some(card), .. }, true) => {
                seen.hand.remove(&card);
                seen.own_face_down.insert(card);
            }
            (Event::FaceDown { card: None, .. }, false) => {
                seen.other_holds -= 1;
                seen.other_face_down += 1;
            }
        }
        seen.mover = by.other();
        Ok(())
    }

    fn seen_turn(seen: &Seen) -> Turn {
        turn(seen.mover, seen.mover_holds())
    }

    fn seen_actions(seen: &Seen) -> Vec<GiveUp> {
        let own_turn = Self::seen_turn(seen) == Turn::Player(seen.seat);
        own_turn.then(|| ways_to_give_up(&seen.hand)).into_iter().flatten().collect()
    }
}

/// Every card the seat has not seen is anywhere with equal probability.
pub struct AnyDeal;

#[derive(Clone)]
pub struct Deals {
    seen: Seen,
    unseen: Vec<u8>,
}

impl Inference<TwoFaces> for AnyDeal {
    type Belief = Deals;

    fn read(&self, view: &ViewOf<TwoFaces>) -> Result<Deals, Contradiction> {
        let seen = view.now.clone();
        let unseen: Vec<u8> = DECK.filter(|&card| !seen.knows(card)).collect();
        let needed = seen.other_holds + seen.other_face_down;
        if needed > unseen.len() {
            let left = unseen.len();
            return Err(Contradiction::new(format!(
                "the other seat has {needed} cards, but only {left} are left"
            )));
        }
        Ok(Deals { seen, unseen })
    }
}

impl Belief<TwoFaces> for Deals {
    fn sample(&mut self, rng: &mut Rng) -> (TwoFaces, f64) {
        let Deals { seen, unseen } = self;
        rng.shuffle(unseen);
        let mut rest = unseen.iter().copied();
        let hand = rest.by_ref().take(seen.other_holds).collect();
        let face_down = rest.take(seen.other_face_down).collect();
        let mut hands = [seen.hand.clone(), hand];
        let mut piles = [seen.own_face_down.clone(), face_down];
        if seen.seat == Player::SECOND {
            hands.reverse();
            piles.reverse();
        }
        let world = TwoFaces { mover: seen.mover, hands, face_down: piles, face_up: seen.face_up.clone() };
        (world, 1.0)
    }
}

/// Shuffles the opponent's hand, its face-down cards and those out of play, by the rules alone.
fn swap(state: &TwoFaces, viewer: Player, rng: &mut Rng) -> TwoFaces {
    let (mut twin, own, other) = (state.clone(), viewer.index(), viewer.other().index());
    let public = |card: &u8| {
        state.hands[own].contains(card) || state.face_down[own].contains(card) || state.face_up.contains(card)
    };
    let mut pool: Vec<u8> = DECK.filter(|card| !public(card)).collect();
    rng.shuffle(&mut pool);
    twin.hands[other] = pool.drain(..state.hands[other].len()).collect();
    twin.face_down[other] = pool.drain(..state.face_down[other].len()).collect();
    twin
}

#[test]
fn the_rules_hold() {
    rules::check_rules(Effort::default(), deal);
    rules::check_deterministic(Effort::default(), deal);
    rules::check_zero_sum(Effort::default(), deal);
}

#[test]
fn views_follow_from_events() {
    views::check_views(Effort::default(), deal);
    views::check_refusals(Effort::games(50), deal);
}

#[test]
fn worlds_agree_with_the_view() {
    worlds::check_worlds(Effort::games(50), deal, &AnyDeal, |view, world| {
        let shown = |event: &Event| match event {
            Event::FaceUp { card, .. } => world.face_up.contains(card),
            Event::FaceDown { .. } => true,
        };
        let places: Vec<&Cards> =
            world.hands.iter().chain(&world.face_down).chain([&world.face_up]).collect();
        let once: Cards = places.iter().flat_map(|place| place.iter().copied()).collect();
        view.events.iter().all(shown) && once.len() == 6 && places.iter().map(|p| p.len()).sum::<usize>() == 6
    });
}

#[test]
fn nobody_peeks() {
    peek::check_no_peek(Effort::games(50), deal, swap, &AnyDeal, || Box::new(FlatWorlds(AnyDeal)));
}

#[test]
fn face_down_all_cards_look_alike_to_the_other_seat() {
    peek::check_alike(Effort::default(), deal, |state, action, viewer, rng| {
        let down = |a: &GiveUp| matches!(a, GiveUp::FaceDown(_));
        let others: Vec<_> = state.actions().into_iter().filter(down).collect();
        let hidden = down(&action) && viewer != state.mover;
        hidden.then(|| others[rng.below(others.len() as u32) as usize])
    });
}

#[test]
fn no_seat_accepts_the_face_meant_for_the_other() {
    views::check_words_of_others(Effort::default(), deal);
}

#[test]
fn a_refusal_says_what_may_not_and_what_must_be_known() {
    let state = deal(0);
    let card = *state.hands[0].first().expect("three cards");
    let refusal = |seat, card| {
        let event = Event::FaceDown { by: Player::FIRST, card };
        TwoFaces::observe(&mut state.seen(seat), &event).expect_err("the face meant for the other seat").0.en
    };
    assert_eq!(
        refusal(Player::SECOND, Some(card)),
        format!("seat 1 may not know card {card}, given up face down")
    );
    assert_eq!(refusal(Player::FIRST, None), "seat 0 must know which card it gave up");
}
