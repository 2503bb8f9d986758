//! Full disks, closed pipes and endless input: the fault is reported, and no game is lost.

use crate::run::{assert_says, command, finish, yomi_reading};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;

/// A device that is always full, if the system has one.
fn full() -> Option<File> {
    OpenOptions::new().write(true).open("/dev/full").ok()
}

fn moves_in(path: &Path) -> usize {
    let record: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    record["moves"].as_array().unwrap().len()
}

#[test]
fn a_full_disk_is_a_fault() {
    let commands: [&[&str]; 11] = [
        &["--help"],
        &["--version"],
        &["help", "view"],
        &["games"],
        &["games", "--json"],
        &["agents", "kuhn"],
        &["view", "kuhn"],
        &["advise", "maze", "--limit", "10it"],
        &["play", "kuhn", "--agents", "random random"],
        &["arena", "kuhn", "--agents", "random random"],
        &["suite", "maze", "--agent", "random", "--boards", "2"],
    ];
    for args in commands {
        let Some(full) = full() else { return };
        let said = finish(args, command(args).stdout(full).spawn().unwrap()).fault();
        assert_says(&said, &["cannot write to standard output", "No space left"]);
    }
}

#[test]
fn answers_that_cannot_be_written_are_a_fault() {
    let Some(full) = full() else { return };
    let mut child = command(&["engine"]).stdin(Stdio::piped()).stdout(full).spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), r#"{{"id":1,"cmd":"ping"}}"#).unwrap();
    let said = finish(&["engine"], child).fault();
    assert_says(&said, &["cannot write to standard output", "No space left"]);
}

#[test]
fn without_standard_error_the_exit_code_still_tells() {
    let Some(full) = full() else { return };
    let child = command(&["view", "chess"]).stderr(full).spawn().unwrap();
    assert_eq!(finish(&["view", "chess"], child).code, Some(2));
}

#[test]
fn a_game_is_kept_when_it_cannot_be_shown() {
    let Some(full) = full() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let args = ["play", "maze", "--set", "turns=3", "--agents", "random", "--record", path.to_str().unwrap()];
    finish(&args, command(&args).stdout(full).spawn().unwrap()).fault();
    assert_eq!(moves_in(&path), 0, "the first picture could not be shown, and the game ended there");
}

#[test]
fn a_game_is_shown_when_it_cannot_be_kept() {
    if full().is_none() {
        return;
    }
    let args = ["play", "kuhn", "--agents", "random random", "--record", "/dev/full"];
    let ran = finish(&args, command(&args).spawn().unwrap());
    assert!(ran.out.contains("Moves: check"), "{ran:?}");
    assert_says(&ran.fault_after_output(), &["cannot write \"/dev/full\"", "No space left"]);
}

#[test]
fn a_reader_that_has_read_enough() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    // The pictures do not fit into the pipe's buffer, so the game cannot end before the reader is gone.
    let args =
        ["play", "maze", "--set", "turns=500", "--agents", "random", "--record", path.to_str().unwrap()];
    let mut child = command(&args).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "turn 0/500   score 0\n");
    let ran = finish(&args, child);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!((1..500).contains(&moves_in(&path)));
}

#[test]
fn a_person_who_closes_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let record = path.to_str().unwrap();
    let args = ["play", "connect-four", "--human", "0", "--agents", "random", "--record", record];
    let mut child = command(&args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(b"4\n").unwrap();
    let mut prompts = BufReader::new(child.stderr.take().unwrap());
    for _ in 0..2 {
        prompts.read_until(b'>', &mut Vec::new()).unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(moves_in(&path), 2, "what was played before the second question is kept");
}

#[test]
fn a_line_that_never_ends() {
    let Ok(zeros) = File::open("/dev/zero") else { return };
    let args = ["play", "kuhn", "--human", "0", "--agents", "random"];
    let ran = finish(&args, command(&args).stdin(zeros).spawn().unwrap());
    // The fault follows the prompt.
    let (_, said) = ran.err.rsplit_once("> yomi: ").expect("a prompt and a fault");
    assert_eq!(ran.code, Some(2));
    assert_says(said, &["standard input", "expected one move per line"]);
    let Ok(zeros) = File::open("/dev/zero") else { return };
    let args = ["advise", "kuhn", "-"];
    assert_says(&finish(&args, command(&args).stdin(zeros).spawn().unwrap()).fault(), &["larger than 4 MiB"]);
}

/// What is said to the person who plays goes to standard error: standard output holds the game.
#[test]
fn prompts_are_no_output() {
    let play = ["play", "connect-four", "--human", "0", "--agents", "random"];
    let ran = yomi_reading(&play, "9\nu\n4\nq\n");
    assert_says(&ran.err, &["your move", "is not a column", "nothing to take back"]);
    assert!(!ran.out.contains("your move") && !ran.out.contains("take back"), "{}", ran.out);
    assert_says(&ran.out, &["seat 1 (random) plays", "The game was left."]);
    let real = ["play", "twin-cool", "--real", "--set", "first=A1,B2,C3,D4,E5", "--limit", "10it"];
    let ran = yomi_reading(&real, "Z1\nq\n");
    assert_says(&ran.err, &["what was played"]);
    assert!(!ran.out.contains("what was played") && ran.out.contains("The log"), "{}", ran.out);
    let ran = yomi_reading(&["choose", "--json"], "y\n".repeat(10));
    assert_says(&ran.err, &["[y/n]"]);
    assert!(serde_json::from_str::<Value>(&ran.out).is_ok(), "{}", ran.out);
    for args in [&play[..], &real[..]] {
        let ran = yomi_reading(&[args, &["--json"]].concat(), "q\n");
        assert!(serde_json::from_str::<Value>(&ran.out).is_ok(), "{}", ran.out);
    }
}

#[test]
fn lines_that_are_no_text_are_asked_again() {
    let args = ["play", "kuhn", "--human", "0", "--agents", "random"];
    let mut input = b"\xff\xfe\n\0\nq\n".to_vec();
    let ran = yomi_reading(&args, &mut input);
    assert_eq!(ran.ok().matches("is not a move").count(), 2);
}

#[test]
fn a_reader_of_json_that_stops_early() {
    let args = ["view", "maze", "--set", "size=100x100"];
    let mut child = command(&args).spawn().unwrap();
    let mut first = [0; 1];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(first, *b"{");
    let ran = finish(&args, child);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}
