//! The table of the dynamic program: for each lot and each combination of room left at the seats when its
//! turn comes, the total weight of all ways to deal it and the lots after it.

use super::counts::Counts;
use super::lots::{Lot, Share, factor, factorial};
use crate::belief::MAX_SEATS;

/// How one layer of the table is laid out. The seat with the most room is not an axis: what is left for it
/// follows from the others. The seat with the second most room is the axis within a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    seats: [usize; MAX_SEATS],
    count: usize,
    rooms: Counts,
    strides: [u32; MAX_SEATS],
    rows: Vec<TableRow>,
    cells: usize,
}

/// The cells that differ only in the second seat's room.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableRow {
    start: usize,
    /// The room of all other seats of the table, and its sum.
    others: Counts,
    sum: u32,
}

impl Shape {
    pub fn lay_out(&mut self, room: &[u32; MAX_SEATS]) {
        self.count = 0;
        for seat in (0..MAX_SEATS).filter(|&seat| room[seat] > 0) {
            self.seats[self.count] = seat;
            self.count += 1;
        }
        self.seats[..self.count].sort_by_key(|&seat| std::cmp::Reverse(room[seat]));
        self.rooms = Counts::from_seats(self.seats().iter().map(|&seat| room[seat]));
        self.strides = [0; MAX_SEATS];
        self.rows.clear();
        self.rows.push(TableRow { start: 0, others: Counts::default(), sum: 0 });
        self.cells = 1;
        for seat in 1..self.count {
            self.strides[seat] = self.cells as u32;
            let size = self.rooms.get(seat) + 1;
            if seat > 1 {
                // Each row, these new ones included, comes again with one more for this seat.
                for row in 0..self.rows.len() * (size as usize - 1) {
                    let TableRow { start, others, sum } = self.rows[row];
                    let others = others.one_more(seat);
                    self.rows.push(TableRow { start: start + self.cells, others, sum: sum + 1 });
                }
            }
            self.cells *= size as usize;
        }
    }

    /// The seats of the game in the order used here.
    pub fn seats(&self) -> &[usize] {
        &self.seats[..self.count]
    }

    pub fn rooms(&self) -> Counts {
        self.rooms
    }

    pub fn stride(&self, seat: usize) -> u32 {
        self.strides[seat]
    }

    /// The cells of a layer.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The cell where all room is left.
    pub fn root(&self) -> usize {
        self.cells - 1
    }

    /// Every cell with its room when `left` cards are left; impossible cells are skipped.
    pub fn each_cell(&self, left: u32) -> impl Iterator<Item = (usize, Counts)> {
        self.rows.iter().flat_map(move |row| {
            (0..=self.rooms.get(1)).filter_map(move |n| {
                let first = left.checked_sub(row.sum + n).filter(|&first| first <= self.rooms.get(0))?;
                Some((row.start + n as usize, row.others.with(0, first).with(1, n)))
            })
        })
    }
}

/// The room that each seat may have when a lot's turn comes: no less than the lots before it must leave, no
/// more than it and the lots after it can fill.
struct Span {
    left: u32,
    least: Counts,
    most: Counts,
}

impl Span {
    /// The cells of a row that lie inside the span.
    #[inline]
    fn of(&self, row: &TableRow) -> Option<(u32, u32)> {
        if !row.others.cover(self.least.beyond_two()) || !self.most.cover(row.others) {
            return None;
        }
        let for_two = self.left.checked_sub(row.sum)?;
        let from = self.least.get(1).max(for_two.saturating_sub(self.most.get(0)));
        let to = self.most.get(1).min(for_two.checked_sub(self.least.get(0))?);
        (from <= to).then_some((from, to))
    }
}

/// Fills the table, a layer for each lot, from the last lot to the first.
pub(super) fn fill(values: &mut Vec<f64>, shape: &Shape, lots: &[Lot], shares: &[Share]) {
    let cells = shape.cells();
    values.clear();
    values.resize(cells * lots.len(), 0.0);
    let mut before = [0; MAX_SEATS];
    for lot in lots {
        count(&mut before, lot, |n, size| n + size);
    }
    let mut after = [0; MAX_SEATS];
    for (layer, lot) in lots.iter().enumerate().rev() {
        count(&mut before, lot, |n, size| n - size);
        count(&mut after, lot, |n, size| n + size);
        let room = |seat| shape.rooms().get(seat);
        let span = Span {
            left: lot.left,
            least: Counts::from_seats((0..shape.seats().len()).map(|s| room(s).saturating_sub(before[s]))),
            most: Counts::from_seats((0..shape.seats().len()).map(|s| room(s).min(after[s]))),
        };
        let (layers, next) = values.split_at_mut(cells * (layer + 1));
        let own = &mut layers[cells * layer..];
        if layer + 1 == lots.len() {
            fill_last(own, shape, lot, &span);
        } else {
            let shares = &shares[lot.shares.0 as usize..lot.shares.1 as usize];
            fill_layer(own, &next[..cells], shape, shares, &span);
        }
    }
}

fn count(numbers: &mut [u32; MAX_SEATS], lot: &Lot, change: impl Fn(u32, u32) -> u32) {
    for (n, weight) in numbers.iter_mut().zip(lot.row) {
        if weight > 0.0 {
            *n = change(*n, lot.size());
        }
    }
}

/// The last lot fills what is left, so every seat's number is given and only the ways to choose the cards are
/// counted.
fn fill_last(own: &mut [f64], shape: &Shape, lot: &Lot, span: &Span) {
    let all = factorial(lot.size());
    for row in &shape.rows {
        let Some((from, to)) = span.of(row) else { continue };
        let others: f64 =
            (2..shape.seats().len()).map(|seat| factor(lot.row[seat], row.others.get(seat))).product();
        for n in from..=to {
            let first = span.left - row.sum - n;
            own[row.start + n as usize] = all * others * factor(lot.row[1], n) * factor(lot.row[0], first);
        }
    }
}

fn fill_layer(own: &mut [f64], next: &[f64], shape: &Shape, shares: &[Share], span: &Span) {
    for row in &shape.rows {
        let Some((from, to)) = span.of(row) else { continue };
        let for_two = span.left - row.sum;
        for share in shares {
            if !row.others.cover(share.take.beyond_two()) || for_two < share.take.get(0) {
                continue;
            }
            let from = from.max(share.take.get(1));
            let to = to.min(for_two - share.take.get(0));
            if from > to {
                continue;
            }
            let (start, length) = (row.start + from as usize, (to - from + 1) as usize);
            let leads_to = &next[start - share.offset as usize..][..length];
            for (value, after) in own[start..][..length].iter_mut().zip(leads_to) {
                *value += share.weight * after;
            }
        }
    }
}
