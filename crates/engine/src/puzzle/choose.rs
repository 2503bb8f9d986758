//! Which puzzles are asked next, and how many there are.

use super::memory::Cards;
use super::wire::Puzzle;

/// The puzzles of a day, at most `count`: first those that are due, the longest overdue one first, then new ones
/// from easy to hard. Those that sit are left out, and those that come another day.
pub fn of_today<'a>(
    puzzles: impl IntoIterator<Item = &'a Puzzle>,
    cards: &Cards,
    today: i64,
    count: usize,
) -> Vec<&'a Puzzle> {
    let mut due = Vec::new();
    let mut new = Vec::new();
    for puzzle in puzzles {
        match cards.get(&puzzle.id) {
            Some(card) if card.is_due(today) => due.push((card.due, puzzle)),
            Some(_) => {}
            None => new.push(puzzle),
        }
    }
    due.sort_by_key(|(day, _)| *day);
    new.sort_by_key(|puzzle| puzzle.level);
    due.into_iter().map(|(_, puzzle)| puzzle).chain(new).take(count).collect()
}

/// How a person stands with some puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Standing {
    pub puzzles: usize,
    /// Asked before, and to be asked again today.
    pub due: usize,
    /// Never asked.
    pub new: usize,
    /// Known for good.
    pub sit: usize,
    /// Days until the next one of the others.
    pub next: Option<i64>,
}

impl Standing {
    pub fn of<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>, cards: &Cards, today: i64) -> Standing {
        let mut standing = Standing::default();
        for puzzle in puzzles {
            standing.puzzles += 1;
            match cards.get(&puzzle.id) {
                None => standing.new += 1,
                Some(card) if card.sits() => standing.sit += 1,
                Some(card) if card.is_due(today) => standing.due += 1,
                Some(card) => {
                    let days = card.due - today;
                    standing.next = Some(standing.next.map_or(days, |next| next.min(days)));
                }
            }
        }
        standing
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Card;
    use super::*;
    use crate::wire::Bound;

    fn puzzle(id: &str, level: u8) -> Puzzle {
        Puzzle {
            id: id.into(),
            level,
            missed: [0, 1],
            best: "1".into(),
            second: "2".into(),
            value: 1.0,
            lead: 1.0,
            lead_se: 0.0,
            bound: Bound::Proven,
            worlds: 0,
            natural: Vec::new(),
            view: Default::default(),
        }
    }

    #[test]
    fn due_ones_come_first_and_new_ones_from_easy_to_hard() {
        let puzzles = [("hard", 5), ("easy", 1), ("late", 2), ("later", 2), ("sits", 1), ("tomorrow", 1)]
            .map(|(id, l)| puzzle(id, l));
        let card = |due, interval| Card { due, interval, ..Card::default() };
        let cards: Cards =
            [("late", card(9, 6)), ("later", card(4, 6)), ("sits", card(1, 300)), ("tomorrow", card(11, 1))]
                .map(|(id, card)| (id.to_string(), card))
                .into();
        let ids = |count| -> Vec<&str> {
            of_today(&puzzles, &cards, 10, count).into_iter().map(|puzzle| puzzle.id.as_str()).collect()
        };
        assert_eq!(ids(9), ["later", "late", "easy", "hard"]);
        assert_eq!(ids(2), ["later", "late"]);
        let standing = Standing { puzzles: 6, due: 2, new: 2, sit: 1, next: Some(1) };
        assert_eq!(Standing::of(&puzzles, &cards, 10), standing);
        assert_eq!(Standing::of(&puzzles[..2], &cards, 10).next, None);
    }
}
