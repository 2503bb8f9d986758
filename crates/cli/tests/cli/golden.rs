//! Golden texts and games, compared word for word, so that every change is seen in review. Milliseconds and
//! memory are redacted.

use crate::run::{strings, yomi, yomi_reading};
use insta::assert_snapshot;

/// Replaces `12 ms` and `816 KiB` by `# ms` and `# KiB`.
fn redacted(text: &str) -> String {
    [" ms", " KiB"].iter().fold(text.to_string(), |text, unit| {
        let parts: Vec<&str> = text.split(unit).collect();
        let (last, before) = parts.split_last().expect("splitting gives a part");
        let cut = |part: &&str| format!("{}#{unit}", part.trim_end_matches(|c: char| c.is_ascii_digit()));
        before.iter().map(cut).chain([last.to_string()]).collect()
    })
}

fn text(args: &[&str]) -> String {
    redacted(&yomi(args).ok())
}

/// A game as a transcript.
fn transcript(game: &[&str], seed: &str, agents: &str) -> String {
    let args = [&["play"], game, &["--seed", seed, "--agents", agents, "--json"]].concat();
    let record = yomi(&args).json();
    let (moves, payoffs) = (strings(&record["moves"]).join(" "), &record["payoffs"]);
    format!("{} --seed {seed} --agents {agents:?}\n{moves}\n{payoffs}\n", game.join(" "))
}

#[test]
fn welcome() {
    assert_snapshot!("welcome_en", text(&["help", "--lang", "en"]));
    assert_snapshot!("welcome_ja", text(&["help", "--lang", "ja"]));
}

#[test]
fn lists() {
    assert_snapshot!("games_en", text(&["games", "--lang", "en"]));
    assert_snapshot!("games_ja", text(&["games", "--lang", "ja"]));
    assert_snapshot!("agents_connect_four_en", text(&["agents", "connect-four", "--lang", "en"]));
    assert_snapshot!("agents_connect_four_ja", text(&["agents", "connect-four", "--lang", "ja"]));
}

#[test]
fn advice_where_everything_is_seen() {
    let four = ["advise", "connect-four", "--moves", "44455", "--limit", "2000it"];
    assert_snapshot!("advise_connect_four_best", text(&four));
    assert_snapshot!("advise_connect_four_mcts", text(&[&four[..], &["--agent", "mcts"]].concat()));
    let win = ["advise", "connect-four", "--moves", "443322", "--limit", "2000it", "--lang", "ja"];
    assert_snapshot!("advise_connect_four_win_ja", text(&win));
    let maze = ["advise", "maze", "--set", "size=5x6", "--set", "turns=8", "--limit", "1000it"];
    assert_snapshot!("advise_maze_best", text(&maze));
}

#[test]
fn advice_with_a_hidden_card() {
    let kuhn = ["advise", "kuhn", "--seed", "5", "--moves", "bet", "--limit", "1000it"];
    assert_snapshot!("advise_kuhn_best", text(&kuhn));
    assert_snapshot!("advise_kuhn_ismcts", text(&[&kuhn[..], &["--agent", "ismcts"]].concat()));
    let leduc =
        ["advise", "leduc", "--seed", "3", "--moves", "bet", "--agent", "ismcts", "--limit", "2000it"];
    assert_snapshot!("advise_leduc_ismcts", text(&leduc));
    assert_snapshot!("advise_leduc_ismcts_ja", text(&[&leduc[..], &["--lang", "ja"]].concat()));
}

#[test]
fn the_top_of_a_tree() {
    let tree = |args: &[&str]| text(&[&["advise"], args].concat());
    let four = ["connect-four", "--moves", "4455", "--limit", "700it", "--tree", "2", "--agent"];
    assert_snapshot!("tree_mcts", tree(&[&four[..], &["mcts"]].concat()));
    assert_snapshot!("tree_mcts_ja", tree(&[&four[..], &["mcts", "--lang", "ja"]].concat()));
    assert_snapshot!("tree_puct", tree(&[&four[..], &["mcts(select=puct)"]].concat()));
    let maze = ["alternating-maze", "--agent", "thunder", "--limit", "300it", "--tree", "2"];
    assert_snapshot!("tree_thunder", tree(&maze));
    assert_snapshot!("tree_duct", tree(&["simultaneous-maze", "--limit", "500it", "--tree", "2"]));
    let leduc = ["leduc", "--seed", "5", "--agent", "ismcts", "--limit", "3000it", "--tree", "3"];
    assert_snapshot!("tree_ismcts", tree(&leduc));
    assert_snapshot!("tree_ismcts_ja", tree(&[&leduc[..], &["--lang", "ja"]].concat()));
    let many = ["connect-four", "--agent", "mcts", "--limit", "160000it", "--tree", "1"];
    assert_snapshot!("tree_of_eight", tree(&many));
}

#[test]
fn what_is_recommended() {
    for lang in ["en", "ja"] {
        let games = ["connect-four", "walled-maze", "auto-maze", "simultaneous-maze", "leduc", "sevens"];
        let all: Vec<String> = games.iter().map(|game| text(&["choose", game, "--lang", lang])).collect();
        assert_snapshot!(format!("choose_{lang}"), all.join("\n"));
    }
}

#[test]
fn advice_with_a_hidden_deck() {
    for (name, moves) in [("start", ""), ("close", "A3@1 A10@1 E10@1"), ("risky", "A3@1 A10@1 E10@1 H1@2")] {
        for lang in ["en", "ja"] {
            let args = [
                "advise",
                "twin-cool",
                "--moves",
                moves,
                "--agent",
                "expectimax(limit=1000000nodes)",
                "--lang",
                lang,
            ];
            let shown = text(&args);
            assert_snapshot!(format!("advise_twin_cool_{name}_{lang}"), shown);
        }
    }
}

#[test]
fn advice_with_hidden_hands() {
    for (name, moves) in [("start", ""), ("middle", "D8 C6 pass D6 C8 pass D5 pass pass")] {
        for lang in ["en", "ja"] {
            let args =
                ["advise", "sevens", "--seed", "3", "--moves", moves, "--limit", "500it", "--lang", lang];
            assert_snapshot!(format!("advise_sevens_{name}_{lang}"), text(&args));
        }
    }
}

/// A real game entered turn by turn, with rejected entries; and practice with the deck visible.
#[test]
fn logging_and_practice() {
    for lang in ["en", "ja"] {
        let real = [
            "play",
            "twin-cool",
            "--real",
            "--set",
            "first=A1,B2,C3,D4,E5",
            "--agents",
            "expectimax(limit=1000000nodes)",
        ];
        let entries = "A1@1+B1\nC3@1+H9\nB1@1+A1\nB1@1\n+B7\nu\nq\n";
        let shown = redacted(&yomi_reading(&[&real[..], &["--lang", lang]].concat(), entries).ok());
        assert_snapshot!(format!("real_twin_cool_{lang}"), shown);
        let practice = ["play", "twin-cool", "--seed", "3", "--human", "0", "--open", "--lang", lang];
        let shown = redacted(&yomi_reading(&practice, "A6@1+F3\nA6@1+A5\nq\n").ok());
        assert_snapshot!(format!("practice_twin_cool_{lang}"), shown);
    }
}

#[test]
fn transcripts() {
    let games = [
        transcript(&["connect-four"], "1", "mcts(limit=500it) alphabeta(limit=2000nodes)"),
        transcript(&["maze", "--set", "size=8x8", "--set", "turns=30"], "1", "beam(width=20)"),
        transcript(&["kuhn"], "9", "ismcts(limit=300it) cfr"),
        transcript(&["leduc"], "8", "ismcts(limit=300it) random"),
        transcript(&["sevens"], "2", "random(pass=true) policy heuristic"),
    ];
    assert_snapshot!("transcripts", games.join("\n"));
}
