//! The walled maze: the score so far, minus a little for the distance to the nearest points.
//!
//! The distance is a breadth-first search, in three implementations with the same result: cell by cell with a
//! queue, row by row with one bit mask each, and the whole board in one 64-bit mask, where a step in all
//! directions is a few shifts.

use yomi_core::{Evaluator, Player};
use yomi_games::WalledMaze;
use yomi_games::grid::{Direction, Place};

/// Which implementation of the search to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    Queue,
    Rows,
    #[default]
    OneWord,
}

/// The score so far minus the distance to the nearest points, scaled so that a point is always worth more.
#[derive(Clone, Copy, Debug, Default)]
pub struct NearestPoints {
    pub method: Method,
}

impl Evaluator<WalledMaze> for NearestPoints {
    #[inline]
    fn value(&self, maze: &WalledMaze, _: Player) -> f64 {
        let cells = maze.size().cells() as f64;
        f64::from(maze.score()) - f64::from(distance(maze, self.method)) / cells
    }
}

/// Steps to the nearest points; the number of cells if none can be reached.
#[inline]
pub fn distance(maze: &WalledMaze, method: Method) -> u32 {
    match method {
        Method::Queue => by_queue(maze),
        Method::Rows => by_rows(maze),
        Method::OneWord => by_one_word(maze),
    }
}

fn by_queue(maze: &WalledMaze) -> u32 {
    let size = maze.size();
    let mut queue = std::collections::VecDeque::from([(maze.place(), 0)]);
    let mut reached = 1u64 << size.cell(maze.place());
    while let Some((place, steps)) = queue.pop_front() {
        if maze.lying() >> size.cell(place) & 1 == 1 {
            return steps;
        }
        for direction in Direction::ALL {
            if let Some(to) = size.step(place, direction) {
                let bit = 1u64 << size.cell(to);
                if (reached | maze.walls()) & bit == 0 {
                    reached |= bit;
                    queue.push_back((to, steps + 1));
                }
            }
        }
    }
    size.cells() as u32
}

fn by_rows(maze: &WalledMaze) -> u32 {
    let size = maze.size();
    let (height, width) = (usize::from(size.height), usize::from(size.width));
    let row_of = |bits: u64, row: usize| bits >> (row * width) & ((1 << width) - 1);
    let mut reached = [0u64; 64];
    let Place { row, column } = maze.place();
    reached[usize::from(row)] = 1 << column;
    for steps in 0..size.cells() as u32 {
        if (0..height).any(|r| reached[r] & row_of(maze.lying(), r) != 0) {
            return steps;
        }
        let before = reached;
        for r in 0..height {
            let beside = before[r] << 1 | before[r] >> 1;
            let above = if r > 0 { before[r - 1] } else { 0 };
            let below = if r + 1 < height { before[r + 1] } else { 0 };
            reached[r] |= (beside | above | below) & ((1 << width) - 1) & !row_of(maze.walls(), r);
        }
        if reached == before {
            break;
        }
    }
    size.cells() as u32
}

#[inline]
fn by_one_word(maze: &WalledMaze) -> u32 {
    let cells = maze.size().cells() as u32;
    let mut reached = 1u64 << maze.size().cell(maze.place());
    for steps in 0..cells {
        if reached & maze.lying() != 0 {
            return steps;
        }
        let next = maze.spread(reached);
        if next == reached {
            break;
        }
        reached = next;
    }
    cells
}

/// The score so far minus a little for the distance to each of the remaining points: a position that left
/// some behind in a corner is worse than one that cleared the corner.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllPoints;

/// The cost of a step to remaining points, in points; values from 0.3 to 2 make little difference.
const STEP: f64 = 0.5;

impl Evaluator<WalledMaze> for AllPoints {
    #[inline]
    fn value(&self, maze: &WalledMaze, _: Player) -> f64 {
        f64::from(maze.score()) - STEP * f64::from(distances(maze))
    }
}

/// The sum of the distances to all points that can be reached.
#[inline]
pub fn distances(maze: &WalledMaze) -> u32 {
    let mut reached = 1u64 << maze.size().cell(maze.place());
    let (mut sum, mut steps) = (0, 0);
    let mut missing = maze.lying() & !reached;
    while missing != 0 {
        let next = maze.spread(reached);
        if next == reached {
            // The rest is behind walls and is ignored.
            return sum - steps * missing.count_ones();
        }
        sum += missing.count_ones();
        steps += 1;
        reached = next;
        missing &= !next;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::testkit::{Effort, walk};
    use yomi_core::{Ruleset, Settings};
    use yomi_games::walled_maze::Rules;

    /// The distances to every cell with points, by a search cell by cell.
    fn one_by_one(maze: &WalledMaze) -> u32 {
        let size = maze.size();
        let mut steps = vec![None; size.cells()];
        let mut queue = std::collections::VecDeque::from([(maze.place(), 0)]);
        while let Some((place, n)) = queue.pop_front() {
            if steps[size.cell(place)].is_some() || maze.walls() >> size.cell(place) & 1 == 1 {
                continue;
            }
            steps[size.cell(place)] = Some(n);
            queue.extend(Direction::ALL.iter().filter_map(|&d| Some((size.step(place, d)?, n + 1))));
        }
        let lying = steps.iter().enumerate().filter(|(cell, _)| maze.lying() >> cell & 1 == 1);
        lying.filter_map(|(_, n)| *n).sum()
    }

    #[test]
    fn all_ways_find_the_same_distance() {
        for size in ["7x7", "3x5", "1x5", "9x7"] {
            let settings = Settings::from([("size".into(), size.into()), ("turns".into(), "49".into())]);
            let rules = Rules::from_settings(&settings).unwrap();
            walk(
                Effort::games(40),
                |seed| rules.start(seed),
                |maze, _, _| {
                    let [a, b, c] = [Method::Queue, Method::Rows, Method::OneWord].map(|m| distance(maze, m));
                    assert!(a == b && b == c, "{a} {b} {c} in {maze:?}");
                    assert_eq!(distances(maze), one_by_one(maze), "in {maze:?}");
                },
            );
        }
    }
}
