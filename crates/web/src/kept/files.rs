//! Files that are read: a view, a record, a state of a contest's engine.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;
use utoipa::ToSchema;
use yomi::engine::record::Record;
use yomi::{Fault, FaultKind, Host};

use super::content;
use crate::body::Sent;
use crate::outside::Enclosed;
use crate::place::{Place, Source};
use crate::refusal::{Refusal, Refused};
use crate::{Yomi, blocking};

/// Any file that Yomi reads.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "{\"game\": \"kuhn\", \"seat\": 0, \"card\": \"Q\", \"history\": []}"}))]
pub struct Imported {
    /// Its content: a view, a record, or a state of another engine.
    pub text: String,
}

/// A game as a client keeps it.
#[derive(Serialize, ToSchema)]
pub struct Opened {
    pub game: String,
    #[schema(value_type = Object)]
    pub settings: Value,
    #[schema(value_type = Object)]
    pub source: Value,
}

/// Reads a file: a view, a record, or the state of a contest's engine.
#[utoipa::path(post, path = "/api/import", request_body = Imported,
    responses((status = 200, body = Opened), (status = 400, body = Refused), (status = 403, body = Refused), (status = 408, body = Refused),
        (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused)))]
pub async fn import(
    State(yomi): State<Arc<Yomi>>,
    Sent(file): Sent<Imported>,
) -> Result<Json<Opened>, Refusal> {
    Ok(Json(blocking(move || read(&yomi, &file.text)).await?))
}

fn read(yomi: &Yomi, text: &str) -> Result<Opened, Fault> {
    let host: Arc<dyn Host> = Enclosed::new(yomi.registry.host());
    let object: Option<Map<String, Value>> = serde_json::from_str(text).ok();
    let has = |key: &str| object.as_ref().is_some_and(|object| object.contains_key(key));
    let place = if has("yomi_record") {
        of_record(&Record::parse(text)?)
    } else if has("game") {
        of_view(object.unwrap_or_default())
    } else {
        let readers = yomi.registry.games().iter().filter(|game| game.abilities().import);
        let mut refused = None;
        let view = readers
            .map(|game| game.on(&host).import(text, &[]))
            .find_map(|read| read.map_err(|why| refused = Some(why)).ok());
        match (view, refused) {
            (Some(Value::Object(view)), _) => of_view(view),
            (_, Some(why)) if object.is_some() => return Err(why),
            _ => return Err(not_a_file()),
        }
    };
    let found = place.find(&yomi.registry, &host)?;
    let content = content::of(&found, &place, None);
    Ok(Opened {
        game: content::game(&content).into(),
        settings: content::settings(&content),
        source: content::source(&content),
    })
}

fn of_record(record: &Record) -> Place {
    let source = Source {
        seed: Some(record.seed),
        moves: Some(record.moves.clone()),
        seat: content::seat(record),
        ..Source::default()
    };
    let settings = record.settings.as_object().cloned().unwrap_or_default();
    Place { game: record.game.clone(), settings, source }
}

fn of_view(view: Map<String, Value>) -> Place {
    let game = view.get("game").and_then(Value::as_str).unwrap_or_default().to_string();
    let settings = view.get("settings").and_then(Value::as_object).cloned().unwrap_or_default();
    Place { game, settings, source: Source { view: Some(view), ..Source::default() } }
}

fn not_a_file() -> Fault {
    Fault::new(
        FaultKind::BadView,
        "this is not a file that Yomi reads; expected a view, a record, or a state of the contest's engine",
        "読めるファイルではありません。ビュー、対局の記録、コンテストの状態のどれかにしてください",
    )
}
