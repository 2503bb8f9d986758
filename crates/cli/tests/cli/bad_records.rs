//! Records that are malformed or contain impossible games; files that cannot be written or compared with.

use crate::run::{assert_says, yomi};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A game of connect-four that seat 0 wins with its fourth disc.
fn record() -> Value {
    json!({
        "yomi_record": 1, "game": "connect-four", "settings": {}, "seed": 0, "agents": ["a", "b"],
        "moves": ["1", "2", "1", "2", "1", "2", "1"], "payoffs": [1.0, 0.0],
    })
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn holding(&self, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path("record.json");
        std::fs::write(&path, bytes).unwrap();
        text(&path)
    }
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_string()
}

/// The error for these bytes; with --json nothing is printed before it.
fn refused(bytes: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    let file = folder.holding(bytes);
    let said = yomi(&["replay", &file]).fault_after_output();
    assert_eq!(yomi(&["replay", &file, "--json"]).fault(), said);
    assert_says(&said, &[&file]);
    said
}

#[test]
fn the_record_itself_is_fine() {
    let folder = Folder::new();
    let file = folder.holding(record().to_string());
    assert!(yomi(&["replay", &file]).ok().contains("7 moves, all of them legal"));
    assert_eq!(yomi(&["replay", &file, "--json"]).json(), record());
}

#[test]
fn changed_in_one_place() {
    let cases: [(&str, Value, &[&str]); 16] = [
        ("yomi_record", json!(2), &["yomi_record 2", "this version reads 1"]),
        ("yomi_record", json!("1"), &["not a record", "expected a whole number"]),
        ("game", json!("chess"), &["unknown game \"chess\"", "expected: connect-four"]),
        ("game", json!("kuhn"), &["move 1 (\"1\")", "expected check, bet"]),
        ("settings", json!({"size": 1}), &["option of connect-four \"size\"", "there are none"]),
        ("settings", json!([]), &["settings: expected an object"]),
        ("seed", json!(-1), &["not a record", "seed: -1: expected a whole number"]),
        ("seed", json!("0"), &["not a record", "expected a whole number, 0 or more"]),
        ("agents", json!(["a"]), &["agents: found 1", "expected 2"]),
        ("agents", json!(["a", "b", "c"]), &["agents: found 3", "expected 2"]),
        ("moves", json!(["1", "四"]), &["move 2 (\"四\")", "expected 1 to 7"]),
        ("moves", json!(vec!["4"; 7]), &["move 7 (\"4\")", "expected: 1 2 3 5 6 7"]),
        ("moves", json!(["1", "2", "1", "2", "1", "2", "1", "2"]), &["move 8 (\"2\")", "already over"]),
        ("moves", json!(["1", "2"]), &["payoffs", "the game is not over"]),
        ("payoffs", json!([0.0, 1.0]), &["says [0.0, 1.0]", "pays [1.0, 0.0]"]),
        ("winner", json!(0), &["unknown key \"winner\"", "payoffs"]),
    ];
    for (key, value, fragments) in cases {
        let mut changed = record();
        changed[key] = value;
        assert_says(&refused(changed.to_string()), fragments);
    }
}

#[test]
fn something_missing() {
    for key in ["yomi_record", "game", "settings", "seed", "agents", "moves"] {
        let mut changed = record();
        changed.as_object_mut().unwrap().remove(key);
        assert_says(
            &refused(changed.to_string()),
            &["not a record", &format!("the key \"{key}\" is missing")],
        );
    }
}

#[test]
fn no_record_at_all() {
    for bytes in ["", "5", "{}", "[]", &"[".repeat(10_000), "記録", &record().to_string()[..50]] {
        assert_says(&refused(bytes), &["not a record"]);
    }
    assert_says(&refused([0xff, 0xfe]), &["not UTF-8"]);
    assert_says(&refused(vec![b' '; 17 << 20]), &["larger than 16 MiB"]);
    assert_says(&yomi(&["replay", "no-such-file"]).fault(), &["cannot read no-such-file"]);
    let folder = Folder::new();
    assert_says(&yomi(&["replay", &text(folder.0.path())]).fault(), &["cannot read"]);
}

#[test]
fn a_game_that_could_not_be_kept_is_not_begun() {
    let folder = Folder::new();
    let long = folder.path(&"a".repeat(300));
    let cases = [
        (folder.path("no/such/folder.json"), "No such file"),
        (folder.0.path().to_path_buf(), "it is a folder"),
        (folder.path("new/"), "expected the name of a file"),
        (PathBuf::new(), "expected the name of a file"),
        (long, "too long"),
    ];
    for (path, why) in cases {
        let said = yomi(&["play", "kuhn", "--agents", "random random", "--record", &text(&path)]).fault();
        assert_says(&said, &["cannot write", why]);
    }
    assert_eq!(std::fs::read_dir(folder.0.path()).unwrap().count(), 0, "and nothing is left behind");
}

#[test]
fn speeds_that_cannot_be_compared_with() {
    let folder = Folder::new();
    for bytes in ["", "{}", "[]", r#"{"signature":-1,"rows":[]}"#, r#"{"signature":1,"rows":[{}]}"#] {
        let file = folder.holding(bytes);
        let said = yomi(&["bench", "kuhn", "--patience", "0.001", "--compare", &file]).fault();
        assert_says(&said, &[&file, "is not a `yomi bench --json`"]);
    }
    assert_says(&yomi(&["bench", "--compare", "no-such-file"]).fault(), &["cannot read no-such-file"]);
}
