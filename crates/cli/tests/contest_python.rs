//! The submission that `yomi export sevens --python` writes, run in Python: it must play as `policy` does
//! here, and play well.
//!
//! Needs Python with numpy, as YOMI_PYTHON or as python3; `./test` provides it. Without it the tests are
//! skipped with a message.

use serde_json::{Value, json};
use std::process::Command;
use yomi_core::{Player, Rng, Ruleset, State, Turn};
use yomi_games::sevens::{Card, Rules, Variant};
use yomi_sevens::{Plain, SeatPolicy, Sight, Tuned};

/// A Python that has numpy. If YOMI_PYTHON is set, it must have numpy.
fn python() -> Option<String> {
    let asked = std::env::var("YOMI_PYTHON").ok();
    let name = asked.clone().unwrap_or_else(|| "python3".into());
    let works =
        Command::new(&name).args(["-c", "import numpy"]).output().is_ok_and(|ran| ran.status.success());
    assert!(works || asked.is_none(), "YOMI_PYTHON={name} cannot import numpy");
    works.then_some(name)
}

/// A game of the policy against random players, with every move.
fn game(players: u8, seed: u64) -> Value {
    let rules = Rules { variant: Variant { players, ..Variant::default() } };
    let mut state = rules.start(seed);
    let mut rng = Rng::new(seed);
    let own = Player::new(rng.below(u32::from(players)) as usize);
    let (mut policy, mut others) = (Tuned::peer(), Plain::default());
    let hand = |p| state.hand(p).sorted().iter().map(Card::to_string).collect::<Vec<_>>();
    let hands: Vec<Vec<String>> = Player::all(usize::from(players)).map(hand).collect();
    let first = state.board().mover();
    let mut moves = Vec::new();
    while let Turn::Player(p) = state.turn() {
        let sight = Sight::of_mover(&state);
        let action = if p == own { policy.act(&sight, &mut rng) } else { others.act(&sight, &mut rng) };
        moves.push(rules.action_text(action));
        state.apply(action);
    }
    let name = format!("{players} players, seed {seed}");
    let winner = state.board().winner();
    json!({ "name": name, "hands": hands, "first": first, "moves": moves, "policy": own, "winner": winner })
}

#[test]
fn the_submission_plays_as_it_should() {
    let Some(python) = python() else {
        eprintln!("not tested: no python3 with numpy; ./test installs it");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (submission, games) = (folder.path().join("submission.py"), folder.path().join("games.json"));
    let export = ["export", "sevens", "--python", "--out", submission.to_str().unwrap()];
    let ran = Command::new(env!("CARGO_BIN_EXE_yomi")).args(export).output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    let played: Vec<Value> = (0..40).map(|seed| game([3, 3, 2, 4, 6][seed as usize % 5], seed)).collect();
    std::fs::write(&games, serde_json::to_string(&played).unwrap()).unwrap();
    let check = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/check.py");
    let ran = Command::new(python)
        .arg(check)
        .envs([("YOMI_SUBMISSION", &submission), ("YOMI_GAMES", &games)])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
