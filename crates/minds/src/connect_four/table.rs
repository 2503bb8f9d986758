//! The solver's transposition table: four bytes a position, and no position is ever taken for another.
//!
//! A key has 49 bits. It is mixed by a function that can be undone, so that part of the mixed bits can name the place in
//! the table and the rest, stored there, completes them: together they are the whole key. What is stored is a bound of
//! the score; bounds are truths about a position, so a table can serve any number of searches.

/// What is known of a position's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    AtLeast(i8),
    AtMost(i8),
}

const KEY_BITS: u32 = 49;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;
/// A bound takes seven bits: 43 scores, from below or from above, and 0 for a free place.
const BOUND_BITS: u32 = 7;
const LOWEST_SCORE: i8 = -21;
const SCORES: i8 = 43;

pub struct BoundTable {
    entries: Vec<u32>,
    place_bits: u32,
}

/// A place in the table, and what is stored there to complete the key.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    index: usize,
    rest: u32,
}

/// The fewest and the most places, as powers of two: with fewer the rest of a key would not fit.
pub const PLACE_BITS: std::ops::RangeInclusive<u32> = KEY_BITS - (32 - BOUND_BITS)..=28;

impl BoundTable {
    /// With 2^`place_bits` places of four bytes each.
    pub fn new(place_bits: u32) -> BoundTable {
        assert!(PLACE_BITS.contains(&place_bits));
        BoundTable { entries: vec![0; 1 << place_bits], place_bits }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<u32>()
    }

    #[inline]
    pub fn place(&self, key: u64) -> Place {
        let mixed = mix(key);
        let rest_bits = KEY_BITS - self.place_bits;
        Place { index: (mixed >> rest_bits) as usize, rest: (mixed & ((1 << rest_bits) - 1)) as u32 }
    }

    #[inline]
    pub fn prefetch(&self, place: Place) {
        yomi_bits::prefetch(&self.entries, place.index);
    }

    #[inline]
    pub fn get(&self, place: Place) -> Option<Bound> {
        let entry = self.entries[place.index];
        let code = (entry & ((1 << BOUND_BITS) - 1)) as i8;
        if code == 0 || entry >> BOUND_BITS != place.rest {
            return None;
        }
        Some(match code - 1 {
            c if c < SCORES => Bound::AtLeast(c + LOWEST_SCORE),
            c => Bound::AtMost(c - SCORES + LOWEST_SCORE),
        })
    }

    #[inline]
    pub fn put(&mut self, place: Place, bound: Bound) {
        let code = 1 + match bound {
            Bound::AtLeast(score) => score - LOWEST_SCORE,
            Bound::AtMost(score) => score - LOWEST_SCORE + SCORES,
        };
        self.entries[place.index] = place.rest << BOUND_BITS | code as u32;
    }
}

/// Mixes the bits of a key; different keys stay different, since every step can be undone within 49 bits.
#[inline]
const fn mix(key: u64) -> u64 {
    let mut x = key & KEY_MASK;
    x ^= x >> 25;
    x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15) & KEY_MASK;
    x ^= x >> 25;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93) & KEY_MASK;
    x ^ x >> 25
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_can_be_undone() {
        // The inverse of an odd factor modulo 2^49, by Newton's iteration.
        let inverse = |odd: u64| {
            (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))) & KEY_MASK
        };
        let unshift = |x: u64| x ^ x >> 25;
        let mut key = 12345u64;
        for _ in 0..10_000 {
            key = key.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let k = key & KEY_MASK;
            let mut x = unshift(mix(k));
            x = unshift(x.wrapping_mul(inverse(0xD6E8_FEB8_6659_FD93)) & KEY_MASK);
            x = unshift(x.wrapping_mul(inverse(0x9E37_79B9_7F4A_7C15)) & KEY_MASK);
            assert_eq!(x, k);
        }
    }

    #[test]
    fn every_bound_survives_and_strangers_find_nothing() {
        let mut table = BoundTable::new(*PLACE_BITS.start());
        for score in -21..=21 {
            for bound in [Bound::AtLeast(score), Bound::AtMost(score)] {
                let key = 0x1_2345_6789_ABCD;
                let place = table.place(key);
                table.put(place, bound);
                assert_eq!(table.get(place), Some(bound));
                let stranger = Place { rest: place.rest ^ 1, ..place };
                assert_eq!(table.get(stranger), None);
            }
        }
    }
}
