//! Moves of a deal that the seat which looks must not see.
//!
//! A client holds a whole deal as its number and its moves. What the opponent put face down is among them,
//! but the client's seat may not know it: such a move is held sealed, as its place among the legal moves,
//! covered by a number that follows from the deal, from where the move is, and from a number drawn anew for
//! every seal. So two seals never tell whether they hold the same move, also after an undo, and any server
//! opens them. A seal tells no more than the number of the deal does.

use std::hash::{BuildHasher, RandomState};
use yomi::{Fault, FaultKind, Session};

const PREFIX: &str = "sealed:";

pub fn is_sealed(text: &str) -> bool {
    text.starts_with(PREFIX)
}

/// Letters of what was drawn, and of the covered place.
const DRAWN: usize = 16;
const COVERED: usize = 4;

/// What covers the move with this index in the list, in the seal for which this number was drawn.
fn cover(seed: u64, index: usize, drawn: u64) -> u16 {
    let place = [index as u64, drawn].map(u64::to_le_bytes).concat();
    let [low, high, ..] = hmac_sha256::HMAC::mac(place, seed.to_le_bytes());
    u16::from_le_bytes([low, high])
}

/// A number that nobody can foretell: the system's luck keys the hasher.
fn draw() -> u64 {
    RandomState::new().hash_one(0)
}

/// A move of the seat to move, sealed; `choices` is what it could choose from.
pub fn seal(seed: u64, index: usize, choices: &[String], chosen: &str) -> String {
    let place = choices.iter().position(|text| text == chosen).expect("an agent chooses a legal move");
    let place = u16::try_from(place).expect("fewer legal moves than 65,536");
    let drawn = draw();
    format!("{PREFIX}{drawn:0DRAWN$x}{:0COVERED$x}", place ^ cover(seed, index, drawn))
}

/// The place in the list of choices that a seal holds.
fn opened(seed: u64, index: usize, token: &str) -> Option<usize> {
    let (drawn, covered) = token.split_at_checked(DRAWN).filter(|(_, covered)| covered.len() == COVERED)?;
    let drawn = u64::from_str_radix(drawn, 16).ok()?;
    let covered = u16::from_str_radix(covered, 16).ok()?;
    Some(usize::from(covered ^ cover(seed, index, drawn)))
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
        match opened(seed, index, token).filter(|place| *place < choices.len()) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The same move at the same place, and another one: neither what is equal nor what differs can be told from
    /// the seals.
    #[test]
    fn two_seals_cannot_be_compared() {
        let choices: Vec<String> = ["a", "b", "c"].map(String::from).into();
        let seals: Vec<String> = (0..64).map(|n| seal(7, 3, &choices, &choices[n % 2])).collect();
        let different: std::collections::BTreeSet<&String> = seals.iter().collect();
        assert_eq!(different.len(), seals.len());
        let covered = |seal: &String| seal[seal.len() - COVERED..].to_string();
        let same_move: std::collections::BTreeSet<String> = seals.iter().step_by(2).map(covered).collect();
        assert!(same_move.len() > 24, "what covers it is drawn anew: {same_move:?}");
        for (n, seal) in seals.iter().enumerate() {
            assert_eq!(seal.len(), PREFIX.len() + DRAWN + COVERED);
            assert_eq!(opened(7, 3, &seal[PREFIX.len()..]), Some(n % 2));
        }
    }

    #[test]
    fn what_is_no_seal_opens_nothing() {
        for token in [
            "",
            "zzzz",
            "0123",
            "0123456789abcdef",
            "0123456789abcdef012",
            "0123456789abcdeé0123",
            "g123456789abcdef0123",
        ] {
            assert_eq!(opened(1, 1, token), None, "{token}");
        }
    }
}
