//! `arena` and `suite`: results that do not depend on the machine, seats that rotate, sums that add up.

use crate::run::{assert_says, without_times, yomi};
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
    // Wilson's interval for 5 deals out of 5: the games of a deal are one observation.
    assert!((winner["ci95"][0].as_f64().unwrap() - 0.5655).abs() < 1e-4, "{winner}");
}

/// A rate that is certain by construction has no interval, and repeated games are counted once.
#[test]
fn repeats_are_counted_once() {
    let report = arena("kuhn", "cfr cfr", "2000");
    let [row] = rows(&report).as_slice() else { panic!("{report}") };
    assert_eq!((&row["ci95"], &row["se"]), (&json!([0.5, 0.5]), &json!(0.0)));
    assert_eq!(report["different_games"], 2000, "deals are luck: none is a repeat");

    let report = arena("connect-four", "alphabeta(limit=300nodes) minimax(depth=2)", "2000");
    assert_eq!((&report["games"], &report["deals"]), (&json!(2000), &json!(1000)));
    assert_eq!(report["different_games"], 2);
    for row in rows(&report) {
        assert_eq!(row["se"], Value::Null);
        let width = row["ci95"][1].as_f64().unwrap() - row["ci95"][0].as_f64().unwrap();
        assert!(width > 0.7, "one deal says next to nothing: {row}");
    }
    let agents = "alphabeta(limit=300nodes) minimax(depth=2)";
    let said = yomi(&["arena", "connect-four", "--agents", agents, "--games", "20"]).ok();
    assert_says(&said, &["Only 2 of the 20 games are different"]);
}

#[test]
fn openings_are_played_in_turn_and_count_as_units() {
    let play = |games: &str, openings: &str, more: &[&str]| {
        let agents = "alphabeta(limit=100nodes) minimax(depth=2)";
        let args = ["arena", "connect-four", "--agents", agents, "--games", games, "--openings", openings];
        yomi(&[&args[..], &["--json"], more].concat()).json()
    };
    let once = play("40", "20", &[]);
    assert_eq!((&once["openings"], &once["different_games"]), (&json!(20), &json!(40)));
    // The same games again change nothing.
    let thrice = play("120", "20", &[]);
    assert_eq!((&thrice["games"], &thrice["different_games"]), (&json!(120), &json!(40)));
    for (once, thrice) in rows(&once).iter().zip(rows(&thrice)) {
        assert_eq!(number(once, "win_rate"), number(thrice, "win_rate"));
        for end in 0..2 {
            let [a, b] = [once, thrice].map(|row| row["ci95"][end].as_f64().unwrap());
            assert!((a - b).abs() < 1e-9, "{once} {thrice}");
        }
    }
    // Other seeds draw other openings.
    assert_ne!(play("40", "20", &["--seed", "1"])["signature"], once["signature"]);
    let refused = yomi(&["arena", "connect-four", "--agents", "random random", "--openings", "2001"]).fault();
    assert_says(&refused, &["1 to 2000"]);
    let refused = yomi(&["arena", "kuhn", "--agents", "random random", "--openings", "5"]).fault();
    assert_says(&refused, &["no list of openings"]);
}

#[test]
fn a_test_stops_when_it_is_decided() {
    let test = |agents: &str, hypotheses: &str, more: &[&str]| {
        let args = ["arena", "connect-four", "--agents", agents, "--sprt", hypotheses, "--json"];
        yomi(&[&args[..], more].concat()).json()
    };
    let strong = "mcts(limit=200it) random";
    let found = test(strong, "elo0=0,elo1=20", &[]);
    assert_eq!(found["sprt"]["verdict"], "h1", "{found}");
    assert_eq!(found["games"], 2 * found["sprt"]["deals"].as_u64().unwrap());
    assert!(found["sprt"]["llr"].as_f64() >= found["sprt"]["upper"].as_f64(), "{found}");
    assert!(found["games"].as_u64().unwrap() < 200, "{found}");
    assert_eq!(test("random mcts(limit=200it)", "elo0=0,elo1=20", &[])["sprt"]["verdict"], "h0");
    // Threads change nothing, and neither do games that were played beyond the end.
    let one = without_times(test(strong, "elo0=0,elo1=20", &["--threads", "1"]));
    assert_eq!(without_times(found), one);
    // Cut off before it could decide; repeats never decide.
    let cut = test("mcts(limit=50it) flat(limit=50it)", "elo0=0,elo1=1", &["--games", "60"]);
    assert_eq!((&cut["sprt"]["verdict"], &cut["games"]), (&json!("undecided"), &json!(60)));
    let same = test("alphabeta(limit=300nodes) minimax(depth=2)", "elo0=0,elo1=20", &[]);
    assert_eq!((&same["sprt"]["verdict"], &same["sprt"]["estimate"]), (&json!("undecided"), &Value::Null));
    for (game, agents, hypotheses, expected) in [
        ("sevens", "random random random", "elo0=0,elo1=5", "win0=,win1="),
        ("kuhn", "random random", "elo0=0,elo1=5", "payoff0=,payoff1="),
        ("kuhn", "random random", "elo0=5,elo1=0", "smaller"),
        ("kuhn", "random random", "nonsense", "payoff0=0,payoff1=0.1"),
    ] {
        let refused = yomi(&["arena", game, "--agents", agents, "--sprt", hypotheses]).fault();
        assert_says(&refused, &[expected]);
    }
    let chips = ["arena", "kuhn", "--agents", "cfr random", "--sprt", "payoff0=0,payoff1=0.1", "--json"];
    assert_eq!(yomi(&chips).json()["sprt"]["verdict"], "h1");
}

#[test]
fn several_agents_play_the_same_boards() {
    let suite = |args: &[&str]| {
        let common = ["suite", "maze", "--set", "size=3x4", "--set", "turns=4", "--boards", "20", "--json"];
        yomi(&[&common[..], args].concat()).json()
    };
    let all = suite(&["--agents", "greedy random beam(width=4)"]);
    let agents = all["agents"].as_array().unwrap();
    let greedy = suite(&["--agent", "greedy"]);
    assert_eq!((&agents[0]["mean"], &agents[0]["signature"]), (&greedy["mean"], &greedy["signature"]));
    let differences = all["differences"].as_array().unwrap();
    let named: Vec<_> = differences.iter().map(|d| (&d["of"], &d["over"])).collect();
    let [g, r, b] = ["greedy", "random", "beam(width=4)"].map(|name| json!(name));
    assert_eq!(named, [(&g, &r), (&g, &b), (&r, &b)]);
    for difference in differences {
        let mean = |name: &Value| number(agents.iter().find(|row| &row["agent"] == name).unwrap(), "mean");
        let apart = mean(&difference["of"]) - mean(&difference["over"]);
        assert!((number(difference, "mean") - apart).abs() < 1e-9);
    }
    // On the same boards a difference is known better than either mean.
    assert!(number(&differences[1], "se") < number(&agents[0], "se"));
}

#[test]
fn differences_are_told_without_luck_where_its_worth_is_known() {
    let args = ["suite", "twin-cool", "--agents", "table heuristic cheat(width=10)", "--boards", "60"];
    let all = yomi(&[&args[..], &["--json"]].concat()).json();
    let (agents, differences) = (all["agents"].as_array().unwrap(), all["differences"].as_array().unwrap());
    let corrected = |row: &Value, key: &str| number(&row["luck_corrected"], key);
    let apart = corrected(&agents[0], "mean") - corrected(&agents[1], "mean");
    assert!((corrected(&differences[0], "mean") - apart).abs() < 1e-9);
    assert!(corrected(&differences[0], "se") < 0.5 * number(&differences[0], "se"), "{differences:?}");
    // A player that sees the draws coming is not lucky.
    assert_eq!(
        (&differences[1]["luck_corrected"], &agents[2]["luck_corrected"]),
        (&Value::Null, &Value::Null)
    );
    let text = yomi(&args).ok().replace('\n', " ");
    assert!(text.contains("table scores") && text.contains("without the luck of the draws"), "{text}");
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
    assert_eq!((&one["se"], number(&one, "mean").fract()), (&Value::Null, 0.0));
}

#[test]
fn tables_for_people() {
    let text = yomi(&["arena", "kuhn", "--agents", "random random()", "--games", "4"]).ok();
    assert!(text.contains("95% interval") && text.contains("signature"), "{text}");
    let text = yomi(&["arena", "kuhn", "--agents", "random random()", "--games", "4", "--lang", "ja"]).ok();
    assert!(text.contains("勝率") && text.contains("2通りの配りを席を替えて4局"), "{text}");
    let text = yomi(&["suite", "maze", "--agent", "greedy", "--boards", "3"]).ok();
    assert!(text.starts_with("maze greedy: ") && text.contains("3 boards"), "{text}");
}
