//! `arena` and `suite`: results that do not depend on the machine, seats that rotate, sums that add up.

use crate::run::{without_times, yomi};
use serde_json::{Value, json};

fn arena(game: &str, agents: &str, games: &str) -> Value {
    yomi(&["arena", game, "--agents", agents, "--games", games, "--json"]).json()
}

fn rows(report: &Value) -> &Vec<Value> {
    report["agents"].as_array().unwrap()
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap()
}

#[test]
fn threads_change_nothing() {
    let commands: [&[&str]; 5] = [
        &[
            "arena",
            "connect-four",
            "--agents",
            "mcts(limit=100it) alphabeta(limit=300nodes)",
            "--games",
            "12",
        ],
        &["arena", "kuhn", "--agents", "ismcts(limit=20it) random", "--games", "300", "--seed", "9"],
        &["suite", "maze", "--agent", "beam(width=8)", "--boards", "12", "--set", "turns=20"],
        // Enough iterations to be spread over several trees.
        &["advise", "connect-four", "--agent", "mcts", "--limit", "30000it"],
        &["advise", "leduc", "--agent", "ismcts", "--limit", "30000it", "--seed", "3"],
    ];
    for args in commands {
        let with = |threads| without_times(yomi(&[args, &["--json", "--threads", threads]].concat()).json());
        let one = with("1");
        for threads in ["2", "8"] {
            assert_eq!(with(threads), one, "{args:?}: {threads} threads");
        }
        assert_eq!(without_times(yomi(&[args, &["--json"]].concat()).json()), one, "{args:?}");
    }
}

#[test]
fn the_signature_is_of_the_moves() {
    let signature = |seed| {
        let args = ["arena", "kuhn", "--agents", "random random", "--games", "20", "--seed", seed, "--json"];
        yomi(&args).json()["signature"].as_str().unwrap().to_string()
    };
    assert_eq!(signature("0"), signature("0"));
    assert_ne!(signature("0"), signature("1"));
}

#[test]
fn equal_agents_are_one_row() {
    let report = arena("kuhn", "random random", "50");
    let [row] = rows(&report).as_slice() else { panic!("{report}") };
    assert_eq!((&row["agent"], &row["seats"], &row["games"]), (&json!("random"), &json!(2), &json!(100)));
    assert_eq!((number(row, "win_rate"), number(row, "mean_payoff").abs() < 1e-12), (0.5, true));
    let report = arena("kuhn", "random ismcts(limit=5it)", "50");
    let named: Vec<(&Value, &Value)> = rows(&report).iter().map(|r| (&r["agent"], &r["games"])).collect();
    assert_eq!(named, [(&json!("random"), &json!(50)), (&json!("ismcts(limit=5it)"), &json!(50))]);
}

#[test]
fn games_are_rounded_up_to_whole_rotations() {
    for (asked, played) in [("1", 2), ("2", 2), ("3", 4), ("100", 100), ("101", 102)] {
        let report = arena("kuhn", "random random()", asked);
        assert_eq!(report["games"], played);
        assert!(rows(&report).iter().all(|row| row["games"] == played));
    }
}

#[test]
fn wins_and_losses_add_up() {
    // Twice as many deals as are kept in memory at once. Random players sometimes draw in connect-four.
    for (game, games) in [("kuhn", "20000"), ("leduc", "3000"), ("connect-four", "3000")] {
        let report = arena(game, "random random()", games);
        let played = number(&report, "games");
        let total = |key| rows(&report).iter().map(|row| number(row, key)).sum::<f64>();
        assert_eq!(
            total("wins"),
            played,
            "a win for one is a loss for the other, and a draw a half for both"
        );
        assert_eq!(total("games"), 2.0 * played);
        assert_eq!(rows(&report)[0]["draws"], rows(&report)[1]["draws"]);
        let paid = if game == "connect-four" { 1.0 } else { 0.0 };
        assert!((total("mean_payoff") - paid).abs() < 1e-9, "{report}");
        for row in rows(&report) {
            assert_eq!(number(row, "win_rate"), number(row, "wins") / number(row, "games"));
            let (low, high) = (row["ci95"][0].as_f64().unwrap(), row["ci95"][1].as_f64().unwrap());
            assert!(
                0.0 <= low && low < number(row, "win_rate") && number(row, "win_rate") < high && high <= 1.0
            );
        }
    }
}

#[test]
fn seats_rotate() {
    // With random players the first mover wins about 56% of connect-four; only rotation makes it half.
    let report = arena("connect-four", "random random()", "4000");
    for row in rows(&report) {
        // Four standard errors of 4,000 coin tosses.
        assert!((number(row, "win_rate") - 0.5).abs() < 0.032, "{row}");
    }
    // In Kuhn the equilibrium loses 1/18 from the first seat; in self-play the two seats cancel out.
    let report = arena("kuhn", "cfr cfr()", "4000");
    for row in rows(&report) {
        assert!(number(row, "mean_payoff").abs() < 4.0 * number(row, "se"), "{row}");
    }
}

#[test]
fn intervals_contain_the_rate_even_when_all_is_won() {
    let report = arena("connect-four", "alphabeta(limit=2000nodes) random", "10");
    let winner = &rows(&report)[0];
    assert_eq!(number(winner, "win_rate"), 1.0);
    assert_eq!(winner["ci95"][1], 1.0);
    // Wilson's interval for 10 wins out of 10.
    assert!((winner["ci95"][0].as_f64().unwrap() - 0.7225).abs() < 1e-4, "{winner}");
}

#[test]
fn a_limit_of_its_own_comes_before_the_common_one() {
    let signature = |agents, more: &[&str]| {
        let args = ["arena", "connect-four", "--agents", agents, "--games", "4", "--json"];
        yomi(&[&args[..], more].concat()).json()["signature"].clone()
    };
    let own = signature("mcts(limit=30it) random", &[]);
    assert_eq!(signature("mcts(limit=30it) random", &["--limit", "500it"]), own);
    assert_eq!(signature("mcts random", &["--limit", "30it"]), own);
}

#[test]
fn a_suite_is_the_boards_of_its_seed() {
    let suite = |boards: &str, seed: &str| {
        let args = ["suite", "maze", "--set", "size=3x4", "--set", "turns=4", "--agent", "greedy", "--json"];
        yomi(&[&args[..], &["--boards", boards, "--seed", seed]].concat()).json()
    };
    assert_eq!(without_times(suite("20", "0")), without_times(suite("20", "0")));
    assert_ne!(suite("20", "0")["signature"], suite("20", "1")["signature"]);
    let one = suite("1", "0");
    assert_eq!((number(&one, "se"), number(&one, "mean").fract()), (0.0, 0.0));
}

#[test]
fn tables_for_people() {
    let text = yomi(&["arena", "kuhn", "--agents", "random random()", "--games", "4"]).ok();
    assert!(text.contains("95% interval") && text.contains("signature"), "{text}");
    let text = yomi(&["arena", "kuhn", "--agents", "random random()", "--games", "4", "--lang", "ja"]).ok();
    assert!(text.contains("勝率") && text.contains("局（席を交代し同じ配りを使用）"), "{text}");
    let text = yomi(&["suite", "maze", "--agent", "greedy", "--boards", "3"]).ok();
    assert!(text.starts_with("maze greedy: ") && text.contains("3 boards"), "{text}");
}
