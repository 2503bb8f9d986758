//! `advise --trace`: a file with every iteration.

use crate::run::{assert_says, strings, yomi, yomi_reading};
use serde_json::Value;

#[test]
fn every_iteration_is_a_line_and_changes_nothing() {
    let view = yomi(&["view", "twin-cool", "--seed", "3", "--moves", "A6@1"]).ok();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    let name = file.to_str().unwrap();
    let args = ["advise", "twin-cool", "-", "--agent", "ismcts(worlds=7)", "--limit", "60it", "--json"];
    let plain = yomi_reading(&args, &view).json();
    let traced = yomi_reading(&[&args[..], &["--trace", name]].concat(), &view).json();
    for key in ["move", "candidates", "nodes", "worlds"] {
        assert!(!plain[key].is_null(), "{key}");
        assert_eq!(traced[key], plain[key], "{key}");
    }
    let written = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<Value> = written.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 60);
    for (i, line) in lines.iter().enumerate() {
        assert_eq!((&line["stream"], &line["number"]), (&0.into(), &(i % 7).into()), "worlds take turns");
        let (tree, rollout) = (strings(&line["tree"]), strings(&line["rollout"]));
        assert!(tree[0].contains('@'), "a play comes first: {line}");
        let plays = tree.iter().chain(&rollout).filter(|action| action.contains('@')).count();
        // One card was played before; the pattern of the last hand may add points.
        let reward = line["reward"][0].as_f64().unwrap();
        assert!(reward >= (plays + 1) as f64 && reward <= (plays + 1) as f64 + 5.0, "{line}");
        assert_eq!(line["unit"], "cards");
    }
}

/// A world is what its seats see of it, in the words of views.
#[test]
fn worlds_are_views() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    let args = ["advise", "kuhn", "--seed", "5", "--agent", "ismcts", "--limit", "20it", "--trace"];
    yomi(&[&args[..], &[file.to_str().unwrap()]].concat()).ok();
    let own = yomi(&["view", "kuhn", "--seed", "5"]).json();
    for line in std::fs::read_to_string(&file).unwrap().lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["version"], 1);
        let world = line["world"].as_array().unwrap();
        assert_eq!((world.len(), &world[0]["card"]), (2, &own["card"]), "{line}");
        assert_ne!(world[1]["card"], own["card"], "{line}");
    }
}

#[test]
fn what_cannot_be_traced_is_one_line() {
    let view = yomi(&["view", "twin-cool", "--seed", "3"]).ok();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let ask = |agent: &str, file: &str| {
        let args = ["advise", "twin-cool", "-", "--agent", agent, "--limit", "60it", "--trace", file];
        yomi_reading(&args, &view).fault()
    };
    std::fs::write(&file, "as it was").unwrap();
    let said = ask("table", file.to_str().unwrap());
    assert_says(&said, &["--trace: table tells nothing of its iterations", "ismcts"]);
    ask("nobody", file.to_str().unwrap());
    ask("ismcts(worlds=0)", file.to_str().unwrap());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "as it was", "what is refused writes nothing");
    let nowhere = folder.path().join("no-folder").join("file");
    assert_says(&ask("ismcts", nowhere.to_str().unwrap()), &["cannot write"]);
}

/// The summary adds up what is in the file: per world with the order of its deck, per path.
#[test]
fn a_trace_is_summed_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    let name = file.to_str().unwrap();
    let agent = "ismcts(worlds=5,key=hand+tops+count)";
    let args =
        ["advise", "twin-cool", "--seed", "3", "--agent", agent, "--limit", "200it", "--json", "--trace"];
    let advice = yomi(&[&args[..], &[name]].concat()).json();
    let found = yomi(&["trace", name, "--json"]).json();
    assert_eq!((&found["iterations"], found["worlds"].as_array().unwrap().len()), (&200.into(), 5));
    let lines: Vec<Value> =
        std::fs::read_to_string(&file).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    for world in found["worlds"].as_array().unwrap() {
        let of_world = || lines.iter().filter(|line| line["number"] == world["number"]);
        let rewards: Vec<f64> = of_world().map(|line| line["reward"][0].as_f64().unwrap()).collect();
        let mean = rewards.iter().sum::<f64>() / rewards.len() as f64;
        assert_eq!((world["iterations"].as_u64(), rewards.len()), (Some(40), 40));
        assert!((world["mean"].as_f64().unwrap() - mean).abs() < 1e-9);
        // Every iteration of a world draws its deck from the top.
        let deck = strings(&world["deck"]);
        for line in of_world() {
            let drawn = strings(&line["drawn"]);
            assert_eq!(drawn, deck[..drawn.len()], "{line}");
        }
        assert!(!deck.is_empty());
    }
    // The first moves of all paths are the candidates, as often as they were visited.
    for candidate in advice["candidates"].as_array().unwrap().iter().filter(|c| c["visits"] != 0) {
        let path = found["paths"]
            .as_array()
            .unwrap()
            .iter()
            .find(|p| strings(&p["path"]) == [candidate["move"].as_str().unwrap()]);
        assert_eq!(path.unwrap()["iterations"], candidate["visits"], "{candidate}");
    }
    let passes: u64 = lines.iter().map(|line| line["depth"].as_u64().unwrap()).sum();
    assert!((found["mean_depth"].as_f64().unwrap() - passes as f64 / 200.0).abs() < 1e-9);
    let rate = advice["nodes"].as_f64().unwrap() / passes as f64;
    assert!((advice["share_rate"].as_f64().unwrap() - rate).abs() < 0.02, "{rate}");
    let text = yomi(&["trace", name]).ok();
    assert_says(&text, &["Iterations: 200; worlds: 5; cards ", "deck", "path"]);
    assert!(yomi(&["trace", name, "--lang", "ja"]).ok().contains("山札の順"));
    std::fs::write(&file, "{\"no\": 1}\n").unwrap();
    assert_says(&yomi(&["trace", name]).fault(), &["line 1 is not an iteration of a trace"]);
    std::fs::write(&file, "").unwrap();
    assert_says(&yomi(&["trace", name]).fault(), &["there is no iteration in it"]);
    assert_says(&yomi(&["trace", "no.such.file"]).fault(), &["cannot read"]);
}
