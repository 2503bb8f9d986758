//! `play --partner`: who plays, how the rating moves, what is kept.

use super::run::{Ran, strings, yomi, yomi_reading};
use serde_json::Value;
use std::path::Path;

/// Moves that are possible on any board of Connect Four, one column after the other.
fn columns() -> String {
    (0..60).map(|i| format!("{}\n", 1 + i % 7)).collect()
}

/// Plays a whole game with this store.
fn play(store: &Path, args: &[&str], input: &str) -> Ran {
    let all = [&["play", "connect-four", "--human", "0", "--store", store.to_str().unwrap()], args].concat();
    yomi_reading(&all, input)
}

/// The record of a game that is left at once.
fn play_json(args: &[&str]) -> Value {
    let ran = yomi_reading(&[args, &["--json"]].concat(), "q\n");
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn the_level_follows_the_rating_and_the_rating_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let first = play(&store, &["--partner", "auto"], &columns()).ok();
    assert!(first.contains("How strong you are is found out by playing."), "{first}");
    assert!(first.contains("Your rating: "), "{first}");
    let second = play(&store, &["--partner", "auto", "--lang", "ja"], &columns()).ok();
    assert!(second.contains("（1局）") && second.contains("あなたの評価: "), "{second}");
    let level = |shown: &str, before: &str| {
        let rest = shown.split(before).nth(1).unwrap_or_else(|| panic!("{shown}"));
        rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().unwrap()
    };
    // Column after column loses to anybody: the partner gets weaker.
    let (was, now) = (level(&first, "at level "), level(&second, "レベル"));
    assert!(now < was, "{was} {now}");
    assert_eq!(level(&first, "as you: level "), now);
}

#[test]
fn without_a_store_nothing_is_kept_and_that_is_said() {
    let args = ["play", "connect-four", "--human", "0", "--partner", "2", "--no-store"];
    let shown = yomi_reading(&args, columns()).ok();
    assert!(
        shown.contains("Your partner plays at level 2 of 9") && shown.contains("Nothing is kept"),
        "{shown}"
    );
    assert!(shown.contains("seat 1 (partner(level=2)) plays "), "{shown}");
}

#[test]
fn only_games_without_help_are_rated() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    for (args, input) in [
        (&["--partner", "1"][..], format!("4\nu\n{}", columns())),
        (&["--partner", "1", "--limit", "20nodes"], columns()),
    ] {
        let shown = play(&store, args, &input).ok();
        assert!(shown.contains("Your rating stays: advice, moves taken back"), "{shown}");
    }
    let left = play(&store, &["--partner", "1"], "4\nq\n").ok();
    assert!(left.contains("Your rating stays: the game was not finished."), "{left}");
    let next = play(&store, &["--partner", "auto"], "q\n").ok();
    assert!(next.contains("How strong you are is found out by playing."), "{next}");
}

#[test]
fn all_other_seats_are_partners() {
    let args = ["play", "sevens", "--human", "1", "--partner", "1", "--no-store", "--seed", "3"];
    let shown = yomi_reading(&args, "q\n").ok();
    assert!(shown.contains("Your partners play at level 1 of "), "{shown}");
    let record = play_json(&args);
    assert_eq!(strings(&record["agents"]), ["partner(level=1)", "human", "partner(level=1)"]);
}

#[test]
fn what_cannot_be_is_refused_with_what_can() {
    let refused = |args: &[&str]| yomi(args).fault();
    let base = ["play", "connect-four", "--human", "0", "--partner"];
    assert!(refused(&[&base[..], &["10"]].concat()).contains("expected a level from 1 to 9, or auto"));
    assert!(
        refused(&[&base[..], &["0"]].concat()).contains("expected a level, a whole number from 1, or auto")
    );
    assert!(refused(&[&base[..], &["strong"]].concat()).contains("or auto"));
    let limit = refused(&[&base[..], &["auto", "--limit", "1s"]].concat());
    assert!(limit.contains("--partner LEVEL"), "{limit}");
    let maze = refused(&["play", "maze", "--human", "0", "--partner", "1"]);
    assert!(maze.contains("maze has no partners; expected one of") && maze.contains("sevens"), "{maze}");
    let nobody = refused(&["play", "connect-four", "--partner", "1"]);
    assert!(nobody.contains("--human"), "{nobody}");
    let seat = refused(&["play", "connect-four", "--human", "7", "--partner", "1"]);
    assert!(seat.contains("expected a seat from 0 to 1"), "{seat}");
    assert!(refused(&["advise", "connect-four", "--agent", "partner(level=10)"]).contains("from 1 to 9"));
}

#[test]
fn every_begun_game_is_another_and_people_are_rated_apart() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let kept = ["play", "connect-four", "--human", "0", "--partner", "1", "--store", store.to_str().unwrap()];
    let seed = |more: &[&str]| play_json(&[&kept[..], more].concat())["seed"].as_u64();
    assert_eq!(seed(&[]), Some(0));
    assert_eq!(seed(&[]), Some(1), "what was left is not played again");
    play(&store, &["--partner", "1"], &columns()).ok();
    assert_eq!(seed(&["--seed", "4"]), Some(4));
    assert_eq!([seed(&[]), seed(&[])], [Some(3), Some(5)], "nor what was rated, or chosen");
    assert_eq!(seed(&["--name", "bob"]), Some(0), "each person has deals and a rating");
    let greeting = play(&store, &["--partner", "1", "--name", "bob"], "q\n").ok();
    assert!(greeting.contains("How strong you are is found out by playing."), "{greeting}");
}

/// Whose cards were shown, whether in the open, by a rated game or in one that was left.
#[test]
fn a_deal_that_was_begun_before_is_not_rated() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let kuhn = |more: &[&str], input: &str| {
        let base = ["play", "kuhn", "--human", "0", "--partner", "auto", "--store", store.to_str().unwrap()];
        yomi_reading(&[&base[..], more].concat(), input).ok()
    };
    let moves = "check\nfold\n";
    let open = kuhn(&["--open"], moves);
    assert!(open.contains("seat 1 ") && open.contains("Your rating stays: advice"), "{open}");
    let stays = |shown: &str| shown.contains("Your rating stays: you had begun this deal before.");
    assert!(stays(&kuhn(&["--seed", "0"], moves)));
    let next = kuhn(&[], moves);
    assert!(next.contains("Your rating: "), "{next}");
    assert!(stays(&kuhn(&["--seed", "1"], moves)), "the one before");
    assert!(kuhn(&["--seed", "5"], moves).contains("Your rating: "));
    assert!(stays(&kuhn(&["--seed", "5"], moves)));
    kuhn(&["--seed", "6"], "q\n");
    assert!(stays(&kuhn(&["--seed", "6"], moves)));
    assert!(kuhn(&["--seed", "6", "--lang", "ja"], moves).contains("前に始めたことのある配り"));
    assert!(kuhn(&["--seed", "6", "--name", "bob"], moves).contains("Your rating: "));
}

#[test]
fn names_that_turn_the_line_around_are_refused() {
    for name in ["taro\u{202e}x", "\u{2066}taro", "ta\u{200b}ro", "\u{feff}taro", "ta\tro"] {
        let why = yomi(&["play", "kuhn", "--human", "0", "--name", name]).fault();
        assert!(why.contains("control characters"), "{name:?}: {why}");
    }
    yomi_reading(&["play", "kuhn", "--human", "0", "--no-store", "--name", "花子"], "q\n").ok();
}
