//! `review`: the shape of its JSON, its text in both languages, its page, and what it refuses.

use crate::run::{assert_says, keys, yomi, yomi_reading};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with the record of a game.
struct Game {
    folder: TempDir,
    file: String,
}

impl Game {
    fn played(game: &str, seed: &str, agents: &str) -> Game {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.json").display().to_string();
        yomi(&["play", game, "--seed", seed, "--agents", agents, "--record", &file, "--json"]).json();
        Game { folder, file }
    }

    fn at(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn review(&self, more: &[&str]) -> Value {
        yomi(&[&["review", &self.file, "--json"], more].concat()).json()
    }
}

#[test]
fn the_json_has_the_keys_that_are_promised() {
    let game = Game::played("leduc", "3", "random random");
    let review = game.review(&["--seat", "1"]);
    assert_eq!(
        (&review["game"], &review["seat"], &review["unit"]),
        (&json!("leduc"), &json!(1), &json!("chips"))
    );
    let all = keys(&review);
    for key in ["version", "result", "ledger", "decisions", "moments", "summary", "value_function", "lost"] {
        assert!(all.contains(&key), "{key}: {all:?}");
    }
    let mut terms = keys(&review["ledger"]);
    terms.sort_unstable();
    assert_eq!(terms, ["deal", "draws", "judgement", "others", "own", "start"]);
    let sum: f64 = terms.iter().map(|term| review["ledger"][*term].as_f64().unwrap()).sum();
    assert!((sum - review["result"].as_f64().unwrap()).abs() < 1e-9, "{review}");
    let decisions = review["decisions"].as_array().unwrap();
    assert!(!decisions.is_empty());
    for decision in decisions {
        let all = keys(decision);
        for key in ["turn", "played", "best", "lost", "se", "lost_in_sight", "mark", "reasons"] {
            assert!(all.contains(&key), "{key}: {all:?}");
        }
        assert!(decision["reasons"][0]["en"].is_string() && decision["reasons"][0]["ja"].is_string());
    }
    // The same again, and read back as it was written.
    assert_eq!(game.review(&["--seat", "1"]), review);
    let read: yomi::engine::review::Review = serde_json::from_value(review.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), review);
}

#[test]
fn every_game_is_reviewed() {
    let games = [
        ("twin-cool", "random"),
        ("sevens", "random policy policy"),
        ("duel", "random heuristic"),
        ("connect-four", "random random"),
        ("maze", "greedy"),
        ("auto-maze", "random"),
        ("alternating-maze", "random random"),
        ("simultaneous-maze", "random random"),
        ("walled-maze", "greedy"),
        ("kuhn", "random cfr"),
        ("leduc", "random cfr"),
    ];
    for (name, agents) in games {
        let game = Game::played(name, "11", agents);
        for lang in ["en", "ja"] {
            let text = yomi(&["review", &game.file, "--limit", "100it", "--lang", lang]).ok();
            assert_says(&text, &[name, if lang == "en" { "result" } else { "結果" }]);
        }
    }
}

#[test]
fn the_text_is_as_it_was() {
    let game = Game::played("leduc", "8", "random random");
    let text = |lang| yomi(&["review", &game.file, "--seat", "0", "--lang", lang]).ok();
    assert_snapshot!("review_leduc_en", text("en"));
    assert_snapshot!("review_leduc_ja", text("ja"));
}

#[test]
fn the_page_stands_alone() {
    let game = Game::played("twin-cool", "5", "random");
    let page = game.at("game.html");
    yomi(&["review", &game.file, "--html", &page]).ok();
    let html = std::fs::read_to_string(&page).unwrap();
    assert_says(&html, &["<svg", "class=\"worth\"", "m-", "own decisions", "自分の選択", "</html>"]);
    for loaded in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!html.contains(loaded), "{loaded}");
    }
}

#[test]
fn a_game_that_was_left_and_an_empty_one_are_reviewed_as_far_as_they_go() {
    let game = Game::played("connect-four", "2", "random random");
    let mut record: Value = serde_json::from_slice(&std::fs::read(&game.file).unwrap()).unwrap();
    record.as_object_mut().unwrap().remove("payoffs");
    for moves in [7, 0] {
        record["moves"].as_array_mut().unwrap().truncate(moves);
        let text = yomi_reading(&["review", "-", "--limit", "1000nodes"], record.to_string()).ok();
        assert_says(&text, &["The game is not over"]);
        let text = yomi_reading(&["review", "-", "--limit", "1000nodes", "--lang", "ja"], record.to_string());
        assert_says(&text.ok(), &["対局は終わっていません"]);
    }
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let game = Game::played("kuhn", "1", "random random");
    assert_says(&yomi(&["review", "no-such.json"]).fault(), &["no such file", "games-db list"]);
    assert_says(&yomi(&["review", &game.file, "--seat", "2"]).fault(), &["seat 2", "0 to 1"]);
    assert_says(&yomi(&["review", &game.file, "--seat", "x"]).fault(), &["a whole number from 0"]);
    assert_says(&yomi_reading(&["review", "-"], "{}").fault(), &["not a record"]);
    assert_says(&yomi(&["review"]).fault(), &["RECORD"]);
    for more in [&["--game", "kuhn"][..], &["--last", "3"]] {
        let fault = yomi(&[&["review", &game.file], more].concat()).fault();
        assert_says(&fault, &["cannot be used with", more[0]]);
    }
    let store = game.at("games.db");
    yomi(&["games-db", "import", &game.file, "--store", &store]).ok();
    assert_says(&yomi(&["review", "999", "--store", &store]).fault(), &["no game \"999\""]);
    assert_says(&yomi(&["review", "--player", "nobody", "--store", &store]).fault(), &["no kept game"]);
    assert_says(
        &yomi(&["review", "--player", "random", "--game", "chess", "--store", &store]).fault(),
        &["--game", "chess"],
    );
    let named = ["play", "kuhn", "--human", "0", "--agents", "random", "--name"];
    assert_says(&yomi(&[&named[..], &["best"]].concat()).fault(), &["an agent"]);
    assert_says(&yomi(&[&named[..], &["a(b)"]].concat()).fault(), &["a name of 1 to 40"]);
}

#[test]
fn a_game_that_was_lost_by_failing_says_so() {
    let game = Game::played("kuhn", "1", "random random");
    let mut record: Value = serde_json::from_str(&std::fs::read_to_string(&game.file).unwrap()).unwrap();
    record["agents"][0] = json!("exec(cmd=x)");
    record["forfeits"] = json!([{ "seat": 0, "why": { "en": "it ended", "ja": "終了しました" } }]);
    record.as_object_mut().unwrap().remove("payoffs");
    std::fs::write(&game.file, record.to_string()).unwrap();
    let said = |lang| yomi(&["review", &game.file, "--lang", lang]).ok().replace(['\n', ' '], "");
    assert_says(&said("en"), &["Seat0lostthisgamebyfailing(itended)"]);
    assert_says(&said("ja"), &["席0は続行できず負けになりました（終了しました）"]);
    let alone = Game::played("twin-cool", "1", "heuristic");
    assert_says(
        &yomi(&["review", &alone.file, "--seat", "1"]).fault(),
        &["seat 1: expected 0, the only one"],
    );
}

#[test]
fn kept_games_are_reviewed_by_number_and_by_player() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db").display().to_string();
    for seed in ["1", "2", "3"] {
        let args = ["play", "kuhn", "--human", "1", "--agents", "random", "--name", "ace", "--seed", seed];
        yomi_reading(&[&args[..], &["--store", &store]].concat(), "check\nbet\nfold\ncall\nfold\n").ok();
    }
    let one = yomi(&["review", "1", "--store", &store, "--json"]).json();
    assert_eq!((&one["agent"], &one["seat"]), (&json!("ace"), &json!(1)), "the person's seat");
    let career = yomi(&["review", "--player", "ace", "--store", &store, "--json"]).json();
    assert_eq!((&career["player"], &career["games"][0]["game"]), (&json!("ace"), &json!("kuhn")));
    let kuhn = &career["games"][0];
    let reviews: Vec<Value> =
        ["1", "2", "3"].map(|id| yomi(&["review", id, "--store", &store, "--json"]).json()).into();
    let weighed = |review: &Value| -> Vec<f64> {
        let decisions = review["decisions"].as_array().unwrap().iter();
        decisions.filter(|d| d["mark"] != "forced").map(|d| d["lost"].as_f64().unwrap()).collect()
    };
    let all: Vec<f64> = reviews.iter().flat_map(weighed).collect();
    assert_eq!(kuhn["decisions"].as_u64().unwrap() as usize, all.len());
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    assert!((kuhn["lost_per_decision"].as_f64().unwrap() - mean).abs() < 1e-12);
    for lang in ["en", "ja"] {
        let page = folder.path().join("career.html").display().to_string();
        let text =
            yomi(&["review", "--player", "ace", "--store", &store, "--lang", lang, "--html", &page]).ok();
        assert_says(&text, &["kuhn: 3"]);
        assert_says(&std::fs::read_to_string(&page).unwrap(), &["ace", "<svg"]);
    }
}

/// One game is one observation: no error and one point on the curve, and the luck of its seats cancels.
#[test]
fn a_game_of_two_own_seats_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db").display().to_string();
    let args =
        ["arena", "kuhn", "--agents", "greedy greedy", "--games", "2", "--seed", "3", "--store", &store];
    yomi(&args).ok();
    let career = yomi(&["review", "--player", "greedy", "--store", &store, "--json"]).json();
    let kuhn = &career["games"][0];
    assert_eq!((kuhn["games"].as_u64(), &kuhn["unfinished"]), (Some(2), &json!(0)));
    assert!(kuhn["luck"].as_f64().unwrap().abs() < 1e-9, "{kuhn}");
    let last = yomi(&["review", "--player", "greedy", "--last", "1", "--store", &store, "--json"]).json();
    let kuhn = &last["games"][0];
    assert_eq!((&kuhn["games"], &kuhn["se"], &kuhn["luck_se"]), (&json!(1), &Value::Null, &Value::Null));
    assert_eq!(kuhn["curve"].as_array().unwrap().len(), 1);
    let text = yomi(&["review", "--player", "greedy", "--last", "1", "--store", &store]).ok();
    assert_says(&text, &["kuhn: 1 game,"]);
}
