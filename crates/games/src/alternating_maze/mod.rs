#![doc = include_str!("README.md")]

mod text;
pub use text::Rules;

use crate::grid::{self, Direction, Place, Points, Size, points_key, zobrist};
use crate::mersenne::BoardRng;
use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Deterministic, Keyed, Open, Player, State, Turn, ZeroSum};

const WORDS: usize = 8;
/// As many as the points of a position have room for.
pub const MOST_CELLS: usize = 16 * WORDS;

/// A position of the alternating maze.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AlternatingMaze {
    points: Points<WORDS>,
    size: Size,
    places: [Place; 2],
    scores: [u16; 2],
    turn: u16,
    turns: u16,
    /// Exclusive or over the points that are left, kept up to date.
    left: u64,
}

impl AlternatingMaze {
    /// The board of this seed.
    pub fn generate(size: Size, turns: u16, seed: u64) -> Self {
        let mut rng = BoardRng::new(seed);
        let places = grid::starting_places(size);
        let mut points: Vec<u8> = (0..size.cells()).map(|_| rng.below(10) as u8).collect();
        places.iter().for_each(|&p| points[size.cell(p)] = 0);
        AlternatingMaze::new(size, turns, &points, places)
    }

    fn new(size: Size, turns: u16, points: &[u8], places: [Place; 2]) -> Self {
        let lying = points.iter().enumerate().filter(|&(_, &p)| p > 0);
        let left = lying.fold(0, |key, (cell, &p)| key ^ points_key(cell, p));
        AlternatingMaze { points: Points::new(points), size, places, scores: [0; 2], turn: 0, turns, left }
    }

    pub fn score(&self, p: Player) -> u16 {
        self.scores[p.index()]
    }

    pub fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.turn & 1)
    }
}

impl State for AlternatingMaze {
    type Action = Direction;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.turn < self.turns { Turn::Player(Player::new(self.mover())) } else { Turn::Over }
    }

    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Direction) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn < self.turns {
            let from = self.places[self.mover()];
            for direction in Direction::ALL {
                if self.size.step(from, direction).is_some() {
                    f(direction)?;
                }
            }
        }
        Continue(())
    }

    #[inline]
    fn apply(&mut self, direction: Direction) {
        let mover = self.mover();
        if let Some(to) = self.size.step(self.places[mover], direction) {
            self.places[mover] = to;
            let cell = self.size.cell(to);
            let points = self.points.take(cell);
            if points > 0 {
                self.scores[mover] += u16::from(points);
                self.left ^= points_key(cell, points);
            }
        }
        self.turn += 1;
    }

    #[inline]
    fn payoff(&self, p: Player) -> f64 {
        match self.score(p).cmp(&self.score(p.other())) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }

    #[inline]
    fn payoff_bounds(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
}

impl Deterministic for AlternatingMaze {}
impl ZeroSum for AlternatingMaze {}
impl Open for AlternatingMaze {}

impl Keyed for AlternatingMaze {
    #[inline]
    fn key(&self) -> u64 {
        // Scores belong to the position: who took which points cannot be told from what is left.
        let standing = self.size.cell(self.places[0]) as u64 | (self.size.cell(self.places[1]) as u64) << 8;
        let counts =
            u64::from(self.turn) << 16 | u64::from(self.scores[0]) << 32 | u64::from(self.scores[1]) << 48;
        self.left ^ zobrist(standing | counts)
    }
}

#[cfg(test)]
mod tests;
