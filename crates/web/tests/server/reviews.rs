//! Reviews of games that are over.

use crate::ask::{Server, events, place, request, server};
use crate::positions::interface;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use yomi::Registry;
use yomi::engine::review::Request;

/// A deal played to its end: of every legal move one that turns with the number of moves.
pub fn played(server: &Server, game: &str, seed: u64) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    loop {
        let source = json!({"seed": seed, "moves": moves});
        let position = server.post("/api/positions", &place(game, source)).ok();
        if position["over"] == json!(true) {
            return moves;
        }
        let legal = position["legal"].as_array().unwrap();
        moves.push(legal[7 * moves.len() % legal.len()]["move"].as_str().unwrap().into());
    }
}

fn wanted(game: &str, source: Value, more: &Value) -> Value {
    let mut wanted = place(game, source);
    wanted["client"] = json!("test");
    for (key, value) in more.as_object().unwrap() {
        wanted[key] = value.clone();
    }
    wanted
}

fn reviewed(server: &Server, wanted: &Value) -> (Value, Vec<(String, Value)>) {
    let begun = server.post("/api/reviews", wanted).ok();
    let all = events(&server.get(begun["stream"].as_str().unwrap()).text);
    (begun, all)
}

/// The same as `yomi review` says of the same record, for every seat.
#[test]
fn a_review_over_http_is_that_of_the_record() {
    let server = server();
    for (game, seed) in [("leduc", 3), ("sevens", 3), ("twin-cool", 5)] {
        let moves = played(&server, game, seed);
        let registry = Registry::standard();
        let table = registry.find(game).unwrap().open(&[]).unwrap();
        let mut session = table.session(seed, &vec![None; table.players()], None).unwrap();
        session.submit_list(&moves.join(" ")).unwrap();
        for seat in [0, table.players() - 1] {
            let source = json!({"seed": seed, "moves": moves, "seat": 0});
            let (begun, all) = reviewed(&server, &wanted(game, source, &json!({"seat": seat})));
            let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!((names[0], names[names.len() - 1]), ("started", "answer"), "{names:?}");
            let answer = &all[all.len() - 1].1;
            let request = Request { seat, ..Request::default() };
            let own = json!(table.review(&session.record(), &request, &()).unwrap());
            // What it may use of memory is said with the limit, and is the server's.
            for key in own.as_object().unwrap().keys().filter(|key| *key != "limit") {
                assert_eq!(answer[key], own[key], "{game} seat {seat}: {key}");
            }
            let decisions = answer["decisions"].as_array().unwrap().len();
            assert_eq!((&begun["seat"], &begun["decisions"]), (&json!(seat), &json!(decisions)), "{game}");
        }
    }
}

/// The page is checked against types that name what it reads: all of that is sent.
#[test]
fn the_types_of_the_page_are_those_of_a_review() {
    let types = include_str!("../../../../web/js/types.d.ts");
    let server = server();
    let moves = played(&server, "leduc", 3);
    let (begun, all) = reviewed(&server, &wanted("leduc", json!({"seed": 3, "moves": moves}), &json!({})));
    let review = &all.last().unwrap().1;
    let partners = server.post("/api/partners", &json!({"game": "leduc"})).ok();
    for (name, sent) in [
        ("Review", review),
        ("ReviewedDecision", &review["decisions"][0]),
        ("Partners", &partners),
        ("Strength", &partners["person"]),
    ] {
        for (key, _) in interface(types, name) {
            assert!(sent.get(key).is_some(), "{name}: {key} is not sent");
        }
    }
    assert_eq!(begun["seat"], json!(0));
}

/// While a game goes on nothing of what is hidden is told, nor of a game of which one seat's view is known.
#[test]
fn nothing_is_reviewed_before_it_is_over() {
    let server = server();
    let moves = played(&server, "sevens", 3);
    let part = json!({"seed": 3, "moves": moves[..moves.len() - 1], "seat": 1});
    let position = server.post("/api/positions", &place("sevens", part.clone())).ok();
    let whole = json!({"seed": 3, "moves": moves, "seat": 1});
    let over = server.post("/api/positions", &place("sevens", whole.clone())).ok();
    for source in [
        part,
        json!({"seed": 3}),
        json!({"view": position["view"]}),
        json!({"view": over["view"]}),
        json!({"start": over["view"]["start"], "entries": over["view"]["history"]}),
    ] {
        let fault = server.post("/api/reviews", &wanted("sevens", source, &json!({}))).refused(422);
        assert!(fault["text"]["en"].as_str().unwrap().contains("over"), "{fault}");
    }
    server.post("/api/reviews", &wanted("sevens", whole.clone(), &json!({"seat": 3}))).refused(422);
    server.post("/api/reviews", &wanted("sevens", whole.clone(), &json!({"client": ""}))).refused(422);
    server.post("/api/reviews", &wanted("sevens", whole, &json!({"limit": "1s"}))).refused(422);
}

/// A deal with moves that were sealed is reviewed once they lie open: the same as with the moves themselves.
#[test]
fn sealed_moves_are_opened_when_the_game_is_over() {
    let server = server();
    let game = "simultaneous-maze";
    let mut moves: Vec<String> = Vec::new();
    loop {
        let source = json!({"seed": 1, "moves": moves, "seat": 1});
        let replies = server.post("/api/replies", &place(game, source.clone())).ok();
        moves.extend(
            replies["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()),
        );
        let shown = &replies["position"];
        if shown["over"] == json!(true) {
            break;
        }
        let source = json!({"seed": 1, "moves": moves, "seat": 1});
        server.post("/api/reviews", &wanted(game, source, &json!({}))).refused(422);
        moves.push(shown["legal"][0]["move"].as_str().unwrap().into());
    }
    assert!(moves.iter().any(|text| text.starts_with("sealed:")));
    let source = json!({"seed": 1, "moves": moves, "seat": 1});
    let (_, all) = reviewed(&server, &wanted(game, source, &json!({})));
    let review = &all.last().unwrap().1;
    let opened: Vec<&Value> =
        review["moments"].as_array().unwrap().iter().map(|moment| &moment["move"]).collect();
    assert_eq!(opened.len(), moves.len());
    assert!(opened.iter().all(|text| !text.as_str().unwrap().starts_with("sealed:")), "{opened:?}");
}

/// It ends when it is stopped, and when a new one of the same client begins.
#[test]
fn a_review_is_stopped_as_an_analysis_is() {
    let server = server();
    let moves = played(&server, "duel", 3);
    let wanted = wanted("duel", json!({"seed": 3, "moves": moves, "seat": 0}), &json!({}));
    let read = |body: axum::body::Body| {
        let text = server.runtime().block_on(async { body.collect().await.unwrap().to_bytes() });
        events(std::str::from_utf8(&text).unwrap()).last().unwrap().clone()
    };
    let first = server.post("/api/reviews", &wanted).ok();
    let old = server.open(request("GET", first["stream"].as_str().unwrap(), None)).into_body();
    let second = server.post("/api/reviews", &wanted).ok();
    let (name, data) = read(old);
    assert_eq!((name.as_str(), &data["fault"]["code"]), ("fault", &json!("cancelled")), "{data}");
    let new = server.open(request("GET", second["stream"].as_str().unwrap(), None)).into_body();
    let stop = format!("/api/analyses/{}/stop", second["id"].as_str().unwrap());
    assert_eq!(server.post(&stop, &json!({})).status, 204);
    assert_eq!(read(new).0, "fault");
    assert_eq!(server.get(second["stream"].as_str().unwrap()).status, 204);
}
