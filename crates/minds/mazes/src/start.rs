//! What a real maze starts with: its size, its length and its board, row by row as it is drawn.

use serde_json::{Map, Value, json};
use yomi_core::{OptionSpec, Rejected, Sentence, sentence};
use yomi_engine::start::Answers;
use yomi_engine::wire::{StartField, StartKind};

/// The name of the field that holds the rows.
const BOARD: &str = "board";

/// The settings, and then the board.
pub fn fields(settings: &[OptionSpec], en: &str, ja: &str, example: &str) -> Vec<StartField> {
    let board = StartField {
        name: BOARD.into(),
        kind: StartKind::Rows,
        help: Sentence::new(
            format!("the board, row by row: {en} 0 or . for a cell without points"),
            format!("盤面を上から一行ずつ: {ja}点のないマスは 0 か ."),
        ),
        example: example.into(),
    };
    settings.iter().map(StartField::setting).chain([board]).collect()
}

/// The cells that a board may have besides digits.
pub struct Legend<'a> {
    pub rows: usize,
    pub columns: usize,
    /// Where the characters stand; each exactly once.
    pub marks: &'a [char],
    pub walls: bool,
}

/// A board as it was entered.
pub struct Entered {
    /// One string of digits per row, as a view has it; `#` for walls.
    pub points: Vec<String>,
    /// Row and column of each mark, in the order of the legend.
    pub places: Vec<(usize, usize)>,
}

impl Legend<'_> {
    /// The board, if all of its rows were entered.
    pub fn read(&self, answers: &Answers) -> Result<Option<Entered>, Rejected> {
        let rows = answers.get(BOARD).unwrap_or_default();
        let mut places = vec![None; self.marks.len()];
        let mut points = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            points.push(self.row(at, row, &mut places)?);
        }
        if rows.len() < self.rows {
            return Ok(None);
        }
        let missing = places.iter().position(Option::is_none);
        if let Some(mark) = missing.map(|at| self.marks[at]) {
            return Err(Rejected(sentence!(
                "the board has no {mark}, the cell where a character stands",
                "盤面に {mark}（キャラクターのいるマス）がありません"
            )));
        }
        Ok(Some(Entered { points, places: places.into_iter().flatten().collect() }))
    }

    /// One row as a view writes it; notes where the marks are.
    fn row(&self, at: usize, row: &str, places: &mut [Option<(usize, usize)>]) -> Result<String, Rejected> {
        let (number, rows, columns) = (at + 1, self.rows, self.columns);
        if at >= rows {
            return Err(Rejected(sentence!(
                "row {number}: the board has {rows} rows",
                "{number}行目: 盤面は{rows}行です"
            )));
        }
        let found = row.chars().count();
        if found != columns {
            return Err(Rejected(sentence!(
                "row {number} has {found} cells; expected {columns}",
                "{number}行目は{found}マスです。{columns}マスにしてください"
            )));
        }
        let mut written = String::new();
        for (column, cell) in row.chars().enumerate() {
            let mark = self.marks.iter().position(|mark| mark.eq_ignore_ascii_case(&cell));
            written.push(match cell {
                '0'..='9' => cell,
                '.' | '·' => '0',
                '#' if self.walls => '#',
                _ if mark.is_some_and(|mark| places[mark].is_none()) => {
                    places[mark.expect("it is one")] = Some((at, column));
                    '0'
                }
                _ if mark.is_some() => {
                    return Err(Rejected(sentence!(
                        "row {number}: {cell} stands on the board twice",
                        "{number}行目: {cell} が盤面に二つあります"
                    )));
                }
                _ => return Err(self.strange(number, cell)),
            });
        }
        Ok(written)
    }

    fn strange(&self, number: usize, cell: char) -> Rejected {
        let walls = if self.walls { Some('#') } else { None };
        let others: String = self.marks.iter().copied().chain(walls).map(|mark| format!(" {mark}")).collect();
        Rejected(sentence!(
            "row {number}: {cell:?} is not a cell; expected digits and .{others}",
            "{number}行目: {cell:?} というマスはありません。数字と .{others} で書いてください"
        ))
    }
}

/// The keys of a board that two characters start on.
pub fn duo(size: String, turns: u16, board: Entered) -> Map<String, Value> {
    let Entered { points, places } = board;
    let keys = json!({
        "size": size, "turns": turns, "turn": 0, "scores": [0, 0], "characters": places, "points": points,
    });
    object(keys)
}

/// The keys of a board that one character starts on.
pub fn solo(size: String, turns: u32, board: Entered) -> Map<String, Value> {
    let Entered { points, places } = board;
    let keys = json!({
        "size": size, "turns": turns, "turn": 0, "score": 0, "character": places[0], "points": points,
    });
    object(keys)
}

pub fn object(keys: Value) -> Map<String, Value> {
    match keys {
        Value::Object(keys) => keys,
        _ => unreachable!("keys are written as an object"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: &str) -> Result<Option<Entered>, String> {
        let legend = Legend { rows: 2, columns: 3, marks: &['A', 'B'], walls: true };
        let mut answers = Answers::default();
        answers.set(BOARD, rows.split_whitespace().map(str::to_string).collect());
        legend.read(&answers).map_err(|why| why.to_string())
    }

    #[test]
    fn a_board_is_read_as_it_is_drawn() {
        let board = read("A1. b#9").unwrap().expect("complete");
        assert_eq!(board.points, ["010", "0#9"]);
        assert_eq!(board.places, [(0, 0), (1, 0)]);
        assert!(read("A12").unwrap().is_none() && read("").unwrap().is_none(), "rows are missing");
    }

    #[test]
    fn what_cannot_be_a_board_is_named() {
        for (rows, why) in [
            ("A1", "row 1 has 2 cells; expected 3"),
            ("A12 3B4 567", "row 3: the board has 2 rows"),
            ("A12 3A4", "row 2: A stands on the board twice"),
            ("A12 3x4", "row 2: 'x' is not a cell; expected digits and . A B #"),
            ("A12 345", "the board has no B, the cell where a character stands"),
        ] {
            assert_eq!(read(rows).err().as_deref(), Some(why));
        }
    }
}
