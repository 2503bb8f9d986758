#![doc = include_str!("README.md")]

mod action;
pub mod cards;
mod chance;
mod counts;
mod effects;
mod flow;
mod legal;
mod seen;
pub mod side;
mod state;
mod text;
mod written;

pub use action::{Action, Target};
pub use cards::{Card, CardId, CardSet, STANDARD, SetRef};
pub use counts::Counts;
pub use seen::SeenDuel;
pub use side::{Known, Side, Units};
pub use state::{Attack, Duel, FIRST_HAND, FIRST_SHIELDS, MOST_TURNS, Stage};
pub use text::Rules;

use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Chance, Player, Rng, State, Turn, ZeroSum};

/// Size of the buffer of actions that one is drawn from: larger than the number of actions in all but very
/// unusual positions.
const LISTED: usize = 64;

impl State for Duel {
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.acting()
    }

    #[inline]
    fn try_for_each_action<B>(&self, f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.each_action(f)
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        self.go_on(action);
    }

    #[inline]
    fn payoff(&self, p: Player) -> f64 {
        match self.winner {
            Some(winner) => f64::from(u8::from(winner == p)),
            None => 0.5,
        }
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng) -> Action {
        let (mut list, mut count) = ([Action::Keep; LISTED], 0);
        self.for_each_action(|action| {
            if count < LISTED {
                list[count] = action;
            }
            count += 1;
        });
        let at = rng.below(count as u32) as usize;
        if at < LISTED {
            return list[at];
        }
        let mut skip = at;
        let found = self.try_for_each_action(|action| {
            if skip == 0 {
                return ControlFlow::Break(action);
            }
            skip -= 1;
            Continue(())
        });
        found.break_value().expect("there are so many actions")
    }
}

impl ZeroSum for Duel {}

impl Chance for Duel {
    fn try_for_each_outcome<B>(&self, f: impl FnMut(Action, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn() == Turn::Chance { self.each_outcome(f) } else { Continue(()) }
    }

    #[inline]
    fn sample_outcome(&self, rng: &mut Rng) -> Action {
        self.draw_outcome(rng)
    }

    /// Each player has separate random streams for the library, for discards from the hand and for the
    /// shields.
    fn source(&self) -> u64 {
        let kind = match self.stage {
            Stage::EffectDiscard => 1,
            Stage::Break | Stage::Sort => 2,
            _ => 0,
        };
        2 * kind + self.dealt_from() as u64
    }
}
