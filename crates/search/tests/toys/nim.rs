//! Nim with one heap: take 1, 2 or 3; who takes the last one wins. The mover loses exactly when the heap is a multiple
//! of four. The same heap is reached after different numbers of moves.

use std::ops::ControlFlow;
use yomi_core::{Deterministic, Keyed, Player, State, Turn, ZeroSum};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nim {
    pub heap: u8,
    pub mover: Player,
}

impl State for Nim {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.heap == 0 { Turn::Over } else { Turn::Player(self.mover) }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.heap.min(3)).try_for_each(f)
    }

    fn apply(&mut self, action: u8) {
        self.heap -= action;
        self.mover = self.mover.other();
    }

    fn payoff(&self, p: Player) -> f64 {
        if p == self.mover { 0.0 } else { 1.0 }
    }
}

impl Deterministic for Nim {}
impl ZeroSum for Nim {}

impl Keyed for Nim {
    fn key(&self) -> u64 {
        u64::from(self.heap) << 1 | self.mover.index() as u64
    }
}
