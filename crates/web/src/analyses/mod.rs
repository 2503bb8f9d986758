//! Live analyses: one thread each, one for each client, watched through a stream.

mod desk;
pub mod review;
mod search;
mod stream;
mod turns;

pub use desk::Desk;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use utoipa::ToSchema;
use yomi::core::Limits;
use yomi::engine::chances::Company;
use yomi::engine::wire::Legal;
use yomi::engine::{limit, treetop};
use yomi::{Ask, Fault, FaultKind, Host, Stop};

use self::search::Frame;
use self::turns::{Gate, Turns};
use crate::body::Sent;
use crate::outside::{self, Enclosed};
use crate::place::{Found, Place, Source, SourceKind};
use crate::refusal::{Refusal, Refused};
use crate::{Yomi, blocking};

/// What is to be analysed, and how.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "kuhn", "source": {"seed": 5}, "client": "me", "limit": "1s"}))]
pub struct Wanted {
    pub game: String,
    /// As in a view; what is left out has its default. A setting that is a file holds its content here.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Map<String, Value>,
    #[schema(value_type = SourceKind)]
    pub source: Source,
    /// Names the browser that asks: an older analysis of the same client stops.
    #[schema(min_length = 1, max_length = 64)]
    pub client: String,
    /// Who advises; `best` if nothing is said.
    #[serde(default)]
    pub agent: Option<String>,
    /// When to stop, such as `3s`; time spent waiting for other analyses does not count.
    #[serde(default)]
    pub limit: Option<String>,
    /// Whom chances to win are stated against: `strong`, `casual`, `random` or `read`. If nothing is said, as
    /// the opponents are read where they have acted, otherwise strong players.
    #[serde(default)]
    #[schema(pattern = "^(strong|casual|random|read)$")]
    pub opponents: Option<String>,
    /// Of the agent's own luck.
    #[serde(default)]
    #[schema(format = "uint64")]
    pub seed: u64,
    /// Also the top of the tree, this many moves deep.
    #[serde(default)]
    #[schema(format = "uint32")]
    pub tree: Option<u32>,
}

/// An analysis that has begun.
#[derive(Serialize, ToSchema)]
pub struct Begun {
    pub id: String,
    /// Of the position that it is about.
    pub key: String,
    /// Where its events are.
    pub stream: String,
    /// How long it computes at most, in milliseconds.
    pub budget_ms: u64,
}

/// An event of a stream, as server-sent events write it. Only for the description.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what the stream writes")]
pub struct StreamEvent {
    /// `started`, `beliefs`, `progress`, and at the end `answer` or `fault`.
    event: String,
    /// Counts the events of the stream.
    id: String,
    /// A JSON object with the `key` of the position.
    data: String,
}

/// The first event of a stream.
#[derive(Serialize)]
pub struct Started {
    pub key: String,
    pub agent: String,
    /// What `best` stands for.
    pub resolved: String,
    pub limit: String,
    pub budget_ms: u64,
    /// Memory that the search may use: a part of what all of them may.
    pub memory_bytes: usize,
    pub legal: Vec<Legal>,
    /// Only one move is legal.
    pub forced: bool,
}

/// No analysis computes longer.
pub const LONGEST: Duration = Duration::from_secs(600);
/// Where the client says nothing.
const USUAL: Duration = Duration::from_secs(3);
/// Longer names of clients are refused.
const LONGEST_NAME: usize = 64;

/// What takes a while and is watched through a stream: a search, or a review of a game.
pub trait Work: Send + 'static {
    /// Uses this much memory at most; tells how much of it that is.
    fn within(&mut self, memory: usize) -> usize;
    /// The first event of the stream.
    fn started(&self) -> Value;
    /// Ends it.
    fn stop(&self) -> Stop;
    /// Works to the end, and tells how it ended.
    fn run(self, turns: &Arc<Turns>, gate: Arc<Gate>, threads: usize, frames: &watch::Sender<Frame>);
}

/// What a search is started with.
pub struct Prepared {
    pub found: Found,
    pub ask: Ask,
    pub host: Arc<Enclosed>,
    pub started: Started,
    /// A short search goes first, because the agent tells nothing before its end.
    pub glance: bool,
}

fn prepare(yomi: &Yomi, wanted: &Wanted) -> Result<Prepared, Fault> {
    let host = Enclosed::new(yomi.registry.host());
    let outside: Arc<dyn Host> = host.clone();
    let place = Place::new(&wanted.game, &wanted.settings, &wanted.source);
    let game = yomi.registry.find(&place.game)?;
    let mut agent = outside::agent(game, wanted.agent.as_deref().unwrap_or("best"))?;
    let limits = within_caps(agent.limits, wanted.limit.as_deref())?;
    // An agent's own limit goes before the question's.
    agent.limits = agent.limits.map(|_| limits);
    let opponents = wanted.opponents.as_deref().map(Company::from_str).transpose()?;
    let found = place.find(&yomi.registry, &outside)?;
    let to_move = found.to_move.filter(|&seat| seat == found.position.seat());
    if to_move.is_none() {
        return Err(Fault::new(
            FaultKind::IllegalMove,
            "the seat has nothing to decide here; expected a position in which it is to move",
            "この席が決めることはありません。手番の局面にしてください",
        ));
    }
    let resolved = match game.best() {
        Some(best) if agent.name == "best" => best.agent.to_string(),
        _ => agent.text.clone(),
    };
    let legal = found.position.legal();
    let started = Started {
        key: found.key(),
        agent: agent.text.clone(),
        resolved,
        limit: limit::text(&limits),
        budget_ms: u64::try_from(limits.time.unwrap_or(LONGEST).as_millis()).unwrap_or(u64::MAX),
        // Given out when it starts.
        memory_bytes: 0,
        forced: legal.len() == 1,
        legal,
    };
    let tree =
        wanted.tree.map(|depth| depth.clamp(*treetop::DEPTHS.start() as u32, *treetop::DEPTHS.end() as u32));
    let ask = Ask { limits: Some(limits), opponents, seed: wanted.seed, tree, ..Ask::of(agent) };
    let glance = yomi.desk.is_silent(&place.game) && ask.agent.name == "best";
    Ok(Prepared { found, ask, host, started, glance })
}

/// Every search has an end in time.
fn within_caps(own: Option<Limits>, typed: Option<&str>) -> Result<Limits, Fault> {
    let typed = typed.map(limit::parse).transpose()?;
    let mut limits = own.or(typed).unwrap_or(Limits::time(USUAL));
    limits.time = Some(limits.time.unwrap_or(LONGEST).min(LONGEST));
    Ok(limits)
}

fn check_client(client: &str) -> Result<(), Fault> {
    if (1..=LONGEST_NAME).contains(&client.len()) {
        return Ok(());
    }
    Err(Fault::bad_option(
        format!("client: expected 1 to {LONGEST_NAME} letters"),
        format!("client: 1〜{LONGEST_NAME} 文字にしてください"),
    ))
}

/// Starts an analysis; its figures come through the stream. An older one of the same client stops.
#[utoipa::path(post, path = "/api/analyses", request_body = Wanted,
    responses((status = 201, body = Begun), (status = 400, body = Refused), (status = 403, body = Refused), (status = 408, body = Refused),
        (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused), (status = 503, body = Refused)))]
pub async fn begin(State(yomi): State<Arc<Yomi>>, Sent(wanted): Sent<Wanted>) -> Result<Response, Refusal> {
    check_client(&wanted.client)?;
    // The old search ends before the new position is even looked at.
    yomi.desk.stop_client(&wanted.client);
    let desk = yomi.desk.clone();
    let (client, prepared) = blocking(move || {
        let prepared = prepare(&yomi, &wanted)?;
        Ok::<_, Fault>((wanted.client, prepared))
    })
    .await?;
    let (key, budget_ms) = (prepared.started.key.clone(), prepared.started.budget_ms);
    let id = desk.start(&client, prepared)?;
    let stream = format!("/api/analyses/{id}/events");
    Ok((StatusCode::CREATED, Json(Begun { id, key, stream, budget_ms })).into_response())
}

/// The events of an analysis: `started`, `beliefs`, `progress`, `tree`, and at the end `answer` or `fault`.
/// Closing the stream stops the search. An analysis that has ended and was read gives 204.
#[utoipa::path(get, path = "/api/analyses/{id}/events", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = StreamEvent), (status = 204), (status = 403, body = Refused),
        (status = 404, body = Refused)))]
pub async fn events(State(yomi): State<Arc<Yomi>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    match yomi.desk.find(&id) {
        Some(analysis) => Ok(stream::events(yomi.desk.clone(), analysis)),
        None if yomi.desk.has_ended(&id) => Ok(StatusCode::NO_CONTENT.into_response()),
        None => Err(unknown()),
    }
}

/// Stops an analysis: its stream ends with the answer as far as it came.
#[utoipa::path(post, path = "/api/analyses/{id}/stop", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = Refused), (status = 404, body = Refused)))]
pub async fn stop(State(yomi): State<Arc<Yomi>>, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    match yomi.desk.find(&id) {
        Some(analysis) => analysis.stop(),
        None if yomi.desk.has_ended(&id) => {}
        None => return Err(unknown()),
    }
    Ok(StatusCode::NO_CONTENT)
}

fn unknown() -> Refusal {
    Refusal::not_found("there is no such analysis", "そのような分析はありません")
}
