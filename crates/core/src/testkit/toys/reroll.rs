//! A die that may be rolled again.

use crate::{Chance, Keyed, Open, Player, State, Turn};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// A player's decision about the die, or what the die shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Die {
    Keep,
    Again,
    Shows(u8),
}

/// One player rolls a die and may roll it once more; the payoff is what it shows in the end. A second roll
/// brings 3.5 on average, so the player keeps 4, 5 and 6, and the game is worth 4.25.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Reroll {
    /// What the die shows; `None` while it rolls.
    pub shows: Option<u8>,
    /// Whether the die was kept, or rolls for the second time: nothing is left to decide.
    pub settled: bool,
}

impl Reroll {
    /// The start: the die rolls.
    pub const START: Reroll = Reroll { shows: None, settled: false };

    /// The player's decision after the first roll.
    #[must_use]
    pub const fn after(shows: u8) -> Reroll {
        Reroll { shows: Some(shows), settled: false }
    }
}

impl State for Reroll {
    type Action = Die;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        match (self.shows, self.settled) {
            (None, _) => Turn::Chance,
            (Some(_), false) => Turn::Player(Player::FIRST),
            (Some(_), true) => Turn::Over,
        }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Die) -> ControlFlow<B>) -> ControlFlow<B> {
        let choices =
            if self.turn() == Turn::Player(Player::FIRST) { &[Die::Keep, Die::Again][..] } else { &[] };
        choices.iter().copied().try_for_each(f)
    }

    fn apply(&mut self, die: Die) {
        match die {
            Die::Keep => self.settled = true,
            Die::Again => *self = Reroll { shows: None, settled: true },
            Die::Shows(face) => self.shows = Some(face),
        }
    }

    fn payoff(&self, _: Player) -> f64 {
        f64::from(self.shows.unwrap_or(0))
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (1.0, 6.0)
    }
}

impl Chance for Reroll {
    fn try_for_each_outcome<B>(&self, mut f: impl FnMut(Die, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        let faces = if self.turn() == Turn::Chance { 1..7 } else { 0..0 };
        faces.map(Die::Shows).try_for_each(|face| f(face, 1.0 / 6.0))
    }
}

impl Open for Reroll {}

impl Keyed for Reroll {
    fn key(&self) -> u64 {
        u64::from(self.shows.unwrap_or(0)) << 1 | u64::from(self.settled)
    }
}
