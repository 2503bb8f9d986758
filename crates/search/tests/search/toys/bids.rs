//! Two seats name a number at once, for some rounds; the payoff is the sum of a seat's own numbers minus the
//! opponent's, so that the highest number is best whatever the opponent does. The second seat has one more to
//! choose from.

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use yomi_core::{Choices, Joint, OpenJoint, Player, PlayerSet, Serialized};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Bids {
    pub rounds: u8,
    lead: i32,
}

impl Bids {
    pub fn start(rounds: u8) -> Serialized<Bids> {
        Serialized::new(Bids { rounds, lead: 0 })
    }
}

/// The highest number of each seat.
pub const HIGHEST: [u8; 2] = [2, 3];

impl Joint for Bids {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn acting(&self) -> PlayerSet {
        if self.rounds > 0 { Player::all(2).collect() } else { PlayerSet::EMPTY }
    }

    fn try_for_each_action<B>(&self, p: Player, f: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..=HIGHEST[p.index()]).try_for_each(f)
    }

    fn apply(&mut self, choices: &Choices<u8>) {
        let [Some(first), Some(second), ..] = *choices else { unreachable!("both seats choose") };
        self.lead += i32::from(first) - i32::from(second);
        self.rounds -= 1;
    }

    fn payoff(&self, p: Player) -> f64 {
        f64::from(if p == Player::FIRST { self.lead } else { -self.lead })
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (-100.0, 100.0)
    }
}

impl OpenJoint for Bids {}
