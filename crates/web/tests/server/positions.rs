//! Positions, replies, lists.

use crate::ask::{place, server, sevens};
use serde_json::{Value, json};

#[test]
fn every_game_is_listed_with_what_a_page_needs() {
    let games = server().get("/api/games").ok();
    let names: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap()).collect();
    for name in ["sevens", "twin-cool", "duel", "connect-four", "kuhn", "maze"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let sevens = games["games"].as_array().unwrap().iter().find(|game| game["game"] == "sevens").unwrap();
    assert_eq!(sevens["unit"], "win");
    assert!(sevens["agents"].as_array().unwrap().iter().any(|agent| agent["sees_hidden"] == true));
    assert_eq!(sevens["start"][0]["name"], "hand");
    let cards = server().get("/api/games/twin-cool/cards").ok();
    assert_eq!(cards["cards"].as_array().unwrap().len(), 80);
    server().get("/api/games/chess/cards").refused(404);
    for name in names {
        let told = server().get(&format!("/api/games/{name}/rules")).ok();
        assert!(
            told["rules"]["en"] != told["rules"]["ja"] && told["rules"]["en"].as_str().unwrap().len() > 100
        );
    }
}

/// The same game as a deal, as a view and as a start with entries is the same position.
#[test]
fn three_kinds_of_source_lead_to_one_position() {
    let server = server();
    let dealt = server.post("/api/positions", &sevens()).ok();
    assert_eq!((&dealt["to_move"], &dealt["seat"], &dealt["over"]), (&json!(1), &json!(1), &json!(false)));
    assert_eq!(dealt["legal"].as_array().unwrap().len(), 5);
    assert_eq!(dealt["history"].as_array().unwrap().len(), 15);
    let view = &dealt["view"];
    let viewed = server.post("/api/positions", &place("sevens", json!({"view": view}))).ok();
    let entered = json!({"start": view["start"], "entries": view["history"]});
    let entered = server.post("/api/positions", &place("sevens", entered)).ok();
    assert_eq!(dealt, viewed);
    assert_eq!(dealt, entered);
}

#[test]
fn an_impossible_entry_is_named() {
    let server = server();
    let mut wrong = sevens();
    wrong["source"]["moves"][4] = json!("CK");
    let fault = server.post("/api/positions", &wrong).refused(422);
    assert_eq!((&fault["code"], &fault["entry"]), (&json!("illegal_move"), &json!(4)));
    assert!(!fault["expected"].as_array().unwrap().is_empty());
    for source in [json!({}), json!({"seed": 1, "view": {}}), json!({"moves": []}), json!({"entries": []})] {
        let fault = server.post("/api/positions", &place("sevens", source)).refused(422);
        assert!(fault["text"]["en"].as_str().unwrap().contains("{seed, moves, seat}"));
    }
    server.post("/api/positions", &place("chess", json!({"seed": 1}))).refused(422);
    server.post("/api/positions", &place("kuhn", json!({"seed": 1, "seat": 7}))).refused(422);
    server.post("/api/positions", &place("kuhn", json!({"seed": 1, "moves": ["check bet"]}))).refused(422);
    let endless = vec!["R"; 3_000];
    server.post("/api/positions", &place("maze", json!({"seed": 1, "moves": endless}))).refused(422);
}

/// A whole practice game of Sevens against Yomi, from every seat of two to four.
#[test]
fn yomi_plays_the_other_seats() {
    let server = server();
    for players in 2..=4 {
        let seat = players - 1;
        let mut practice = place("sevens", json!({"seed": 7, "moves": [], "seat": seat}));
        practice["settings"] = json!({"players": players});
        let mut turns = 0;
        loop {
            let mut asked = practice.clone();
            asked["agent"] = json!("policy");
            let replies = server.post("/api/replies", &asked).ok();
            let moves = practice["source"]["moves"].as_array_mut().unwrap();
            moves.extend(replies["moves"].as_array().unwrap().clone());
            let position = &replies["position"];
            if position["over"] == true {
                let payoffs: Vec<f64> = serde_json::from_value(position["payoffs"].clone()).unwrap();
                assert_eq!(payoffs.iter().sum::<f64>(), 1.0);
                break;
            }
            assert_eq!(position["to_move"], json!(seat));
            moves.push(position["legal"][0]["move"].clone());
            turns += 1;
            assert!(turns < 60);
        }
        // The moves lead to the same end when they are played again.
        assert_eq!(server.post("/api/positions", &practice).ok()["over"], true);
    }
}

#[test]
fn the_description_lists_the_routes() {
    let described = server().get("/api/openapi.json").ok();
    let paths: Vec<&String> = described["paths"].as_object().unwrap().keys().collect();
    for path in [
        "/api/games",
        "/api/positions",
        "/api/analyses/{id}/events",
        "/api/kept/{id}",
        "/api/import",
        "/api/reviews",
        "/api/partners",
        "/api/puzzles",
        "/api/puzzles/{id}",
    ] {
        assert!(paths.iter().any(|known| *known == path), "{paths:?}");
    }
}

/// The types that the page is checked against name every key that the server sends, and no other.
#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    let types = include_str!("../../../../web/js/types.d.ts");
    let server = server();
    let position = server.post("/api/positions", &sevens()).ok();
    let events = server.analyse(&sevens(), &json!({"limit": "300it"}));
    let last = |name: &str| &events.iter().rev().find(|(event, _)| event == name).unwrap().1;
    let fault = server.post("/api/positions", &place("chess", json!({"seed": 1}))).refused(422);
    let kept = sevens_kept(&server);
    let puzzles = server.get("/api/puzzles").ok();
    let asked = server.post("/api/puzzles", &json!({"game": "leduc"})).ok();
    let id = asked["question"]["id"].as_str().unwrap();
    let answered = server.put(&format!("/api/puzzles/{id}"), &json!({"game": "leduc", "move": "check"})).ok();
    for (name, value) in [
        ("Shown", &position),
        ("Happened", &position["history"][0]),
        ("Legal", &position["legal"][0]),
        ("Started", last("started")),
        ("Candidate", &last("answer")["candidates"][0]),
        ("Lead", &last("answer")["lead"]),
        ("KeptGame", &kept),
        ("Fault", &fault),
        ("AllPuzzles", &puzzles),
        ("PuzzlesOfGame", &puzzles["games"][0]),
        ("NextPuzzle", &asked),
        ("PuzzleCount", &asked["counted"]),
        ("Question", &asked["question"]),
        ("Told", &answered),
    ] {
        let declared = interface(types, name);
        let sent: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        let missing: Vec<_> = sent
            .iter()
            .filter(|key| !declared.contains(&(**key, true)) && !declared.contains(&(**key, false)))
            .collect();
        assert!(missing.is_empty(), "{name}: {missing:?} are not declared");
        let gone: Vec<_> = declared.iter().filter(|(key, needed)| *needed && !sent.contains(key)).collect();
        assert!(gone.is_empty(), "{name}: {gone:?} are not sent");
    }
    let answer = last("answer");
    for (key, needed) in interface(types, "Figures").into_iter().chain(interface(types, "Advice")) {
        assert!(!needed || answer.get(key).is_some(), "{key} is not sent");
    }
}

fn sevens_kept(server: &crate::ask::Server) -> Value {
    let mut keep = sevens();
    keep["revision"] = json!(0);
    server.put("/api/kept/types", &keep).ok();
    server.get("/api/kept/types").ok()
}

/// The keys of an interface, and whether each must be there.
pub fn interface<'t>(types: &'t str, name: &str) -> Vec<(&'t str, bool)> {
    let start = types.find(&format!("export interface {name} ")).expect(name);
    let body = &types[start..start + types[start..].find("\n}").unwrap()];
    let lines = body.lines().skip(1).filter_map(|line| line.trim().split_once(':'));
    lines
        .map(|(key, _)| (key.trim_end_matches('?'), !key.ends_with('?')))
        .filter(|(key, _)| key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        .collect()
}

/// Cards of one's own: the server says what they are called and what they do.
#[test]
fn the_catalogue_is_of_the_cards_that_are_given() {
    let server = server();
    let standard = server.post("/api/games/duel/cards", &json!({})).ok();
    assert_eq!(standard, server.get("/api/games/duel/cards").ok());
    let file = include_str!("../../../minds/duel/src/card_file/standard.toml");
    let mine = file.replace("Wayside Guard", "My Guard");
    let cards = server.post("/api/games/duel/cards", &json!({"settings": {"cards": mine}})).ok();
    let (cards, before) = (cards["cards"].as_array().unwrap(), standard["cards"].as_array().unwrap());
    assert_eq!(cards.len(), before.len());
    let renamed: Vec<&Value> =
        cards.iter().filter(|card| card["name"]["en"].as_str().unwrap().starts_with("My ")).collect();
    assert!(renamed.len() == 1 && renamed[0]["id"].as_str().unwrap().starts_with("my-"), "{renamed:?}");
    assert!(cards.iter().all(|card| card["text"]["ja"].is_string()));
    let fault = server.post("/api/games/duel/cards", &json!({"settings": {"cards": "[[card]]\nname = 3"}}));
    assert!(fault.refused(422)["text"]["en"].as_str().unwrap().contains("line"), "{}", fault.text);
    server.post("/api/games/chess/cards", &json!({})).refused(404);
    server.post("/api/games/duel/cards", &json!({"settings": {"cards": "/etc/passwd"}})).refused(422);
}

/// A deal that is over may be looked at with sight, and none before.
#[test]
fn the_ceiling_of_a_deal_is_told_when_it_is_over() {
    let server = server();
    let mut deal = place("twin-cool", json!({"seed": 5, "moves": [], "seat": 0}));
    let over = loop {
        let position = server.post("/api/positions", &deal).ok();
        if position["over"] == true {
            break position;
        }
        let fault = server.post("/api/ceiling", &deal).refused(422);
        assert_eq!(fault["code"], "illegal_move");
        deal["source"]["moves"].as_array_mut().unwrap().push(position["legal"][0]["move"].clone());
    };
    let looked = server.post("/api/ceiling", &deal).ok();
    assert_eq!(looked["reached"], over["payoffs"][0]);
    let before: Vec<f64> =
        looked["before"].as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect();
    assert!(before.windows(2).all(|pair| pair[0] >= pair[1]), "{before:?}");
    assert!(
        before[0] > looked["reached"].as_f64().unwrap(),
        "the first legal move is not the best: {looked}"
    );
    let turns = looked["given_away"].as_array().unwrap();
    assert!(!turns.is_empty());
    for turn in turns.iter().map(|turn| turn.as_u64().unwrap() as usize) {
        let after = before.get(turn).copied().unwrap_or(looked["reached"].as_f64().unwrap());
        assert!(after < before[turn - 1]);
    }
    // A real game has no deck that could be looked at, and a game of several players no ceiling.
    let real = place("twin-cool", json!({"view": over["view"]}));
    server.post("/api/ceiling", &real).refused(422);
    server.post("/api/ceiling", &place("kuhn", json!({"seed": 1, "moves": ["check", "check"]}))).refused(422);
}

/// What a seat gets in a real game that is over, where it can tell: the same as in the deal that it was.
#[test]
fn a_real_game_that_is_over_is_paid() {
    let server = server();
    const GAMES: [&str; 11] = [
        "sevens",
        "twin-cool",
        "duel",
        "connect-four",
        "kuhn",
        "leduc",
        "maze",
        "walled-maze",
        "auto-maze",
        "alternating-maze",
        "simultaneous-maze",
    ];
    for game in GAMES {
        let mut deal = place(game, json!({"seed": 3, "moves": []}));
        let paid = loop {
            let position = server.post("/api/positions", &deal).ok();
            if position["over"] == true {
                break position["payoffs"].clone();
            }
            let legal = position["legal"].as_array().unwrap();
            let at = legal.len() - 1;
            deal["source"]["moves"].as_array_mut().unwrap().push(legal[at]["move"].clone());
        };
        deal["source"]["seat"] = json!(0);
        let view = server.post("/api/positions", &deal).ok()["view"].clone();
        let seen = server.post("/api/positions", &place(game, json!({"view": view}))).ok();
        assert_eq!((&seen["over"], &seen["payoffs"]), (&json!(true), &paid), "{game}");
    }
}
