//! At the terminal a person sees of other seats' moves only what their own seat sees.

use std::io::Write;
use std::process::{Command, Stdio};

/// What `yomi` prints when these lines are typed.
fn yomi(args: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomi"))
        .env("YOMI_STORE", "-")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("yomi starts");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("yomi reads");
    String::from_utf8(child.wait_with_output().expect("yomi ends").stdout).expect("text")
}

/// The value of an agent's move would reveal how good its hidden card is.
#[test]
fn a_person_is_not_told_what_the_other_thinks() {
    let game = ["play", "leduc", "--lang", "en", "--seed", "4", "--limit", "200it"];
    let agents_alone = ["--agents", "ismcts ismcts"];
    let alone = yomi(&[&game[..], &agents_alone].concat(), "");
    assert!(alone.lines().any(|line| line.contains("plays") && line.ends_with(')')), "{alone}");
    let with_person = yomi(&[&game[..], &["--agents", "ismcts", "--human", "0"]].concat(), "check\n");
    let told: Vec<&str> = with_person.lines().filter(|line| line.contains("plays")).collect();
    assert!(!told.is_empty() && told.iter().all(|line| !line.ends_with(')')), "{with_person}");
}
