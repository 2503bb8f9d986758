#![doc = include_str!("README.md")]

mod text;
pub use text::Rules;

use crate::grid::{Direction, Place, Points, Size, points_key, zobrist};
use crate::mersenne::BoardRng;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Deterministic, Keyed, Open, Player, Rng, State, Turn};

const WORDS: usize = 4;
/// A board fits in one 64-bit mask.
pub const MOST_CELLS: usize = 16 * WORDS;

/// A step, or no step where none is possible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    Go(Direction),
    Stay,
}

/// A position of the walled maze.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WalledMaze {
    points: Points<WORDS>,
    size: Size,
    place: Place,
    walls: u64,
    turn: u16,
    turns: u16,
    score: u32,
    /// XOR of the keys of all points left on the board, updated by every move.
    left: u64,
    /// The cells that have points, updated by every move.
    lying: u64,
    /// The cells of the first column: shifting a bit board must not wrap around the edge.
    first_column: u64,
}

impl WalledMaze {
    /// The board generated from this seed.
    pub fn generate(size: Size, turns: u16, seed: u64) -> Self {
        let mut rng = BoardRng::new(seed);
        let row = rng.below(size.height.into()) as u8;
        let place = Place { row, column: rng.below(size.width.into()) as u8 };
        let mut walls = 0u64;
        for row in (1..size.height).step_by(2) {
            for column in (1..size.width).step_by(2) {
                let pole = Place { row, column };
                if pole == place {
                    continue;
                }
                walls |= 1 << size.cell(pole);
                let directions = if row == 1 { 4 } else { 3 };
                let falls = size.step(pole, Direction::ALL[rng.below(directions) as usize]);
                if let Some(cell) = falls.filter(|&cell| cell != place) {
                    walls |= 1 << size.cell(cell);
                }
            }
        }
        let own = size.cell(place);
        let mut points: Vec<u8> =
            (0..size.cells()).map(|cell| if cell == own { 0 } else { rng.below(10) as u8 }).collect();
        (0..size.cells()).filter(|cell| walls >> cell & 1 == 1).for_each(|cell| points[cell] = 0);
        WalledMaze::new(size, turns, &points, walls, place)
    }

    fn new(size: Size, turns: u16, points: &[u8], walls: u64, place: Place) -> Self {
        let with_points = || points.iter().enumerate().filter(|&(_, &p)| p > 0);
        let left = with_points().fold(0, |key, (cell, &p)| key ^ points_key(cell, p));
        let lying = with_points().fold(0, |bits, (cell, _)| bits | 1 << cell);
        let row = |row: u32| 1u64 << (row * u32::from(size.width));
        let first_column = (0..u32::from(size.height)).fold(0, |bits, r| bits | row(r));
        let points = Points::new(points);
        WalledMaze { points, size, place, walls, turn: 0, turns, score: 0, left, lying, first_column }
    }

    pub fn score(&self) -> u32 {
        self.score
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn place(&self) -> Place {
        self.place
    }

    /// The cells with walls as a bit mask, row by row.
    pub fn walls(&self) -> u64 {
        self.walls
    }

    /// The cells that have points.
    pub fn lying(&self) -> u64 {
        self.lying
    }

    /// These cells, and the open cells one step away from them.
    #[inline]
    pub fn spread(&self, cells: u64) -> u64 {
        let (width, count) = (u32::from(self.size.width), self.size.cells() as u32);
        let open = !self.walls & (u64::MAX >> (64 - count));
        let last_column = self.first_column << (width - 1);
        let sideways = (cells & !last_column) << 1 | (cells & !self.first_column) >> 1;
        cells | (sideways | cells << width | cells >> width) & open
    }

    pub fn turns_left(&self) -> u16 {
        self.turns - self.turn
    }

    #[inline]
    fn target(&self, direction: Direction) -> Option<Place> {
        self.size.step(self.place, direction).filter(|&to| self.walls >> self.size.cell(to) & 1 == 0)
    }
}

impl State for WalledMaze {
    type Action = Step;

    fn players(&self) -> usize {
        1
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.turn < self.turns { Turn::Player(Player::FIRST) } else { Turn::Over }
    }

    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Step) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn < self.turns {
            let mut stuck = true;
            for direction in Direction::ALL {
                if self.target(direction).is_some() {
                    stuck = false;
                    f(Step::Go(direction))?;
                }
            }
            if stuck {
                f(Step::Stay)?;
            }
        }
        Continue(())
    }

    #[inline(always)]
    fn random_action(&self, rng: &mut Rng) -> Step {
        match Direction::draw(|direction| self.target(direction).is_some(), rng) {
            Some(direction) => Step::Go(direction),
            // Drawn all the same: one of one.
            None => {
                rng.below(1);
                Step::Stay
            }
        }
    }

    #[inline]
    fn apply(&mut self, step: Step) {
        if let Step::Go(direction) = step
            && let Some(to) = self.target(direction)
        {
            self.place = to;
            let cell = self.size.cell(to);
            let points = self.points.take(cell);
            if points > 0 {
                self.score += u32::from(points);
                self.left ^= points_key(cell, points);
                self.lying &= !(1 << cell);
            }
        }
        self.turn += 1;
    }

    fn payoff(&self, _: Player) -> f64 {
        f64::from(self.score)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        let so_far = f64::from(self.score);
        (so_far, so_far + 9.0 * f64::from(self.turns_left().max(1)))
    }
}

impl Deterministic for WalledMaze {}
impl Open for WalledMaze {}

impl Keyed for WalledMaze {
    #[inline]
    fn key(&self) -> u64 {
        self.left ^ zobrist(1 << 40 | self.size.cell(self.place) as u64 | u64::from(self.turn) << 16)
    }
}

#[cfg(test)]
mod tests;
