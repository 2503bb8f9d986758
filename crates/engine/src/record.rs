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
        if record.agents.iter().any(|agent| agent.contains(char::is_control)) {
            return Err(Fault::bad_view(
                "agents: a name has a control character; expected letters, digits and signs",
                "agents: 名前に制御文字があります。文字、数字、記号だけにしてください",
            ));
        }
        Ok(record)
    }
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
        assert!(record("花子 (me)").is_ok());
        for name in ["\u{1b}[31mred", "two\nlines", "\u{7}"] {
            assert!(record(name).unwrap_err().text.to_string().contains("control character"), "{name:?}");
        }
    }
}
