//! One throw of a die of one's choice, or of a fair one that may be thrown once more. Expected values are
//! known.

use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Chance, Keyed, Player, State, Turn};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// 3 points without a throw.
    Pass,
    /// 1 or 6, evenly: 3.5 points.
    Coin,
    /// Mostly 5, rarely 0: 3.75 points.
    Loaded,
    /// Six sides, and the choice to keep it or to throw again: 4.25 points for a player who keeps 4 and more.
    Fair,
    Keep,
    Again,
    /// What chance shows.
    Shows(u8),
}
use Act::{Again, Coin, Fair, Keep, Loaded, Pass, Shows};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Choosing,
    Throwing(Act),
    /// The fair die lies on the table.
    Wondering,
    Over,
}

/// A game. `fair` says whether there is a fair die; without it nothing is decided after the first move, and
/// the means of a search must be those of the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice {
    fair: bool,
    phase: Phase,
    points: u8,
}

impl Dice {
    pub fn start(fair: bool) -> Dice {
        Dice { fair, phase: Phase::Choosing, points: 0 }
    }

    /// The first moves and what they are worth with best play after them.
    pub const WORTH: [(Act, f64); 4] = [(Pass, 3.0), (Coin, 3.5), (Loaded, 3.75), (Fair, 4.25)];
}

impl State for Dice {
    type Action = Act;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Choosing | Phase::Wondering => Turn::Player(Player::FIRST),
            Phase::Throwing(_) => Turn::Chance,
            Phase::Over => Turn::Over,
        }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Act) -> ControlFlow<B>) -> ControlFlow<B> {
        let choices: &[Act] = match self.phase {
            Phase::Choosing if self.fair => &[Pass, Coin, Loaded, Fair],
            Phase::Choosing => &[Pass, Coin, Loaded],
            Phase::Wondering => &[Keep, Again],
            Phase::Throwing(_) | Phase::Over => &[],
        };
        choices.iter().copied().try_for_each(f)
    }

    fn apply(&mut self, action: Act) {
        (self.phase, self.points) = match (action, self.phase) {
            (Pass, _) => (Phase::Over, 3),
            (Keep, _) => (Phase::Over, self.points),
            (Shows(points), Phase::Throwing(Fair)) => (Phase::Wondering, points),
            (Shows(points), _) => (Phase::Over, points),
            (die, _) => (Phase::Throwing(die), 0),
        };
    }

    fn payoff(&self, _: Player) -> f64 {
        self.points.into()
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (0.0, 6.0)
    }
}

impl Chance for Dice {
    fn try_for_each_outcome<B>(&self, mut f: impl FnMut(Act, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.phase {
            Phase::Throwing(Coin) => [1, 6].into_iter().try_for_each(|n| f(Shows(n), 0.5)),
            Phase::Throwing(Loaded) => {
                [(0, 0.25), (5, 0.75)].into_iter().try_for_each(|(n, p)| f(Shows(n), p))
            }
            Phase::Throwing(_) => (1..=6).try_for_each(|n| f(Shows(n), 1.0 / 6.0)),
            _ => Continue(()),
        }
    }
}

impl Keyed for Dice {
    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Choosing => 0,
            Phase::Wondering => 1,
            Phase::Over => 2,
            Phase::Throwing(Coin) => 3,
            Phase::Throwing(Loaded) => 4,
            Phase::Throwing(Fair) => 5,
            Phase::Throwing(_) => 6,
        };
        u64::from(self.fair) | phase << 1 | u64::from(self.points) << 8
    }
}
