//! Puzzles as files hold them and every front end sends them: plain data, in the game's unit.

use crate::game::{Position, Table};
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
        Ok(read)
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

fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("puzzles are plain data")
}

impl Puzzle {
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
