//! Positions of Twin Cool up to renaming of suits, values and slots.
//!
//! A position is a list of cards, first the tops of the slots and then the hand, and all that matters is
//! which of them share a suit and which share a value. Number the suits in the order in which they first
//! occur in the list, and the values likewise: two lists get the same numbers if and only if some renaming of
//! suits and values turns one into the other. The [`Form`] is that numbering. The lists of one position
//! differ in the order of the hand and of the tops; the least of their forms is the *canonical* one, and two
//! positions have the same canonical form if and only if they are equivalent.

/// Maximum length of a list: two tops and a hand of five.
pub const MOST_CELLS: usize = 7;

/// Suit and value numbers of a list of cards, in the order of first occurrence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Form {
    tops: u8,
    len: u8,
    rows: [u8; MOST_CELLS],
    columns: [u8; MOST_CELLS],
}

/// A card of a form: the number of its suit and of its value.
pub type Cell = (u8, u8);

/// Maps the suits and values of one form to those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renaming {
    pub rows: [u8; MOST_CELLS],
    pub columns: [u8; MOST_CELLS],
}

impl Form {
    /// The form of a list of cards by suit and value, `tops` of them on the slots.
    pub fn new(tops: usize, cards: impl IntoIterator<Item = Cell>) -> Form {
        Form::with_renaming(tops, cards).0
    }

    /// The form, and the number assigned to every suit and value of the list. Suits and values of the list
    /// are below [`MOST_CELLS`].
    fn with_renaming(tops: usize, cards: impl IntoIterator<Item = Cell>) -> (Form, Renaming) {
        const UNKNOWN: u8 = u8::MAX;
        let mut names = Renaming { rows: [UNKNOWN; MOST_CELLS], columns: [UNKNOWN; MOST_CELLS] };
        let mut form = Form { tops: tops as u8, ..Form::default() };
        let (mut rows, mut columns) = (0, 0);
        let number = |name: &mut u8, next: &mut u8| {
            if *name == UNKNOWN {
                *name = *next;
                *next += 1;
            }
            *name
        };
        for (row, column) in cards {
            let at = usize::from(form.len);
            form.rows[at] = number(&mut names.rows[usize::from(row)], &mut rows);
            form.columns[at] = number(&mut names.columns[usize::from(column)], &mut columns);
            form.len += 1;
        }
        (form, names)
    }

    pub fn tops(&self) -> usize {
        usize::from(self.tops)
    }

    pub fn hand(&self) -> usize {
        usize::from(self.len - self.tops)
    }

    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + Clone + '_ {
        (0..usize::from(self.len)).map(|i| (self.rows[i], self.columns[i]))
    }

    /// Number of different suits.
    pub fn row_count(&self) -> usize {
        self.cells().map(|(row, _)| usize::from(row) + 1).max().unwrap_or(0)
    }

    /// Number of different values.
    pub fn column_count(&self) -> usize {
        self.cells().map(|(_, column)| usize::from(column) + 1).max().unwrap_or(0)
    }

    /// The form of the same list with one more card in hand. Numbers beyond those that occur are new suits or
    /// values.
    pub fn with(&self, cell: Cell) -> Form {
        Form::new(self.tops(), self.cells().chain([cell]))
    }

    /// The form after hand card `card` was played on slot `slot`, an empty slot being the last.
    pub fn after(&self, card: usize, slot: usize) -> Form {
        let cells: Vec<Cell> = self.cells().collect();
        let tops = self.tops();
        let mut list: Vec<Cell> = cells[..tops].to_vec();
        let played = cells[tops + card];
        match list.get_mut(slot) {
            Some(top) => *top = played,
            None => list.push(played),
        }
        let new_tops = list.len();
        list.extend((0..self.hand()).filter(|&i| i != card).map(|i| cells[tops + i]));
        Form::new(new_tops, list)
    }

    /// Whether hand card `card` may be played on slot `slot`.
    pub fn fits(&self, card: usize, slot: usize) -> bool {
        let hand = self.tops() + card;
        slot >= self.tops() || self.rows[hand] == self.rows[slot] || self.columns[hand] == self.columns[slot]
    }

    /// Every play: card and slot. Only one of two empty slots is used.
    pub fn plays(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let slots = (self.tops() + 1).min(2);
        (0..self.hand()).flat_map(move |card| {
            (0..slots).filter(move |&slot| self.fits(card, slot)).map(move |slot| (card, slot))
        })
    }

    /// The least form over all orders of the tops and of the hand, and the mapping of this form's suits and
    /// values to it.
    pub fn canonical(&self) -> (Form, Renaming) {
        let cells: Vec<Cell> = self.cells().collect();
        let (tops, hand) = cells.split_at(self.tops());
        let mut best: Option<(Form, Renaming)> = None;
        let mut order: Vec<Cell> = cells.clone();
        for swapped in 0..tops.len().max(1) {
            for (i, &top) in tops.iter().enumerate() {
                order[(i + swapped) % tops.len()] = top;
            }
            order[tops.len()..].copy_from_slice(hand);
            let at = tops.len();
            for_each_order(&mut order, at, &mut |order| {
                let found = Form::with_renaming(at, order.iter().copied());
                if best.as_ref().is_none_or(|(form, _)| found.0 < *form) {
                    best = Some(found);
                }
            });
        }
        best.expect("a list has an order")
    }
}

/// Calls `f` with every permutation of the cells from `at` on.
fn for_each_order(cells: &mut [Cell], at: usize, f: &mut impl FnMut(&[Cell])) {
    if at + 1 >= cells.len() {
        return f(cells);
    }
    for i in at..cells.len() {
        cells.swap(at, i);
        for_each_order(cells, at + 1, f);
        cells.swap(at, i);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    /// Renaming suits and values and reordering hand and tops never changes the canonical form, and the
    /// returned renaming maps to it.
    #[test]
    fn the_canonical_form_is_one() {
        let mut rng = Rng::new(3);
        for _ in 0..300 {
            let (tops, hand) = (rng.below(3) as usize, 1 + rng.below(5) as usize);
            let mut cells: Vec<Cell> = Vec::new();
            while cells.len() < tops + hand {
                let cell = (rng.below(4) as u8, rng.below(5) as u8);
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
            let form = Form::new(tops, cells.iter().copied());
            let (canonical, names) = form.canonical();
            let mut rows: Vec<u8> = (0..7).collect();
            let mut columns = rows.clone();
            rng.shuffle(&mut rows);
            rng.shuffle(&mut columns);
            rng.shuffle(&mut cells[..tops]);
            rng.shuffle(&mut cells[tops..]);
            let other = Form::new(tops, cells.iter().map(|&(r, c)| (rows[r as usize], columns[c as usize])));
            assert_eq!(other.canonical().0, canonical);
            let sorted = |form: &Form, names: Option<&Renaming>| {
                let mut cells: Vec<(bool, Cell)> = form
                    .cells()
                    .enumerate()
                    .map(|(i, (r, c))| {
                        let cell = match names {
                            Some(n) => (n.rows[usize::from(r)], n.columns[usize::from(c)]),
                            None => (r, c),
                        };
                        (i < tops, cell)
                    })
                    .collect();
                cells.sort_unstable();
                cells
            };
            assert_eq!(sorted(&form, Some(&names)), sorted(&canonical, None));
        }
    }

    #[test]
    fn different_games_have_different_forms() {
        // A pair of one suit with two unrelated cards, or all unrelated.
        let pair = Form::new(1, [(0, 0), (0, 1), (1, 2)]).canonical().0;
        let strangers = Form::new(1, [(0, 0), (1, 1), (2, 2)]).canonical().0;
        let on_hand = Form::new(1, [(0, 0), (1, 1), (1, 2)]).canonical().0;
        let by_value = Form::new(1, [(0, 0), (1, 0), (2, 2)]).canonical().0;
        let all = [pair, strangers, on_hand, by_value];
        for (i, a) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|b| a != b), "{i}");
        }
        assert_eq!(pair.plays().count(), 3, "one on the top, two on the empty slot");
    }
}
