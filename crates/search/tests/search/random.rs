//! The random player.

use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::testkit::ask::{decide_seen, view_of_mover};
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::testkit::toys::Nim;
use yomi_core::{Limits, Rng, Run, ViewSearch};
use yomi_search::RandomPlayer;

/// The short answer is the move of the long one, with the same luck: signatures do not depend on which is asked.
#[test]
fn the_move_alone_is_the_move_of_the_decision() {
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
    for seed in 0..200 {
        let state = Nim::new(1 + (seed % 9) as u8);
        let decided = decide_seen(&mut RandomPlayer, &state, Limits::default(), seed).unwrap();
        let mut run = Run::new(Limits::default(), &clock, &stop);
        let (player, view) = (&mut RandomPlayer as &mut dyn ViewSearch<Nim>, view_of_mover(&state));
        let chosen = player.decide_move(&view, &mut run, &mut Rng::new(seed)).unwrap();
        assert_eq!(chosen, decided.action);
    }
}
