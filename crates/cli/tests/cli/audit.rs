//! `yomi audit` on the terminal.

use crate::run::{assert_says, yomi};
use serde_json::Value;
use std::path::Path;

#[test]
fn an_honest_agent_and_one_that_sees_everything() {
    let text = yomi(&["audit", "leduc", "--agent", "ismcts", "--positions", "300", "--limit", "20it"]).ok();
    assert_says(
        &text,
        &[
            "leduc ismcts",
            "No decision changed",
            "n = 100: 4.",
            "a player that sees everything (limit 1000it) gains",
        ],
    );
    let report: Value =
        yomi(&["audit", "twin-cool", "--agent", "cheat", "--positions", "40", "--games", "4", "--json"])
            .json();
    assert_eq!((&report["verdict"], &report["sight"]["measure"]), (&"peeks".into(), &"headline".into()));
    let text =
        yomi(&["audit", "sevens", "--agent", "random", "--positions", "50", "--games", "3", "--lang", "ja"])
            .ok();
    assert_says(&text, &["一つも変わりません", "すべてを見るプレイヤー（制限 1000it）は、これを相手に3局で"]);
}

/// What a few games that paid the same say of others is not known: no interval is stated, and none of no
/// width.
#[test]
fn an_interval_that_is_not_known_is_not_stated() {
    for seed in 0..8 {
        let seed = seed.to_string();
        let args =
            ["audit", "kuhn", "--agent", "greedy", "--positions", "10", "--games", "4", "--seed", &seed];
        let sight = yomi(&[&args[..], &["--json"]].concat()).json()["sight"].clone();
        match &sight["ci95"] {
            Value::Null => {
                assert_says(&yomi(&args).ok(), &["(the 95% interval is not known)"]);
                return;
            }
            ends => assert!(ends[0].as_f64() < ends[1].as_f64(), "{sight}"),
        }
    }
    panic!("in none of these did two deals pay the same");
}

#[test]
fn a_program_is_asked_whether_it_decides_the_same_twice() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "python3 is missing, and CI tests everything");
        eprintln!("skipped: python3 is missing");
        return;
    }
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/bot.py");
    let agent = format!("exec(cmd='python3 {}')", bot.display());
    let text = yomi(&["audit", "kuhn", "--agent", &agent, "--positions", "100"]).ok();
    assert_says(
        &text,
        &["No decision changed", "A program gets views and nothing else", "cannot be checked"],
    );
    // One that decides otherwise when it is asked again: nothing can be said of it, and that is said.
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/faulty.py");
    let agent = format!("exec(cmd='python3 {} moody')", bot.display());
    let moody = yomi(&["audit", "kuhn", "--agent", &agent, "--positions", "100", "--json"]).json();
    assert_eq!(moody["verdict"], "unsteady", "{moody}");
}

/// Also in games without an agent called `cheat`: a player that sees everything gains, in the game's own unit.
#[test]
fn sight_brings_something_in_every_kind_of_game() {
    for (game, games, measure, unit) in [
        ("kuhn", "200", "payoff", "chips"),
        ("leduc", "100", "payoff", "chips"),
        ("twin-cool", "20", "headline", "cards"),
    ] {
        let args = ["audit", game, "--positions", "20", "--limit", "20it", "--games", games];
        let sight = yomi(&[&args[..], &["--json"]].concat()).json()["sight"].clone();
        assert_eq!(
            (&sight["measure"], &sight["unit"]),
            (&Value::from(measure), &Value::from(unit)),
            "{sight}"
        );
        let lead = sight["cheat"].as_f64().unwrap() - sight["agent"].as_f64().unwrap();
        assert!(lead > 0.0 && sight["ci95"][0].as_f64() > Some(0.0), "{game}: {sight}");
        assert_says(&yomi(&args).ok(), &["a player that sees everything", "may bring more"]);
        let ja = yomi(&[&args[..], &["--lang", "ja"]].concat()).ok();
        assert_says(&ja, &["見えることの価値", "これ以上になることもあります"]);
    }
    let args =
        ["audit", "simultaneous-maze", "--positions", "20", "--limit", "20it", "--games", "4", "--json"];
    assert_eq!(yomi(&args).json()["sight"]["measure"], "win_rate");
    let none = yomi(&["audit", "kuhn", "--positions", "20", "--games", "0", "--json"]).json();
    assert!(none["sight"].is_null());
}

#[test]
fn bad_questions_are_refused() {
    assert_says(&yomi(&["audit", "maze"]).fault(), &["maze hides nothing"]);
    assert_says(&yomi(&["audit", "kuhn", "--limit", "5ms"]).fault(), &["time limit", "200it"]);
    assert_says(&yomi(&["audit", "kuhn", "--positions", "0"]).fault(), &["--positions"]);
}
