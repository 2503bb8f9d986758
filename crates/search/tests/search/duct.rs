//! `duct`, and searches for turn-based games instead of it: what simultaneous moves are worth, from either
//! seat, within the limits, and the same on any number of threads.

use crate::common::Still;
use crate::toys::bids::{Bids, HIGHEST};
use crate::toys::signs::{Game, Sign, Signs};
use rayon::ThreadPoolBuilder;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{
    Clock, Decision, Joint, Limits, OpenJoint, Player, Rng, Ruleset, Run, Serialized, State, View, ViewSearch,
};
use yomi_games::grid::Size;
use yomi_games::grid::duo::Extent;
use yomi_games::simultaneous_maze::Rules;
use yomi_search::tree::{DuctOptions, InTurns};
use yomi_search::{Duct, Mcts};

const SEATS: [Player; 2] = [Player::FIRST, Player::SECOND];
const MAZE: Rules = Rules(Extent { size: Size { height: 3, width: 3 }, turns: 4 });

/// Asks for one seat, no matter which is to choose next.
fn ask_by<J: OpenJoint>(
    clock: &dyn Clock,
    search: &mut impl ViewSearch<Serialized<J>>,
    state: &Serialized<J>,
    seat: Player,
    limits: Limits,
    seed: u64,
) -> Decision<J::Action> {
    use yomi_core::Hidden;
    let (stop, view) = (AtomicBool::new(false), View::new(seat, state.seen(seat)));
    let found = search.decide(&view, &mut Run::new(limits, clock, &stop), &mut Rng::new(seed)).unwrap();
    assert_answers_for(state, seat, &found);
    found
}

fn ask<J: OpenJoint>(
    search: &mut impl ViewSearch<Serialized<J>>,
    state: &Serialized<J>,
    seat: Player,
    limits: Limits,
    seed: u64,
) -> Decision<J::Action> {
    ask_by(&Still, search, state, seat, limits, seed)
}

/// The candidates are the seat's own moves, each once, the played one first.
fn assert_answers_for<J: Joint>(state: &Serialized<J>, seat: Player, found: &Decision<J::Action>) {
    let mut legal = Serialized::starting_with(state.game().clone(), seat).actions();
    let mut named: Vec<_> = found.candidates.iter().map(|c| c.action).collect();
    legal.sort();
    named.sort();
    assert_eq!(named, legal, "every move of the seat once");
    assert_eq!((found.candidates[0].action, found.line[0]), (found.action, found.action));
}

fn duct() -> Duct {
    Duct::default()
}

fn signs() -> Game {
    Serialized::new(Signs::default())
}

fn total_visits<A>(found: &Decision<A>) -> u64 {
    found.candidates.iter().map(|c| c.visits).sum()
}

#[test]
fn shows_every_sign_about_as_often() {
    for seed in 0..5 {
        for seat in SEATS {
            let found = ask(&mut duct(), &signs(), seat, Limits::iterations(30_000), seed);
            for sign in &found.candidates {
                let share = sign.visits as f64 / 30_000.0;
                assert!((0.25..0.42).contains(&share), "seed {seed}: {:?}", found.candidates);
                assert!(sign.mean.abs() < 0.1, "seed {seed}: {:?}", found.candidates);
            }
        }
    }
}

/// The opponent's pending choice must not matter: the second seat does not see it.
#[test]
fn does_not_know_what_the_other_has_chosen() {
    let free = ask(&mut duct(), &signs(), Player::SECOND, Limits::iterations(2_000), 1);
    for sign in [Sign::Rock, Sign::Paper, Sign::Scissors] {
        let chosen = crate::common::after(&signs(), sign);
        assert_eq!(ask(&mut duct(), &chosen, Player::SECOND, Limits::iterations(2_000), 1), free);
        let in_turns = &mut InTurns(Mcts::new(Default::default()));
        let found = ask(in_turns, &chosen, Player::SECOND, Limits::iterations(2_000), 1);
        assert_eq!(found, ask(in_turns, &signs(), Player::SECOND, Limits::iterations(2_000), 1));
    }
}

/// A search that lets the opponent answer believes that every sign loses.
#[test]
fn in_turns_the_other_answers() {
    for seat in SEATS {
        let found =
            ask(&mut InTurns(Mcts::new(Default::default())), &signs(), seat, Limits::iterations(5_000), 1);
        assert!(found.value() < -0.8, "{:?}", found.candidates);
    }
}

#[test]
fn finds_what_is_best_whatever_the_other_does() {
    for rounds in 1..=3 {
        for expand in [0, 1, 5, 1_000_000] {
            for seat in SEATS {
                let mut search = Duct { options: DuctOptions { expand, ..Default::default() } };
                let found = ask(&mut search, &Bids::start(rounds), seat, Limits::iterations(10_000), 3);
                assert_eq!(found.action, HIGHEST[seat.index()], "{rounds} rounds: {:?}", found.candidates);
                let share = found.best().visits as f64 / 10_000.0;
                assert!(share > 0.5, "{rounds} rounds, expand {expand}: {:?}", found.candidates);
                // Combinations that were played often get nodes of their own, as soon as was asked for.
                assert_eq!(found.nodes > 1, rounds > 1 && expand <= 5, "{} nodes", found.nodes);
            }
        }
    }
    // With best play by both, the second seat wins one point per round.
    let found = ask(&mut duct(), &Bids::start(1), Player::FIRST, Limits::iterations(50_000), 3);
    assert!((-1.0..-0.8).contains(&found.value()), "{:?}", found.candidates);
}

#[test]
fn both_ways_answer_for_both_seats_all_game_long() {
    for seed in 0..4 {
        let mut state = MAZE.start(seed);
        while let Some(mover) = state.turn().player() {
            for seat in SEATS {
                ask(&mut duct(), &state, seat, Limits::iterations(200), seed);
                ask(&mut InTurns(Mcts::new(Default::default())), &state, seat, Limits::iterations(200), seed);
            }
            let found = ask(&mut duct(), &state, mover, Limits::iterations(200), seed);
            state.apply(found.action);
        }
    }
}

#[test]
fn does_exactly_the_iterations_it_was_given() {
    for n in [1, 2, 100, 9_999, 160_001] {
        let found = ask(&mut duct(), &MAZE.start(1), Player::SECOND, Limits::iterations(n), 1);
        assert_eq!((found.iterations, total_visits(&found)), (n, n));
    }
    assert_eq!(ask(&mut duct(), &signs(), Player::FIRST, Limits::default(), 1).iterations, 10_000);
}

#[test]
fn makes_no_more_nodes_than_it_was_given() {
    for expand in [0, 1, 5] {
        for nodes in [1, 2, 10, 100, 1_000] {
            let mut search = Duct { options: DuctOptions { expand, ..Default::default() } };
            let found = ask(&mut search, &MAZE.start(1), Player::FIRST, Limits::nodes(nodes), 1);
            assert!(found.nodes <= nodes, "{} nodes of {nodes}, expand {expand}", found.nodes);
        }
    }
    // There is one position with a choice, so there never are more nodes than that.
    let found = ask(&mut duct(), &signs(), Player::FIRST, Limits::nodes(1_000), 1);
    assert_eq!(found.nodes, 1);
}

#[test]
fn stops_in_time_and_when_told() {
    let clock = SteppingClock::new(Duration::from_millis(2));
    let limits = Limits::time(Duration::from_millis(80));
    let found = ask_by(&clock, &mut duct(), &MAZE.start(1), Player::FIRST, limits, 1);
    assert_eq!(total_visits(&found), found.iterations);
    assert!((40..=45).contains(&clock.reads()), "{} looks", clock.reads());
    let stop = AtomicBool::new(true);
    let (state, seat) = (MAZE.start(1), Player::SECOND);
    let view = View::new(seat, yomi_core::Hidden::seen(&state, seat));
    let mut run = Run::new(Limits::iterations(1 << 40), &Still, &stop);
    let found = duct().decide(&view, &mut run, &mut Rng::new(1)).unwrap();
    assert_answers_for(&state, seat, &found);
    assert!((1..=8 * 4_096).contains(&found.iterations), "{}", found.iterations);
}

#[test]
fn memory_is_a_cap_and_not_a_stop() {
    let free = ask(&mut duct(), &MAZE.start(1), Player::FIRST, Limits::iterations(20_000), 1);
    for memory in (1_000..free.bytes).step_by(free.bytes / 20) {
        let limits = Limits { memory: Some(memory), ..Limits::iterations(20_000) };
        let found = ask(&mut duct(), &MAZE.start(1), Player::FIRST, limits, 1);
        assert!(found.bytes <= memory, "{} bytes of {memory}", found.bytes);
        assert_eq!(found.iterations, 20_000);
        assert!(found.nodes < free.nodes || memory > free.bytes / 2, "{} nodes", found.nodes);
    }
}

#[test]
fn is_the_same_on_all_threads() {
    let answer = |threads, seed| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let limits = Limits::iterations(200_000);
        pool.install(|| ask(&mut duct(), &MAZE.start(1), Player::SECOND, limits, seed))
    };
    let alone = answer(1, 9);
    assert_eq!(answer(2, 9), alone);
    assert_eq!(answer(8, 9), alone);
    assert_ne!(answer(2, 10), alone, "another seed is other luck");
}
