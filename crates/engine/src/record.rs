//! Recorded games: a JSON object with everything needed to replay and check a game.

use crate::{Fault, FaultKind, json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use yomi_core::ruleset::ActionOf;
use yomi_core::{Ruleset, Sentence, State, sentence};

/// A finished or unfinished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this format.
    pub yomi_record: u32,
    pub game: String,
    pub settings: Value,
    pub seed: u64,
    /// The agent of each seat.
    pub agents: Vec<String>,
    /// Whether hidden information was shown during the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// All moves and chance outcomes, in order.
    pub moves: Vec<String>,
    /// The payoff of each seat; absent if the game is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<Vec<f64>>,
    /// Seats that lost because their player could not go on: its moves from then on are random ones, and the
    /// payoffs are those of the loss.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<Forfeit>,
}

/// A seat that lost because its player could not go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    pub seat: usize,
    pub why: Sentence,
}

/// The actions of a game as a record writes them.
pub(crate) fn written<R: Ruleset>(rules: &R, seed: u64, played: &[ActionOf<R>]) -> Vec<String> {
    let mut state = rules.start(seed);
    let text = |&action: &ActionOf<R>| {
        let text = rules.recorded_text(&state, action);
        state.apply(action);
        text
    };
    played.iter().map(text).collect()
}

pub const VERSION: u32 = 1;
/// Larger files are rejected.
pub const MOST_BYTES: u64 = 16 << 20;

impl Record {
    /// Reads the text of a record.
    pub fn parse(text: &str) -> Result<Record, Fault> {
        let record: Record = json::parse(text).map_err(|why| {
            let text = sentence!("not a record: {why}", "対局の記録ではありません: {why:#}");
            Fault::from_text(FaultKind::BadView, text)
        })?;
        if record.yomi_record != VERSION {
            let found = record.yomi_record;
            return Err(Fault::bad_view(
                format!("yomi_record {found}; this version reads {VERSION}"),
                format!("yomi_record {found}: このバージョンが読めるのは {VERSION} です"),
            ));
        }
        // They are printed.
        if record.agents.iter().any(|agent| agent.contains(is_control_or_format)) {
            return Err(Fault::bad_view(
                "agents: a name has a control character; expected letters, digits and signs",
                "agents: 名前に制御文字があります。文字、数字、記号だけにしてください",
            ));
        }
        Ok(record)
    }
}

/// Whether a character writes no sign of its own but changes how others are shown, which a name that is printed may not do:
/// control characters, and what Unicode calls format characters (category Cf) and separators of lines (Zl, Zp). Those that
/// turn the direction of writing make a line read as what it is not.
pub fn is_control_or_format(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
            | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}'
            | '\u{e0020}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_write_on_a_terminal_are_refused() {
        let record = |name: &str| {
            let of = serde_json::json!({"yomi_record": VERSION, "game": "kuhn", "settings": {}, "seed": 1,
                "agents": [name, "best"], "moves": []});
            Record::parse(&of.to_string())
        };
        for name in ["花子 (me)", "Zoë", "é in two: e\u{301}", "♠"] {
            assert!(record(name).is_ok(), "{name:?}");
        }
        let turned =
            ["taro\u{202e}tseb", "\u{2066}a\u{2069}", "\u{61c}a", "a\u{200b}b", "\u{feff}a", "a\u{e0041}"];
        for name in ["\u{1b}[31mred", "two\nlines", "\u{7}", "two\u{2028}lines"].into_iter().chain(turned) {
            assert!(record(name).unwrap_err().text.to_string().contains("control character"), "{name:?}");
        }
    }
}
