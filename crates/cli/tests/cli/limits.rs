//! Extreme limits: every agent answers with a legal move, however small its limit.

use crate::run::{strings, yomi};

/// A move that was not searched to the end has no value, and nothing is said to be proven of it.
#[test]
fn a_search_that_was_stopped_proves_nothing() {
    let advise = |moves: &str, limit: &str| {
        let args =
            ["advise", "connect-four", "--agent", "minimax", "--limit", limit, "--moves", moves, "--json"];
        yomi(&args).json()
    };
    let nothing = advise("", "1it");
    assert!(nothing["value"].is_null() && nothing["lead"].is_null(), "{nothing}");
    assert!(nothing["candidates"].as_array().unwrap().iter().all(|c| c["value"].is_null()), "{nothing}");
    let first = |advice: &serde_json::Value| advice["reasons"][0]["en"].as_str().unwrap().to_string();
    assert!(first(&nothing).starts_with("No move was searched to the end"), "{nothing}");
    let whole = advise("43521", "100000it");
    assert!(whole["candidates"].as_array().unwrap().iter().all(|c| !c["value"].is_null()), "{whole}");
    for limit in ["1it", "3it", "10it", "50it", "100it", "200it", "400it"] {
        let advice = advise("43521", limit);
        let said = first(&advice);
        assert!(!said.contains("Every move loses") && !said.contains("by force"), "{limit}: {said}");
        let known = advice["candidates"].as_array().unwrap().iter().filter(|c| !c["value"].is_null());
        for candidate in known {
            let same =
                whole["candidates"].as_array().unwrap().iter().find(|c| c["move"] == candidate["move"]);
            assert_eq!(candidate["value"], same.unwrap()["value"], "{limit}: {candidate}");
        }
        if let Some(over) = advice["lead"]["over"].as_str() {
            let second = advice["candidates"].as_array().unwrap().iter().find(|c| c["move"] == over).unwrap();
            assert!(!second["value"].is_null(), "{limit}: {advice}");
        }
    }
}

/// The solver keeps to its memory, or says how much it needs.
#[test]
fn a_solver_keeps_to_its_memory() {
    let solve = |limit: &str| {
        yomi(&["solve", "connect-four", "--moves", "44444455555512", "--limit", limit, "--json"])
    };
    let free = yomi(&["solve", "connect-four", "--moves", "44444455555512", "--json"]).json();
    let held = solve("1MiB").json();
    assert_eq!(held["value"], free["value"]);
    assert!(held["memory_bytes"].as_u64().unwrap() <= 1 << 20, "{held}");
    let refused = yomi(&["solve", "connect-four", "--moves", "44455", "--limit", "1MiB"]).fault();
    assert!(refused.contains("expected at least "), "{refused}");
}

#[test]
fn the_smallest_limits_still_give_a_move() {
    let games = [
        "connect-four",
        "maze",
        "walled-maze",
        "auto-maze",
        "alternating-maze",
        "simultaneous-maze",
        "kuhn",
        "leduc",
        "sevens",
    ];
    for game in games {
        let settings: &[&str] = if ["maze", "walled-maze"].contains(&game) {
            &["--set", "size=5x5", "--set", "turns=8"]
        } else {
            &[]
        };
        let legal = strings(&yomi(&[&["view", game], settings].concat()).json()["legal"]);
        let agents = yomi(&["agents", game, "--json"]).json();
        for agent in agents["agents"].as_array().unwrap().iter().filter(|a| a["cheats"] == false) {
            let agent = agent["agent"].as_str().unwrap();
            // It runs a program, and none is named here.
            if agent == "exec" {
                continue;
            }
            for limit in ["1it", "1nodes", "1ms", "1MiB,20it", "3it,2nodes,1ms"] {
                // The equilibrium is computed once, regardless of the limit.
                if game == "leduc" && ["best", "cfr"].contains(&agent) && limit != "1it" {
                    continue;
                }
                let args = ["advise", game, "--agent", agent, "--limit", limit, "--json"];
                let advice = yomi(&[&args[..], settings].concat()).json();
                assert!(legal.contains(&advice["move"].as_str().unwrap().to_string()), "{args:?}: {advice}");
                assert_eq!(advice["candidates"].as_array().unwrap().len(), legal.len(), "{args:?}");
                let in_words = yomi(&[&args[..6], settings].concat()).ok();
                assert!(in_words.contains("Best move: "), "{in_words}");
            }
        }
    }
}

#[test]
fn the_largest_numbers_are_taken() {
    let most = u64::MAX.to_string();
    yomi(&["view", "maze", "--seed", &most]).ok();
    let limit = format!("{most}it,{most}nodes,1ms,{}MiB", usize::MAX >> 20);
    yomi(&["advise", "connect-four", "--agent", "mcts", "--limit", &limit]).ok();
    yomi(&["advise", "connect-four", "--agent", "mcts(expand=1000000,c=1000)", "--limit", "100it"]).ok();
    yomi(&["advise", "connect-four", "--agent", "alphabeta(depth=200,table=4096)", "--limit", "5ms"]).ok();
    yomi(&["advise", "maze", "--agent", "beam(width=1000000,depth=100000)", "--limit", "5ms"]).ok();
    yomi(&["view", "maze", "--set", "size=100x100", "--set", "turns=10000"]).ok();
    yomi(&["games", "--threads", "512"]).ok();
    let seeded = ["arena", "kuhn", "--agents", "random random", "--games", "4", "--seed", &most];
    yomi(&seeded).ok();
    yomi(&["suite", "maze", "--agent", "random", "--boards", "2", "--seed", &most]).ok();
}

#[test]
fn a_node_limit_that_no_tree_reaches_ends_too() {
    let cases: [&[&str]; 5] = [
        &["kuhn", "--agent", "ismcts", "--limit", "50000nodes"],
        &["leduc", "--agent", "ismcts", "--limit", "50000nodes"],
        &["connect-four", "--agent", "flat", "--limit", "500nodes"],
        &["connect-four", "--agent", "mcts", "--limit", "30000nodes,1MiB"],
        &["maze", "--set", "size=2x2", "--set", "turns=3", "--agent", "mcts", "--limit", "50000nodes"],
    ];
    for args in cases {
        let advice = yomi(&[&["advise"], args, &["--json"]].concat()).json();
        assert!(advice["iterations"].as_u64().unwrap() >= 500, "{args:?}: {advice}");
    }
}
