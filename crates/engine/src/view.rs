//! Views as JSON: what `yomi view` prints and `advise` reads.
//!
//! A view always has `game`, `settings`, `seat`, `to_move`, `legal`, `history` and `start` (how the game looked to the seat
//! before the history), and beside them the game's own fields: how it looks now. Reading one back, `start` and
//! `history` are replayed through the game's own rules; whatever else is there must agree with what comes out, so
//! that a slip in a hand-written file is found. A view may leave out everything that follows from the rest, and with no
//! history the game's own fields are the start.

use crate::Fault;
use crate::fault::excerpt;
use crate::options::Options;
use serde_json::{Map, Value, json};
use yomi_core::ruleset::SeenOf;
use yomi_core::{Hidden, Player, Rejected, Ruleset, Settings, Turn, View, ViewOf};

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
    rules.join_events(&view.events)
}

/// Parses text as JSON and checks that it is a view of this game.
pub fn parse(text: &str, game: &str) -> Result<Map<String, Value>, Fault> {
    let value: Value = serde_json::from_str(text)
        .map_err(|why| Fault::new(format!("the view is no JSON: {why}; `yomi view {game}` prints one")))?;
    let Value::Object(object) = value else {
        return Err(Fault::new(format!("the view is no JSON object; `yomi view {game}` prints one")));
    };
    match object.get("game") {
        Some(Value::String(name)) if name == game => Ok(object),
        Some(Value::String(name)) => {
            Err(Fault::new(format!("this is a view of {:?}, not of {game:?}", excerpt(name))))
        }
        _ => Err(Fault::new(format!("the view has no \"game\"; expected \"game\": {game:?}"))),
    }
}

/// The view that a JSON object describes.
pub fn read<R: Ruleset>(rules: &R, object: &Map<String, Value>) -> Result<ViewOf<R::State>, Fault> {
    let seat = seat_of(rules, object)?;
    let events = events(rules, object)?;
    let start = start(rules, object, seat, events.is_empty())?;
    rules.check_seen(&start)?;
    let view = replay(rules, View::new(seat, start), events)?;
    check_agreement(rules, object, &view)?;
    Ok(view)
}

fn replay<R: Ruleset>(
    rules: &R,
    mut view: ViewOf<R::State>,
    events: Vec<<R::State as Hidden>::Event>,
) -> Result<ViewOf<R::State>, Fault> {
    for (i, event) in events.into_iter().enumerate() {
        let text = rules.event_text(&event);
        if let Err(why) = view.observe::<R::State>(event) {
            return Err(refusal(rules, &view, &text, &why).at(format!("history: event {} ({text:?})", i + 1)));
        }
    }
    Ok(view)
}

/// Why an event was refused, and what would have been legal where that helps.
pub fn refusal<R: Ruleset>(rules: &R, view: &ViewOf<R::State>, text: &str, why: &Rejected) -> Fault {
    let legal = legal(rules, view);
    // A move that is legal was refused for what is said beside it, such as a card shown.
    let unhelpful = legal.is_empty() || legal.iter().any(|word| word == text);
    let expected = if unhelpful { String::new() } else { format!("; legal: {}", legal.join(" ")) };
    Fault::new(format!("{why}{expected}"))
}

fn seat_of<R: Ruleset>(rules: &R, object: &Map<String, Value>) -> Result<Player, Fault> {
    let players = rules.players() as u64;
    let expected = format!("expected a number from 0 to {}", players - 1);
    let Some(value) = object.get("seat") else {
        return Err(Fault::new(format!("the view has no \"seat\"; {expected}")));
    };
    let seat = value.as_u64().filter(|&s| s < players);
    let fault = || Fault::new(format!("seat: {}: {expected}", excerpt(&value.to_string())));
    seat.map(|s| Player::new(s as usize)).ok_or_else(fault)
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
    let mut events = Vec::new();
    for (i, value) in list.iter().enumerate() {
        let Value::String(text) = value else {
            let found = excerpt(&value.to_string());
            return Err(Fault::new(format!(
                "history: event {}: {found}: expected a move as text, in quotes",
                i + 1
            )));
        };
        for word in event_words(rules, text) {
            let event = rules.parse_event(word);
            events.push(event.map_err(|why| Fault::from(why).at(format!("history: event {}", i + 1)))?);
        }
    }
    Ok(events)
}

/// What one entry of a history says: several events where the game writes them as one word.
pub fn event_words<'a, R: Ruleset>(rules: &R, text: &'a str) -> Vec<&'a str> {
    let words = rules.split_moves(text);
    if words.concat() == text { words } else { vec![text] }
}

/// Keys that every view has; the others are the game's own.
const COMMON: [&str; 7] = ["game", "settings", "seat", "to_move", "legal", "history", "start"];

fn start<R: Ruleset>(
    rules: &R,
    object: &Map<String, Value>,
    seat: Player,
    no_history: bool,
) -> Result<SeenOf<R>, Fault> {
    match object.get("start") {
        Some(Value::Object(given)) => return written_start::<R>(given),
        Some(_) => return Err(Fault::new("start: expected an object; `yomi view` prints one")),
        None => {}
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

/// A start that is written out. Keys that the game does not have are refused, whether the game looks for them or not.
fn written_start<R: Ruleset>(given: &Map<String, Value>) -> Result<SeenOf<R>, Fault> {
    let start: SeenOf<R> = serde_json::from_value(Value::Object(given.clone()))
        .map_err(|why| Fault::new(format!("start: {why}")))?;
    if let Value::Object(own) = to_json(&start) {
        let known: Vec<&str> = own.keys().map(String::as_str).collect();
        // A game that looks for foreign keys has found none, and what it does not write itself may still be said.
        let foreign = |key: &&String| !own.contains_key(*key) && !refuses_foreign_keys::<R>(&own);
        if let Some(other) = given.keys().find(foreign) {
            return Err(Fault::unknown("key of start", other, &known));
        }
    }
    Ok(start)
}

/// What the view says beside start and history must be what they lead to.
fn check_agreement<R: Ruleset>(
    rules: &R,
    object: &Map<String, Value>,
    view: &ViewOf<R::State>,
) -> Result<(), Fault> {
    let Value::Object(own) = to_json(&view.now) else { return Ok(()) };
    if let Some(named) = own.get("seat").filter(|s| **s != json!(view.seat)) {
        return Err(Fault::new(format!(
            "start is seat {named}'s, but the view says \"seat\": {}",
            view.seat
        )));
    }
    for (key, given) in object {
        let expected = match key.as_str() {
            "game" | "settings" | "seat" | "history" | "start" => continue,
            "to_move" => to_move::<R>(&view.now),
            "legal" => legal(rules, view).into(),
            other => match (own.get(other), in_other_words::<R>(&own, other, given)) {
                // The same in other words: a hand in another order, or what goes without saying.
                (_, Said::Seen(seen)) if seen == view.now => continue,
                (Some(value), _) => value.clone(),
                (None, Said::Seen(_) | Said::Refused) => Value::Null,
                (None, Said::Foreign) => {
                    let own = own.keys().map(String::as_str).filter(|key| !COMMON.contains(key));
                    let known: Vec<&str> = COMMON.into_iter().chain(own).collect();
                    return Err(Fault::unknown("key of the view", other, &known));
                }
            },
        };
        if *given != expected {
            let given = excerpt(&given.to_string());
            return Err(Fault::new(format!(
                "{key} is {given}, but for seat {} start and history lead to {expected}",
                view.seat
            )));
        }
    }
    Ok(())
}

/// What a view with one key written differently is to the game.
enum Said<Seen> {
    Seen(Seen),
    Refused,
    /// The game knows no such key.
    Foreign,
}

/// What a seat would see if this key said so.
fn in_other_words<R: Ruleset>(own: &Map<String, Value>, key: &str, given: &Value) -> Said<SeenOf<R>> {
    if !own.contains_key(key) && !refuses_foreign_keys::<R>(own) {
        return Said::Foreign;
    }
    let mut written = own.clone();
    written.insert(key.to_string(), given.clone());
    match serde_json::from_value(Value::Object(written)) {
        Ok(seen) => Said::Seen(seen),
        Err(why) if why.to_string().starts_with("unknown field") => Said::Foreign,
        Err(_) => Said::Refused,
    }
}

/// Whether the game refuses keys that it does not know; many read over them.
fn refuses_foreign_keys<R: Ruleset>(own: &Map<String, Value>) -> bool {
    const FOREIGN: &str = "a key that no game has";
    let mut written = own.clone();
    written.insert(FOREIGN.to_string(), Value::Null);
    serde_json::from_value::<SeenOf<R>>(Value::Object(written)).is_err()
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
