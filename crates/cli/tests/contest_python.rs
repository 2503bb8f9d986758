//! The submissions that `yomi export sevens --python` writes, run in Python: they must play as `policy` and
//! `seed-pimc` do here, and play well.
//!
//! Needs Python with numpy, as YOMI_PYTHON or as python3; `./test` provides it. Without it the tests are
//! skipped with a message.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::Command;
use yomi_core::{Hidden, Player, Rng, Ruleset, State, Turn, View};
use yomi_games::Sevens;
use yomi_games::sevens::{Card, Rules, Variant};
use yomi_sevens::seed::bonuses::bonus;
use yomi_sevens::seed::tracker::CardTracker;
use yomi_sevens::seed::{PassInference, SeedOptions};
use yomi_sevens::{Heuristic, Plain, SeatPolicy, Sight, Tuned};

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

/// A game of the seed's rollout policy against random players: every move, and the seed's bonuses of every card
/// that the policy could have played.
fn seed_game(seed: u64) -> Value {
    let rules = Rules::default();
    let (mut state, mut rng) = (rules.start(seed), Rng::new(seed));
    let own = Player::new(rng.below(3) as usize);
    let (mut policy, mut others, options) = (Heuristic::default(), Plain::default(), SeedOptions::default());
    let hand = |p| state.hand(p).sorted().iter().map(Card::to_string).collect::<Vec<_>>();
    let hands: Vec<Vec<String>> = Player::all(3).map(hand).collect();
    let first = state.board().mover();
    let mut view = View::new(own, state.seen(own));
    let (mut moves, mut bonuses) = (Vec::new(), Vec::new());
    while let Turn::Player(p) = state.turn() {
        let sight = Sight::of_mover(&state);
        let tracker = CardTracker::of_history(&view, PassInference::Hard).unwrap();
        let of = |card: Card| (card.to_string(), bonus(&options, &view, &tracker, card).sum());
        let known = (p == own).then(|| sight.playable.iter().map(of).collect::<BTreeMap<String, f64>>());
        bonuses.push(known);
        let action = if p == own { policy.act(&sight, &mut rng) } else { others.act(&sight, &mut rng) };
        moves.push(rules.action_text(action));
        view.observe::<Sevens>(state.event(action, own)).unwrap();
        state.apply(action);
    }
    json!({ "hands": hands, "first": first, "moves": moves, "own": own, "bonuses": bonuses })
}

#[test]
fn the_submission_plays_as_it_should() {
    let played: Vec<Value> = (0..40).map(|seed| game([3, 3, 2, 4, 6][seed as usize % 5], seed)).collect();
    check(&[], &played, "check.py");
}

#[test]
fn the_seeds_player_plays_as_it_should() {
    let played: Vec<Value> = (0..40).map(seed_game).collect();
    check(&["--agent", "seed-pimc(simulation_count=50)"], &played, "check_seed.py");
}

/// Exports a player and runs these checks of it in Python.
fn check(how: &[&str], played: &[Value], checks: &str) {
    let Some(python) = python() else {
        eprintln!("not tested: no python3 with numpy; ./test installs it");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (submission, games) = (folder.path().join("submission.py"), folder.path().join("games.json"));
    let export = [&["export", "sevens", "--python", "--out", submission.to_str().unwrap()], how].concat();
    let ran = Command::new(env!("CARGO_BIN_EXE_yomi")).env("YOMI_STORE", "-").args(export).output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    std::fs::write(&games, serde_json::to_string(played).unwrap()).unwrap();
    let ran = Command::new(python)
        .arg(format!("{}/tests/python/{checks}", env!("CARGO_MANIFEST_DIR")))
        .envs([("YOMI_SUBMISSION", &submission), ("YOMI_GAMES", &games)])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
