//! A walk along a row of coins.

use crate::{Deterministic, Evaluator, Keyed, Open, Player, Scout, State, Turn};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    Left,
    Right,
}

/// One player stands in the middle of a row of coins, walks two steps and takes what lies there. The nearest
/// coin is on the right and the best one at the far left: a player who looks one step ahead gets 2, one who
/// looks two gets 9.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Coins {
    row: [u8; 5],
    at: usize,
    steps: u8,
    taken: u8,
}

impl Coins {
    pub const START: Coins = Coins { row: [9, 0, 0, 1, 1], at: 2, steps: 2, taken: 0 };
}

impl State for Coins {
    type Action = Side;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        if self.steps == 0 { Turn::Over } else { Turn::Player(Player::FIRST) }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Side) -> ControlFlow<B>) -> ControlFlow<B> {
        let sides = if self.steps == 0 { &[][..] } else { &[Side::Left, Side::Right] };
        sides.iter().copied().try_for_each(f)
    }

    fn apply(&mut self, side: Side) {
        match side {
            Side::Left => self.at -= 1,
            Side::Right => self.at += 1,
        }
        self.steps -= 1;
        self.taken += std::mem::take(&mut self.row[self.at]);
    }

    fn payoff(&self, _: Player) -> f64 {
        f64::from(self.taken)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (-1.0, 10.0)
    }
}

impl Deterministic for Coins {}
impl Open for Coins {}

impl Keyed for Coins {
    fn key(&self) -> u64 {
        let row = self.row.iter().fold(0, |key, &coin| key << 4 | u64::from(coin));
        row << 8 | (self.at as u64) << 4 | u64::from(self.steps)
    }
}

/// Values a position of [`Coins`] by what was taken so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken;

impl Evaluator<Coins> for Taken {
    fn value(&self, state: &Coins, _: Player) -> f64 {
        f64::from(state.taken)
    }
}

impl Scout<Coins> for Taken {}
