//! `play` with a person: moves, advice, taking back, leaving; and what the person must not see.

use crate::run::{Ran, yomi, yomi_reading};
use serde_json::Value;

/// A board of nine cells on which R and U are the possible first moves.
const MAZE: [&str; 8] = ["play", "maze", "--set", "size=3x3", "--set", "turns=3", "--human", "0"];
const FOUR: [&str; 6] = ["play", "connect-four", "--human", "0", "--agents", "random"];

/// The moves of the game played with this input, read from the JSON output; prompts go to standard error.
fn moves(args: &[&str], input: &str) -> Vec<String> {
    let ran = yomi_reading(&[args, &["--json"]].concat(), input);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let record: Value = serde_json::from_str(&ran.out).expect("standard output is JSON alone");
    crate::run::strings(&record["moves"])
}

#[test]
fn a_game_by_hand() {
    let shown = yomi_reading(&MAZE, "R\nl\n R \n").ok();
    assert!(shown.contains("your move [R U] (? advice, u take back, q leave) > "), "{shown}");
    assert!(shown.contains("turn 3/3"), "{shown}");
    assert!(shown.ends_with("Moves: R L R\n"), "{shown}");
    assert!(shown.contains("Result: "), "{shown}");
    assert_eq!(moves(&MAZE, "R\nL\nR\n"), ["R", "L", "R"]);
}

#[test]
fn in_japanese() {
    let shown = yomi_reading(&[&MAZE[..], &["--lang", "ja"]].concat(), "u\nq\n").ok();
    assert!(
        shown.contains("あなたの手 [R U]（? 助言、u 待った、q 終了） > 戻せる手がありません\n"),
        "{shown}"
    );
    assert!(shown.contains("対局を途中で終えました。"), "{shown}");
}

#[test]
fn nonsense_is_answered_and_asked_again() {
    let shown = yomi_reading(&MAZE, "\nxx\n上\nD\nR R\nR\nq\n").ok();
    for answer in ["\"xx\" is not a direction; expected R, L, D or U", "\"上\" is not a direction"] {
        assert!(shown.contains(answer), "{shown}");
    }
    assert!(shown.contains("\"D\" is not legal here; legal: R U"), "{shown}");
    assert!(shown.contains("turn 1/3") && shown.ends_with("The game was left.\n"), "{shown}");
}

#[test]
fn taking_back_really_goes_back() {
    assert_eq!(moves(&MAZE, "R\nu\nU\nq\n"), ["U"]);
    assert_eq!(moves(&MAZE, "R\nL\nu\nu\nu\nU\nq\n"), ["U"]);
    let shown = yomi_reading(&MAZE, "u\nR\nu\nq\n").ok();
    assert_eq!(shown.matches("there is nothing to take back").count(), 1);
    assert!(
        shown.ends_with("The game was left.\n"),
        "a game that was left keeps its moves to itself: {shown}"
    );
}

#[test]
fn taking_back_takes_the_answer_back_too() {
    let once = moves(&FOUR, "4\nq\n");
    assert_eq!((once.len(), once[0].as_str()), (2, "4"));
    assert_eq!(moves(&FOUR, "4\nu\n4\nq\n"), once, "the same move gets the same answer");
    let twice = moves(&FOUR, "4\n4\nu\nu\n1\nq\n");
    assert_eq!((twice.len(), twice[0].as_str()), (2, "1"));
}

#[test]
fn the_end_of_the_input_leaves_the_game() {
    for input in ["", "4", "4\n"] {
        let shown = yomi_reading(&FOUR, input).ok();
        assert!(shown.contains("The game was left."), "{shown}");
    }
    let Ran { code, .. } = yomi(&FOUR);
    assert_eq!(code, Some(0));
}

#[test]
fn advice_changes_nothing() {
    let args = [&FOUR[..], &["--limit", "100it"]].concat();
    let shown = yomi_reading(&args, "?\n4\n?\nq\n").ok();
    assert_eq!(shown.matches("Best move: ").count(), 2);
    assert_eq!(moves(&args, "?\n4\n?\nq\n"), moves(&args, "4\nq\n"));
}

#[test]
fn agents_may_be_named_for_the_other_seats_only() {
    let base = ["play", "connect-four", "--human", "1", "--limit", "20it"];
    let short = moves(&[&base[..], &["--agents", "mcts"]].concat(), "4\nq\n");
    assert_eq!(moves(&[&base[..], &["--agents", "mcts random"]].concat(), "4\nq\n"), short);
    assert_eq!((short.len(), short[1].as_str()), (3, "4"));
}

#[test]
fn the_other_hand_stays_hidden() {
    // Seat 0 holds a jack in this deal, and folds it.
    let other = yomi(&["view", "kuhn", "--seed", "1", "--seat", "0"]).json();
    assert_eq!(other["card"], "J");
    let args = ["play", "kuhn", "--seed", "1", "--human", "1", "--agents", "cfr"];
    for input in ["bet\n", "?\nbet\n", "q\n", ""] {
        let shown = yomi_reading(&args, input).ok();
        assert!(shown.contains("(the view of seat 1)") && !shown.contains("view of seat 0"), "{shown}");
        assert!(shown.contains("You are seat 1.\n"), "{shown}");
        assert!(!shown.contains("seat 0: [J]"), "{shown}");
        // The agent's value for its hand would reveal it.
        assert!(shown.contains("seat 0 (cfr) plays check\n"), "{shown}");
    }
}

#[test]
fn without_a_person_everything_is_shown() {
    let shown = yomi(&["play", "connect-four", "--agents", "mcts random", "--limit", "20it"]).ok();
    assert!(shown.contains("seat 0 (mcts) plays "), "{shown}");
    assert!(shown.contains("Result: "), "{shown}");
}

#[test]
fn the_same_seed_is_the_same_game() {
    let play = |seed: &str| {
        yomi(&["play", "leduc", "--seed", seed, "--agents", "ismcts(limit=100it) random", "--json"]).json()
    };
    assert_eq!(play("1"), play("1"));
    assert!((2..8).any(|seed| play("1")["moves"] != play(&seed.to_string())["moves"]));
}

/// The list of moves at the end of a game leads to its end again, draws that only one seat saw included.
#[test]
fn the_moves_that_are_printed_can_be_played_again() {
    for (game, agents) in [
        ("duel", "heuristic random"),
        ("duel", "random random"),
        ("sevens", "policy random random"),
        ("leduc", "random random"),
        ("kuhn", "random random"),
        ("twin-cool", "heuristic"),
        ("connect-four", "random random"),
        ("simultaneous-maze", "random random"),
    ] {
        for seed in ["1", "2", "3"] {
            let shown = yomi(&["play", game, "--agents", agents, "--seed", seed]).ok();
            let (_, moves) = shown.rsplit_once("Moves: ").expect("the list comes last");
            let view = yomi(&["view", game, "--seed", seed, "--moves", moves.trim(), "--seat", "0"]).json();
            assert_eq!(view["game"], game);
            let record = yomi(&["play", game, "--agents", agents, "--seed", seed, "--json"]).json();
            let listed = record["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap());
            assert_eq!(listed.collect::<Vec<_>>().join(" "), moves.trim());
            // The game is over there: one move more is refused.
            let more = format!("{} {}", moves.trim(), moves.split(' ').next().unwrap());
            yomi(&["view", game, "--seed", seed, "--moves", &more, "--seat", "0"]).fault();
        }
    }
}
