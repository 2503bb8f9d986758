//! Puzzles as files hold them and every front end sends them: plain data, in the game's unit.

use crate::game::{Position, Table};
use crate::record::is_control_or_format;
use crate::wire::{Bound, Legal};
use crate::{Fault, FaultKind, json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use yomi_core::sentence;

/// The version of this format.
pub const VERSION: u32 = 1;
/// Larger files are rejected.
pub const MOST_BYTES: u64 = 16 << 20;
/// Levels of difficulty, from 1.
pub const LEVELS: u8 = 5;
/// No game has larger values.
const MOST_VALUE: f64 = 1e6;
/// An id names what is remembered of a puzzle: longer ones are rejected.
const LONGEST_ID: usize = 64;

/// Puzzles of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzles {
    /// The version of this format.
    pub yomi_puzzles: u32,
    pub game: String,
    /// Settings, without those that tell what is hidden.
    pub settings: Value,
    /// The unit of all values: see [`Advice::unit`](crate::wire::Advice::unit).
    pub unit: String,
    /// What made them.
    pub command: String,
    /// Games that were looked at, and decisions in them.
    pub games: u64,
    pub decisions: u64,
    pub puzzles: Vec<Puzzle>,
}

/// A position with one clearly best move that a natural choice misses.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// A hash of the position: progress is remembered under it.
    pub id: String,
    /// From 1, which most weaker players find, to [`LEVELS`].
    pub level: u8,
    /// Of the answers of weaker players, how many missed the best move, and how many there were.
    pub missed: [u32; 2],
    pub best: String,
    /// The best of the other moves.
    pub second: String,
    /// What the best move is worth to the seat.
    pub value: f64,
    /// How far ahead of the second it is, in the same worlds, and the standard error of that: 0 where it is
    /// proven.
    pub lead: f64,
    pub lead_se: f64,
    /// What kind of numbers these are.
    pub bound: Bound,
    /// Worlds that the moves were played on in; 0 where none were needed.
    pub worlds: u64,
    /// Choices that suggest themselves, and are wrong.
    pub natural: Vec<Natural>,
    /// What the seat sees: its start and its history. What is hidden is not in it.
    pub view: Map<String, Value>,
}

/// A choice that suggests itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Natural {
    /// The agent that plays it, or the person who did.
    pub who: String,
    #[serde(rename = "move")]
    pub text: String,
}

impl Puzzles {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Puzzles, Fault> {
        let read: Puzzles = json::parse(text).map_err(|why| {
            let text = sentence!("not a file of puzzles: {why}", "問題のファイルではありません: {why:#}");
            Fault::from_text(FaultKind::BadView, text)
        })?;
        let found = read.yomi_puzzles;
        if found != VERSION {
            return Err(Fault::bad_view(
                format!("yomi_puzzles {found}; this version reads {VERSION}"),
                format!("yomi_puzzles {found}: このバージョンが読めるのは {VERSION} です"),
            ));
        }
        read.check()?;
        Ok(read)
    }

    /// Whether everything can be printed, and every figure is one that a puzzle can have.
    fn check(&self) -> Result<(), Fault> {
        for (key, text) in [("game", &self.game), ("unit", &self.unit), ("command", &self.command)] {
            check_text(key, text)?;
        }
        (0..).zip(&self.puzzles).try_for_each(|(n, puzzle)| puzzle.check(n))
    }

    /// As a file: one puzzle per line.
    #[must_use]
    pub fn text(&self) -> String {
        let head = Puzzles { puzzles: Vec::new(), ..self.clone() };
        let lines: Vec<String> = self.puzzles.iter().map(to_text).collect();
        let head = to_text(&head);
        let head = head.strip_suffix("]}").unwrap_or(&head);
        format!("{head}\n{}\n]}}\n", lines.join(",\n"))
    }
}

/// A text that is printed must not write on a terminal by itself.
fn check_text(key: &str, text: &str) -> Result<(), Fault> {
    match text.contains(is_control_or_format) {
        false => Ok(()),
        true => Err(Fault::bad_view(
            format!("{key}: has a control character; expected letters, digits and signs"),
            format!("{key}: 制御文字があります。文字、数字、記号だけにしてください"),
        )),
    }
}

fn check_number(key: &str, value: f64, (least, most): (f64, f64)) -> Result<(), Fault> {
    match (least..=most).contains(&value) {
        true => Ok(()),
        false => Err(Fault::bad_view(
            format!("{key}: {value:?}; expected a number from {least} to {most}"),
            format!("{key}: {value:?}: {least}から{most}までの数にしてください"),
        )),
    }
}

fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("puzzles are plain data")
}

impl Puzzle {
    /// The same of the `n`th puzzle of a file.
    fn check(&self, n: usize) -> Result<(), Fault> {
        let key = |name: &str| format!("puzzles[{n}].{name}");
        let is_of_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if !(1..=LONGEST_ID).contains(&self.id.len()) || !self.id.chars().all(is_of_id) {
            return Err(Fault::bad_view(
                format!("{}: expected 1 to {LONGEST_ID} letters, digits and hyphens", key("id")),
                format!("{}: 1〜{LONGEST_ID}文字の英数字とハイフンにしてください", key("id")),
            ));
        }
        if !(1..=LEVELS).contains(&self.level) {
            let (key, level) = (key("level"), self.level);
            return Err(Fault::bad_view(
                format!("{key}: {level}; expected a whole number from 1 to {LEVELS}"),
                format!("{key}: {level}: 1から{LEVELS}までの整数にしてください"),
            ));
        }
        let [missed, answers] = self.missed;
        if missed > answers {
            let key = key("missed");
            return Err(Fault::bad_view(
                format!("{key}: {missed} of {answers}; expected no more misses than answers"),
                format!("{key}: {answers} 個中 {missed} 個: 外れの数は答えの数以下にしてください"),
            ));
        }
        check_number(&key("value"), self.value, (-MOST_VALUE, MOST_VALUE))?;
        check_number(&key("lead"), self.lead, (0.0, MOST_VALUE))?;
        check_number(&key("lead_se"), self.lead_se, (0.0, MOST_VALUE))?;
        check_text(&key("best"), &self.best)?;
        check_text(&key("second"), &self.second)?;
        for (at, natural) in self.natural.iter().enumerate() {
            check_text(&key(&format!("natural[{at}].who")), &natural.who)?;
            check_text(&key(&format!("natural[{at}].move")), &natural.text)?;
        }
        Ok(())
    }

    /// The position to be asked about. Refused where it is not one of this table, or its best move is not legal.
    pub fn position(&self, table: &dyn Table) -> Result<Box<dyn Position>, Fault> {
        let position = table.read_view(&self.view).map_err(|why| why.at(self.place()))?;
        let legal = position.legal();
        let named = [&self.best, &self.second].into_iter().chain(self.natural.iter().map(|n| &n.text));
        for text in named {
            if !legal.iter().any(|legal| legal.text == *text) {
                return Err(not_legal(text, &legal).at(self.place()));
            }
        }
        Ok(position)
    }

    fn place(&self) -> crate::Sentence {
        let id = crate::fault::excerpt(&self.id);
        sentence!("puzzle {id}", "問題 {id}")
    }
}

/// The move that an answer names: its notation in either language, or its number in the list, from 1.
pub fn answered(legal: &[Legal], typed: &str) -> Result<String, Fault> {
    let typed = typed.trim();
    let same = |text: &str| text.eq_ignore_ascii_case(typed);
    let named = legal.iter().find(|l| same(&l.text) || l.text_ja.as_deref().is_some_and(same));
    let number = typed.parse::<usize>().ok().filter(|_| !moves_are_numbers(legal));
    let found = named.or_else(|| legal.get(number?.checked_sub(1)?));
    found.map(|legal| legal.text.clone()).ok_or_else(|| not_legal(typed, legal))
}

/// A game whose moves are numbers is answered in its notation: a column that is full is not the number of another.
#[must_use]
pub fn moves_are_numbers(legal: &[Legal]) -> bool {
    legal.iter().any(|legal| legal.text.parse::<usize>().is_ok())
}

fn not_legal(typed: &str, legal: &[Legal]) -> Fault {
    let typed = crate::fault::excerpt(typed);
    let list: Vec<&str> = legal.iter().map(|legal| legal.text.as_str()).collect();
    let (texts, most) = (list.join(" "), legal.len());
    let list_ja: Vec<&str> = legal.iter().map(|l| l.text_ja.as_deref().unwrap_or(&l.text)).collect();
    let texts_ja = list_ja.join(" ");
    let (or, or_ja) = match moves_are_numbers(legal) {
        true => Default::default(),
        false => (format!(", or a number from 1 to {most}"), format!("、または1から{most}までの番号")),
    };
    Fault::new(
        FaultKind::IllegalMove,
        format!("{typed:?} is not legal here; expected one of {texts}{or}"),
        format!("{typed:?} はここでは選べません。使えるもの: {texts_ja}{or_ja}"),
    )
    .expecting(list)
}
