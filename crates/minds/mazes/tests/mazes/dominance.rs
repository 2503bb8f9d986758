//! `beam` with dominance in the walled maze: what is pruned could not have scored more.

use crate::common::{assert_answers, decide};
use yomi_core::{Limits, Ruleset, Settings};
use yomi_games::WalledMaze;
use yomi_games::walled_maze::Rules;
use yomi_mazes::PointsSoFar;
use yomi_mazes::distance::AllPoints;
use yomi_search::Beam;
use yomi_search::single::BeamOptions;

fn boards(size: &str, turns: &str, count: usize) -> Vec<WalledMaze> {
    let settings = Settings::from([("size".into(), size.into()), ("turns".into(), turns.into())]);
    let rules = Rules::from_settings(&settings).unwrap();
    Rules::seeds(0, count).into_iter().map(|seed| rules.start(seed)).collect()
}

/// So wide that nothing else is pruned: the optimum is still found, with less work.
#[test]
fn nothing_good_is_left_out() {
    for maze in boards("5x5", "14", 30) {
        let all = |dominance| {
            let options = BeamOptions { width: Some(100_000), dominance, ..BeamOptions::default() };
            decide(&mut Beam::<WalledMaze, _>::new(options, PointsSoFar), &maze, Limits::default(), 0)
        };
        let (free, fewer) = (all(false), all(true));
        assert_answers(&maze, &fewer);
        assert_eq!(fewer.value(), free.value(), "{maze:?}");
        assert!(fewer.nodes < free.nodes, "{} of {}", fewer.nodes, free.nodes);
    }
}

/// At the same width it finds more points.
#[test]
fn room_is_made_for_better_ones() {
    let total = |dominance| -> f64 {
        let options = BeamOptions { width: Some(30), dominance, ..BeamOptions::default() };
        let value = |maze: &WalledMaze| {
            decide(&mut Beam::<WalledMaze, _>::new(options, AllPoints), maze, Limits::default(), 0).value()
        };
        boards("7x7", "49", 50).iter().map(value).sum()
    };
    let (without, with) = (total(false), total(true));
    assert!(with > without, "{with} {without}");
}
