//! `play --record` and `replay`: a record can be replayed, and writing it respects links, permissions and
//! other files.

use crate::run::{assert_says, yomi, yomi_reading};
use serde_json::{Value, json};
use std::path::Path;

fn read(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn what_was_played_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let games: [(&[&str], &str); 5] = [
        (&["connect-four"], "mcts(limit=50it) random"),
        (&["maze", "--set", "size=4x5", "--set", "turns=7"], "greedy"),
        (&["kuhn"], "ismcts(limit=50it) random"),
        (&["leduc"], "random ismcts(limit=50it)"),
        (&["sevens", "--set", "passes=1"], "policy random random(pass=true)"),
    ];
    for (game, agents) in games {
        for seed in ["0", "7", "18446744073709551615"] {
            let path = folder.path().join(format!("{}-{seed}.json", game[0]));
            let file = path.to_str().unwrap();
            let rest = ["--seed", seed, "--agents", agents, "--record", file];
            let played = yomi(&[&["play"], game, &rest, &["--json"]].concat()).json();
            assert_eq!(played, read(&path), "--json prints what is recorded");
            assert_eq!(yomi(&["replay", file, "--json"]).json(), played);
            assert!(played["payoffs"].is_array());
            let moves = played["moves"].as_array().unwrap().len();
            let shown = yomi(&["replay", file]).ok();
            assert!(shown.contains(&format!("\n{moves} moves, all of them legal")), "{shown}");
            assert!(shown.contains(&format!("\n{moves}. ")), "{shown}");
        }
    }
}

#[test]
fn a_game_that_was_left_is_kept_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    let args = ["play", "connect-four", "--human", "0", "--agents", "random", "--record", file];
    assert!(yomi_reading(&args, "4\n4\nq\n").ok().contains("The game was left."));
    let record = read(&path);
    assert_eq!(record["agents"], json!(["human", "random"]));
    assert_eq!(record["moves"].as_array().unwrap().len(), 4);
    assert!(record.get("payoffs").is_none());
    assert!(yomi(&["replay", file]).ok().contains("4 moves"));
}

/// The same command typed again and left at once does not cost the game that was played before.
#[test]
fn a_game_in_which_nothing_was_played_takes_no_files_place() {
    let folder = tempfile::tempdir().unwrap();
    let (game, log) = (folder.path().join("game.json"), folder.path().join("log.json"));
    let play = ["play", "kuhn", "--human", "0", "--agents", "random", "--record", game.to_str().unwrap()];
    yomi_reading(&play, "check\nfold\ncall\nbet\n").ok();
    let played = read(&game);
    assert!(!played["moves"].as_array().unwrap().is_empty());
    yomi_reading(&play, "").ok();
    assert_eq!(read(&game), played);
    let set = "first=A1,B2,C3,D4,E5";
    let real = ["play", "twin-cool", "--real", "--set", set, "--record", log.to_str().unwrap()];
    yomi_reading(&real, "A1@1\nq\n").ok();
    let entered = read(&log);
    assert!(!entered["history"].as_array().unwrap().is_empty(), "{entered}");
    yomi_reading(&real, "").ok();
    assert_eq!(read(&log), entered);
}

#[test]
fn an_older_record_is_replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    std::fs::write(&path, "x".repeat(100_000)).unwrap();
    let file = path.to_str().unwrap();
    yomi(&["play", "kuhn", "--agents", "random random", "--record", file]).ok();
    assert_eq!(read(&path)["game"], "kuhn");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left behind");
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_others_may_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target.json"), folder.path().join("link.json"));
    std::fs::write(&target, "").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    yomi(&["play", "kuhn", "--agents", "random random", "--record", link.to_str().unwrap()]).ok();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(read(&target)["game"], "kuhn");
    let plain = folder.path().join("plain");
    std::fs::write(&plain, "").unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&target), mode(&plain), "as any new file");
}

/// A folder that can be written to would allow a new file in the place of a protected one.
#[test]
fn a_write_protected_file_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    std::fs::write(&path, "mine").unwrap();
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    let play = ["play", "kuhn", "--agents", "random random", "--record", path.to_str().unwrap()];
    assert_says(&yomi(&play).fault(), &["cannot write", "it is write-protected"]);
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
}
