//! `calibrate`: the JSON that programs read, files, and what is refused.

use crate::run::{assert_says, yomi};
use serde_json::{Value, json};
use std::fs;
use yomi::engine::calibrate::Map;

const SEVENS: [&str; 9] =
    ["calibrate", "sevens", "--agent", "halving", "--against", "policy", "--games", "30", "--limit"];

fn sevens(more: &[&str]) -> Value {
    yomi(&[&SEVENS[..], &["40it", "--json"], more].concat()).json()
}

#[test]
fn json_has_what_programs_read() {
    let told = sevens(&["--seed", "3"]);
    for key in ["ece", "bias"] {
        assert!(told[key].is_f64(), "{key}: {told}");
    }
    assert_eq!(
        (&told["game"], &told["agent"], &told["against"], &told["games"], &told["opponents"]),
        (&json!("sevens"), &json!("halving"), &json!("policy policy"), &json!(30), &Value::Null)
    );
    let number = |value: &Value| value.as_f64().unwrap();
    let [lo, hi] = [0, 1].map(|at| number(&told["bias_ci95"][at]));
    assert!(lo < number(&told["bias"]) && number(&told["bias"]) < hi, "{told}");
    let bins = told["bins"].as_array().unwrap();
    let decisions: u64 = bins.iter().map(|b| b["n"].as_u64().unwrap()).sum();
    assert_eq!(told["decisions"], decisions);
    for bin in bins {
        let [lo, hi, stated, actual] = ["lo", "hi", "stated", "actual"].map(|key| number(&bin[key]));
        assert!(lo <= stated && stated <= hi && (0.0..=1.0).contains(&actual), "{bin}");
    }
    let part = |b: &Value, of: f64| number(&b["weight"]) * of;
    let ece: f64 = bins.iter().map(|b| part(b, (number(&b["stated"]) - number(&b["actual"])).abs())).sum();
    assert!((ece - number(&told["ece"])).abs() < 1e-9, "{told}");
    assert!(number(&told["brier"]["base_rate"]) > 0.0 && number(&told["log_loss"]["score"]) > 0.0);
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    let one = sevens(&["--threads", "1"]);
    assert_eq!(sevens(&["--threads", "8"]), one);
    assert_ne!(sevens(&["--seed", "1"])["signature"], one["signature"]);
}

/// The games are those of a match with the same agents and seed: nothing is played in a way of its own.
#[test]
fn the_games_are_those_of_a_match() {
    let told = sevens(&[]);
    let agents = "halving policy policy";
    let arena = ["arena", "sevens", "--agents", agents, "--games", "30", "--limit", "40it", "--json"];
    assert_eq!(yomi(&arena).json()["signature"], told["signature"]);
}

#[test]
fn other_units_and_one_player() {
    let told = yomi(&[
        "calibrate",
        "leduc",
        "--agent",
        "ismcts",
        "--against",
        "cfr",
        "--games",
        "40",
        "--limit",
        "50it",
        "--json",
    ])
    .json();
    assert_eq!((&told["unit"], &told["ece"], &told["brier"]), (&json!("chips"), &Value::Null, &Value::Null));
    assert!(told["bias"].is_f64() && told["bins"].as_array().unwrap().len() > 3, "{told}");
    let alone = ["calibrate", "twin-cool", "--agent", "ismcts", "--games", "4", "--limit", "30it"];
    let told = yomi(&[&alone[..], &["--json"]].concat()).json();
    assert_eq!((&told["unit"], &told["against"]), (&json!("cards"), &json!("")));
    // Cards and not points: nobody plays more cards than there are.
    assert!(told["stated"].as_f64().unwrap() < 60.0 && told["actual"].as_f64().unwrap() < 60.0, "{told}");
    let text = yomi(&alone).ok();
    assert_says(&text, &["Stated minus actual", " cards", "statement in a game", "4 games"]);
    assert!(!text.contains("ECE"), "{text}");
}

#[test]
fn both_languages_and_a_table() {
    let text = yomi(&[&SEVENS[..], &["40it"]].concat()).ok();
    assert_says(
        &text,
        &[
            "percentage points",
            "ECE",
            "Brier score",
            "Log-loss",
            "halving against policy policy",
            "█",
            "8 – 15",
        ],
    );
    let text = yomi(&[&SEVENS[..], &["40it", "--lang", "ja"]].concat()).ok();
    assert_says(&text, &["表示−実際", "ポイント", "較正誤差", "halving 対 policy policy"]);
}

#[test]
fn files_are_written_whole_and_checked_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    sevens(&["--out", &path("map.json"), "--svg", &path("picture.svg"), "--seed", "5"]);
    let map: Value = serde_json::from_str(&fs::read_to_string(path("map.json")).unwrap()).unwrap();
    assert_eq!(
        (&map["game"], &map["agent"], &map["against"], &map["seed"], &map["games"]),
        (&json!("sevens"), &json!("halving"), &json!("policy policy"), &json!(5), &json!(30))
    );
    let read = Map::parse(&map.to_string()).unwrap();
    assert!(read.surface.is_sound(Some((0.0, 1.0))) && read.surface.phases.len() > 2, "{map}");
    assert_eq!(read.iterations, 40.0);
    // The command that is written down plays the same games.
    let again = read.command.replace('"', "").replace("policy policy", "policy");
    let out = path("again.json");
    let again: Vec<&str> = again.split_whitespace().skip(1).chain(["--out", &out]).collect();
    yomi(&again).ok();
    assert_eq!(fs::read_to_string(&out).unwrap(), fs::read_to_string(path("map.json")).unwrap());
    let picture = fs::read_to_string(path("picture.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"), "{picture}");
    assert!(picture.contains("prefers-color-scheme"));
    // Refused before anything is played, and nothing is emptied.
    let same = yomi(&[&SEVENS[..], &["40it", "--out", &path("x"), "--svg", &path("./x")]].concat()).fault();
    assert_says(&same, &["--svg", "--out"]);
    let lost = yomi(&[&SEVENS[..], &["40it", "--svg", &path("no/such/folder")]].concat()).fault();
    assert_says(&lost, &["cannot write"]);
    let refused =
        ["calibrate", "sevens", "--agent", "policy", "--against", "policy", "--out", &path("map.json")];
    yomi(&refused).fault();
    assert!(fs::read_to_string(path("map.json")).unwrap().contains("surface"), "what was there is kept");
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let refused = |args: &[&str], says: &[&str]| {
        assert_says(&yomi(&[&["calibrate"], args].concat()).fault(), says);
    };
    refused(
        &["sevens", "--agent", "bes", "--against", "policy"],
        &["unknown agent", "did you mean \"best\""],
    );
    refused(&["sevens", "--against", "nobody"], &["unknown agent", "policy"]);
    refused(&["sevens", "--against", "policy policy policy"], &["sevens has 3 seats", "best best"]);
    refused(&["sevens"], &["agents to play against: 0", "best best"]);
    refused(&["maze", "--agent", "beam", "--against", "random"], &["one-player game"]);
    refused(&["sevens", "--agent", "cheat", "--against", "policy"], &["cheat sees what is hidden"]);
    refused(
        &["sevens", "--agent", "policy", "--against", "policy"],
        &["policy names moves and states no value"],
    );
    refused(&["sevens", "--against", "policy", "--games", "0"], &["--games", "1 to 1000000"]);
    refused(&["chess", "--against", "policy"], &["unknown game"]);
}
