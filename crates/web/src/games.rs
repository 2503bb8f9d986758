//! What there is: games, their agents and cards.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use utoipa::ToSchema;
use yomi::engine::partner::Ladder;
use yomi::engine::wire::{AgentEntry, CardInfo, OptionEntry, StartField};
use yomi::{Fault, Game, Host, Sentence};

use crate::assets::Packed;
use crate::body::Sent;
use crate::outside::Enclosed;
use crate::refusal::{Refusal, Refused};
use crate::{Yomi, blocking};

/// The games.
#[derive(Serialize, ToSchema)]
pub struct Games {
    pub version: &'static str,
    pub games: Vec<GameCard>,
}

/// One game, with all that a client needs to offer it.
#[derive(Serialize, ToSchema)]
pub struct GameCard {
    pub game: &'static str,
    /// With nothing set.
    pub players: usize,
    /// In `en` and `ja`.
    #[schema(value_type = Object)]
    pub summary: Sentence,
    /// Names, kinds, ranges and defaults.
    #[schema(value_type = Vec<Object>)]
    pub settings: Vec<OptionEntry>,
    /// The unit of values: `win`, `chips`, `points` or the game's own.
    pub unit: &'static str,
    /// What `best` stands for, where the game says so.
    pub best: Option<&'static str>,
    /// Agents that may be asked.
    pub agents: Vec<AgentCard>,
    /// What must be known to enter a real game, besides the seat.
    #[schema(value_type = Vec<Object>)]
    pub start: Vec<StartField>,
    /// Whether logs of another engine can be imported.
    pub imports: bool,
    /// Levels of `partner`, counted from 1; null where the game has none.
    pub levels: Option<usize>,
    /// Whether puzzles of it ship.
    pub puzzles: bool,
}

/// An agent.
#[derive(Serialize, ToSchema)]
pub struct AgentCard {
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub agent: AgentEntry,
    pub sees_hidden: bool,
}

fn card(game: &dyn Game) -> Result<GameCard, Fault> {
    let listed = game.listed()?;
    let agent = |agent: AgentEntry| AgentCard { sees_hidden: agent.cheats, agent };
    Ok(GameCard {
        game: game.name(),
        players: listed.players,
        summary: listed.summary,
        settings: listed.settings,
        unit: game.stakes().unit(),
        best: game.best().map(|best| best.agent),
        agents: game.listed_agents()?.agents.into_iter().map(agent).collect(),
        start: game.start_fields(),
        imports: game.abilities().import,
        levels: game.ladder().map(Ladder::levels),
        puzzles: yomi::puzzles::games().any(|name| name == game.name()),
    })
}

/// All games, with their settings and agents.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Games), (status = 403, body = Refused)))]
pub async fn games(State(yomi): State<Arc<Yomi>>, headers: HeaderMap) -> Result<Response, Refusal> {
    if let Some(packed) = yomi.games.get() {
        return Ok(packed.answer(&headers));
    }
    let games = yomi.registry.games().iter().map(|game| card(game.as_ref())).collect::<Result<_, Fault>>()?;
    let packed = Packed::of(&Games { version: env!("CARGO_PKG_VERSION"), games });
    Ok(yomi.games.get_or_init(|| packed).answer(&headers))
}

/// The cards of a game.
#[derive(Serialize, ToSchema)]
pub struct Cards {
    /// Id, name and text in both languages, cost, power, kind and keywords of each.
    #[schema(value_type = Vec<Object>)]
    pub cards: Vec<CardInfo>,
}

/// The catalogue of a game's cards, with its standard settings; empty for games without one.
#[utoipa::path(get, path = "/api/games/{game}/cards", params(("game" = String, Path)),
    responses((status = 200, body = Cards), (status = 403, body = Refused), (status = 404, body = Refused)))]
pub async fn cards(
    State(yomi): State<Arc<Yomi>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let cards = named(&yomi, &game)?.open(&[])?.cards();
    Ok(Packed::of(&Cards { cards }).answer(&headers))
}

/// A game with settings of one's own.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"settings": {}}))]
pub struct Set {
    /// As in a view; what is left out has its default. A setting that is a file holds its content here.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Map<String, Value>,
}

/// The catalogue of a game's cards with these settings, such as cards of one's own.
#[utoipa::path(post, path = "/api/games/{game}/cards", params(("game" = String, Path)), request_body = Set,
    responses((status = 200, body = Cards), (status = 400, body = Refused), (status = 403, body = Refused), (status = 404, body = Refused),
        (status = 408, body = Refused), (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused)))]
pub async fn cards_of(
    State(yomi): State<Arc<Yomi>>,
    Path(game): Path<String>,
    headers: HeaderMap,
    Sent(set): Sent<Set>,
) -> Result<Response, Refusal> {
    named(&yomi, &game)?;
    let packed = blocking(move || {
        let host: Arc<dyn Host> = Enclosed::new(yomi.registry.host());
        let table = yomi.registry.find(&game)?.on(&host).open_json(Some(&json!(set.settings)))?;
        Ok::<_, Fault>(Packed::of(&Cards { cards: table.cards() }))
    });
    Ok(packed.await?.answer(&headers))
}

/// A game that a path names.
pub fn named<'y>(yomi: &'y Yomi, game: &str) -> Result<&'y dyn Game, Refusal> {
    let found = yomi.registry.find(game);
    found.map_err(|fault| Refusal::new(axum::http::StatusCode::NOT_FOUND, fault))
}

/// The rules of a game.
#[derive(Serialize, ToSchema)]
pub struct Rules {
    /// With an example, in `en` and `ja`.
    #[schema(value_type = Object)]
    pub rules: Sentence,
}

/// The rules of a game as text, with an example, in both languages.
#[utoipa::path(get, path = "/api/games/{game}/rules", params(("game" = String, Path)),
    responses((status = 200, body = Rules), (status = 403, body = Refused), (status = 404, body = Refused)))]
pub async fn rules(State(yomi): State<Arc<Yomi>>, Path(game): Path<String>) -> Result<Json<Rules>, Refusal> {
    Ok(Json(Rules { rules: named(&yomi, &game)?.rules().into() }))
}
