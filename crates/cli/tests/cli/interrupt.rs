//! Ctrl-C: the answer as far as it came, marked so, with exit code 130; a second one quits at once.

#![allow(clippy::disallowed_methods, reason = "how long a command goes on after Ctrl-C is measured here")]

use crate::run::{Ran, command, finish, yomi};
use serde_json::Value;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Long enough for a command to have begun, and for work that is stopped to have left a part.
const A_WHILE: Duration = Duration::from_millis(700);

fn press_ctrl_c(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("there is a kill command").success());
}

/// Starts a command that would take minutes and presses Ctrl-C.
fn interrupted(args: &[&str]) -> (Ran, Duration) {
    let child = command(args).spawn().expect("the binary starts");
    std::thread::sleep(A_WHILE);
    press_ctrl_c(&child);
    let pressed = Instant::now();
    let ran = finish(args, child);
    (ran, pressed.elapsed())
}

/// One long run of every command that answers Ctrl-C.
fn long_work(weights: &str) -> [Vec<&str>; 10] {
    [
        vec!["advise", "connect-four", "--limit", "600s"],
        vec!["advise", "sevens", "--agent", "ismcts", "--limit", "600s"],
        vec!["arena", "connect-four", "--agents", "mcts flat", "--games", "1000000", "--limit", "200it"],
        vec!["arena", "leduc", "--agents", "cfr random", "--sprt", "payoff0=0.58,payoff1=0.580001"],
        vec!["suite", "maze", "--agent", "greedy", "--boards", "1000000"],
        vec!["calibrate", "duel", "--against", "heuristic", "--games", "1000000", "--limit", "20it"],
        vec!["stats", "duel", "--agents", "heuristic heuristic", "--games", "1000000"],
        vec!["solve", "connect-four"],
        vec!["solve", "auto-maze", "--set", "size=10x10", "--set", "characters=4"],
        vec!["tune", "sevens", "--batches", "100000", "--games", "64", "--out", weights],
    ]
}

#[test]
fn ctrl_c_gives_the_answer_as_far_as_it_came() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x.weights");
    for args in long_work(out.to_str().unwrap()) {
        let (ran, took) = interrupted(&args);
        assert_eq!(ran.code, Some(130), "{ran:?}");
        assert!(ran.out.to_lowercase().contains("interrupted"), "{ran:?}");
        assert_eq!(ran.err, "", "{args:?}");
        assert!(took < Duration::from_secs(10), "{args:?} went on for {took:?}");
        let (ran, _) = interrupted(&[&args[..], &["--json"]].concat());
        assert_eq!(ran.code, Some(130), "{ran:?}");
        let told: Value = serde_json::from_str(&ran.out).unwrap_or_else(|why| panic!("{why}: {ran:?}"));
        assert_eq!(told["interrupted"], true, "{args:?}: {told}");
    }
    assert!(std::fs::read(out).unwrap().starts_with(b"yomi sevens policy"), "the weights so far are kept");
}

/// A review has no part that would be true: it ends soon, in a game that is searched and where values are those of `best`.
#[test]
fn a_review_ends_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["connect-four", "simultaneous-maze"] {
        let file = folder.path().join(game).display().to_string();
        yomi(&["play", game, "--agents", "random random", "--record", &file]).ok();
        let args = ["review", &file, "--limit", "600s"];
        let (ran, took) = interrupted(&args);
        assert_eq!(ran.code, Some(130), "{ran:?}");
        assert!(ran.err.contains("interrupted before there was an answer"), "{ran:?}");
        assert!(took < Duration::from_secs(10), "{args:?} went on for {took:?}");
    }
}

/// A limit of time is that of a decision, however many moves it has.
#[test]
fn a_review_keeps_a_limit_of_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game").display().to_string();
    yomi(&["play", "connect-four", "--agents", "random random", "--record", &file]).ok();
    let began = Instant::now();
    let review = yomi(&["review", &file, "--limit", "50ms", "--threads", "1", "--json"]).json();
    let decisions = review["decisions"].as_array().unwrap().len();
    assert!(decisions > 3 && review["decisions"][0]["lost"].is_number(), "{review}");
    // The ledger and the mean over starts are counted and not timed.
    assert!(began.elapsed() < Duration::from_secs(30), "{decisions} decisions took {:?}", began.elapsed());
}

/// A match finishes the games that were begun: where that takes long, it says what it waits for.
#[test]
fn a_command_that_cannot_end_soon_says_what_it_waits_for() {
    let args = ["arena", "connect-four", "--agents", "mcts(limit=9s) random", "--games", "2"];
    let child = command(&args).spawn().expect("the binary starts");
    std::thread::sleep(A_WHILE);
    press_ctrl_c(&child);
    std::thread::sleep(Duration::from_secs(7));
    press_ctrl_c(&child);
    let ran = finish(&args, child);
    assert_eq!(ran.code, Some(130), "{ran:?}");
    assert!(ran.err.contains("Ctrl-C again quits at once"), "{ran:?}");
}

#[test]
fn a_second_ctrl_c_quits_at_once() {
    // Watching goes on to the end of a decision, which takes minutes here.
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x.weights");
    let agent = "halving(limit=600s)";
    let args = ["tune", "sevens", "--imitate", agent, "--games", "16", "--out", out.to_str().unwrap()];
    let child = command(&args).spawn().expect("the binary starts");
    std::thread::sleep(A_WHILE);
    press_ctrl_c(&child);
    std::thread::sleep(A_WHILE);
    press_ctrl_c(&child);
    let pressed = Instant::now();
    let ran = finish(&args, child);
    assert_eq!((ran.code, ran.out.as_str()), (Some(130), ""), "{ran:?}");
    assert!(pressed.elapsed() < Duration::from_secs(2));
}
