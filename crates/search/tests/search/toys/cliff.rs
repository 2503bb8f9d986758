//! One player walks towards a cliff and may stop at any step: the first step is worth most, every further one
//! less.

use std::ops::ControlFlow;
use yomi_core::{Deterministic, Evaluator, Keyed, Player, Scout, State, Turn};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    Stop,
    Go,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    steps: u8,
    stopped: bool,
}

const CLIFF: u8 = 10;

impl State for Walk {
    type Action = Act;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        if self.stopped || self.steps == CLIFF { Turn::Over } else { Turn::Player(Player::FIRST) }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Act) -> ControlFlow<B>) -> ControlFlow<B> {
        let choices: &[Act] = if self.turn() == Turn::Over { &[] } else { &[Act::Stop, Act::Go] };
        choices.iter().copied().try_for_each(f)
    }

    fn apply(&mut self, act: Act) {
        match act {
            Act::Stop => self.stopped = true,
            Act::Go => self.steps += 1,
        }
    }

    fn payoff(&self, _: Player) -> f64 {
        f64::from(CLIFF - self.steps)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (0.0, CLIFF.into())
    }
}

impl Deterministic for Walk {}

impl Keyed for Walk {
    fn key(&self) -> u64 {
        u64::from(self.steps) << 1 | u64::from(self.stopped)
    }
}

/// Sees nothing in a walk that is not over.
#[derive(Clone, Copy)]
pub struct Unclear;

impl Evaluator<Walk> for Unclear {
    fn value(&self, _: &Walk, _: Player) -> f64 {
        0.5
    }
}

impl Scout<Walk> for Unclear {}
