//! A deal that is over, looked at with sight: what could have been reached, and where that was given away.
//!
//! While a deal goes on nobody may see what is hidden. Once it is over nothing is at stake any more, and an
//! agent that sees the deck tells what was possible from every position of the game.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use utoipa::ToSchema;
use yomi::core::Limits;
use yomi::engine::agent::AgentText;
use yomi::{Fault, FaultKind, Host, Registry};

use crate::body::Sent;
use crate::outside::Enclosed;
use crate::place::{Place, Source};
use crate::refusal::{Refusal, Refused};
use crate::{Yomi, blocking};

/// The agent that sees what is hidden.
const SEER: &str = "cheat";
/// How long it may think about one position, and about all of them.
const EACH: Duration = Duration::from_millis(400);
const ALL: Duration = Duration::from_secs(8);
/// Memory that it may use.
const MEMORY: usize = 256 << 20;

/// What could have been reached in a deal that is over.
#[derive(Serialize, ToSchema)]
pub struct Ceiling {
    /// The unit of all values.
    pub unit: &'static str,
    /// What was reached.
    pub reached: f64,
    /// What a player who sees the deck reaches from the position before each turn, as far as there was time:
    /// the first is the ceiling of the deal.
    pub before: Vec<f64>,
    /// Turns, counted from 1, after which less could be reached than before them.
    pub given_away: Vec<usize>,
}

/// Looks at a deal of one player that is over with sight: what could have been reached, and where that was
/// given away. Refused while the deal goes on.
#[utoipa::path(post, path = "/api/ceiling", request_body = Place,
    responses((status = 200, body = Ceiling), (status = 400, body = Refused), (status = 403, body = Refused), (status = 408, body = Refused),
        (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused)))]
pub async fn ceiling(
    State(yomi): State<Arc<Yomi>>,
    Sent(place): Sent<Place>,
) -> Result<Json<Ceiling>, Refusal> {
    let looked = blocking(move || {
        let _one_at_a_time = yomi.looking_back.lock().unwrap_or_else(PoisonError::into_inner);
        looked_back(&yomi.registry, &place)
    });
    Ok(Json(looked.await?))
}

fn looked_back(registry: &Registry, place: &Place) -> Result<Ceiling, Fault> {
    let host: Arc<dyn Host> = Enclosed::new(registry.host());
    let game = registry.find(&place.game)?;
    let found = place.find(registry, &host)?;
    if found.table.players() != 1 || !game.agents().iter().any(|agent| agent.name == SEER) {
        return Err(Fault::bad_option(
            format!("{}: nobody tells its ceiling; expected a game of one player with {SEER}", place.game),
            format!(
                "{} には上限を調べるエージェントがありません。{SEER} のある一人用のゲームにしてください",
                place.game
            ),
        ));
    }
    let (Source { moves: Some(moves), .. }, true, Some([reached])) =
        (&place.source, found.over && found.session.is_some(), found.payoffs.as_deref())
    else {
        return Err(Fault::new(
            FaultKind::IllegalMove,
            "what is hidden is looked at when the deal is over; expected {seed, moves} with all of its moves",
            "隠れたものは配りが終わってから見られます。最後までの {seed, moves} にしてください",
        ));
    };
    let mut seer = AgentText::parse(SEER)?;
    seer.limits = Some(Limits { memory: Some(MEMORY), ..Limits::time(EACH) });
    let began = Instant::now();
    let mut before: Vec<f64> = Vec::new();
    // Looks that had the time they needed: what a shorter one misses was not given away.
    let mut whole: Vec<bool> = Vec::new();
    for turn in 0..moves.len() {
        if began.elapsed() > ALL {
            break;
        }
        let source = Source { moves: Some(moves[..turn].to_vec()), ..place.source.clone() };
        let earlier = Place { source, ..place.clone() };
        let session = earlier.find_with(registry, &host, &[Some(seer.clone())])?.session;
        let looks = Instant::now();
        let value = match session {
            Some(mut session) => session.let_agent_move(&mut ())?.value,
            None => None,
        };
        let Some(value) = value else { break };
        // A later look may find more than an earlier one had time for: it was possible before, too.
        before.iter_mut().for_each(|earlier| *earlier = earlier.max(value));
        before.push(value);
        whole.push(looks.elapsed() < EACH);
    }
    before.iter_mut().for_each(|earlier| *earlier = earlier.max(*reached));
    let after = |turn: usize| match turn == moves.len() {
        true => Some(*reached),
        false => before.get(turn).copied().filter(|_| whole[turn]),
    };
    let costs = |&turn: &usize| after(turn).is_some_and(|after| after < before[turn - 1]);
    let given_away = (1..=before.len()).filter(costs).collect();
    Ok(Ceiling { unit: game.stakes().unit(), reached: *reached, given_away, before })
}
