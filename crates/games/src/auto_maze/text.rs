//! The text notation of the auto maze.

use super::{AutoMaze, Board, MOST_CELLS, MOST_CHARACTERS, Place};
use crate::grid::{self, MOST_TURNS, Points, Size};
use crate::mersenne::suite_seeds;
use serde::{Deserialize, Serialize, de::Error};
use yomi_core::ruleset::{Pick, parse_number};
use yomi_core::{OptionSpec, Rejected, Ruleset, Settings, Stakes, State, Text, sentence};

/// The auto maze with its size, its number of turns and of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub size: Size,
    pub turns: u16,
    pub characters: u8,
}

impl Ruleset for Rules {
    type State = AutoMaze;

    const NAME: &'static str = "auto-maze";
    const SUMMARY: Text = Text {
        en: "place characters that then walk by themselves: one decision without context",
        ja: "キャラクターの初期位置だけを決め、あとは自動で点を集める（決めるのは一度だけの一人用）",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Score;
    const SETTINGS: &'static [OptionSpec] = &[
        OptionSpec::text(
            "size",
            "5x5",
            Text { en: "rows x columns, at most 128 cells", ja: "行数x列数（128マスまで）" },
        ),
        OptionSpec::count(
            "turns",
            "5",
            1,
            MOST_TURNS as u64,
            Text {
                en: "steps of every character, 1 to 10000", ja: "各キャラクターの歩数（1〜10000）"
            },
        ),
        OptionSpec::count(
            "characters",
            "3",
            1,
            MOST_CHARACTERS as u64,
            Text { en: "characters to place, 1 to 8", ja: "置くキャラクターの数（1〜8）" },
        ),
    ];

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        let size = Size::parse(&settings["size"], (1, 1), MOST_CELLS)?;
        let turns = parse_number("turns", &settings["turns"], 1..=u64::from(MOST_TURNS))? as u16;
        let characters =
            parse_number("characters", &settings["characters"], 1..=MOST_CHARACTERS as u64)? as u8;
        Ok(Rules { size, turns, characters })
    }

    fn start(&self, seed: u64) -> AutoMaze {
        AutoMaze::new(Board::generate(self.size, self.turns, self.characters, seed))
    }

    fn players(&self) -> usize {
        1
    }

    fn seeds(seed: u64, games: usize) -> Vec<u64> {
        suite_seeds(seed, games)
    }

    fn check_seen(&self, maze: &AutoMaze) -> Result<(), Rejected> {
        let Board { size, turns, characters, .. } = maze.board;
        if (size, turns, characters) == (self.size, self.turns, self.characters) {
            return Ok(());
        }
        Err(Rejected(sentence!(
            "the view is of size={size} turns={turns} characters={characters}, the settings say size={} turns={} characters={}",
            "ビューは size={size} turns={turns} characters={characters} ですが、設定は size={} turns={} characters={} です",
            self.size,
            self.turns,
            self.characters
        )))
    }

    fn action_text(&self, place: Place) -> String {
        format!("{},{}", place.row, place.column)
    }

    fn parse_action(&self, text: &str) -> Result<Place, Rejected> {
        let read = |(row, column): (&str, &str)| {
            Some(Place { row: row.parse().ok()?, column: column.parse().ok()? })
        };
        let place = text.split_once(',').and_then(read).filter(|&p| self.size.contains(p));
        let expected = || {
            Rejected(sentence!(
                "{text:?} is not a cell of {}; expected y,x, for example 0,2",
                "{text:?} は {} のマスではありません。0,2 のように y,x で書いてください",
                self.size
            ))
        };
        place.ok_or_else(expected)
    }

    fn event_text(&self, place: &Place) -> String {
        self.action_text(*place)
    }

    fn parse_event(&self, text: &str) -> Result<Place, Rejected> {
        self.parse_action(text)
    }

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, maze: &AutoMaze, pick: Pick) -> String {
        let mark = |place| {
            let first = maze.placed().iter().position(|&p| p == place);
            first.map(|i| char::from(b'A' + i as u8))
        };
        let done = maze.turn() == yomi_core::Turn::Over;
        let score = if done {
            format!("   {} {}", pick("score", "得点"), maze.board.walk(&maze.places))
        } else {
            String::new()
        };
        format!("{} {}/{}{score}\n", pick("characters", "キャラクター"), maze.placed, maze.board.characters)
            + &grid::draw_cells(maze.board.size, |cell| maze.board.points.get(cell), mark)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    size: String,
    turns: u16,
    characters: u8,
    placed: Vec<Place>,
    points: Vec<String>,
}

impl Serialize for AutoMaze {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        let Board { points, size, turns, characters } = self.board;
        Written {
            size: size.to_string(),
            turns,
            characters,
            placed: self.placed().to_vec(),
            points: grid::digit_rows(size.width.into(), points.iter(size.cells())),
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for AutoMaze {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(Written::deserialize(from)?).map_err(D::Error::custom)
    }
}

fn read(written: Written) -> Result<AutoMaze, Rejected> {
    let size = Size::parse(&written.size, (1, 1), MOST_CELLS)?;
    let Written { turns, characters, .. } = written;
    if turns == 0 || u32::from(turns) > MOST_TURNS {
        return Err(Rejected(sentence!(
            "turns: expected 1 to {MOST_TURNS}",
            "turns: 1から{MOST_TURNS}までにしてください"
        )));
    }
    if !(1..=MOST_CHARACTERS).contains(&usize::from(characters))
        || written.placed.len() > usize::from(characters)
    {
        return Err(Rejected(sentence!(
            "characters: expected 1 to {MOST_CHARACTERS}, and no more placed than there are",
            "characters: 1から{MOST_CHARACTERS}までで、置いた数がそれを超えないようにしてください"
        )));
    }
    let points = grid::read_digit_rows(size.height.into(), size.width.into(), &written.points)?;
    let mut maze = AutoMaze::new(Board { points: Points::new(&points), size, turns, characters });
    for place in written.placed {
        if !size.contains(place) {
            return Err(Rejected(sentence!(
                "placed: [{}, {}] is outside {size}",
                "placed: [{}, {}] は {size} の外です",
                place.row,
                place.column
            )));
        }
        maze.apply(place);
    }
    Ok(maze)
}
