//! The advisor page: a server on this machine, and the page that it serves.
//!
//! | module | what |
//! |---|---|
//! | [`serve`] | listening, ports that are taken, the end |
//! | `guard` | who may ask |
//! | `assets` | the page's files |
//! | `place`, `positions` | from what a client sends to a position; replies in practice |
//! | `ceiling` | a deal that is over, looked at with sight |
//! | `analyses` | live analyses and reviews: threads, slices, streams, caps |
//! | [`kept`] | games that are kept; files that are read |
//! | `games` | what there is |
//! | `outside` | what requests may not reach |
//! | `partners` | opponents of one's own strength, and what games with them tell of it |
//! | `puzzles` | puzzles: the next one, and what an answer comes to |
//! | `refusal`, `body` | faults as responses; JSON in requests |
//!
//! Positions are stateless: a client sends its whole source every time. The page uses these routes through
//! one small module, so that something else can take the server's place.

#![allow(
    clippy::disallowed_methods,
    reason = "a server measures how long requests take; games get their clocks from the host"
)]

mod analyses;
mod assets;
mod body;
mod ceiling;
mod games;
mod guard;
pub mod kept;
mod outside;
mod partners;
mod place;
mod positions;
mod puzzles;
mod refusal;
mod sealed;
pub mod serve;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post, put};
use std::sync::{Arc, Mutex, OnceLock};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa::OpenApi;
use yomi::{Fault, FaultKind, Registry};

pub use guard::Hosts;
use kept::Keeper;
use refusal::Refusal;

/// How the server names itself.
pub const SERVER: &str = concat!("yomi/", env!("CARGO_PKG_VERSION"));

/// What every request has access to.
pub struct Yomi {
    registry: Registry,
    assets: assets::Assets,
    /// All games, as they were first asked for.
    games: OnceLock<assets::Packed>,
    desk: Arc<analyses::Desk>,
    keeper: Arc<dyn Keeper>,
    counted: kept::Counted,
    hosts: Hosts,
    /// Deals that are over are looked at one after another: each look takes memory and a core.
    looking_back: Mutex<()>,
    puzzles: puzzles::Shelf,
    /// What is remembered of the person is changed by one request after another.
    rating: Mutex<()>,
    /// Requests that think: one for each core at a time, so that others find a thread and a share of the machine; and
    /// those that wait for their turn.
    thinking: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// Requests that may wait for a core.
const MOST_WAITING: usize = 32;

impl Yomi {
    pub fn new(registry: Registry, keeper: Arc<dyn Keeper>, hosts: Hosts) -> Arc<Yomi> {
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        let (assets, desk) = (assets::Assets::new(), analyses::Desk::new(cores));
        let (games, looking_back, rating) = (OnceLock::new(), Mutex::default(), Mutex::default());
        let (thinking, waiting) =
            (Arc::new(Semaphore::new(cores)), Arc::new(Semaphore::new(cores + MOST_WAITING)));
        let (counted, puzzles) = (kept::Counted::default(), puzzles::Shelf::default());
        Arc::new(Yomi {
            registry,
            assets,
            games,
            desk,
            keeper,
            counted,
            hosts,
            looking_back,
            puzzles,
            rating,
            thinking,
            waiting,
        })
    }

    /// Waits until a request may think, unless too many wait already. Its turn ends when this is dropped, which is to
    /// be when the thought has ended: the request may end before, by the client's leaving.
    async fn turn_to_think(&self) -> Result<[OwnedSemaphorePermit; 2], Refusal> {
        let place = self.waiting.clone().try_acquire_owned().map_err(|_| {
            Refusal::busy(
                "too much is thought about at once; try again in some seconds",
                "考えている要求が多すぎます。数秒後にもう一度お試しください",
            )
        })?;
        let turn = self.thinking.clone().acquire_owned().await.expect("it is never closed");
        Ok([place, turn])
    }
}

/// The description of the routes.
#[derive(OpenApi)]
#[openapi(
    info(title = "Yomi", description = "Advice on games in which not everything can be seen"),
    paths(
        games::games,
        games::cards,
        games::cards_of,
        games::rules,
        positions::position,
        positions::replies,
        ceiling::ceiling,
        analyses::begin,
        analyses::events,
        analyses::stop,
        analyses::review::begin,
        partners::partners,
        partners::rate,
        puzzles::list,
        puzzles::next,
        puzzles::answer,
        kept::list,
        kept::one,
        kept::put,
        kept::delete,
        kept::export,
        kept::files::import,
    ),
    components(schemas(place::SourceKind))
)]
struct Description;

/// The whole server, without a socket.
pub fn app(yomi: Arc<Yomi>) -> Router {
    Router::new()
        .route("/api/games", get(games::games))
        .route("/api/games/{game}/cards", get(games::cards).post(games::cards_of))
        .route("/api/games/{game}/rules", get(games::rules))
        .route("/api/positions", post(positions::position))
        .route("/api/replies", post(positions::replies))
        .route("/api/ceiling", post(ceiling::ceiling))
        .route("/api/analyses", post(analyses::begin))
        .route("/api/analyses/{id}/events", get(analyses::events))
        .route("/api/analyses/{id}/stop", post(analyses::stop))
        .route("/api/reviews", post(analyses::review::begin))
        .route("/api/partners", post(partners::partners))
        .route("/api/partners/{id}", put(partners::rate))
        .route("/api/puzzles", get(puzzles::list).post(puzzles::next))
        .route("/api/puzzles/{id}", put(puzzles::answer))
        .route("/api/kept", get(kept::list))
        .route("/api/kept/{id}", get(kept::one).put(kept::put).delete(kept::delete))
        .route("/api/kept/{id}/export", get(kept::export))
        .route("/api/import", post(kept::files::import))
        .route("/api/openapi.json", get(description))
        .route("/assets/{hash}/{*file}", get(assets::file))
        // It has the form of a game's address, and is none.
        .route("/api", any(nothing))
        .route("/", get(home))
        .route("/puzzles", get(list_of_puzzles))
        .route("/{game}", get(page_of_game))
        .route("/{game}/real", get(page_of_game))
        .route("/{game}/puzzles", get(page_of_puzzles))
        .fallback(nothing)
        .layer(middleware::from_fn_with_state(yomi.clone(), paths_are_text))
        .layer(middleware::from_fn_with_state(yomi.clone(), guard::check))
        .with_state(yomi)
}

async fn description() -> Response {
    axum::Json(Description::openapi()).into_response()
}

async fn home(State(yomi): State<Arc<Yomi>>, headers: HeaderMap) -> Response {
    assets::page(&yomi, &headers, StatusCode::OK, "")
}

async fn list_of_puzzles(State(yomi): State<Arc<Yomi>>, headers: HeaderMap) -> Response {
    assets::page(&yomi, &headers, StatusCode::OK, "puzzles")
}

async fn page_of_game(
    State(yomi): State<Arc<Yomi>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let known = yomi.registry.find(&game).is_ok();
    assets::page(&yomi, &headers, if known { StatusCode::OK } else { StatusCode::NOT_FOUND }, &game)
}

async fn page_of_puzzles(
    State(yomi): State<Arc<Yomi>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let known = yomi::puzzles::games().any(|name| name == game);
    let status = if known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    assets::page(&yomi, &headers, status, &format!("{game}/puzzles"))
}

/// A path whose bytes are not text leads nowhere, and is told so as any other that does.
async fn paths_are_text(state: State<Arc<Yomi>>, request: Request, next: Next) -> Response {
    if is_text(request.uri().path()) {
        return next.run(request).await;
    }
    let (method, uri, headers) = (request.method().clone(), request.uri().clone(), request.headers().clone());
    nothing(state, method, uri, headers).await
}

/// Whether what stands behind every `%` of a path comes to UTF-8.
fn is_text(path: &str) -> bool {
    let mut bytes = Vec::with_capacity(path.len());
    let mut parts = path.split('%');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.extend(code);
        bytes.extend(part.bytes().skip(if code.is_some() { 2 } else { 0 }));
    }
    std::str::from_utf8(&bytes).is_ok()
}

/// A person who followed a wrong link gets the page, which says so in its language; a program one line.
async fn nothing(State(yomi): State<Arc<Yomi>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let reads = matches!(method, Method::GET | Method::HEAD);
    let is_page = !["/api", "/assets"].iter().any(|root| {
        uri.path().strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    if reads && is_page && accepts_html(&headers) {
        return assets::page(&yomi, &headers, StatusCode::NOT_FOUND, "");
    }
    Refusal::not_found(
        "there is nothing at this path; /api/openapi.json lists the routes",
        "このパスには何もありません。経路は /api/openapi.json にあります",
    )
    .into_response()
}

/// Whether pages are asked for by name, as browsers do.
fn accepts_html(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT).into_iter().filter_map(|list| list.to_str().ok());
    let mut kinds =
        lists.flat_map(|list| list.split(',')).map(|kind| kind.split(';').next().unwrap_or("").trim());
    kinds.any(|kind| kind.eq_ignore_ascii_case("text/html"))
}

/// Work that takes a while does not hold up other requests.
async fn blocking<T: Send + 'static, E: Into<Refusal> + Send + 'static>(
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => {
            let fault = Fault::en(FaultKind::Io, "the request could not be answered: this is a bug of Yomi");
            Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, fault))
        }
    }
}
