//! The table of a contest log: rows of cells whose suits the log may not name.

use super::ContestLog;
use yomi_core::{Player, Rejected, sentence};
use yomi_games::sevens::{Card, Cards, LANE_CARDS, Suit};

/// The cards on the table, and which of them were not played.
#[derive(Clone, Debug)]
pub struct Table {
    pub all: Cards,
    /// The hands of the seats that burst.
    pub burst: Cards,
    /// For each card of a burst, the first play that needs it on the table: with as few ends opened by the
    /// tunnel as possible, or with as many.
    needed: [Vec<(Card, usize)>; 2],
}

impl Table {
    /// The index of the first play that was impossible without this card, with or without ends opened by the
    /// tunnel.
    pub fn needed_by(&self, card: Card, tunnel: bool) -> usize {
        self.needed[usize::from(tunnel)].iter().find(|(c, _)| *c == card).map_or(usize::MAX, |(_, at)| *at)
    }
}

/// The orders of rows to try if the log does not name them: the contest's own, and the usual one.
const ORDERS: [[Suit; 4]; 2] = [[Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds], Suit::ALL];

pub fn read_table(
    log: &ContestLog,
    played: Cards,
    hand: Cards,
    plays: &[(Player, Card)],
) -> Result<Table, Rejected> {
    let rows = &log.field_cards;
    if rows.len() != 4 || rows.iter().any(|row| row.len() != 13 || row.iter().any(|&cell| cell > 1)) {
        return Err(Rejected(sentence!(
            "field_cards: expected 4 rows of 13 cells, A to K, each 0 or 1",
            "field_cards: AからKまで13個の0か1を4行書いてください"
        )));
    }
    if rows.iter().any(|row| row[6] == 0) {
        return Err(Rejected(sentence!(
            "field_cards: the sevens lie from the start; expected 1 in the seventh cell",
            "field_cards: 7は最初から場にあります。7番目は1にしてください"
        )));
    }
    let tables: Vec<Cards> = match &log.suits {
        Some(letters) => vec![laid(rows, &suits(letters)?)],
        None => ORDERS.iter().map(|order| laid(rows, order)).collect(),
    };
    let agrees = |table: &&Cards| (played - **table).is_empty() && (**table & hand).is_empty();
    let all = *tables.iter().find(agrees).unwrap_or(&tables[0]);
    if let Some(card) = (played - all).iter().next() {
        return Err(Rejected(sentence!(
            "field_cards: {card} was played, but it is not on the table",
            "field_cards: {card} は出されていますが、場にありません"
        )));
    }
    if let Some(card) = (all & hand).iter().next() {
        return Err(Rejected(sentence!(
            "field_cards: {card} is on the table, but it is also in my_hands",
            "field_cards: {card} が場にも my_hands にもあります"
        )));
    }
    let burst = all - played;
    Ok(Table { all, burst, needed: [false, true].map(|tunnel| needed(burst, plays, tunnel)) })
}

fn suits(letters: &str) -> Result<[Suit; 4], Rejected> {
    let suit = |letter: char| Suit::ALL.into_iter().find(|s| s.letter() == letter.to_ascii_uppercase());
    let found: Option<Vec<Suit>> = letters.chars().take(5).map(suit).collect();
    let all_different = |list: &Vec<Suit>| Suit::ALL.iter().all(|suit| list.contains(suit));
    let order = found.filter(all_different).and_then(|list| list.try_into().ok());
    order.ok_or_else(|| {
        Rejected(sentence!(
            "suits: expected the letters S, H, D and C in the order of the rows, for example \"SCHD\"",
            "suits: \"SCHD\" のように、行の順に S、H、D、C を並べてください"
        ))
    })
}

fn laid(rows: &[Vec<u8>], order: &[Suit; 4]) -> Cards {
    let cells =
        rows.iter().zip(order).flat_map(|(row, suit)| row.iter().zip(1..).map(move |cell| (*suit, cell)));
    cells
        .filter(|(_, (cell, _))| **cell == 1)
        .filter_map(|(suit, (_, number))| Card::new(suit, number))
        .collect()
}

/// For each card of a burst: the first play beyond it in its lane, or the first play for which it opened the
/// tunnel.
fn needed(burst: Cards, plays: &[(Player, Card)], tunnel: bool) -> Vec<(Card, usize)> {
    let mut needed: Vec<(Card, usize)> = Vec::new();
    let mut played = Cards::NONE;
    for (at, &(_, card)) in plays.iter().enumerate() {
        let nearer: Cards = (0..card.distance() - 1).map(|step| Card::at(8 * card.lane() + step)).collect();
        let other_end = Card::at(8 * (card.lane() ^ 1) + LANE_CARDS - 1);
        let missing = nearer - played;
        let through = card.is_end() && (tunnel || !(missing - burst).is_empty());
        let by = match card.is_end() && played.has(other_end) {
            true => Cards::NONE,
            false if through && burst.has(other_end) && !missing.is_empty() => other_end.set(),
            false => missing & burst,
        };
        let new = by.iter().filter(|card| !needed.iter().any(|(known, _)| known == card)).collect::<Vec<_>>();
        needed.extend(new.into_iter().map(|card| (card, at)));
        played = played.with(card);
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A card that is not the end of its lane is played past what a burst laid before it, whether or not lanes can be
    /// entered from their other end.
    #[test]
    fn a_play_needs_what_lies_before_it() {
        let (first, second) = (Card::at(0), Card::at(1));
        let other_end = Card::at(8 + LANE_CARDS - 1);
        let burst: Cards = [first, other_end].into_iter().collect();
        for tunnel in [false, true] {
            assert_eq!(needed(burst, &[(Player::FIRST, second)], tunnel), [(first, 0)], "{tunnel}");
        }
        // The end of the lane itself is entered through the tunnel where there is one.
        let end = Card::at(LANE_CARDS - 1);
        assert_eq!(needed(burst, &[(Player::FIRST, end)], true), [(other_end, 0)]);
    }
}
