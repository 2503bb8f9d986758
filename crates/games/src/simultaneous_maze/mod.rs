#![doc = include_str!("README.md")]

mod text;
pub use text::Rules;

use crate::grid::{self, Direction, Place, Points, Size, points_key, zobrist};
use crate::mersenne::BoardRng;
use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Choices, Joint, KeyedJoint, OpenJoint, Player, PlayerSet, ZeroSumJoint};

const WORDS: usize = 8;
/// As many as the points of a position have room for.
pub const MOST_CELLS: usize = 16 * WORDS;

/// A position of the simultaneous maze.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SimultaneousMaze {
    points: Points<WORDS>,
    size: Size,
    places: [Place; 2],
    scores: [u16; 2],
    turn: u16,
    turns: u16,
}

impl SimultaneousMaze {
    /// The board of this seed.
    pub fn generate(size: Size, turns: u16, seed: u64) -> Self {
        let mut rng = BoardRng::new(seed);
        let places = grid::starting_places(size);
        let mut points = vec![0; size.cells()];
        for row in 0..size.height {
            for column in 0..=size.width / 2 {
                let drawn = rng.below(10) as u8;
                for column in [column, size.width - 1 - column] {
                    points[size.cell(Place { row, column })] = drawn;
                }
            }
        }
        places.iter().for_each(|&p| points[size.cell(p)] = 0);
        SimultaneousMaze { points: Points::new(&points), size, places, scores: [0; 2], turn: 0, turns }
    }

    pub fn score(&self, p: Player) -> u16 {
        self.scores[p.index()]
    }
}

impl Joint for SimultaneousMaze {
    type Action = Direction;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn acting(&self) -> PlayerSet {
        if self.turn < self.turns { Player::all(2).collect() } else { PlayerSet::EMPTY }
    }

    #[inline]
    fn try_for_each_action<B>(
        &self,
        p: Player,
        mut f: impl FnMut(Direction) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for direction in Direction::ALL {
            if self.size.step(self.places[p.index()], direction).is_some() {
                f(direction)?;
            }
        }
        Continue(())
    }

    #[inline]
    fn apply(&mut self, choices: &Choices<Direction>) {
        for (i, place) in self.places.iter_mut().enumerate() {
            if let Some(to) = choices[i].and_then(|d| self.size.step(*place, d)) {
                *place = to;
            }
            self.scores[i] += u16::from(self.points.get(self.size.cell(*place)));
        }
        for place in self.places {
            self.points.take(self.size.cell(place));
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

impl OpenJoint for SimultaneousMaze {}
impl ZeroSumJoint for SimultaneousMaze {}

impl KeyedJoint for SimultaneousMaze {
    fn key(&self) -> u64 {
        let lying = self.points.iter(self.size.cells()).enumerate().filter(|&(_, p)| p > 0);
        let left = lying.fold(0, |key, (cell, p)| key ^ points_key(cell, p));
        let standing = self.size.cell(self.places[0]) as u64 | (self.size.cell(self.places[1]) as u64) << 8;
        let counts =
            u64::from(self.turn) << 16 | u64::from(self.scores[0]) << 32 | u64::from(self.scores[1]) << 48;
        left ^ zobrist(standing | counts)
    }
}

#[cfg(test)]
mod tests;
