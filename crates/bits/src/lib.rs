//! Bit tricks that need a CPU instruction to be fast, and the 64-bit mixing function that all hashes use.
//!
//! This is the only crate of the workspace that may use `unsafe`: it holds the intrinsics, each with a
//! portable version that the tests compare it with. Everything here is a total function of plain integers.

/// The position of the `n`-th set bit of `bits`, counted from the lowest, starting with 0.
///
/// Playouts choose a random move from a bitboard with it, once per move. With the bit-deposit instruction
/// (`pdep`) it takes a few cycles, with a loop several times that. `n` must be below `bits.count_ones()`;
/// otherwise the answer is some number up to 64.
#[must_use]
#[inline(always)]
pub fn nth_bit(bits: u64, n: u32) -> u32 {
    lone_bit(bits, n).trailing_zeros()
}

/// The `n`-th set bit of `bits` by itself: [`nth_bit`] for callers that want the bit and not its position,
/// which saves converting there and back. `n` must be below `bits.count_ones()`.
#[must_use]
#[inline(always)]
pub fn lone_bit(bits: u64, n: u32) -> u64 {
    debug_assert!(n < bits.count_ones(), "bit {n} of {bits:#x}");
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: the build target has BMI2 (checked by the cfg above), and `_pdep_u64` touches no memory.
        #[allow(unused_unsafe)]
        unsafe {
            core::arch::x86_64::_pdep_u64(1u64.wrapping_shl(n), bits)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    1u64.checked_shl(nth_bit_portable(bits, n)).unwrap_or(0)
}

/// [`nth_bit`] without any special instruction.
#[must_use]
#[inline]
pub fn nth_bit_portable(mut bits: u64, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros()
}

/// The bits of `bits` at the set positions of `mask`, moved together at the low end (bit extract, `pext`).
///
/// It packs the cells of a board that identify a position into the smallest number that holds them.
#[must_use]
#[inline(always)]
pub fn compress(bits: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: the build target has BMI2 (checked by the cfg above), and `_pext_u64` touches no memory.
        #[allow(unused_unsafe)]
        unsafe {
            core::arch::x86_64::_pext_u64(bits, mask)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    compress_portable(bits, mask)
}

/// [`compress`] without any special instruction.
#[must_use]
#[inline]
pub fn compress_portable(bits: u64, mask: u64) -> u64 {
    ones(mask).enumerate().fold(0, |together, (to, from)| together | (bits >> from & 1) << to)
}

/// Compares two words byte by byte and returns the index of the greatest byte, counted from the lowest; the
/// lowest index wins ties.
#[must_use]
#[inline(always)]
pub fn greatest_byte(a: u64, b: u64) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
    {
        use core::arch::x86_64::{
            _mm_cvtepu8_epi16, _mm_cvtsi64_si128, _mm_extract_epi16, _mm_min_epu8, _mm_minpos_epu16,
        };
        // SAFETY: the build target has SSE4.1 (checked by the cfg above), and these touch no memory.
        #[allow(unused_unsafe)]
        unsafe {
            let least = _mm_min_epu8(_mm_cvtsi64_si128(!a as i64), _mm_cvtsi64_si128(!b as i64));
            _mm_extract_epi16::<1>(_mm_minpos_epu16(_mm_cvtepu8_epi16(least))) as u32
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse4.1")))]
    greatest_byte_portable(a, b)
}

/// [`greatest_byte`] without any special instruction.
#[must_use]
#[inline]
pub fn greatest_byte_portable(a: u64, b: u64) -> u32 {
    let byte = |word: u64, i: u32| (word >> (8 * i)) as u8;
    let keys = (0..8u32).map(|i| (byte(a, i).max(byte(b, i)), 7 - i));
    7 - keys.max().expect("there are eight").1
}

/// The positions of the set bits, lowest first.
#[inline]
pub fn ones(mut bits: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        (bits != 0).then(|| {
            let at = bits.trailing_zeros();
            bits &= bits - 1;
            at
        })
    })
}

/// Prefetches `items[index]` into the cache. A hint that only affects speed; an index out of range is
/// ignored.
#[inline(always)]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(index) {
        // SAFETY: prefetching has no effect that a program can observe, and the address is that of a live
        // reference.
        unsafe {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(item).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}

/// The first instruction set that this build uses and the CPU does not have.
#[must_use]
pub fn missing_cpu_feature() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        let built_for_v3 =
            cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "fma"));
        let checks = [
            ("AVX2", std::arch::is_x86_feature_detected!("avx2")),
            ("BMI2", std::arch::is_x86_feature_detected!("bmi2")),
            ("FMA", std::arch::is_x86_feature_detected!("fma")),
        ];
        if built_for_v3 {
            return checks.into_iter().find(|(_, there)| !there).map(|(name, _)| name);
        }
    }
    None
}

/// 2^64 divided by the golden ratio, made odd: the increment of SplitMix64, and the usual multiplier when the
/// high bits of a product should depend on all bits of a key.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes the bits of a word: every bit of the result depends on every bit of `z`, and different words stay
/// different.
///
/// It is the output function of SplitMix64 (Steele, Lea and Flood, 2014) with the usual constants, Stafford's
/// variant 13. 0 stays 0.
#[must_use]
#[inline(always)]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Combines a key and one more word into a new key: a hash of several words, the same on every machine.
///
/// One wide multiplication, so that a long position costs a few nanoseconds. Only the XOR of the two
/// arguments matters: start a hash with a constant as the key, and pack small numbers that could cancel out
/// into one word side by side.
#[must_use]
#[inline(always)]
pub const fn fold(key: u64, word: u64) -> u64 {
    let wide = (key ^ word ^ GOLDEN) as u128 * 0xE703_7ED1_A0B4_28DB;
    wide as u64 ^ (wide >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_gives_the_published_outputs_of_splitmix64() {
        // Vigna's splitmix64.c: the seeds 0 (the first two outputs) and 1234567 (the first).
        assert_eq!(mix(GOLDEN), 0xE220_A839_7B1D_CDAF);
        assert_eq!(mix(GOLDEN.wrapping_mul(2)), 0x6E78_9E6A_A1B9_65F4);
        assert_eq!(mix(1_234_567 + GOLDEN), 6_457_827_717_110_365_317);
        assert_eq!(mix(0), 0);
    }

    #[test]
    fn one_changed_bit_changes_about_half_of_the_mixed_bits() {
        // Five standard deviations of a binomial with 1,000 tosses are 79.
        let words = || (1..=1_000u64).map(|i| i.wrapping_mul(GOLDEN));
        for hash in [mix, |word| fold(fold(0, word), 1)] {
            for changed in 0..64 {
                let differences = words().map(|word| hash(word) ^ hash(word ^ 1 << changed));
                let mut flips = [0u32; 64];
                differences.for_each(|bits| ones(bits).for_each(|bit| flips[bit as usize] += 1));
                assert!(flips.iter().all(|&n| n.abs_diff(500) < 79), "bit {changed}: {flips:?}");
            }
        }
    }

    #[test]
    fn folding_is_the_same_in_every_version() {
        // Keys of positions are not stored in files, but ties broken by key decide what a search plays.
        assert_eq!(fold(0, 0), 0x0850_F979_4D51_08B4);
        assert_eq!(fold(1, 2), 0xE35C_7AAB_2C1D_F396);
        assert_eq!(fold(fold(0, 1), 2), 0x23D5_3229_CC19_C551);
        assert_ne!(fold(fold(0, 1), 2), fold(fold(0, 2), 1));
    }

    #[test]
    fn both_paths_agree_with_the_list_of_set_bits() {
        let mut x = GOLDEN;
        for round in 0..2_000u64 {
            x = x.wrapping_mul(0xD129_0A2D_8C5B_1E65).rotate_left(23) ^ round;
            let bits = if round % 3 == 0 { x & x.rotate_left(7) & x.rotate_left(29) } else { x };
            for (n, at) in ones(bits).enumerate() {
                assert_eq!(nth_bit(bits, n as u32), at);
                assert_eq!(nth_bit_portable(bits, n as u32), at);
                assert_eq!(lone_bit(bits, n as u32), 1 << at);
            }
            let kept = x.rotate_left(31);
            let together = compress(kept, bits);
            assert_eq!(together, compress_portable(kept, bits));
            for (n, at) in ones(bits).enumerate() {
                assert_eq!(together >> n & 1, kept >> at & 1);
            }
            assert_eq!(together.checked_shr(bits.count_ones()).unwrap_or(0), 0);
            // Few different values, so that ties occur.
            for (a, few) in [(x, !0), (x, 0x0303_0303_0303_0303), (x | 0xfcfc_fcfc_fcfc_fcfc, !0)] {
                let (a, b) = (a & few, kept & few);
                let greatest = a.to_le_bytes().into_iter().zip(b.to_le_bytes()).map(|(a, b)| a.max(b));
                let first = greatest.clone().position(|byte| Some(byte) == greatest.clone().max());
                assert_eq!(first, Some(greatest_byte(a, b) as usize));
                assert_eq!(first, Some(greatest_byte_portable(a, b) as usize));
            }
        }
        assert_eq!(nth_bit(1 << 63, 0), 63);
        assert_eq!(ones(u64::MAX).count(), 64);
        assert_eq!(ones(0).next(), None);
        prefetch(&[1u8, 2], 1);
        prefetch(&[1u8, 2], 7);
    }
}
