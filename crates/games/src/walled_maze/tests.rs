use super::*;
use yomi_core::testkit::{Effort, rules, text, views};
use yomi_core::{Ruleset, Settings};

fn variant(size: &str, turns: u16) -> Rules {
    let settings = Settings::from([("size".into(), size.into()), ("turns".into(), turns.to_string())]);
    Rules::from_settings(&settings).unwrap()
}

#[test]
fn keeps_the_contract() {
    for rules in [variant("7x7", 49), variant("3x3", 5), variant("1x3", 4)] {
        let effort = Effort::games(60);
        let start = |seed| rules.start(seed);
        rules::check_rules(effort, start);
        rules::check_deterministic(effort, start);
        rules::check_keys(effort, start);
        views::check_views(effort, start);
        text::check_text(effort, &rules);
    }
    views::check_refusals(Effort::games(20), |seed| variant("3x3", 5).start(seed));
}

/// All poles stand and fall as the rules say, on many boards, checked by a literal version of the rules.
#[test]
fn boards_are_drawn_in_the_order_of_the_rules() {
    for seed in 0..50u64 {
        let maze = variant("7x7", 49).start(seed);
        let mut outputs = crate::mersenne::suite_seeds(seed, 200).into_iter();
        let mut next = |n: u64| (outputs.next().unwrap() % n) as i32;
        let (y, x) = (next(7), next(7));
        let mut wall = [[false; 7]; 7];
        for py in [1, 3, 5] {
            for px in [1, 3, 5] {
                if (py, px) == (y, x) {
                    continue;
                }
                wall[py as usize][px as usize] = true;
                let (dy, dx) = [(0, 1), (0, -1), (1, 0), (-1, 0)][next(if py == 1 { 4 } else { 3 }) as usize];
                if (py + dy, px + dx) != (y, x) {
                    wall[(py + dy) as usize][(px + dx) as usize] = true;
                }
            }
        }
        for row in 0..7 {
            for column in 0..7 {
                let own = (row, column) == (y, x);
                let points = if own { 0 } else { next(10) as u8 };
                let cell = (row * 7 + column) as usize;
                let walled = wall[row as usize][column as usize];
                assert_eq!(maze.walls() >> cell & 1 == 1, walled, "seed {seed}, cell {row},{column}");
                assert_eq!(
                    maze.points.get(cell),
                    if walled { 0 } else { points },
                    "seed {seed}, cell {row},{column}"
                );
                assert_eq!(maze.lying() >> cell & 1 == 1, maze.points.get(cell) > 0);
            }
        }
    }
}

#[test]
fn a_character_that_cannot_move_stays() {
    let mut maze: WalledMaze = serde_json::from_value(serde_json::json!({
        "size": "1x3", "turns": 2, "turn": 0, "score": 0, "character": [0, 0], "points": ["0#5"],
    }))
    .unwrap();
    assert_eq!(State::actions(&maze), [Step::Stay]);
    maze.apply(Step::Stay);
    assert_eq!((maze.score(), maze.turns_left()), (0, 1));
    let written = serde_json::to_value(maze).unwrap();
    assert_eq!(serde_json::from_value::<WalledMaze>(written).unwrap(), maze);
}

/// Different positions of a board as (points left, cell, turn), and their keys.
fn positions_and_keys(games: u64) -> (usize, Vec<u64>) {
    let rules = variant("7x9", 100);
    let mut all = Vec::new();
    for game in 0..games {
        let (mut state, mut rng) = (rules.start(0), yomi_core::Rng::new(game));
        while state.turn() != yomi_core::Turn::Over {
            all.push((state.lying, state.size.cell(state.place), state.turn, state.key()));
            state.apply(state.random_action(&mut rng));
        }
    }
    all.sort_unstable();
    all.dedup();
    let keys: Vec<u64> = all.iter().map(|position| position.3).collect();
    all.dedup_by_key(|position| (position.0, position.1, position.2));
    (all.len(), keys)
}

fn collisions(positions: usize, keys: impl Iterator<Item = u64>) -> usize {
    let mut keys: Vec<u64> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    positions - keys.len()
}

/// Hundreds of thousands of positions of one board have as many keys. Cut to 32 bits they collide as often as
/// random numbers would, so the bits are as good as random.
#[test]
fn keys_collide_no_more_than_chance() {
    let (positions, keys) = positions_and_keys(30_000);
    assert!(positions > 200_000, "{positions}");
    assert_eq!(keys.len(), positions, "a position has one key");
    assert_eq!(collisions(positions, keys.iter().copied()), 0);
    for (half, cut) in [
        ("low", keys.iter().map(|key| key & 0xffff_ffff).collect::<Vec<_>>()),
        ("high", keys.iter().map(|key| key >> 32).collect()),
    ] {
        let (found, n) = (collisions(positions, cut.into_iter()) as f64, positions as f64);
        let expected = n * (n - 1.0) / 2.0 / 2f64.powi(32);
        println!("{half}: {positions} positions, {found} collisions of 32 bits, expected {expected:.1}");
        assert!((found - expected).abs() < 5.0 * expected.sqrt(), "{half}: {found}, expected {expected}");
    }
}
