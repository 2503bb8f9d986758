//! What the tests of the searches share: clocks, one call to ask a search, and what every decision must keep.
//! The tests of the minds use it too.

#![allow(dead_code, unused_imports)] // Every test file uses a part of it.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
pub use yomi_core::testkit::ask::{decide, view_of_mover};
use yomi_core::{
    Chance, Clock, Decision, Hidden, Limits, Player, Rng, Ruleset, Run, Search, State, Turn, ViewSearch,
};
use yomi_games::ConnectFour;
use yomi_games::connect_four::Rules;

/// A clock that stands still: nothing ever takes time.
pub struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Stands still too, and sees only the work of its own thread.
pub struct StillOwnThread;

impl Clock for StillOwnThread {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn covers_all_threads(&self) -> bool {
        false
    }
}

/// Asks a search about a position, with a clock.
pub fn decide_by<S: State>(
    clock: &dyn Clock,
    search: &mut impl Search<S>,
    state: &S,
    limits: Limits,
    seed: u64,
) -> Decision<S::Action> {
    search.decide(state, &mut Run::new(limits, clock, &AtomicBool::new(false)), &mut Rng::new(seed))
}

/// Asks a search that sees what the mover sees.
pub fn decide_seen<S: Hidden>(
    search: &mut impl ViewSearch<S>,
    state: &S,
    limits: Limits,
    seed: u64,
) -> Decision<S::Action> {
    decide_seen_by(&Still, search, state, limits, seed)
}

pub fn decide_seen_by<S: Hidden>(
    clock: &dyn Clock,
    search: &mut impl ViewSearch<S>,
    state: &S,
    limits: Limits,
    seed: u64,
) -> Decision<S::Action> {
    let stop = AtomicBool::new(false);
    let mut run = Run::new(limits, clock, &stop);
    search.decide(&view_of_mover(state), &mut run, &mut Rng::new(seed)).expect("some world fits the view")
}

pub fn mover_of<S: State>(state: &S) -> Player {
    state.turn().player().expect("a player is to move")
}

/// The candidates are the legal moves, each once, the played one first, and the expected line can be played.
pub fn assert_answers<S: Chance + Debug>(state: &S, decision: &Decision<S::Action>) {
    assert_eq!(decision.candidates[0].action, decision.action, "the chosen move is the first candidate");
    let mut named: Vec<_> = decision.candidates.iter().map(|c| c.action).collect();
    let mut legal = state.actions();
    named.sort();
    legal.sort();
    assert_eq!(named, legal, "every legal move once in {state:?}");
    assert_eq!(decision.line[0], decision.action, "the line begins with the chosen move");
    let mut at = state.clone();
    for &action in &decision.line {
        let possible = match at.turn() {
            Turn::Chance => at.outcomes().iter().any(|&(a, _)| a == action),
            _ => at.is_legal(action),
        };
        assert!(possible, "{action:?} of the line {:?} cannot happen in {at:?}", decision.line);
        at.apply(action);
    }
}

/// The position after an action.
pub fn after<S: State>(state: &S, action: S::Action) -> S {
    let mut next = state.clone();
    next.apply(action);
    next
}

/// Connect Four after these columns, counted from 1.
pub fn connect_four(columns: &str) -> ConnectFour {
    let mut state = ConnectFour::default();
    for word in Rules.split_moves(columns) {
        state.play(Rules.parse_action(word).unwrap()).unwrap();
    }
    state
}

/// A position in which a player is to move, `moves` random moves after the start.
pub fn random_connect_four(moves: u32, rng: &mut Rng) -> ConnectFour {
    'again: loop {
        let mut state = ConnectFour::default();
        for _ in 0..moves {
            state.apply(state.random_action(rng));
            if state.turn() == Turn::Over {
                continue 'again;
            }
        }
        return state;
    }
}

/// The column of a decision, counted from 1.
pub fn column(decision: &Decision<yomi_games::connect_four::Column>) -> u32 {
    decision.action.number() + 1
}
