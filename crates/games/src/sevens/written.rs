//! What a seat sees, as written to files.

use super::board::SEATS;
use super::{Board, Cards, Place, SeenSevens, Tunnel, Variant};
use serde::{Deserialize, Serialize};
use yomi_core::{MAX_PLAYERS, Player, Rejected, sentence};

/// What a seat sees, with readable names.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    seat: Player,
    hand: Cards,
    /// Cards on the table, without the sevens.
    #[serde(default)]
    table: Cards,
    /// All seats, the viewer's included.
    seats: Vec<Place>,
    /// The seat to move; the winner if the game is over.
    turn: Player,
    #[serde(default)]
    rules: Tunnel,
    #[serde(default = "usual_passes")]
    free_passes: u8,
    /// The table when each seat last passed, where it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    passed_at: Vec<Option<Cards>>,
}

fn usual_passes() -> u8 {
    Variant::default().passes
}

impl From<SeenSevens> for Written {
    fn from(seen: SeenSevens) -> Written {
        let board = seen.board;
        let passed = |table: &Cards| (*table != Cards::ALL).then_some(*table);
        let mut passed_at: Vec<Option<Cards>> =
            board.passed_at[..board.players()].iter().map(passed).collect();
        if passed_at.iter().all(Option::is_none) {
            passed_at.clear();
        }
        Written {
            seat: seen.seat,
            hand: seen.hand,
            table: board.table,
            seats: board.places[..board.players()].to_vec(),
            turn: board.mover,
            rules: board.variant.tunnel,
            free_passes: board.variant.passes,
            passed_at,
        }
    }
}

impl TryFrom<Written> for SeenSevens {
    type Error = Rejected;

    fn try_from(written: Written) -> Result<SeenSevens, Rejected> {
        let players = written.seats.len();
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(Rejected(sentence!(
                "seats: {players}; expected 2 to {MAX_PLAYERS}",
                "seats: {players}席あります。2から{MAX_PLAYERS}までにしてください"
            )));
        }
        if written.seat.index() >= players {
            return Err(Rejected(sentence!(
                "seat {} does not exist; there are {players} seats",
                "席{}はありません。全部で{players}席です",
                written.seat
            )));
        }
        let mut places = [Place::default(); SEATS];
        places[..players].copy_from_slice(&written.seats);
        let variant = Variant { tunnel: written.rules, players: players as u8, passes: written.free_passes };
        let is_in = |seat: &usize| places[*seat].burst == 0;
        let playing = (0..players).filter(is_in).fold(0, |set, seat| set | 1u8 << seat);
        if playing == 0 {
            return Err(Rejected(sentence!(
                "burst: the last seat in the game has won and cannot burst",
                "burst: 最後に残った席は勝者です。バーストはしません"
            )));
        }
        if written.passed_at.len() > players {
            return Err(Rejected(sentence!(
                "passed_at: {} seats; expected at most {players}",
                "passed_at: {}席分あります。{players}席分までです",
                written.passed_at.len()
            )));
        }
        let mut passed_at = [Cards::ALL; SEATS];
        for (seat, table) in written.passed_at.into_iter().enumerate() {
            passed_at[seat] = table.unwrap_or(Cards::ALL);
        }
        let mut board = Board {
            variant,
            table: written.table,
            passed_at,
            places,
            mover: written.turn,
            playing,
            winner: None,
        };
        board.check()?;
        let last = usize::from(board.seats_in()) == 1;
        if last || board.place(board.mover).cards == 0 {
            board.winner = Some(board.mover);
        }
        let seen = SeenSevens { seat: written.seat, hand: written.hand, board };
        check_cards(&seen)?;
        Ok(seen)
    }
}

/// Checks that hands and table together are the cards of the game.
fn check_cards(seen: &SeenSevens) -> Result<(), Rejected> {
    let board = &seen.board;
    if let Some(card) = (seen.hand & board.table).iter().next() {
        return Err(Rejected(sentence!(
            "{card} is in the hand and on the table",
            "{card} が手札にも場にもあります"
        )));
    }
    let own = u32::from(board.place(seen.seat).cards);
    if own != seen.hand.len() {
        return Err(Rejected(sentence!(
            "seats: seat {} has {own} cards, but the hand lists {}",
            "seats: 席{}は{own}枚のはずですが、hand には{}枚あります",
            seen.seat,
            seen.hand.len()
        )));
    }
    let held: u32 = Player::all(board.players()).map(|p| u32::from(board.place(p).cards)).sum();
    let (laid, all) = (board.table.len(), Cards::ALL.len());
    if held + laid != all {
        return Err(Rejected(sentence!(
            "seats: {held} cards in the hands and {laid} on the table are {}; expected {all}, the sevens not counted",
            "seats: 手札{held}枚と場{laid}枚で{}枚です。7を除いて{all}枚のはずです",
            held + laid
        )));
    }
    if !board.is_in(board.mover) {
        return Err(Rejected(sentence!(
            "turn: seat {} has burst",
            "turn: 席{}はバーストしています",
            board.mover
        )));
    }
    let mut empty = Player::all(board.players()).filter(|&p| board.is_in(p) && board.place(p).cards == 0);
    if let Some(p) = empty.find(|&p| p != board.mover) {
        return Err(Rejected(sentence!(
            "turn: seat {p} has no card left and has won; expected \"turn\": {p}",
            "turn: 席{p}は手札がなくなり、勝っています。\"turn\": {p} にしてください"
        )));
    }
    Ok(())
}
