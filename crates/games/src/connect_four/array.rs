//! Connect Four on plain arrays, one cell at a time: the straightforward implementation, as in the search
//! book before its eighth chapter. It has the same rules as the bitboard and exists to be compared with it.

use super::{COLUMNS, Column, ConnectFour, ROWS, STRIDE};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Deterministic, Keyed, Player, State, Turn, ZeroSum};

const WIDTH: usize = COLUMNS as usize;
const HEIGHT: usize = ROWS as usize;

/// Rows from the bottom up.
type Discs = [[bool; WIDTH]; HEIGHT];

/// A position: the discs of the player to move and those of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayBoard {
    mine: Discs,
    theirs: Discs,
    mover: Player,
    /// Whether the player who moved last has four in a row.
    won: bool,
}

impl From<&ConnectFour> for ArrayBoard {
    fn from(board: &ConnectFour) -> ArrayBoard {
        let read = |discs: u64| -> Discs {
            std::array::from_fn(|row| {
                std::array::from_fn(|column| discs >> (column as u32 * STRIDE + row as u32) & 1 == 1)
            })
        };
        let (mine, theirs) = (read(board.mine()), read(board.theirs()));
        ArrayBoard { mine, theirs, mover: board.mover(), won: board.winner().is_some() }
    }
}

impl ArrayBoard {
    /// The row where a disc dropped into this column lands.
    fn landing(&self, column: usize) -> Option<usize> {
        (0..HEIGHT).find(|&row| !self.mine[row][column] && !self.theirs[row][column])
    }

    fn is_full(&self) -> bool {
        (0..WIDTH).all(|column| self.landing(column).is_none())
    }
}

/// Whether the disc on this cell is one of four in a row.
fn is_one_of_four(discs: &Discs, row: usize, column: usize) -> bool {
    let run = |up: isize, right: isize| {
        let inside = |at: isize, most: usize| usize::try_from(at).ok().filter(|&i| i < most);
        (1..4)
            .take_while(|&n| {
                let r = inside(row as isize + n * up, HEIGHT);
                let c = inside(column as isize + n * right, WIDTH);
                r.zip(c).is_some_and(|(r, c)| discs[r][c])
            })
            .count()
    };
    [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(up, right)| run(up, right) + run(-up, -right) >= 3)
}

impl State for ArrayBoard {
    type Action = Column;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.won || self.is_full() { Turn::Over } else { Turn::Player(self.mover) }
    }

    fn try_for_each_action<B>(&self, mut f: impl FnMut(Column) -> ControlFlow<B>) -> ControlFlow<B> {
        if !self.won {
            for column in 0..COLUMNS {
                if self.landing(column as usize).is_some() {
                    f(Column::new(column))?;
                }
            }
        }
        Continue(())
    }

    fn apply(&mut self, column: Column) {
        let column = column.number() as usize;
        if let Some(row) = self.landing(column) {
            self.mine[row][column] = true;
            self.won = is_one_of_four(&self.mine, row, column);
        }
        std::mem::swap(&mut self.mine, &mut self.theirs);
        self.mover = self.mover.other();
    }

    fn payoff(&self, p: Player) -> f64 {
        match (self.won, self.mover == p) {
            (false, _) => 0.5,
            (true, true) => 0.0,
            (true, false) => 1.0,
        }
    }
}

impl Keyed for ArrayBoard {
    /// The discs of the mover, and the lowest empty cell of each column.
    fn key(&self) -> u64 {
        let bit = |row: usize, column: usize| 1u64 << (column as u32 * STRIDE + row as u32);
        let mut key = 0;
        for column in 0..WIDTH {
            let height = self.landing(column).unwrap_or(HEIGHT);
            let mine = (0..height).filter(|&row| self.mine[row][column]);
            key |= mine.fold(bit(height, column), |bits, row| bits | bit(row, column));
        }
        key
    }
}

impl Deterministic for ArrayBoard {}
impl ZeroSum for ArrayBoard {}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;
    use yomi_core::testkit::{Effort, rules};

    #[test]
    fn keeps_the_contract() {
        let start = |_| ArrayBoard::from(&ConnectFour::default());
        rules::check_rules(Effort::games(100), start);
        rules::check_deterministic(Effort::games(100), start);
        rules::check_zero_sum(Effort::games(100), start);
        rules::check_keys(Effort::games(100), start);
    }

    #[test]
    fn is_the_same_game_as_on_bits() {
        let mut rng = Rng::new(5);
        for _ in 0..2_000 {
            let mut bits = ConnectFour::default();
            let mut array = ArrayBoard::from(&bits);
            loop {
                assert_eq!(array, ArrayBoard::from(&bits));
                assert_eq!((array.turn(), array.actions()), (bits.turn(), bits.actions()), "{bits:?}");
                if bits.turn() == Turn::Over {
                    let payoffs = |s: &dyn Fn(Player) -> f64| [s(Player::FIRST), s(Player::SECOND)];
                    assert_eq!(payoffs(&|p| array.payoff(p)), payoffs(&|p| bits.payoff(p)));
                    break;
                }
                let column = bits.random_action(&mut rng);
                bits.apply(column);
                array.apply(column);
            }
        }
    }
}
