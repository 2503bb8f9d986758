//! A small number for each seat, one byte each in a word, so that all are compared or subtracted at once.

use crate::belief::MAX_SEATS;

/// At most 64 for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts(u64);

// One byte per seat.
const _: () = assert!(MAX_SEATS <= 8);

const TOPS: u64 = 0x8080_8080_8080_8080;

impl Counts {
    pub fn from_seats(numbers: impl IntoIterator<Item = u32>) -> Counts {
        numbers.into_iter().enumerate().fold(Counts(0), |all, (seat, n)| all.with(seat, n))
    }

    /// Sets the number of a seat, which must be 0 so far, to `n`.
    #[inline(always)]
    pub fn with(self, seat: usize, n: u32) -> Counts {
        Counts(self.0 | u64::from(n) << (8 * seat))
    }

    pub fn one_more(self, seat: usize) -> Counts {
        Counts(self.0 + (1 << (8 * seat)))
    }

    #[inline(always)]
    pub fn get(self, seat: usize) -> u32 {
        (self.0 >> (8 * seat)) as u32 & 0xFF
    }

    /// None of the numbers is below that of `other`: no byte borrows from the bit above it.
    #[inline(always)]
    pub fn cover(self, other: Counts) -> bool {
        ((self.0 | TOPS) - other.0) & TOPS == TOPS
    }

    #[inline(always)]
    pub fn minus(self, other: Counts) -> Counts {
        Counts(self.0 - other.0)
    }

    /// Without the first two seats.
    #[inline(always)]
    pub fn beyond_two(self) -> Counts {
        Counts(self.0 & !0xFFFF)
    }

    /// The first seat that has any; all must not be 0.
    #[inline(always)]
    pub fn first(self) -> usize {
        self.0.trailing_zeros() as usize / 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_compared_one_by_one() {
        let a = Counts::from_seats([64, 0, 3, 1]);
        assert!(a.cover(a) && a.cover(Counts::default()));
        assert!(a.cover(Counts::from_seats([1, 0, 3])));
        assert!(!a.cover(Counts::from_seats([0, 1])));
        assert!(!a.cover(Counts::from_seats([64, 0, 4, 1])));
        assert!(!a.cover(Counts::default().with(7, 1)));
        assert_eq!(a.minus(Counts::from_seats([60, 0, 3])), Counts::from_seats([4, 0, 0, 1]));
        assert_eq!((a.get(0), a.get(3), a.get(7), a.first()), (64, 1, 0, 0));
        assert_eq!(a.beyond_two().first(), 2);
    }
}
