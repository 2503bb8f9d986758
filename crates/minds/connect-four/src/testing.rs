//! Positions for tests, and their exact scores by the simplest possible search.

use yomi_core::{Rng, Ruleset, State, Turn};
use yomi_games::connect_four::{ConnectFour, Rules};

pub fn after(moves: &str) -> ConnectFour {
    let mut state = ConnectFour::default();
    for word in Rules.split_moves(moves) {
        state.play(Rules.parse_action(word).unwrap()).unwrap();
    }
    state
}

/// The position after this many random moves, if the game is not over by then.
pub fn random_position(discs: u32, seed: u64) -> Option<ConnectFour> {
    let mut rng = Rng::new(seed);
    let mut state = ConnectFour::default();
    for _ in 0..discs {
        if state.turn() == Turn::Over {
            return None;
        }
        state.apply(state.random_action(&mut rng));
    }
    (state.turn() != Turn::Over).then_some(state)
}

/// 22 minus the winner's discs at the end, with its sign, by trying every line of play.
pub fn exact_score(state: &ConnectFour) -> i8 {
    let score = |column| {
        let mut next = *state;
        next.apply(column);
        match (next.winner(), next.turn()) {
            (Some(_), _) => 22 - (next.discs() as i8 + 1) / 2,
            (None, Turn::Over) => 0,
            (None, _) => -exact_score(&next),
        }
    };
    State::actions(state).into_iter().map(score).max().expect("a game that is not over")
}
