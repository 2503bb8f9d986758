//! Partners of one's own strength: which level that is, and what a game with one tells of it.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::{Arc, PoisonError};
use utoipa::ToSchema;
use yomi::engine::partner::{Deals, Ladder, Outcome, Scale, Standing};
use yomi::{Fault, FaultKind, Game, Host};

use crate::body::Sent;
use crate::kept::check_id;
use crate::outside::{self, Enclosed};
use crate::place::{Place, Source, SourceKind};
use crate::refusal::{Refusal, Refused};
use crate::{Yomi, blocking};

/// A game whose partners are asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "kuhn"}))]
pub struct At {
    pub game: String,
    /// As in a view; what is left out has its default. A setting that is a file holds its content here.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Map<String, Value>,
}

/// What is believed of the person's strength.
#[derive(Serialize, ToSchema)]
pub struct Strength {
    /// On the scale of the game's levels, of which the highest is at 0.
    pub rating: f64,
    /// Its standard deviation.
    pub error: f64,
    /// Rated games that it rests on.
    pub games: u64,
    /// The level of about the same strength.
    pub level: usize,
}

/// The partners of a game.
#[derive(Serialize, ToSchema)]
pub struct Partners {
    /// The strength of every level, from weak to strong.
    pub levels: Vec<f64>,
    /// What ratings count: `elo`, or `chips` per game.
    pub scale: &'static str,
    pub person: Strength,
    /// The number of a deal that the person has not begun: it is handed out once.
    pub deal: u64,
    /// The file that it is remembered in; null if it is in memory only.
    pub store: Option<String>,
}

/// A game with partners that is over.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "kuhn", "source": {"seed": 5, "moves": ["check", "check"], "seat": 0}, "opponent": "partner(level=2)"}))]
pub struct Played {
    pub game: String,
    /// As in a view; what is left out has its default. A setting that is a file holds its content here.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Map<String, Value>,
    /// The deal with all of its moves, and the person's seat.
    #[schema(value_type = SourceKind)]
    pub source: Source,
    /// Who played the other seats: `partner(level=N)`.
    pub opponent: String,
}

/// How a rating moved.
#[derive(Serialize, ToSchema)]
pub struct Rated {
    /// What ratings count: `elo`, or `chips` per game.
    pub scale: &'static str,
    /// Null if the rating stays: this game was rated before, or the person had begun its deal before.
    pub before: Option<Strength>,
    pub after: Strength,
}

fn scale(ladder: &Ladder) -> &'static str {
    match ladder.scale {
        Scale::Elo => "elo",
        Scale::Chips { .. } => "chips",
    }
}

fn strength(ladder: &Ladder, standing: &Standing) -> Strength {
    let Standing { rating, error, games } = *standing;
    Strength { rating, error, games, level: ladder.level_for(standing) }
}

fn ladder_of(yomi: &Yomi, game: &dyn Game) -> Result<&'static Ladder, Fault> {
    let with = || {
        let games = yomi.registry.games().iter().filter(|game| game.ladder().is_some());
        games.map(|game| game.name()).collect::<Vec<_>>()
    };
    game.ladder().ok_or_else(|| {
        let (name, list) = (game.name(), with().join(", "));
        Fault::bad_option(
            format!("{name} has no partners; expected one of {list}"),
            format!("{name} に相手のレベルはありません。使えるゲーム: {list}"),
        )
        .expecting(with())
    })
}

/// What is known of the person.
fn standing(yomi: &Yomi, game: &str, ladder: &Ladder, topic: &str) -> Result<Standing, Refusal> {
    let known = yomi.keeper.recall(game, topic).map_err(Refusal::of_store)?;
    Ok(known.and_then(|state| serde_json::from_value(state).ok()).unwrap_or_else(|| ladder.unknown()))
}

/// The deals that the person has begun, after this was done to them; and what that tells.
fn with_deals<T>(
    yomi: &Yomi,
    game: &str,
    topic: &str,
    rated_games: u64,
    act: impl Fn(&mut Deals) -> T,
) -> Result<T, Refusal> {
    let mut told = None;
    let mut revised = |known: Option<Value>| {
        let known = known.and_then(|known| serde_json::from_value(known).ok());
        let mut deals: Deals = known.unwrap_or_else(|| Deals::after_games(rated_games));
        told = Some(act(&mut deals));
        json!(deals)
    };
    yomi.keeper.remember_anew(game, topic, &mut revised).map_err(Refusal::of_store)?;
    Ok(told.expect("what is remembered was revised"))
}

/// The levels of a game's partners, which of them is about as strong as the person, and a deal to play with them.
#[utoipa::path(post, path = "/api/partners", request_body = At,
    responses((status = 200, body = Partners), (status = 400, body = Refused), (status = 403, body = Refused), (status = 408, body = Refused),
        (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused), (status = 507, body = Refused)))]
pub async fn partners(State(yomi): State<Arc<Yomi>>, Sent(at): Sent<At>) -> Result<Json<Partners>, Refusal> {
    let found = blocking(move || {
        let host: Arc<dyn Host> = Enclosed::new(yomi.registry.host());
        let game = yomi.registry.find(&at.game)?;
        let ladder = ladder_of(&yomi, game)?;
        let table = game.on(&host).open_json(Some(&json!(at.settings)))?;
        let known = standing(&yomi, game.name(), ladder, &Ladder::topic(table.settings()))?;
        let deals_topic = Ladder::deals_topic(table.settings());
        let deal = with_deals(&yomi, game.name(), &deals_topic, known.games, Deals::hand_out)?;
        Ok::<_, Refusal>(Partners {
            deal,
            levels: (1..=ladder.levels()).map(|level| ladder.rating(level)).collect(),
            scale: scale(ladder),
            person: strength(ladder, &known),
            store: yomi.keeper.file(),
        })
    });
    Ok(Json(found.await?))
}

/// Rates the person by a game with partners that is over, under the name of the game: it counts once, and so does a deal. The
/// client says which games count: none with advice, moves taken back or open cards.
#[utoipa::path(put, path = "/api/partners/{id}", params(("id" = String, Path, pattern = "^[A-Za-z0-9-]{1,64}$")), request_body = Played,
    responses((status = 200, body = Rated), (status = 400, body = Refused), (status = 403, body = Refused), (status = 408, body = Refused),
        (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused), (status = 507, body = Refused)))]
pub async fn rate(
    State(yomi): State<Arc<Yomi>>,
    Path(id): Path<String>,
    Sent(played): Sent<Played>,
) -> Result<Json<Rated>, Refusal> {
    check_id(&id)?;
    Ok(Json(blocking(move || rated(&yomi, &id, &played)).await?))
}

/// Where it is remembered which games were rated: their names, the last ones last.
const COUNTED: &str = "partner games";
const MOST_COUNTED: usize = 1000;

fn rated(yomi: &Yomi, id: &str, played: &Played) -> Result<Rated, Refusal> {
    let host: Arc<dyn Host> = Enclosed::new(yomi.registry.host());
    let game = yomi.registry.find(&played.game)?;
    let ladder = ladder_of(yomi, game)?;
    let level = level_of(game, ladder, &played.opponent)?;
    let found = Place::new(&played.game, &played.settings, &played.source).find(&yomi.registry, &host)?;
    let Source { seat, seed, .. } = played.source;
    let (Some(payoffs), true, Some(seat), Some(seed)) = (&found.payoffs, found.session.is_some(), seat, seed)
    else {
        return Err(not_over().into());
    };
    let topic = Ladder::topic(found.table.settings());
    // One after another: each builds on the one before it.
    let _one_at_a_time = yomi.rating.lock().unwrap_or_else(PoisonError::into_inner);
    let mut before = standing(yomi, game.name(), ladder, &topic)?;
    let known = yomi.keeper.recall(game.name(), COUNTED).map_err(Refusal::of_store)?;
    let mut counted: Vec<String> =
        known.and_then(|names| serde_json::from_value(names).ok()).unwrap_or_default();
    if counted.iter().any(|name| name == id) {
        return Ok(Rated { scale: scale(ladder), before: None, after: strength(ladder, &before) });
    }
    counted.push(id.into());
    counted.drain(..counted.len().saturating_sub(MOST_COUNTED));
    // Where it ends between these and the rating, a game is not counted rather than counted twice.
    yomi.keeper.remember(game.name(), COUNTED, &json!(counted)).map_err(Refusal::of_store)?;
    let deals_topic = Ladder::deals_topic(found.table.settings());
    let report = |deals: &mut Deals| deals.report(seed);
    if !with_deals(yomi, game.name(), &deals_topic, before.games, report)? {
        return Ok(Rated { scale: scale(ladder), before: None, after: strength(ladder, &before) });
    }
    let outcome = Outcome { level, partners: found.table.players() - 1, seat, payoff: payoffs[seat] };
    let mut after = ladder.after(&before, &outcome);
    let mut revised = |known: Option<Value>| {
        // A game on a terminal may have ended meanwhile.
        before = known.and_then(|known| serde_json::from_value(known).ok()).unwrap_or(before);
        after = ladder.after(&before, &outcome);
        json!(after)
    };
    yomi.keeper.remember_anew(game.name(), &topic, &mut revised).map_err(Refusal::of_store)?;
    let before = Some(strength(ladder, &before));
    Ok(Rated { scale: scale(ladder), before, after: strength(ladder, &after) })
}

/// The level that `partner(level=N)` names. With a limit of its own it is weaker than it was measured.
fn level_of(game: &dyn Game, ladder: &Ladder, opponent: &str) -> Result<usize, Fault> {
    let agent = outside::agent(game, opponent)?;
    let level = agent.options.iter().find(|(name, _)| name == "level").and_then(|(_, n)| n.parse().ok());
    let levels = ladder.levels();
    match level.filter(|_| agent.name == "partner" && agent.limits.is_none()) {
        Some(level) if (1..=levels).contains(&level) => Ok(level),
        _ => Err(Fault::bad_option(
            format!("opponent: expected partner(level=N) with a level from 1 to {levels} and no limit"),
            format!(
                "opponent: 1から{levels}までのレベルの partner(level=N) にしてください。limit は付けません"
            ),
        )),
    }
}

fn not_over() -> Fault {
    Fault::new(
        FaultKind::IllegalMove,
        "a game counts when it is over; expected {seed, moves, seat} with all of its moves",
        "評価に数えるのは終わった対局だけです。最後までの {seed, moves, seat} にしてください",
    )
}
