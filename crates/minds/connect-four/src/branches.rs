//! The moves of a position, the most promising first, with what the solver needs to know about each.
//!
//! All columns are computed at the same time, as lanes of the same operations: the compiler vectorises the
//! loops over [`LANES`].

use yomi_games::connect_four::{BOARD, BOTTOM, COLUMNS, ConnectFour, ROWS, completing};

/// The number of columns, rounded up to whole vectors.
const LANES: usize = 8;

/// The cells of the columns from the middle to the edges; the last lane is empty.
const CENTRE_FIRST: [u64; LANES] = {
    let order = [3, 2, 4, 1, 5, 0, 6];
    let mut columns = [0; LANES];
    let mut lane = 0;
    while lane < order.len() {
        columns[lane] = ((1 << ROWS) - 1) << (order[lane] * (ROWS + 1));
        lane += 1;
    }
    columns
};

/// A move: the position after it, and the opponent's replies that do not lose to the next disc.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    pub state: ConnectFour,
    pub replies: u64,
}

/// The moves worth searching.
pub enum Branches {
    /// Some move cannot be answered: the mover wins with its next disc.
    Won,
    Open(Sorted),
}

/// The moves, most promising first.
pub struct Sorted {
    branches: [Branch; COLUMNS as usize],
    count: usize,
}

impl std::ops::Deref for Sorted {
    type Target = [Branch];

    #[inline]
    fn deref(&self) -> &[Branch] {
        &self.branches[..self.count]
    }
}

/// The cells that can be played on without losing to the next disc, where `losing` are the free cells on
/// which the opponent wins. None when the opponent has two threats. Branch-free, so that it can be
/// vectorised.
#[inline(always)]
fn safe(landing: u64, losing: u64) -> u64 {
    let forced = landing & losing;
    let playable = if forced == 0 { landing } else { forced };
    // Nor directly below a cell where the opponent wins.
    let playable = playable & !(losing >> 1);
    if forced & forced.wrapping_sub(1) == 0 { playable } else { 0 }
}

/// The cells that a mover without an immediate win can play on without losing to the next disc.
pub fn safe_cells(state: &ConnectFour) -> u64 {
    safe(state.landing(), completing(state.theirs()) & state.empty())
}

impl Branches {
    /// `cells` are the cells to play on, at most one per column.
    #[inline]
    pub fn of(state: &ConnectFour, cells: u64) -> Branches {
        let (mine, all) = (state.mine(), BOARD & !state.empty());
        let mut cell = [0; LANES];
        let mut threats = [0; LANES];
        let mut replies = [0; LANES];
        for lane in 0..LANES {
            cell[lane] = cells & CENTRE_FIRST[lane];
            threats[lane] = completing(mine | cell[lane]) & !(all | cell[lane]);
            replies[lane] = safe(((all | cell[lane]) + BOTTOM) & BOARD, threats[lane]);
        }
        let nothing = Branch { state: *state, replies: 0 };
        let mut sorted = Sorted { branches: [nothing; COLUMNS as usize], count: 0 };
        let mut promises = [0; COLUMNS as usize];
        for lane in 0..COLUMNS as usize {
            if cell[lane] == 0 {
                continue;
            }
            if replies[lane] == 0 {
                return Branches::Won;
            }
            let state = state.with_disc(cell[lane]);
            let branch = Branch { state, replies: replies[lane] };
            // Winning cells count fully; those that the opponent must block at once count half.
            let lasting = threats[lane] & !state.landing();
            let promise = threats[lane].count_ones() + lasting.count_ones();
            // There are few moves: insertion sort.
            let mut at = sorted.count;
            while at > 0 && promises[at - 1] < promise {
                promises[at] = promises[at - 1];
                sorted.branches[at] = sorted.branches[at - 1];
                at -= 1;
            }
            promises[at] = promise;
            sorted.branches[at] = branch;
            sorted.count += 1;
        }
        Branches::Open(sorted)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{after, random_position};
    use super::*;
    use yomi_core::State;

    /// Whether the player to move can win with this disc.
    fn can_win(state: &ConnectFour) -> bool {
        State::actions(state).into_iter().any(|column| {
            let mut next = *state;
            next.apply(column);
            next.winner().is_some()
        })
    }

    fn next(state: &ConnectFour, column: yomi_games::connect_four::Column) -> ConnectFour {
        let mut next = *state;
        next.apply(column);
        next
    }

    #[test]
    fn safe_cells_are_those_after_which_the_other_cannot_win() {
        let mut unsafe_ones = 0;
        for seed in 0..12_000 {
            let Some(state) = random_position((seed % 40) as u32, seed) else { continue };
            if can_win(&state) {
                continue;
            }
            let truth = State::actions(&state)
                .into_iter()
                .filter(|&column| !can_win(&next(&state, column)))
                .fold(0, |cells, column| cells | state.cell_of(column));
            assert_eq!(safe_cells(&state), truth, "{state:?}");
            unsafe_ones += u32::from(truth != state.landing());
        }
        assert!(unsafe_ones > 500, "{unsafe_ones}");
    }

    #[test]
    fn branches_are_the_moves_with_their_answers() {
        let (mut won, mut open) = (0, 0);
        for seed in 0..12_000 {
            let Some(state) = random_position((seed % 38) as u32, seed) else { continue };
            let cells = safe_cells(&state);
            if can_win(&state) || cells == 0 {
                continue;
            }
            let after: Vec<ConnectFour> = State::actions(&state)
                .into_iter()
                .filter(|&column| state.cell_of(column) & cells != 0)
                .map(|column| next(&state, column))
                .collect();
            match Branches::of(&state, cells) {
                Branches::Won => {
                    assert!(after.iter().any(|s| safe_cells(s) == 0), "{state:?}");
                    won += 1;
                }
                Branches::Open(sorted) => {
                    assert_eq!(sorted.len(), after.len());
                    for branch in sorted.iter() {
                        assert!(after.contains(&branch.state), "{state:?}");
                        assert!(branch.replies != 0 && branch.replies == safe_cells(&branch.state));
                    }
                    open += 1;
                }
            }
        }
        assert!(won > 100 && open > 1_000, "{won} {open}");
    }

    #[test]
    fn threats_come_first_and_then_the_middle() {
        let first = |moves| match Branches::of(&after(moves), safe_cells(&after(moves))) {
            Branches::Won => panic!("{moves}"),
            Branches::Open(sorted) => sorted.first().map(|b| b.state),
        };
        assert_eq!(first(""), Some(after("4")));
        // X has two in column 1: a third one creates a winning cell.
        assert_eq!(first("1617"), Some(after("16171")));
    }
}
