//! Duel: card files, advice that counts, statistics of cards.

use crate::run::{yomi, yomi_reading};
use serde_json::Value;

const STANDARD: &str = include_str!("../../../minds/duel/src/card_file/standard.toml");

/// A copy of the standard card file with one text replaced.
fn cards(from: &str, to: &str) -> (tempfile::TempDir, String) {
    assert!(STANDARD.contains(from), "{from}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cards.toml");
    std::fs::write(&path, STANDARD.replacen(from, to, 1)).unwrap();
    let setting = format!("cards={}", path.display());
    (folder, setting)
}

#[test]
fn files_with_faults_are_told_by_line_and_card() {
    let (_folder, setting) = cards("cost = 2", "cost = -2");
    let why = yomi(&["view", "duel", "--set", &setting]).fault();
    assert!(
        why.contains("cards.toml: cards: line 8: card \"Wayside Guard\": cost is -2; expected 0 to 20"),
        "{why}"
    );
    let why = yomi(&["view", "duel", "--set", "deck0=zoo"]).fault();
    assert!(why.contains("there is no deck \"zoo\""), "{why}");
}

/// A view of a game with custom cards contains them: the file is not needed any more.
#[test]
fn cards_of_ones_own_can_be_played() {
    let (folder, setting) = cards("power = 12", "power = 11");
    let view = yomi(&["view", "duel", "--seed", "4", "--seat", "0", "--set", &setting]).ok();
    let path = folder.path().display().to_string();
    folder.close().unwrap();
    let seen: Value = serde_json::from_str(&view).unwrap();
    assert_ne!(seen["cards"], "standard");
    assert_eq!(seen["settings"]["cards"], STANDARD.replacen("power = 12", "power = 11", 1));
    assert!(!view.contains(&path), "a view names no path");
    let advice = yomi_reading(&["advise", "duel", "-", "--agent", "heuristic", "--json"], &view);
    if seen["to_move"] == 0 {
        assert!(seen["legal"].as_array().unwrap().contains(&advice.json()["move"]));
    } else {
        assert!(advice.fault().contains("turn"));
    }
}

#[test]
fn a_record_with_cards_of_ones_own_is_replayed_without_their_file() {
    let (folder, setting) = cards("power = 12", "power = 11");
    let kept = tempfile::tempdir().unwrap();
    let record = kept.path().join("game.json").display().to_string();
    yomi(&["play", "duel", "--agents", "random random", "--set", &setting, "--record", &record]).ok();
    folder.close().unwrap();
    assert!(yomi(&["replay", &record]).ok().contains("moves, all of them legal"));
}

/// Every card by its English name, which is what moves are typed with, and by its Japanese one.
fn names() -> Vec<(String, String)> {
    let list = yomi(&["rules", "duel", "--cards", "--json"]).json();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let cards = list["cards"].as_array().unwrap().iter();
    cards.map(|card| (text(&card["id"]), text(&card["name"]["ja"]))).collect()
}

/// No Japanese text names a card in English: the board, rows, sentences and prompts of a whole game, with what
/// was entered in Japanese and what was refused.
#[test]
fn japanese_texts_name_cards_in_japanese() {
    let names = names();
    let is_japanese = |text: &str| {
        // A word of its own: some names are part of others.
        let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
        let english = words.into_iter().find(|word| names.iter().any(|(id, _)| id == word));
        assert_eq!(english, None, "{text}");
    };
    let asked = ["advise", "duel", "--seed", "3", "--agent", "ismcts", "--limit", "50it", "--lang"];
    let told = yomi(&[&asked[..], &["ja"]].concat()).ok();
    assert!(
        told.contains("\n charge:戦太鼓の鼓手 ") && told.contains("- 「『戦太鼓の鼓手』をマナに置く」の"),
        "{told}"
    );
    is_japanese(&told);
    let english = yomi(&[&asked[..], &["en"]].concat()).ok();
    assert!(
        english.contains("\n charge:war-drummer ") && english.contains("- “Charge War Drummer” wins "),
        "{english}"
    );
    assert!(names.iter().all(|(_, ja)| !english.contains(ja)), "{english}");
    let play = ["play", "duel", "--seed", "3", "--agents", "heuristic", "--human", "0", "--lang", "ja"];
    let entries = "play:戦太鼓の鼓手\ncharge:戦太鼓の鼓手\nend\nkeep\nend\nkeep\nend\n";
    let shown = yomi_reading(&play, entries).ok();
    assert!(shown.contains("「") && shown.contains("はここでは選べません。選べる手: "), "{shown}");
    is_japanese(&shown);
}

/// The list of cards has every card with the names that moves take, and a real game says how to see it.
#[test]
fn the_cards_are_listed_where_they_are_asked_for() {
    let names = names();
    assert!(names.len() > 40);
    for (lang, key, asked) in
        [("en", "c lists the cards", "your deck"), ("ja", "c でカード一覧", "あなたのデッキ")]
    {
        let list = yomi(&["rules", "duel", "--cards", "--lang", lang]).ok();
        let real = yomi_reading(&["play", "duel", "--real", "--lang", lang], "0\n0\nc\nq\n").ok();
        assert!(real.contains(key) && real.matches(asked).count() == 2, "{real}");
        for (id, ja) in &names {
            let is_row = |line: &str| line.split_whitespace().any(|word| word == id);
            assert!(list.lines().any(is_row) && real.lines().any(is_row), "{id}");
            assert_eq!(list.contains(ja.as_str()), lang == "ja", "{ja}");
        }
    }
    let none = yomi(&["rules", "sevens", "--cards"]).fault();
    assert!(none.contains("sevens has no list of cards; expected: duel"), "{none}");
}

/// A view cannot make the program open a file, and errors in its cards are reported with their position.
#[test]
fn cards_in_a_view_are_content() {
    let mut view = yomi(&["view", "duel", "--seed", "4"]).json();
    let mut fault = |cards: &str| {
        view["settings"]["cards"] = cards.into();
        yomi_reading(&["advise", "duel", "-"], view.to_string()).fault()
    };
    let (_folder, setting) = cards("power = 12", "power = 11");
    let why = fault(setting.strip_prefix("cards=").unwrap());
    assert!(why.contains("settings.cards: ") && why.contains("expected standard or the content"), "{why}");
    let why = fault(&STANDARD.replacen("cost = 2", "cost = -2", 1));
    assert!(why.contains("settings.cards: line 8: card \"Wayside Guard\": cost is -2"), "{why}");
    let why = fault(&STANDARD.replacen("power = 12", "power = 11", 1));
    assert!(why.contains("start: the card set \"standard\""), "{why}");
    let why = yomi(&["view", "duel", "--set", "cards=no/such.toml"]).fault();
    assert!(why.contains("cannot read no/such.toml"), "{why}");
}

/// Beliefs are probabilities, and reasons are given in both languages.
#[test]
fn advice_reads_the_other() {
    let seat = |seed: &str| {
        let view = yomi(&["view", "duel", "--seed", seed, "--seat", "0"]).json();
        (view["to_move"] == 0).then_some(view)
    };
    let view =
        ["1", "2", "3", "4", "5", "6"].into_iter().find_map(seat).expect("seat 0 begins in some of them");
    let args = ["advise", "duel", "-", "--limit", "100it", "--json"];
    let advice = yomi_reading(&args, view.to_string()).json();
    let beliefs = &advice["beliefs"];
    let numbers =
        |map: &Value| map.as_object().unwrap().values().filter_map(Value::as_f64).collect::<Vec<_>>();
    let sum = |map: &Value| numbers(map).iter().sum::<f64>();
    assert!((sum(&beliefs["decks"]) - 1.0).abs() < 1e-9, "{beliefs}");
    assert!(numbers(&beliefs["hand"]).iter().all(|p| (0.0..=1.0).contains(p)), "{beliefs}");
    for (zone, cards) in [("hand", 5.0), ("shields", 5.0), ("library", 30.0)] {
        let zone = &beliefs["zones"][zone];
        assert_eq!(zone["cards"], cards);
        assert!((sum(&zone["expected"]) - cards).abs() < 1e-9, "{zone}");
        assert_eq!(numbers(&zone["statistics"]).len(), 16);
    }
    let reasons = advice["reasons"].as_array().unwrap();
    assert!(reasons.iter().any(|r| r["en"].as_str().unwrap().contains("unseen cards remove a unit")));
    assert!(reasons.iter().all(|r| !r["ja"].as_str().unwrap().is_empty()));
}

/// The same numbers for any number of threads, a table with its provenance, and a picture.
#[test]
fn statistics_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let measure = |threads: &str, table: &str| {
        let files = ["--out", table, "--svg", &path("cards.svg")];
        let args = [
            "stats",
            "duel",
            "--games",
            "60",
            "--agents",
            "heuristic random",
            "--json",
            "--threads",
            threads,
        ];
        yomi(&[&args[..], &files].concat()).json()
    };
    let (one, two) = (measure("1", &path("one.toml")), measure("2", &path("two.toml")));
    assert_eq!(one, two);
    assert_eq!(one["dimensions"].as_array().unwrap().len(), 16);
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    assert_eq!(read("one.toml"), read("two.toml"));
    assert!(read("one.toml").starts_with("version = 1\n"));
    assert!(read("cards.svg").starts_with("<svg") && read("cards.svg").ends_with("</svg>\n"));
    let why = yomi(&["stats", "kuhn", "--agents", "random random"]).fault();
    assert!(why.contains("kuhn has no statistics of cards; expected duel"), "{why}");
}

/// The vector has a name for every number, and its two means of the own hidden cards are those of the advice.
#[test]
fn a_view_is_printed_as_a_vector() {
    let vector = yomi(&["view", "duel", "--seed", "3", "--vector"]).json();
    let names: Vec<&str> = vector["names"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
    let values = vector["values"].as_array().unwrap();
    assert_eq!((names.len(), vector["layout"].as_u64()), (values.len(), Some(2)));
    let advice = yomi(&["advise", "duel", "--seed", "3", "--limit", "20it", "--json"]).json();
    for zone in ["library_potential", "shield_expectation"] {
        let means = advice["beliefs"]["own"][zone].as_object().unwrap();
        assert_eq!(means.len(), 16);
        // The same statistics by name. The network reads them as they were when it was trained, advice as they
        // are in its own games.
        for name in means.keys() {
            let at = names.iter().position(|n| *n == format!("{zone}.{name}")).unwrap();
            assert!(values[at].as_f64().unwrap().abs() < 10.0, "{zone}.{name}");
        }
    }
    let why = yomi(&["view", "sevens", "--vector"]).fault();
    assert!(why.contains("sevens has no vector of a view; expected duel"), "{why}");
    let (_folder, setting) = cards("name = \"Wayside Guard\"", "name = \"Roadside Guard\"");
    let why = yomi(&["view", "duel", "--vector", "--set", &setting]).fault();
    assert!(why.contains("Wayside") || why.contains("roadside-guard"), "{why}");
}

/// Two equal agents play every deal once; a game that comes twice counts once.
#[test]
fn no_game_is_counted_twice() {
    let games = |agents: &str| yomi(&["stats", "duel", "--games", "6", "--agents", agents, "--json"]).json();
    assert_eq!(games("heuristic heuristic")["games"], 6);
    assert_eq!(games("random random")["games"], 6);
    assert_eq!(games("heuristic heuristic()")["games"], 3);
    assert_eq!(games("heuristic random")["games"], 6);
}
