//! The keys that programs rely on.

use crate::run::{keys, strings, without_times, yomi};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn assert_has(object: &Value, expected: &[&str]) {
    let found = keys(object);
    for key in expected {
        assert!(found.contains(key), "{key:?} is not in {found:?}");
    }
}

/// An option says what it takes, so that a form can be made of it; what it takes by default is among that.
fn check_option(option: &Value) {
    assert_has(option, &["name", "kind", "default", "reaches_outside", "en", "ja"]);
    let kind = option["kind"].as_str().unwrap();
    let default = option["default"].as_str().unwrap();
    let word = |list: &Value| strings(list).iter().any(|word| word == default);
    match kind {
        "count" | "number" => {
            let [least, most] = ["least", "most"].map(|end| option[end].as_f64().unwrap());
            let within = default.parse::<f64>().is_ok_and(|n| (least..=most).contains(&n));
            assert!(within || word(&option["or"]), "{option}");
        }
        "choice" => assert!(word(&option["words"]), "{option}"),
        "switch" => assert!(["true", "false"].contains(&default), "{option}"),
        other => assert!(["text", "file", "program"].contains(&other), "{option}"),
    }
    assert_eq!(option["reaches_outside"], ["file", "program"].contains(&kind), "{option}");
}

#[test]
fn games() {
    let list = yomi(&["games", "--json"]).json();
    assert_eq!(list["version"], 1);
    let games = list["games"].as_array().unwrap();
    let names: Vec<&str> = games.iter().map(|g| g["game"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "connect-four",
            "maze",
            "walled-maze",
            "auto-maze",
            "alternating-maze",
            "simultaneous-maze",
            "kuhn",
            "leduc",
            "twin-cool",
            "sevens",
            "duel"
        ]
    );
    for game in games {
        assert_has(game, &["game", "players", "en", "ja", "settings", "agents"]);
        game["settings"].as_array().unwrap().iter().for_each(check_option);
        let name = game["game"].as_str().unwrap();
        let agents = yomi(&["agents", name, "--json"]).json();
        assert_eq!(agents["game"], name);
        let agents = agents["agents"].as_array().unwrap();
        for agent in agents {
            assert_has(agent, &["agent", "also", "en", "ja", "options", "default_limit", "cheats"]);
            agent["options"].as_array().unwrap().iter().for_each(check_option);
            let place = format!("{name} {}", agent["agent"]);
            assert!(agent["has_tree"].is_boolean() && agent["has_trace"].is_boolean(), "{place}");
            assert_eq!(
                agent["agent"] == "ismcts",
                agent["has_trace"] == true && agent["agent"] != "best" && agent["agent"] != "partner",
                "{place}"
            );
        }
        let names: Vec<&str> = agents.iter().map(|a| a["agent"].as_str().unwrap()).collect();
        assert_eq!(strings(&game["agents"]), names);
        assert!(names.contains(&"best") && names.contains(&"random"));
    }
    let maze = games.iter().find(|g| g["game"] == "maze").unwrap();
    let defaults = maze["settings"].as_array().unwrap().iter().map(|s| (&s["name"], &s["default"]));
    assert_eq!(
        defaults.collect::<Vec<_>>(),
        [(&json!("size"), &json!("30x30")), (&json!("turns"), &json!("100"))]
    );
}

#[test]
fn view() {
    for game in ["connect-four", "maze", "kuhn", "leduc", "sevens"] {
        let plain = yomi(&["view", game]).json();
        assert_has(&plain, &["game", "settings", "seat", "to_move", "legal", "history"]);
        assert_eq!(plain["game"], game);
        // In Sevens the holder of the 7 of diamonds goes first.
        let first = if game == "sevens" { &plain["start"]["turn"] } else { &json!(0) };
        assert_eq!((&plain["seat"], &plain["to_move"]), (first, first));
        assert_eq!(plain["history"], json!([]));
        assert_eq!(yomi(&["view", game, "--json"]).json(), plain, "a view is JSON in any case");
    }
    let maze = yomi(&["view", "maze", "--set", "size=3x4", "--set", "turns=5"]).json();
    assert_eq!(maze["settings"], json!({"size": "3x4", "turns": 5}));
    let four = yomi(&["view", "connect-four", "--moves", "44 5"]).json();
    assert_eq!(strings(&four["history"]), ["4", "4", "5"]);
    assert_eq!(four["seat"], 1, "the seat to move looks, unless another is named");
    let over = yomi(&["view", "connect-four", "--moves", "1212121", "--seat", "1"]).json();
    assert_eq!((&over["to_move"], &over["legal"]), (&Value::Null, &json!([])));
}

#[test]
fn advise() {
    let agents = [
        ("connect-four", "best"),
        ("connect-four", "random"),
        ("connect-four", "mcts"),
        ("maze", "beam(width=5)"),
        ("maze", "greedy"),
        ("kuhn", "ismcts"),
        ("kuhn", "cfr"),
    ];
    for (game, agent) in agents {
        let args = ["advise", game, "--agent", agent, "--limit", "200it", "--seed", "4", "--json"];
        let advice = yomi(&args).json();
        assert_has(
            &advice,
            &["game", "agent", "seed", "move", "value", "candidates", "reasons", "beliefs", "iterations"],
        );
        assert_has(&advice, &["worlds", "effective_worlds", "memory_bytes", "elapsed_ms"]);
        assert_has(&advice, &["version", "resolved", "unit", "bounds", "basis", "lead", "line", "opponents"]);
        let company = if (game, agent) == ("connect-four", "best") { json!("strong") } else { Value::Null };
        assert_eq!(advice["opponents"], company, "nobody has acted");
        assert_eq!(
            (&advice["game"], &advice["agent"], &advice["seed"]),
            (&json!(game), &json!(agent), &json!(4))
        );
        let candidates = advice["candidates"].as_array().unwrap();
        for candidate in candidates {
            let mut found = keys(candidate);
            // Only where a chance was fitted to it.
            let fitted = candidate.get("searched").is_some();
            found.retain(|key| *key != "searched");
            let expected = ["move", "label", "value", "se", "lo", "hi", "visits", "share", "bound", "facts"];
            assert_eq!(found, expected);
            assert_eq!(fitted, (game, agent) == ("connect-four", "best"), "{candidate}");
            assert_eq!(keys(&candidate["label"]), ["en", "ja"]);
        }
        assert_eq!(advice["move"], candidates[0]["move"], "best first");
        assert_eq!(advice["value"], candidates[0]["value"]);
        for reason in advice["reasons"].as_array().unwrap() {
            assert_eq!(keys(reason), ["en", "ja", "about", "weight"]);
        }
        assert_eq!(advice["beliefs"].is_null(), game != "kuhn", "{args:?}");
        assert_eq!(without_times(yomi(&args).json()), without_times(advice), "{args:?}");
    }
    let alone = yomi(&["help", "--json"]).json();
    assert_has(&alone, &["game", "move", "candidates"]);
}

#[test]
fn beliefs_are_probabilities() {
    let advice = yomi(&["advise", "leduc", "--agent", "ismcts", "--limit", "200it", "--json"]).json();
    let odds = advice["beliefs"]["other_card"].as_object().unwrap();
    let total: f64 = odds.values().map(|p| p.as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-9, "{odds:?}");
}

#[test]
fn arena() {
    let report =
        yomi(&["arena", "kuhn", "--agents", "random ismcts(limit=10it)", "--games", "10", "--json"]).json();
    assert_eq!(
        keys(&report),
        [
            "version",
            "game",
            "unit",
            "settings",
            "seed",
            "games",
            "different_games",
            "deals",
            "limit",
            "signature",
            "agents"
        ]
    );
    for row in report["agents"].as_array().unwrap() {
        let expected = [
            "agent",
            "seats",
            "games",
            "wins",
            "draws",
            "win_rate",
            "ci95",
            "mean_payoff",
            "se",
            "payoff_ci95",
            "cpu_ms_per_move",
            "cpu_ms_per_game",
        ];
        assert_eq!(keys(row), expected);
    }
}

#[test]
fn suite() {
    let args =
        ["suite", "maze", "--set", "size=4x4", "--set", "turns=4", "--agent", "greedy", "--boards", "10"];
    let report = yomi(&[&args[..], &["--seed", "3", "--json"]].concat()).json();
    let expected = [
        "version",
        "game",
        "unit",
        "settings",
        "seed",
        "boards",
        "agent",
        "limit",
        "mean",
        "se",
        "ci95",
        "luck_corrected",
        "mean_payoff",
        "cpu_ms_per_move",
        "cpu_ms_per_game",
        "signature",
    ];
    assert_eq!(keys(&report), expected);
    assert_eq!(
        (&report["boards"], &report["seed"], &report["agent"]),
        (&json!(10), &json!(3), &json!("greedy"))
    );
    assert_eq!(report["mean"], report["mean_payoff"]);
    assert!(report["luck_corrected"].is_null(), "there is no luck in the maze");
}

#[test]
fn bench() {
    let args = ["bench", "kuhn", "--patience", "0.001"];
    let report = yomi(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(keys(&report), ["version", "yomi", "machine", "signature", "rows"]);
    assert_eq!(report["yomi"], env!("CARGO_PKG_VERSION"));
    assert_eq!(keys(&report["machine"]), ["os", "arch", "cpu", "threads"]);
    for row in report["rows"].as_array().unwrap() {
        assert_eq!(keys(row), ["game", "what", "per_second", "unit", "rounds"]);
        assert_eq!(row["rounds"].as_array().unwrap().len(), 5);
        assert!(row["per_second"].as_f64().unwrap() > 0.0);
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), report.to_string()).unwrap();
    let compared = yomi(&[&args[..], &["--compare", file.path().to_str().unwrap()]].concat()).ok();
    assert!(compared.contains("the same search as before") && compared.contains("Welch"), "{compared}");
    // Against itself: the same rows, a ratio near 1, and what the test says of each.
    let own = env!("CARGO_BIN_EXE_yomi");
    let both = yomi(&[&args[..], &["--rounds", "3", "--against", own, "--json"]].concat()).json();
    let compared = &both["compared"];
    assert_eq!((&compared["same_search"], &compared["test"]), (&true.into(), &"paired".into()));
    for row in compared["rows"].as_array().unwrap() {
        assert!((0.2..5.0).contains(&row["ratio"].as_f64().unwrap()), "{row}");
        assert!(row["changed"].is_boolean() && row["ci95"].is_array(), "{row}");
    }
    let said = yomi(&["bench", "kuhn", "--against", "no-such-yomi"]).fault();
    assert!(said.contains("cannot run no-such-yomi"), "{said}");
}

#[test]
#[ignore = "takes a minute"]
fn every_game_is_measured() {
    let report = yomi(&["bench", "--patience", "0.001", "--rounds", "1", "--json"]).json();
    let measured: BTreeSet<&str> =
        report["rows"].as_array().unwrap().iter().map(|row| row["game"].as_str().unwrap()).collect();
    let games = yomi(&["games", "--json"]).json();
    let all = games["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap());
    assert_eq!(measured, all.collect());
}

/// Checks that the visits of a printed tree add up, from the root down.
fn check_tree(branch: &Value, own: u64) {
    assert_has(branch, &["move", "seat", "visits", "value", "exploit", "explore", "children"]);
    let children = branch["children"].as_array().unwrap();
    if !children.is_empty() {
        let sum: u64 = children.iter().map(|c| c["visits"].as_u64().unwrap()).sum();
        assert_eq!(branch["visits"], sum + own);
        children.iter().for_each(|child| check_tree(child, 2));
    }
}

#[test]
fn tree() {
    let args = ["advise", "connect-four", "--limit", "2000it", "--json", "--agent", "mcts(select=puct)"];
    let plain = yomi(&args).json();
    assert!(!keys(&plain).contains(&"tree"), "only where it was asked for");
    let mut advice = yomi(&[&args[..], &["--tree", "3"]].concat()).json();
    let tree = advice.as_object_mut().unwrap().remove("tree").unwrap();
    assert_eq!(without_times(advice), without_times(plain), "looking changes nothing");
    check_tree(&tree, 0);
    assert_eq!((&tree["visits"], &tree["trees"], &tree["kind"]), (&json!(2000), &json!(1), &json!("root")));
    let first = &tree["children"][0];
    assert_has(first, &["prior", "goes_on", "kind"]);
    assert_eq!((&first["move"], &first["seat"]), (&json!("4"), &json!(0)));
    let args = ["advise", "leduc", "--agent", "ismcts", "--limit", "2000it", "--tree", "2", "--json"];
    let tree = &yomi(&args).json()["tree"];
    assert_has(&tree["children"][0], &["available"]);
    let knows = &tree["children"][0]["children"][0];
    assert_eq!((&knows["kind"], &knows["seat"], &knows["move"]), (&json!("knows"), &json!(1), &json!(null)));
}

#[test]
fn choose_and_solve_say_what_they_know() {
    let four = yomi(&["choose", "connect-four", "--json"]).json();
    assert_eq!(keys(&four), ["version", "game", "traits", "recommended", "agent", "why", "command", "best"]);
    assert_eq!((&four["agent"], &four["best"]["agent"]), (&json!("thunder"), &json!("alphabeta")));
    assert_eq!(four["recommended"], "alphabeta", "what was measured outweighs the chart");
    assert_has(&four["best"]["measured"], &["why", "row"]);
    // Whether it can be searched out is decided by the size at hand.
    let chart = |more: &[&str]| yomi(&[&["choose", "alternating-maze", "--json"], more].concat()).json();
    let (small, large) = (chart(&[]), chart(&["--set", "size=10x10", "--set", "turns=50"]));
    assert_eq!((&small["agent"], &small["traits"]["searchable"]), (&json!("alphabeta"), &json!(true)));
    assert_eq!((&large["agent"], &large["traits"]["searchable"]), (&json!("thunder"), &json!(false)));
    assert!(large["command"].as_str().unwrap().contains("--set size=10x10 --set turns=50"));
    assert_eq!((&small["recommended"], &large["recommended"]), (&json!("alphabeta"), &json!("thunder")));
    one_thing_is_recommended();
    let maze = yomi(&["choose", "auto-maze", "--json"]).json();
    assert_eq!((&maze["agent"], &maze["best"]["measured"]), (&json!("anneal"), &Value::Null));
    let solved = yomi(&["solve", "connect-four", "--moves", "444444555555", "--json"]).json();
    assert_has(&solved, &["version", "unit", "value", "nodes", "elapsed_ms", "cpu_ms"]);
    assert_eq!(solved["unit"], "score");
    // Cards, as everywhere, and not ten points for each.
    let small = ["suits=2", "values=3", "excluded=0", "hand=3"].map(|set| ["--set", set]).concat();
    let cards = yomi(&[&["solve", "twin-cool", "--json"], &small[..]].concat()).json();
    assert_eq!(cards["unit"], "cards");
    assert!((3.0..7.0).contains(&cards["value"].as_f64().unwrap()), "{cards}");
    assert!(solved["cpu_ms"].as_f64().unwrap() > 0.0);
    let text = yomi(&["solve", "connect-four", "--moves", "444444555555"]).ok();
    assert!(text.contains(" ms, CPU "), "{text}");
}

/// Of every game, and of sizes where chart and `best` differ: the first line, the command and the JSON name one
/// agent.
fn one_thing_is_recommended() {
    let games = yomi(&["games", "--json"]).json();
    let names = games["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap());
    let sizes = [&[][..], &["--set", "size=5x5"], &["--set", "size=10x10", "--set", "turns=50"]];
    let mazes = sizes.map(|size| [&["alternating-maze"], size].concat());
    for args in names.map(|name| vec![name]).chain(mazes) {
        let json = yomi(&[&["choose", "--json"], &args[..]].concat()).json();
        let agent = json["recommended"].as_str().unwrap();
        let quoted = [format!("\"{agent} "), format!("\"{agent}\""), format!("--agent {agent}")];
        let command = json["command"].as_str().unwrap();
        assert!(quoted.iter().any(|form| command.contains(form)), "{agent}: {command}");
        for lang in ["en", "ja"] {
            let text = yomi(&[&["choose", "--lang", lang], &args[..]].concat()).ok();
            assert!(text.starts_with(&format!("{agent}: ")), "{agent}: {text}");
            let begin = text.lines().filter(|line| !line.starts_with(' '));
            assert_eq!(begin.count(), 1, "one recommendation, and notes on it: {text}");
        }
    }
}
