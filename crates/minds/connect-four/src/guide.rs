//! Priors for Connect Four: forced moves first, the rest by the threats after the move.

use super::{Threats, ahead};
use yomi_core::{Evaluator, Guide, Leaf, Player, State};
use yomi_games::ConnectFour;
use yomi_games::connect_four::{COLUMNS, completing};
use yomi_search::priors::Ladder;

/// A win comes first, then the only defence; a move that lets the opponent win directly above it comes last.
/// Everything else is ordered by [`Threats`] after the move.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreatGuide;

/// Ratio of priors per unit of [`Threats`].
static LADDER: Ladder = Ladder::new(1.3);

/// Larger than any sum of threats.
const DECIDES: i32 = 1000;

impl Guide<ConnectFour> for ThreatGuide {
    fn guide(&self, batch: &mut [Leaf<ConnectFour>]) {
        for leaf in batch {
            let state = &leaf.state;
            let mut points = [0; COLUMNS as usize];
            let points = &mut points[..leaf.actions.len()];
            for (slot, &column) in points.iter_mut().zip(&leaf.actions) {
                *slot = promise(state, state.cell_of(column));
            }
            LADDER.share_out(points, &mut leaf.priors);
            for p in Player::all(state.players()) {
                leaf.values[p.index()] = Threats.value(state, p) as f32;
            }
        }
    }
}

/// The score of playing on this cell.
#[inline]
pub(crate) fn promise(state: &ConnectFour, cell: u64) -> i32 {
    let (wins, losses) = (completing(state.mine()), completing(state.theirs()));
    if wins & cell != 0 {
        return 3 * DECIDES;
    }
    if losses & cell != 0 {
        return 2 * DECIDES;
    }
    let above = cell << 1 & state.empty();
    let helps_the_other = if losses & above != 0 { DECIDES } else { 0 };
    -ahead(&state.with_disc(cell)) - helps_the_other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::after;
    use yomi_games::connect_four::Column;

    fn scored(moves: &str) -> Vec<(u32, i32)> {
        let state = after(moves);
        let columns: Vec<Column> = State::actions(&state);
        columns.into_iter().map(|c| (c.number() + 1, promise(&state, state.cell_of(c)))).collect()
    }

    /// What decides the game comes first, whatever else a move does.
    #[test]
    fn forced_moves_come_first() {
        // Both have three on top of each other: the mover wins in column 1.
        let race = scored("121212");
        assert_eq!(race.iter().max_by_key(|(_, points)| points), Some(&(1, 3 * DECIDES)));
        assert_eq!(race[1], (2, 2 * DECIDES), "and would have to block in column 2");
        // Of two open ends the mover cannot block both, but nothing else is better.
        let open = scored("33445");
        let block: Vec<u32> = open.iter().filter(|(_, p)| *p == 2 * DECIDES).map(|(c, _)| *c).collect();
        assert_eq!(block, [2, 6]);
        // Among quiet moves of the empty board the centre promises most.
        let quiet = scored("");
        let centre = quiet[3].1;
        assert!(quiet.iter().all(|(column, points)| *column == 4 || *points <= centre), "{quiet:?}");
    }

    /// The second player has columns 2 to 4 of the second row: a disc in 1 or 5 lets it complete the four above.
    #[test]
    fn a_gift_is_worth_less_than_any_quiet_move() {
        for (column, points) in scored("23426364") {
            assert_eq!(points < -DECIDES / 2, column == 1 || column == 5, "column {column}: {points}");
        }
    }
}
