//! `chokudai` on the maze: the optimum if it has enough time, its beams, its depth and its limits.

use crate::common::{Still, after, assert_answers, decide, decide_by};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{Decision, Limits, Rng, Ruleset, Run, Search, State, Turn};
use yomi_games::Maze;
use yomi_games::maze::{Direction, Rules};
use yomi_mazes::PointsSoFar;
use yomi_search::Chokudai;
use yomi_search::single::ChokudaiOptions;

const SMALL: Rules = Rules { height: 3, width: 4, turns: 4 };
const LARGE: Rules = Rules { height: 30, width: 30, turns: 100 };

fn suite_of(rules: Rules, boards: u32) -> Vec<Maze> {
    Rules::seeds(0, boards as _).into_iter().map(|seed| rules.start(seed)).collect()
}

fn chokudai(options: ChokudaiOptions) -> Chokudai<Maze, PointsSoFar> {
    Chokudai::new(options, PointsSoFar)
}

fn plain() -> Chokudai<Maze, PointsSoFar> {
    chokudai(ChokudaiOptions::default())
}

/// The most points that can still be collected.
fn best_score(maze: &Maze) -> u32 {
    maze.actions().into_iter().map(|d| best_score(&after(maze, d))).max().unwrap_or(maze.score())
}

fn end_of(maze: &Maze, line: &[Direction]) -> Maze {
    line.iter().fold(maze.clone(), |at, &d| after(&at, d))
}

fn assert_still_answers(maze: &Maze, found: &Decision<Direction>) {
    assert_answers(maze, found);
    assert_eq!(found.line.len() as u32, found.depth);
    assert_eq!(found.value(), f64::from(end_of(maze, &found.line).score()));
}

#[test]
fn finds_the_best_there_is_given_enough_beams() {
    for maze in suite_of(SMALL, 100) {
        let best = best_score(&maze);
        for (width, beams, distinct) in [
            (1, None, true),
            (1, None, false),
            (3, Some(100), true),
            (256, Some(1), true),
            (1, Some(300), false),
        ] {
            let options = ChokudaiOptions { width, beams, distinct, ..ChokudaiOptions::default() };
            let found = decide(&mut chokudai(options), &maze, Limits::default(), 0);
            assert_still_answers(&maze, &found);
            assert_eq!(found.value(), f64::from(best), "{options:?}");
        }
    }
}

#[test]
fn never_tells_more_than_there_is() {
    for maze in suite_of(SMALL, 30) {
        for beams in 1..6 {
            let options = ChokudaiOptions { beams: Some(beams), ..Default::default() };
            let found = decide(&mut chokudai(options), &maze, Limits::default(), 0);
            for told in &found.candidates {
                assert!(told.mean <= best_score(&after(&maze, told.action)).into(), "{told:?}");
            }
        }
    }
}

#[test]
fn ends_after_its_beams() {
    let maze = LARGE.start(1);
    let mut looked = Vec::new();
    let mut values = Vec::new();
    for beams in [0, 1, 2, 10, 100] {
        let options = ChokudaiOptions { beams: Some(beams), ..Default::default() };
        let found = decide(&mut chokudai(options), &maze, Limits::default(), 0);
        assert_still_answers(&maze, &found);
        assert_eq!(found.depth, if beams == 0 { 1 } else { LARGE.turns });
        assert!(found.nodes <= 4 + beams * 4 * 99, "{} positions of {beams} beams", found.nodes);
        looked.push(found.nodes);
        values.push(found.value());
    }
    assert!(looked.is_sorted_by(|a, b| a < b) && values.is_sorted(), "{looked:?} {values:?}");
    assert!(values[4] > values[1] + 20.0, "later beams find more: {values:?}");
}

#[test]
fn looks_no_deeper_than_told() {
    for maze in suite_of(SMALL, 20) {
        for depth in 1..=6 {
            let options = ChokudaiOptions { depth: Some(depth), ..Default::default() };
            let found = decide(&mut chokudai(options), &maze, Limits::default(), 0);
            assert_still_answers(&maze, &found);
            assert_eq!(found.depth, depth.min(SMALL.turns));
            if found.depth == SMALL.turns {
                assert_eq!(end_of(&maze, &found.line).turn(), Turn::Over);
            }
        }
    }
}

#[test]
fn stops_at_its_limits_and_still_answers() {
    let maze = LARGE.start(1);
    for n in [0, 1, 4, 5, 100, 1_000, 10_000] {
        for limits in [Limits::nodes(n), Limits::iterations(n)] {
            let found = decide(&mut plain(), &maze, limits, 0);
            assert_still_answers(&maze, &found);
            // By nodes the first turn is always searched, and the moves of one position together.
            let over = if limits.nodes.is_some() { n.max(4) + 3 } else { n.max(1) };
            assert!((n..=over).contains(&found.nodes), "{} positions of {n}", found.nodes);
        }
    }
    let found = decide(&mut plain(), &maze, Limits::default(), 0);
    assert_eq!(found.nodes, 10_000, "the default");
}

#[test]
fn stops_in_time_and_when_told() {
    let maze = LARGE.start(1);
    let clock = SteppingClock::new(Duration::from_millis(1));
    let found = decide_by(&clock, &mut plain(), &maze, Limits::time(Duration::from_millis(10)), 0);
    assert_still_answers(&maze, &found);
    // By this clock a position takes as long as a tenth of the limit: a look at every one.
    assert!((8 * 2..=12 * 4).contains(&found.nodes), "{}", found.nodes);
    let stopped = AtomicBool::new(true);
    let mut run = Run::new(Limits::iterations(1 << 40), &Still, &stopped);
    let found = plain().decide(&maze, &mut run, &mut Rng::new(0));
    assert_still_answers(&maze, &found);
    assert!(found.nodes < 1_030, "{}", found.nodes);
}

#[test]
fn stays_under_its_cap() {
    let maze = LARGE.start(1);
    let free = decide(&mut plain(), &maze, Limits::default(), 0);
    for memory in (5_000..free.bytes).step_by(free.bytes / 50) {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let found = decide(&mut plain(), &maze, limits, 0);
        assert_still_answers(&maze, &found);
        assert!(found.bytes <= memory, "{} bytes of {memory}", found.bytes);
    }
}

/// A cap leaves fewer positions to expand, and none of a full niche: with one per cell there are at most as
/// many expansions at a depth as cells.
#[test]
fn takes_no_more_of_a_cell_than_the_cap() {
    for maze in suite_of(SMALL, 20) {
        let all = |cap| {
            let options = ChokudaiOptions { cap, ..Default::default() };
            decide(&mut chokudai(options), &maze, Limits::default(), 0)
        };
        let (free, one) = (all(None), all(Some(1)));
        assert_still_answers(&maze, &one);
        // At most 12 cells, half of them at any depth, with at most 4 moves; the root is counted separately.
        assert!(one.nodes <= 4 + 3 * 6 * 4 && one.nodes < free.nodes, "{} of {}", one.nodes, free.nodes);
        assert!(one.value() <= free.value());
    }
}
