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
