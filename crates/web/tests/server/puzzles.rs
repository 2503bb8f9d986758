//! Puzzles: the next one without its answer, what an answer comes to, and when it comes again.

use crate::ask::{Server, server, server_on};
use serde_json::{Value, json};
use std::path::Path;
use yomi::engine::puzzle::{Card, Puzzle, memory};
use yomi_store::{Opening, PERSON, Store, Time};

fn next(server: &Server, wanted: &Value) -> Value {
    server.post("/api/puzzles", wanted).ok()
}

fn shipped(game: &str, question: &Value) -> Puzzle {
    let all = yomi::puzzles::shipped(game).unwrap().puzzles;
    all.into_iter().find(|puzzle| question["id"] == puzzle.id.as_str()).unwrap()
}

fn answer(server: &Server, game: &str, puzzle: &Puzzle, text: Option<&str>) -> Value {
    let mut sent = json!({"game": game});
    if let Some(text) = text {
        sent["move"] = json!(text);
    }
    server.put(&format!("/api/puzzles/{}", puzzle.id), &sent).ok()
}

fn counts(counted: &Value) -> [u64; 4] {
    ["puzzles", "due", "new", "sit"].map(|key| counted[key].as_u64().unwrap())
}

/// A card in the store, as the terminal would have left it.
fn remember(file: &Path, game: &str, id: &str, card: Card) {
    let mut store = Store::open(&Opening::at(file)).unwrap();
    store.remember(PERSON, game, &memory::topic(id), &json!(card), Time(0)).unwrap();
}

#[test]
fn a_question_is_what_the_seat_sees_and_holds_no_answer() {
    let server = server();
    let listed = server.get("/api/puzzles").ok();
    assert_eq!(listed["store"], Value::Null);
    for game in listed["games"].as_array().unwrap() {
        let name = game["game"].as_str().unwrap();
        let by_level =
            game["levels"].as_array().unwrap().iter().map(|level| level["puzzles"].as_u64().unwrap());
        assert_eq!(game["all"]["puzzles"].as_u64().unwrap(), by_level.sum::<u64>(), "{name}");
        for level in 1..=5 {
            let wanted = json!({"game": name, "level": level});
            let Value::Object(asked) = next(&server, &wanted)["question"].clone() else { continue };
            assert_eq!(asked["level"], level, "{name}");
            // Nothing but these, and the position is that of the view alone.
            assert_eq!(asked.keys().collect::<Vec<_>>(), ["id", "level", "position"]);
            let puzzle = shipped(name, &json!(asked));
            let place = json!({"game": name, "source": {"view": puzzle.view}});
            assert_eq!(asked["position"], server.post("/api/positions", &place).ok(), "{name} {}", puzzle.id);
            assert_eq!(asked["position"]["to_move"], asked["position"]["seat"], "{name}");
        }
    }
}

#[test]
fn answers_are_told_why_and_come_again() {
    let server = server();
    for game in yomi::puzzles::games() {
        let wanted = json!({"game": game});
        let before = next(&server, &wanted);
        let puzzle = shipped(game, &before["question"]);
        let told = answer(&server, game, &puzzle, Some(&puzzle.second));
        assert_eq!((&told["right"], &told["counted"]), (&json!(false), &json!(true)), "{game}");
        assert_eq!(told["best"]["move"], puzzle.best.as_str());
        assert_eq!(told["answer"]["move"], puzzle.second.as_str());
        assert_eq!(
            (told["lead"].as_f64(), told["lead_se"].as_f64()),
            (Some(puzzle.lead), Some(puzzle.lead_se))
        );
        assert!(told["verdict"]["en"].as_str().unwrap().starts_with("No: "), "{told}");
        assert_eq!(told["again"]["en"], "Asked again tomorrow.");
        let why = told["why"].as_array().unwrap();
        assert!(why.iter().any(|one| one["en"].as_str().unwrap().contains(" is best: ")), "{told}");
        assert!(
            !told["again"]["ja"].as_str().unwrap().is_empty() && !why[0]["ja"].as_str().unwrap().is_empty()
        );
        // Once more on the same day: found, but it comes again tomorrow all the same.
        let again = answer(&server, game, &puzzle, Some(&puzzle.best));
        assert_eq!((&again["right"], &again["counted"]), (&json!(true), &json!(false)), "{game}");
        assert_eq!((&again["due"], &again["again"]), (&told["due"], &told["again"]), "{game}");
        let after = next(&server, &wanted);
        assert_ne!(after["question"]["id"], before["question"]["id"], "{game}");
        let [all, _, new, _] = counts(&before["counted"]);
        assert_eq!(counts(&after["counted"]), [all, 0, new - 1, 0], "{game}");
        assert_eq!(after["counted"]["next_in_days"], 1);
        // One is asked for by its name, due or not.
        let same = next(&server, &json!({"game": game, "id": puzzle.id}));
        assert_eq!(same["question"], before["question"], "{game}");
    }
}

#[test]
fn what_the_terminal_remembers_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let game = "connect-four";
    let puzzles = yomi::puzzles::shipped(game).unwrap().puzzles;
    let [due, sits, later] = [&puzzles[3], &puzzles[4], &puzzles[5]];
    remember(&file, game, &due.id, Card { repetitions: 2, easiness: 2.7, interval: 6, due: 10 });
    remember(&file, game, &sits.id, Card { repetitions: 5, easiness: 3.0, interval: 140, due: 11 });
    remember(&file, game, &later.id, Card { repetitions: 1, interval: 1, due: 400_000, ..Card::default() });
    let server = server_on(&file);
    assert_eq!(server.get("/api/puzzles").ok()["store"], json!(file.display().to_string()));
    let asked = next(&server, &json!({"game": game}));
    assert_eq!(asked["question"]["id"], due.id.as_str());
    let all = puzzles.len() as u64;
    assert_eq!(counts(&asked["counted"]), [all, 1, all - 3, 1]);
    let told = answer(&server, game, due, Some(&due.best));
    assert_eq!((&told["right"], &told["again"]["en"]), (&json!(true), &json!("Asked again in 17 days.")));
    // What it leaves is what the terminal reads.
    let store = Store::open(&Opening::at(&file)).unwrap();
    let known = store.recall_all(PERSON, game).unwrap();
    let cards = memory::recalled(known.into_iter().map(|known| (known.topic, known.state)));
    assert_eq!((cards[&due.id].repetitions, cards[&due.id].interval), (3, 17));
    assert_eq!(told["due"], json!(memory::start_of(cards[&due.id].due)));
    assert_ne!(next(&server, &json!({"game": game}))["question"]["id"], due.id.as_str());
}

#[test]
fn one_can_give_up_and_nothing_wrong_counts() {
    let server = server();
    let asked = next(&server, &json!({"game": "leduc"}));
    let puzzle = shipped("leduc", &asked["question"]);
    let path = format!("/api/puzzles/{}", puzzle.id);
    for wrong in [json!("fold"), json!(""), json!("no move"), json!("99")] {
        let fault = server.put(&path, &json!({"game": "leduc", "move": wrong})).refused(422);
        assert!(fault["text"]["en"].as_str().unwrap().contains("expected one of check bet"), "{fault}");
    }
    for (sent, status) in [
        (json!({"game": "maze"}), 422),
        (json!({"game": "chess"}), 422),
        (json!({"game": "leduc", "best": true}), 422),
        (json!({"move": "check"}), 422),
    ] {
        server.put(&path, &sent).refused(status);
    }
    let fault = server.put(&path, &json!({"game": "duel"})).refused(422);
    assert_eq!(fault["text"]["en"], "this puzzle is one of leduc, not of duel");
    server.put("/api/puzzles/a.b", &json!({"game": "leduc"})).refused(422);
    server.put("/api/puzzles/0", &json!({"game": "leduc"})).refused(404);
    for (sent, status) in [
        (json!({"game": "leduc", "level": 0}), 422),
        (json!({"game": "leduc", "level": 6}), 422),
        (json!({"game": "leduc", "level": "easy"}), 422),
        (json!({"game": "leduc", "id": "0"}), 404),
        (json!({"game": "maze"}), 422),
        (json!({}), 422),
    ] {
        server.post("/api/puzzles", &sent).refused(status);
    }
    assert_eq!(next(&server, &json!({"game": "leduc"})), asked, "nothing was counted");
    let told = answer(&server, "leduc", &puzzle, None);
    assert_eq!((&told["right"], &told["answer"]), (&json!(false), &Value::Null));
    assert!(told["verdict"]["en"].as_str().unwrap().starts_with("The best move is: "), "{told}");
}
