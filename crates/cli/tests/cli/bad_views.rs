//! Views that are malformed, impossible, of another game or not views at all: one line says what is wrong, at
//! once.

use crate::run::{assert_says, yomi, yomi_reading};
use serde_json::{Value, json};

fn refused(game: &str, view: impl AsRef<[u8]>) -> String {
    let said = yomi_reading(&["advise", game, "-", "--limit", "100it"], view).fault();
    said.strip_prefix("standard input: ").unwrap_or(&said).to_string()
}

/// The view of a seat, as `yomi view` prints it.
fn view(args: &[&str]) -> Value {
    yomi(&[&["view"], args].concat()).json()
}

fn with(view: &Value, key: &str, value: Value) -> Value {
    let mut changed = view.clone();
    changed[key] = value;
    changed
}

fn without(view: &Value, key: &str) -> Value {
    let mut changed = view.clone();
    changed.as_object_mut().unwrap().remove(key);
    changed
}

/// Replaces `key` of the view by each value, and checks what the error says.
fn check(view: &Value, key: &str, cases: &[(Value, &[&str])]) {
    let game = view["game"].as_str().unwrap();
    for (value, fragments) in cases {
        assert_says(&refused(game, with(view, key, value.clone()).to_string()), fragments);
    }
}

/// Seat 1 with a queen, after a check.
fn kuhn() -> Value {
    let view = view(&["kuhn", "--seed", "3", "--moves", "check"]);
    assert_eq!((&view["seat"], &view["card"]), (&json!(1), &json!("Q")));
    view
}

/// Which of the two was meant cannot be known.
#[test]
fn a_key_that_is_there_twice() {
    for text in [
        r#"{"game":"kuhn","seat":0,"card":"Q","card":"K"}"#,
        r#"{"game":"kuhn","seat":0,"start":{"seat":0,"card":"Q","card":"Q"}}"#,
    ] {
        assert_says(&refused("kuhn", text), &["the key \"card\" is there twice"]);
    }
}

#[test]
fn a_value_of_the_wrong_type_is_told_with_its_key() {
    let view = r#"{"game":"kuhn","seat":0,"card":"Q","betting":null}"#;
    assert_says(&refused("kuhn", view), &["betting: null: expected a list"]);
    let start = r#"{"game":"kuhn","seat":0,"start":{"seat":0,"card":7}}"#;
    assert_says(&refused("kuhn", start), &["start: card: 7: expected"]);
    for text in ["[]", "[1, 2, 3]", "7"] {
        let said = yomi_reading(&["view", "sevens", "--import", "-"], text).fault();
        assert_says(&said, &["not a state of the contest's engine: expected a JSON object"]);
    }
}

#[test]
fn text_that_is_no_view() {
    let whole = kuhn().to_string();
    let nested = format!("{{\"game\":\"kuhn\",\"seat\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let cases: [(&str, &[&str]); 9] = [
        ("", &["ends too early", "`yomi view kuhn` prints a whole one"]),
        (" \n", &["ends too early", "`yomi view kuhn` prints a whole one"]),
        (&whole[..whole.len() / 2], &["ends too early", "EOF"]),
        (&whole.repeat(2), &["not JSON", "trailing"]),
        ("これはビューではありません", &["not JSON"]),
        ("[]", &["not a JSON object", "`yomi view kuhn` prints a whole one"]),
        ("5", &["not a JSON object"]),
        (&"[".repeat(10_000), &["not JSON", "recursion limit"]),
        (&nested, &["not JSON", "recursion limit"]),
    ];
    for (text, fragments) in cases {
        assert_says(&refused("kuhn", text), fragments);
    }
    let all_bytes: Vec<u8> = (0..=255).collect();
    assert_says(&refused("kuhn", all_bytes), &["not UTF-8"]);
    assert_says(&refused("kuhn", b"{\"game\":\"\xff\"}"), &["not UTF-8"]);
    assert_says(&refused("kuhn", [0; 1000]), &["not JSON"]);
}

#[test]
fn more_than_anybody_needs() {
    assert_says(&refused("kuhn", vec![b' '; 5 << 20]), &["larger than 4 MiB"]);
    check(&kuhn(), "history", &[(json!(vec!["check"; 150_000]), &["150000 events", "at most 100000"])]);
    check(&kuhn(), "card", &[(json!("K".repeat(1 << 20)), &["card is \"KKK", "lead to \"Q\""])]);
    check(&kuhn(), &"k".repeat(1 << 20), &[(json!(1), &["unknown key of the view \"kkk", "expected: game"])]);
}

#[test]
fn a_file_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.json");
    let said = yomi(&["advise", "kuhn", missing.to_str().unwrap()]).fault();
    assert_says(&said, &["cannot read", "missing.json", "No such file"]);
    let said = yomi(&["advise", "kuhn", folder.path().to_str().unwrap()]).fault();
    assert_says(&said, &["cannot read"]);
}

#[test]
fn faults_name_the_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "{").unwrap();
    let path = file.path().to_str().unwrap();
    assert_says(&yomi(&["advise", "kuhn", path]).fault(), &[path, "ends too early"]);
    assert_says(&yomi(&["advise", "kuhn", "-"]).fault(), &["standard input", "ends too early"]);
}

#[test]
fn the_wrong_game_or_none() {
    assert_says(&refused("leduc", kuhn().to_string()), &["a view of \"kuhn\"", "not of \"leduc\""]);
    assert_says(
        &refused("kuhn", without(&kuhn(), "game").to_string()),
        &["no \"game\"", "\"game\": \"kuhn\""],
    );
    check(&kuhn(), "game", &[(json!(5), &["no \"game\""]), (json!(null), &["no \"game\""])]);
}

#[test]
fn seats() {
    let expected = "expected a number from 0 to 1";
    assert_says(&refused("kuhn", without(&kuhn(), "seat").to_string()), &["no \"seat\"", expected]);
    let no_seat = |value: Value| (value.clone(), format!("seat: {value}"));
    for (value, said) in
        [json!("1"), json!(2), json!(7), json!(-1), json!(1.5), json!(null), json!([1])].map(no_seat)
    {
        check(&kuhn(), "seat", &[(value, &[&said, expected])]);
    }
    check(&kuhn(), "seat", &[(json!(0), &["start is seat 1's", "\"seat\": 0"])]);
}

#[test]
fn starts() {
    let start = kuhn()["start"].clone();
    check(
        &kuhn(),
        "start",
        &[
            (json!("x"), &["start: expected an object"]),
            (json!(null), &["start: expected an object"]),
            (json!({}), &["start: the key", "is missing"]),
            (with(&start, "card", json!("A")), &["start: ", "\"A\"", "J, Q, K"]),
            (with(&start, "seat", json!(0)), &["start is seat 0's", "\"seat\": 1"]),
            (with(&start, "seat", json!(9)), &["start: seat: there is no seat 9"]),
            (with(&start, "x", json!(1)), &["start: unknown key \"x\"", "card"]),
            (with(&start, "betting", json!(["call"])), &["start: betting: call cannot be said"]),
            (with(&start, "shown", json!("J")), &["J is shown, but this is not a showdown"]),
        ],
    );
    assert_says(&refused("kuhn", r#"{"game":"kuhn","seat":0}"#), &["no \"start\"", "prints a whole one"]);
    let leduc = view(&["leduc", "--seed", "3"]);
    check(
        &leduc,
        "start",
        &[(with(&leduc["start"], "x", json!(1)), &["key of start \"x\"", "expected: seat, card, public"])],
    );
}

#[test]
fn histories() {
    check(
        &kuhn(),
        "history",
        &[
            (json!("check"), &["history: expected a list of moves"]),
            (json!({}), &["history: expected a list of moves"]),
            (json!([1]), &["event 1: 1: expected a move as text"]),
            (
                json!(["チェック"]),
                &["event 1 (\"チェック\"): \"チェック\"", "expected check, bet, fold, call or raise"],
            ),
            (json!(["call"]), &["event 1 (\"call\")", "is not possible here"]),
            (json!(["check", "raise"]), &["event 2 (\"raise\")", "legal: check bet"]),
            (json!(["check=K"]), &["event 1 (\"check=K\")", "not a showdown"]),
            (json!(["check", "check"]), &["event 2 (\"check\")", "as in call=K"]),
            (json!(["check", "check=Q"]), &["event 2 (\"check=Q\")", "is elsewhere"]),
            (json!(["bet"]), &["legal is [\"check\",\"bet\"]", "lead to [\"fold\",\"call\"]"]),
        ],
    );
    let four = view(&["connect-four", "--moves", "44"]);
    check(
        &four,
        "history",
        &[
            (json!(["8"]), &["event 1 (\"8\"", "expected 1 to 7"]),
            (json!(["4", "4", "4", "4", "4", "4", "4"]), &["event 7 (\"4\")", "legal: 1 2 3 5 6 7"]),
            (json!(["1", "2", "1", "2", "1", "2", "1", "2"]), &["event 8 (\"2\")", "already over"]),
            (json!([4, 4]), &["event 1: 4", "in quotes"]),
        ],
    );
    let leduc = view(&["leduc", "--seed", "3", "--moves", "check bet"]);
    check(
        &leduc,
        "history",
        &[
            (json!(["K"]), &["event 1 (\"K\")", "after the first round"]),
            (json!(["check", "bet", "call", "K", "K"]), &["event 5 (\"K\")", "after the first round"]),
        ],
    );
}

#[test]
fn what_does_not_follow_from_the_history() {
    check(
        &kuhn(),
        "to_move",
        &[(json!(0), &["to_move is 0", "lead to 1"]), (json!("1"), &["to_move is \"1\""])],
    );
    check(&kuhn(), "legal", &[(json!(["call"]), &["legal is [\"call\"]", "lead to [\"check\",\"bet\"]"])]);
    check(&kuhn(), "card", &[(json!("K"), &["card is \"K\"", "lead to \"Q\""])]);
    // Far down in what is long, what differs is named.
    let duel = view(&["duel", "--seed", "3", "--seat", "0"]);
    let mut own = duel["own"].clone();
    own["unseen"][7] = json!("nothing");
    check(&duel, "own", &[(own, &["own.unseen[7] is \"nothing\"", "lead to \""])]);
    check(&kuhn(), "shown", &[(json!("K"), &["shown is \"K\"", "lead to null"])]);
    check(
        &kuhn(),
        "other_card",
        &[(json!("K"), &["unknown key of the view \"other_card\"", "card, betting"])],
    );
    check(&kuhn(), "a\nb", &[(json!(1), &["unknown key of the view"])]);
    let four = view(&["connect-four", "--moves", "4455"]);
    check(&four, "board", &[(json!(vec!["......."; 6]), &["board is", "...XX.."])]);
    check(&four, "seat", &[(json!(1), &["legal is", "for seat 1"])]);
}

#[test]
fn settings() {
    check(&kuhn(), "settings", &[(json!({"size": 3}), &["option of kuhn \"size\"", "there are none"])]);
    let maze = view(&["maze", "--set", "size=3x3", "--set", "turns=4"]);
    check(
        &maze,
        "settings",
        &[
            (json!("x"), &["settings: expected an object"]),
            (json!({"size": [1]}), &["settings: size", "expected a word or a number"]),
            (json!({"size": "9999x9999", "turns": 4}), &["size=9999x9999", "each from 1 to 100"]),
            (json!({"size": "4x4", "turns": 4}), &["size=3x3 turns=4", "the settings say size=4x4 turns=4"]),
            (json!({"size": "3x3", "turns": 4.5}), &["turns=4.5", "from 1 to 10000"]),
            (json!(null), &["the settings say size=30x30 turns=100"]),
        ],
    );
    assert_says(&refused("maze", without(&maze, "settings").to_string()), &["the settings say size=30x30"]);
}

#[test]
fn impossible_boards() {
    let four = |board: Value| json!({"game": "connect-four", "seat": 0, "board": board}).to_string();
    let empty = ["......."; 4];
    assert_says(&refused("connect-four", four(json!(empty))), &["6 rows of 7 cells"]);
    let hanging = json!(["X......", ".......", ".......", ".......", ".......", "......."]);
    assert_says(&refused("connect-four", four(hanging)), &["hangs in the air"]);
    let letters = json!([".......", ".......", ".......", ".......", ".......", "Z......"]);
    assert_says(&refused("connect-four", four(letters)), &["'Z' is not a cell", "expected X, O or ."]);
    let both = json!([".......", ".......", ".......", ".......", "OOOO...", "XXXX..."]);
    assert_says(&refused("connect-four", four(both)), &["four in a row"]);

    let maze = view(&["maze", "--set", "size=3x3", "--set", "turns=4"]);
    let start = &maze["start"];
    check(
        &maze,
        "start",
        &[
            (with(start, "points", json!(["999", "9", "9"])), &["points: expected 3 rows of 3 digits"]),
            (with(start, "points", json!(["９９９", "９９９", "９９９"])), &["3 rows of 3 digits"]),
            (with(start, "character", json!([9, 9])), &["character: [9, 9] is outside 3x3"]),
            (with(start, "turn", json!(9)), &["turn 9 of 4"]),
            (with(start, "score", json!(4_294_967_295u32)), &["score: 4294967295"]),
        ],
    );
}

#[test]
fn nothing_to_decide() {
    let over = json!({
        "game": "kuhn", "seat": 1, "start": kuhn()["start"], "history": ["check", "check=K"],
    });
    assert_says(&refused("kuhn", over.to_string()), &["the game is over"]);
    let others = view(&["kuhn", "--seat", "1"]);
    assert_says(&refused("kuhn", others.to_string()), &["it is seat 0's turn"]);
    let start = view(&["leduc", "--seed", "3"])["start"].clone();
    let dealing = json!({"game": "leduc", "seat": 0, "start": start, "history": ["check", "check"]});
    assert_says(&refused("leduc", dealing.to_string()), &["a card is to be dealt"]);
}
