use super::*;
use yomi_core::testkit::{Effort, rules, text, views};
use yomi_core::{Ruleset, Settings};

fn variant(size: &str, turns: u16, characters: u8) -> Rules {
    let settings =
        [("size", size.to_string()), ("turns", turns.to_string()), ("characters", characters.to_string())];
    Rules::from_settings(&settings.map(|(k, v)| (k.to_string(), v)).into_iter().collect::<Settings>())
        .unwrap()
}

#[test]
fn keeps_the_contract() {
    for rules in [variant("5x5", 5, 3), variant("1x2", 3, 8)] {
        let start = |seed| rules.start(seed);
        rules::check_rules(Effort::games(60), start);
        rules::check_deterministic(Effort::games(60), start);
        rules::check_keys(Effort::games(60), start);
        views::check_views(Effort::games(60), start);
        text::check_text(Effort::games(60), &rules);
    }
    views::check_refusals(Effort::games(20), |seed| variant("2x2", 5, 3).start(seed));
}

#[test]
fn boards_are_drawn_in_the_order_of_the_rules() {
    let outputs = crate::mersenne::suite_seeds(12, 25);
    let maze = variant("5x5", 5, 3).start(12);
    for (cell, output) in outputs.into_iter().enumerate() {
        assert_eq!(maze.board.points.get(cell), (output % 9) as u8 + 1, "cell {cell}");
    }
}

#[test]
fn characters_walk_as_the_rules_say() {
    let maze: AutoMaze = serde_json::from_value(serde_json::json!({
        "size": "1x5", "turns": 2, "characters": 2, "placed": [[0, 1], [0, 1]], "points": ["45321"],
    }))
    .unwrap();
    // Both start on the 5, whose points do not count. The right neighbour has 3 points, the left one 4: both
    // go left, and only one scores. Then both go back to the empty cell, the only other one.
    assert_eq!(maze.board().walk(&maze.places), 4);
    assert_eq!(maze.payoff(Player::FIRST), 4.0);
    let apart: AutoMaze = serde_json::from_value(serde_json::json!({
        "size": "1x5", "turns": 2, "characters": 2, "placed": [[0, 1], [0, 4]], "points": ["45321"],
    }))
    .unwrap();
    // The first goes left for 4 and back for 0; the second left for 2 and 3.
    assert_eq!(apart.payoff(Player::FIRST), 9.0);
}
