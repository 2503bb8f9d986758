//! Sevens: advice and beliefs, records with bursts, real games, and bad input.

use crate::run::{assert_says, keys, strings, yomi, yomi_reading};
use serde_json::{Value, json};

/// In this deal seat 1 has D8 and D6, seat 2 C6, seat 0 H6, and seat 1 goes first.
const SEED: [&str; 2] = ["--seed", "3"];

fn view(moves: &str) -> Value {
    yomi(&[&["view", "sevens", "--moves", moves], &SEED[..]].concat()).json()
}

fn refused(view: &Value) -> String {
    let said = yomi_reading(&["advise", "sevens", "-", "--limit", "20it"], view.to_string()).fault();
    said.strip_prefix("standard input: ").unwrap_or(&said).to_string()
}

/// Replaces the history of the view, and checks what the error says.
fn check_history(history: &[&str], fragments: &[&str]) {
    let mut changed = view("D8 C6 H6");
    changed["history"] = json!(history);
    assert_says(&refused(&changed), fragments);
}

/// The same with a key of the start.
fn check_start(key: &str, value: Value, fragments: &[&str]) {
    let mut changed = view("D8 C6 H6");
    changed["start"][key] = value;
    assert_says(&refused(&changed), fragments);
}

#[test]
fn histories_that_cannot_be() {
    check_history(&["D8", "C6", "C6"], &["history: event 3 (\"C6\")", "C6 is already on the table"]);
    check_history(&["D8", "C5"], &["event 2 (\"C5\")", "C5 cannot be played yet; open:", "C6"]);
    check_history(&["D8", "D6"], &["event 2 (\"D6\")", "seat 2's turn, and D6 is in your hand"]);
    check_history(&["C6"], &["event 1 (\"C6\")", "C6 is not in your hand", "legal: D6 D8 pass"]);
    check_history(&["X9"], &["event 1", "\"X9\" is not a card", "S6"]);
    check_history(&["S7"], &["event 1", "the sevens lie on the table from the start"]);
    check_history(&["pass=D6"], &["event 1 (\"pass=D6\")", "has passed only 0 times", "cannot burst yet"]);
    let passes = ["pass"; 9];
    let after = |word| [&passes[..], &[word]].concat();
    check_history(
        &after("pass"),
        &["event 10 (\"pass\")", "seat 1 has passed 3 times already", "pass=S3+HQ"],
    );
    check_history(&after("pass=C6"), &["event 10 (\"pass=C6\")", "C6 cannot be in the hand of seat 1"]);
    check_history(&after("pass=D6"), &["event 10", "seat 1 bursts with 1 cards, but it has 16"]);
}

#[test]
fn starts_that_do_not_add_up() {
    let seats = |first: Value| json!([first, {"cards": 16}, {"cards": 16}]);
    check_start(
        "seats",
        seats(json!({"cards": 17})),
        &["49 cards in the hands and 0 on the table", "expected 48"],
    );
    check_start(
        "seats",
        seats(json!({"cards": 16, "passes": 5})),
        &["seat 0", "passed 5 times", "pass number 4 is a burst"],
    );
    check_start("seats", seats(json!({"cards": 16, "pass": 1})), &["unknown key \"pass\"", "passes"]);
    check_start("seats", json!([{"cards": 16}]), &["seats: 1; expected 2 to 6"]);
    let hand = strings(&view("")["hand"]);
    check_start("hand", json!(hand[1..]), &["seat 1 has 16 cards, but the hand lists 15"]);
    check_start("hand", json!([&hand[..], &hand[..1]].concat()), &["SA is listed twice"]);
    check_start("table", json!(["SA"]), &["SA is in the hand and on the table"]);
    check_start("turn", json!(3), &["there is no seat 3", "0 to 2"]);
    let mut other = view("D8 C6 H6");
    other["settings"] = json!({"players": 4});
    assert_says(&refused(&other), &["seats: 3; the settings say 4"]);
}

#[test]
fn bad_settings_and_agents() {
    for (setting, said) in [
        ("players=7", "players=7: expected a whole number from 2 to 6"),
        ("players=1", "players=1: expected a whole number from 2 to 6"),
        ("rules=foo", "rules=foo: expected contest, closing, reverse or plain"),
        ("passes=x", "passes=x: expected a whole number from 0 to 9"),
    ] {
        assert_says(&yomi(&["view", "sevens", "--set", setting]).fault(), &[said]);
    }
    for (agent, said) in [
        ("pimc(inference=maybe)", "inference=maybe: expected soft, hard or none"),
        ("pimc(trust=9)", "trust=9: expected a number from 0 to 1"),
        ("policy(weights=no-such-file)", "cannot read no-such-file"),
        ("best(x=1)", "unknown option of best \"x\""),
        ("ismcts(observer=both)", "observer=both: expected single or multiple"),
        ("random(pass=2)", "pass=2: expected true or false"),
        ("seed-pimc(simulation_count=0)", "simulation_count=0: expected a whole number"),
        ("cheat", "cheat sees what is hidden"),
    ] {
        assert_says(&yomi(&["advise", "sevens", "--agent", agent]).fault(), &[said]);
    }
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// The table of 52 cards and the other beliefs, in the middle of a game.
#[test]
fn beliefs() {
    let before = view("D8 C6 H6");
    let args = ["advise", "sevens", "--moves", "D8 C6 H6", "--limit", "300it", "--json"];
    let advice = yomi(&[&args[..], &SEED].concat()).json();
    let beliefs = &advice["beliefs"];
    let expected = ["worlds", "effective_sample_size", "exact", "cards", "kinds", "cannot_play"];
    assert_eq!(keys(beliefs), expected);
    let cards = beliefs["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 52);
    let named = |place: &str| -> Vec<String> {
        let found = cards.iter().filter(|c| c["where"] == place);
        found.map(|c| c["card"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(named("hand"), strings(&before["hand"]));
    let mut lying = [strings(&before["table"]), ["S7", "H7", "D7", "C7"].map(String::from).to_vec()].concat();
    let mut table = named("table");
    lying.sort();
    table.sort();
    assert_eq!(table, lying);
    for card in cards {
        let seats = numbers(&card["seats"]);
        let whole = if card["where"] == "table" { 0.0 } else { 1.0 };
        assert!((seats.iter().sum::<f64>() - whole).abs() < 1e-9, "{card}");
        assert_eq!(seats[1], if card["where"] == "hand" { 1.0 } else { 0.0 }, "{card}");
    }
    for seat in ["0", "2"] {
        let kinds = beliefs["kinds"][seat].as_object().unwrap();
        assert_eq!(kinds.keys().collect::<Vec<_>>(), ["careful", "free", "greedy", "random", "shrewd"]);
        assert!((kinds.values().map(|p| p.as_f64().unwrap()).sum::<f64>() - 1.0).abs() < 1e-9, "{kinds:?}");
    }
    let (worlds, worth) =
        (beliefs["worlds"].as_f64().unwrap(), beliefs["effective_sample_size"].as_f64().unwrap());
    assert!(worth > 1.0 && worth <= worlds + 1e-6, "{worth} of {worlds}");
    // These are the worlds of the search itself.
    assert!(worlds <= advice["worlds"].as_f64().unwrap(), "{worlds}");
    for candidate in advice["candidates"].as_array().unwrap() {
        let facts = &candidate["facts"]["data"];
        assert_eq!(keys(facts), ["opens", "cannot_play", "bursts", "best_in", "worlds"]);
        assert!(facts["worlds"].as_f64().unwrap() <= worlds);
    }
}

/// A move is described with the cards it opens and who may hold them: D8 opens D9.
#[test]
fn what_a_move_opens_is_told_with_who_holds_it() {
    let shown = yomi(&[&["advise", "sevens", "--limit", "300it"], &SEED[..]].concat()).ok();
    assert_says(&shown, &["opens ♦9 (seat ", "opens nothing to others", "no other move does better than"]);
    let shown = yomi(&[&["advise", "sevens", "--limit", "300it", "--lang", "ja"], &SEED[..]].concat()).ok();
    assert_says(&shown, &["開く札 ♦9（席", "相手に開く札なし", "を上回る手がありません"]);
}

#[test]
fn a_lone_pass_is_not_said_to_be_anything_else() {
    // Each seat has passed three times, so seat 1's next pass is its fourth, a burst, although it has cards
    // to play.
    let moves = "pass pass pass pass pass pass pass pass pass";
    let args = ["advise", "sevens", "--moves", moves, "--limit", "300it", "--json"];
    let advice = yomi(&[&args[..], &SEED].concat()).json();
    assert_ne!(advice["move"], "pass", "a pass would be a burst");
    assert!(advice["candidates"].as_array().unwrap().iter().any(|c| c["move"] == "pass"));
}

fn with_bursts() -> Value {
    let agents = ["random(pass=true)"; 3].join(" ");
    yomi(&["play", "sevens", "--seed", "2", "--agents", &agents, "--json"]).json()
}

#[test]
fn records_show_what_a_burst_lays_and_replaying_checks_it() {
    let record = with_bursts();
    let moves = strings(&record["moves"]);
    let at = moves.iter().position(|m| m.starts_with("pass=")).expect("a seat bursts in this game");
    let replay = |record: &Value| {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), record.to_string()).unwrap();
        yomi(&["replay", file.path().to_str().unwrap(), "--json"])
    };
    assert_eq!(replay(&record).json(), record);
    // The list of moves can be typed, and leads to the same table.
    let list = moves[..=at].join(" ");
    let seen = yomi(&["view", "sevens", "--seed", "2", "--moves", &list]).json();
    assert_eq!(strings(&seen["history"]), moves[..=at]);
    let changed = |at: usize, word: &str| {
        let mut changed = record.clone();
        changed["moves"][at] = json!(word);
        replay(&changed).fault()
    };
    let said = changed(at, "pass=S3");
    assert_says(&said, &[&format!("move {}", at + 1), "bursts with another hand; expected ", &moves[at]]);
    let said = changed(0, "pass=S3");
    assert_says(&said, &["move 1 (\"pass=S3\")", "cannot burst yet"]);
}

/// From a real table: a view written by hand, then everybody's moves.
#[test]
fn a_real_game() {
    let hand = strings(&yomi(&[&["view", "sevens", "--seat", "0"], &SEED[..]].concat()).json()["hand"]);
    let by_hand = json!({
        "game": "sevens", "seat": 0, "hand": hand, "turn": 1,
        "seats": [{"cards": 16}, {"cards": 16}, {"cards": 16}],
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("view.json");
    std::fs::write(&path, by_hand.to_string()).unwrap();
    let real = ["play", "sevens", "--real", "--view", path.to_str().unwrap(), "--limit", "100it", "--json"];
    let ran = yomi_reading(&real, "D8\nH6\nC6\nH6\npass\nu\nq\n");
    let log: Value = serde_json::from_str(&ran.out).unwrap_or_else(|why| panic!("{why}: {ran:?}"));
    assert_eq!(log["history"], json!(["D8", "C6", "H6"]), "the seat's own card was refused to another");
    assert_says(&ran.err, &["what was played by seat 1", "H6 is in your hand", "Best move: "]);
    assert_says(
        &yomi(&["play", "sevens", "--real"]).fault(),
        &["--view FILE", "your hand without sevens; ", "who begins"],
    );
}

#[test]
fn practice_shows_all_hands() {
    let args = ["play", "sevens", "--human", "1", "--open", "--agents", "policy policy"];
    for (lang, seat) in [("en", "Seat 2: "), ("ja", "席 2: ")] {
        let shown = yomi_reading(&[&args[..], &SEED, &["--lang", lang]].concat(), "?\nD8\nq\n").ok();
        assert_says(&shown, &[seat, "♣6"]);
    }
}
