//! The maze: a position is worth the points collected so far.

use yomi_core::{Evaluator, Player};
use yomi_games::Maze;

#[derive(Clone, Copy, Debug, Default)]
pub struct PointsSoFar;

impl Evaluator<Maze> for PointsSoFar {
    #[inline]
    fn value(&self, maze: &Maze, _: Player) -> f64 {
        f64::from(maze.score())
    }
}
