//! Recorded games: a JSON object with everything needed to replay and check a game.

use crate::{Fault, json};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
}

pub const VERSION: u32 = 1;
/// Larger files are rejected.
pub const MOST_BYTES: u64 = 16 << 20;

impl Record {
    /// Reads the text of a record.
    pub fn parse(text: &str) -> Result<Record, Fault> {
        let record: Record = json::parse(text).map_err(|why| {
            Fault::bad_view(format!("not a record: {why}"), format!("対局の記録ではありません: {why}"))
        })?;
        if record.yomi_record != VERSION {
            let found = record.yomi_record;
            return Err(Fault::bad_view(
                format!("yomi_record {found}; this version reads {VERSION}"),
                format!("yomi_record {found}: このバージョンが読めるのは {VERSION} です"),
            ));
        }
        Ok(record)
    }
}
