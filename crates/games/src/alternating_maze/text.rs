//! The alternating maze as people write it.

use super::{AlternatingMaze, Direction, MOST_CELLS};
use crate::grid::{self, MOST_TURNS, Place, Size};
use crate::mersenne::suite_seeds;
use serde::{Deserialize, Serialize, de::Error};
use yomi_core::ruleset::parse_number;
use yomi_core::{OptionSpec, Rejected, Ruleset, Settings, Stakes, Text};

/// The alternating maze with its size and its number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub size: Size,
    pub turns: u16,
}

/// Both characters need a cell of their own beside the centre.
const LEAST_SIZE: (u16, u16) = (1, 3);

impl Ruleset for Rules {
    type State = AlternatingMaze;

    const NAME: &'static str = "alternating-maze";
    const SUMMARY: Text = Text {
        en: "two players take turns to collect points on a grid; everything is seen",
        ja: "二人が交互に格子を歩いて点を集める（完全情報）",
    };
    const STAKES: Stakes = Stakes::Win;
    const SETTINGS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "size",
            default: "3x3",
            help: Text { en: "rows x columns, at most 128 cells", ja: "行数x列数（128マスまで）" },
        },
        OptionSpec {
            name: "turns",
            default: "4",
            help: Text {
                en: "single moves in a game, 1 to 10000", ja: "一局の手数（両者合計、1〜10000）"
            },
        },
    ];

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        let size = Size::parse(&settings["size"], LEAST_SIZE, MOST_CELLS)?;
        let turns = parse_number("turns", &settings["turns"], 1..=u64::from(MOST_TURNS))? as u16;
        Ok(Rules { size, turns })
    }

    fn start(&self, seed: u64) -> AlternatingMaze {
        AlternatingMaze::generate(self.size, self.turns, seed)
    }

    fn seeds(seed: u64, games: usize) -> Vec<u64> {
        suite_seeds(seed, games)
    }

    fn check_seen(&self, maze: &AlternatingMaze) -> Result<(), Rejected> {
        if (maze.size, maze.turns) == (self.size, self.turns) {
            return Ok(());
        }
        Err(Rejected(format!(
            "the view is of size={} turns={}, the settings say size={} turns={}",
            maze.size, maze.turns, self.size, self.turns
        )))
    }

    fn action_text(&self, direction: Direction) -> String {
        direction.letter().to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Direction, Rejected> {
        text.parse()
    }

    fn event_text(&self, direction: &Direction) -> String {
        self.action_text(*direction)
    }

    fn parse_event(&self, text: &str) -> Result<Direction, Rejected> {
        self.parse_action(text)
    }

    fn draw(&self, maze: &AlternatingMaze) -> String {
        let [a, b] = maze.places;
        let mark = |place| match place {
            _ if place == a && place == b => Some('*'),
            _ if place == a => Some('A'),
            _ if place == b => Some('B'),
            _ => None,
        };
        let [first, second] = maze.scores;
        format!("turn {}/{}   A {first}   B {second}\n", maze.turn, maze.turns)
            + &grid::draw_cells(maze.size, |cell| maze.points.get(cell), mark)
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

impl Serialize for AlternatingMaze {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        Written {
            size: self.size.to_string(),
            turns: self.turns,
            turn: self.turn,
            scores: self.scores,
            characters: self.places,
            points: grid::digit_rows(self.size.width.into(), self.points.iter(self.size.cells())),
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for AlternatingMaze {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(Written::deserialize(from)?).map_err(D::Error::custom)
    }
}

fn read(written: Written) -> Result<AlternatingMaze, Rejected> {
    let Written { turns, turn, scores, characters, .. } = written;
    let (size, points) =
        grid::read_two_player_board(&written.size, LEAST_SIZE, MOST_CELLS, &written.points, characters)?;
    // Seat 0 moves first, so it has made one move more when their number is odd.
    grid::check_turn_and_scores(turn, turns, scores, [turn.div_ceil(2), turn / 2])?;
    let maze = AlternatingMaze::new(size, turns, &points, characters);
    Ok(AlternatingMaze { turn, scores, ..maze })
}
