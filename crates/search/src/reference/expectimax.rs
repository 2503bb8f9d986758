//! Expectimax: the exact value of a one-player game with chance, by looking at everything that can happen.
//!
//! Only for small games: every position is visited once. Where the player does not know the order of a deck,
//! the state is what the player knows and the draws are chance, so this is the mean over all deals that agree
//! with it under the best play that does not see the deck.

use rustc_hash::FxHashMap;
use yomi_core::{Chance, Keyed, Player, State, Turn};

/// What was found.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Expected<A> {
    /// The expected payoff of every move, in the order of the moves.
    pub moves: Vec<(A, f64)>,
    pub positions: u64,
    pub bytes: usize,
}

/// The most positions to remember, so that a game that is too large ends unsolved.
const MOST_POSITIONS: usize = 1 << 25;
const POSITIONS_BETWEEN_QUESTIONS: u64 = 1 << 12;

/// Solves the game from a position where the player is to move. `go_on` is called now and then with the
/// number of positions so far; `None` if it returns false or the game is too large.
///
/// ```
/// use yomi_core::testkit::toys::{Die, Reroll};
/// use yomi_search::reference::expectimax;
///
/// let solved = expectimax(&Reroll::after(3), &mut |_| true).unwrap();
/// assert_eq!(solved.moves[0], (Die::Keep, 3.0));
/// assert!((solved.moves[1].1 - 3.5).abs() < 1e-9); // To roll again.
/// ```
#[must_use]
pub fn expectimax<S: Chance + Keyed>(
    state: &S,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Expected<S::Action>> {
    let mut solver = Solver { known: FxHashMap::default(), positions: 0, go_on };
    let moves = State::actions(state).into_iter().map(|action| {
        let mut next = state.clone();
        next.apply(action);
        Some((action, solver.value(&next)?))
    });
    let moves = moves.collect::<Option<Vec<_>>>()?;
    let bytes = solver.known.capacity() * (size_of::<(u64, f64)>() + 1);
    Some(Expected { moves, positions: solver.positions, bytes })
}

struct Solver<'a> {
    known: FxHashMap<u64, f64>,
    positions: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Solver<'_> {
    fn value<S: Chance + Keyed>(&mut self, state: &S) -> Option<f64> {
        let turn = state.turn();
        if turn == Turn::Over {
            return Some(state.payoff(Player::FIRST));
        }
        let key = state.key();
        if let Some(&value) = self.known.get(&key) {
            return Some(value);
        }
        self.positions += 1;
        let asks = self.positions.is_multiple_of(POSITIONS_BETWEEN_QUESTIONS);
        if self.known.len() >= MOST_POSITIONS || asks && !(self.go_on)(self.positions) {
            return None;
        }
        let value = if turn == Turn::Chance {
            let mut mean = 0.0;
            for (outcome, p) in state.outcomes() {
                mean += p * self.after(state, outcome)?;
            }
            mean
        } else {
            let mut best = f64::NEG_INFINITY;
            for action in State::actions(state) {
                best = best.max(self.after(state, action)?);
            }
            best
        };
        self.known.insert(key, value);
        Some(value)
    }

    fn after<S: Chance + Keyed>(&mut self, state: &S, action: S::Action) -> Option<f64> {
        let mut next = state.clone();
        next.apply(action);
        self.value(&next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::testkit::toys::{Die, Reroll};

    /// To keep the die is worth what it shows, to roll again the mean of its sides.
    #[test]
    fn chance_is_a_mean_and_a_choice_the_best() {
        for shows in 1..=6 {
            let solved = expectimax(&Reroll::after(shows), &mut |_| true).expect("a small game");
            let [(Die::Keep, keep), (Die::Again, again)] = solved.moves[..] else { panic!("two moves") };
            assert_eq!(keep, f64::from(shows));
            assert!((again - 3.5).abs() < 1e-9, "{again}");
        }
    }
}
