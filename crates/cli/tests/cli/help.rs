//! Help with an example for every command, and the language of the locale.

use crate::run::{command, finish, yomi};

const COMMANDS: [&str; 23] = [
    "serve",
    "games",
    "rules",
    "agents",
    "view",
    "advise",
    "trace",
    "play",
    "replay",
    "review",
    "puzzles",
    "suite",
    "arena",
    "tournament",
    "games-db",
    "calibrate",
    "solve",
    "choose",
    "bench",
    "tune",
    "export",
    "engine",
    "audit",
];

#[test]
fn every_command_has_an_example() {
    let all = yomi(&["--help"]).ok();
    for name in COMMANDS {
        let help = yomi(&[name, "--help"]).ok();
        assert!(help.contains("Example") && help.contains(&format!("yomi {name}")), "{help}");
        assert!(all.contains(&format!("\n  {name} ")), "{all}");
        assert_eq!(yomi(&["help", name]).ok(), help);
    }
    assert!(all.contains("Example: yomi advise"), "{all}");
    assert_eq!(yomi(&["--version"]).ok(), format!("yomi {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn advise_says_what_a_seed_does_with_a_file() {
    let help = yomi(&["advise", "--help"]).ok();
    let words: Vec<&str> = help.split_whitespace().collect();
    assert!(words.join(" ").contains("with a FILE, of the agent's luck alone"), "{help}");
    assert!(!yomi(&["view", "--help"]).ok().contains("agent's"));
}

#[test]
fn the_locale_says_which_language() {
    let heading = |variables: &[(&str, &str)], args: &[&str]| {
        let args = [&["games"], args].concat();
        let mut command = command(&args);
        command.env_remove("LANG").envs(variables.iter().copied());
        let text = finish(&args, command.spawn().unwrap()).ok();
        text.split_whitespace().next().unwrap().to_string()
    };
    assert_eq!(heading(&[], &[]), "game");
    assert_eq!(heading(&[("LANG", "ja_JP.UTF-8")], &[]), "ゲーム");
    assert_eq!(heading(&[("LANG", "en_GB.UTF-8")], &[]), "game");
    assert_eq!(heading(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")], &[]), "game");
    assert_eq!(heading(&[("LANG", "C"), ("LC_MESSAGES", "ja_JP.UTF-8")], &[]), "ゲーム");
    assert_eq!(heading(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "")], &[]), "ゲーム");
    assert_eq!(heading(&[("LANG", "ja_JP.UTF-8")], &["--lang", "en"]), "game");
    assert_eq!(heading(&[], &["--lang", "ja"]), "ゲーム");
}

#[test]
fn options_of_all_commands_may_stand_anywhere() {
    let expected = yomi(&["games", "--lang", "ja", "--json"]).ok();
    for args in [["--json", "games", "--lang=ja"], ["--lang=ja", "--json", "games"]] {
        assert_eq!(yomi(&args).ok(), expected);
    }
}
