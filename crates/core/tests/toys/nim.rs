//! Nim with one pile, for any number of seats: take one to three; the seat that takes the last one wins.
//! Nothing is hidden.

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use yomi_core::{Deterministic, Keyed, Open, Player, State, Turn};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Nim {
    players: usize,
    pile: u8,
    mover: Player,
    winner: Option<Player>,
}

impl Nim {
    pub fn new(players: usize, pile: u8) -> Nim {
        Nim { players, pile, mover: Player::FIRST, winner: None }
    }
}

impl State for Nim {
    type Action = u8;

    fn players(&self) -> usize {
        self.players
    }

    fn turn(&self) -> Turn {
        if self.winner.is_some() { Turn::Over } else { Turn::Player(self.mover) }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.pile.min(3)).try_for_each(f)
    }

    fn apply(&mut self, taken: u8) {
        self.pile -= taken;
        if self.pile == 0 {
            self.winner = Some(self.mover);
        }
        self.mover = self.mover.next(self.players);
    }

    fn payoff(&self, p: Player) -> f64 {
        f64::from(self.winner == Some(p))
    }
}

impl Deterministic for Nim {}
impl Open for Nim {}

impl Keyed for Nim {
    fn key(&self) -> u64 {
        let winner = self.winner.map_or(0, |p| 1 + p.index());
        u64::from(self.pile) << 16 | (self.mover.index() << 8 | winner) as u64
    }
}
