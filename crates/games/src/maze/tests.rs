use super::*;
use yomi_core::testkit::{Effort, rules, text, views};
use yomi_core::{Rng, Ruleset, Settings};

const SMALL: Rules = Rules { height: 3, width: 4, turns: 4 };

#[test]
fn keeps_the_contract() {
    for rules in [SMALL, Rules { height: 30, width: 30, turns: 100 }, Rules { height: 1, width: 2, turns: 5 }]
    {
        let effort = Effort::games(30);
        let start = |seed| rules.start(seed);
        rules::check_rules(effort, start);
        rules::check_deterministic(effort, start);
        views::check_views(effort, start);
        text::check_text(effort, &rules);
    }
    rules::check_keys(Effort::games(300), |seed| SMALL.start(seed));
    views::check_refusals(Effort::games(20), |seed| SMALL.start(seed));
}

/// Worked out by hand from the rule: successive outputs of MT19937.
#[test]
fn boards_are_drawn_in_the_order_of_the_rules() {
    let outputs = crate::mersenne::suite_seeds(12, 13);
    let maze = SMALL.start(12);
    let (row, column) = ((outputs[0] % 3) as usize, (outputs[1] % 4) as usize);
    assert_eq!(maze.character(), (row, column));
    let mut rest = outputs[2..].iter().map(|n| (n % 10) as u8);
    for r in 0..3 {
        for c in 0..4 {
            let expected = if (r, c) == (row, column) { 0 } else { rest.next().unwrap() };
            assert_eq!(maze.points_at(r, c), expected, "cell {r},{c}");
        }
    }
    assert_eq!(rest.next(), None, "the character's cell draws nothing");
}

#[test]
fn points_are_taken_once() {
    let mut maze: Maze = serde_json::from_value(serde_json::json!({
        "size": "1x3", "turns": 4, "turn": 0, "score": 0, "character": [0, 0], "points": ["057"],
    }))
    .unwrap();
    for (direction, score) in [("R", 5), ("R", 12), ("L", 12), ("R", 12)] {
        maze.play(SMALL.parse_action(direction).unwrap()).unwrap();
        assert_eq!(maze.score(), score);
    }
    assert_eq!(maze.turn(), Turn::Over);
    assert_eq!(maze.payoff(Player::FIRST), 12.0);
}

#[test]
fn a_written_board_is_the_same_board() {
    let mut rng = Rng::new(0);
    let mut maze = Maze::generate(30, 30, 100, 7);
    while maze.turn() != Turn::Over {
        let again: Maze = serde_json::from_str(&serde_json::to_string(&maze).unwrap()).unwrap();
        assert_eq!(again, maze);
        assert_eq!(again.key(), maze.key());
        maze.apply(maze.random_action(&mut rng));
    }
}

#[test]
fn impossible_boards_and_settings_are_refused() {
    let good = serde_json::json!({
        "size": "2x2", "turns": 4, "turn": 1, "score": 0, "character": [0, 0], "points": ["05", "12"],
    });
    assert!(serde_json::from_value::<Maze>(good.clone()).is_ok());
    for (field, value, why) in [
        ("size", serde_json::json!("0x5"), "size=0x5"),
        ("size", serde_json::json!("1x1"), "could not move"),
        ("points", serde_json::json!(["05", "1x"]), "rows of 2 digits"),
        ("points", serde_json::json!(["15", "12"]), "own cell"),
        ("character", serde_json::json!([2, 0]), "outside"),
        ("score", serde_json::json!(10), "more than"),
        ("turn", serde_json::json!(5), "turn 5 of 4"),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let fault = serde_json::from_value::<Maze>(bad).unwrap_err().to_string();
        assert!(fault.contains(why), "{fault}");
    }
    for (size, turns) in [("30", "1"), ("101x5", "1"), ("3x4", "0"), ("3x4", "x"), ("3x4", "10001")] {
        let settings = Settings::from([("size".into(), size.into()), ("turns".into(), turns.into())]);
        assert!(Rules::from_settings(&settings).is_err(), "{size} {turns}");
    }
}
