//! `alphabeta` with the evaluation of Connect Four: it finds forced moves, solves endings, and keeps its
//! limits, with a sensible move whenever it is stopped.

use crate::common::{
    Still, after, assert_answers, column, connect_four, decide, decide_by, mover_of, random_connect_four,
};
use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_connect_four::Threats;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{
    Decision, Deterministic, Evaluator, Keyed, Limits, Open, Progress, Rng, Ruleset, Run, Search, State,
    ZeroSum,
};
use yomi_games::connect_four::Column;
use yomi_games::grid::Size;
use yomi_games::grid::duo::Extent;
use yomi_games::{ConnectFour, alternating_maze};
use yomi_mazes::Lead;
use yomi_search::minimax::AlphaBetaOptions;
use yomi_search::reference::negamax;
use yomi_search::{AlphaBeta, Minimax};

fn searcher(depth: Option<u32>) -> AlphaBeta<Threats> {
    AlphaBeta { options: AlphaBetaOptions { depth, ..Default::default() }, evaluator: Threats }
}

fn answer(moves: &str, depth: u32) -> Decision<Column> {
    let state = connect_four(moves);
    let found = decide(&mut searcher(Some(depth)), &state, Limits::default(), 0);
    assert_answers(&state, &found);
    found
}

#[test]
fn wins_at_once_and_blocks_at_once() {
    for depth in 1..=6 {
        let win = answer("414141", depth);
        assert_eq!((column(&win), win.value()), (4, 1.0));
        assert_eq!((win.depth, win.line.len()), (1, 1), "a win in one needs no second look");
    }
    for depth in 2..=6 {
        assert_eq!(column(&answer("41414", depth)), 4, "blocks the column");
        assert_eq!(column(&answer("17273", depth)), 4, "blocks the row");
    }
}

/// Two discs in the middle of an empty bottom row become three with both ends open.
#[test]
fn makes_an_open_three_and_prevents_one() {
    let attack = answer("4433", 3);
    assert!([2, 5].contains(&column(&attack)), "played {}", column(&attack));
    assert_eq!((attack.value(), attack.depth), (1.0, 3));
    let defence = answer("443", 6);
    assert!([2, 5].contains(&column(&defence)), "played {}", column(&defence));
    assert!(defence.value() > 0.0);
    let too_late = answer("44335", 6);
    assert_eq!(too_late.value(), 0.0, "open at both ends: lost whatever happens");
}

/// Endings with known results: the mover loses by the last disc, wins by the last but one, and draws.
#[test]
fn solves_known_endings() {
    for (moves, value) in [
        ("2252576253462244111563365343671351441", 0.0),
        ("7422341735647741166133573473242566", 1.0),
        ("23163416124767223154467471272416755633", 0.5),
    ] {
        let state = connect_four(moves);
        let found = decide(&mut searcher(None), &state, Limits::default(), 0);
        assert_eq!(found.value(), value, "{moves}");
    }
}

/// How many moves ahead minimax must look to see that this move loses.
fn moves_to_loss(state: &ConnectFour, column: Column) -> u32 {
    let (next, mover) = (after(state, column), mover_of(state));
    (0..42).find(|&depth| negamax(&next, mover, depth, &Threats) == 0.0).expect("the move loses")
}

#[test]
fn solves_endings_as_a_full_minimax_does() {
    let mut rng = Rng::new(3);
    let mut seen = [0; 3];
    for _ in 0..100 {
        let state = random_connect_four(32, &mut rng);
        let mover = mover_of(&state);
        let expected = negamax(&state, mover, 42, &Threats);
        let found = decide(&mut searcher(None), &state, Limits::default(), 0);
        assert_eq!(found.value(), expected, "{state:?}");
        assert_eq!(negamax(&after(&state, found.action), mover, 42, &Threats), expected);
        assert!(found.depth <= 10, "ten cells are empty, and it looked {} deep", found.depth);
        if expected == 0.0 {
            let longest = state.actions().into_iter().map(|a| moves_to_loss(&state, a)).max();
            assert_eq!(Some(moves_to_loss(&state, found.action)), longest, "holds out in {state:?}");
        }
        seen[(2.0 * expected) as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n >= 3), "losses, draws and wins among them: {seen:?}");
}

/// The limits may be overrun by the moves of one position.
const ROW: u64 = 8;

#[test]
fn stops_after_its_nodes_or_leaves() {
    let state = connect_four("44");
    for limit in [1, 7, 8, 100, 1_000, 1_001, 50_000] {
        let found = decide(&mut searcher(None), &state, Limits::nodes(limit), 0);
        assert!(found.nodes <= limit.max(ROW) + ROW, "{} nodes of {limit}", found.nodes);
        assert!(found.nodes >= limit.min(7), "{} nodes of {limit}", found.nodes);
        assert_answers(&state, &found);
        let found = decide(&mut searcher(None), &state, Limits::iterations(limit), 0);
        assert!(found.iterations <= limit.max(ROW) + ROW, "{} leaves of {limit}", found.iterations);
        assert!(found.iterations >= limit.min(7), "{} leaves of {limit}", found.iterations);
        assert_answers(&state, &found);
    }
}

/// An unfinished depth must not spoil the result of the previous one.
#[test]
fn keeps_its_head_wherever_it_is_stopped() {
    let (block, win) = (connect_four("41414"), connect_four("4433"));
    for nodes in (100..3_000).step_by(37) {
        let found = decide(&mut searcher(None), &block, Limits::nodes(nodes), 0);
        assert_eq!(column(&found), 4, "after {nodes} nodes");
    }
    for nodes in (600..3_000).step_by(37) {
        let found = decide(&mut searcher(None), &win, Limits::nodes(nodes), 0);
        assert_eq!(found.value(), 1.0, "after {nodes} nodes");
    }
}

#[test]
fn stops_in_time() {
    let state = connect_four("");
    let clock = SteppingClock::new(Duration::from_millis(1));
    let limits = Limits::time(Duration::from_millis(50));
    let found = decide_by(&clock, &mut searcher(None), &state, limits, 0);
    assert_answers(&state, &found);
    // A look costs as much time as there is between two: hardly more than one node each.
    assert!((50..=51 * 1024).contains(&found.nodes), "{} nodes", found.nodes);
    assert!((50..=53).contains(&clock.reads()), "{} looks", clock.reads());
}

#[test]
fn answers_even_if_it_is_stopped_before_it_begins() {
    for moves in ["", "41414", "414141"] {
        let state = connect_four(moves);
        let stop = AtomicBool::new(true);
        let found =
            searcher(None).decide(&state, &mut Run::new(Limits::default(), &Still, &stop), &mut Rng::new(0));
        assert_answers(&state, &found);
        assert!(found.nodes <= 2 * ROW, "{} nodes", found.nodes);
    }
}

#[test]
fn its_table_stays_under_the_cap() {
    let state = connect_four("");
    for memory in [0, 16, 1_000, 100_000, 1 << 20, 1 << 22] {
        let limits = Limits { memory: Some(memory), ..Limits::nodes(200_000) };
        let found = decide(&mut searcher(None), &state, limits, 0);
        assert!(found.bytes <= memory, "{} bytes of {memory}", found.bytes);
        assert!(found.nodes >= 200_000, "a cap is not a stop");
    }
}

#[test]
fn searches_a_million_nodes_when_nothing_else_ends_it() {
    let state: ConnectFour = connect_four("");
    let found = decide(&mut searcher(None), &state, Limits::default(), 0);
    assert!((1_000_000..1_000_000 + ROW).contains(&found.nodes), "{} nodes", found.nodes);
    let found = decide(&mut searcher(Some(5)), &state, Limits::default(), 0);
    assert_eq!(found.depth, 5, "a depth is enough of a limit");
    assert!(found.nodes < 50_000);
}

#[test]
fn reports_depth_after_depth() {
    let state = connect_four("");
    let mut depths = Vec::new();
    let mut report = |d: &Decision<Column>, _: Option<&(dyn Any + Send)>| {
        assert!(state.is_legal(d.action));
        depths.push(d.depth);
    };
    let stop = AtomicBool::new(false);
    let mut run = Run::new(Limits::default(), &Still, &stop);
    run.progress = Some(Progress { every: Duration::ZERO, report: &mut report });
    searcher(Some(7)).decide(&state, &mut run, &mut Rng::new(0));
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
}

/// The number of nodes of `minimax`, and of `alphabeta` without and with a table, at each depth; all three
/// must agree on the value of every position. Printed, for docs/results.md.
fn nodes_for_the_same_values<S, E>(game: &str, positions: &[S], evaluator: E)
where
    S: Open + Deterministic + ZeroSum + Keyed,
    E: Evaluator<S>,
{
    for depth in [2, 4, 6] {
        let mut nodes = [0; 3];
        for state in positions {
            let plain = Minimax { depth, evaluator: evaluator.clone() };
            let [without, with] = [0, AlphaBetaOptions::default().table].map(|table| {
                let options = AlphaBetaOptions { depth: Some(depth), table, margin: 0.0 };
                decide(&mut AlphaBeta { options, evaluator: evaluator.clone() }, state, Limits::default(), 0)
            });
            let plain = decide(&mut { plain }, state, Limits::default(), 0);
            // Alpha-beta stores the difference from an even game in single precision, which is far more
            // precise than one point.
            let same = |d: &Decision<S::Action>| (d.value() - plain.value()).abs() < 1e-9;
            assert!(same(&without) && same(&with), "depth {depth}");
            nodes.iter_mut().zip([plain, without, with]).for_each(|(sum, d)| *sum += d.nodes);
        }
        println!("{game}, depth {depth}, {} positions: {nodes:?} nodes", positions.len());
        let [plain, without, with] = nodes;
        assert!(depth < 4 || plain > 2 * without, "{nodes:?}");
        assert!(with <= without, "{nodes:?}");
    }
}

#[test]
#[ignore = "slow: a hundred million nodes of plain minimax"]
fn has_the_values_of_minimax_with_a_fraction_of_its_nodes() {
    let mut rng = Rng::new(11);
    let fours: Vec<ConnectFour> = (0..1_000).map(|i| random_connect_four(i % 30, &mut rng)).collect();
    nodes_for_the_same_values("connect-four", &fours, Threats);
    let rules = alternating_maze::Rules(Extent { size: Size { height: 10, width: 10 }, turns: 50 });
    let mazes: Vec<_> = (0..1_000)
        .map(|seed| {
            let mut maze = rules.start(seed);
            (0..rng.below(40)).for_each(|_| maze.apply(maze.random_action(&mut rng)));
            maze
        })
        .collect();
    nodes_for_the_same_values("alternating-maze 10x10/50", &mazes, Lead);
}
