//! The crate `board-game`, with its own Connect Four.

use crate::work::{self, Measured, Peer, repeat};
use board_game::ai::mcts::mcts_build_tree;
use board_game::ai::minimax::minimax_value;
use board_game::ai::solver::{SolverHeuristic, SolverValue};
use board_game::board::{Board, Outcome, Player};
use board_game::games::connect4::Connect4;
use board_game::util::game_stats::perft_naive;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde_json::json;

/// The weight of its exploration term, sqrt(ln(t)/n): of 0.3, 0.5, 0.7, 1, 1.4 and 2 the one that did best
/// against Yomi in 200 games each.
const EXPLORATION: f32 = 0.7;

pub struct BoardGame;

impl Peer for BoardGame {
    fn measure(&self, work: &str) -> Option<Measured> {
        let empty = Connect4::default();
        Some(match work {
            "c4-playout" => repeat(|round| {
                let mut rng = SmallRng::seed_from_u64(round);
                let paid: f64 = (0..work::PLAYOUTS).map(|_| playout(empty.clone(), &mut rng)).sum();
                (work::PLAYOUTS, json!({"mean": paid / work::PLAYOUTS as f64}))
            }),
            "c4-perft" => repeat(|_| {
                let leaves = perft_naive(&empty, work::PERFT_DEPTH);
                (leaves, json!({"leaves": leaves}))
            }),
            "c4-plain" => repeat(|_| {
                let value = match minimax_value(&empty, &SolverHeuristic, work::PLAIN_DEPTH) {
                    SolverValue::WinIn(_) => 1.0,
                    SolverValue::LossIn(_) => 0.0,
                    SolverValue::Draw | SolverValue::Unknown => 0.5,
                };
                (1, json!({"value": value}))
            }),
            "c4-mcts" => repeat(|round| {
                let column = mcts(&empty, work::MCTS_ITERATIONS, round);
                (work::MCTS_ITERATIONS.into(), json!({"column": column}))
            }),
            _ => return None,
        })
    }

    fn choose(&self, columns: &[u32], iterations: u32, seed: u64) -> Option<u32> {
        let mut board = Connect4::default();
        columns.iter().try_for_each(|&c| board.play(c as u8)).ok()?;
        Some(mcts(&board, iterations, seed))
    }
}

/// What a random game pays the first player, as Yomi counts it.
fn playout(mut board: Connect4, rng: &mut SmallRng) -> f64 {
    loop {
        board.play_random_available_move(rng).expect("the game is not over");
        match board.outcome() {
            Some(Outcome::WonBy(Player::A)) => return 1.0,
            Some(Outcome::WonBy(Player::B)) => return 0.0,
            Some(Outcome::Draw) => return 0.5,
            None => {}
        }
    }
}

fn mcts(board: &Connect4, iterations: u32, seed: u64) -> u32 {
    let mut rng = SmallRng::seed_from_u64(seed);
    mcts_build_tree(board, iterations.into(), EXPLORATION, &mut rng).best_move().into()
}
