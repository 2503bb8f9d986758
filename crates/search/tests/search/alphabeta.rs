//! `alphabeta` cuts, remembers and reorders, and still gives the value of plain minimax, on positions whose
//! evaluation is a hash, so that any wrong cut shows.

use crate::common::{after, assert_answers, decide, mover_of, random_connect_four};
use crate::toys::hashed::Hashed;
use crate::toys::thicket::Thicket;
use std::fmt::Debug;
use yomi_core::testkit::toys::Nim;
use yomi_core::{Bound, Deterministic, Keyed, Limits, Player, Rng, State, ZeroSum};
use yomi_search::AlphaBeta;
use yomi_search::minimax::AlphaBetaOptions;
use yomi_search::reference::negamax;

/// Fine values are nearly all different, coarse ones nearly all tied.
const FINE: u64 = 4096;
const COARSE: u64 = 8;

/// Enough nodes to search all games here to their end.
const MORE_THAN_NEEDED: u64 = 5_000_000;

/// No table, one with room for everything, and one in which positions replace each other all the time.
const TABLES: [usize; 3] = [0, 1 << 20, 1 << 10];

/// Wide enough for some of the other moves, and too narrow for others.
const MARGIN: f32 = 0.2;

/// The chosen move has the value of minimax, and every other move keeps its bound.
fn assert_is_minimax<S: Deterministic + ZeroSum + Keyed + Debug>(state: &S, depth: u32, levels: u64) {
    let mover = mover_of(state);
    let plain = Hashed { levels, suggests: false };
    let value_after = |action| negamax(&after(state, action), mover, depth - 1, &plain);
    let expected = negamax(state, mover, depth, &plain);
    for table in TABLES {
        for (suggests, margin) in [(false, 0.0), (true, 0.0), (true, MARGIN)] {
            let options = AlphaBetaOptions { depth: Some(depth), table, margin };
            let mut search = AlphaBeta { options, evaluator: Hashed { levels, suggests } };
            let found = decide(&mut search, state, Limits::default(), 0);
            let setting =
                || format!("depth {depth}, table {table}, suggests {suggests}, margin {margin}, {state:?}");
            assert_eq!(found.value(), expected, "{}", setting());
            assert_eq!(value_after(found.action), expected, "move {:?}: {}", found.action, setting());
            // What is proven does not depend on who judges.
            let other = Hashed { levels: levels - 1, suggests: false };
            let known = found.best().bound == Bound::Proven;
            let same = || negamax(state, mover, depth, &other) == expected;
            assert!(if known { same() } else { found.best().bound == Bound::Judged }, "{}", setting());
            assert!(found.depth <= depth);
            for other in &found.candidates {
                let (told, real) = (other.mean, value_after(other.action));
                // Where a shallower search has proven the game, deeper ones were skipped: reported values may
                // be less deep.
                let comparable = found.depth == depth;
                let at_most = matches!(other.bound, Bound::AtMost | Bound::JudgedAtMost);
                let holds = if at_most { told >= real } else { told == real };
                assert!(holds || !comparable, "{:?} is told {told}, is {real}: {}", other, setting());
                let within = real > expected - f64::from(margin);
                assert!(!(at_most && within && comparable), "{other:?} has no value: {}", setting());
            }
            assert_answers(state, &found);
        }
    }
}

#[test]
fn has_the_value_of_minimax_on_a_thousand_connect_four_positions() {
    let mut rng = Rng::new(1);
    let mut tested = 0;
    for (depth, positions) in [(1, 400), (2, 250), (3, 150), (4, 110), (5, 60), (6, 30)] {
        for i in 0..positions {
            let moves = rng.below(37);
            let state = random_connect_four(moves, &mut rng);
            assert_is_minimax(&state, depth, if i % 2 == 0 { FINE } else { COARSE });
            tested += 1;
        }
    }
    assert_eq!(tested, 1_000);
}

#[test]
fn has_the_value_of_minimax_where_players_may_move_twice() {
    let mut twice = 0;
    for seed in 0..300 {
        let start = Thicket::start(seed);
        let replies = start.actions().into_iter().map(|a| after(&start, a).turn());
        twice += replies.filter(|&turn| turn == start.turn()).count();
        for depth in 1..=7 {
            assert_is_minimax(&start, depth, if seed % 2 == 0 { FINE } else { COARSE });
        }
    }
    assert!(twice > 300, "only {twice} openings let the same player move again");
}

/// Wherever it is stopped, the move it plays has the value of the last whole depth or of the one that was
/// begun.
#[test]
fn what_it_tells_when_it_is_stopped_is_true() {
    let mut rng = Rng::new(2);
    let mut begun = 0;
    for _ in 0..30 {
        let state = random_connect_four(8, &mut rng);
        let mover = mover_of(&state);
        for nodes in [30, 100, 200, 300, 500, 1_000, 2_000] {
            for table in TABLES {
                let evaluator = Hashed { levels: FINE, suggests: true };
                let mut search =
                    AlphaBeta { options: AlphaBetaOptions { depth: None, table, margin: 0.0 }, evaluator };
                let found = decide(&mut search, &state, Limits::nodes(nodes), 0);
                let next = after(&state, found.action);
                let [whole, deeper] =
                    [0, 1].map(|more| negamax(&next, mover, found.depth - 1 + more, &evaluator));
                assert!([whole, deeper].contains(&found.value()), "{nodes} nodes of {state:?}: {found:?}");
                begun += u32::from(found.value() == deeper);
            }
        }
    }
    assert!(begun > 100, "{begun} times the next depth had something to say");
}

/// Deep enough, minimax needs no evaluation, and the search knows by itself when that is so.
#[test]
fn stops_by_itself_at_the_end_of_the_game_and_is_right() {
    let evaluator = Hashed { levels: FINE, suggests: true };
    for seed in 0..200 {
        let start = Thicket::start(seed);
        let expected = negamax(&start, mover_of(&start), 100, &evaluator);
        for table in TABLES {
            let mut search =
                AlphaBeta { options: AlphaBetaOptions { depth: None, table, margin: 0.0 }, evaluator };
            let found = decide(&mut search, &start, Limits::nodes(MORE_THAN_NEEDED), 0);
            assert!(found.nodes < MORE_THAN_NEEDED, "the game is small: {} nodes", found.nodes);
            assert_eq!(found.value(), expected, "seed {seed}, table {table}");
        }
    }
}

/// A heap can be reached in few moves or in many. A table entry from the shorter way contains evaluations and
/// proves nothing about the game.
#[test]
fn what_is_remembered_from_a_shallower_search_proves_nothing() {
    let evaluator = Hashed { levels: FINE, suggests: false };
    let options = AlphaBetaOptions { depth: None, table: 1 << 20, margin: 0.0 };
    for heap in 1..=60 {
        let state = Nim { heap, mover: Player::SECOND };
        let found = decide(&mut AlphaBeta { options, evaluator }, &state, Limits::nodes(MORE_THAN_NEEDED), 0);
        let expected = if heap % 4 == 0 { 0.0 } else { 1.0 };
        assert_eq!(found.value(), expected, "heap {heap}, depth {}", found.depth);
        assert!(heap % 4 == 0 || (heap - found.action) % 4 == 0, "heap {heap}: takes {}", found.action);
    }
}
