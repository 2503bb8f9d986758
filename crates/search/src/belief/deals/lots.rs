//! Cards with the same weights at all seats form one lot: the dynamic program only counts how many go where.

use super::counts::Counts;
use super::table::Shape;
use crate::belief::{Hands, MAX_SEATS, Weights};
use yomi_bits::ones;

/// The weight of a card at each seat of the [`Shape`], 0 where it cannot be.
pub(super) type Row = [f64; MAX_SEATS];

/// Cards with the same row.
#[derive(Clone, Debug)]
pub(super) struct Lot {
    pub cards: u64,
    pub row: Row,
    /// Cards that are still to be dealt when this lot's turn comes, its own included.
    pub left: u32,
    /// The ways to distribute the lot, as a range of a list that all lots use. The last lot has none: it
    /// fills what is left.
    pub shares: (u32, u32),
}

/// A way to distribute a lot: how many cards each seat gets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub take: Counts,
    /// By how much it lowers the index into the table.
    pub offset: u32,
    /// The number of ways to choose the cards, times their weights.
    pub weight: f64,
}

/// n!, exact up to 22.
const FACTORIAL: [f64; 65] = {
    let mut table = [1.0; 65];
    let mut n = 1;
    while n < 65 {
        table[n] = table[n - 1] * n as f64;
        n += 1;
    }
    table
};

pub(super) fn factorial(n: u32) -> f64 {
    FACTORIAL[n as usize]
}

/// The factor of `n` cards at a seat. The product over all seats, times the factorial of the lot's size, is
/// the weight of a share.
pub(super) fn factor(weight: f64, n: u32) -> f64 {
    weight.powi(n as i32) / FACTORIAL[n as usize]
}

impl Lot {
    pub fn size(&self) -> u32 {
        self.cards.count_ones()
    }

    fn seats(&self) -> u64 {
        self.row.iter().filter(|&&weight| weight > 0.0).count() as u64
    }

    /// The number of ways to distribute n cards to m seats by count: the binomial n + m - 1 over m - 1.
    fn splits(&self) -> u64 {
        let (n, m) = (u64::from(self.size()), self.seats());
        (1..m).fold(1, |ways, i| ways * (n + i) / i)
    }
}

/// The rows of all cards, scaled so that the largest weight of a card is 1, and the logarithm of the total
/// scale factor.
pub(super) fn rows(shape: &Shape, cards: u64, may: &Hands, weights: &Weights) -> ([Row; 64], f64) {
    let mut rows = [[0.0; MAX_SEATS]; 64];
    let mut ln_scale = 0.0;
    for card in ones(cards) {
        let (row, own) = (&mut rows[card as usize], weights.of(card));
        let mut largest = 0.0f64;
        for (to, &seat) in row.iter_mut().zip(shape.seats()) {
            *to = if may[seat] >> card & 1 == 1 { own[seat] } else { 0.0 };
            largest = largest.max(*to);
        }
        if largest != 1.0 {
            row.iter_mut().for_each(|weight| *weight /= largest);
            ln_scale += largest.ln();
        }
    }
    (rows, ln_scale)
}

/// Groups cards with equal rows. The lot that can be distributed in most ways comes last, where it costs
/// nothing. Of the others, those that are cheaper card by card are split into single cards.
pub(super) fn gather(lots: &mut Vec<Lot>, shape: &Shape, cards: u64, may: &Hands, rows: Option<&[Row; 64]>) {
    lots.clear();
    let mut rest = cards;
    while rest != 0 {
        let card = rest.trailing_zeros();
        let mut alike = rest;
        let mut row = [0.0; MAX_SEATS];
        for (weight, &seat) in row.iter_mut().zip(shape.seats()) {
            let here = may[seat] >> card & 1 == 1;
            alike &= if here { may[seat] } else { !may[seat] };
            *weight = if here { 1.0 } else { 0.0 };
        }
        if let Some(rows) = rows {
            row = rows[card as usize];
            let others = ones(alike).filter(|&other| rows[other as usize] != row);
            alike = others.fold(alike, |alike, other| alike & !(1 << other));
        }
        rest &= !alike;
        lots.push(Lot { cards: alike, row, left: 0, shares: (0, 0) });
    }
    let Some(largest) = (0..lots.len()).max_by_key(|&i| lots[i].splits()) else { return };
    let last = lots.swap_remove(largest);
    for i in 0..lots.len() {
        if lots[i].splits() > 2 * u64::from(lots[i].size()) * lots[i].seats() {
            let mut single = lots[i].clone();
            for card in ones(lots[i].cards).skip(1) {
                single.cards = 1 << card;
                lots.push(single.clone());
            }
            lots[i].cards &= lots[i].cards.wrapping_neg();
        }
    }
    lots.push(last);
    let mut left = 0;
    for lot in lots.iter_mut().rev() {
        left += lot.size();
        lot.left = left;
    }
}

/// Lists the ways to distribute every lot except the last.
pub(super) fn share_out(lots: &mut [Lot], shape: &Shape, shares: &mut Vec<Share>) {
    shares.clear();
    let Some((_, lots)) = lots.split_last_mut() else { return };
    for lot in lots {
        let begin = shares.len() as u32;
        let none = Share { take: Counts::default(), offset: 0, weight: factorial(lot.size()) };
        spread(lot, shape, 0, lot.size(), none, shares);
        lot.shares = (begin, shares.len() as u32);
    }
}

fn spread(lot: &Lot, shape: &Shape, seat: usize, left: u32, so_far: Share, shares: &mut Vec<Share>) {
    if left == 0 {
        return shares.push(so_far);
    }
    if seat == shape.seats().len() {
        return;
    }
    let most = if lot.row[seat] > 0.0 { left.min(shape.rooms().get(seat)) } else { 0 };
    for n in 0..=most {
        let share = Share {
            take: so_far.take.with(seat, n),
            offset: so_far.offset + n * shape.stride(seat),
            weight: so_far.weight * factor(lot.row[seat], n),
        };
        spread(lot, shape, seat + 1, left - n, share, shares);
    }
}
