//! The mazes: what a position is worth, and where to put the characters of the auto maze.

pub mod distance;
pub mod guide;
pub mod placement;

use yomi_core::{Evaluator, Player};
use yomi_games::{AlternatingMaze, Maze, WalledMaze};

/// The points collected so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsSoFar;

impl Evaluator<Maze> for PointsSoFar {
    #[inline]
    fn value(&self, maze: &Maze, _: Player) -> f64 {
        f64::from(maze.score())
    }
}

impl Evaluator<WalledMaze> for PointsSoFar {
    #[inline]
    fn value(&self, maze: &WalledMaze, _: Player) -> f64 {
        f64::from(maze.score())
    }
}

/// Own points less the other's, for minimax: only the order of values matters there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead;

/// More than any lead can be.
const SURE: f64 = 100_000.0;

impl Evaluator<AlternatingMaze> for Lead {
    #[inline]
    fn value(&self, maze: &AlternatingMaze, p: Player) -> f64 {
        0.5 + (f64::from(maze.score(p)) - f64::from(maze.score(p.other()))) / (2.0 * SURE)
    }
}

/// Own part of all points collected, as a guess of the win rate, for thunder. While nobody has any it is one half: the search
/// book's programs say 0 for both then, as if both were losing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share;

impl Evaluator<AlternatingMaze> for Share {
    #[inline]
    fn value(&self, maze: &AlternatingMaze, p: Player) -> f64 {
        share(maze.score(p), maze.score(p.other()))
    }
}

#[inline]
fn share(own: u16, other: u16) -> f64 {
    let (own, other) = (f64::from(own), f64::from(other));
    if own + other == 0.0 { 0.5 } else { own / (own + other) }
}
