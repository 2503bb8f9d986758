//! The board that the two mazes for two players share: two characters, two scores, points to collect.

use super::{MOST_TURNS, Place, Points, Size, digit_rows, draw_cells, read_digit_rows};
use serde::{Deserialize, Serialize, de::Error};
use yomi_core::ruleset::{Pick, parse_number};
use yomi_core::{OptionSpec, Player, Rejected, Settings, Text, sentence};

const WORDS: usize = 8;
/// Limited by the packed array that holds the points.
pub const MOST_CELLS: usize = 16 * WORDS;
/// Both characters need a cell of their own next to the centre.
const LEAST_SIZE: (u16, u16) = (1, 3);

/// How large a board is and how long a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub size: Size,
    pub turns: u16,
}

impl Extent {
    pub const SIZE_HELP: Text =
        Text { en: "rows x columns, at most 128 cells", ja: "行数x列数（128マスまで）" };

    /// The most single moves or turns in a game.
    pub const MOST_TURNS: u64 = MOST_TURNS as u64;

    pub const fn size_option(default: &'static str) -> OptionSpec {
        OptionSpec::text("size", default, Extent::SIZE_HELP)
    }

    pub fn from_settings(settings: &Settings) -> Result<Extent, Rejected> {
        let size = Size::parse(&settings["size"], LEAST_SIZE, MOST_CELLS)?;
        let turns = parse_number("turns", &settings["turns"], 1..=u64::from(MOST_TURNS))? as u16;
        Ok(Extent { size, turns })
    }

    /// Rejects a board of another size or length.
    pub fn check(&self, duo: &Duo) -> Result<(), Rejected> {
        let found = Extent { size: duo.size, turns: duo.turns };
        if found == *self {
            return Ok(());
        }
        Err(Rejected(sentence!(
            "the view is of size={} turns={}, the settings say size={} turns={}",
            "ビューは size={} turns={} ですが、設定は size={} turns={} です",
            found.size,
            found.turns,
            self.size,
            self.turns
        )))
    }
}

/// The board as plain data; the games define how it changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Duo {
    pub points: Points<WORDS>,
    pub size: Size,
    pub places: [Place; 2],
    pub scores: [u16; 2],
    pub turn: u16,
    pub turns: u16,
}

impl Duo {
    /// A starting position with these points, without those under the characters.
    pub fn new(extent: Extent, mut points: Vec<u8>) -> Duo {
        let Extent { size, turns } = extent;
        let (row, middle) = (size.height / 2, size.width / 2);
        let places = [middle - 1, middle + 1].map(|column| Place { row, column });
        places.iter().for_each(|&p| points[size.cell(p)] = 0);
        Duo { points: Points::new(&points), size, places, scores: [0; 2], turn: 0, turns }
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.turn >= self.turns
    }

    /// 1 for the higher score, one half for equal scores.
    #[inline]
    pub fn payoff(&self, p: Player) -> f64 {
        match self.scores[p.index()].cmp(&self.scores[p.other().index()]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }

    /// Characters, turn and scores as one number: exact up to 65,535 points per seat.
    #[inline]
    pub fn standing(&self) -> u64 {
        let places = self.size.cell(self.places[0]) as u64 | (self.size.cell(self.places[1]) as u64) << 8;
        places
            | u64::from(self.turn) << 16
            | u64::from(self.scores[0]) << 32
            | u64::from(self.scores[1]) << 48
    }

    pub fn draw(&self, pick: Pick) -> String {
        let [a, b] = self.places;
        let mark = |place| match place {
            _ if place == a && place == b => Some('*'),
            _ if place == a => Some('A'),
            _ if place == b => Some('B'),
            _ => None,
        };
        let [first, second] = self.scores;
        format!("{} {}/{}   A {first}   B {second}\n", pick("turn", "手数"), self.turn, self.turns)
            + &draw_cells(self.size, |cell| self.points.get(cell), mark)
    }

    /// Whether these scores are possible after this many moves of each seat.
    pub fn check_scores(&self, moves: [u16; 2]) -> Result<(), Rejected> {
        super::check_turn_and_scores(self.turn, self.turns, self.scores, moves)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    size: String,
    turns: u16,
    turn: u16,
    scores: [u16; 2],
    characters: [Place; 2],
    points: Vec<String>,
}

impl Serialize for Duo {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        Written {
            size: self.size.to_string(),
            turns: self.turns,
            turn: self.turn,
            scores: self.scores,
            characters: self.places,
            points: digit_rows(self.size.width.into(), self.points.iter(self.size.cells())),
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for Duo {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(Written::deserialize(from)?).map_err(D::Error::custom)
    }
}

fn read(written: Written) -> Result<Duo, Rejected> {
    let Written { turns, turn, scores, characters: places, .. } = written;
    let size = Size::parse(&written.size, LEAST_SIZE, MOST_CELLS)?;
    let points = read_digit_rows(size.height.into(), size.width.into(), &written.points)?;
    for place in places {
        if !size.contains(place) {
            let Place { row, column } = place;
            return Err(Rejected(sentence!(
                "characters: [{row}, {column}] is outside {size}",
                "characters: [{row}, {column}] は {size} の外です"
            )));
        }
        if points[size.cell(place)] != 0 {
            return Err(Rejected(sentence!(
                "points: the cells of the characters hold none",
                "points: キャラクターのいるマスに点は置けません"
            )));
        }
    }
    Ok(Duo { points: Points::new(&points), size, places, scores, turn, turns })
}
