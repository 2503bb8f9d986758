//! Games that are kept: every entry is written before it is acknowledged, under a revision.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use utoipa::ToSchema;
use yomi::engine::record::Record;
use yomi::{Fault, FaultKind, Host};

use crate::body::Sent;
use crate::outside::Enclosed;
use crate::place::{Found, Place, Source};
use crate::refusal::{Refusal, Refused};
use crate::{Yomi, blocking};

/// Where games are kept.
pub trait Keeper: Send + Sync {
    /// All kept games, the last written first.
    fn list(&self) -> Result<Vec<Kept>, Fault>;
    fn find(&self, id: &str) -> Result<Option<Kept>, Fault>;
    /// Writes a game that is at this revision there, 0 for a new one. When it returns, the game is safe.
    fn put(&self, id: &str, revision: u64, content: &Content) -> Result<Written, Fault>;
    /// Whether there was one.
    fn delete(&self, id: &str) -> Result<bool, Fault>;
    /// Where that is, for people.
    fn place(&self) -> Option<String>;
}

/// A game as it is kept: as other commands write and read it.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// A deal, with the seat of the person.
    Deal { record: Record, seat: usize },
    /// What one seat sees of a real game.
    Real { view: Value, over: bool },
}

/// A kept game.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    pub id: String,
    pub revision: u64,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    pub content: Content,
}

/// What came of a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// This is its revision now.
    Kept(u64),
    /// It is at this revision there: nothing was changed.
    Stale(u64),
}

/// Games in memory, for tests and where nothing may be written.
#[derive(Default)]
pub struct InMemory(Mutex<BTreeMap<String, Kept>>);

impl InMemory {
    fn games(&self) -> MutexGuard<'_, BTreeMap<String, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keeper for InMemory {
    fn list(&self) -> Result<Vec<Kept>, Fault> {
        let mut all: Vec<Kept> = self.games().values().cloned().collect();
        all.sort_by_key(|kept| std::cmp::Reverse(kept.at));
        Ok(all)
    }

    fn find(&self, id: &str) -> Result<Option<Kept>, Fault> {
        Ok(self.games().get(id).cloned())
    }

    fn put(&self, id: &str, revision: u64, content: &Content) -> Result<Written, Fault> {
        let mut games = self.games();
        let there = games.get(id).map_or(0, |kept| kept.revision);
        if there != revision {
            return Ok(Written::Stale(there));
        }
        let at = games.values().map(|kept| kept.at).max().unwrap_or(0) + 1;
        let kept = Kept { id: id.into(), revision: there + 1, at, content: content.clone() };
        games.insert(id.into(), kept);
        Ok(Written::Kept(there + 1))
    }

    fn delete(&self, id: &str) -> Result<bool, Fault> {
        Ok(self.games().remove(id).is_some())
    }

    fn place(&self) -> Option<String> {
        None
    }
}

impl Content {
    fn of(found: &Found, place: &Place) -> Content {
        match &found.session {
            Some(session) => Content::Deal {
                record: session.record(),
                seat: place.source.seat.unwrap_or_else(|| found.position.seat().index()),
            },
            None => Content::Real { view: found.position.json(), over: found.over },
        }
    }

    fn game(&self) -> &str {
        match self {
            Content::Deal { record, .. } => &record.game,
            Content::Real { view, .. } => view.get("game").and_then(Value::as_str).unwrap_or_default(),
        }
    }

    fn settings(&self) -> Value {
        match self {
            Content::Deal { record, .. } => record.settings.clone(),
            Content::Real { view, .. } => view.get("settings").cloned().unwrap_or_default(),
        }
    }

    /// As a client sends it.
    fn source(&self) -> Value {
        match self {
            Content::Deal { record, seat } => {
                json!({"seed": record.seed, "moves": record.moves, "seat": seat})
            }
            Content::Real { view, .. } => real_source(view),
        }
    }

    fn is_over(&self) -> bool {
        match self {
            Content::Deal { record, .. } => record.payoffs.is_some(),
            Content::Real { over, .. } => *over,
        }
    }

    /// The file that other commands read.
    fn file(&self) -> Value {
        match self {
            Content::Deal { record, .. } => json!(record),
            Content::Real { view, .. } => view.clone(),
        }
    }
}

/// A view as its start and what was entered since.
pub fn real_source(view: &Value) -> Value {
    let mut start = view.get("start").cloned().unwrap_or_else(|| json!({}));
    if let Some(start) = start.as_object_mut() {
        start.entry("seat").or_insert_with(|| view.get("seat").cloned().unwrap_or_default());
    }
    json!({"start": start, "entries": view.get("history").cloned().unwrap_or_else(|| json!([]))})
}

/// A kept game in a list.
#[derive(Serialize, ToSchema)]
pub struct KeptGame {
    pub id: String,
    pub revision: u64,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    pub game: String,
    #[schema(value_type = Object)]
    pub settings: Value,
    /// As it is sent with a position.
    #[schema(value_type = Object)]
    pub source: Value,
    pub over: bool,
}

impl From<Kept> for KeptGame {
    fn from(kept: Kept) -> KeptGame {
        let Kept { id, revision, at, content } = kept;
        KeptGame {
            id,
            revision,
            at,
            game: content.game().into(),
            settings: content.settings(),
            source: content.source(),
            over: content.is_over(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct KeptGames {
    pub games: Vec<KeptGame>,
    /// The file that they are in; null if they are in memory only.
    pub store: Option<String>,
}

/// The games that are kept, the last written first.
#[utoipa::path(get, path = "/api/kept",
    responses((status = 200, body = KeptGames), (status = 403, body = Refused), (status = 507, body = Refused)))]
pub async fn list(State(yomi): State<Arc<Yomi>>) -> Result<Json<KeptGames>, Refusal> {
    let found = blocking(move || Ok((yomi.keeper.list()?, yomi.keeper.place()))).await?;
    Ok(Json(KeptGames { games: found.0.into_iter().map(KeptGame::from).collect(), store: found.1 }))
}

/// A game to be kept.
#[derive(Deserialize, ToSchema)]
pub struct Keep {
    #[serde(flatten)]
    pub place: Place,
    /// The revision that the client knows; 0 for a new game.
    pub revision: u64,
}

#[derive(Serialize, ToSchema)]
pub struct Revision {
    pub revision: u64,
}

/// Keeps a game. It is in the store when this answers; 409 with the revision there if that is another.
#[utoipa::path(put, path = "/api/kept/{id}", params(("id" = String, Path)), request_body = Object,
    responses((status = 200, body = Revision), (status = 409, body = Revision), (status = 400, body = Refused), (status = 403, body = Refused),
        (status = 408, body = Refused), (status = 413, body = Refused), (status = 415, body = Refused),
        (status = 422, body = Refused), (status = 507, body = Refused)))]
pub async fn put(
    State(yomi): State<Arc<Yomi>>,
    Path(id): Path<String>,
    Sent(keep): Sent<Keep>,
) -> Result<Response, Refusal> {
    check_id(&id)?;
    let written = blocking(move || {
        let host: Arc<dyn Host> = Enclosed::new(yomi.registry.host());
        let content = Content::of(&keep.place.find(&yomi.registry, &host)?, &keep.place);
        match yomi.keeper.put(&id, keep.revision, &content)? {
            // What was sent twice, because the first answer was lost, is there already.
            Written::Stale(there) if yomi.keeper.find(&id)?.is_some_and(|kept| kept.content == content) => {
                Ok(Written::Kept(there))
            }
            written => Ok(written),
        }
    });
    Ok(match written.await? {
        Written::Kept(revision) => Json(Revision { revision }).into_response(),
        Written::Stale(revision) => (StatusCode::CONFLICT, Json(Revision { revision })).into_response(),
    })
}

/// Names of games are letters, digits and hyphens: they are part of paths.
fn check_id(id: &str) -> Result<(), Fault> {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if (1..=64).contains(&id.len()) && id.chars().all(good) {
        return Ok(());
    }
    Err(Fault::bad_option(
        "id: expected 1 to 64 letters, digits and hyphens",
        "id: 1〜64 文字の英数字とハイフンにしてください",
    ))
}

/// The game as the file that `yomi advise`, `yomi play --view` and `yomi replay` read.
#[utoipa::path(get, path = "/api/kept/{id}/export", params(("id" = String, Path)),
    responses((status = 200, body = Object), (status = 403, body = Refused), (status = 404, body = Refused), (status = 507, body = Refused)))]
pub async fn export(State(yomi): State<Arc<Yomi>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let kept = found(&yomi, &id).await?;
    let name = format!("attachment; filename=\"yomi-{}.json\"", kept.content.game());
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(kept.content.file())).into_response())
}

/// One kept game.
#[utoipa::path(get, path = "/api/kept/{id}", params(("id" = String, Path)),
    responses((status = 200, body = KeptGame), (status = 403, body = Refused), (status = 404, body = Refused), (status = 507, body = Refused)))]
pub async fn one(State(yomi): State<Arc<Yomi>>, Path(id): Path<String>) -> Result<Json<KeptGame>, Refusal> {
    Ok(Json(found(&yomi, &id).await?.into()))
}

async fn found(yomi: &Arc<Yomi>, id: &str) -> Result<Kept, Refusal> {
    let (yomi, id) = (yomi.clone(), id.to_string());
    blocking(move || yomi.keeper.find(&id)).await?.ok_or_else(missing)
}

fn missing() -> Refusal {
    Refusal::not_found("no game is kept under this id", "この id の対局は保存されていません")
}

/// Deletes a game with all its revisions.
#[utoipa::path(delete, path = "/api/kept/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = Refused), (status = 404, body = Refused), (status = 507, body = Refused)))]
pub async fn delete(State(yomi): State<Arc<Yomi>>, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    let gone = blocking(move || yomi.keeper.delete(&id)).await?;
    if gone { Ok(StatusCode::NO_CONTENT) } else { Err(missing()) }
}

/// Any file that Yomi reads.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
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
    let content = Content::of(&found, &place);
    Ok(Opened { game: content.game().into(), settings: content.settings(), source: content.source() })
}

fn of_record(record: &Record) -> Place {
    let seat = record.agents.iter().position(|agent| agent == "human").unwrap_or(0);
    let source = Source {
        seed: Some(record.seed),
        moves: Some(record.moves.clone()),
        seat: Some(seat),
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
