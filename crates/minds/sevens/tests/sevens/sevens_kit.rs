//! What the tests of Sevens' players share.

use yomi_core::{MAX_PLAYERS, Player, Rng};
use yomi_games::Sevens;
use yomi_games::sevens::{Card, Cards, SeenSevens};

/// Written from the rules: the viewer sees its own hand and how many cards the other seats have left, but not
/// which.
pub fn swap(state: &Sevens, viewer: Player, rng: &mut Rng) -> Sevens {
    let board = *state.board();
    let seats = || Player::all(board.players()).filter(|&p| p != viewer);
    let mut hidden: Vec<Card> = seats().flat_map(|p| state.hand(p).iter()).collect();
    rng.shuffle(&mut hidden);
    let mut hands = [Cards::NONE; MAX_PLAYERS];
    for p in seats() {
        let own = hidden.drain(..state.hand(p).len() as usize);
        hands[p.index()] = own.collect();
    }
    Sevens::world(&SeenSevens { seat: viewer, hand: state.hand(viewer), board }, hands)
}
