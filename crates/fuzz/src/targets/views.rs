//! Views and records of each game.

use super::material::material;
use super::{Depth, Target, as_bytes, of_text};
use crate::api::{self, Desk, Read, Recorded};
use crate::mutate::Form;
use serde_json::{Map, Value};

const VIEW_WEIGHT: u32 = 1;
const RECORD_WEIGHT: u32 = 0;

/// Agents that look at all of a view.
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

/// A view without what follows from its start and its history, so that a change of these stands by itself.
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

/// What was read is written and read again, can be gone on from, and advice is a legal move.
fn check_thoroughly(game: &str, written: &Value, legal: &[String]) {
    let text = written.to_string();
    let object = api::view_object(&text, game).expect("what was written is a view");
    let desk = Desk::open_json(game, object.get("settings")).expect("settings that were accepted");
    let again = desk.view(&object).expect("a view that was accepted");
    assert_eq!(again.json(), *written, "it is not read as it was written");
    let mut log = desk.log(&object).expect("a view that was accepted can be gone on from");
    if let Some(first) = legal.first() {
        // What it shows may have to be said too.
        let _ = log.enter(first);
        if let Ok(advised) = again.advise(adviser(game)) {
            assert!(legal.contains(&advised), "{advised} is advised; legal: {}", legal.join(" "));
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
