//! Makes the openings of Connect Four: different positions of 10 to 14 discs, reached by random moves, that
//! the solver calls a draw. A position and its mirror image count as one.
//!
//! ```console
//! $ cargo run --release -p yomi-connect-four --example openings > crates/minds/connect-four/src/openings.txt
//! ```

use std::collections::BTreeSet;
use yomi_connect_four::solver::{Question, Solver};
use yomi_core::{Rng, Ruleset, State, Turn};
use yomi_games::connect_four::{Column, ConnectFour, Rules};

const SEED: u64 = 20;
const DISCS: [u32; 5] = [10, 11, 12, 13, 14];
const OF_EACH: usize = 400;
/// A position that takes longer is passed over: about a second.
const MOST_NODES: u64 = 20_000_000;
const PLACE_BITS: u32 = 24;

fn main() {
    let mut solver = Solver::new(PLACE_BITS);
    for discs in DISCS {
        let mut rng = Rng::new(SEED).split(discs.into());
        let mut known = BTreeSet::new();
        let mut found = 0;
        while found < OF_EACH {
            let moves = random_moves(discs, &mut rng);
            let (state, image) = (after(&moves), after(&mirrored(&moves)));
            if state.turn() == Turn::Over || !known.insert(name(&state).min(name(&image))) {
                continue;
            }
            solver.forget(&state);
            let from = solver.nodes();
            let score = solver.solve(&state, Question::Outcome, &mut |nodes| nodes - from < MOST_NODES);
            if score == Ok(0) {
                let text: String = moves.iter().map(|&column| Rules.action_text(column)).collect();
                println!("{text}");
                found += 1;
            }
        }
    }
}

/// Random moves, of which none but the last may end the game.
fn random_moves(count: u32, rng: &mut Rng) -> Vec<Column> {
    let mut state = ConnectFour::default();
    let mut moves = Vec::new();
    while moves.len() < count as usize {
        if state.turn() == Turn::Over {
            state = ConnectFour::default();
            moves.clear();
        }
        let column = state.random_action(rng);
        state.apply(column);
        moves.push(column);
    }
    moves
}

fn after(moves: &[Column]) -> ConnectFour {
    let mut state = ConnectFour::default();
    moves.iter().for_each(|&column| state.apply(column));
    state
}

fn mirrored(moves: &[Column]) -> Vec<Column> {
    moves.iter().map(|column| Column::new(6 - column.number())).collect()
}

fn name(state: &ConnectFour) -> (u64, u64) {
    (state.mine(), state.theirs())
}
