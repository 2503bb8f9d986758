//! Sevens for the contest: the submission, and importing states of the contest's engine.

use crate::run::{assert_says, yomi, yomi_reading};
use serde_json::{Value, json};

#[test]
fn the_submission_goes_to_a_file_or_out() {
    let program = yomi(&["export", "sevens", "--python"]).ok();
    assert!(program.contains("def my_AI(state):") && !program.contains("__WEIGHTS__"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("submission.py");
    let file = path.to_str().unwrap();
    let said = yomi(&["export", "sevens", "--python", "--out", file]).ok();
    assert!(said.contains(file) && said.contains("my_AI"), "{said}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), program);
    let said =
        yomi(&["export", "sevens", "--python", "--out", file, "--weights", "random", "--lang", "ja"]).ok();
    assert!(said.contains("パスフラグ"), "{said}");
}

#[test]
fn what_cannot_be_exported_is_said() {
    let fault = |args: &[&str]| yomi(&[&["export"], args].concat()).fault();
    assert_says(&fault(&["kuhn", "--python"]), &["kuhn cannot be exported; expected sevens"]);
    assert_says(&fault(&["chess", "--python"]), &["unknown game \"chess\""]);
    assert_says(&fault(&["sevens"]), &["--python"]);
    assert_says(&fault(&["sevens", "--python", "--weights", "no.such.file"]), &["cannot read no.such.file"]);
    assert_says(
        &fault(&["sevens", "--python", "--out", "/no/such/folder/x.py"]),
        &["cannot write \"/no/such/folder/x.py\""],
    );
    let seed = |agent: &str| fault(&["sevens", "--python", "--agent", agent]);
    assert_says(&seed("halving"), &["unknown exported player \"halving\"", "policy", "seed-pimc"]);
    assert_says(&seed("seed-pimc(pass=true)"), &["never passes by choice"]);
    assert_says(&seed("seed-pimc(simulation_count=x)"), &["simulation_count=x: expected a whole number"]);
    assert_says(&seed("policy(limit=3it)"), &["the exported policy takes no options"]);
    assert_says(
        &fault(&["sevens", "--python", "--agent", "seed-pimc", "--weights", "mix"]),
        &["seed-pimc has no weights"],
    );
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert_says(
        &fault(&["sevens", "--python", "--weights", manifest]),
        &["Cargo.toml: the file is incomplete"],
    );
}

/// The start of a seeded deal as the contest's engine reports it to the seat, after some moves.
fn state(moves: &str, plays: &[(&str, usize)], passes: [u8; 3]) -> Value {
    let seen = yomi(&["view", "sevens", "--seed", "5", "--moves", moves, "--seat", "0"]).json();
    let lies = |suit: &str, rank: &str| {
        rank == "7" || seen["table"].as_array().unwrap().contains(&json!(format!("{suit}{rank}")))
    };
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let rows = ["S", "C", "H", "D"].map(|suit| ranks.map(|rank| u8::from(lies(suit, rank))));
    json!({
        "players_num": 3,
        "my_player_num": 0,
        "my_hands": seen["hand"],
        "all_actions": plays.iter().map(|(card, _)| card).collect::<Vec<_>>(),
        "all_players": plays.iter().map(|(_, seat)| seat).collect::<Vec<_>>(),
        "pass_count": passes,
        "out_player": [],
        "field_cards": rows,
        "turn_player": seen["turn"],
        "hand_sizes": seen["seats"].as_array().unwrap().iter().map(|s| s["cards"].clone()).collect::<Vec<_>>(),
    })
}

/// The first mover of that deal and a card it may play, and a card of the seat after the next.
fn opening() -> (usize, String, String) {
    let start = yomi(&["view", "sevens", "--seed", "5"]).json();
    let card = start["legal"][0].as_str().unwrap().to_string();
    let third = yomi(&["view", "sevens", "--seed", "5", "--moves", &format!("{card} pass")]).json();
    (start["to_move"].as_u64().unwrap() as usize, card, third["legal"][0].as_str().unwrap().to_string())
}

#[test]
fn a_state_of_the_engine_becomes_a_view() {
    let (first, card, later) = opening();
    let moves = format!("{card} pass {later}");
    let skipped = (first + 1) % 3;
    let mut passes = [0; 3];
    passes[skipped] = 1;
    let plays = [(card.as_str(), first), (later.as_str(), (first + 2) % 3)];
    let text = state(&moves, &plays, passes).to_string();
    let imported = yomi_reading(&["view", "sevens", "--import", "-"], &text).json();
    assert_eq!(imported, yomi(&["view", "sevens", "--seed", "5", "--moves", &moves, "--seat", "0"]).json());
    assert_eq!(imported["history"], json!([card, "pass", later]));
    let mut wrong = state(&moves, &plays, passes);
    wrong["all_players"][1] = json!(first);
    let said = yomi_reading(&["view", "sevens", "--import", "-"], wrong.to_string()).fault();
    assert_says(&said, &["standard input: all_actions: entry", "of seat"]);
}

#[test]
fn what_is_no_state_is_refused() {
    let fault = |game: &str, text: &str| yomi_reading(&["view", game, "--import", "-"], text).fault();
    assert_says(&fault("kuhn", "{}"), &["--import: kuhn has no foreign log; expected sevens"]);
    assert_says(&fault("sevens", "{}"), &["not a state of the contest's engine", "players_num"]);
    assert_says(&fault("sevens", "[1"), &["not a state of the contest's engine"]);
    assert_says(&yomi(&["view", "sevens", "--import", "x", "--seed", "3"]).fault(), &["--import", "--seed"]);
}
