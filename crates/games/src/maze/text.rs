//! The text notation of the maze.

use super::{Board, Direction, Maze};
use crate::grid::{self, MOST_TURNS, parse_size};
use crate::mersenne::suite_seeds;
use serde::{Deserialize, Serialize, de::Error};
use yomi_core::ruleset::{Pick, parse_number};
use yomi_core::{OptionSpec, Rejected, Ruleset, Settings, Stakes, Text, sentence};

/// The maze with its size and its number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub height: u16,
    pub width: u16,
    pub turns: u32,
}

impl Ruleset for Rules {
    type State = Maze;

    const NAME: &'static str = "maze";
    const SUMMARY: Text = Text {
        en: "one player walks a grid and collects as many points as the turns allow",
        ja: "一人でマス目を歩き、決まった手数でできるだけ多くの点を集める",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Score;
    const SETTINGS: &'static [OptionSpec] = &[
        OptionSpec::text(
            "size",
            "30x30",
            Text { en: "rows x columns, each up to 100", ja: "行数x列数（それぞれ100まで）" },
        ),
        OptionSpec::count(
            "turns",
            "100",
            1,
            MOST_TURNS as u64,
            Text { en: "moves in a game, 1 to 10000", ja: "一局の手数（1〜10000）" },
        ),
    ];

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        let (height, width) = parse_size(&settings["size"])?;
        let turns = parse_number("turns", &settings["turns"], 1..=u64::from(MOST_TURNS))? as u32;
        Ok(Rules { height, width, turns })
    }

    fn start(&self, seed: u64) -> Maze {
        Maze::generate(self.height, self.width, self.turns, seed)
    }

    fn players(&self) -> usize {
        1
    }

    fn seeds(seed: u64, games: usize) -> Vec<u64> {
        suite_seeds(seed, games)
    }

    fn check_seen(&self, maze: &Maze) -> Result<(), Rejected> {
        let Board { height, width, turns, .. } = *maze.board;
        if (height, width, turns) == (self.height, self.width, self.turns) {
            return Ok(());
        }
        Err(Rejected(sentence!(
            "the view is of size={height}x{width} turns={turns}, the settings say size={}x{} turns={}",
            "ビューは size={height}x{width} turns={turns} ですが、設定は size={}x{} turns={} です",
            self.height,
            self.width,
            self.turns
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

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, maze: &Maze, pick: Pick) -> String {
        let mut picture = format!(
            "{} {}/{}   {} {}\n",
            pick("turn", "ターン"),
            maze.turn,
            maze.turns(),
            pick("score", "得点"),
            maze.score
        );
        for row in 0..maze.height() {
            for column in 0..maze.width() {
                let cell = match maze.points_at(row, column) {
                    _ if maze.character() == (row, column) => '@',
                    0 => '·',
                    points => char::from(b'0' + points),
                };
                picture.push(cell);
                picture.push(if column + 1 < maze.width() { ' ' } else { '\n' });
            }
        }
        picture
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    size: String,
    turns: u32,
    turn: u32,
    score: u32,
    character: (u16, u16),
    points: Vec<String>,
}

impl Serialize for Maze {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        Written {
            size: format!("{}x{}", self.height(), self.width()),
            turns: self.turns(),
            turn: self.turn,
            score: self.score,
            character: (self.row, self.column),
            points: grid::digit_rows(self.width(), self.all_points()),
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for Maze {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(Written::deserialize(from)?).map_err(D::Error::custom)
    }
}

fn read(written: Written) -> Result<Maze, Rejected> {
    let (height, width) = parse_size(&written.size)?;
    if !(1..=MOST_TURNS).contains(&written.turns) || written.turn > written.turns {
        return Err(Rejected(sentence!(
            "turn {} of {}: expected 0 <= turn <= turns <= {MOST_TURNS}",
            "turn {} / turns {}: 0 <= turn <= turns <= {MOST_TURNS} にしてください",
            written.turn,
            written.turns
        )));
    }
    if written.score > 9 * written.turn {
        return Err(Rejected(sentence!(
            "score: {} is more than {} turns can bring",
            "score: {} は{}ターンでは取れない点です",
            written.score,
            written.turn
        )));
    }
    let (row, column) = written.character;
    if row >= height || column >= width {
        return Err(Rejected(sentence!(
            "character: [{row}, {column}] is outside {height}x{width}",
            "character: [{row}, {column}] は {height}x{width} の外です"
        )));
    }
    let points = grid::read_digit_rows(height, width, &written.points)?;
    if points[usize::from(row) * usize::from(width) + usize::from(column)] != 0 {
        return Err(Rejected(sentence!(
            "points: the character's own cell holds none",
            "points: キャラクターのいるマスに点は置けません"
        )));
    }
    let board = Board::new(height, width, written.turns, points);
    Ok(Maze { turn: written.turn, score: written.score, ..Maze::new(board, row, column) })
}
