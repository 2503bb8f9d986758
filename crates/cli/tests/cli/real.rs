//! `play --real`: games played elsewhere and entered here, with advice after every entry.

use crate::run::{Ran, assert_says, strings, yomi, yomi_reading};
use serde_json::{Value, json};
use std::path::Path;
use yomi::core::{Player, Rng, Turn};
use yomi::engine::agent::AgentText;
use yomi::{Registry, Table};

/// Limited by nodes: a slow machine gives the same advice.
const ADVISER: &str = "expectimax(limit=1000000nodes)";
const REAL: [&str; 7] = ["play", "twin-cool", "--real", "--set", "first=A1,B2,C3,D4,E5", "--agents", ADVISER];

fn read(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The view after these entries, and what the person was told.
fn enter(args: &[&str], entries: &str) -> (Value, String) {
    let Ran { code, out, err, .. } = yomi_reading(&[args, &["--json"]].concat(), entries);
    assert_eq!(code, Some(0), "{err}");
    (serde_json::from_str(&out).expect("standard output is JSON alone"), err)
}

fn history(entries: &str) -> Vec<String> {
    strings(&enter(&REAL, entries).0["history"])
}

#[test]
fn what_is_entered_is_the_view() {
    let (view, told) = enter(&REAL, "A1@1+B1\nB1@1+F3\nq\n");
    assert_eq!(view["history"], json!(["A1@1+B1", "B1@1+F3"]));
    assert_eq!((&view["piles"], &view["deck"]), (&json!([["A1", "B1"], []]), &json!(63)));
    assert_eq!(view["hand"], json!(["B2", "C3", "D4", "E5", "F3"]));
    let advice = yomi_reading(&["advise", "twin-cool", "-", "--agent", ADVISER, "--json"], view.to_string());
    let (_, last) = told.rsplit_once("Best move: ").unwrap();
    assert_eq!(advice.json()["move"].as_str(), last.split_whitespace().next(), "{told}");
    // The end of input (a closed terminal) counts as leaving. Several turns may be entered at once, and a
    // turn in two halves.
    assert_eq!(enter(&REAL, "A1@1+B1\nB1@1+F3\n").0, view);
    assert_eq!(enter(&REAL, "A1@1+B1 B1@1+F3").0, view);
    let (halves, told) = enter(&REAL, "A1@1\n+B1\n\nB1@1\n+F3\n");
    assert_eq!(halves, view);
    assert_eq!(told.matches("what was drawn (u take back, q leave) > ").count(), 2, "{told}");
    // A card alone answers the question what was drawn; a play does not, and is told what would.
    let (cards, told) = enter(&REAL, "A1@1\nB2@2\nB1\nB1@1\nA1\nF3\n");
    assert_eq!(cards, view);
    assert_says(&told, &["a card must be drawn first: expected that card, as in +F3\nwhat was drawn"]);
}

#[test]
fn advice_comes_after_every_entry_and_no_other_line() {
    let count = |entries: &str| yomi_reading(&REAL, entries).ok().matches("Best move: ").count();
    assert_eq!(count(""), 1);
    assert_eq!(count("A1@1+B1\n"), 2);
    assert_eq!(count("A1@1+B1\nB1@1\n"), 2, "a card is to be drawn: nothing to decide");
    assert_eq!(count("A1@1+B1\nB1@1+F3\nnonsense\n\n"), 3);
    assert_eq!(count("?\n?\n"), 3);
    assert_eq!(count("A1@1+B1\nu\n"), 3);
}

/// Each entry is rejected with one line, and neither the log nor the file changes, not even by a play whose
/// draw is rejected.
#[test]
fn refused_entries_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.json");
    let args = [&REAL[..], &["--set", "known=H1", "--record", path.to_str().unwrap()]].concat();
    let (before, told_before) = enter(&args, "A1@1+F3\nq\n");
    let kept = std::fs::read_to_string(&path).unwrap();
    let lines = told_before.lines().count();
    for (entry, said) in [
        ("A1@2+G9", "A1 is not in the hand (B2 C3 D4 E5 F3)"),
        ("G9@2+G9", "G9 is not in the hand"),
        ("B2@1+G9", "B2 does not fit on A1, the top of slot 1"),
        ("B2@2+F3", "F3 cannot be drawn: it is in the hand"),
        ("B2@2+A1", "A1 cannot be drawn: it was played before"),
        ("B2@2+B2", "B2 cannot be drawn: it was played before"),
        ("B2@2+H1", "H1 cannot be drawn: it is set aside"),
        ("C3@2+G9 G9@1+C9", "G9 does not fit on A1"),
        ("B2@2+F3 C3@2+G9", "F3 cannot be drawn"),
        ("B2@2+I9", "\"I9\" is not a card; expected A1 to H10"),
        ("B2@2+", "\"\" is not a card"),
        ("B2@2+G9+G8", "\"G9+G8\" is not a card"),
        ("B2@3+G9", "slot \"3\" does not exist; expected 1 or 2"),
        ("+G9", "G9 is drawn before a card is played"),
        ("B2", "\"B2\" is not a move; expected a card and a slot, as in C7@2"),
        ("手", "\"手\" is not a move"),
    ] {
        let (after, told) = enter(&args, &format!("A1@1+F3\n{entry}\nq\n"));
        assert_says(&told, &[said]);
        assert_eq!(told.lines().count(), lines + 1, "{entry}: one line: {told}");
        assert_eq!(after, before, "{entry}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), kept, "{entry}");
    }
    // When the deck is empty nothing is drawn.
    let small = ["suits=2", "values=3", "excluded=0", "hand=3", "first=A2,B2,B3"];
    let small: Vec<&str> = small.iter().flat_map(|s| ["--set", *s]).collect();
    let args = [&["play", "twin-cool", "--real", "--agents", ADVISER], &small[..]].concat();
    let (view, told) = enter(&args, "A2@1+A1 B3@2+A3 B2@2+B1\nA1@1+A1\nA1@1\nq\n");
    assert_says(
        &told,
        &["no card is drawn: the deck is empty", "nothing is hidden any more: 6 cards in all"],
    );
    assert_eq!(strings(&view["history"]).last().unwrap(), "A1@1");
}

#[test]
fn turns_are_taken_back() {
    assert_eq!(history("A1@1+B1\nB1@1+F3\nu\nB1@1+G7\nq\n"), ["A1@1+B1", "B1@1+G7"]);
    assert_eq!(history("A1@1+B1\nB1@1+F3\nu\nu\nu\nE5@2+F3\nq\n"), ["E5@2+F3"]);
    assert_eq!(history("A1@1+B1\nB1@1\nu\nq\n"), ["A1@1+B1"], "half a turn goes by itself");
    let shown = yomi_reading(&REAL, "u\nq\n").ok();
    assert_eq!(shown.matches("there is nothing to take back").count(), 1);
    // A mistake in the last turn would end the game; it can be taken back too.
    let (view, told) = enter(&REAL, "A1@1+F9\nB2@2+G9\nu\nB2@2+G2\nq\n");
    assert_says(&told, &["the game is over (u take back, q leave) > "]);
    assert_eq!(view["history"], json!(["A1@1+F9", "B2@2+G2"]));
}

#[test]
fn the_log_is_kept_after_every_entry_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.json");
    let file = path.to_str().unwrap();
    let args = [&REAL[..], &["--record", file]].concat();
    let shown = yomi_reading(&args, "A1@1+B1\nB1@1+F3\n").ok();
    assert!(!shown.contains("\"game\""), "the file has it: {shown}");
    assert_eq!(read(&path)["history"], json!(["A1@1+B1", "B1@1+F3"]));
    let again = ["play", "twin-cool", "--real", "--view", file, "--record", file, "--agents", "table"];
    let (view, _) = enter(&again, "F3@2+F4\nq\n");
    assert_eq!(view["history"], json!(["A1@1+B1", "B1@1+F3", "F3@2+F4"]));
    assert_eq!(read(&path), view);
    enter(&again, "u\nu\nq\n");
    assert_eq!(read(&path)["history"], json!(["A1@1+B1"]), "turns of the file are taken back as well");
    // The file already exists while the person is still thinking.
    let mut child = crate::run::command(&args).stdin(std::process::Stdio::piped()).spawn().unwrap();
    std::fs::remove_file(&path).unwrap();
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), b"D4@1+B1\n").unwrap();
    for _ in 0..3000 {
        if path.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(read(&path)["history"], json!(["D4@1+B1"]));
    drop(child.stdin.take());
    crate::run::finish(&args, child).ok();
}

#[test]
fn without_a_file_the_view_is_printed_to_go_on_from() {
    let shown = yomi_reading(&REAL, "A1@1+B1\nq\n").ok();
    let (before, view) = shown.trim_end().rsplit_once('\n').unwrap();
    assert!(before.ends_with("The log, as a view to go on from: yomi play twin-cool --real --view FILE"));
    assert_eq!(serde_json::from_str::<Value>(view).unwrap(), enter(&REAL, "A1@1+B1\nq\n").0);
}

/// Nothing here is specific to Twin Cool: Kuhn, and Connect Four, which starts without a view.
#[test]
fn other_games_are_logged_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("view.json");
    std::fs::write(&path, yomi(&["view", "kuhn", "--seed", "3", "--seat", "1"]).ok()).unwrap();
    let kuhn = ["play", "kuhn", "--real", "--view", path.to_str().unwrap()];
    let (view, told) = enter(&kuhn, "call\nbet\nraise\ncall\ncall=K\nq\n");
    assert_eq!(view["history"], json!(["bet", "call=K"]));
    assert_says(&told, &["what was played by seat 0 (u take back, q leave) > ", "\"call\": "]);
    assert_says(&told, &["what was played [fold call] (? advice, u take back, q leave) > "]);
    assert_eq!(told.matches("Best move: ").count(), 1, "{told}");
    let four = ["play", "connect-four", "--real", "--seat", "1", "--limit", "100it"];
    let (view, told) = enter(&four, "4\n44\n9\nu\nq\n");
    assert_eq!((&view["seat"], &view["history"]), (&json!(1), &json!(["4", "4"])));
    assert_says(&told, &["\"9\"", "expected 1 to 7"]);
    // An unseen choice is written `?`. When the opponent is to move, `?` is an entry and does not ask for
    // advice.
    let args = ["view", "simultaneous-maze", "--set", "size=3x3", "--set", "turns=2", "--seat", "1"];
    std::fs::write(&path, yomi(&args).ok()).unwrap();
    let maze = ["play", "simultaneous-maze", "--real", "--view", path.to_str().unwrap(), "--limit", "100it"];
    let (view, told) = enter(&maze, "?\n?\nq\n");
    assert_eq!(view["history"], json!(["?"]), "{told}");
    assert_eq!(told.matches("Best move: ").count(), 2, "the second one asks");
}

/// A game begins without a file: what is known is asked, and asked again where it cannot be.
#[test]
fn what_is_known_is_asked() {
    let hand = "S3 S4 S5 S6 H3 H4 H5 H6 D3 D4 D5 D6 C3 C4 C5 C6";
    let sevens = ["play", "sevens", "--real", "--limit", "20it"];
    let (view, told) = enter(&sevens, &format!("1\n{hand}\n16 16 16\n1\nS6\nq\n"));
    assert_eq!((&view["seat"], &view["history"]), (&json!(1), &json!(["S6"])));
    assert_eq!(view["start"]["hand"].as_array().unwrap().len(), 16);
    assert_says(&told, &["your seat, 0 to 2 [0] > ", "your hand without sevens (for example: S3 HQ ...) > "]);
    assert_says(&told, &["(for example: 16 16 16) > ", "who begins (for example: 2) > ", "Best move: "]);
    // An answer that cannot be gets one line, and the same question again.
    let bad = format!("9\n1\nS3 S3\nS3 X9\n{hand}\n16 16\n16 16 16\n5\n1\nS6\nq\n");
    let (again, told) = enter(&sevens, &bad);
    assert_eq!(again, view);
    assert_says(&told, &["\"9\": expected a seat from 0 to 2\nyour seat, ", "S3 is listed twice\nyour hand"]);
    assert_says(&told, &["\"X9\"", "2 numbers; expected one per seat, 3 in all\nhow many"]);
    assert_says(&told, &["\"5\": expected a seat from 0 to 2\nwho begins"]);
    // So does one that does not go with what was told before: the hand need not be told again.
    let (again, told) = enter(&sevens, &format!("1\n{hand}\n16 16 15\n15 17 16\n16 16 16\n1\nS6\nq\n"));
    assert_eq!(again, view);
    assert_says(&told, &["47 cards in all; expected 48, the sevens not counted\nhow many"]);
    assert_says(
        &told,
        &["seat 1 is you, and your hand has 16 cards; 17 cannot be (u goes back to the hand)\nhow"],
    );
    let (view, _) = enter(&["play", "kuhn", "--real"], "1\nK\nbet\nq\n");
    assert_eq!((&view["seat"], &view["card"], &view["history"]), (&json!(1), &json!("K"), &json!(["bet"])));
    let twin = ["play", "twin-cool", "--real", "--agents", "table"];
    let (view, told) = enter(&twin, "A1,B2,C3,D4,E5\n\nA1@1+F3\nq\n");
    assert_eq!(view["history"], json!(["A1@1+F3"]));
    assert_says(
        &told,
        &["your first hand (for example: A1 B2 C3 D4 E5) > ", "(for example: F6 G7; Enter for none) > "],
    );
    let (view, _) = enter(&["play", "connect-four", "--real", "--limit", "50it"], "1\n4\nq\n");
    assert_eq!((&view["seat"], &view["history"]), (&json!(1), &json!(["4"])));
    let ran = yomi_reading(&twin, "A1 B2\n");
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert_says(&ran.err, &["standard input ended", "--set first=A1,B2,C3,D4,E5"]);
    let told = yomi_reading(&["play", "sevens", "--real", "--lang", "ja"], "0\n").err;
    assert_says(&told, &["あなたの席（0〜2）[0] > ", "あなたの手札（7を除く）（例: S3 HQ ...） > "]);
}

/// Every game begins by asking, without a file, and what is asked is enough.
#[test]
fn every_game_begins_without_a_file() {
    let duel_deck = {
        let view = yomi(&["view", "duel", "--set", "deck0=combo", "--seat", "0"]).json();
        let (hand, unseen) = (strings(&view["own"]["hand"]), strings(&view["own"]["unseen"]));
        format!("0\n0\n{} {}\n{}\nq\n", hand.join(" "), unseen.join(" "), hand.join(" "))
    };
    let hand = "S3 S4 S5 S6 H3 H4 H5 H6 D3 D4 D5 D6 C3 C4 C5 C6";
    let sevens = format!("0\n{hand}\n16 16 16\n0\nq\n");
    let games: [(&str, &str); 11] = [
        ("connect-four", "0\nq\n"),
        ("maze", "3x3\n4\n123\n4@5\n789\nq\n"),
        ("walled-maze", "3x3\n4\n1#2 / 3@4 / 5#6\nq\n"),
        ("auto-maze", "2x3\n\n2\n123/456\nq\n"),
        ("alternating-maze", "0\n\n\n493\nA3B\n737\nq\n"),
        ("simultaneous-maze", "0\n3x3\n4\n1A2\n3.4\n5B6\nq\n"),
        ("kuhn", "0\nQ\nq\n"),
        ("leduc", "0\nJ\nq\n"),
        ("twin-cool", "A1 B2 C3 D4 E5\n\nq\n"),
        ("sevens", &sevens),
        ("duel", &duel_deck),
    ];
    let registry = Registry::standard();
    assert_eq!(games.len(), registry.games().len());
    for (game, answers) in games {
        for lang in ["en", "ja"] {
            let (view, told) = enter(&["play", game, "--real", "--limit", "20it", "--lang", lang], answers);
            assert_eq!(view["game"], game);
            let best = if lang == "en" { "Best move: " } else { "最善手: " };
            assert_eq!(told.matches(best).count(), 1, "{game}: {told}");
            // What was begun goes on from its view.
            let again = yomi_reading(&["advise", game, "-", "--limit", "20it", "--json"], view.to_string());
            assert!(again.json()["move"].is_string(), "{game}");
        }
    }
}

/// A board is entered as it is drawn, row by row, and the view is the one that `view` prints.
#[test]
fn boards_are_entered_row_by_row() {
    for (game, settings) in [
        ("maze", "size=4x5,turns=7"),
        ("walled-maze", "size=5x5,turns=9"),
        ("auto-maze", "size=3x4,turns=4,characters=2"),
        ("alternating-maze", "size=3x5,turns=6"),
        ("simultaneous-maze", "size=3x5,turns=6"),
    ] {
        let set: Vec<&str> = settings.split(',').flat_map(|setting| ["--set", setting]).collect();
        let dealt = yomi(&[&["view", game, "--seed", "3"], &set[..]].concat()).json();
        let drawn = yomi(&[&["advise", game, "--seed", "3", "--limit", "20it"], &set[..]].concat()).ok();
        let is_row = |line: &&str| line.split(' ').all(|cell| cell.chars().count() == 1) && !line.is_empty();
        let rows: Vec<&str> = drawn.lines().filter(is_row).collect();
        let seat = if dealt["legal"].as_array().is_some() && game.contains("lt") && game != "walled-maze" {
            "0\n"
        } else {
            ""
        };
        let values: Vec<&str> =
            settings.split(',').map(|setting| setting.split_once('=').unwrap().1).collect();
        let answers = format!("{seat}{}\n{}\nq\n", values.join("\n"), rows.join("\n"));
        let (entered, told) = enter(&["play", game, "--real", "--limit", "20it"], &answers);
        assert_eq!(entered, dealt, "{game}: {told}");
        // With settings on the command line only the board is asked for.
        let args = [&["play", game, "--real", "--limit", "20it"], &set[..]].concat();
        let (entered, _) = enter(&args, &format!("{seat}{}\nq\n", rows.join("\n")));
        assert_eq!(entered, dealt, "{game}");
    }
}

/// While questions are asked, `u` takes the last answer or row back, and `q` leaves without a log.
#[test]
fn answers_are_taken_back_and_questions_left() {
    let maze = ["play", "maze", "--real", "--limit", "20it"];
    let (view, _) = enter(&maze, "3x3\n4\n123\n4@5\n789\nq\n");
    let (again, told) = enter(&maze, "u\n5x5\nu\n3x3\n4\n123\n999\nu\n4@5\n789\nq\n");
    assert_eq!(again, view);
    assert_says(&told, &["there is nothing to take back\n"]);
    let (again, told) = enter(&maze, "3x3\n9\n123\nu\nu\n4\n12\n1x3\n123\n4@5\n789\nq\n");
    assert_eq!(again, view);
    assert_says(
        &told,
        &["row 1 has 2 cells; expected 3\nrow 1 > ", "row 1: 'x' is not a cell; expected digits"],
    );
    let (again, told) = enter(&maze, "three\n3x3\nmany\n4\n123\n4@5\n7@9\n789\nq\n");
    assert_eq!(again, view);
    assert_says(
        &told,
        &["size=three: expected rows x columns", "turns", "row 3: @ stands on the board twice"],
    );
    let left = yomi_reading(&maze, "3x3\nq\n");
    assert_eq!((left.code, left.out.as_str()), (Some(0), ""), "{}", left.err);
    let ended = yomi_reading(&maze, "3x3\n4\n123\n");
    assert_eq!(ended.code, Some(2));
    assert_says(&ended.err, &["standard input ended", "--view FILE", "the board, row by row"]);
}

/// The cards of a duel are named as players list them, and what cannot be is asked again.
#[test]
fn a_duel_is_begun_with_a_deck_and_a_hand() {
    let view = yomi(&["view", "duel", "--set", "deck0=combo", "--seat", "0"]).json();
    let (hand, unseen) = (strings(&view["own"]["hand"]), strings(&view["own"]["unseen"]));
    let deck: Vec<String> = [hand.clone(), unseen].concat();
    let mut kinds = deck.clone();
    kinds.sort();
    kinds.dedup();
    let count = |card: &String| deck.iter().filter(|other| *other == card).count();
    let list: Vec<String> = kinds.iter().map(|card| format!("{card}*{}", count(card))).collect();
    let (list, hand) = (list.join(", "), hand.join(" "));
    let active = &view["active"];
    let duel = ["play", "duel", "--real", "--limit", "20it"];
    let (begun, told) =
        enter(&duel, &format!("0\n2\n{active}\ncombo\nno-card\n{list}\nundertow\n{hand}\nq\n"));
    assert_eq!(begun["start"], view["start"], "{told}");
    assert_says(&told, &["\"2\": expected a seat from 0 to 1\nwho begins", " cards; expected 40\nyour deck"]);
    assert_says(&told, &["\"no-card\" is not a card of this game", "1 cards; expected 5\nyour first hand"]);
    // The opponent's first turn is entered where it begins.
    let (waiting, told) = enter(&duel, &format!("0\n1\n{list}\n{hand}\nkeep\nq\n"));
    assert_eq!(waiting["history"][0], "keep", "{told}");
}

#[test]
fn in_japanese() {
    let shown = yomi_reading(&[&REAL[..], &["--lang", "ja"]].concat(), "u\nA1@1\nq\n").ok();
    assert_says(
        &shown,
        &["（? 助言、u 待った、q 終了） > 戻せる手がありません\n", "引いた札（u 待った、q 終了） > "],
    );
    assert_says(&shown, &["記録（続きから始められるビュー）: yomi play twin-cool --real --view FILE\n"]);
}

#[test]
fn what_cannot_be_logged() {
    let real = |args: &[&str]| yomi(&[&["play", "twin-cool", "--real"], args].concat()).fault();
    assert_says(&real(&[]), &["seat 0 of twin-cool", "--view FILE", "--set first=A1,B2,C3,D4,E5"]);
    let first = ["--set", "first=A1,B2,C3,D4,E5"];
    assert_says(&real(&[&first[..], &["--seat", "1"]].concat()), &["--seat 1: expected a seat from 0 to 0"]);
    assert_says(&real(&[&first[..], &["--seed", "1"]].concat()), &["'--real' cannot be used with '--seed"]);
    assert_says(&real(&[&first[..], &["--human", "0"]].concat()), &["'--real' cannot be used with '--human"]);
    assert_says(&real(&[&first[..], &["--view", "x"]].concat()), &["cannot be used with"]);
    assert_says(&real(&[&first[..], &["--agents", "best best"]].concat()), &["names 2; with --real one"]);
    assert_says(&real(&[&first[..], &["--agents", "nobody"]].concat()), &["unknown agent \"nobody\""]);
    assert_says(&real(&["--view", "no-such-file"]), &["cannot read no-such-file"]);
    assert_says(&yomi(&["play", "twin-cool", "--view", "x"]).fault(), &["--real"]);
    assert_says(&yomi(&["play", "kuhn", "--real"]).fault(), &["`yomi view kuhn` prints one"]);
}

fn open(registry: &Registry, game: &str, settings: &[(&str, &str)]) -> Box<dyn Table> {
    let settings: Vec<_> = settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    registry.find(game).unwrap().open(&settings).unwrap()
}

const FIRST: [(&str, &str); 2] = [("first", "A1,B2,C3,D4,E5"), ("known", "H1,H2")];

/// An entry is applied completely or not at all, whatever is typed.
#[test]
fn entries_are_all_or_nothing() {
    let registry = Registry::standard();
    let table = open(&registry, "twin-cool", &FIRST);
    let mut rng = Rng::new(1);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..60 {
        let mut log = table.start_log(Player::FIRST).unwrap();
        for _ in 0..40 {
            let before = log.position().json();
            // Mostly legal plays, with draws that are not always possible.
            let legal = log.position().legal();
            let card = format!("{}{}", char::from(b'A' + rng.below(8) as u8), 1 + rng.below(10));
            let play = match legal.len() {
                0 => format!("{card}@1"),
                n => legal[rng.below(n as u32) as usize].text.clone(),
            };
            let entry = match rng.below(6) {
                0 => format!("+{card}"),
                1 => play,
                2 => format!("{play} +{card} {card}@{}+B{}", 1 + rng.below(2), 1 + rng.below(10)),
                _ => format!("{play}+{card}"),
            };
            let entered = log.enter(&entry);
            let after = log.position().json();
            match entered {
                Ok(()) => {
                    assert_ne!(after, before, "{entry}");
                    taken += 1;
                }
                Err(why) => {
                    assert_eq!(after, before, "{entry}: {why}");
                    refused += u32::from(entry.contains(' '));
                }
            }
            // The log can be read back, and continues in the same way.
            let read = table.read_log(after.as_object().unwrap()).unwrap();
            assert_eq!(read.position().json(), after);
        }
        let turns = log.position().history().len();
        (0..turns).for_each(|_| assert!(log.take_back()));
        assert!(!log.take_back(), "as many turns as there are");
        assert_eq!(log.position().json(), table.start_log(Player::FIRST).unwrap().position().json());
    }
    assert!(taken > 100 && refused > 20, "{taken} {refused}");
}

/// A seeded game, logged as if it were played elsewhere: the seat sees the same.
#[test]
fn a_log_is_the_view_of_the_game() {
    let registry = Registry::standard();
    for (game, settings) in [("twin-cool", &FIRST[..]), ("connect-four", &[])] {
        let table = open(&registry, game, settings);
        for seed in 0..5 {
            let random = AgentText::parse("random").unwrap();
            let mut session = table.session(seed, &vec![Some(random); table.players()], None).unwrap();
            let mut log = table.start_log(Player::FIRST).unwrap();
            while session.next().is_some() {
                session.let_agent_move(&mut ()).unwrap();
                let seen = session.position(Player::FIRST);
                log.enter(seen.history().last().unwrap()).unwrap();
                assert_eq!(log.position().json(), seen.json());
            }
            assert_eq!(log.turn(), Turn::Over);
        }
    }
}
