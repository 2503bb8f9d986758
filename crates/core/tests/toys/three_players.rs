//! Three seats and everything seen: turns go round the table, one seat gets 1 and the others 0, and the views
//! come for free.

use crate::flat::FlatWorlds;
use crate::nim::Nim;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::belief::NothingHidden;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::testkit::{Effort, payoffs, rules, views, walk, worlds};
use yomi_core::{Hidden, Limits, Player, Rng, Run, State, Turn, View, ViewSearch};

fn start(seed: u64) -> Nim {
    Nim::new(3, 5 + (seed % 8) as u8)
}

#[test]
fn the_rules_hold() {
    rules::check_rules(Effort::default(), start);
    rules::check_deterministic(Effort::default(), start);
    rules::check_keys(Effort::default(), start);
}

#[test]
fn every_seat_sees_everything() {
    views::check_views(Effort::default(), start);
    views::check_refusals(Effort::games(20), start);
    worlds::check_worlds(Effort::games(20), start, &NothingHidden, |view, world| view.now == *world);
}

#[test]
fn seats_rotate_and_one_of_them_wins() {
    let mut expected = Player::FIRST;
    walk(Effort::default(), start, |state, action, _| match action {
        Some(_) => {
            assert_eq!(state.turn(), Turn::Player(expected));
            expected = expected.next(3);
        }
        None => {
            let mut paid = payoffs(state);
            let last_to_move = (expected.index() + 2) % 3;
            assert_eq!(paid.swap_remove(last_to_move), 1.0, "who took the last one wins: {state:?}");
            assert_eq!(paid, [0.0, 0.0]);
            expected = Player::FIRST;
        }
    });
}

#[test]
fn the_third_seat_is_served_like_any_other() {
    let third = Player::new(2);
    let view = View::replay::<Nim>(third, Nim::new(3, 7).seen(third), [3, 1]).expect("legal moves");
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
    let mut run = Run::new(Limits::iterations(300), &clock, &stop);
    let player: &mut dyn ViewSearch<Nim> = &mut FlatWorlds(NothingHidden);
    let decision = player.decide(&view, &mut run, &mut Rng::new(0)).expect("one world");
    assert_eq!(decision.action, 3, "the third seat takes the rest and wins");
    assert_eq!(decision.value(), 1.0);
}
