//! Connect Four: an evaluation that counts the cells where each side would win, the immediate tactics of a
//! move, and the exact [`solver`].

mod acts;
mod branches;
mod follow;
mod frame;
mod game;
pub mod guide;
mod ladder;
mod player;
mod puzzles;
mod review;
pub mod solver;
mod table;
mod words;

pub use player::{DEFAULT_LIMITS, SolverPlayer};

use std::sync::Arc;
use yomi_core::{Evaluator, Player, State};
use yomi_engine::{Entry, Game, Host};
use yomi_games::connect_four::{Column, ConnectFour, completing};

/// The games of this family, with their agents and words.
pub fn games(host: &Arc<dyn Host>) -> Vec<Box<dyn Game>> {
    vec![Entry::<game::ConnectFourGame>::boxed(host)]
}

/// Counts the cells that would complete four, for each side, with a bonus on good rows: when the board fills
/// up, the first player gets the odd rows and the second the even ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

/// The bottom row is row 1.
const ODD_ROWS: u64 = rows([0, 2, 4]);
const EVEN_ROWS: u64 = rows([1, 3, 5]);
const CENTRE_COLUMN: u64 = 0b11_1111 << 21;

const fn rows(which: [u32; 3]) -> u64 {
    let (mut bits, mut column) = (0, 0);
    while column < 7 {
        bits |= (1 << which[0] | 1 << which[1] | 1 << which[2]) << (7 * column);
        column += 1;
    }
    bits
}

/// Weights of a threat on any row, the bonus for a good row, and a disc in the centre; in these units 64 is a
/// sure win.
const THREAT: i32 = 4;
const GOOD_ROW: i32 = 3;
const CENTRE: i32 = 1;
const SURE: f64 = 64.0;

fn side(discs: u64, empty: u64, good_rows: u64) -> i32 {
    let threats = completing(discs) & empty;
    threats.count_ones() as i32 * THREAT
        + (threats & good_rows).count_ones() as i32 * GOOD_ROW
        + (discs & CENTRE_COLUMN).count_ones() as i32 * CENTRE
}

/// The mover's lead in these units.
#[inline]
fn ahead(state: &ConnectFour) -> i32 {
    let first_moves = state.discs().is_multiple_of(2);
    let (own_rows, their_rows) = if first_moves { (ODD_ROWS, EVEN_ROWS) } else { (EVEN_ROWS, ODD_ROWS) };
    let empty = state.empty();
    side(state.mine(), empty, own_rows) - side(state.theirs(), empty, their_rows)
}

impl Evaluator<ConnectFour> for Threats {
    #[inline]
    fn value(&self, state: &ConnectFour, p: Player) -> f64 {
        let first_moves = state.discs().is_multiple_of(2);
        let ahead = if first_moves == (p == Player::FIRST) { ahead(state) } else { -ahead(state) };
        0.5 + f64::from(ahead.clamp(-60, 60)) / (2.0 * SURE)
    }

    /// The middle first, because more lines go through it.
    #[inline]
    fn promise(&self, _: &ConnectFour, column: Column) -> i32 {
        -(column.number() as i32 - 3).abs()
    }
}

/// What a move does at once, for explanations; found without searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tactic {
    Wins,
    /// The opponent would win there.
    Blocks,
    /// The opponent can win right after it.
    LosesTo(Column),
}

/// The tactics of a move, the most important first.
pub fn tactics(state: &ConnectFour, column: Column) -> Vec<Tactic> {
    let cell = state.cell_of(column);
    let mut found = Vec::new();
    if completing(state.mine()) & cell != 0 {
        return vec![Tactic::Wins];
    }
    if completing(state.theirs()) & cell != 0 {
        found.push(Tactic::Blocks);
    }
    let mut next = *state;
    next.apply(column);
    let winning = completing(next.mine()) & next.landing();
    if let Some(reply) = State::actions(&next).into_iter().find(|&c| next.cell_of(c) & winning != 0) {
        found.push(Tactic::LosesTo(reply));
    }
    found
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod trees;

#[cfg(test)]
mod tests {
    use super::testing::after;
    use super::*;

    #[test]
    fn values_of_both_sides_add_up_and_stay_inside() {
        yomi_core::testkit::walk(
            yomi_core::testkit::Effort::default(),
            |_| ConnectFour::default(),
            |state, _, _| {
                let [a, b] = [Player::FIRST, Player::SECOND].map(|p| Threats.value(state, p));
                assert!((a + b - 1.0).abs() < 1e-12 && a > 0.0 && a < 1.0, "{a} {b}");
            },
        );
        assert!(Threats.value(&after("4"), Player::FIRST) > 0.5);
        assert!(Threats.value(&after("415161"), Player::FIRST) > 0.5);
    }

    #[test]
    fn tactics_are_what_they_say() {
        let column = |n: u32| Column::new(n - 1);
        assert_eq!(tactics(&after("414141"), column(4)), [Tactic::Wins]);
        assert_eq!(tactics(&after("41414"), column(4)), [Tactic::Blocks]);
        assert_eq!(tactics(&after("41414"), column(7)), [Tactic::LosesTo(column(4))]);
        assert_eq!(tactics(&after("4"), column(4)), []);
    }
}
