//! What a player achieves by always answering in the column where the opponent has just played.
//!
//! This needs no search, so it gives a bound on the score at once. There are two cases, both about the player
//! who is *not* to move, the follower:
//!
//! 1. Every column has an even number of free cells. Then there is always a cell on top of the mover's disc:
//!    the mover gets the lower cell of each pair and the follower the upper one, whatever the mover does. If
//!    the mover's own discs and all lower cells contain no four, it cannot win; if the follower's discs and
//!    all upper cells contain one, the follower wins.
//! 2. Exactly one column has an odd number of free cells, and it has a cell on an odd row where the follower
//!    would win. Below that cell is an odd number of free cells. The follower answers everything outside and,
//!    as long as two cells are left below, inside. In the end the mover has to play directly below the
//!    winning cell. Unless the mover makes a four before that, from the lower cells outside and those it gets
//!    inside, it has lost.
//!
//! Columns have six cells, so an even number is free if an even number is taken: the lower cells of pairs are
//! those of the odd rows, with the bottom row as row 1.

use super::{EVEN_ROWS, ODD_ROWS};
use yomi_games::connect_four::{BOTTOM, COLUMNS, ConnectFour, ROWS, completing, has_four};

/// The best score that the mover can reach, if the follow-up argument applies: 0 or less.
#[inline]
pub fn most_for_mover(state: &ConnectFour) -> Option<i8> {
    let uneven = state.landing() & EVEN_ROWS;
    if uneven == 0 {
        all_even(state)
    } else if uneven & (uneven - 1) == 0 {
        one_uneven(state, uneven)
    } else {
        None
    }
}

fn all_even(state: &ConnectFour) -> Option<i8> {
    let (lower, upper) = (state.empty() & ODD_ROWS, state.empty() & EVEN_ROWS);
    if has_four(state.mine() | lower) {
        return None;
    }
    // The follower may win only with the very last disc.
    Some(if has_four(state.theirs() | upper) { -1 } else { 0 })
}

/// `lowest` is the lowest free cell of the column with an odd number of free cells.
fn one_uneven(state: &ConnectFour, lowest: u64) -> Option<i8> {
    let column = column_of(lowest);
    let winning = completing(state.theirs()) & state.empty() & column & ODD_ROWS;
    if winning == 0 {
        return None;
    }
    let winning = winning & winning.wrapping_neg();
    let outside = state.empty() & ODD_ROWS & !column;
    let inside = state.empty() & EVEN_ROWS & column & (winning - 1);
    if has_four(state.mine() | outside | inside) {
        return None;
    }
    // The cells above the winning cell stay empty: three above row 3, one above row 5.
    let row_3 = BOTTOM << 2;
    Some(if winning & row_3 != 0 { -2 } else { -1 })
}

fn column_of(cell: u64) -> u64 {
    let column = cell.trailing_zeros() / (ROWS + 1);
    debug_assert!(column < COLUMNS);
    ((1 << ROWS) - 1) << (column * (ROWS + 1))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{after, exact_score};
    use super::*;
    use yomi_core::{Rng, State, Turn};

    /// A random game in which replies mostly go on top of the last disc: columns stay even, so the argument
    /// often applies.
    fn followed(discs: u32, seed: u64) -> Option<ConnectFour> {
        let mut rng = Rng::new(seed);
        let mut state = ConnectFour::default();
        let mut last = None;
        while state.discs() < discs {
            if state.turn() == Turn::Over {
                return None;
            }
            let on_top = last.filter(|&c| state.is_legal(c) && state.discs() % 2 == 1 && rng.below(8) > 0);
            let column = on_top.unwrap_or_else(|| state.random_action(&mut rng));
            state.apply(column);
            last = Some(column);
        }
        (state.turn() != Turn::Over).then_some(state)
    }

    #[test]
    fn nobody_does_better_than_following_allows() {
        // How often each bound was returned, and how often it was the exact score.
        let mut given = [0; 3];
        let mut reached = [0; 3];
        for seed in 0..120_000 {
            let Some(state) = followed(30 + (seed % 8) as u32, seed) else { continue };
            if completing(state.mine()) & state.landing() != 0 {
                continue;
            }
            if let Some(most) = most_for_mover(&state) {
                let score = exact_score(&state);
                assert!(score <= most, "{score} is more than {most}: {state:?}");
                given[-most as usize] += 1;
                reached[-most as usize] += u32::from(score == most);
            }
        }
        assert!(given.iter().all(|&n| n > 20), "{given:?}");
        assert!(reached.iter().all(|&n| n > 0), "{given:?} {reached:?}");
    }

    #[test]
    fn it_says_nothing_where_following_does_not_help() {
        // The empty board is even everywhere, but the first player gets the whole bottom row.
        assert_eq!(most_for_mover(&ConnectFour::default()), None);
        assert_eq!(most_for_mover(&after("4")), None);
        assert_eq!(most_for_mover(&after("12")), None);
    }
}
