#![doc = include_str!("README.md")]

mod text;
pub use text::Rules;

use crate::grid::{Direction, Place, Points, Size};
use crate::mersenne::BoardRng;
use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Deterministic, Keyed, Open, Player, State, Turn};

const WORDS: usize = 8;
/// Limited by the packed array that holds the points.
pub const MOST_CELLS: usize = 16 * WORDS;
pub const MOST_CHARACTERS: usize = 8;

/// The characters' starting cells; those not placed yet are at the top left.
pub type Places = [Place; MOST_CHARACTERS];

/// A board of the auto maze.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    points: Points<WORDS>,
    size: Size,
    turns: u16,
    characters: u8,
}

impl Board {
    /// The board generated from this seed.
    pub fn generate(size: Size, turns: u16, characters: u8, seed: u64) -> Board {
        let mut rng = BoardRng::new(seed);
        let points: Vec<u8> = (0..size.cells()).map(|_| rng.below(9) as u8 + 1).collect();
        Board { points: Points::new(&points), size, turns, characters }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn characters(&self) -> usize {
        self.characters.into()
    }

    pub fn turns(&self) -> u16 {
        self.turns
    }

    pub fn place(&self, cell: usize) -> Place {
        let width = usize::from(self.size.width);
        Place { row: (cell / width) as u8, column: (cell % width) as u8 }
    }

    /// The score when the characters walk from these starting cells.
    pub fn walk(&self, starts: &Places) -> u32 {
        let mut points = self.points;
        let mut places = *starts;
        let places = &mut places[..self.characters()];
        places.iter().for_each(|&p| _ = points.take(self.size.cell(p)));
        let mut score = 0;
        for _ in 0..self.turns {
            for place in places.iter_mut() {
                *place = self.richest_neighbour(&points, *place);
            }
            for &place in places.iter() {
                score += u32::from(points.take(self.size.cell(place)));
            }
        }
        score
    }

    #[inline]
    fn richest_neighbour(&self, points: &Points<WORDS>, from: Place) -> Place {
        let mut best = (from, -1);
        for direction in Direction::ALL {
            if let Some(to) = self.size.step(from, direction) {
                let here = i32::from(points.get(self.size.cell(to)));
                if here > best.1 {
                    best = (to, here);
                }
            }
        }
        best.0
    }
}

/// A board with some of the characters placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AutoMaze {
    board: Board,
    places: Places,
    placed: u8,
}

impl AutoMaze {
    pub fn new(board: Board) -> AutoMaze {
        AutoMaze { board, places: [Place { row: 0, column: 0 }; MOST_CHARACTERS], placed: 0 }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All starting cells; those not placed yet are at the top left.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The cells chosen so far.
    pub fn placed(&self) -> &[Place] {
        &self.places[..usize::from(self.placed)]
    }
}

impl State for AutoMaze {
    type Action = Place;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        if self.placed < self.board.characters { Turn::Player(Player::FIRST) } else { Turn::Over }
    }

    fn try_for_each_action<B>(&self, mut f: impl FnMut(Place) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.placed < self.board.characters {
            for row in 0..self.board.size.height {
                for column in 0..self.board.size.width {
                    f(Place { row, column })?;
                }
            }
        }
        Continue(())
    }

    fn apply(&mut self, place: Place) {
        self.places[usize::from(self.placed)] = place;
        self.placed += 1;
    }

    fn payoff(&self, _: Player) -> f64 {
        f64::from(self.board.walk(&self.places))
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        let steps = f64::from(self.board.turns) * f64::from(self.board.characters);
        (0.0, 9.0 * steps.min(self.board.size.cells() as f64).max(1.0))
    }
}

impl Deterministic for AutoMaze {}
impl Open for AutoMaze {}

impl Keyed for AutoMaze {
    /// The cells chosen so far, in order: exact for boards of 128 cells and eight characters.
    fn key(&self) -> u64 {
        self.placed().iter().fold(1, |key, &p| key << 7 | self.board.size.cell(p) as u64)
    }
}

#[cfg(test)]
mod tests;
