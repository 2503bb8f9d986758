use super::*;
use crate::grid::Place;
use yomi_core::testkit::{Effort, rules, text, views};
use yomi_core::{Ruleset, Settings};

fn variant(size: &str, turns: u16) -> Rules {
    let settings = Settings::from([("size".into(), size.into()), ("turns".into(), turns.to_string())]);
    Rules::from_settings(&settings).unwrap()
}

#[test]
fn keeps_the_contract() {
    for rules in [variant("3x3", 4), variant("10x10", 50), variant("1x3", 7)] {
        let effort = Effort::games(100);
        let start = |seed| rules.start(seed);
        rules::check_rules(effort, start);
        rules::check_deterministic(effort, start);
        rules::check_zero_sum(effort, start);
        rules::check_keys(effort, start);
        views::check_views(effort, start);
        text::check_text(effort, &rules);
    }
    views::check_refusals(Effort::games(20), |seed| variant("3x3", 4).start(seed));
}

#[test]
fn boards_are_drawn_in_the_order_of_the_rules() {
    let outputs = crate::mersenne::suite_seeds(12, 9);
    let maze = variant("3x3", 4).start(12);
    assert_eq!(maze.duo.places, [Place { row: 1, column: 0 }, Place { row: 1, column: 2 }]);
    for (cell, output) in outputs.into_iter().enumerate() {
        // Starting cells consume a random number too, but hold no points.
        let expected = if cell == 3 || cell == 5 { 0 } else { (output % 10) as u8 };
        assert_eq!(maze.duo.points.get(cell), expected, "cell {cell}");
    }
}

#[test]
fn written_positions_come_back_and_impossible_ones_do_not() {
    let mut maze = variant("5x5", 10).start(3);
    while maze.turn() != Turn::Over {
        let written = serde_json::to_value(maze).unwrap();
        assert_eq!(serde_json::from_value::<AlternatingMaze>(written).unwrap(), maze);
        maze.apply(State::actions(&maze)[0]);
    }
    let good = serde_json::to_value(variant("3x3", 4).start(3)).unwrap();
    for (field, value, why) in [
        ("size", serde_json::json!("2x2"), "at least 1x3"),
        ("size", serde_json::json!("12x12"), "128 cells"),
        ("turn", serde_json::json!(5), "turn 5 of 4"),
        ("scores", serde_json::json!([1, 0]), "scores"),
        ("characters", serde_json::json!([[3, 0], [1, 2]]), "outside"),
        ("points", serde_json::json!(["999", "999", "999"]), "hold none"),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let fault = serde_json::from_value::<AlternatingMaze>(bad).unwrap_err().to_string();
        assert!(fault.contains(why), "{fault}");
    }
}
