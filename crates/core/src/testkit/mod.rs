//! The laws of the contract, as functions that the tests of every game call.
//!
//! A game's tests say how its games start and what its hidden parts are, and the kit plays random games and
//! checks everything the contract promises: [`rules`] for [`State`] and [`Chance`], [`views`] for
//! [`Hidden`](crate::Hidden) and its views, [`worlds`] for beliefs, [`peek`] for honest play, [`text`] for
//! notation. The functions panic with the law that is broken and the position where; they are for tests only.
//! [`check_open`] and [`check_hidden`] call all that a game of their kind must keep.
//!
//! What the kit cannot know is which states look the same to a seat: a `Seen` that leaks, leaks consistently.
//! So [`peek`] asks every game for a *swap*: a function from a state to another one that differs only in what
//! the viewer cannot see, written without the help of `seen`.

pub mod ask;
pub mod clock;
pub mod peek;
pub mod rules;
pub mod text;
pub mod toys;
pub mod views;
mod whole;
pub mod worlds;

pub use whole::{check_hidden, check_open};

use crate::{Chance, Luck, Rng, State, Turn};

/// How much to play.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub games: u64,
    pub seed: u64,
    /// The most actions a game may take; the kit panics where a game goes on longer.
    pub longest: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { games: 200, seed: 0, longest: 10_000 }
    }
}

impl Effort {
    #[must_use]
    pub fn games(games: u64) -> Effort {
        Effort { games, ..Effort::default() }
    }

    /// One game in `n`, for checks that do more in each.
    #[must_use]
    pub fn part(self, n: u64) -> Effort {
        Effort { games: self.games.div_ceil(n), ..self }
    }
}

/// Plays random games and shows every step: the state, and the action that is taken next, `None` at the end.
/// Every second game is played by the plain random player, the others by uniformly random legal actions:
/// where the two differ, both are covered.
pub fn walk<S: Chance>(
    effort: Effort,
    start: impl Fn(u64) -> S,
    mut visit: impl FnMut(&S, Option<S::Action>, &mut Rng),
) {
    for game in 0..effort.games {
        let mut rng = Rng::new(effort.seed).split(game);
        let mut luck = Luck::new(rng.next_u64());
        let mut state = start(rng.next_u64());
        for step in 0.. {
            assert!(step <= effort.longest, "game {game} does not end after {step} actions");
            let action = match state.turn() {
                Turn::Player(_) if game % 2 == 0 => state.random_action(&mut rng),
                Turn::Player(_) => {
                    let actions = state.actions();
                    actions[rng.below(actions.len() as u32) as usize]
                }
                Turn::Chance => luck.draw(&state),
                Turn::Over => break,
            };
            visit(&state, Some(action), &mut rng);
            state.apply(action);
        }
        visit(&state, None, &mut rng);
    }
}

/// The payoffs of all seats.
#[must_use]
pub fn payoffs<S: State>(state: &S) -> Vec<f64> {
    crate::Player::all(state.players()).map(|p| state.payoff(p)).collect()
}
