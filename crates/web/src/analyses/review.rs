//! A review of a game that is over: one more kind of work at the desk, which takes turns with the searches.
//!
//! A review tells what every seat held. It is made of deals that are over, in which nothing is at stake.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use utoipa::ToSchema;
use yomi::core::Limits;
use yomi::engine::record::Record;
use yomi::engine::review::Request;
use yomi::{Fault, FaultKind, Follower, Host, Stop, Table};

use super::search::{BETWEEN_SNAPSHOTS, Frame, SLICE, broken, tell_end};
use super::turns::{Gate, Turn, Turns};
use super::{LONGEST, Work, check_client};
use crate::body::Sent;
use crate::outside::Enclosed;
use crate::place::{Found, Place, Source, SourceKind, no_such_seat};
use crate::refusal::{Refusal, Refused};
use crate::{Yomi, blocking};

/// A game to be reviewed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "kuhn", "source": {"seed": 5, "moves": ["check", "check"], "seat": 0}, "client": "me"}))]
pub struct WantedReview {
    pub game: String,
    /// As in a view; what is left out has its default. A setting that is a file holds its content here.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Map<String, Value>,
    /// A deal that is over, with all of its moves.
    #[schema(value_type = SourceKind)]
    pub source: Source,
    /// Whose decisions are reviewed; if nothing is said, those of the source's seat, otherwise of seat 0.
    #[serde(default)]
    pub seat: Option<usize>,
    /// Names the browser that asks: older work of the same client stops.
    #[schema(min_length = 1, max_length = 64)]
    pub client: String,
}

/// A review that has begun.
#[derive(Serialize, ToSchema)]
pub struct BegunReview {
    pub id: String,
    /// Where its events are: `started`, `progress`, and at the end `answer` or `fault`.
    pub stream: String,
    pub seat: usize,
    /// Decisions of the seat.
    pub decisions: usize,
}

/// What a review is started with.
struct Prepared {
    table: Box<dyn Table>,
    record: Record,
    request: Request,
    host: Arc<Enclosed>,
    decisions: usize,
}

fn prepare(yomi: &Yomi, wanted: &WantedReview) -> Result<Prepared, Fault> {
    let host = Enclosed::new(yomi.registry.host());
    let outside: Arc<dyn Host> = host.clone();
    let place = Place::new(&wanted.game, &wanted.settings, &wanted.source);
    let Found { table, session, over, .. } = place.find(&yomi.registry, &outside)?;
    let Some(session) = session.filter(|_| over) else { return Err(not_over()) };
    let seat = wanted.seat.or(wanted.source.seat).unwrap_or(0);
    if seat >= table.players() {
        return Err(no_such_seat(seat, table.players()));
    }
    let record = session.record();
    let events = session.position(yomi::core::Player::new(seat)).events();
    let decisions = events.iter().filter(|event| event.seat == Some(seat)).count();
    Ok(Prepared { table, record, request: Request { seat, ..Request::default() }, host, decisions })
}

fn not_over() -> Fault {
    Fault::new(
        FaultKind::IllegalMove,
        "a review tells what was hidden; expected {seed, moves} of a deal that is over, with all of its moves",
        "レビューは隠れていた情報も使います。終わった配りの、最後までの {seed, moves} にしてください",
    )
}

/// Starts the review of a game that is over: what each decision of a seat lost given what could be known,
/// and what luck did. It comes through a stream, as `answer`; refused while the game goes on.
#[utoipa::path(post, path = "/api/reviews", request_body = WantedReview,
    responses((status = 201, body = BegunReview), (status = 400, body = Refused), (status = 403, body = Refused), (status = 408, body = Refused),
        (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused), (status = 503, body = Refused)))]
pub async fn begin(
    State(yomi): State<Arc<Yomi>>,
    Sent(wanted): Sent<WantedReview>,
) -> Result<Response, Refusal> {
    check_client(&wanted.client)?;
    yomi.desk.stop_client(&wanted.client);
    let desk = yomi.desk.clone();
    let (client, prepared) = blocking(move || {
        let prepared = prepare(&yomi, &wanted)?;
        Ok::<_, Fault>((wanted.client, prepared))
    })
    .await?;
    let (seat, decisions) = (prepared.request.seat, prepared.decisions);
    let id = desk.start(&client, prepared)?;
    let stream = format!("/api/analyses/{id}/events");
    Ok((StatusCode::CREATED, Json(BegunReview { id, stream, seat, decisions })).into_response())
}

impl Work for Prepared {
    fn within(&mut self, memory: usize) -> usize {
        // Without an end of its own a limit leaves how much is weighed to the game.
        self.request.limits = Some(Limits { memory: Some(memory), ..Limits::default() });
        memory
    }

    fn started(&self) -> Value {
        json!({"game": self.record.game, "seat": self.request.seat, "decisions": self.decisions})
    }

    fn stop(&self) -> Stop {
        self.request.stop.clone()
    }

    /// On one core: the others are left to other work.
    fn run(self, turns: &Arc<Turns>, gate: Arc<Gate>, _: usize, frames: &watch::Sender<Frame>) {
        let Prepared { table, record, request, host, decisions } = self;
        let reviewed = catch_unwind(AssertUnwindSafe(|| {
            let turn = turns.begin(gate, 1);
            let pace = Mutex::new(Pace { done: 0, told: None, slice: host.real() });
            let follower = Watched { turn, host: &host, frames, decisions, began: host.wall(), pace };
            match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
                Ok(pool) => pool.install(|| table.review(&record, &request, &follower)),
                Err(why) => Err(Fault::en(FaultKind::Limit, format!("no threads: {why}"))),
            }
        }));
        let end = match reviewed.unwrap_or_else(|_| Err(broken())) {
            Ok(review) => ("answer", json!(review)),
            Err(fault) if fault.kind == FaultKind::Cancelled && !request.stop.is_stopped() => {
                ("fault", json!({"fault": too_long()}))
            }
            Err(fault) => ("fault", json!({"fault": fault})),
        };
        tell_end(frames, end);
    }
}

fn too_long() -> Fault {
    let most = LONGEST.as_secs();
    Fault::new(
        FaultKind::Limit,
        format!(
            "the review took longer than {most} s; expected a shorter game, or `yomi review` on the terminal"
        ),
        format!("レビューが {most} 秒を超えました。短い対局にするか、端末で `yomi review` を使ってください"),
    )
}

/// Passes on how far it is, and gives way after every slice.
struct Watched<'a> {
    turn: Turn,
    host: &'a Enclosed,
    frames: &'a watch::Sender<Frame>,
    decisions: usize,
    /// When it began to compute.
    began: Duration,
    pace: Mutex<Pace>,
}

struct Pace {
    /// Decisions that were weighed.
    done: u64,
    /// When that was told last, and when the slice began, by the real clock.
    told: Option<Duration>,
    slice: Duration,
}

impl Follower for Watched<'_> {
    fn done(&self, count: u64) {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.done += count;
        let now = self.host.real();
        if pace.told.is_none_or(|told| now >= told + BETWEEN_SNAPSHOTS) {
            pace.told = Some(now);
            let progress = json!({"done": pace.done, "of": self.decisions});
            self.frames.send_modify(|frame| frame.progress.tell(&progress));
        }
    }

    fn between(&self) {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.host.real();
        if before < pace.slice + SLICE {
            return;
        }
        self.turn.pass();
        pace.slice = self.host.real();
        self.host.wait(pace.slice.saturating_sub(before));
    }

    fn is_stopped(&self) -> bool {
        self.host.wall() > self.began + LONGEST
    }
}
