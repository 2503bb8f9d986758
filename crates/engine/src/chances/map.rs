//! A fitted map as it is stored.

use super::acts::Counts;
use super::{Company, Surface};
use crate::agent::AgentText;
use crate::{Fault, FaultKind, json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use yomi_core::Stakes;

/// From what an agent states to what comes, with what it was fitted to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Map {
    pub version: u32,
    /// The command that made it.
    pub command: String,
    pub game: String,
    pub unit: String,
    pub settings: Value,
    pub agent: String,
    pub against: String,
    /// The company that they are; a map for `read` begins with the mean over the others.
    pub opponents: Option<Company>,
    pub limit: String,
    pub seed: u64,
    pub games: u64,
    pub decisions: u64,
    /// Of a search, in the mean.
    pub iterations: f64,
    pub surface: Surface,
    /// How often the opponents did what tells companies apart, where the game sorts it.
    #[serde(default, skip_serializing_if = "Counts::is_empty")]
    pub acts: Counts,
}

impl Map {
    /// Reads a map, and refuses one that does not rise.
    pub fn parse(text: &str) -> Result<Map, Fault> {
        let map: Map = json::parse(text).map_err(|why| Fault::from_text(FaultKind::BadView, why))?;
        let bounds = (map.unit == Stakes::Win.unit()).then_some((0.0, 1.0));
        if !map.surface.is_sound(bounds) {
            return Err(Fault::bad_view(
                "surface: expected rows that rise, one for each phase",
                "surface: 各局面に一行ずつ、増加する行が必要です",
            ));
        }
        Ok(map)
    }

    /// As it is stored: a line for each field.
    pub fn text(&self) -> String {
        let Ok(Value::Object(fields)) = serde_json::to_value(self) else {
            unreachable!("a map is an object")
        };
        let lines: Vec<String> = fields.iter().map(|(key, value)| format!("  \"{key}\": {value}")).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    /// Whether it was fitted to what this agent states, whatever its limit.
    pub fn is_of(&self, agent: &AgentText) -> bool {
        AgentText::parse(&self.agent).is_ok_and(|own| own.name == agent.name && own.options == agent.options)
    }
}
