//! `minimax` is correct: it gives the values of the reference for every move, that of alpha-beta for the best
//! one, and an answer wherever it is stopped.

use crate::common::{Still, after, assert_answers, connect_four, decide, mover_of, random_connect_four};
use crate::toys::hashed::Hashed;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use yomi_core::{Bound, Deterministic, Keyed, Limits, Rng, Ruleset, Run, Search, State, Turn, ZeroSum};
use yomi_games::AlternatingMaze;
use yomi_games::alternating_maze::Rules;
use yomi_games::grid::Size;
use yomi_games::grid::duo::Extent;
use yomi_search::minimax::AlphaBetaOptions;
use yomi_search::reference::negamax;
use yomi_search::{AlphaBeta, Minimax};

const HASHED: Hashed = Hashed { levels: 4096, suggests: false };
const OTHERWISE: Hashed = Hashed { levels: 4095, suggests: false };

fn minimax(depth: u32) -> Minimax<Hashed> {
    Minimax { depth, evaluator: HASHED }
}

fn assert_is_minimax<S: Deterministic + ZeroSum + Keyed + Debug>(state: &S) {
    let mover = mover_of(state);
    for depth in 1..=4 {
        let found = decide(&mut minimax(depth), state, Limits::default(), 0);
        assert_answers(state, &found);
        assert_eq!(found.value(), negamax(state, mover, depth, &HASHED), "depth {depth}, {state:?}");
        for move_ in &found.candidates {
            let real = negamax(&after(state, move_.action), mover, depth - 1, &HASHED);
            assert_eq!(move_.mean, real, "depth {depth}, {state:?}");
            // What is proven does not depend on who judges.
            let other = negamax(&after(state, move_.action), mover, depth - 1, &OTHERWISE);
            let known = move_.bound == Bound::Proven;
            assert!(known && other == real || move_.bound == Bound::Judged, "{move_:?}, {state:?}");
        }
        assert!(found.candidates.is_sorted_by(|a, b| a.mean >= b.mean));
        assert_eq!(found.candidates.iter().map(|c| c.visits).sum::<u64>(), found.nodes);
        let options = AlphaBetaOptions { depth: Some(depth), ..Default::default() };
        let cut = decide(&mut AlphaBeta { options, evaluator: HASHED }, state, Limits::default(), 0);
        assert_eq!(cut.value(), found.value(), "depth {depth}, {state:?}");
    }
}

/// A board some random moves after its start, with a player to move.
fn random_maze(seed: u64, rng: &mut Rng) -> AlternatingMaze {
    let mut maze = Rules(Extent { size: Size { height: 3, width: 3 }, turns: 8 }).start(seed);
    for _ in 0..rng.below(8) {
        maze.apply(maze.random_action(rng));
    }
    assert_ne!(maze.turn(), Turn::Over);
    maze
}

#[test]
fn has_the_values_of_minimax_in_connect_four() {
    let mut rng = Rng::new(4);
    for game in 0..25 {
        assert_is_minimax(&random_connect_four(game % 36, &mut rng));
    }
}

#[test]
fn has_the_values_of_minimax_in_the_alternating_maze() {
    let mut rng = Rng::new(5);
    (0..100).for_each(|seed| assert_is_minimax(&random_maze(seed, &mut rng)));
}

#[test]
fn counts_every_position() {
    let found = decide(&mut minimax(4), &connect_four(""), Limits::default(), 0);
    assert_eq!(found.nodes, 7 + 49 + 343 + 2_401, "no column is full and no game over after four discs");
}

#[test]
fn answers_wherever_it_is_stopped() {
    let state = connect_four("44");
    for nodes in [0, 1, 7, 100, 401, 1_000, 5_000] {
        let found = decide(&mut minimax(4), &state, Limits::nodes(nodes), 0);
        assert_answers(&state, &found);
        assert!(found.nodes <= nodes, "{} nodes of {nodes}", found.nodes);
        for unknown in found.candidates.iter().filter(|c| c.visits == 0) {
            let known = unknown.bound != Bound::Sampled || unknown.se.is_finite();
            assert!(!known, "what it has not looked at it does not claim to know: {unknown:?}");
        }
    }
    let stop = AtomicBool::new(true);
    let mut run = Run::new(Limits::default(), &Still, &stop);
    let found = minimax(4).decide(&state, &mut run, &mut Rng::new(0));
    assert_answers(&state, &found);
    assert!(
        found.candidates.iter().all(|c| c.visits == 0 && c.bound == Bound::Sampled),
        "nothing was finished, so nothing is known"
    );
}
