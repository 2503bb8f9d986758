//! Views as JSON: what `yomi view` prints and `advise` reads.
//!
//! A view always has `game`, `settings`, `seat`, `to_move`, `legal`, `history` and `start` (how the game looked to the seat
//! before the history), and beside them the game's own fields: how it looks now. Reading one back, `start` and
//! `history` are replayed through the game's own rules; whatever else is there must agree with what comes out, so
//! that a slip in a hand-written file is found. A view may leave out everything that follows from the rest, and with no
//! history the game's own fields are the start.

use crate::Fault;
use crate::options::Options;
use serde_json::{Map, Value, json};
use yomi_core::ruleset::SeenOf;
use yomi_core::{Hidden, Player, Ruleset, Settings, Turn, View, ViewOf};

/// Larger files are not views.
pub const MOST_BYTES: u64 = 4 << 20;
const MOST_EVENTS: usize = 100_000;

/// JSON of a view.
pub fn write<R: Ruleset>(rules: &R, settings: &Settings, view: &ViewOf<R::State>) -> Value {
    let mut object = Map::new();
    object.insert("game".into(), R::NAME.into());
    object.insert("settings".into(), settings_json(settings));
    object.insert("seat".into(), json!(view.seat));
    object.insert("to_move".into(), to_move::<R>(&view.now));
    object.insert("legal".into(), legal(rules, view).into());
    object.insert("history".into(), history(rules, view).into());
    object.insert("start".into(), to_json(&view.start));
    if let Value::Object(own) = to_json(&view.now) {
        own.into_iter().for_each(|(key, value)| {
            object.entry(key).or_insert(value);
        });
    }
    Value::Object(object)
}

/// Settings with numbers as numbers.
pub fn settings_json(settings: &Settings) -> Value {
    let value = |text: &String| text.parse::<u64>().map_or_else(|_| Value::from(text.as_str()), Value::from);
    settings.iter().map(|(k, v)| (k.clone(), value(v))).collect::<Map<_, _>>().into()
}

/// The settings of a JSON object, numbers and words alike.
pub fn read_settings<R: Ruleset>(value: Option<&Value>) -> Result<Settings, Fault> {
    let object = match value {
        None | Some(Value::Null) => return Ok(Options::complete(R::NAME, R::SETTINGS, &[])?.settings()),
        Some(Value::Object(object)) => object,
        Some(_) => return Err(Fault::new("settings: expected an object such as {\"size\": \"30x30\"}")),
    };
    let mut given = Vec::new();
    for (key, value) in object {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(n) => n.to_string(),
            Value::Bool(b) => b.to_string(),
            _ => return Err(Fault::new(format!("settings: {key}: expected a word or a number"))),
        };
        given.push((key.clone(), text));
    }
    Ok(Options::complete(R::NAME, R::SETTINGS, &given)?.settings())
}

fn to_json<T: serde::Serialize>(seen: &T) -> Value {
    serde_json::to_value(seen).expect("what is seen is plain data")
}

fn to_move<R: Ruleset>(seen: &SeenOf<R>) -> Value {
    R::State::seen_turn(seen).player().map_or(Value::Null, |p| json!(p))
}

pub fn legal<R: Ruleset>(rules: &R, view: &ViewOf<R::State>) -> Vec<String> {
    view.legal::<R::State>().into_iter().map(|a| rules.action_text(a)).collect()
}

pub fn history<R: Ruleset>(rules: &R, view: &ViewOf<R::State>) -> Vec<String> {
    view.events.iter().map(|e| rules.event_text(e)).collect()
}

/// Parses text as JSON and checks that it is a view of this game.
pub fn parse(text: &str, game: &str) -> Result<Map<String, Value>, Fault> {
    let value: Value =
        serde_json::from_str(text).map_err(|why| Fault::new(format!("the view is no JSON: {why}")))?;
    let Value::Object(object) = value else {
        return Err(Fault::new("the view is no JSON object; `yomi view` prints one"));
    };
    match object.get("game") {
        Some(Value::String(name)) if name == game => Ok(object),
        Some(Value::String(name)) => Err(Fault::new(format!("this is a view of {name:?}, not of {game:?}"))),
        _ => Err(Fault::new(format!("the view has no \"game\"; expected \"game\": {game:?}"))),
    }
}

/// The view that a JSON object describes.
pub fn read<R: Ruleset>(rules: &R, object: &Map<String, Value>) -> Result<ViewOf<R::State>, Fault> {
    let seat = seat_of(rules, object)?;
    let events = events(rules, object)?;
    let start = start(rules, object, seat, events.is_empty())?;
    rules.check_seen(&start)?;
    let view = View::replay::<R::State>(seat, start, events).map_err(|why| Fault::from(why).at("history"))?;
    check_agreement(rules, object, &view)?;
    Ok(view)
}

fn seat_of<R: Ruleset>(rules: &R, object: &Map<String, Value>) -> Result<Player, Fault> {
    let players = yomi_core::State::players(&rules.start(0)) as u64;
    let seat = match object.get("seat") {
        None => return Err(Fault::new("the view has no \"seat\"")),
        Some(value) => value.as_u64().filter(|&s| s < players),
    };
    let expected = || Fault::new(format!("seat: expected a number from 0 to {}", players - 1));
    seat.map(|s| Player::new(s as usize)).ok_or_else(expected)
}

fn events<R: Ruleset>(
    rules: &R,
    object: &Map<String, Value>,
) -> Result<Vec<<R::State as Hidden>::Event>, Fault> {
    let list = match object.get("history") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) if list.len() <= MOST_EVENTS => list,
        Some(Value::Array(list)) => {
            return Err(Fault::new(format!(
                "history: {} events; at most {MOST_EVENTS} are read",
                list.len()
            )));
        }
        Some(_) => return Err(Fault::new("history: expected a list of moves")),
    };
    let read = |(i, value): (usize, &Value)| match value {
        Value::String(text) => {
            rules.parse_event(text).map_err(|why| Fault::from(why).at(format!("history: event {}", i + 1)))
        }
        _ => Err(Fault::new(format!("history: event {}: expected a text", i + 1))),
    };
    list.iter().enumerate().map(read).collect()
}

/// Keys that every view has; the others are the game's own.
const COMMON: [&str; 7] = ["game", "settings", "seat", "to_move", "legal", "history", "start"];

fn start<R: Ruleset>(
    rules: &R,
    object: &Map<String, Value>,
    seat: Player,
    no_history: bool,
) -> Result<SeenOf<R>, Fault> {
    if let Some(start) = object.get("start") {
        return serde_json::from_value(start.clone()).map_err(|why| Fault::new(format!("start: {why}")));
    }
    let own = || {
        object.iter().filter(|(key, _)| !COMMON.contains(&key.as_str())).map(|(k, v)| (k.clone(), v.clone()))
    };
    if no_history && own().next().is_some() {
        let plain = serde_json::from_value(Value::Object(own().collect()));
        return match plain {
            // A game whose `Seen` names its seat finds it under the common key.
            Err(why) if why.to_string().contains("missing field `seat`") => serde_json::from_value(
                Value::Object(own().chain([("seat".to_string(), json!(seat))]).collect()),
            ),
            other => other,
        }
        .map_err(|why| Fault::new(why.to_string()));
    }
    rules.common_start(seat).ok_or_else(|| Fault::new("the view has no \"start\"; `yomi view` prints one"))
}

/// What the view says beside start and history must be what they lead to.
fn check_agreement<R: Ruleset>(
    rules: &R,
    object: &Map<String, Value>,
    view: &ViewOf<R::State>,
) -> Result<(), Fault> {
    let Value::Object(own) = to_json(&view.now) else { return Ok(()) };
    for (key, given) in object {
        let expected = match key.as_str() {
            "game" | "settings" | "seat" | "history" | "start" => continue,
            "to_move" => to_move::<R>(&view.now),
            "legal" => legal(rules, view).into(),
            other => match own.get(other) {
                Some(value) => value.clone(),
                None => {
                    let known: Vec<&str> = COMMON.into_iter().chain(own.keys().map(String::as_str)).collect();
                    return Err(Fault::unknown("key of the view:", other, &known));
                }
            },
        };
        if *given != expected {
            return Err(Fault::new(format!("{key} is {given}, but start and history lead to {expected}")));
        }
    }
    if own.get("seat").is_some_and(|s| *s != json!(view.seat)) {
        return Err(Fault::new("start: the seat is not the seat of the view"));
    }
    Ok(())
}

/// Whether the seat of a view can be asked for a move, and if not, why.
pub fn check_to_move<R: Ruleset>(view: &ViewOf<R::State>) -> Result<(), Fault> {
    match R::State::seen_turn(&view.now) {
        Turn::Player(p) if p == view.seat => Ok(()),
        Turn::Player(p) => {
            Err(Fault::new(format!("it is seat {p}'s turn; seat {} has nothing to decide now", view.seat)))
        }
        Turn::Chance => Err(Fault::new("a card is to be dealt: add it to the history first")),
        Turn::Over => Err(Fault::new("the game is over; there is nothing to decide")),
    }
}
