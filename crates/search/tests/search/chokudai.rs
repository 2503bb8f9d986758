//! `chokudai` where some lines end sooner than others. (The tests of `yomi-mazes` have the mazes.)

use crate::common::{assert_answers, decide};
use crate::toys::cliff::{Act, Unclear, Walk};
use yomi_core::{Deterministic, Evaluator, Keyed, Limits, Player, Scout, State, Turn};
use yomi_search::Chokudai;
use yomi_search::single::ChokudaiOptions;

/// Values a position more the further it has gone.
#[derive(Clone, Copy)]
struct Hopeful;

impl Evaluator<Walk> for Hopeful {
    fn value(&self, walk: &Walk, p: Player) -> f64 {
        20.0 - walk.payoff(p)
    }
}

impl Scout<Walk> for Hopeful {}

/// Every width, depth, number of beams and treatment of duplicates.
fn settings() -> Vec<ChokudaiOptions> {
    let mut all = Vec::new();
    for width in [1, 2, 50] {
        for depth in [None, Some(1), Some(2), Some(5), Some(100)] {
            for beams in [None, Some(0), Some(1), Some(2), Some(1_000)] {
                for (distinct, cap) in [(true, None), (false, None), (true, Some(3))] {
                    all.push(ChokudaiOptions { width, depth, beams, distinct, cap, keep: true });
                }
            }
        }
    }
    all
}

#[test]
fn a_game_that_is_over_is_an_answer_at_any_depth() {
    for options in settings() {
        let start = Walk::default();
        let found = decide(&mut Chokudai::new(options, Unclear), &start, Limits::default(), 0);
        assert_eq!((found.action, found.value()), (Act::Stop, 10.0), "{options:?}");
        assert_eq!(found.line, [Act::Stop], "{options:?}");
        assert_answers(&start, &found);
    }
}

/// Evaluations that proved wrong are dropped: once all lines are known to their ends, stopping at once is
/// best.
#[test]
fn comes_back_to_what_was_over_sooner() {
    let start = Walk::default();
    for options in settings() {
        let found = decide(&mut Chokudai::new(options, Hopeful), &start, Limits::default(), 0);
        assert_answers(&start, &found);
        let to_the_end = options.depth.is_none_or(|d| d >= 10) && options.beams.is_none_or(|b| b > 0);
        let expected = if to_the_end { (Act::Stop, 10.0) } else { (Act::Go, found.value()) };
        assert_eq!((found.action, found.value()), expected, "{options:?}");
    }
}

/// Stop now for little, or go on for more that does not show yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Patience {
    waited: u8,
    stopped: bool,
}

impl State for Patience {
    type Action = Act;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        if self.stopped || self.waited == 5 { Turn::Over } else { Turn::Player(Player::FIRST) }
    }

    fn try_for_each_action<B>(
        &self,
        f: impl FnMut(Act) -> std::ops::ControlFlow<B>,
    ) -> std::ops::ControlFlow<B> {
        let choices: &[Act] = if self.turn() == Turn::Over { &[] } else { &[Act::Stop, Act::Go] };
        choices.iter().copied().try_for_each(f)
    }

    fn apply(&mut self, act: Act) {
        match act {
            Act::Stop => self.stopped = true,
            Act::Go => self.waited += 1,
        }
    }

    fn payoff(&self, _: Player) -> f64 {
        if self.stopped { 1.0 } else { 9.0 }
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (1.0, 9.0)
    }
}

impl Deterministic for Patience {}

impl Keyed for Patience {
    fn key(&self) -> u64 {
        u64::from(self.waited) << 1 | u64::from(self.stopped)
    }
}

impl Scout<Patience> for Unclear {}

impl Evaluator<Patience> for Unclear {
    fn value(&self, _: &Patience, _: Player) -> f64 {
        0.5
    }
}

#[test]
fn what_is_over_does_not_stand_in_the_way_of_the_rest() {
    let start = Patience::default();
    let options = ChokudaiOptions::default();
    let found = decide(&mut Chokudai::new(options, Unclear), &start, Limits::default(), 0);
    assert_answers(&start, &found);
    assert_eq!((found.line, found.depth), (vec![Act::Go; 5], 5));
    assert_eq!(found.candidates[0].mean, 9.0);
}
