//! `yomi audit` on the terminal.

use crate::run::{assert_says, yomi};
use serde_json::Value;
use std::path::Path;

#[test]
fn an_honest_agent_and_one_that_sees_everything() {
    let text = yomi(&["audit", "leduc", "--agent", "ismcts", "--positions", "300", "--limit", "20it"]).ok();
    assert_says(
        &text,
        &["leduc ismcts", "No decision changed", "n = 100: 4.", "the game has no agent that does"],
    );
    let report: Value =
        yomi(&["audit", "twin-cool", "--agent", "cheat", "--positions", "40", "--games", "4", "--json"])
            .json();
    assert_eq!((&report["verdict"], &report["sight"]["measure"]), (&"peeks".into(), &"headline".into()));
    let text =
        yomi(&["audit", "sevens", "--agent", "random", "--positions", "50", "--games", "3", "--lang", "ja"])
            .ok();
    assert_says(&text, &["一つも変わりません", "cheat はこれを相手に3局で"]);
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
}

#[test]
fn bad_questions_are_refused() {
    assert_says(&yomi(&["audit", "maze"]).fault(), &["maze hides nothing"]);
    assert_says(&yomi(&["audit", "kuhn", "--limit", "5ms"]).fault(), &["time limit", "200it"]);
    assert_says(&yomi(&["audit", "kuhn", "--positions", "0"]).fault(), &["--positions"]);
}
