//! What the games on a grid share: directions, sizes, points as digits, and keys.

pub mod duo;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use yomi_core::{Rejected, Rng, sentence};

/// Maximum number of rows, and of columns.
pub const MOST_SIDE: u16 = 100;
pub const MOST_TURNS: u32 = 10_000;

/// A direction of movement. Earlier ones win ties.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Direction {
    #[serde(rename = "R")]
    Right,
    #[serde(rename = "L")]
    Left,
    #[serde(rename = "D")]
    Down,
    #[serde(rename = "U")]
    Up,
}

impl Direction {
    pub const ALL: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

    pub const fn letter(self) -> &'static str {
        match self {
            Direction::Right => "R",
            Direction::Left => "L",
            Direction::Down => "D",
            Direction::Up => "U",
        }
    }

    /// One of the directions that are open, each equally likely, as `State::random_action` draws it. Playouts
    /// of the mazes do little else, and lose a quarter of their speed where this is not inlined.
    #[inline(always)]
    pub fn draw(is_open: impl Fn(Direction) -> bool, rng: &mut Rng) -> Option<Direction> {
        let mut open = 0;
        for direction in Direction::ALL {
            open += u32::from(is_open(direction));
        }
        if open == 0 {
            return None;
        }
        let mut skip = rng.below(open);
        for direction in Direction::ALL {
            if is_open(direction) {
                if skip == 0 {
                    return Some(direction);
                }
                skip -= 1;
            }
        }
        None
    }
}

impl FromStr for Direction {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Direction, Rejected> {
        Direction::ALL.into_iter().find(|d| d.letter().eq_ignore_ascii_case(text)).ok_or_else(|| {
            Rejected(sentence!(
                "{text:?} is not a direction; expected R, L, D or U",
                "{text:?} という向きはありません。R、L、D、U のどれかにしてください"
            ))
        })
    }
}

/// The points of up to `16 * WORDS` cells, four bits each, so that a position can be `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Points<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Points<WORDS> {
    /// Panics when there are more cells than fit.
    pub fn new(points: &[u8]) -> Self {
        assert!(points.len() <= 16 * WORDS);
        let mut words = [0; WORDS];
        points.iter().enumerate().for_each(|(cell, &p)| words[cell / 16] |= u64::from(p) << (cell % 16 * 4));
        Points(words)
    }

    #[inline]
    pub fn get(&self, cell: usize) -> u8 {
        (self.0[cell / 16] >> (cell % 16 * 4) & 0xF) as u8
    }

    /// Removes the points of a cell.
    #[inline]
    pub fn take(&mut self, cell: usize) -> u8 {
        let points = self.get(cell);
        self.0[cell / 16] &= !(0xF << (cell % 16 * 4));
        points
    }

    pub fn iter(&self, cells: usize) -> impl Iterator<Item = u8> {
        (0..cells).map(|cell| self.get(cell))
    }
}

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    pub height: u8,
    pub width: u8,
}

impl Size {
    /// Reads `5x5`, with a limit on the number of cells and the least number of rows and columns.
    pub fn parse(text: &str, least: (u16, u16), most_cells: usize) -> Result<Size, Rejected> {
        let (height, width) = parse_size(text)?;
        let size = Size { height: height as u8, width: width as u8 };
        if height < least.0 || width < least.1 || size.cells() > most_cells {
            let (rows, columns) = least;
            return Err(Rejected(sentence!(
                "size={text}: expected at least {rows}x{columns} and at most {most_cells} cells",
                "size={text}: {rows}x{columns} 以上、全部で{most_cells}マス以下にしてください"
            )));
        }
        Ok(size)
    }

    pub const fn cells(self) -> usize {
        self.height as usize * self.width as usize
    }

    #[inline]
    pub const fn cell(self, place: Place) -> usize {
        place.row as usize * self.width as usize + place.column as usize
    }

    /// The neighbouring cell, if it is on the board.
    #[inline]
    pub const fn step(self, from: Place, direction: Direction) -> Option<Place> {
        let Place { row, column } = from;
        match direction {
            Direction::Right if column + 1 < self.width => Some(Place { row, column: column + 1 }),
            Direction::Left if column > 0 => Some(Place { row, column: column - 1 }),
            Direction::Down if row + 1 < self.height => Some(Place { row: row + 1, column }),
            Direction::Up if row > 0 => Some(Place { row: row - 1, column }),
            _ => None,
        }
    }

    pub const fn contains(self, place: Place) -> bool {
        place.row < self.height && place.column < self.width
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.height, self.width)
    }
}

/// A cell by row and column, from the top left; in files `[row, column]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "(u8, u8)", into = "(u8, u8)")]
pub struct Place {
    pub row: u8,
    pub column: u8,
}

impl From<(u8, u8)> for Place {
    fn from((row, column): (u8, u8)) -> Place {
        Place { row, column }
    }
}

impl From<Place> for (u8, u8) {
    fn from(place: Place) -> (u8, u8) {
        (place.row, place.column)
    }
}

/// Reads `30x30` as rows and columns.
pub fn parse_size(text: &str) -> Result<(u16, u16), Rejected> {
    let side = |s: &str| s.parse::<u16>().ok().filter(|n| (1..=MOST_SIDE).contains(n));
    let sides = text.split_once('x').and_then(|(h, w)| Some((side(h)?, side(w)?)));
    match sides {
        Some((1, 1)) => Err(Rejected(sentence!(
            "size=1x1: the character could not move; expected at least two cells",
            "size=1x1: キャラクターが動けません。2マス以上にしてください"
        ))),
        Some(sides) => Ok(sides),
        None => Err(Rejected(sentence!(
            "size={text}: expected rows x columns, each from 1 to {MOST_SIDE}, for example 30x30",
            "size={text}: 30x30 のように 行数x列数（それぞれ1から{MOST_SIDE}まで）で書いてください"
        ))),
    }
}

/// Points from 0 to 9 as one string of digits per row.
pub fn digit_rows(width: usize, points: impl Iterator<Item = u8>) -> Vec<String> {
    let digits: Vec<char> = points.map(|p| char::from(b'0' + p)).collect();
    digits.chunks(width).map(|row| row.iter().collect()).collect()
}

pub fn read_digit_rows(height: u16, width: u16, rows: &[String]) -> Result<Box<[u8]>, Rejected> {
    let is_row = |r: &String| r.len() == usize::from(width) && r.bytes().all(|b| b.is_ascii_digit());
    if rows.len() != usize::from(height) || !rows.iter().all(is_row) {
        return Err(Rejected(sentence!(
            "points: expected {height} rows of {width} digits",
            "points: {width}桁の数字を{height}行書いてください"
        )));
    }
    Ok(rows.iter().flat_map(|r| r.bytes()).map(|b| b - b'0').collect())
}

/// A fixed random number for every small key: a Zobrist table without the table.
///
/// Not [`yomi_bits::mix`]: where a beam is capped or uses dominance, ties are broken by key, and the maze
/// suites were measured with these numbers.
#[inline]
pub const fn zobrist(x: u64) -> u64 {
    let mut z = (x + 1).wrapping_mul(yomi_bits::GOLDEN);
    z = (z ^ (z >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    z = (z ^ (z >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    z ^ (z >> 32)
}

/// The part of a position's key for these points on this cell.
#[inline]
pub const fn points_key(cell: usize, points: u8) -> u64 {
    zobrist((cell as u64) << 4 | points as u64)
}

/// Draws a board: `mark` says what stands on a cell; points and dots fill the rest.
pub fn draw_cells(size: Size, points: impl Fn(usize) -> u8, mark: impl Fn(Place) -> Option<char>) -> String {
    let mut picture = String::new();
    for row in 0..size.height {
        let cell = |column| {
            let place = Place { row, column };
            let digit = match points(size.cell(place)) {
                0 => '·',
                p => char::from(b'0' + p),
            };
            mark(place).unwrap_or(digit).to_string()
        };
        picture += &(0..size.width).map(cell).collect::<Vec<_>>().join(" ");
        picture.push('\n');
    }
    picture
}

/// Whether a game can have this turn and these scores after `moves` moves of each seat.
pub fn check_turn_and_scores(
    turn: u16,
    turns: u16,
    scores: [u16; 2],
    moves: [u16; 2],
) -> Result<(), Rejected> {
    if u32::from(turns) > MOST_TURNS || turns == 0 || turn > turns {
        return Err(Rejected(sentence!(
            "turn {turn} of {turns}: expected 0 <= turn <= turns <= {MOST_TURNS}",
            "turn {turn} / turns {turns}: 0 <= turn <= turns <= {MOST_TURNS} にしてください"
        )));
    }
    if (0..2).any(|i| u32::from(scores[i]) > 9 * u32::from(moves[i])) {
        return Err(Rejected(sentence!(
            "scores: {scores:?} are more than {moves:?} moves can bring",
            "scores: {scores:?} は {moves:?} 手では取れない点です"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_is_drawn_as_from_a_list() {
        for open in 0..16u32 {
            let is_open =
                |d: Direction| open >> Direction::ALL.iter().position(|&x| x == d).unwrap() & 1 == 1;
            let list: Vec<Direction> = Direction::ALL.into_iter().filter(|&d| is_open(d)).collect();
            let (mut one, mut other) = (Rng::new(u64::from(open)), Rng::new(u64::from(open)));
            for _ in 0..100 {
                let expected = (!list.is_empty()).then(|| list[one.below(list.len() as u32) as usize]);
                assert_eq!(Direction::draw(is_open, &mut other), expected);
            }
            assert_eq!(one.next_u64(), other.next_u64());
        }
    }
}
