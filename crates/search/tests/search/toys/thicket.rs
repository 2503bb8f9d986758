//! A game grown from a hash: who moves, how many moves there are and where it ends look random, so the same
//! player often moves twice in a row. Several ways lead to the same place, always in the same number of
//! moves. Payoffs are whole and half numbers from -1 to 3.

use super::hashed::hash;
use std::ops::ControlFlow;
use yomi_core::{Deterministic, Keyed, Player, State, Turn, ZeroSum};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thicket {
    pub seed: u64,
    pub steps: u8,
    /// The sum of all moves so far: which of them came first does not matter.
    pub place: u8,
}

const LONGEST: u8 = 12;

impl Thicket {
    pub fn start(seed: u64) -> Thicket {
        Thicket { seed, steps: 0, place: 0 }
    }

    /// A number of this position for each purpose.
    fn grown(&self, purpose: u8) -> u64 {
        hash((self.key(), purpose))
    }
}

impl State for Thicket {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.steps == LONGEST || (self.steps > 1 && self.grown(0).is_multiple_of(8)) {
            return Turn::Over;
        }
        Turn::Player(if self.grown(1).is_multiple_of(2) { Player::FIRST } else { Player::SECOND })
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let count = if self.turn() == Turn::Over { 0 } else { 1 + (self.grown(2) % 5) as u8 };
        (0..count).try_for_each(f)
    }

    fn apply(&mut self, action: u8) {
        self.steps += 1;
        self.place += action;
    }

    fn payoff(&self, p: Player) -> f64 {
        let first = (self.grown(3) % 9) as f64 / 2.0 - 1.0;
        if p == Player::FIRST { first } else { 2.0 - first }
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (-1.0, 3.0)
    }
}

impl Deterministic for Thicket {}
impl ZeroSum for Thicket {}

impl Keyed for Thicket {
    fn key(&self) -> u64 {
        hash(self.seed) ^ (u64::from(self.steps) << 8 | u64::from(self.place))
    }
}
