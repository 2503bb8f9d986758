//! The text notation of Connect Four.

use super::{COLUMNS, Column, ConnectFour, ROWS, STRIDE};
use serde::{Deserialize, Serialize, de::Error};
use yomi_core::ruleset::Pick;
use yomi_core::{Player, Rejected, Ruleset, Settings, Stakes, State, Text, Turn, sentence};

/// Connect Four has no settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

impl Ruleset for Rules {
    type State = ConnectFour;

    const NAME: &'static str = "connect-four";
    const SUMMARY: Text = Text {
        en: "two players drop discs; four in a row wins; everything is seen",
        ja: "二人で駒を落とし、四つ並べた方が勝ち（すべて見える）",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Win;

    fn from_settings(_: &Settings) -> Result<Self, Rejected> {
        Ok(Rules)
    }

    fn start(&self, _seed: u64) -> ConnectFour {
        ConnectFour::default()
    }

    fn common_start(&self, _: Player) -> Option<ConnectFour> {
        Some(ConnectFour::default())
    }

    fn check_seen(&self, _: &ConnectFour) -> Result<(), Rejected> {
        Ok(())
    }

    fn action_text(&self, column: Column) -> String {
        (column.number() + 1).to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Column, Rejected> {
        match text.as_bytes() {
            [digit @ b'1'..=b'7'] => Ok(Column::new(u32::from(digit - b'1'))),
            _ => Err(Rejected(sentence!(
                "{text:?} is not a column; expected 1 to {COLUMNS}",
                "{text:?} という列はありません。1から{COLUMNS}までにしてください"
            ))),
        }
    }

    fn event_text(&self, column: &Column) -> String {
        self.action_text(*column)
    }

    fn parse_event(&self, text: &str) -> Result<Column, Rejected> {
        self.parse_action(text)
    }

    /// A run of digits is a list of moves, with or without spaces.
    fn split_moves<'a>(&self, list: &'a str) -> Vec<&'a str> {
        list.split_whitespace()
            .flat_map(|word| {
                if word.bytes().all(|b| b.is_ascii_digit()) {
                    (0..word.len()).map(|i| &word[i..=i]).collect()
                } else {
                    vec![word]
                }
            })
            .collect()
    }

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, state: &ConnectFour, pick: Pick) -> String {
        let seat = pick("seat ", "席");
        let mut picture = String::new();
        for row in rows(state) {
            let cells: Vec<String> = row.chars().map(|c| disc(c).to_string()).collect();
            picture += &format!("│ {} │\n", cells.join(" "));
        }
        picture += &format!("└{}┘\n", "─".repeat(2 * COLUMNS as usize + 1));
        let numbers: Vec<String> = (1..=COLUMNS).map(|n| n.to_string()).collect();
        picture += &format!("  {}\n", numbers.join(" "));
        let mover = if state.turn() == Turn::Over {
            "-"
        } else if first_moves(state) {
            "●"
        } else {
            "○"
        };
        picture += &format!("● {seat}0   ○ {seat}1   {}: {mover}\n", pick("to move", "手番"));
        picture
    }
}

fn disc(letter: char) -> char {
    match letter {
        'X' => '●',
        'O' => '○',
        _ => '·',
    }
}

fn first_moves(state: &ConnectFour) -> bool {
    state.discs().is_multiple_of(2)
}

/// Six rows of seven letters, the top row first.
fn rows(state: &ConnectFour) -> Vec<String> {
    let first_moves = state.discs().is_multiple_of(2);
    let (first, second) =
        if first_moves { (state.mine(), state.theirs()) } else { (state.theirs(), state.mine()) };
    let letter = |row: u32, column: u32| {
        let bit = 1u64 << (column * STRIDE + row);
        if first & bit != 0 {
            'X'
        } else if second & bit != 0 {
            'O'
        } else {
            '.'
        }
    };
    (0..ROWS).rev().map(|row| (0..COLUMNS).map(|column| letter(row, column)).collect()).collect()
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    board: Vec<String>,
}

impl Serialize for ConnectFour {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        Written { board: rows(self) }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for ConnectFour {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let board = Written::deserialize(from)?.board;
        let sized =
            board.len() == ROWS as usize && board.iter().all(|row| row.chars().count() == COLUMNS as usize);
        if !sized {
            return Err(D::Error::custom(sentence!(
                "board: expected {ROWS} rows of {COLUMNS} cells",
                "board: {COLUMNS}マスの行を{ROWS}行書いてください"
            )));
        }
        let (mut first, mut second) = (0u64, 0u64);
        for (row, line) in board.iter().rev().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                let bit = 1u64 << (column as u32 * STRIDE + row as u32);
                match letter {
                    'X' => first |= bit,
                    'O' => second |= bit,
                    '.' => {}
                    other => {
                        return Err(D::Error::custom(sentence!(
                            "board: {other:?} is not a cell; expected X, O or .",
                            "board: {other:?} は使えません。X、O、. で書いてください"
                        )));
                    }
                }
            }
        }
        ConnectFour::from_discs(first, second)
            .map_err(|why| D::Error::custom(sentence!("board: {why}", "board: {why:#}")))
    }
}
