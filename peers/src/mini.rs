//! The crate `minimax`: with the Connect Four of its own example, and searching Yomi's position with Yomi's
//! evaluation, which takes the games apart from the searches.

use crate::example::connect4::{BasicEvaluator, Board, DumbEvaluator, Game as Example, Place};
use crate::own;
use crate::work::{self, Measured, Peer, repeat};
use minimax::{
    Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch,
    Negamax, Strategy, Winner,
};
use rand::Rng;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde_json::json;
use yomi_connect_four::Threats;
use yomi_core::Evaluator as _;
use yomi_core::{Keyed, Player, State, Turn};
use yomi_games::ConnectFour;
use yomi_games::connect_four::Column;

/// The crate with its own Connect Four.
pub struct Own;

impl Peer for Own {
    fn measure(&self, work: &str) -> Option<Measured> {
        Some(match work {
            "c4-playout" => repeat(|round| {
                let mut rng = SmallRng::seed_from_u64(round);
                let mut moves = Vec::new();
                let paid: f64 = (0..work::PLAYOUTS).map(|_| playout(&mut moves, &mut rng)).sum();
                (work::PLAYOUTS, json!({"mean": paid / work::PLAYOUTS as f64}))
            }),
            "c4-perft" => repeat(|_| {
                let leaves = perft(&mut Board::default(), &mut Vec::new(), work::PERFT_DEPTH);
                (leaves, json!({"leaves": leaves}))
            }),
            "c4-plain" => repeat(|_| {
                let mut search = Negamax::new(DumbEvaluator, work::PLAIN_DEPTH as u8);
                search.choose_move(&Board::default());
                (1, json!({"value": 0.5 + f64::from(search.root_value().signum()) / 2.0}))
            }),
            "c4-table-small" => deepening(&Board::default(), BasicEvaluator, work::SMALL_TABLE),
            "c4-table-large" => deepening(&Board::default(), BasicEvaluator, work::LARGE_TABLE),
            "c4-mcts" => repeat(|_| {
                let column = mcts::<Example>(&Board::default(), work::MCTS_ITERATIONS).col;
                (work::MCTS_ITERATIONS.into(), json!({"column": column}))
            }),
            _ => return None,
        })
    }

    /// Its luck cannot be seeded.
    fn choose(&self, columns: &[u32], iterations: u32, _: u64) -> Option<u32> {
        let start = Board::default();
        let board = columns.iter().fold(start, |mut board, &c| {
            Example::apply(&mut board, Place { col: c as u8 }).expect("this game makes new boards")
        });
        Some(mcts::<Example>(&board, iterations).col.into())
    }
}

/// The crate's searches of Yomi's Connect Four.
pub struct Borrowed;

impl Peer for Borrowed {
    fn measure(&self, work: &str) -> Option<Measured> {
        let empty = ConnectFour::default();
        Some(match work {
            "c4-table-small" => deepening(&empty, Threatened, work::SMALL_TABLE),
            "c4-table-large" => deepening(&empty, Threatened, work::LARGE_TABLE),
            "c4-mcts" => repeat(|_| {
                let column = mcts::<Yomis>(&empty, work::MCTS_ITERATIONS).number();
                (work::MCTS_ITERATIONS.into(), json!({"column": column}))
            }),
            _ => return None,
        })
    }

    fn choose(&self, columns: &[u32], iterations: u32, _: u64) -> Option<u32> {
        Some(mcts::<Yomis>(&own::position(columns), iterations).number())
    }
}

/// What a random game pays the first player, as Yomi counts it. The same steps as in the crate's rollouts,
/// which cannot be called from outside.
fn playout(moves: &mut Vec<Place>, rng: &mut SmallRng) -> f64 {
    let mut board = Board::default();
    let mut first_moved = false;
    loop {
        moves.clear();
        match Example::generate_moves(&board, moves) {
            Some(Winner::Draw) => return 0.5,
            Some(Winner::PlayerJustMoved) => return f64::from(u8::from(first_moved)),
            Some(Winner::PlayerToMove) => return f64::from(u8::from(!first_moved)),
            None => {}
        }
        let place = moves[rng.gen_range(0..moves.len())];
        board = Example::apply(&mut board, place).expect("this game makes new boards");
        first_moved = !first_moved;
    }
}

/// The steps of the crate's own perft, which counts all shallower depths too and prints them.
fn perft(board: &mut Board, pool: &mut Vec<Vec<Place>>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = pool.pop().unwrap_or_default();
    moves.clear();
    let leaves = match Example::generate_moves(board, &mut moves) {
        Some(_) => 0,
        None if depth == 1 => moves.len() as u64,
        None => moves
            .iter()
            .map(|&m| {
                let mut next = Example::apply(board, m).expect("this game makes new boards");
                perft(&mut next, pool, depth - 1)
            })
            .sum(),
    };
    pool.push(moves);
    leaves
}

/// The crate's iterative search with a table, as its example sets it up: the fastest of its settings for this
/// work.
fn options(table: usize) -> IterativeOptions {
    IterativeOptions::new().with_table_byte_size(table).with_double_step_increment().with_aspiration_window(5)
}

fn deepening<E: Evaluator + Clone>(start: &<E::G as Game>::S, evaluator: E, table: usize) -> Measured
where
    <E::G as Game>::S: Clone,
    <E::G as Game>::M: Copy + Eq,
{
    // It begins with the root's moves in an order drawn anew each time, so the nodes differ: their mean is
    // told.
    let mut all_nodes = 0;
    repeat(|round| {
        let mut search = IterativeSearch::new(evaluator.clone(), options(table));
        search.set_max_depth(work::TABLE_DEPTH as u8);
        search.choose_move(start);
        let nodes = nodes_of(&search.stats(&mut start.clone()));
        // Round 0 is not timed.
        all_nodes += if round > 0 { nodes } else { 0 };
        let value = 0.5 + f64::from(search.root_value()) / SURE;
        (1, json!({"nodes": all_nodes / round.max(1), "value": value}))
    })
}

/// The crate tells its nodes in a sentence only: "Explored 12345 nodes to depth 12."
fn nodes_of(sentence: &str) -> u64 {
    let words = sentence.split_whitespace();
    let number = words.skip_while(|&w| w != "Explored").nth(1).and_then(|n| n.parse().ok());
    number.expect("minimax 0.6.0 tells how many nodes it explored")
}

/// With its defaults: expanding after 1, 2, 5 or 10 rollouts instead of at once did not play clearly better.
fn mcts<G: Game<S: Clone + Send, M: Sync> + Sync>(state: &G::S, iterations: u32) -> G::M {
    let mut search = MonteCarloTreeSearch::<G>::new(MCTSOptions::default().with_num_threads(1));
    search.set_max_rollouts(iterations);
    search.choose_move(state).expect("the game is not over")
}

/// Yomi's position under the crate's rules of what a game is.
struct Yomis;

impl Game for Yomis {
    type S = ConnectFour;
    type M = Column;

    fn generate_moves(state: &ConnectFour, moves: &mut Vec<Column>) -> Option<Winner> {
        let over = Self::get_winner(state);
        if over.is_none() {
            // The middle first, as Yomi tries them.
            moves.extend([3, 2, 4, 1, 5, 0, 6].map(Column::new).into_iter().filter(|&c| state.is_legal(c)));
        }
        over
    }

    fn apply(state: &mut ConnectFour, column: Column) -> Option<ConnectFour> {
        let mut next = *state;
        next.apply(column);
        Some(next)
    }

    fn get_winner(state: &ConnectFour) -> Option<Winner> {
        match (state.turn(), state.winner()) {
            (Turn::Over, Some(_)) => Some(Winner::PlayerJustMoved),
            (Turn::Over, None) => Some(Winner::Draw),
            _ => None,
        }
    }

    /// The crate takes both ends of the number as they are, so all bits have to be mixed.
    fn zobrist_hash(state: &ConnectFour) -> u64 {
        let key = state.key().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

/// Yomi's evaluation in whole numbers.
#[derive(Clone)]
struct Threatened;

/// `Threats` counts in 128ths.
const SURE: f64 = 128.0;

impl Evaluator for Threatened {
    type G = Yomis;

    fn evaluate(&self, state: &ConnectFour) -> Evaluation {
        let mover = if state.discs().is_multiple_of(2) { Player::FIRST } else { Player::SECOND };
        ((Threats.value(state, mover) - 0.5) * SURE).round() as Evaluation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    /// Two searches that have nothing in common but the position and the evaluation. It is also what makes
    /// their times comparable.
    #[test]
    fn both_searches_find_the_same_value() {
        let mut compared = 0;
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let mut state = ConnectFour::default();
            for _ in 0..seed % 20 {
                if state.turn() != Turn::Over {
                    state.apply(state.random_action(&mut rng));
                }
            }
            if state.turn() == Turn::Over {
                continue;
            }
            for depth in 1..=8 {
                let own = own::searched(&state, depth, work::SMALL_TABLE, Threats).value();
                let mut search = IterativeSearch::new(Threatened, options(work::SMALL_TABLE));
                search.set_max_depth(depth as u8);
                search.choose_move(&state);
                let theirs = match search.root_value() {
                    minimax::BEST_EVAL => 1.0,
                    minimax::WORST_EVAL => 0.0,
                    value => 0.5 + f64::from(value) / SURE,
                };
                assert_eq!(own, theirs, "seed {seed}, depth {depth}");
                compared += 1;
            }
        }
        assert!(compared > 500, "only {compared} were compared");
    }
}
