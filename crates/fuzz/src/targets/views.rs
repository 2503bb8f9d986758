//! Views and records of each game.

use super::material::material;
use super::{Depth, Target, as_bytes, of_text};
use crate::api::{self, Advised, Desk, Read, Recorded};
use crate::mutate::Form;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

const VIEW_WEIGHT: u32 = 1;
const RECORD_WEIGHT: u32 = 0;
const ADVICE_WEIGHT: u32 = 3;

/// Agents that use the whole view.
fn adviser(game: &str) -> &'static str {
    match game {
        "kuhn" | "leduc" | "duel" => "ismcts",
        "connect-four" | "alternating-maze" | "simultaneous-maze" => "mcts",
        "twin-cool" => "expectimax",
        "sevens" => "best",
        "auto-maze" => "hill-climb",
        _ => "greedy",
    }
}

pub fn view(game: &'static str) -> Target {
    let corpus = move || {
        let whole = material(game).views();
        as_bytes(whole.iter().flat_map(|&view| [view.clone(), bare(view)]).map(Value::Object))
    };
    Target::new(format!("view-{game}"), Form::Json, VIEW_WEIGHT, corpus, move || {
        of_text(move |text, depth| read_view(game, text, depth))
    })
}

/// A view without the keys that follow from its start and history, so that changes of these do not contradict
/// others.
fn bare(view: &Map<String, Value>) -> Map<String, Value> {
    let needed = ["game", "settings", "seat", "history", "start"];
    view.iter()
        .filter(|(key, _)| needed.contains(&key.as_str()))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect()
}

fn read_view(game: &str, text: &str, depth: Depth) -> Read<String> {
    let object = api::view_object(text, game)?;
    let desk = Desk::open_json(game, object.get("settings"))?;
    let seen = desk.view(&object)?;
    let (written, legal) = (seen.json(), seen.legal());
    assert!(seen.events() >= written["history"].as_array().map_or(0, Vec::len), "events without words");
    assert!(seen.picture().ends_with('\n'), "a picture ends its last line");
    let is_to_move = written["to_move"] == written["seat"];
    assert_eq!(
        legal.is_empty(),
        !is_to_move,
        "moves of {}, to move: {}",
        written["seat"],
        written["to_move"]
    );
    if depth == Depth::Thorough {
        check_thoroughly(game, &written, &legal);
    }
    Ok(format!("{} to move, {} legal moves", written["to_move"], legal.len()))
}

/// An accepted view can be written and read back and continued, and the advice is a legal move.
fn check_thoroughly(game: &str, written: &Value, legal: &[String]) {
    let text = written.to_string();
    let object = api::view_object(&text, game).expect("what was written is a view");
    let desk = Desk::open_json(game, object.get("settings")).expect("settings that were accepted");
    let again = desk.view(&object).expect("a view that was accepted");
    assert_eq!(again.json(), *written, "it is not read as it was written");
    let mut log = desk.log(&object).expect("a view that was accepted can be gone on from");
    if let Some(first) = legal.first() {
        // It may be rejected, because an event can need more than the move, such as a card shown.
        let _ = log.enter(first);
        if let Ok(advised) = again.advise(adviser(game)) {
            let chosen = advised.chosen().to_string();
            assert!(legal.contains(&chosen), "{chosen} is advised; legal: {}", legal.join(" "));
            let read = Advised::parse(&advised.text());
            assert_eq!(read.as_ref(), Ok(&advised), "advice is not read as it was written");
        }
    }
    while log.take_back() {}
    assert!(log.history().is_empty());
}

/// The first half of a record.
fn unfinished(record: &Value) -> Value {
    let mut record = record.clone();
    if let Some(object) = record.as_object_mut() {
        object.remove("payoffs");
    }
    if let Some(moves) = record["moves"].as_array_mut() {
        moves.truncate(moves.len() / 2);
    }
    record
}

pub fn record(game: &'static str) -> Target {
    let corpus = move || {
        let walks = material(game).tables.iter().flat_map(|table| &table.walks);
        as_bytes(walks.flat_map(|walk| [walk.record.clone(), unfinished(&walk.record)]))
    };
    Target::new(format!("record-{game}"), Form::Json, RECORD_WEIGHT, corpus, || {
        of_text(|text, _| {
            let record = Recorded::parse(text)?;
            let again = Recorded::parse(&record.text());
            assert_eq!(again.as_ref(), Ok(&record), "it is not read as it was written");
            let shown = record.replay()?;
            Ok(format!("{shown} pictures"))
        })
    })
}

/// Advice on the start of every game, without the time it took, which varies.
fn advices() -> &'static [Value] {
    static ADVICES: OnceLock<Vec<Value>> = OnceLock::new();
    ADVICES.get_or_init(|| {
        let advise = |game: &'static str| {
            let dealt = &material(game).tables[0];
            let view = dealt.walks[0].views[0].as_object().expect("a view is an object");
            let seen = dealt.desk.view(view).expect("a view of a game");
            let advised = seen.advise(adviser(game)).unwrap_or_else(|why| panic!("{game}: {}", why.0));
            let mut json: Value = serde_json::from_str(&advised.text()).expect("advice is JSON");
            json["elapsed_ms"] = json!(1.5);
            json
        };
        api::games().into_iter().map(advise).collect()
    })
}

pub fn advice() -> Target {
    let corpus = || as_bytes(advices());
    Target::new("advice", Form::Json, ADVICE_WEIGHT, corpus, || {
        of_text(|text, _| {
            let advised = Advised::parse(text)?;
            let again = Advised::parse(&advised.text());
            assert_eq!(again.as_ref(), Ok(&advised), "it is not read as it was written");
            Ok(String::new())
        })
    })
}
