//! A kept game: the record or the view that other commands write and read, and the source that a client sends.

use serde_json::{Value, json};
use std::sync::Arc;
use yomi::engine::record::Record;
use yomi::{Host, Registry};
use yomi_store::Content;

use crate::place::{Found, Place, Source};
use crate::sealed;

/// A seat that a person plays, in a record.
const PERSON: &str = "human";
/// A seat that a person looks at from another one: its moves are entered, not chosen.
const ENTERED: &str = "entered";

/// A deal as a record, a real game as the view of its seat. `opponent` plays the other seats of a deal. A record tells
/// every move: a deal with moves that its seat may not see is kept as the view of that seat.
pub fn of(found: &Found, place: &Place, opponent: Option<&str>) -> Content {
    let has_sealed = place.source.moves.iter().flatten().any(|text| sealed::is_sealed(text));
    let Some(session) = found.session.as_ref().filter(|_| !has_sealed) else {
        return Content::View { view: found.position.json(), over: found.over };
    };
    let mut record = session.record();
    if let Some(seat) = place.source.seat {
        let others = record.agents.iter_mut().enumerate().filter(|(other, _)| *other != seat);
        others.for_each(|(_, agent)| *agent = opponent.unwrap_or(ENTERED).into());
    }
    Content::Record(record)
}

pub fn game(content: &Content) -> &str {
    match content {
        Content::Record(record) => &record.game,
        Content::View { view, .. } => view.get("game").and_then(Value::as_str).unwrap_or_default(),
    }
}

pub fn settings(content: &Content) -> Value {
    match content {
        Content::Record(record) => record.settings.clone(),
        Content::View { view, .. } => view.get("settings").cloned().unwrap_or_default(),
    }
}

/// As a client sends it.
pub fn source(content: &Content) -> Value {
    match content {
        Content::Record(record) => {
            json!({"seed": record.seed, "moves": record.moves, "seat": seat(record)})
        }
        Content::View { view, .. } => of_view(view),
    }
}

/// The seat that looks; none where a person plays every seat of several.
pub fn seat(record: &Record) -> Option<usize> {
    let people = record.agents.iter().filter(|agent| *agent == PERSON).count();
    match (people, record.agents.len()) {
        (_, 0 | 1) | (0, _) => Some(0),
        (people, seats) if people == seats => None,
        _ => record.agents.iter().position(|agent| agent == PERSON),
    }
}

/// Who plays the other seats of a deal, where an agent does.
pub fn opponent(content: &Content) -> Option<&str> {
    let Content::Record(record) = content else { return None };
    let others = record.agents.iter().map(String::as_str);
    others.into_iter().find(|agent| ![PERSON, ENTERED].contains(agent))
}

pub fn is_over(content: &Content) -> bool {
    match content {
        Content::Record(record) => record.payoffs.is_some(),
        Content::View { over, .. } => *over,
    }
}

/// How many moves of players it holds: what was dealt or drawn stands between them, and is none. `None` where its game
/// cannot be opened.
pub fn moves(content: &Content, registry: &Registry, host: &Arc<dyn Host>) -> Option<usize> {
    let source = match content {
        Content::Record(record) => {
            let (seed, moves) = (Some(record.seed), Some(record.moves.clone()));
            Source { seed, moves, ..Source::default() }
        }
        Content::View { view, .. } => Source { view: view.as_object().cloned(), ..Source::default() },
    };
    let settings = settings(content).as_object().cloned().unwrap_or_default();
    let found = Place::new(game(content), &settings, &source).find(registry, host).ok()?;
    let events = found.position.events();
    match content {
        // Where seats choose at once, what a seat sees happens less often than it is chosen.
        Content::Record(record) if record.moves.len() != events.len() => Some(record.moves.len()),
        _ => Some(events.iter().filter(|event| event.seat.is_some()).count()),
    }
}

/// The file that other commands read.
pub fn file(content: &Content) -> Value {
    match content {
        Content::Record(record) => json!(record),
        Content::View { view, .. } => view.clone(),
    }
}

/// A view as its start and what was entered since.
fn of_view(view: &Value) -> Value {
    let mut start = view.get("start").cloned().unwrap_or_else(|| json!({}));
    if let Some(start) = start.as_object_mut() {
        start.entry("seat").or_insert_with(|| view.get("seat").cloned().unwrap_or_default());
    }
    json!({"start": start, "entries": view.get("history").cloned().unwrap_or_else(|| json!([]))})
}
