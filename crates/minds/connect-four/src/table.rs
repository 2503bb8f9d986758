//! The solver's transposition table: four bytes per position, without key collisions.
//!
//! A key is mixed by an invertible function. Some of the mixed bits are the index in the table and the rest
//! are stored there: together they are the whole key. The stored value is a bound on the score. Bounds are
//! true of a position whatever the search window, so one table can serve any number of searches.
//!
//! A table starts small, because most searches are short and then stay within the cache, and grows by a
//! factor of four when it is half full. The index is the *highest* bits, so an entry at index `i` moves to
//! one of `4i..4i + 4`.

/// A bound on the score of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    AtLeast(i8),
    AtMost(i8),
}

/// Maximum key length: a whole board with its guard bits.
const MOST_KEY_BITS: u32 = 49;
/// A bound takes seven bits: 43 scores, as a lower or an upper bound, and 0 for an empty entry.
const BOUND_BITS: u32 = 7;
const LOWEST_SCORE: i8 = -21;
const SCORES: i8 = 43;
/// Bits left for the stored part of a key.
const MOST_REST_BITS: u32 = u32::BITS - BOUND_BITS;
/// 64 KiB at the start, if keys are short enough.
const FIRST_PLACE_BITS: u32 = 14;
const GROWTH_BITS: u32 = 2;

pub struct BoundTable {
    entries: Vec<u32>,
    /// Entries in use.
    used: usize,
    key_bits: u32,
    place_bits: u32,
    most_place_bits: u32,
}

/// A mixed key: it gives the index and the stored part for any size of the table.
#[derive(Clone, Copy, Debug)]
pub struct Slot(u64);

/// Allowed maximum sizes, as powers of two: with fewer entries the stored part of the longest key would not
/// fit.
pub const PLACE_BITS: std::ops::RangeInclusive<u32> = MOST_KEY_BITS - MOST_REST_BITS..=28;

impl BoundTable {
    /// A table that may grow to 2^`place_bits` entries. It has none before it is cleared for the first time.
    pub fn new(place_bits: u32) -> BoundTable {
        assert!(PLACE_BITS.contains(&place_bits));
        BoundTable { entries: Vec::new(), used: 0, key_bits: 0, place_bits: 0, most_place_bits: place_bits }
    }

    /// The least places, as a power of two, of a table for keys of so many bits.
    pub fn least_place_bits(key_bits: u32) -> u32 {
        FIRST_PLACE_BITS.max(key_bits.saturating_sub(MOST_REST_BITS)).min(key_bits)
    }

    /// That may take so many bytes and serves keys of so many bits; where that is too little, the least that
    /// is enough.
    pub fn within(bytes: usize, key_bits: u32) -> Result<BoundTable, usize> {
        let least = size_of::<u32>() << BoundTable::least_place_bits(key_bits);
        if bytes < least {
            return Err(least);
        }
        let most_place_bits = (bytes / size_of::<u32>()).ilog2().min(*PLACE_BITS.end());
        Ok(BoundTable { entries: Vec::new(), used: 0, key_bits: 0, place_bits: 0, most_place_bits })
    }

    pub fn is_new(&self) -> bool {
        self.entries.is_empty()
    }

    /// Empties it for keys of this many bits. The memory is kept, but only what the next search uses is
    /// written.
    pub fn clear(&mut self, key_bits: u32) {
        assert!(key_bits <= MOST_KEY_BITS);
        self.key_bits = key_bits;
        self.place_bits = BoundTable::least_place_bits(key_bits);
        self.used = 0;
        if self.entries.capacity() == 0 {
            // Zeroed by the system, page by page as they are used: to write them all takes 20 ms.
            self.entries = vec![0; 1 << self.place_bits];
        } else {
            self.entries.clear();
            self.entries.resize(1 << self.place_bits, 0);
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<u32>()
    }

    #[inline]
    pub fn slot(&self, key: u64) -> Slot {
        Slot(mix(key, self.key_bits))
    }

    #[inline]
    fn place(&self, slot: Slot) -> usize {
        (slot.0 >> (self.key_bits - self.place_bits)) as usize
    }

    #[inline]
    fn rest(&self, slot: Slot) -> u32 {
        slot.0 as u32 & ((1 << (self.key_bits - self.place_bits)) - 1)
    }

    #[inline]
    pub fn prefetch(&self, slot: Slot) {
        yomi_bits::prefetch(&self.entries, self.place(slot));
    }

    #[inline]
    pub fn get(&self, slot: Slot) -> Option<Bound> {
        let entry = self.entries[self.place(slot)];
        let code = (entry & ((1 << BOUND_BITS) - 1)) as i8;
        if code == 0 || entry >> BOUND_BITS != self.rest(slot) {
            return None;
        }
        Some(match code - 1 {
            c if c < SCORES => Bound::AtLeast(c + LOWEST_SCORE),
            c => Bound::AtMost(c - SCORES + LOWEST_SCORE),
        })
    }

    #[inline]
    pub fn put(&mut self, slot: Slot, bound: Bound) {
        let code = 1 + match bound {
            Bound::AtLeast(score) => score - LOWEST_SCORE,
            Bound::AtMost(score) => score - LOWEST_SCORE + SCORES,
        };
        let entry = self.rest(slot) << BOUND_BITS | code as u32;
        let place = self.place(slot);
        let was = std::mem::replace(&mut self.entries[place], entry);
        self.used += usize::from(was == 0);
        if self.used > self.entries.len() / 2 && self.place_bits < self.most_place_bits.min(self.key_bits) {
            self.grow();
        }
    }

    /// In place, from the last entry to the first: the target of an entry has always been vacated before.
    #[cold]
    fn grow(&mut self) {
        let bits = GROWTH_BITS.min(self.most_place_bits.min(self.key_bits) - self.place_bits);
        let places = self.entries.len();
        let rest_bits = self.key_bits - self.place_bits;
        self.place_bits += bits;
        self.entries.resize(1 << self.place_bits, 0);
        for place in (0..places).rev() {
            let entry = std::mem::take(&mut self.entries[place]);
            if entry != 0 {
                let slot = Slot((place as u64) << rest_bits | u64::from(entry >> BOUND_BITS));
                let (place, rest) = (self.place(slot), self.rest(slot));
                self.entries[place] = rest << BOUND_BITS | entry & ((1 << BOUND_BITS) - 1);
            }
        }
    }
}

/// Mixes the bits of a key; different keys stay different, since every step is invertible within these bits.
///
/// Not [`yomi_bits::mix`], which is invertible within 64 bits only: an entry stores exactly the bits of the
/// key that its index does not determine, so the mix must be a permutation of the numbers of `bits` bits.
#[inline]
const fn mix(key: u64, bits: u32) -> u64 {
    let (mask, half) = ((1 << bits) - 1, bits / 2 + 1);
    let mut x = key & mask;
    x ^= x >> half;
    x = x.wrapping_mul(yomi_bits::GOLDEN) & mask;
    x ^= x >> half;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93) & mask;
    x ^ x >> half
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use yomi_core::Rng;

    #[test]
    fn mixing_can_be_undone() {
        for bits in [8, 13, 20, 35, 49] {
            let mask = (1u64 << bits) - 1;
            // The inverse of an odd factor modulo a power of two, by Newton's iteration.
            let inverse =
                |odd: u64| (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))));
            let unshift = |x: u64| x ^ x >> (bits / 2 + 1);
            let mut rng = Rng::new(bits.into());
            for _ in 0..2_000 {
                let key = rng.next_u64() & mask;
                let mut x = unshift(mix(key, bits));
                x = unshift(x.wrapping_mul(inverse(0xD6E8_FEB8_6659_FD93)) & mask);
                x = unshift(x.wrapping_mul(inverse(yomi_bits::GOLDEN)) & mask);
                assert_eq!(x, key);
            }
        }
    }

    #[test]
    fn every_bound_survives_and_strangers_find_nothing() {
        let mut table = BoundTable::new(*PLACE_BITS.start());
        for key_bits in [10, 35, 49] {
            table.clear(key_bits);
            for score in -21..=21 {
                for bound in [Bound::AtLeast(score), Bound::AtMost(score)] {
                    let slot = table.slot(0x1_2345_6789_ABCD & ((1 << key_bits) - 1));
                    table.put(slot, bound);
                    assert_eq!(table.get(slot), Some(bound));
                    assert_eq!(table.get(Slot(slot.0 ^ 1)), None);
                }
            }
        }
    }

    /// A lookup returns what was last stored for that key, also when the table grows in between, and the very
    /// last entry stored is always found.
    #[test]
    fn growing_loses_no_more_than_collisions_and_mixes_nothing_up() {
        let mut table = BoundTable::new(24);
        for (key_bits, keys) in [(14, 10_000), (20, 200_000), (35, 300_000)] {
            table.clear(key_bits);
            assert_eq!(table.place_bits, 14.min(key_bits));
            let mut rng = Rng::new(7);
            let mut truth = BTreeMap::new();
            for i in 0..keys {
                let key = rng.next_u64() & ((1 << key_bits) - 1);
                let bound = Bound::AtMost((i % 43) as i8 - 21);
                let slot = table.slot(key);
                table.put(slot, bound);
                assert_eq!(table.get(slot), Some(bound));
                truth.insert(key, bound);
            }
            let found = truth.iter().filter(|&(&key, &bound)| match table.get(table.slot(key)) {
                Some(there) => {
                    assert_eq!(there, bound);
                    true
                }
                None => false,
            });
            // The table is at most half full, so at most half of the keys are overwritten by later ones.
            let found = found.count();
            assert!(found > truth.len() / 2, "{found} of {}", truth.len());
            assert!(key_bits == 14 || table.place_bits > 14);
        }
        assert!(table.bytes() >= 4 << table.place_bits);
    }
}
