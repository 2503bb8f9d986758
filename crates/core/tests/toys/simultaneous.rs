//! Simultaneous moves: rock-paper-scissors is a [`Joint`] game, and [`Serialized`] makes a state of it in
//! which the choice that was made first stays hidden until the round is complete.

use crate::flat::FlatWorlds;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use yomi_core::joint::ChoiceEvent;
use yomi_core::testkit::{Effort, peek, rules, views, worlds};
use yomi_core::{
    Belief, Choices, Contradiction, Hidden, Inference, Joint, OpenJoint, Player, PlayerSet, Rng, Serialized,
    State, Turn, ViewOf, ZeroSumJoint,
};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
enum Sign {
    Rock,
    Paper,
    Scissors,
}
use Sign::{Paper, Rock, Scissors};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Rps {
    rounds_left: u8,
    wins: [u8; 2],
}

impl Joint for Rps {
    type Action = Sign;

    fn players(&self) -> usize {
        2
    }

    fn acting(&self) -> PlayerSet {
        if self.rounds_left > 0 { Player::all(2).collect() } else { PlayerSet::EMPTY }
    }

    fn try_for_each_action<B>(&self, _: Player, f: impl FnMut(Sign) -> ControlFlow<B>) -> ControlFlow<B> {
        [Rock, Paper, Scissors].into_iter().try_for_each(f)
    }

    fn apply(&mut self, choices: &Choices<Sign>) {
        let [Some(first), Some(second), ..] = *choices else { unreachable!("both seats choose") };
        match (3 + first as u8 - second as u8) % 3 {
            1 => self.wins[0] += 1,
            2 => self.wins[1] += 1,
            _ => {}
        }
        self.rounds_left -= 1;
    }

    fn payoff(&self, p: Player) -> f64 {
        f64::from(self.wins[p.index()]) - f64::from(self.wins[p.other().index()])
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (-3.0, 3.0)
    }
}

impl OpenJoint for Rps {}
impl ZeroSumJoint for Rps {}

type Game = Serialized<Rps>;

fn start(_: u64) -> Game {
    Serialized::new(Rps { rounds_left: 3, wins: [0, 0] })
}

/// A choice that is pending and not one's own can be anything that is legal.
struct AnyChoice;

#[derive(Clone)]
struct Rounds(<Game as Hidden>::Seen);

impl Inference<Game> for AnyChoice {
    type Belief = Rounds;

    fn read(&self, view: &ViewOf<Game>) -> Result<Rounds, Contradiction> {
        Ok(Rounds(view.now.clone()))
    }
}

impl Belief<Game> for Rounds {
    fn sample(&mut self, rng: &mut Rng) -> (Game, f64) {
        let seen = &self.0;
        let mut world = Serialized::new(seen.game.clone());
        for p in seen.chosen.iter() {
            let own = seen.own.filter(|_| p == seen.seat);
            let choice = own.unwrap_or_else(|| world.random_action(rng));
            world.apply(choice);
        }
        (world, 1.0)
    }
}

/// Another pending choice of the first seat, which only the first seat knows.
fn swap(state: &Game, viewer: Player, rng: &mut Rng) -> Game {
    if viewer == Player::FIRST || state.turn() != Turn::Player(Player::SECOND) {
        return state.clone();
    }
    let mut twin = Serialized::new(state.game().clone());
    let other_choice = twin.random_action(rng);
    twin.apply(other_choice);
    twin
}

#[test]
fn the_rules_hold() {
    rules::check_rules(Effort::default(), start);
    rules::check_deterministic(Effort::default(), start);
    rules::check_zero_sum(Effort::default(), start);
}

#[test]
fn views_follow_from_events() {
    views::check_views(Effort::default(), start);
    views::check_refusals(Effort::games(50), start);
}

#[test]
fn worlds_agree_with_the_view() {
    worlds::check_worlds(Effort::games(50), start, &AnyChoice, |view, world| {
        let finished = view.events.iter().filter(|e| matches!(e, ChoiceEvent::Revealed(_))).count();
        world.game().rounds_left as usize + finished == 3
    });
}

#[test]
fn nobody_peeks() {
    peek::check_no_peek(Effort::games(50), start, swap, &AnyChoice, || Box::new(FlatWorlds(AnyChoice)));
}

#[test]
fn the_second_seat_sees_that_but_not_what_the_first_chose() {
    let told: Vec<_> = [Rock, Paper, Scissors].map(|sign| start(0).event(sign, Player::SECOND)).into();
    assert_eq!(told, vec![ChoiceEvent::Chosen { by: Player::FIRST, action: None }; 3]);
    let seen = [Rock, Paper, Scissors].map(|sign| after(sign).seen(Player::SECOND));
    assert!(seen[0] == seen[1] && seen[1] == seen[2]);
    assert!(seen[0].chosen.contains(Player::FIRST) && seen[0].own.is_none());
    assert_eq!(after(Paper).seen(Player::FIRST).own, Some(Paper));
}

fn after(first: Sign) -> Game {
    let mut state = start(0);
    state.apply(first);
    state
}

fn refusal(state: &Game, seat: Player, event: ChoiceEvent<Sign>) -> String {
    let before = state.seen(seat);
    let mut seen = before.clone();
    let why = Game::observe(&mut seen, &event).expect_err("not an event of this position");
    assert_eq!(seen, before, "a refusal changes nothing");
    why.0.en
}

#[test]
fn a_log_may_not_tell_a_pending_choice() {
    let chosen = |action| ChoiceEvent::Chosen { by: Player::FIRST, action };
    assert_eq!(
        refusal(&start(0), Player::SECOND, chosen(Some(Rock))),
        "seat 1 may not know seat 0's choice Rock"
    );
    assert_eq!(refusal(&start(0), Player::FIRST, chosen(None)), "seat 0 must know its own choice");
}

#[test]
fn a_round_is_shown_whole_and_as_it_was() {
    let shown = |first, second| ChoiceEvent::Revealed([first, second, None, None, None, None]);
    assert_eq!(
        refusal(&start(0), Player::SECOND, shown(Some(Rock), Some(Rock))),
        "the round is shown before seat 0 has chosen"
    );
    assert_eq!(refusal(&after(Rock), Player::SECOND, shown(None, Some(Rock))), "seat 0's choice is missing");
    assert_eq!(
        refusal(&after(Rock), Player::FIRST, shown(Some(Paper), Some(Rock))),
        "seat 0 chose Some(Rock)"
    );
}
