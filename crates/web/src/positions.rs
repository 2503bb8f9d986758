//! Positions: what a seat sees, what it may do, what happened. And the moves of the other seats in practice.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use utoipa::ToSchema;
use yomi::core::{Limits, Player};
use yomi::engine::limit;
use yomi::engine::wire::{Happened, Legal};
use yomi::{Fault, Host, Position, Sentence};

use crate::body::Sent;
use crate::outside::{self, Enclosed};
use crate::place::{Found, Place, Source, SourceKind, no_such_seat};
use crate::refusal::{Refusal, Refused};
use crate::sealed;
use crate::{Yomi, blocking};

/// A position as its seat sees it.
#[derive(Serialize, ToSchema)]
pub struct Shown {
    /// Names what the seat sees: figures with this key belong to it.
    pub key: String,
    pub game: String,
    pub players: usize,
    pub seat: usize,
    /// As `yomi view` prints it.
    #[schema(value_type = Object)]
    pub view: Value,
    /// The board as text, in `en` and `ja`.
    #[schema(value_type = Object)]
    pub board: Sentence,
    /// Legal moves of the seat, with labels in both languages.
    #[schema(value_type = Vec<Object>)]
    pub legal: Vec<Legal>,
    /// What happened, as the seat saw it: turn, seat, entry, label.
    #[schema(value_type = Vec<Object>)]
    pub history: Vec<Happened>,
    /// The seat to move; null if something is to be dealt or the game is over.
    pub to_move: Option<usize>,
    pub over: bool,
    /// What every seat gets, once the game is over; null where the seat cannot tell.
    pub payoffs: Option<Vec<f64>>,
}

impl Shown {
    pub fn of(found: &Found) -> Shown {
        let position = found.position.as_ref();
        let view = position.json();
        Shown {
            key: found.key(),
            game: view.get("game").and_then(Value::as_str).unwrap_or_default().into(),
            players: found.table.players(),
            seat: position.seat().index(),
            view,
            board: Sentence::new(position.picture(), position.picture_ja()),
            legal: position.legal(),
            history: position.events(),
            to_move: found.to_move.map(Player::index),
            over: found.over,
            payoffs: found.payoffs.clone(),
        }
    }
}

/// The position that a source leads to.
#[utoipa::path(post, path = "/api/positions", request_body = Place,
    responses((status = 200, body = Shown), (status = 400, body = Refused), (status = 403, body = Refused), (status = 408, body = Refused),
        (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused)))]
pub async fn position(
    State(yomi): State<Arc<Yomi>>,
    Sent(place): Sent<Place>,
) -> Result<Json<Shown>, Refusal> {
    let shown = blocking(move || {
        let host: Arc<dyn Host> = Enclosed::new(yomi.registry.host());
        Ok::<_, Fault>(Shown::of(&place.find(&yomi.registry, &host)?))
    });
    Ok(Json(shown.await?))
}

/// A deal in which the other seats are to move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "kuhn", "source": {"seed": 5, "moves": ["check"], "seat": 0}}))]
pub struct Practice {
    pub game: String,
    /// As in a view; what is left out has its default. A setting that is a file holds its content here.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Map<String, Value>,
    #[schema(value_type = SourceKind)]
    pub source: Source,
    /// Who plays the other seats; `best` if nothing is said.
    #[serde(default)]
    pub agent: Option<String>,
    /// When they stop thinking; their own limit if nothing is said.
    #[serde(default)]
    pub limit: Option<String>,
}

/// What the other seats play.
#[derive(Serialize, ToSchema)]
pub struct Replies {
    /// The moves, to be added to those of the source.
    pub moves: Vec<String>,
    pub position: Shown,
}

/// Answers come at multiples of this: how long an opponent thinks may depend on its cards, and how long a
/// person waits must not tell.
const BEAT: Duration = Duration::from_millis(250);
/// An opponent's limit is no longer than this.
const LONGEST_THOUGHT: Duration = Duration::from_secs(5);

/// Lets the other seats of a deal move until the source's seat is to move or the game is over.
#[utoipa::path(post, path = "/api/replies", request_body = Practice,
    responses((status = 200, body = Replies), (status = 400, body = Refused), (status = 403, body = Refused), (status = 408, body = Refused),
        (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused), (status = 503, body = Refused)))]
pub async fn replies(
    State(yomi): State<Arc<Yomi>>,
    Sent(practice): Sent<Practice>,
) -> Result<Json<Replies>, Refusal> {
    let turn = yomi.turn_to_think().await?;
    let asked = Instant::now();
    let replies = blocking(move || {
        let _until_the_end = turn;
        played(&yomi, &practice)
    });
    let replies = replies.await;
    let beats = asked.elapsed().as_millis() / BEAT.as_millis() + 1;
    sleep_until(asked + BEAT * u32::try_from(beats).unwrap_or(1)).await;
    Ok(Json(replies?))
}

fn played(yomi: &Yomi, practice: &Practice) -> Result<Replies, Fault> {
    let host: Arc<dyn Host> = Enclosed::new(yomi.registry.host());
    let place = Place::new(&practice.game, &practice.settings, &practice.source);
    let game = yomi.registry.find(&place.game)?;
    let mut agent = outside::agent(game, practice.agent.as_deref().unwrap_or("best"))?;
    let typed = practice.limit.as_deref().map(limit::parse).transpose()?;
    // Without a limit an agent has its own, and every opponent an end in time.
    let own = game.agents().into_iter().find(|known| known.name == agent.name);
    let own = own.map(|known| known.default_limits).unwrap_or_default();
    let limits = agent.limits.or(typed).unwrap_or(own);
    let time = limits.time.unwrap_or(LONGEST_THOUGHT).min(LONGEST_THOUGHT);
    agent.limits = Some(Limits { time: Some(time), ..limits });
    let Source { seed: Some(seed), seat: Some(seat), .. } = place.source else {
        return Err(Fault::bad_view(
            "source: expected {seed, moves, seat}: the other seats move in a deal, for the seat that looks",
            "source: {seed, moves, seat} にしてください。相手が指すのは配られた対局だけです",
        ));
    };
    let agents = vec![Some(agent); MOST_SEATS];
    let players = place.find(&yomi.registry, &host)?.table.players();
    if seat >= players {
        return Err(no_such_seat(seat, players));
    }
    let mut found = place.find_with(&yomi.registry, &host, &agents[..players])?;
    let session = found.session.as_mut().expect("a deal has a session");
    let (human, mut moves) = (Player::new(seat), Vec::new());
    let earlier = place.source.moves.as_ref().map_or(0, Vec::len);
    while session.next().is_some_and(|next| next != human) {
        let choices = sealed::choices(session.as_ref());
        let chosen = session.let_agent_move(&mut ())?.chosen;
        let told = match is_seen(session.position(human).as_ref(), &chosen) {
            true => chosen,
            false => sealed::seal(seed, earlier + moves.len(), &choices, &chosen),
        };
        moves.push(told);
    }
    found.to_move = session.next();
    found.over = found.to_move.is_none();
    found.payoffs = found.over.then(|| session.payoffs());
    found.position = session.position(human);
    Ok(Replies { moves, position: Shown::of(&found) })
}

const MOST_SEATS: usize = 16;

/// Whether the seat saw just this as the last move; a burst of Sevens shows a hand beside it.
fn is_seen(position: &dyn Position, chosen: &str) -> bool {
    let last = position.events().into_iter().rev().find(|event| event.seat.is_some());
    last.is_some_and(|event| event.entry.split('=').next() == Some(chosen))
}
