//! Answers as they are sent: one JSON object per line, with the id of the request first.

use crate::lang::Lang;
use serde::Serialize;
use serde_json::{Map, Value, json};
use yomi::{Fault, FaultKind};

/// What an answer says beside its id.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    /// The turn it is about, where several were asked about.
    pub turn: Option<usize>,
    /// More is to come.
    pub partial: bool,
}

/// An answer with one value.
pub fn line(id: &Value, mark: Mark, key: &str, value: &impl Serialize) -> String {
    let value = serde_json::to_string(value).expect("answers are plain data");
    let turn = mark.turn.map_or(String::new(), |turn| format!("\"turn\":{turn},"));
    let partial = if mark.partial { "\"partial\":true," } else { "" };
    format!("{{\"id\":{id},{turn}{partial}\"{key}\":{value}}}")
}

/// An answer with several.
pub fn object(id: &Value, fields: Value) -> String {
    let mut all = Map::from_iter([("id".to_string(), id.clone())]);
    if let Value::Object(fields) = fields {
        all.extend(fields);
    }
    Value::Object(all).to_string()
}

pub fn ok(id: &Value) -> String {
    line(id, Mark::default(), "ok", &true)
}

/// The answer to what was refused or failed.
pub fn error(id: &Value, lang: Lang, why: &Fault) -> String {
    let mut error = json!({"code": why.kind, "message": lang.sentence(&why.text)});
    if let Some(entry) = why.entry {
        error["entry"] = entry.into();
    }
    if !why.expected.is_empty() {
        error["expected"] = why.expected.clone().into();
    }
    line(id, Mark::default(), "error", &error)
}

/// A search that panics must not take the others with it.
pub fn internal() -> Fault {
    Fault::new(
        FaultKind::Internal,
        "this request failed inside Yomi, which is a defect of Yomi: please report it",
        "Yomi の不具合でこのリクエストに失敗しました。報告してください",
    )
}
