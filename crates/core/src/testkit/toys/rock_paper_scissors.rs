//! Rock, paper, scissors.

use crate::{Choices, Joint, KeyedJoint, OpenJoint, Player, PlayerSet, ZeroSumJoint};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Hand {
    Rock,
    Paper,
    Scissors,
}

/// One round of rock, paper, scissors. The winner gets 1 from the loser.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct RockPaperScissors {
    /// What the two seats have shown.
    pub shown: Option<[Hand; 2]>,
}

impl Joint for RockPaperScissors {
    type Action = Hand;

    fn players(&self) -> usize {
        2
    }

    fn acting(&self) -> PlayerSet {
        Player::all(2).filter(|_| self.shown.is_none()).collect()
    }

    fn try_for_each_action<B>(&self, _: Player, f: impl FnMut(Hand) -> ControlFlow<B>) -> ControlFlow<B> {
        let hands = if self.shown.is_none() { &[Hand::Rock, Hand::Paper, Hand::Scissors][..] } else { &[] };
        hands.iter().copied().try_for_each(f)
    }

    fn apply(&mut self, choices: &Choices<Hand>) {
        self.shown = choices[0].zip(choices[1]).map(|(first, second)| [first, second]);
    }

    fn payoff(&self, p: Player) -> f64 {
        let Some(shown) = self.shown else { return 0.0 };
        let [own, others] = [p, p.other()].map(|seat| shown[seat.index()] as i8);
        // Every hand beats the one before it, in a circle.
        [0.0, 1.0, -1.0][(own - others).rem_euclid(3) as usize]
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }
}

impl OpenJoint for RockPaperScissors {}
impl ZeroSumJoint for RockPaperScissors {}

impl KeyedJoint for RockPaperScissors {
    fn key(&self) -> u64 {
        self.shown.map_or(0, |[first, second]| 1 + 3 * first as u64 + second as u64)
    }
}
