//! `thunder` on the alternating maze: a small program written from its definition visits every move equally
//! often, and with the whole game in the tree it plays as well as minimax.

use crate::common::{after, assert_answers, decide, mover_of};
use yomi_core::{Evaluator, Limits, Player, Ruleset, State, Turn};
use yomi_games::AlternatingMaze;
use yomi_games::alternating_maze::Rules;
use yomi_games::grid::duo::Extent;
use yomi_games::grid::{Direction, Size};
use yomi_mazes::Share;
use yomi_search::reference::negamax;
use yomi_search::thunder;

const SMALL: Rules = Rules(Extent { size: Size { height: 3, width: 3 }, turns: 4 });
const LARGE: Rules = Rules(Extent { size: Size { height: 5, width: 5 }, turns: 40 });

/// The tree by the definition: a position, its statistics for the player who moved here, and its children.
struct Node {
    maze: AlternatingMaze,
    total: f64,
    visits: u32,
    followers: Vec<(Direction, Node)>,
}

impl Node {
    fn new(maze: AlternatingMaze) -> Node {
        Node { maze, total: 0.0, visits: 0, followers: Vec::new() }
    }

    fn expand(&mut self) {
        let maze = self.maze;
        self.followers = maze.actions().into_iter().map(|d| (d, Node::new(after(&maze, d)))).collect();
    }

    /// One iteration: descends to the child with the best mean, unvisited ones first, and evaluates the leaf.
    /// Returns the first player's payoff, and notes where two means were too close to tell apart in single
    /// precision.
    fn attempt(&mut self, close: &mut bool) -> f64 {
        if self.maze.turn() == Turn::Over {
            return self.maze.payoff(Player::FIRST);
        }
        if self.followers.is_empty() {
            if self.visits == 0 {
                return Share.value(&self.maze, Player::FIRST);
            }
            self.expand();
        }
        let best = self.followers.iter().position(|(_, n)| n.visits == 0).unwrap_or_else(|| {
            let means: Vec<f64> = self.followers.iter().map(|(_, n)| n.total / f64::from(n.visits)).collect();
            let most = means.iter().copied().fold(f64::MIN, f64::max);
            *close |= means.iter().filter(|&&mean| mean > most - 1e-5).count() > 1;
            means.iter().position(|&mean| mean == most).unwrap()
        });
        let mover = mover_of(&self.maze);
        let follower = &mut self.followers[best].1;
        let first = follower.attempt(close);
        follower.total += if mover == Player::FIRST { first } else { 1.0 - first };
        follower.visits += 1;
        first
    }
}

/// The visits of each move; `None` where they depend on the last digit of a mean.
fn visits_by_definition(maze: &AlternatingMaze, attempts: u64) -> Option<Vec<(Direction, u64)>> {
    let mut root = Node::new(*maze);
    root.expand();
    let mut close = false;
    (0..attempts).for_each(|_| _ = root.attempt(&mut close));
    (!close).then(|| root.followers.iter().map(|(d, n)| (*d, n.visits.into())).collect())
}

#[test]
fn visits_what_its_definition_visits() {
    for attempts in [1, 3, 10, 30] {
        let mut compared = 0;
        for seed in 0..400 {
            // Once both seats have points, few positions have equal values.
            let maze = (0..6).fold(LARGE.start(seed), |maze, _| after(&maze, maze.actions()[0]));
            let Some(mut expected) = visits_by_definition(&maze, attempts) else { continue };
            let found = decide(&mut thunder(Share), &maze, Limits::iterations(attempts), 0);
            let mut visits: Vec<_> = found.candidates.iter().map(|c| (c.action, c.visits)).collect();
            visits.sort();
            expected.sort();
            assert_eq!(visits, expected, "board {seed}, {attempts} attempts");
            compared += 1;
        }
        assert!(compared >= 50, "{attempts} attempts: {compared} boards");
    }
}

#[test]
fn plays_small_boards_as_minimax_does() {
    let (mut good, boards) = (0, 100);
    for seed in 0..boards {
        let maze = SMALL.start(seed);
        let mover = mover_of(&maze);
        let found = decide(&mut thunder(Share), &maze, Limits::iterations(5_000), 0);
        assert_answers(&maze, &found);
        let value = |m: &AlternatingMaze| negamax(m, mover, 10, &Share);
        good += u32::from(value(&after(&maze, found.action)) == value(&maze));
    }
    assert!(good >= 90, "{good} of {boards}");
}

#[test]
fn counts_its_attempts_and_needs_no_luck() {
    for rules in [SMALL, LARGE] {
        for n in [1, 2, 100, 10_000, 160_001] {
            let maze = rules.start(n);
            let [a, b] = [1, 2].map(|seed| decide(&mut thunder(Share), &maze, Limits::iterations(n), seed));
            assert_eq!(a, b, "whatever the seed");
            assert_eq!((a.iterations, a.candidates.iter().map(|c| c.visits).sum::<u64>()), (n, n));
            assert_answers(&maze, &a);
        }
    }
}
