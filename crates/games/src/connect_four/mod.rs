#![doc = include_str!("README.md")]

mod array;
mod text;
pub use array::ArrayBoard;
pub use text::Rules;

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow::{self, Continue};
use yomi_bits::nth_bit;
use yomi_core::{Deterministic, Keyed, Open, Player, Rejected, Rng, State, Turn, ZeroSum, sentence};

pub const COLUMNS: u32 = 7;
pub const ROWS: u32 = 6;
/// Bits per column: its cells from the bottom up, and a guard bit that stays empty.
const STRIDE: u32 = ROWS + 1;

/// The lowest cell of every column.
pub const BOTTOM: u64 = {
    let (mut bits, mut c) = (0, 0);
    while c < COLUMNS {
        bits |= 1 << (c * STRIDE);
        c += 1;
    }
    bits
};
/// Every cell, without the guard bits.
pub const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The highest cell of every column.
const TOP: u64 = BOTTOM << (ROWS - 1);

/// A column to drop a disc into, stored as the number of its lowest bit, which is what playing a move needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The column with this number, counted from 0 at the left.
    pub const fn new(number: u32) -> Column {
        assert!(number < COLUMNS);
        Column((number * STRIDE) as u8)
    }

    pub const fn number(self) -> u32 {
        self.0 as u32 / STRIDE
    }
}

impl Serialize for Column {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        to.serialize_u32(self.number() + 1)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u32::deserialize(from)? {
            n @ 1..=COLUMNS => Ok(Column::new(n - 1)),
            n => Err(serde::de::Error::custom(sentence!(
                "column {n} does not exist; expected 1 to {COLUMNS}",
                "{n}列目はありません。1から{COLUMNS}までです"
            ))),
        }
    }
}

/// A position: the discs of the player to move, and all discs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConnectFour {
    mine: u64,
    all: u64,
}

impl ConnectFour {
    /// The discs of the player to move, bit `7 * column + row`.
    pub const fn mine(&self) -> u64 {
        self.mine
    }

    /// The discs of the player who moved last.
    pub const fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    /// The empty cells.
    pub const fn empty(&self) -> u64 {
        BOARD & !self.all
    }

    /// The cell where the next disc of each column lands.
    pub const fn landing(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// How many discs have been played.
    pub const fn discs(&self) -> u32 {
        self.all.count_ones()
    }

    /// The cell where a disc dropped into this column lands, as a bit.
    pub const fn cell_of(&self, column: Column) -> u64 {
        (self.all + (1 << column.0)) & !self.all
    }

    /// The position after the mover's disc landed on this cell, one of [`landing`](Self::landing).
    #[inline]
    pub const fn with_disc(&self, cell: u64) -> ConnectFour {
        ConnectFour { mine: self.mine ^ self.all, all: self.all | cell }
    }

    /// The mirror image.
    #[inline]
    pub const fn mirrored(&self) -> ConnectFour {
        ConnectFour { mine: mirror(self.mine), all: mirror(self.all) }
    }

    /// The seat to move; after the end of the game, the seat that would move next.
    #[inline]
    const fn mover(&self) -> Player {
        if self.discs() & 1 == 0 { Player::FIRST } else { Player::SECOND }
    }

    /// The seat that has four in a row.
    pub fn winner(&self) -> Option<Player> {
        has_four(self.theirs()).then(|| self.mover().other())
    }

    /// A position from the discs of both seats, if it can occur in a game.
    pub fn from_discs(first: u64, second: u64) -> Result<ConnectFour, Rejected> {
        let all = first | second;
        if first & second != 0 || all & !BOARD != 0 {
            return Err(Rejected(sentence!(
                "two discs in one cell, or a disc outside the board",
                "一つのマスに駒が二つあるか、盤の外に駒があります"
            )));
        }
        // In a column filled from the bottom, the addition carries through all discs and leaves one bit above
        // them.
        if all & (all + BOTTOM) != 0 {
            return Err(Rejected(sentence!(
                "a disc hangs in the air: columns fill from the bottom",
                "宙に浮いた駒があります。列は下から埋まります"
            )));
        }
        let (a, b) = (first.count_ones(), second.count_ones());
        if a != b && a != b + 1 {
            return Err(Rejected(sentence!(
                "{a} discs of X and {b} of O: X starts, and they take turns",
                "Xが{a}個、Oが{b}個あります。Xが先手で、交互に打ちます"
            )));
        }
        let state = ConnectFour { mine: if a == b { first } else { second }, all };
        if has_four(state.mine) {
            return Err(Rejected(sentence!(
                "four in a row already stood before the last move",
                "最後の手の前に、もう四つ並んでいます"
            )));
        }
        Ok(state)
    }
}

/// The same discs with the columns in the opposite order.
#[inline]
const fn mirror(discs: u64) -> u64 {
    const COLUMN: u64 = (1 << STRIDE) - 1;
    let (mut mirrored, mut c) = (0, 0);
    while c < COLUMNS {
        mirrored |= (discs >> (c * STRIDE) & COLUMN) << ((COLUMNS - 1 - c) * STRIDE);
        c += 1;
    }
    mirrored
}

/// Whether four of these discs are in a row: finds pairs first, then pairs of pairs.
#[inline(always)]
pub const fn has_four(discs: u64) -> bool {
    let (s, d, u) = (STRIDE, STRIDE - 1, STRIDE + 1);
    let vertical = discs & (discs >> 1);
    let level = discs & (discs >> s);
    let falling = discs & (discs >> d);
    let rising = discs & (discs >> u);
    (vertical & (vertical >> 2))
        | (level & (level >> (2 * s)))
        | (falling & (falling >> (2 * d)))
        | (rising & (rising >> (2 * u)))
        != 0
}

/// The cells, empty or not, that would complete a line of four with these discs.
pub const fn completing(discs: u64) -> u64 {
    let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
    let mut directions = [STRIDE - 1, STRIDE, STRIDE + 1].as_slice();
    while let [step, rest @ ..] = directions {
        let s = *step;
        let pair = (discs << s) & (discs << (2 * s));
        cells |= pair & (discs << (3 * s));
        cells |= pair & (discs >> s);
        let pair = (discs >> s) & (discs >> (2 * s));
        cells |= pair & (discs << s);
        cells |= pair & (discs >> (3 * s));
        directions = rest;
    }
    cells & BOARD
}

impl State for ConnectFour {
    type Action = Column;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline(always)]
    fn turn(&self) -> Turn {
        if has_four(self.theirs()) || self.all == BOARD { Turn::Over } else { Turn::Player(self.mover()) }
    }

    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Column) -> ControlFlow<B>) -> ControlFlow<B> {
        if has_four(self.theirs()) {
            return Continue(());
        }
        let mut open = TOP & !self.all;
        while open != 0 {
            f(Column((open.trailing_zeros() - (ROWS - 1)) as u8))?;
            open &= open - 1;
        }
        Continue(())
    }

    #[inline(always)]
    fn apply(&mut self, column: Column) {
        self.mine ^= self.all;
        self.all |= self.all + (1 << column.0);
    }

    #[inline]
    fn payoff(&self, p: Player) -> f64 {
        match self.winner() {
            Some(winner) => f64::from(u8::from(winner == p)),
            None => 0.5,
        }
    }

    fn is_legal(&self, column: Column) -> bool {
        !has_four(self.theirs()) && self.cell_of(column) & BOARD != 0
    }

    #[inline(always)]
    fn random_action(&self, rng: &mut Rng) -> Column {
        let open = TOP & !self.all;
        Column((nth_bit(open, rng.below(open.count_ones())) - (ROWS - 1)) as u8)
    }
}

impl Deterministic for ConnectFour {}
impl ZeroSum for ConnectFour {}
impl Open for ConnectFour {}

impl Keyed for ConnectFour {
    /// Different positions have different keys: the addition carries and so marks the height of each column.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.mine + self.all + BOTTOM
    }
}

#[cfg(test)]
mod tests;
