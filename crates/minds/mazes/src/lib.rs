//! The mazes: evaluations of positions, and where to place the characters of the auto maze.

pub mod distance;
mod entries;
pub mod guide;
mod ladder;
pub mod placement;
mod review;
mod start;
mod words;

use distance::{AllPoints, NearestPoints};
use std::sync::Arc;
use yomi_core::{Evaluator, Glimpse, Player, Scout};
use yomi_engine::{Entry, Game, Host};
use yomi_games::grid::Direction;
use yomi_games::maze::Ahead;
use yomi_games::{AlternatingMaze, Maze, WalledMaze};

/// The games of this family, with their agents and words.
pub fn games(host: &Arc<dyn Host>) -> Vec<Box<dyn Game>> {
    vec![
        Entry::<entries::MazeGame>::boxed(host),
        Entry::<entries::WalledMazeGame>::boxed(host),
        Entry::<entries::AutoMazeGame>::boxed(host),
        Entry::<entries::AlternatingMazeGame>::boxed(host),
        Entry::<entries::SimultaneousMazeGame>::boxed(host),
    ]
}

/// The points collected so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsSoFar;

impl Evaluator<Maze> for PointsSoFar {
    #[inline]
    fn value(&self, maze: &Maze, _: Player) -> f64 {
        f64::from(maze.score())
    }
}

/// The niches are the cells: positions with the character on the same cell share one.
impl Scout<Maze> for PointsSoFar {
    fn niches(&self, maze: &Maze) -> usize {
        maze.height() * maze.width()
    }

    #[inline]
    fn niche(&self, maze: &Maze) -> usize {
        maze.cell()
    }

    #[inline]
    fn ahead(&self, maze: &Maze, direction: Direction, _: Player) -> Glimpse {
        let Ahead { cell, score, key, over } = maze.ahead(direction);
        Glimpse { value: f64::from(score), key, niche: cell, rest: None, over }
    }
}

impl Evaluator<WalledMaze> for PointsSoFar {
    #[inline]
    fn value(&self, maze: &WalledMaze, _: Player) -> f64 {
        f64::from(maze.score())
    }
}

/// What the evaluations of the walled maze share as scouts: the niches are the cells.
macro_rules! scout_of_cells {
    ($($evaluator:ty),*) => {$(
        impl Scout<WalledMaze> for $evaluator {
            fn niches(&self, maze: &WalledMaze) -> usize {
                maze.size().cells()
            }

            #[inline]
            fn niche(&self, maze: &WalledMaze) -> usize {
                maze.size().cell(maze.place())
            }

            /// The cells that have points: apart from the score, positions of one turn on the same cell
            /// differ in nothing else.
            #[inline]
            fn rest(&self, maze: &WalledMaze) -> Option<u64> {
                Some(maze.lying())
            }
        }
    )*};
}
scout_of_cells!(PointsSoFar, NearestPoints, AllPoints, AnyPoints);

/// One of the evaluations of the walled maze. They are one type so that there is one beam to compile, and not
/// one for each.
#[derive(Clone, Copy, Debug)]
pub enum AnyPoints {
    SoFar,
    Nearest(NearestPoints),
    All,
}

impl Evaluator<WalledMaze> for AnyPoints {
    #[inline]
    fn value(&self, maze: &WalledMaze, p: Player) -> f64 {
        match self {
            AnyPoints::SoFar => PointsSoFar.value(maze, p),
            AnyPoints::Nearest(nearest) => nearest.value(maze, p),
            AnyPoints::All => AllPoints.value(maze, p),
        }
    }
}

/// Own points minus the opponent's, for minimax, where only the order of values matters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead;

/// Larger than any lead.
const SURE: f64 = 100_000.0;

impl Evaluator<AlternatingMaze> for Lead {
    #[inline]
    fn value(&self, maze: &AlternatingMaze, p: Player) -> f64 {
        0.5 + (f64::from(maze.score(p)) - f64::from(maze.score(p.other()))) / (2.0 * SURE)
    }
}

/// Own share of all points collected, as an estimate of the win rate, for thunder. While nobody has points it
/// is one half: the search book's programs return 0 for both then, as if both were losing.
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

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::testkit::{Effort, walk};
    use yomi_core::{Ruleset, State};
    use yomi_games::maze::Rules;

    /// What the scout predicts of a step is true of the position it leads to.
    #[test]
    fn steps_are_seen_as_they_are() {
        for (height, width, turns) in [(3, 4, 6), (30, 30, 100), (1, 2, 5)] {
            let rules = Rules { height, width, turns };
            walk(
                Effort::games(20),
                |seed| rules.start(seed),
                |maze: &Maze, _, _| {
                    maze.for_each_action(|direction| {
                        let mut next = maze.clone();
                        next.apply(direction);
                        let seen = PointsSoFar.ahead(maze, direction, Player::FIRST);
                        assert_eq!(seen, PointsSoFar.glimpse(&next, Player::FIRST));
                        assert!(seen.niche < PointsSoFar.niches(maze));
                        let mut reused = rules.start(1);
                        reused.clone_from(maze);
                        let mut again = maze.clone();
                        again.apply(direction);
                        again.clone_from(maze);
                        assert!(reused == *maze && again == *maze);
                    });
                },
            );
        }
    }
}
