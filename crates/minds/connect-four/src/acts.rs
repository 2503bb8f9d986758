//! Connect Four: what an opponent's moves say of how strong it is.

use crate::guide::promise;
use yomi_core::{Hidden, State, View, ViewOf};
use yomi_engine::chances::Act;
use yomi_games::ConnectFour;
use yomi_games::connect_four::{Column, completing};

/// Situations.
const CAN_WIN: u16 = 0;
const MUST_DEFEND: u16 = 1;
/// The number of discs is added, in steps of [`STEP`].
const FREE: u16 = 2;
const STEP: u32 = 8;

/// What the opponent did.
pub fn of(view: &ViewOf<ConnectFour>) -> Vec<Act> {
    let mut before: ViewOf<ConnectFour> = View::new(view.seat, view.start);
    let mut acts = Vec::new();
    for &column in &view.events {
        let theirs = ConnectFour::seen_turn(&before.now).player().is_some_and(|seat| seat != view.seat);
        if theirs {
            acts.push(act(&before.now, column));
        }
        before.observe::<ConnectFour>(column).expect("what was seen can be seen again");
    }
    acts
}

/// Whether a win was taken, a loss averted; otherwise how a move ranks by the threats after it.
fn act(state: &ConnectFour, column: Column) -> Act {
    let (landing, cell) = (state.landing(), state.cell_of(column));
    let on = |cells: u64| u16::from(cells & cell != 0);
    let (wins, losses) = (completing(state.mine()) & landing, completing(state.theirs()) & landing);
    if wins != 0 {
        return Act { situation: CAN_WIN, choice: on(wins) };
    }
    if losses != 0 {
        return Act { situation: MUST_DEFEND, choice: on(losses) };
    }
    let own = promise(state, cell);
    let better =
        State::actions(state).into_iter().filter(|&c| promise(state, state.cell_of(c)) > own).count();
    Act { situation: FREE + (state.discs() / STEP) as u16, choice: better as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::after;
    use yomi_core::Player;

    fn acts(seat: Player, moves: &str) -> Vec<Act> {
        let mut view = View::new(seat, after(""));
        for number in moves.bytes() {
            let column = Column::new(u32::from(number - b'1'));
            view.observe::<ConnectFour>(column).unwrap();
        }
        of(&view)
    }

    #[test]
    fn only_the_opponent_is_read_and_what_it_missed_is_seen() {
        let [first, second] = [acts(Player::FIRST, "4141415"), acts(Player::SECOND, "4141415")];
        assert_eq!((first.len(), second.len()), (3, 4));
        let act = |situation, choice| Act { situation, choice };
        // The second player leaves three in a row open, and the first does not take it.
        assert_eq!(first[2], act(MUST_DEFEND, 0));
        assert_eq!(second[3], act(CAN_WIN, 0));
        assert_eq!(acts(Player::SECOND, "4141414")[3], act(CAN_WIN, 1));
        assert_eq!(acts(Player::FIRST, "414144")[2], act(MUST_DEFEND, 1));
        assert_eq!(second[0], act(FREE, 0), "the middle is the best beginning");
    }
}
