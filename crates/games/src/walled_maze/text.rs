//! The text notation of the walled maze.

use super::{MOST_CELLS, Step, WalledMaze};
use crate::grid::{self, MOST_TURNS, Place, Size};
use crate::mersenne::suite_seeds;
use serde::{Deserialize, Serialize, de::Error};
use yomi_core::ruleset::{Pick, parse_number};
use yomi_core::{OptionSpec, Rejected, Ruleset, Settings, Stakes, Text, sentence};

/// The walled maze with its size and its number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub size: Size,
    pub turns: u16,
}

fn parse_odd_size(text: &str) -> Result<Size, Rejected> {
    let size = Size::parse(text, (1, 1), MOST_CELLS)?;
    if size.height.is_multiple_of(2) || size.width.is_multiple_of(2) {
        return Err(Rejected(sentence!(
            "size={text}: both sides must be odd, for example 7x7",
            "size={text}: 7x7 のように縦も横も奇数にしてください"
        )));
    }
    Ok(size)
}

impl Ruleset for Rules {
    type State = WalledMaze;

    const NAME: &'static str = "walled-maze";
    const SUMMARY: Text = Text {
        en: "one player walks a maze with walls and collects points while the turns last",
        ja: "一人で壁のある迷路を歩き、決まった手数でできるだけ多くの点を集める",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Score;
    const SETTINGS: &'static [OptionSpec] = &[
        OptionSpec::text(
            "size",
            "7x7",
            Text {
                en: "rows x columns, both odd, at most 64 cells", ja: "行数x列数（奇数、64マスまで）"
            },
        ),
        OptionSpec::count(
            "turns",
            "49",
            1,
            MOST_TURNS as u64,
            Text { en: "moves in a game, 1 to 10000", ja: "一局の手数（1〜10000）" },
        ),
    ];

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        let size = parse_odd_size(&settings["size"])?;
        let turns = parse_number("turns", &settings["turns"], 1..=u64::from(MOST_TURNS))? as u16;
        Ok(Rules { size, turns })
    }

    fn start(&self, seed: u64) -> WalledMaze {
        WalledMaze::generate(self.size, self.turns, seed)
    }

    fn players(&self) -> usize {
        1
    }

    fn seeds(seed: u64, games: usize) -> Vec<u64> {
        suite_seeds(seed, games)
    }

    fn check_seen(&self, maze: &WalledMaze) -> Result<(), Rejected> {
        if (maze.size, maze.turns) == (self.size, self.turns) {
            return Ok(());
        }
        Err(Rejected(sentence!(
            "the view is of size={} turns={}, the settings say size={} turns={}",
            "ビューは size={} turns={} ですが、設定は size={} turns={} です",
            maze.size,
            maze.turns,
            self.size,
            self.turns
        )))
    }

    fn action_text(&self, step: Step) -> String {
        match step {
            Step::Go(direction) => direction.letter().to_string(),
            Step::Stay => "-".to_string(),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Step, Rejected> {
        if text == "-" {
            return Ok(Step::Stay);
        }
        let why = || {
            Rejected(sentence!(
                "{text:?} is not a move; expected R, L, D, U, or - where none is possible",
                "{text:?} という手はありません。R、L、D、U、動けないときは - です"
            ))
        };
        text.parse().map(Step::Go).map_err(|_| why())
    }

    fn event_text(&self, step: &Step) -> String {
        self.action_text(*step)
    }

    fn parse_event(&self, text: &str) -> Result<Step, Rejected> {
        self.parse_action(text)
    }

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, maze: &WalledMaze, pick: Pick) -> String {
        let mark = |place| match place {
            _ if place == maze.place => Some('@'),
            _ if maze.walls >> maze.size.cell(place) & 1 == 1 => Some('#'),
            _ => None,
        };
        format!(
            "{} {}/{}   {} {}\n",
            pick("turn", "ターン"),
            maze.turn,
            maze.turns,
            pick("score", "得点"),
            maze.score
        ) + &grid::draw_cells(maze.size, |cell| maze.points.get(cell), mark)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    size: String,
    turns: u16,
    turn: u16,
    score: u32,
    character: Place,
    points: Vec<String>,
}

impl Serialize for WalledMaze {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        let mut points = grid::digit_rows(self.size.width.into(), self.points.iter(self.size.cells()));
        for (row, line) in points.iter_mut().enumerate() {
            let wall = |column: usize| self.walls >> (row * usize::from(self.size.width) + column) & 1 == 1;
            *line = line.chars().enumerate().map(|(column, c)| if wall(column) { '#' } else { c }).collect();
        }
        Written {
            size: self.size.to_string(),
            turns: self.turns,
            turn: self.turn,
            score: self.score,
            character: self.place,
            points,
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for WalledMaze {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(Written::deserialize(from)?).map_err(D::Error::custom)
    }
}

fn read(written: Written) -> Result<WalledMaze, Rejected> {
    let size = parse_odd_size(&written.size)?;
    let Written { turn, turns, score, character: place, .. } = written;
    grid::check_turn_and_scores(turn, turns, [score.min(u16::MAX.into()) as u16, 0], [turn, 0])?;
    let open: Vec<String> = written.points.iter().map(|row| row.replace('#', "0")).collect();
    let points = grid::read_digit_rows(size.height.into(), size.width.into(), &open)
        .map_err(|why| Rejected(sentence!("{why}, # for walls", "{why:#}、壁は # です")))?;
    let letters = written.points.iter().flat_map(|row| row.bytes());
    let walls = letters.enumerate().fold(0, |bits, (cell, b)| bits | u64::from(b == b'#') << cell);
    if !size.contains(place) || walls >> size.cell(place) & 1 == 1 || points[size.cell(place)] != 0 {
        return Err(Rejected(sentence!(
            "character: [{}, {}] must be an empty cell inside {size}",
            "character: [{}, {}] は {size} の中の空いたマスにしてください",
            place.row,
            place.column
        )));
    }
    Ok(WalledMaze { turn, score, ..WalledMaze::new(size, turns, &points, walls, place) })
}
