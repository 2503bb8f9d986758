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

/// Actions that are listed without allocating: more than all but very unusual positions have.
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

    /// From a list: who wants them differs by type, and what may be done is much code.
    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut list = [Action::Keep; LISTED];
        let count = self.list_actions(&mut list);
        for &action in &list[..count.min(LISTED)] {
            f(action)?;
        }
        if count > LISTED { self.more_actions(LISTED).into_iter().try_for_each(f) } else { Continue(()) }
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
        let mut list = [Action::Keep; LISTED];
        let count = self.list_actions(&mut list);
        let at = rng.below(count as u32) as usize;
        if at < LISTED { list[at] } else { self.more_actions(at)[0] }
    }
}

impl Duel {
    /// Writes the actions into the list as far as there is room; how many there are.
    fn list_actions(&self, list: &mut [Action; LISTED]) -> usize {
        let mut count = 0;
        let _ = self.each_action::<()>(|action| {
            if count < LISTED {
                list[count] = action;
            }
            count += 1;
            Continue(())
        });
        count
    }

    /// All actions but the first so many, for positions that have more than is listed.
    #[cold]
    fn more_actions(&self, skip: usize) -> Vec<Action> {
        let mut all = Vec::new();
        let _ = self.each_action::<()>(|action| {
            all.push(action);
            Continue(())
        });
        all.split_off(skip)
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
