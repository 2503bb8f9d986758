//! Plain minimax, as a textbook has it.

use yomi_core::{Deterministic, Evaluator, Player, State, Turn, ZeroSum};

/// The value of a position to `viewer`, looking exactly `depth` moves ahead.
///
/// ```
/// use yomi_core::Player;
/// use yomi_core::testkit::toys::{Fours, Nim};
/// use yomi_search::reference::negamax;
///
/// assert_eq!(negamax(&Nim::new(6), Player::FIRST, 6, &Fours), 1.0);
/// assert_eq!(negamax(&Nim::new(8), Player::FIRST, 8, &Fours), 0.0);
/// assert_eq!(negamax(&Nim::new(8), Player::FIRST, 1, &Fours), 0.1); // Too shallow to prove it.
/// ```
#[must_use]
pub fn negamax<S: Deterministic + ZeroSum, E: Evaluator<S>>(
    state: &S,
    viewer: Player,
    depth: u32,
    evaluator: &E,
) -> f64 {
    let mover = match state.turn() {
        Turn::Player(p) => p,
        _ => return state.payoff(viewer),
    };
    if depth == 0 {
        return evaluator.value(state, viewer);
    }
    let values = State::actions(state).into_iter().map(|a| {
        let mut next = state.clone();
        next.apply(a);
        negamax(&next, viewer, depth - 1, evaluator)
    });
    if mover == viewer {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}
