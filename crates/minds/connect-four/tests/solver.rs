//! `solver` as an agent: the exact best move if it can be found, otherwise the move of another search.

#[path = "../../../search/tests/search/common.rs"]
mod common;

use common::{
    Still, assert_answers, column, connect_four, decide_seen, decide_seen_by, random_connect_four,
    view_of_mover,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_connect_four::SolverPlayer;
use yomi_connect_four::solver::Solver;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{Basis, Bound, Decision, Limits, Rng, Run, Search, State, ViewSearch};
use yomi_games::ConnectFour;
use yomi_games::connect_four::Column;

fn last_column(state: &ConnectFour) -> Column {
    *state.actions().last().expect("there is a move")
}

/// Always plays the last legal column, which no solver would at the start.
struct LastColumn;

impl Search<ConnectFour> for LastColumn {
    fn decide(&mut self, state: &ConnectFour, _: &mut Run<'_, Column>, _: &mut Rng) -> Decision<Column> {
        Decision::immediate(Basis::Rule, last_column(state), state.actions())
    }
}

#[test]
fn falls_back_on_the_other_search_where_limits_are_short() {
    let empty = connect_four("");
    let mut player = SolverPlayer::new(LastColumn);
    // Twice: the first question must neither hinder nor help the second.
    for _ in 0..2 {
        for limits in [Limits::nodes(1), Limits::nodes(1_000), Limits::iterations(1_000)] {
            let found = decide_seen(&mut player, &empty, limits, 0);
            assert_eq!(column(&found), 7, "{limits:?}");
            assert_answers(&empty, &found);
        }
        let clock = SteppingClock::new(Duration::from_millis(1));
        let found = decide_seen_by(&clock, &mut player, &empty, Limits::time(Duration::from_millis(10)), 0);
        assert_eq!(column(&found), 7);
        assert!(clock.reads() <= 8, "half of the time is for the other search: {} looks", clock.reads());
        let stop = AtomicBool::new(true);
        let mut run = Run::new(Limits::default(), &Still, &stop);
        let found = player.decide(&view_of_mover(&empty), &mut run, &mut Rng::new(0)).unwrap();
        assert_eq!(column(&found), 7);
    }
}

#[test]
fn plays_the_best_move_there_is_in_deep_positions() {
    let (mut player, mut solver) = (SolverPlayer::new(LastColumn), Solver::new(24));
    let mut rng = Rng::new(6);
    let mut worse = 0;
    for game in 0..60 {
        let state = random_connect_four(24 + game % 16, &mut rng);
        let found = decide_seen(&mut player, &state, Limits::default(), 0);
        assert_answers(&state, &found);
        assert!(found.candidates.iter().all(|c| c.bound == Bound::Proven));
        let mut score = |c| solver.score_of(&state, c, &mut |_| true).unwrap();
        let scores: Vec<_> = found.candidates.iter().map(|c| score(c.action)).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?} in {state:?}");
        for (told, score) in found.candidates.iter().zip(&scores) {
            assert_eq!(told.mean, f64::from(score.signum() + 1) / 2.0);
        }
        worse += u32::from(score(last_column(&state)) < scores[0]);
    }
    assert!(worse > 20, "in {worse} positions the other search would have done worse");
}
