//! Games that are kept: every entry is written before it is acknowledged, under a revision.

mod content;
pub mod files;
mod keeper;

pub use keeper::{InMemory, InStore, Keeper, Kept, Written, stamp};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use utoipa::ToSchema;
use yomi::{Fault, Host};

use crate::body::Sent;
use crate::outside::{self, Enclosed};
use crate::place::{Place, Source, SourceKind};
use crate::refusal::{Refusal, Refused};
use crate::{Yomi, blocking};

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
    /// The agent that plays the other seats of a deal, where one does.
    pub opponent: Option<String>,
    /// How many moves players have made in it, what was dealt not counted; null if its game cannot be opened.
    pub moves: Option<usize>,
    pub over: bool,
}

impl KeptGame {
    fn of(yomi: &Yomi, kept: Kept) -> KeptGame {
        let moves = yomi.counted.of(yomi, &kept);
        let Kept { id, revision, at, content } = kept;
        KeptGame {
            moves,
            id,
            revision,
            at,
            game: content::game(&content).into(),
            settings: content::settings(&content),
            source: content::source(&content),
            opponent: content::opponent(&content).map(str::to_string),
            over: content::is_over(&content),
        }
    }
}

/// How many moves kept games hold, by their revision: a view must be played through to count them, which is done once.
#[derive(Default)]
pub struct Counted(Mutex<BTreeMap<String, (u64, Option<usize>)>>);

impl Counted {
    /// More than a list has; beyond it counting begins anew.
    const MOST: usize = 1000;

    fn of(&self, yomi: &Yomi, kept: &Kept) -> Option<usize> {
        let known = self.lock().get(&kept.id).copied();
        if let Some((_, moves)) = known.filter(|(revision, _)| *revision == kept.revision) {
            return moves;
        }
        let host: Arc<dyn Host> = Enclosed::new(yomi.registry.host());
        let moves = content::moves(&kept.content, &yomi.registry, &host);
        let mut all = self.lock();
        if all.len() >= Counted::MOST {
            all.clear();
        }
        all.insert(kept.id.clone(), (kept.revision, moves));
        moves
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, (u64, Option<usize>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    let listed = blocking(move || {
        let games = yomi.keeper.list().map_err(Refusal::of_store)?;
        let games = games.into_iter().map(|kept| KeptGame::of(&yomi, kept)).collect();
        Ok::<_, Refusal>(KeptGames { games, store: yomi.keeper.file() })
    });
    Ok(Json(listed.await?))
}

/// A game to be kept.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "kuhn", "source": {"seed": 5, "moves": ["check"]}, "revision": 0}))]
pub struct Keep {
    pub game: String,
    /// As in a view; what is left out has its default. A setting that is a file holds its content here.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Map<String, Value>,
    #[schema(value_type = SourceKind)]
    pub source: Source,
    /// The revision that the client knows; 0 for a new game.
    #[schema(format = "uint64")]
    pub revision: u64,
    /// The agent that plays the other seats of a deal, where one does.
    #[serde(default)]
    pub opponent: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct Revision {
    pub revision: u64,
}

/// Keeps a game. It is in the store when this answers; 409 with the revision there if that is another.
#[utoipa::path(put, path = "/api/kept/{id}", params(("id" = String, Path, pattern = "^[A-Za-z0-9-]{1,64}$")), request_body = Keep,
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
        let Keep { game, settings, source, revision, opponent } = &keep;
        let place = Place::new(game, settings, source);
        if let Some(opponent) = opponent {
            outside::agent(yomi.registry.find(&place.game)?, opponent)?;
        }
        let content = content::of(&place.find(&yomi.registry, &host)?, &place, opponent.as_deref());
        let written = yomi.keeper.put(&id, *revision, &content).map_err(Refusal::of_store)?;
        let Written::Stale(there) = written else { return Ok(written) };
        // What was sent twice, because the first answer was lost, is there already.
        let found = yomi.keeper.find(&id).map_err(Refusal::of_store)?;
        Ok::<_, Refusal>(match found {
            Some(kept) if kept.content == content => Written::Kept(there),
            _ => written,
        })
    });
    Ok(match written.await? {
        Written::Kept(revision) => Json(Revision { revision }).into_response(),
        Written::Stale(revision) => (StatusCode::CONFLICT, Json(Revision { revision })).into_response(),
    })
}

/// Names of games are letters, digits and hyphens: they are part of paths.
pub fn check_id(id: &str) -> Result<(), Fault> {
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
    let name = format!("attachment; filename=\"yomi-{}.json\"", content::game(&kept.content));
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(content::file(&kept.content))).into_response())
}

/// One kept game.
#[utoipa::path(get, path = "/api/kept/{id}", params(("id" = String, Path)),
    responses((status = 200, body = KeptGame), (status = 403, body = Refused), (status = 404, body = Refused), (status = 507, body = Refused)))]
pub async fn one(State(yomi): State<Arc<Yomi>>, Path(id): Path<String>) -> Result<Json<KeptGame>, Refusal> {
    let kept = found(&yomi, &id).await?;
    Ok(Json(blocking(move || Ok::<_, Refusal>(KeptGame::of(&yomi, kept))).await?))
}

async fn found(yomi: &Arc<Yomi>, id: &str) -> Result<Kept, Refusal> {
    let (yomi, id) = (yomi.clone(), id.to_string());
    blocking(move || yomi.keeper.find(&id).map_err(Refusal::of_store)).await?.ok_or_else(missing)
}

fn missing() -> Refusal {
    Refusal::not_found("no game is kept under this id", "この id の対局は保存されていません")
}

/// Deletes a game with all its revisions.
#[utoipa::path(delete, path = "/api/kept/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = Refused), (status = 404, body = Refused), (status = 507, body = Refused)))]
pub async fn delete(State(yomi): State<Arc<Yomi>>, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    let gone = blocking(move || yomi.keeper.delete(&id).map_err(Refusal::of_store)).await?;
    if gone { Ok(StatusCode::NO_CONTENT) } else { Err(missing()) }
}
