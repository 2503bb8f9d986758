use super::*;
use yomi_core::testkit::{Effort, rules, text, views};
use yomi_core::{Ruleset, Serialized, Settings, State};

fn variant(size: &str, turns: u16) -> Rules {
    let settings = Settings::from([("size".into(), size.into()), ("turns".into(), turns.to_string())]);
    Rules::from_settings(&settings).unwrap()
}

#[test]
fn keeps_the_contract() {
    for rules in [variant("5x5", 20), variant("1x3", 3)] {
        let effort = Effort::games(100);
        let start = |seed| rules.start(seed);
        rules::check_rules(effort, start);
        rules::check_zero_sum(effort, start);
        views::check_views(effort, start);
        views::check_refusals(Effort::games(20), start);
        views::check_words_of_others(Effort::games(20), start);
        text::check_text(effort, &rules);
    }
    // The key of a view does not include its history, so different histories of one position share it.
    views::check_info_keys(Effort::games(50), |seed| variant("5x5", 20).start(seed), None);
}

#[test]
fn boards_are_mirror_images_drawn_in_the_order_of_the_rules() {
    let maze = SimultaneousMaze::generate(variant("5x5", 20).0, 12);
    let mut outputs = crate::mersenne::suite_seeds(12, 15).into_iter();
    for row in 0..5u8 {
        for column in 0..=2u8 {
            let drawn = (outputs.next().unwrap() % 10) as u8;
            for column in [column, 4 - column] {
                let start = row == 2 && (column == 1 || column == 3);
                let cell = maze.0.size.cell(Place { row, column });
                assert_eq!(maze.0.points.get(cell), if start { 0 } else { drawn }, "{row},{column}");
            }
        }
    }
}

#[test]
fn both_get_the_points_of_a_cell_they_enter_together() {
    let mut maze: SimultaneousMaze = serde_json::from_value(serde_json::json!({
        "size": "1x5", "turns": 2, "turn": 0, "scores": [0, 0], "characters": [[0, 1], [0, 3]], "points": ["20703"],
    }))
    .unwrap();
    let mut choices = [None; yomi_core::MAX_PLAYERS];
    (choices[0], choices[1]) = (Some(Direction::Right), Some(Direction::Left));
    maze.apply(&choices);
    assert_eq!((maze.0.scores, maze.0.points.get(2)), ([7, 7], 0));
    let state = Serialized::starting_with(maze, Player::SECOND);
    assert_eq!(State::turn(&state), yomi_core::Turn::Player(Player::SECOND));
}
