//! Partners of one's own strength.

use crate::ask::{Server, place, server, server_on};
use crate::reviews::played;
use serde_json::{Value, json};

fn over(server: &Server, game: &str, level: usize) -> Value {
    let moves = played(server, game, 3);
    let mut over = place(game, json!({"seed": 3, "moves": moves, "seat": 0}));
    over["opponent"] = json!(format!("partner(level={level})"));
    over
}

/// The same game of another deal: nothing is dealt in Connect Four.
fn another(mut over: Value, deal: u64) -> Value {
    over["source"]["seed"] = json!(deal);
    over
}

fn person(server: &Server, game: &str) -> Value {
    server.post("/api/partners", &json!({"game": game})).ok()["person"].clone()
}

#[test]
fn a_game_moves_the_rating_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let after = {
        let server = server_on(&file);
        let partners = server.post("/api/partners", &json!({"game": "connect-four"})).ok();
        let levels = partners["levels"].as_array().unwrap();
        assert_eq!((partners["scale"].as_str(), levels.last()), (Some("elo"), Some(&json!(0.0))));
        assert_eq!(partners["person"]["games"], json!(0));
        let games = server.get("/api/games").ok();
        let card = games["games"].as_array().unwrap().iter().find(|card| card["game"] == "connect-four");
        assert_eq!(card.unwrap()["levels"], json!(levels.len()));
        let over = over(&server, "connect-four", 2);
        let won = server.post("/api/positions", &place("connect-four", over["source"].clone())).ok();
        let won = won["payoffs"][0].as_f64().unwrap();
        let rated = server.put("/api/partners/one", &over).ok();
        let moved = rated["after"]["rating"].as_f64().unwrap() - rated["before"]["rating"].as_f64().unwrap();
        assert!(if won > 0.5 { moved > 0.0 } else { moved < 0.0 }, "{won}: {rated}");
        assert_eq!(rated["after"]["games"], json!(1));
        // Told twice it is one game; another is another, unless its deal was seen before.
        for id in ["one", "same-deal"] {
            let again = server.put(&format!("/api/partners/{id}"), &over).ok();
            assert_eq!((&again["before"], &again["after"]), (&Value::Null, &rated["after"]), "{id}");
        }
        let over = another(over, 4);
        let second = server.put("/api/partners/two", &over).ok();
        assert_eq!((&second["before"], &second["after"]["games"]), (&rated["after"], &json!(2)));
        second["after"].clone()
    };
    // It is in the store, where the terminal has it too.
    assert_eq!(person(&server_on(&file), "connect-four"), after);
}

#[test]
fn only_games_with_partners_that_are_over_count() {
    let server = server();
    for (change, value) in [
        ("opponent", json!("best")),
        ("opponent", json!("partner")),
        ("opponent", json!("partner(level=0)")),
        ("opponent", json!("partner(level=99)")),
        ("opponent", json!("partner(level=1,limit=10it)")),
        ("opponent", json!("cheat")),
        ("source", json!({"seed": 3, "moves": [], "seat": 0})),
        ("source", json!({"seed": 3, "moves": ["check", "check"]})),
        ("source", json!({"seed": 3, "moves": ["check", "check"], "seat": 9})),
        ("game", json!("maze")),
        ("game", json!("chess")),
    ] {
        let mut over = place("kuhn", json!({"seed": 3, "moves": ["check", "check"], "seat": 0}));
        over["opponent"] = json!("partner(level=1)");
        over[change] = value;
        server.put("/api/partners/one", &over).refused(422);
    }
    server.put("/api/partners/a.b", &json!({})).refused(422);
    server.post("/api/partners", &json!({"game": "twin-cool"})).refused(422);
    assert_eq!(person(&server, "kuhn")["games"], json!(0));
}

/// A deal that was begun on the terminal is none that the page hands out, or rates.
#[test]
fn a_deal_is_handed_out_once_and_rated_once() {
    let server = server();
    let deal = || server.post("/api/partners", &json!({"game": "connect-four"})).ok()["deal"].clone();
    assert_eq!([deal(), deal(), deal()], [0, 1, 2].map(|deal| json!(deal)));
    let over = over(&server, "connect-four", 2);
    let counts = |id: &str, deal: u64| {
        !server.put(&format!("/api/partners/{id}"), &another(over.clone(), deal)).ok()["before"].is_null()
    };
    assert!(counts("a", 1) && !counts("b", 1) && counts("c", 0));
    assert!(counts("d", 3) && !counts("e", 3), "chosen");
    assert_eq!(deal(), json!(4), "not the chosen one");
}
