//! `puzzles`: asked, answered, remembered; printed; made; and what it refuses.

use crate::run::{Ran, assert_says, yomi, yomi_reading};
use serde_json::Value;
use tempfile::TempDir;

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn at(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Asked with these answers; what is remembered is in this folder.
    fn asked(&self, more: &[&str], input: &str) -> Ran {
        let store = self.at("games.db");
        let args = [&["puzzles", "twin-cool", "--store", &store], more].concat();
        yomi_reading(&args, input)
    }
}

fn shipped(more: &[&str]) -> Value {
    yomi(&[&["puzzles", "twin-cool", "--json"], more].concat()).json()
}

/// What was said, where the command succeeded.
fn said(ran: Ran) -> String {
    assert!(ran.code == Some(0) && !ran.err.contains("yomi: "), "{ran:?}");
    assert!(ran.err.contains('>'), "prompts go to standard error: {ran:?}");
    assert!(!ran.out.contains("give up"), "{ran:?}");
    ran.out
}

/// The puzzles that are asked first, which are easy ones in their order.
fn firsts(count: usize) -> Vec<(String, String)> {
    let all = shipped(&["--level", "1"]);
    let text = |puzzle: &Value, key: &str| puzzle[key].as_str().unwrap().to_string();
    let list = all["puzzles"].as_array().unwrap();
    list.iter().take(count).map(|puzzle| (text(puzzle, "best"), text(puzzle, "second"))).collect()
}

#[test]
fn answers_are_remembered_and_asked_again_when_they_are_due() {
    let place = Place::new();
    let [(best, _), (other, second)] = [firsts(2)[0].clone(), firsts(2)[1].clone()];
    let answers = format!("{best}\n{second}\n{other}\n");
    let text = said(place.asked(&["--count", "2"], &answers));
    assert_says(&text, &["Puzzle 1 of 2, level 1", "Right.", " is best: ", "Asked again tomorrow."]);
    assert_says(&text, &["Puzzle 2 of 2", "No: ", "Once more", "1 of 2 found at once."]);
    // Neither is due today: others come, or all of them when asked for.
    let next = said(place.asked(&["--count", "1"], "q\n"));
    let again = said(place.asked(&["--count", "1", "--all", "--lang", "ja"], &format!("{best}\n")));
    assert_ne!(picture(&next), picture(&text), "another puzzle");
    assert_says(&again, &["レベル1", "正解です", "明日また出題します", "数えません"]);
}

fn picture(text: &str) -> String {
    text.lines().skip(1).take(8).collect()
}

#[test]
fn one_can_give_up_leave_and_answer_by_number() {
    let place = Place::new();
    let text = said(place.asked(&["--count", "1"], "nonsense\ns\nq\n"));
    assert_says(&text, &["The best move is: ", "Once more", "0 of 1 found at once."]);
    let text = said(place.asked(&["--count", "1"], ""));
    assert_says(&text, &["0 of 0 found"]);
    let nowhere = yomi_reading(&["puzzles", "connect-four", "--count", "1", "--no-store"], "s\nq\n");
    assert_says(&said(nowhere), &["Nothing is kept"]);
    let ran = place.asked(&["--count", "1"], "99\nq\n");
    assert_says(&ran.err, &["\"99\" is not legal here; expected one of ", "or a number from 1 to "]);
    let ran = place.asked(&["--count", "1"], "1\nq\n");
    assert!(!ran.err.contains("not legal"), "{ran:?}");
}

/// Where moves are numbers, a column that is full is refused and not taken for the fourth of those that are not.
#[test]
fn a_full_column_is_not_the_number_of_another() {
    let ran =
        yomi_reading(&["puzzles", "connect-four", "--no-store", "--count", "1", "--level", "1"], "4\nq\n");
    assert_says(&ran.err, &["[1 2 3 5 7]", "\"4\" is not legal here; expected one of 1 2 3 5 7\n"]);
    assert!(!ran.out.contains("Right."), "{ran:?}");
}

#[test]
fn all_that_ship_are_printed() {
    let all = shipped(&[]);
    assert_eq!(all["yomi_puzzles"], 1);
    assert_eq!(all["puzzles"].as_array().unwrap().len(), 200);
    let hard = shipped(&["--level", "5", "--count", "3"]);
    let list = hard["puzzles"].as_array().unwrap();
    assert!(list.len() == 3 && list.iter().all(|puzzle| puzzle["level"] == 5), "{hard}");
    // What is hidden is not in the view that is asked about.
    let duel = yomi(&["puzzles", "duel", "--json", "--count", "5"]).json();
    for puzzle in duel["puzzles"].as_array().unwrap() {
        let seat = puzzle["view"]["seat"].as_u64().unwrap();
        assert_eq!(puzzle["view"]["start"]["seat"].as_u64(), Some(seat), "{puzzle}");
        let hidden = puzzle["view"]["start"]["other"]["hand"].as_array().unwrap();
        assert!(hidden.iter().all(|card| card == "?"), "{puzzle}");
    }
}

#[test]
fn puzzles_are_made_written_and_asked() {
    let place = Place::new();
    let file = place.at("mine.json");
    let make = ["puzzles", "leduc", "--make", "5", "--seed", "3", "--out", &file];
    assert_says(&yomi(&make).ok(), &["5 puzzles", "decisions in"]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.lines().count() == 7 && text.contains("yomi puzzles leduc --make 5 --seed 3"), "{text}");
    assert_eq!(yomi(&make[..6]).ok(), text, "the same, printed");
    let threads = [&make[..6], &["--threads", "1"]].concat();
    assert_eq!(yomi(&threads).ok(), text, "however many threads there are");
    let asked = yomi_reading(&["puzzles", "leduc", "--from", &file, "--count", "1"], "s\nq\n");
    assert_says(&said(asked), &["Puzzle 1 of 1"]);
    let again = yomi(&["puzzles", "leduc", "--from", &file, "--json"]).json();
    assert_eq!(again["puzzles"].as_array().unwrap().len(), 5);
}

#[test]
fn mistakes_of_kept_games_are_asked() {
    let place = Place::new();
    let (store, file) = (place.at("games.db"), place.at("game.json"));
    let args = ["play", "connect-four", "--human", "1", "--name", "me", "--partner", "1", "--record", &file];
    let moves = "4\n3\n1\n1\n1\n7\n7\n7\n2\n2\n6\n6\n5\n5\n3\n3\n4\n1\n2\n6\n5\n7\n";
    yomi_reading(&[&args, &["--store", &store][..]].concat(), moves).ok();
    let of_file = yomi(&["puzzles", "connect-four", "--from", &file, "--json"]).json();
    let of_store =
        yomi(&["puzzles", "connect-four", "--from", "store", "--player", "me", "--json", "--store", &store])
            .json();
    assert_eq!(of_file["puzzles"], of_store["puzzles"]);
    for puzzle in of_file["puzzles"].as_array().unwrap() {
        assert_eq!((&puzzle["natural"][0]["who"], &puzzle["view"]["seat"]), (&"me".into(), &1.into()));
    }
}

/// A file has its own settings; `--set` may say the same, and nothing else.
#[test]
fn files_are_asked_with_their_own_settings() {
    let place = Place::new();
    let file = place.at("four.json");
    let make = ["puzzles", "sevens", "--make", "1", "--seed", "1", "--limit", "800it", "--set", "players=4"];
    yomi(&[&make[..], &["--out", &file]].concat()).ok();
    let asked = |more: &[&str]| {
        yomi_reading(&[&["puzzles", "sevens", "--from", &file, "--no-store"], more].concat(), "q\n")
    };
    assert_says(&said(asked(&[])), &["Puzzle 1 of 1", "seat 3"]);
    assert_says(&said(asked(&["--set", "players=4"])), &["Puzzle 1 of 1"]);
    let says = ["--set players=5", "four.json has players=4", "expected that, or no --set"];
    assert_says(&asked(&["--set", "players=5"]).fault(), &says);
    let says_in_japanese = ["--set players=5", "four.json は players=4", "--set を外してください"];
    assert_says(&asked(&["--set", "players=5", "--lang", "ja"]).fault(), &says_in_japanese);
    // Files with different settings are not asked together.
    let text = std::fs::read_to_string(&file).unwrap();
    let other = place.at("passes.json");
    std::fs::write(&other, text.replacen("\"passes\":3", "\"passes\":2", 1)).unwrap();
    let says = ["passes.json: ", "passes=2", "four.json", "expected files with the same settings"];
    assert_says(&asked(&["--from", &other]).fault(), &says);
}

#[test]
fn one_is_not_called_several() {
    let place = Place::new();
    let file = place.at("one.json");
    let made = yomi(&["puzzles", "leduc", "--make", "1", "--seed", "6", "--out", &file]).ok();
    assert_says(&made, &["1 puzzle (", " in 1 game.\n"]);
    let ask = ["puzzles", "leduc", "--from", &file, "--store", &place.at("games.db")];
    let best = yomi(&["puzzles", "leduc", "--from", &file, "--json"]).json()["puzzles"][0]["best"].clone();
    said(yomi_reading(&ask, format!("{}\n", best.as_str().unwrap())));
    assert_says(&yomi(&ask).ok(), &["the next one tomorrow; 0 sit."]);
    let japanese = yomi(&[&ask[..], &["--lang", "ja"]].concat()).ok();
    assert_says(&japanese, &["次は明日です"]);
}

#[test]
fn wrong_use_is_refused_in_one_line() {
    let place = Place::new();
    let file = place.at("x.json");
    let refused = |args: &[&str]| yomi(&[&["puzzles"], args].concat()).fault();
    let five = "expected a whole number from 1 to 5";
    assert_says(&refused(&["connect-four", "--level", "0"]), &["0", five]);
    assert_says(&refused(&["connect-four", "--level", "6"]), &["6", five]);
    assert_says(&refused(&["connect-four", "--level", "-1"]), &["-1", five]);
    assert_says(&refused(&["connect-four", "--count", "0"]), &["expected a whole number from 1"]);
    assert_says(&refused(&["connect-four", "--make", "none"]), &["none", "expected a whole number from 1"]);
    assert_says(
        &refused(&["leduc", "--make", "1", "--seed", "-3"]),
        &["-3", "expected a whole number from 0"],
    );
    assert_says(&refused(&["connect-four", "--make", "2", "--count", "2"]), &["--count", "--make"]);
    assert_says(&refused(&["connect-four", "--out", &file]), &["--make"]);
    assert_says(&refused(&["connect-four", "--player", "me"]), &["--from"]);
    assert_says(&refused(&["connect-four", "--limit", "100it"]), &["--limit", "--make or --from"]);
    assert_says(&refused(&["connect-four", "--make", "2", "--limit", "soon"]), &["soon"]);
    assert_says(&refused(&["maze"]), &["'maze' has no puzzles; expected one of ", "connect-four"]);
    assert_says(&refused(&["chess"]), &["chess"]);
    assert_says(&refused(&["twin-cool", "--set", "suits=4"]), &["--set", "--make or --from"]);
    assert_says(&refused(&["twin-cool", "--set", "colours=4"]), &["colours"]);
    assert_says(&refused(&["connect-four", "--from", &place.at("none.json")]), &["none.json"]);
    assert_says(&refused(&["connect-four", "--make", "1", "--out", &place.at("no/such")]), &["no/such"]);
    std::fs::write(&file, "{\"yomi_puzzles\": 2}").unwrap();
    assert_says(&refused(&["connect-four", "--from", &file]), &["x.json", "not a file of puzzles"]);
    std::fs::write(&file, "nonsense").unwrap();
    assert_says(&refused(&["connect-four", "--from", &file]), &["x.json", "not a record"]);
    let store = place.at("games.db");
    assert_says(&refused(&["connect-four", "--from", "store", "--store", &store]), &["games.db"]);
    yomi(&["puzzles", "leduc", "--make", "1", "--out", &file]).ok();
    assert_says(&refused(&["connect-four", "--from", &file]), &["\"leduc\"", "expected \"connect-four\""]);
    let of_puzzles = refused(&["leduc", "--make", "1", "--from", &file]);
    assert_says(&of_puzzles, &["a file of puzzles is not a game"]);
    assert_says(&refused(&["leduc", "--from", &file, "--player", "me"]), &["--player", "--from store"]);
}
