//! Views as JSON: what one seat sees, written and read.
//!
//! A view always has `game`, `settings`, `seat`, `to_move`, `legal`, `history` and `start` (what the seat saw
//! before the history), and in addition the game's own fields: what it sees now. When a view is read, `start`
//! and `history` are replayed through the game's rules, and everything else must agree with the result, so
//! that a mistake in a hand-written file is found. A view may leave out everything that follows from the
//! rest; without a history, the game's own fields are the start.
//!
//! Everything here is written once, for all games: a game has to provide [`SeatView`] and [`Frame`].

use crate::fault::{FaultKind, excerpt};
use crate::json::{self, Unique};
use crate::{Fault, Sentence};
use serde_json::{Map, Value, json};
use yomi_core::{OptionSpec, Options, Player, Rejected, Settings, Turn, sentence};

/// Larger files are rejected.
pub const MOST_BYTES: u64 = 4 << 20;
const MOST_EVENTS: usize = 100_000;

/// One seat's view of a game, as far as it is written.
pub trait Written {
    fn seat(&self) -> Player;
    fn turn(&self) -> Turn;
    /// What the seat saw at the start of the history, and what it sees now.
    fn start_json(&self) -> Value;
    fn now_json(&self) -> Value;
    /// The seat's legal moves, with the names of each language; none when it is not to move.
    fn typed(&self) -> Vec<Sentence>;
    /// The same in notation.
    fn legal(&self) -> Vec<String> {
        self.typed().into_iter().map(|typed| typed.en).collect()
    }
    /// The events so far, in the game's notation.
    fn history(&self) -> Vec<String>;
}

/// One seat's view of a game, for any game.
pub trait SeatView: Written {
    /// Applies one event, as written. A rejected one changes nothing.
    fn observe(&mut self, word: &str) -> Result<(), Fault>;
    /// Compares the current view with one written like this: the same, different, or impossible.
    fn compare(&self, now: Value) -> Said;
}

/// The result of comparing a differently written view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    Same,
    Different,
    Refused,
}

/// A game with its settings, as far as it is needed to read a view.
pub trait Frame {
    type View: SeatView;

    fn name(&self) -> &'static str;
    fn players(&self) -> usize;
    /// Whether the game's own fields include the seat.
    fn names_seat(&self) -> bool;
    /// Keys that are omitted when they have their default value.
    fn unsaid_keys(&self) -> &'static [&'static str];
    /// The view of a seat with this start and an empty history.
    fn begin(&self, seat: Player, start: Value) -> Result<Self::View, Fault>;
    /// The same for games in which every start looks alike.
    fn begin_common(&self, seat: Player) -> Option<Self::View>;
    /// Splits a list of moves into words, by the game's rules.
    fn split<'a>(&self, list: &'a str) -> Vec<&'a str>;
}

/// JSON of a view.
pub fn write(game: &str, settings: &Settings, view: &dyn Written) -> Value {
    let mut object = Map::new();
    object.insert("game".into(), game.into());
    object.insert("settings".into(), settings_json(settings));
    object.insert("seat".into(), json!(view.seat()));
    object.insert("to_move".into(), to_move(view));
    object.insert("legal".into(), view.legal().into());
    object.insert("history".into(), view.history().into());
    object.insert("start".into(), view.start_json());
    if let Value::Object(own) = view.now_json() {
        own.into_iter().for_each(|(key, value)| {
            object.entry(key).or_insert(value);
        });
    }
    Value::Object(object)
}

fn to_move(view: &dyn Written) -> Value {
    view.turn().player().map_or(Value::Null, |p| json!(p))
}

/// Settings with numbers as numbers.
pub fn settings_json(settings: &Settings) -> Value {
    let value = |text: &String| text.parse::<u64>().map_or_else(|_| Value::from(text.as_str()), Value::from);
    settings.iter().map(|(k, v)| (k.clone(), value(v))).collect::<Map<_, _>>().into()
}

/// Reads settings from a JSON object; values may be numbers or strings.
pub fn read_settings(game: &str, specs: &[OptionSpec], value: Option<&Value>) -> Result<Options, Fault> {
    let object = match value {
        None | Some(Value::Null) => return Ok(Options::defaults(specs)),
        Some(Value::Object(object)) => object,
        Some(_) => {
            return Err(Fault::bad_view(
                "settings: expected an object such as {\"size\": \"30x30\"}",
                "settings: {\"size\": \"30x30\"} のようなオブジェクトにしてください",
            ));
        }
    };
    let mut given = Vec::new();
    for (key, value) in object {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(n) => n.to_string(),
            Value::Bool(b) => b.to_string(),
            _ => {
                return Err(Fault::bad_view(
                    format!("settings: {}: expected a word or a number", excerpt(key)),
                    format!("settings: {}: 語か数にしてください", excerpt(key)),
                ));
            }
        };
        given.push((key.clone(), text));
    }
    Ok(Options::complete(game, specs, &given)?)
}

/// Parses text as JSON and checks that it is a view of this game.
pub fn parse(text: &str, game: &str) -> Result<Map<String, Value>, Fault> {
    let Unique(value) = json::unique(text).map_err(|why| {
        Fault::from_text(FaultKind::BadView, sentence!("the view: {why}", "ビュー: {why:#}"))
    })?;
    let Value::Object(object) = value else {
        return Err(Fault::bad_view(
            "the view is not a JSON object",
            "ビューがJSONのオブジェクトではありません",
        ));
    };
    match object.get("game") {
        Some(Value::String(name)) if name == game => Ok(object),
        Some(Value::String(name)) => {
            let name = excerpt(name);
            Err(Fault::bad_view(
                format!("this is a view of {name:?}, not of {game:?}"),
                format!("これは {name:?} のビューで、{game:?} のものではありません"),
            ))
        }
        _ => Err(Fault::bad_view(
            format!("the view has no \"game\"; expected \"game\": {game:?}"),
            format!("ビューに \"game\" がありません。\"game\": {game:?} としてください"),
        )),
    }
}

/// The view that a JSON object describes.
pub fn read<F: Frame>(frame: &F, object: &Map<String, Value>) -> Result<F::View, Fault> {
    let seat = seat_of(frame.players(), object)?;
    let entries = entries(object)?;
    let mut view = start(frame, object, seat, entries.is_empty())?;
    observe_all(&mut view, &entries, &|text| frame.split(text))?;
    check_agreement(&view, frame.unsaid_keys(), object)?;
    Ok(view)
}

fn observe_all<'a>(
    view: &mut dyn SeatView,
    entries: &[&'a str],
    split: &dyn Fn(&'a str) -> Vec<&'a str>,
) -> Result<(), Fault> {
    for (i, entry) in entries.iter().enumerate() {
        for word in all_of(entry, split(entry)) {
            let (n, word_said) = (i + 1, excerpt(word));
            let place =
                || sentence!("history: event {n} ({word_said:?})", "history: {n}番目（{word_said:?}）");
            view.observe(word).map_err(|why| why.at(place()).at_entry(i))?;
        }
    }
    Ok(())
}

/// Splits one entry of a history into events, where the game writes several as one word.
pub fn event_words<'a>(frame: &impl Frame, text: &'a str) -> Vec<&'a str> {
    all_of(text, frame.split(text))
}

fn all_of<'a>(text: &'a str, words: Vec<&'a str>) -> Vec<&'a str> {
    if words.concat() == text { words } else { vec![text] }
}

/// The fault for a rejected event, with the legal moves where that helps.
pub fn refusal(view: &dyn Written, text: &str, why: Rejected) -> Fault {
    let legal = view.legal();
    // A legal move was rejected because of something else in the entry, such as a shown card.
    let unhelpful = legal.is_empty() || legal.iter().any(|word| word == text);
    if unhelpful {
        return Fault::from(why);
    }
    let list = listed(&view.typed());
    Fault::from(why).hint(&sentence!("legal: {list}", "選べる手: {list:#}")).expecting(legal)
}

/// Moves in one line, with the names of each language.
pub fn listed(typed: &[Sentence]) -> Sentence {
    let list = |name: fn(&Sentence) -> &str| typed.iter().map(name).collect::<Vec<_>>().join(" ");
    Sentence::new(list(|typed| &typed.en), list(|typed| &typed.ja))
}

fn seat_of(players: usize, object: &Map<String, Value>) -> Result<Player, Fault> {
    let last = players - 1;
    let Some(value) = object.get("seat") else {
        return Err(Fault::bad_view(
            format!("the view has no \"seat\"; expected a number from 0 to {last}"),
            format!("ビューに \"seat\" がありません。0から{last}までの数にしてください"),
        ));
    };
    let seat = value.as_u64().filter(|&s| s < players as u64);
    seat.map(|s| Player::new(s as usize)).ok_or_else(|| {
        let value = excerpt(&value.to_string());
        Fault::bad_view(
            format!("seat: {value}: expected a number from 0 to {last}"),
            format!("seat: {value}: 0から{last}までの数にしてください"),
        )
    })
}

fn entries(object: &Map<String, Value>) -> Result<Vec<&str>, Fault> {
    let list = match object.get("history") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) if list.len() <= MOST_EVENTS => list,
        Some(Value::Array(list)) => {
            let found = list.len();
            return Err(Fault::new(
                FaultKind::Limit,
                format!("history: {found} events; at most {MOST_EVENTS} are read"),
                format!("history: {found} 件あります。{MOST_EVENTS} 件まで読めます"),
            ));
        }
        Some(_) => {
            return Err(Fault::bad_view(
                "history: expected a list of moves",
                "history: 手のリストにしてください",
            ));
        }
    };
    let entry = |(i, value): (usize, &Value)| match value {
        Value::String(_) => Ok(()),
        other => {
            let (number, found) = (i + 1, excerpt(&other.to_string()));
            Err(Fault::bad_view(
                format!("history: event {number}: {found}: expected a move as text, in quotes"),
                format!("history: {number}番目: {found}: 手は引用符で囲んだ文字列にしてください"),
            )
            .at_entry(i))
        }
    };
    list.iter().enumerate().try_for_each(entry)?;
    Ok(list.iter().filter_map(Value::as_str).collect())
}

/// Keys that every view has; the others are the game's own.
const COMMON: [&str; 7] = ["game", "settings", "seat", "to_move", "legal", "history", "start"];

fn start<F: Frame>(
    frame: &F,
    object: &Map<String, Value>,
    seat: Player,
    no_history: bool,
) -> Result<F::View, Fault> {
    match beginning(object, no_history, frame.names_seat().then_some(seat))? {
        Beginning::Written(given) => {
            let view = frame.begin(seat, Value::Object(given.clone())).map_err(|why| why.at("start"))?;
            check_keys(&view.start_json(), frame.unsaid_keys(), given)?;
            Ok(view)
        }
        Beginning::Present(own) => frame.begin(seat, own),
        Beginning::Common => frame.begin_common(seat).ok_or_else(no_start),
    }
}

/// How a view says how its game began.
enum Beginning<'a> {
    Written(&'a Map<String, Value>),
    /// Nothing has happened: the present is the start.
    Present(Value),
    /// Not at all: every game begins the same way.
    Common,
}

/// `named` is the seat where the present names it.
fn beginning(
    object: &Map<String, Value>,
    no_history: bool,
    named: Option<Player>,
) -> Result<Beginning<'_>, Fault> {
    match object.get("start") {
        Some(Value::Object(given)) => return Ok(Beginning::Written(given)),
        Some(_) => {
            return Err(Fault::bad_view("start: expected an object", "start: オブジェクトにしてください"));
        }
        None => {}
    }
    let mut own: Map<String, Value> = object
        .iter()
        .filter(|(key, _)| !COMMON.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if !no_history || own.is_empty() {
        return Ok(Beginning::Common);
    }
    if let Some(seat) = named {
        own.insert("seat".into(), json!(seat));
    }
    Ok(Beginning::Present(Value::Object(own)))
}

fn no_start() -> Fault {
    Fault::bad_view("the view has no \"start\"", "ビューに \"start\" がありません")
}

/// Keys of a start that are unknown to the game are rejected, even if the game would ignore them.
fn check_keys(start: &Value, unsaid: &[&str], given: &Map<String, Value>) -> Result<(), Fault> {
    if let Value::Object(own) = start {
        let foreign = |key: &&String| !own.contains_key(*key) && !unsaid.contains(&key.as_str());
        if let Some(other) = given.keys().find(foreign) {
            let known: Vec<&str> = own.keys().map(String::as_str).collect();
            let what = Sentence::new("key of start", "start のキー");
            return Err(Fault::unknown(what, other, &known).of_kind(FaultKind::BadView));
        }
    }
    Ok(())
}

/// Checks that everything else in the view agrees with what start and history lead to.
fn check_agreement(view: &dyn SeatView, unsaid: &[&str], object: &Map<String, Value>) -> Result<(), Fault> {
    let Value::Object(own) = view.now_json() else { return Ok(()) };
    let seat = view.seat();
    if let Some(named) = own.get("seat").filter(|s| **s != json!(seat)) {
        return Err(Fault::bad_view(
            format!("start is seat {named}'s, but the view says \"seat\": {seat}"),
            format!("start は席{named}のものですが、ビューには \"seat\": {seat} とあります"),
        ));
    }
    for (key, given) in object {
        let expected = match key.as_str() {
            "game" | "settings" | "seat" | "history" | "start" => continue,
            "to_move" => to_move(view),
            "legal" => view.legal().into(),
            other if !own.contains_key(other) && !unsaid.contains(&other) => {
                let own = own.keys().map(String::as_str).filter(|key| !COMMON.contains(key));
                let known: Vec<&str> = COMMON.into_iter().chain(own).collect();
                let what = Sentence::new("key of the view", "ビューのキー");
                return Err(Fault::unknown(what, other, &known).of_kind(FaultKind::BadView));
            }
            other => {
                // The same in another notation: a hand in another order, or a default value written out.
                let mut written = own.clone();
                written.insert(other.to_string(), given.clone());
                if view.compare(Value::Object(written)) == Said::Same {
                    continue;
                }
                own.get(other).cloned().unwrap_or(Value::Null)
            }
        };
        if *given != expected {
            let (place, given, expected) = difference(&excerpt(key), given, &expected);
            return Err(Fault::bad_view(
                format!("{place} is {given}, but for seat {seat} start and history lead to {expected}"),
                format!(
                    "{place} は {given} ですが、席{seat}の start と history からは {expected} になります"
                ),
            ));
        }
    }
    Ok(())
}

/// Where two values that differ do so, and what stands there in each: as wholes where they are short, otherwise at
/// their first different part.
fn difference(place: &str, given: &Value, expected: &Value) -> (String, String, String) {
    let [written, wanted] = [given, expected].map(Value::to_string);
    let is_short = |text: &str| excerpt(text) == text;
    let part = match (given, expected) {
        _ if is_short(&written) && is_short(&wanted) => None,
        (Value::Object(given), Value::Object(expected)) if given.keys().eq(expected.keys()) => {
            let mut parts = given.iter().zip(expected.values());
            parts
                .find(|((_, given), expected)| given != expected)
                .map(|((key, given), expected)| (format!("{place}.{key}"), given, expected))
        }
        (Value::Array(given), Value::Array(expected)) if given.len() == expected.len() => {
            let mut parts = given.iter().zip(expected).enumerate();
            parts
                .find(|(_, (given, expected))| given != expected)
                .map(|(at, (given, expected))| (format!("{place}[{at}]"), given, expected))
        }
        _ => None,
    };
    match part {
        Some((place, given, expected)) => difference(&place, given, expected),
        None => (place.to_string(), excerpt(&written), wanted),
    }
}

/// The fault for a turn that the history does not reach.
pub fn no_such_turn(turn: usize, turns: usize) -> Fault {
    Fault::new(
        FaultKind::BadOption,
        format!("turn {turn}: the history has turns 1 to {turns}"),
        format!("{turn} 手目: 履歴にあるのは1手目から{turns}手目までです"),
    )
}

/// Checks that the seat of a view can be asked for a move.
pub fn check_to_move(seat: Player, turn: Turn) -> Result<(), Fault> {
    let illegal = |en: String, ja: String| Err(Fault::new(FaultKind::IllegalMove, en, ja));
    match turn {
        Turn::Player(p) if p == seat => Ok(()),
        Turn::Player(p) => illegal(
            format!("it is seat {p}'s turn; seat {seat} has nothing to decide now"),
            format!("席{p}の番です。席{seat}が今決めることはありません"),
        ),
        Turn::Chance => illegal(
            "a card is to be dealt: add it to the history first".into(),
            "先に配られる札を history に加えてください".into(),
        ),
        Turn::Over => illegal(
            "the game is over; there is nothing to decide".into(),
            "対局は終わっています。決めることはありません".into(),
        ),
    }
}
