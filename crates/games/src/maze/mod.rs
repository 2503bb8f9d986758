#![doc = include_str!("README.md")]

mod text;
pub use crate::grid::Direction;
pub use text::Rules;

use crate::grid::{points_key, zobrist};
use crate::mersenne::BoardRng;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;
use yomi_core::{Deterministic, Keyed, Open, Player, Rng, State, Turn};

/// What never changes during a game.
#[derive(Debug)]
struct Board {
    height: u16,
    width: u16,
    turns: u32,
    /// Row by row.
    points: Box<[u8]>,
    /// Per cell: the part of the key for its points, and for the character standing there.
    keys: Box<[(u64, u64)]>,
}

impl Board {
    fn new(height: u16, width: u16, turns: u32, points: Box<[u8]>) -> Board {
        let here = |cell: usize| {
            let (row, column) = (cell / usize::from(width), cell % usize::from(width));
            zobrist(CHARACTER | (row as u64) << 16 | column as u64)
        };
        let keys = points.iter().enumerate().map(|(cell, &p)| (points_key(cell, p), here(cell))).collect();
        Board { height, width, turns, points, keys }
    }
}

/// A bit set of cells: 30x30 fits inline, larger boards use the heap.
type Cells = SmallVec<[u64; 15]>;

/// A position of the maze.
#[derive(Debug)]
pub struct Maze {
    board: Arc<Board>,
    /// The cells whose points have been taken.
    taken: Cells,
    row: u16,
    column: u16,
    turn: u32,
    score: u32,
    /// XOR of the keys of all points left on the board, updated by every move.
    left: u64,
}

impl Clone for Maze {
    fn clone(&self) -> Maze {
        let &Maze { ref board, ref taken, row, column, turn, score, left } = self;
        let (board, taken) = (Arc::clone(board), Cells::from_slice(taken));
        Maze { board, taken, row, column, turn, score, left }
    }

    /// Between positions of the same board, copies without touching the reference count or allocating.
    #[inline]
    fn clone_from(&mut self, other: &Maze) {
        if !Arc::ptr_eq(&self.board, &other.board) {
            *self = other.clone();
            return;
        }
        self.taken.copy_from_slice(&other.taken);
        (self.row, self.column, self.turn) = (other.row, other.column, other.turn);
        (self.score, self.left) = (other.score, other.left);
    }
}

/// The result of a step, without making it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ahead {
    /// Where the character will stand.
    pub cell: usize,
    pub score: u32,
    pub key: u64,
    pub over: bool,
}

const CHARACTER: u64 = 1 << 32;
const TURN: u64 = 1 << 33;

impl Maze {
    /// The board generated from this seed.
    pub fn generate(height: u16, width: u16, turns: u32, seed: u64) -> Maze {
        let mut rng = BoardRng::new(seed);
        let row = rng.below(u32::from(height)) as u16;
        let column = rng.below(u32::from(width)) as u16;
        let own = usize::from(row) * usize::from(width) + usize::from(column);
        let cells = usize::from(height) * usize::from(width);
        let points = (0..cells).map(|cell| if cell == own { 0 } else { rng.below(10) as u8 }).collect();
        Maze::new(Board::new(height, width, turns, points), row, column)
    }

    fn new(board: Board, row: u16, column: u16) -> Maze {
        let left = board.points.iter().enumerate().filter(|&(_, &p)| p > 0);
        let left = left.fold(0, |key, (cell, &p)| key ^ points_key(cell, p));
        let taken = Cells::from_elem(0, board.points.len().div_ceil(64));
        Maze { board: Arc::new(board), taken, row, column, turn: 0, score: 0, left }
    }

    pub fn score(&self) -> u32 {
        self.score
    }

    pub fn turn_number(&self) -> u32 {
        self.turn
    }

    pub fn turns(&self) -> u32 {
        self.board.turns
    }

    pub fn height(&self) -> usize {
        self.board.height.into()
    }

    pub fn width(&self) -> usize {
        self.board.width.into()
    }

    /// Row and column, from the top left.
    pub fn character(&self) -> (usize, usize) {
        (self.row.into(), self.column.into())
    }

    /// The points that lie on this cell now.
    pub fn points_at(&self, row: usize, column: usize) -> u8 {
        self.points_of(row * self.width() + column)
    }

    #[inline]
    fn points_of(&self, cell: usize) -> u8 {
        if self.taken[cell / 64] >> (cell % 64) & 1 == 1 { 0 } else { self.board.points[cell] }
    }

    /// The index of the character's cell, counted row by row.
    #[inline]
    pub fn cell(&self) -> usize {
        usize::from(self.row) * usize::from(self.board.width) + usize::from(self.column)
    }

    /// The cell that a legal step leads to.
    #[inline]
    fn cell_after(&self, direction: Direction) -> usize {
        let cell = self.cell();
        match direction {
            Direction::Right => cell + 1,
            Direction::Left => cell - 1,
            Direction::Down => cell + usize::from(self.board.width),
            Direction::Up => cell - usize::from(self.board.width),
        }
    }

    /// The result of a legal step.
    #[inline]
    pub fn ahead(&self, direction: Direction) -> Ahead {
        let cell = self.cell_after(direction);
        let points = self.points_of(cell);
        let (lying, here) = self.board.keys[cell];
        let left = if points > 0 { self.left ^ lying } else { self.left };
        let turn = self.turn + 1;
        let key = left ^ here ^ zobrist(TURN | u64::from(turn));
        Ahead { cell, score: self.score + u32::from(points), key, over: turn >= self.board.turns }
    }

    fn all_points(&self) -> impl Iterator<Item = u8> {
        (0..self.board.points.len()).map(|cell| self.points_of(cell))
    }

    #[inline]
    fn can_go(&self, direction: Direction) -> bool {
        match direction {
            Direction::Right => self.column + 1 < self.board.width,
            Direction::Left => self.column > 0,
            Direction::Down => self.row + 1 < self.board.height,
            Direction::Up => self.row > 0,
        }
    }
}

impl State for Maze {
    type Action = Direction;

    fn players(&self) -> usize {
        1
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.turn < self.board.turns { Turn::Player(Player::FIRST) } else { Turn::Over }
    }

    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Direction) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn < self.board.turns {
            for direction in Direction::ALL {
                if self.can_go(direction) {
                    f(direction)?;
                }
            }
        }
        Continue(())
    }

    #[inline(always)]
    fn random_action(&self, rng: &mut Rng) -> Direction {
        Direction::draw(|direction| self.can_go(direction), rng).expect("every cell has a neighbour")
    }

    #[inline]
    fn apply(&mut self, direction: Direction) {
        match direction {
            Direction::Right => self.column += 1,
            Direction::Left => self.column -= 1,
            Direction::Down => self.row += 1,
            Direction::Up => self.row -= 1,
        }
        let cell = self.cell();
        let points = self.points_of(cell);
        if points > 0 {
            self.score += u32::from(points);
            self.left ^= self.board.keys[cell].0;
            self.taken[cell / 64] |= 1 << (cell % 64);
        }
        self.turn += 1;
    }

    fn payoff(&self, _: Player) -> f64 {
        f64::from(self.score)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        let so_far = f64::from(self.score);
        (so_far, so_far + 9.0 * f64::from((self.board.turns - self.turn).max(1)))
    }
}

impl Deterministic for Maze {}
impl Open for Maze {}

impl Keyed for Maze {
    #[inline]
    fn key(&self) -> u64 {
        self.left ^ self.board.keys[self.cell()].1 ^ zobrist(TURN | u64::from(self.turn))
    }
}

/// Positions are equal when everything visible is equal; which cells were emptied earlier does not matter.
impl PartialEq for Maze {
    fn eq(&self, other: &Maze) -> bool {
        let fixed = |m: &Maze| (m.board.height, m.board.width, m.board.turns);
        let moving = |m: &Maze| (m.row, m.column, m.turn, m.score, m.left);
        fixed(self) == fixed(other)
            && moving(self) == moving(other)
            && self.all_points().eq(other.all_points())
    }
}

impl Eq for Maze {}

impl Hash for Maze {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.key(), self.score).hash(hasher);
    }
}

#[cfg(test)]
mod tests;
