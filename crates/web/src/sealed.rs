//! Moves of a deal that the seat which looks must not see.
//!
//! A client holds a whole deal as its number and its moves. What the opponent put face down is among them, but
//! the client's seat may not know it: such a move is held sealed, as its place among the legal moves, covered by
//! a number that only the deal gives. It tells no more than the number of the deal does.

use yomi::core::Rng;
use yomi::{Fault, FaultKind, Session};

const PREFIX: &str = "sealed:";

pub fn is_sealed(text: &str) -> bool {
    text.starts_with(PREFIX)
}

/// What covers the move with this index in the list.
fn cover(seed: u64, index: usize) -> u16 {
    // Another stream than any that deals or searches: those count from 0.
    let mut rng = Rng::new(seed).split(u64::MAX - index as u64);
    rng.below(1 << 16) as u16
}

/// A move of the seat to move, sealed; `choices` is what it could choose from.
pub fn seal(seed: u64, index: usize, choices: &[String], chosen: &str) -> String {
    let place = choices.iter().position(|text| text == chosen).expect("an agent chooses a legal move");
    let place = u16::try_from(place).expect("fewer legal moves than 65,536");
    format!("{PREFIX}{:04x}", place ^ cover(seed, index))
}

/// What the seat to move may choose from, in the order in which moves are sealed.
pub fn choices(session: &dyn Session) -> Vec<String> {
    let mover = session.next();
    mover.map_or_else(Vec::new, |seat| {
        session.position(seat).legal().into_iter().map(|legal| legal.text).collect()
    })
}

/// Plays a list of moves, sealed ones among them.
pub fn submit(session: &mut dyn Session, seed: u64, moves: &[String]) -> Result<(), Fault> {
    let mut from = 0;
    for (index, word) in moves.iter().enumerate() {
        let Some(token) = word.strip_prefix(PREFIX) else { continue };
        session.submit_list(&moves[from..index].join(" ")).map_err(|why| later(why, from))?;
        let mut choices = choices(session);
        let place =
            u16::from_str_radix(token, 16).ok().map(|covered| usize::from(covered ^ cover(seed, index)));
        match place.filter(|place| *place < choices.len()) {
            Some(place) => session.submit(&choices.swap_remove(place)).map_err(|why| why.at_entry(index))?,
            None => return Err(not_of_this_deal(word).at_entry(index)),
        }
        from = index + 1;
    }
    session.submit_list(&moves[from..].join(" ")).map_err(|why| later(why, from))
}

/// A fault in a part of the list that begins here.
fn later(mut why: Fault, from: usize) -> Fault {
    why.entry = why.entry.map(|entry| entry + from);
    why
}

fn not_of_this_deal(word: &str) -> Fault {
    Fault::new(
        FaultKind::IllegalMove,
        format!(
            "{word:?} is not a sealed move of this deal at this place; expected the list as the server gave it"
        ),
        format!(
            "{word:?} はこの配りのこの位置の伏せた手ではありません。サーバーが返した並びのままにしてください"
        ),
    )
}
