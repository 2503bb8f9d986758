//! `tune`: weights learned, written and used to play.

use crate::run::{assert_says, yomi};

const SHORT: [&str; 10] =
    ["tune", "sevens", "--batches", "2", "--games", "64", "--rate", "0.02", "--against", "mix"];

#[test]
fn what_is_learnt_can_be_played_by_and_learnt_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (first, second) = (file("a.weights"), file("b.weights"));
    let told = yomi(&[&SHORT[..], &["--out", &first, "--json"]].concat()).json();
    assert_eq!(told["curve"].as_array().map(Vec::len), Some(2));
    assert_eq!(told["curve"][1]["games"], 128);
    let made_by = told["made_by"].as_str().unwrap();
    assert!(
        made_by.starts_with("yomi tune sevens --set passes=3 --set players=3 --set rules=contest"),
        "{made_by}"
    );
    let shown = yomi(&[&SHORT[..], &["--out", &second, "--threads", "2"]].concat()).ok();
    assert!(shown.contains("against random players") && shown.contains(made_by), "{shown}");
    let bytes = [&first, &second].map(|path| std::fs::read(path).unwrap());
    assert!(bytes[0] == bytes[1], "the same command makes the same weights");
    assert!(bytes[0].starts_with(b"yomi sevens policy 2; made by: yomi tune sevens"));
    let agents = format!("policy(weights={first}) random random");
    let report = yomi(&["arena", "sevens", "--agents", &agents, "--games", "3", "--json"]).json();
    assert_eq!(report["games"], 3);
}

#[test]
fn habits_are_learnt_by_watching() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("habits.weights");
    let out = out.to_str().unwrap();
    let watch = ["tune", "sevens", "--imitate", "heuristic", "--games", "300", "--out", out];
    let told = yomi(&[&watch[..], &["--json"]].concat()).json();
    assert!(told["choices"].as_u64().unwrap() > 2_000, "{told}");
    let number = |key: &str| told[key].as_f64().unwrap();
    // The heuristic is deterministic: after a few games much of its play is predicted, far more than by
    // guessing uniformly.
    assert!(number("log_likelihood") > number("at_random") + 0.2, "{told}");
    assert!(number("hits") > 0.5, "{told}");
    let first = std::fs::read(out).unwrap();
    assert!(first.starts_with(b"yomi sevens leaning 1; made by: yomi tune sevens"));
    let shown = yomi(&[&watch[..], &["--threads", "1"]].concat()).ok();
    assert!(shown.contains("foreseen") && shown.contains(told["made_by"].as_str().unwrap()), "{shown}");
    assert!(first == std::fs::read(out).unwrap(), "the same command makes the same habits");
    // The file plays: not as the policy does, and better than at random, as the one that was watched does.
    let wins = |agent: &str| {
        let agents = format!("{agent} random random");
        let report = yomi(&["arena", "sevens", "--agents", &agents, "--games", "1500", "--json"]).json();
        report["agents"][0]["win_rate"].as_f64().unwrap()
    };
    let habits = wins(&format!("policy(weights={out})"));
    assert!((0.36..0.6).contains(&habits), "{habits}");
    assert!(yomi(&["tune", "--help"]).ok().contains("policy(weights=FILE)"));
    assert!(yomi(&["agents", "sevens"]).ok().contains("--imitate"));
}

#[test]
fn bad_tuning_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x.weights");
    let out = out.to_str().unwrap();
    for (args, says) in [
        (vec!["tune", "kuhn", "--out", out], "kuhn has nothing to tune; expected sevens"),
        (vec!["tune", "sevens", "--out", out, "--games", "3"], "expected a whole number from 16 to"),
        (vec!["tune", "sevens", "--out", out, "--against", "me"], "expected random, careful or mix"),
        (vec!["tune", "sevens", "--out", out, "--sharpen", "0"], "expected a number from 1 to 20"),
        (vec!["tune", "sevens", "--out", out, "--explore", "-1"], "expected a number from 0 to 1"),
        (vec!["tune", "sevens", "--out", out, "--imitate", "cheat"], "cheat sees what is hidden"),
        (vec!["tune", "sevens", "--out", out, "--imitate", "nobody"], "nobody"),
        (vec!["tune", "sevens", "--out", out, "--imitate", "random", "--rate", "0.1"], "cannot be used with"),
        (vec!["tune", "sevens", "--out", out, "--rate", "7"], "expected a number from 0.000001 to 1"),
        (
            vec!["tune", "sevens", "--out", "/no/such/folder/x", "--batches", "1"],
            "cannot write \"/no/such/folder/x\": ",
        ),
        (vec!["arena", "sevens", "--agents", "policy(weights=/no/such) random random"], "cannot read"),
    ] {
        assert_says(&yomi(&args).fault(), &[says]);
    }
    std::fs::write(out, "nonsense\n").unwrap();
    yomi(&["tune", "sevens", "--out", out, "--imitate", "nobody"]).fault();
    assert_eq!(std::fs::read_to_string(out).unwrap(), "nonsense\n", "a fault leaves what was there");
    let agents = format!("policy(weights={out}) random random");
    assert_says(&yomi(&["arena", "sevens", "--agents", &agents]).fault(), &["the file is incomplete"]);
}
