//! Live analyses.

use crate::ask::{events, place, request, server, sevens};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn a_stream_has_a_beginning_figures_and_an_answer() {
    let server = server();
    let events = server.analyse(&sevens(), &json!({"limit": "600ms"}));
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names[0], names[names.len() - 1]), ("started", "answer"), "{names:?}");
    let progress: Vec<&Value> =
        events.iter().filter(|(name, _)| name == "progress").map(|(_, data)| data).collect();
    assert!(progress.len() >= 2, "{names:?}");
    // Eight a second at most.
    assert!(progress.len() <= 8, "{names:?}");
    assert!(names.contains(&"beliefs"), "{names:?}");
    let key = server.post("/api/positions", &sevens()).ok()["key"].clone();
    for (name, data) in &events {
        assert_eq!(data["key"], key, "{name}");
    }
    for figures in progress.iter().chain([&&events.last().unwrap().1]) {
        assert_eq!(figures["move"], figures["candidates"][0]["move"]);
        assert_eq!(figures["candidates"].as_array().unwrap().len(), 5);
    }
    let started = &events[0].1;
    assert_eq!((&started["resolved"], &started["forced"]), (&json!("halving"), &json!(false)));
    assert!(!events.last().unwrap().1["reasons"].as_array().unwrap().is_empty());
}

/// A chance to win is against players that the figures name, and others can be asked for.
#[test]
fn figures_say_whom_they_are_against() {
    let server = server();
    let mut values = Vec::new();
    for company in ["strong", "casual", "random", "read"] {
        let events = server.analyse(&sevens(), &json!({"limit": "2000it", "opponents": company}));
        for (name, data) in events.iter().filter(|(name, _)| ["progress", "answer"].contains(&name.as_str()))
        {
            assert_eq!(data["opponents"], company, "{name}");
        }
        values.push(events.last().unwrap().1["value"].as_f64().unwrap());
    }
    // The same search, read against three kinds of players.
    assert!(values[0] != values[1] && values[1] != values[2], "{values:?}");
    let said = server.analyse(&sevens(), &json!({"limit": "100it"}));
    assert_eq!(said.last().unwrap().1["opponents"], "read", "they have acted");
    let mut wanted = sevens();
    (wanted["client"], wanted["opponents"]) = (json!("x"), json!("weak"));
    let fault = server.post("/api/analyses", &wanted).refused(422);
    assert!(fault["text"]["en"].as_str().unwrap().contains("weak"), "{fault}");
    let kuhn = place("kuhn", json!({"seed": 5}));
    let events = server.analyse(&kuhn, &json!({"opponents": "casual", "limit": "100it"}));
    assert_eq!(events.last().unwrap().0, "fault", "chips are not chances");
}

#[test]
fn a_stream_that_was_read_is_not_found_again() {
    let server = server();
    let mut wanted = sevens();
    wanted["client"] = json!("once");
    wanted["limit"] = json!("100it");
    let begun = server.post("/api/analyses", &wanted).ok();
    let stream = begun["stream"].as_str().unwrap();
    assert_eq!(events(&server.get(stream).text).last().unwrap().0, "answer");
    assert_eq!(server.get(stream).status, 204);
    let stop = stream.replace("/events", "/stop");
    assert_eq!(server.post(&stop, &json!({})).status, 204);
    for unknown in ["0-0", "99-0000000000000000", "x", "1-ffffffffffffffff"] {
        server.get(&format!("/api/analyses/{unknown}/events")).refused(404);
    }
}

/// How long the rest of a stream takes to arrive, and its last event.
fn end_of(server: &crate::ask::Server, body: axum::body::Body) -> (Duration, (String, Value)) {
    let began = Instant::now();
    let text = server.runtime().block_on(async { body.collect().await.unwrap().to_bytes() });
    let all = events(std::str::from_utf8(&text).unwrap());
    (began.elapsed(), all.last().unwrap().clone())
}

#[test]
fn a_new_analysis_of_a_client_ends_the_old_one() {
    let server = server();
    let mut wanted = sevens();
    wanted["client"] = json!("tab");
    wanted["limit"] = json!("60s");
    let first = server.post("/api/analyses", &wanted).ok();
    let old = server.open(request("GET", first["stream"].as_str().unwrap(), None)).into_body();
    std::thread::sleep(Duration::from_millis(150));
    let second = server.post("/api/analyses", &wanted).ok();
    let (took, (name, data)) = end_of(&server, old);
    assert_eq!((name.as_str(), &data["interrupted"]), ("answer", &json!(true)));
    assert!(took < Duration::from_secs(5), "{took:?}");
    // And a stop ends the other, with an answer.
    let new = server.open(request("GET", second["stream"].as_str().unwrap(), None)).into_body();
    let stop = format!("/api/analyses/{}/stop", second["id"].as_str().unwrap());
    assert_eq!(server.post(&stop, &json!({})).status, 204);
    assert_eq!(end_of(&server, new).1.0, "answer");
}

#[test]
fn a_closed_stream_ends_the_search() {
    let server = server();
    let mut wanted = sevens();
    wanted["client"] = json!("tab");
    wanted["limit"] = json!("60s");
    let begun = server.post("/api/analyses", &wanted).ok();
    let stream = begun["stream"].as_str().unwrap();
    drop(server.open(request("GET", stream, None)));
    let began = Instant::now();
    while server.get(stream).status != 204 {
        assert!(began.elapsed() < Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Six clients with a second each: all get figures long before the first has used up its time, and waiting
/// does not count as thinking.
#[test]
fn clients_share_the_cores() {
    let server = server();
    let streams: Vec<_> = (0..6)
        .map(|client| {
            let mut wanted = sevens();
            wanted["client"] = json!(format!("client {client}"));
            wanted["limit"] = json!("400ms");
            let begun = server.post("/api/analyses", &wanted).ok();
            server.open(request("GET", begun["stream"].as_str().unwrap(), None)).into_body()
        })
        .collect();
    let all = server.runtime().block_on(async {
        let mut texts = Vec::new();
        for stream in streams {
            texts.push(String::from_utf8(stream.collect().await.unwrap().to_bytes().to_vec()).unwrap());
        }
        texts
    });
    for text in all {
        let events = events(&text);
        let answer = &events.last().unwrap().1;
        assert!(answer.get("interrupted").is_none(), "{answer}");
        let (elapsed, tries) =
            (answer["elapsed_ms"].as_f64().unwrap(), answer["iterations"].as_u64().unwrap());
        assert!((300.0..2_000.0).contains(&elapsed), "{elapsed}");
        assert!(tries > 100, "{tries}");
    }
}

/// Many analyses at once: what they may use together is bounded, and each keeps to its part, as far as it says
/// what it uses. The bound is 2 GiB, and 4 MiB more for each.
#[test]
fn memory_is_given_out_and_kept_to() {
    const MANY: usize = 24;
    let server = server();
    let sources = [
        sevens(),
        place("connect-four", json!({"seed": 0, "moves": []})),
        place("duel", json!({"seed": 2, "moves": []})),
        place("simultaneous-maze", json!({"seed": 1, "moves": []})),
    ];
    let streams: Vec<_> = (0..MANY)
        .map(|client| {
            let mut wanted = sources[client % sources.len()].clone();
            wanted["client"] = json!(format!("client {client}"));
            wanted["limit"] = json!("60s");
            let begun = server.post("/api/analyses", &wanted).ok();
            (
                begun["id"].clone(),
                server.open(request("GET", begun["stream"].as_str().unwrap(), None)).into_body(),
            )
        })
        .collect();
    std::thread::sleep(Duration::from_millis(1_500));
    for (id, _) in &streams {
        server.post(&format!("/api/analyses/{}/stop", id.as_str().unwrap()), &json!({}));
    }
    let mut granted = 0;
    for (_, body) in streams {
        let text = server.runtime().block_on(async { body.collect().await.unwrap().to_bytes() });
        let events = events(std::str::from_utf8(&text).unwrap());
        let (may, last) = (events[0].1["memory_bytes"].as_u64().unwrap(), events.last().unwrap());
        assert_eq!(last.0, "answer", "{}", last.1);
        let used = last.1["memory_bytes"].as_u64().unwrap_or(0);
        assert!(used <= may, "{} of {may} in {}", used, last.1["game"]);
        granted += may;
    }
    assert!(granted <= (2 << 30) + MANY as u64 * (4 << 20), "{granted}");
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let server = server();
    let refuse = |place: &Value, more: Value, status: u16| {
        let mut wanted = place.clone();
        wanted["client"] = json!("refused");
        for (key, value) in more.as_object().unwrap() {
            wanted[key] = value.clone();
        }
        server.post("/api/analyses", &wanted).refused(status)
    };
    refuse(&sevens(), json!({"limit": "soon"}), 422);
    refuse(&sevens(), json!({"agent": "chess"}), 422);
    refuse(&sevens(), json!({"client": ""}), 422);
    refuse(&sevens(), json!({"client": "x".repeat(65)}), 422);
    // Seat 0 is not to move, and a game that is over has nothing to decide.
    let mut other = sevens();
    other["source"]["seat"] = json!(0);
    assert_eq!(refuse(&other, json!({}), 422)["code"], "illegal_move");
    refuse(&place("kuhn", json!({"seed": 1, "moves": ["check", "check"]})), json!({}), 422);
}

/// A limit that nobody could wait for is cut to the cap, and the client is told.
#[test]
fn the_cap_on_time_is_told() {
    let server = server();
    let mut wanted = sevens();
    wanted["client"] = json!("patient");
    wanted["limit"] = json!("24000s");
    let begun = server.post("/api/analyses", &wanted).ok();
    assert_eq!(begun["budget_ms"], 600_000);
    let stop = format!("/api/analyses/{}/stop", begun["id"].as_str().unwrap());
    server.post(&stop, &json!({}));
}

/// The solver tells the score of every column: a window that gets narrower while it proves, and the score at
/// the end.
#[test]
fn the_solver_tells_scores_as_they_arrive() {
    let server = server();
    let moves: Vec<String> = "444444322233".chars().map(String::from).collect();
    let position = place("connect-four", json!({"seed": 0, "moves": moves}));
    let events = server.analyse(&position, &json!({"agent": "solver", "limit": "40s"}));
    let windows = |data: &Value| -> Vec<(String, i64, i64)> {
        let all = data["candidates"].as_array().unwrap().iter();
        let mut all: Vec<_> = all
            .filter(|c| c["facts"]["data"].is_object())
            .map(|c| {
                let data = &c["facts"]["data"];
                let end = |key: &str| data[key].as_i64().unwrap();
                (c["move"].as_str().unwrap().to_string(), end("least"), end("most"))
            })
            .collect();
        all.sort();
        all
    };
    let answer = &events.last().unwrap().1;
    assert_eq!(answer["basis"], "proven", "{answer}");
    let told: Vec<_> =
        events.iter().filter(|(name, _)| name == "progress").map(|(_, data)| windows(data)).collect();
    assert!(!told.is_empty());
    let end = windows(answer);
    assert_eq!(end.len(), answer["candidates"].as_array().unwrap().len());
    for (column, least, most) in &end {
        assert_eq!(least, most);
        let candidate =
            answer["candidates"].as_array().unwrap().iter().find(|c| c["move"] == json!(column)).unwrap();
        assert_eq!(candidate["value"], json!((least.signum() as f64 + 1.0) / 2.0));
        for earlier in told.iter().flatten().filter(|(other, _, _)| other == column) {
            assert!((earlier.1..=earlier.2).contains(least), "{earlier:?} {least}");
        }
    }
}

/// What a move of Duel costs and meets is counted for every candidate that has something to count.
#[test]
fn candidates_of_duel_have_facts() {
    let server = server();
    let mut moves: Vec<Value> = Vec::new();
    let mut said = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let position = place("duel", json!({"seed": 2, "moves": moves}));
        let events = server.analyse(&position, &json!({"limit": "30it"}));
        let answer = &events.last().unwrap().1;
        for candidate in answer["candidates"].as_array().unwrap() {
            let verb = candidate["move"].as_str().unwrap().split(':').next().unwrap();
            let counted = ["charge", "play", "attack", "counter", "block", "trigger"].contains(&verb);
            assert_eq!(candidate["facts"].is_object(), counted, "{candidate}");
            if counted {
                said.insert(verb.to_string());
                assert!(!candidate["facts"]["text"]["ja"].as_str().unwrap().is_empty());
            }
        }
        moves.push(answer["move"].clone());
    }
    assert!(["charge", "play", "attack"].iter().all(|verb| said.contains(*verb)), "{said:?}");
}

/// Advice on every game of the registry comes through the stream.
#[test]
fn every_game_can_be_analysed() {
    let server = server();
    let games = server.get("/api/games").ok();
    for game in games["games"].as_array().unwrap() {
        let name = game["game"].as_str().unwrap();
        let events = server.analyse(&place(name, json!({"seed": 1, "moves": []})), &json!({"limit": "50ms"}));
        let (last, answer) = events.last().unwrap();
        assert_eq!(last, "answer", "{name}: {answer}");
        assert!(!answer["reasons"].as_array().unwrap().is_empty(), "{name}");
    }
}
