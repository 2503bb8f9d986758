//! Keys for games that do not want to think about them.
//!
//! [`hash`] makes a 64-bit key of anything that derives [`Hash`]. It is the default of
//! [`InfoSets::info_key`](crate::InfoSets::info_key), and [`KeyedByHash`](crate::KeyedByHash) makes it a
//! position's key. The hasher is fixed: it has no random start, takes numbers by value and not as bytes of
//! memory, and counts `usize` as 64 bits, so that a key is the same in every run and on every machine.
//! (Slices of numbers wider than a byte are the exception, because the standard library hands them over as
//! memory: a big-endian machine has other keys for these.)
//!
//! A key costs a few nanoseconds for every number in the value. A game whose searches spend their time here
//! writes its own, as those of this project do.

use std::hash::{Hash, Hasher};
use yomi_bits::{GOLDEN, mix};

/// A key for `value`: equal for equal values, and for different ones different except for accidents of 64
/// bits.
#[must_use]
pub fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = FixedHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The mixing function of [`Rng`](crate::Rng), once for every word. Every step mixes all 64 bits, so that
/// words which differ in few bits, as bitboards do, cannot cancel each other.
#[derive(Clone, Default, Debug)]
struct FixedHasher(u64);

impl Hasher for FixedHasher {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        // Without the constant a run of zeros would leave no trace.
        self.0 = mix(self.0.wrapping_add(GOLDEN) ^ word);
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64);
        self.write_u64((n >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    // The signed ones go through these, except for `isize`, which must have one width as well.
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as i64 as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn keys_are_the_same_in_every_run_and_on_every_machine() {
        assert_eq!(hash(&()), 0);
        assert_eq!(hash(&0u64), 0xE220_A839_7B1D_CDAF, "the first output of SplitMix64 for the seed 0");
        // Worked out apart: the words 3, 1, 0xFFFF, the letters and 0xFF; a length and three bytes.
        assert_eq!(hash(&(3u8, Some(-1i16), "sea")), 0x07D5_D02F_D357_84E7);
        assert_eq!(hash(&vec![1u8, 2, 3]), 0xCABB_326C_D859_F0C7);
    }

    #[test]
    fn numbers_count_by_value_and_not_by_width() {
        assert_eq!(hash(&7usize), hash(&7u64));
        assert_eq!(hash(&7u8), hash(&7u64));
        assert_eq!(hash(&-1isize), hash(&-1i64));
    }

    /// Pairs of boards with few discs each: what differs in one of them must not be undone by the other.
    #[test]
    fn single_bits_of_neighbouring_words_do_not_cancel() {
        let bits = || (0..64).map(|i| 1u64 << i).chain([0]);
        let keys: BTreeSet<u64> = bits().flat_map(|a| bits().map(move |b| hash(&[a, b]))).collect();
        assert_eq!(keys.len(), 65 * 65);
    }

    #[test]
    fn lists_are_told_from_their_parts() {
        let lists = [vec![vec![1u8], vec![]], vec![vec![], vec![1]], vec![vec![1]], vec![], vec![vec![0]]];
        let keys: BTreeSet<u64> = lists.iter().map(hash).collect();
        assert_eq!(keys.len(), lists.len());
    }
}
