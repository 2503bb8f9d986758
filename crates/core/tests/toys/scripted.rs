//! Chance decided in advance: a seed or an order fixes the cards whatever the players do, the views are those
//! of the game inside, and every urn (source of draws) has its own random stream.

use crate::draws::{Act, Draws, Event};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::testkit::{Effort, rules, walk};
use yomi_core::{Chance, Hidden, Keyed, Luck, Player, Rng, Scripted, State, Turn, View};

fn from_seed(seed: u64) -> Scripted<Draws> {
    Scripted::from_luck(Draws::start(), Luck::new(seed))
}

fn from_order(seed: u64) -> Scripted<Draws> {
    Scripted::from_order(Draws::start(), shuffled_deck(seed).map(Act::Card))
}

fn shuffled_deck(seed: u64) -> [u8; 6] {
    let mut cards = [1, 2, 3, 4, 5, 6];
    Rng::new(seed).shuffle(&mut cards);
    cards
}

/// Plays at random and reports which seat got which card.
fn cards_dealt(mut game: Scripted<Draws>, player_seed: u64) -> Vec<(Player, u8)> {
    let (mut rng, mut dealt) = (Rng::new(player_seed), Vec::new());
    while let Turn::Player(mover) = game.turn() {
        let act = game.random_action(&mut rng);
        dealt.extend(game.events(act, mover).into_iter().filter_map(|event| match event {
            Event::Card(card) => Some((mover, card.expect("the owner sees its card"))),
            Event::Draw | Event::Stop => None,
        }));
        game.apply(act);
    }
    dealt
}

#[test]
fn chance_never_has_the_turn() {
    for start in [from_seed, from_order] {
        rules::check_rules(Effort::default(), start);
        rules::check_deterministic(Effort::default(), start);
        rules::check_zero_sum(Effort::default(), start);
    }
}

#[test]
fn a_seed_gives_the_same_cards_whatever_is_played() {
    let mut changed_owner = 0;
    for seed in 0..100 {
        let (one, other) =
            (cards_dealt(from_seed(seed), 2 * seed), cards_dealt(from_seed(seed), 2 * seed + 1));
        for (&(owner, card), &(other_owner, same_card)) in one.iter().zip(&other) {
            assert_eq!(card, same_card, "seed {seed}: {one:?} {other:?}");
            changed_owner += usize::from(owner != other_owner);
        }
    }
    assert!(changed_owner > 0, "the players always did the same: this test cannot fail");
}

#[test]
fn seeds_differ() {
    let first_cards: std::collections::BTreeSet<_> =
        (0..50).filter_map(|seed| cards_dealt(from_seed(seed), 0).first().copied()).collect();
    assert!(first_cards.len() > 3, "{first_cards:?}");
}

#[test]
fn an_order_is_dealt_as_written() {
    for seed in 0..100 {
        let dealt: Vec<u8> = cards_dealt(from_order(seed), seed).into_iter().map(|(_, card)| card).collect();
        assert_eq!(dealt, shuffled_deck(seed)[..dealt.len()]);
    }
}

#[test]
#[should_panic(expected = "an outcome for every draw")]
fn an_order_that_is_too_short_is_an_error() {
    Scripted::from_order(Draws::start(), []).apply(Act::Draw);
}

#[test]
fn its_views_are_those_of_the_game_inside() {
    for start in [from_seed, from_order] {
        let mut views = Vec::new();
        walk(Effort::default(), start, |game, act, _| {
            if game.state() == &Draws::start() {
                views = Player::all(2).map(|p| View::new(p, game.seen(p))).collect();
            }
            for view in &mut views {
                assert_eq!(view.now, game.seen(view.seat), "observe law of {game:?}");
                assert_eq!(Draws::seen_turn(&view.now), game.turn());
                for event in act.map_or(Vec::new(), |act| game.events(act, view.seat)) {
                    view.observe::<Draws>(event).expect("what happens can be observed");
                }
            }
        });
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Pull {
    From(u64),
    Rest,
    /// Chance: what came out.
    Number(u8),
}

/// Each turn one player pulls a number from 0 to 5 out of one of two urns, or rests; the numbers go back in.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TwoUrns {
    turns_left: u8,
    sum: u8,
    pulling: Option<u64>,
}

const TURNS: u8 = 5;

fn two_urns() -> TwoUrns {
    TwoUrns { turns_left: TURNS, sum: 0, pulling: None }
}

impl State for TwoUrns {
    type Action = Pull;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        match (self.pulling, self.turns_left) {
            (Some(_), _) => Turn::Chance,
            (None, 0) => Turn::Over,
            (None, _) => Turn::Player(Player::FIRST),
        }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Pull) -> ControlFlow<B>) -> ControlFlow<B> {
        let moves = [Pull::From(0), Pull::From(1), Pull::Rest];
        moves.into_iter().filter(|_| self.turn() == Turn::Player(Player::FIRST)).try_for_each(f)
    }

    fn apply(&mut self, pull: Pull) {
        match pull {
            Pull::From(urn) => {
                self.pulling = Some(urn);
                self.turns_left -= 1;
            }
            Pull::Rest => self.turns_left -= 1,
            Pull::Number(n) => {
                self.pulling = None;
                self.sum += n;
            }
        }
    }

    fn payoff(&self, _: Player) -> f64 {
        f64::from(self.sum)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (0.0, f64::from(5 * TURNS))
    }
}

impl Chance for TwoUrns {
    fn try_for_each_outcome<B>(&self, mut f: impl FnMut(Pull, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.pulling {
            Some(_) => (0..=5).try_for_each(|n| f(Pull::Number(n), 1.0 / 6.0)),
            None => Continue(()),
        }
    }

    fn source(&self) -> u64 {
        self.pulling.expect("asked when chance has the turn")
    }
}

impl Keyed for TwoUrns {
    fn key(&self) -> u64 {
        u64::from(self.sum) << 16 | u64::from(self.turns_left) << 8 | self.pulling.map_or(2, |urn| urn)
    }
}

/// What comes out of each urn, in order.
fn numbers(seed: u64, urns: [u64; TURNS as usize]) -> [Vec<u8>; 2] {
    let mut game = Scripted::from_luck(two_urns(), Luck::new(seed));
    let mut numbers = [Vec::new(), Vec::new()];
    for urn in urns {
        let before = game.state().sum;
        game.apply(Pull::From(urn));
        numbers[urn as usize].push(game.state().sum - before);
    }
    numbers
}

#[test]
fn every_urn_has_its_own_luck() {
    rules::check_rules(Effort::default(), |_| two_urns());
    let mut different = 0;
    for seed in 0..50 {
        let [[left, right], [more_left, less_right]] =
            [[0, 1, 0, 1, 1], [1, 0, 0, 0, 0]].map(|urns| numbers(seed, urns));
        assert_eq!(left[..], more_left[..2]);
        assert_eq!(right[0], less_right[0], "pulling from one urn changed what the other gives");
        different += usize::from(left[..2] != right[..2]);
    }
    assert!(different > 25, "the urns give the same numbers");
}

#[test]
fn keys_tell_apart_what_luck_still_has_in_store() {
    rules::check_keys(Effort::default(), |_| two_urns());
    // The same sum in the same number of turns, but not from the same urns, or a 0 instead of a rest: other
    // numbers are to come.
    rules::check_keys(Effort::games(2000), |seed| Scripted::from_luck(two_urns(), Luck::new(seed)));
    let order = [0, 5, 3, 0, 1].map(Pull::Number);
    rules::check_keys(Effort::games(500), |_| Scripted::from_order(two_urns(), order));
}
