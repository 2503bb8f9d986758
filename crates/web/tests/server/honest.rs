//! Nobody peeks through HTTP: what a seat is told is a function of what it sees.
//!
//! A view has no truth behind it. So wherever a deal and the view of one of its seats get the same answer, the
//! answer to the deal told nothing of what is hidden.

use crate::ask::{place, server};
use serde_json::{Value, json};

/// Figures that differ from run to run.
fn without_times(mut advice: Value) -> Value {
    advice.as_object_mut().unwrap().remove("elapsed_ms");
    advice
}

/// The position of a deal after some moves, each the first or last legal one of the seat to move.
fn deal(server: &crate::ask::Server, game: &str, seed: u64, moves: usize) -> Value {
    let mut source = json!({"seed": seed, "moves": []});
    for turn in 0..moves {
        let position = server.post("/api/positions", &place(game, source.clone())).ok();
        let legal = position["legal"].as_array().unwrap();
        let Some(next) = (if turn % 2 == 0 { legal.first() } else { legal.last() }) else { break };
        source["moves"].as_array_mut().unwrap().push(next["move"].clone());
    }
    source
}

#[test]
fn a_deal_tells_its_seat_no_more_than_its_view() {
    let server = server();
    for (game, moves, limit) in [
        ("sevens", 7, "200it"),
        ("kuhn", 1, "200it"),
        ("leduc", 2, "200it"),
        ("duel", 5, "60it"),
        ("twin-cool", 3, "60it"),
    ] {
        for seed in 1..=2 {
            let source = deal(&server, game, seed, moves);
            let to_move = server.post("/api/positions", &place(game, source.clone())).ok()["to_move"].clone();
            let players =
                server.post("/api/positions", &place(game, source.clone())).ok()["players"].as_u64().unwrap();
            for seat in 0..players {
                let mut seen = source.clone();
                seen["seat"] = json!(seat);
                let dealt = server.post("/api/positions", &place(game, seen.clone())).ok();
                let view = place(game, json!({"view": dealt["view"]}));
                let viewed = server.post("/api/positions", &view).ok();
                let unpaid = |mut position: Value| {
                    position.as_object_mut().unwrap().remove("payoffs");
                    position
                };
                assert_eq!(unpaid(dealt), unpaid(viewed), "{game} {seed} seat {seat}");
                if to_move == json!(seat) {
                    let wanted = json!({"limit": limit, "seed": 5});
                    let of_deal = server.analyse(&place(game, seen.clone()), &wanted);
                    let of_view = server.analyse(&view, &wanted);
                    let last = |events: &[(String, Value)]| without_times(events.last().unwrap().1.clone());
                    assert_eq!(last(&of_deal), last(&of_view), "{game} {seed}");
                    assert_eq!(of_deal[0], of_view[0], "{game} {seed}");
                }
            }
        }
    }
}

/// What the other seats reply is what the seat sees of it; a move of which something is hidden comes sealed.
#[test]
fn replies_are_what_the_seat_saw() {
    let server = server();
    for game in ["sevens", "kuhn", "leduc", "simultaneous-maze", "duel"] {
        let mut asked = place(game, json!({"seed": 3, "moves": [], "seat": 1}));
        asked["agent"] = json!("random");
        let replies = server.post("/api/replies", &asked).ok();
        let history = replies["position"]["history"].as_array().unwrap();
        let seen: Vec<&str> = history
            .iter()
            .filter(|event| !event["seat"].is_null())
            .map(|event| event["entry"].as_str().unwrap())
            .collect();
        let moves: Vec<&str> =
            replies["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        if game == "simultaneous-maze" {
            // That a choice was made is seen, and not which before both have chosen.
            assert_eq!(seen, ["?"]);
            assert!(moves.len() == 1 && moves[0].starts_with("sealed:"), "{moves:?}");
        } else {
            assert_eq!(moves, seen, "{game}");
        }
    }
}

/// Whole games of Duel against Yomi: what it puts face down is sealed, tells nothing by its length, and leads to the same
/// end when the list is played again.
#[test]
fn sealed_moves_are_played_and_not_told() {
    let server = server();
    let mut sealed = Vec::new();
    // Every reply takes a beat, so that the first deal with a hidden move has to do.
    for seed in 0.. {
        if !sealed.is_empty() {
            break;
        }
        assert!(seed < 12, "no deal in which a move is hidden");
        let mut practice = place("duel", json!({"seed": seed, "moves": [], "seat": 0}));
        let position = loop {
            let mut asked = practice.clone();
            asked["agent"] = json!("heuristic");
            let replies = server.post("/api/replies", &asked).ok();
            let moves = practice["source"]["moves"].as_array_mut().unwrap();
            moves.extend(replies["moves"].as_array().unwrap().clone());
            let position = replies["position"].clone();
            if position["over"] == true {
                break position;
            }
            // The last legal move ends turns soon.
            moves.push(position["legal"].as_array().unwrap().last().unwrap()["move"].clone());
        };
        let again = server.post("/api/positions", &practice).ok();
        assert_eq!((&again["view"], &again["payoffs"]), (&position["view"], &position["payoffs"]));
        let moves = practice["source"]["moves"].as_array().unwrap();
        let of_game =
            moves.iter().enumerate().filter(|(_, text)| text.as_str().unwrap().starts_with("sealed:"));
        sealed.extend(
            of_game.map(|(index, text)| (practice.clone(), index, text.as_str().unwrap().to_string())),
        );
    }
    assert!(sealed.iter().all(|(_, _, text)| text.len() == "sealed:".len() + 20));
    let (mut practice, index, text) = sealed.swap_remove(0);
    // The same reply once more, as after an undo: another seal, whatever is in it.
    let mut undone = practice.clone();
    undone["source"]["moves"].as_array_mut().unwrap().truncate(index);
    undone["agent"] = json!("heuristic");
    let again = server.post("/api/replies", &undone).ok();
    assert!(again["moves"][0].as_str().unwrap().starts_with("sealed:"), "{again}");
    assert_ne!(again["moves"][0], json!(text));
    // What is kept, listed, opened again and exported tells the seat what it saw, and no more. The game was kept before, too.
    let id = "0b7e7c52-3f6b-4f0a-9d0a-1d2f3a4b5c6d";
    let mut before = practice.clone();
    before["source"]["moves"].as_array_mut().unwrap().truncate(index);
    for (revision, place) in [&before, &practice].into_iter().enumerate() {
        let mut kept = place.clone();
        kept["revision"] = json!(revision);
        assert_eq!(server.put(&format!("/api/kept/{id}"), &kept).ok()["revision"], json!(revision + 1));
    }
    let seen = server.post("/api/positions", &practice).ok();
    let opened = server.get(&format!("/api/kept/{id}")).ok();
    let listed = server.get("/api/kept").ok()["games"][0].clone();
    assert_eq!(opened["source"], listed["source"]);
    assert!(opened["source"].get("seed").is_none(), "the number of the deal opens what is sealed");
    let again = server.post("/api/positions", &place("duel", opened["source"].clone())).ok();
    assert_eq!(again["history"], seen["history"]);
    assert_eq!(server.get(&format!("/api/kept/{id}/export")).ok(), seen["view"]);
    // A move that was sealed elsewhere is refused, and the fault says where.
    practice["source"]["moves"][index] = json!("sealed:zzzz");
    let fault = server.post("/api/positions", &practice).refused(422);
    assert_eq!((&fault["code"], &fault["entry"]), (&json!("illegal_move"), &json!(index)));
}
