//! Mutations that know nothing about the format.

use super::{part, pick};
use yomi::core::Rng;

/// Byte values at the boundaries of their ranges.
const EDGES: [u8; 10] = [0, 1, 0x0a, 0x20, 0x30, 0x7f, 0x80, 0xc3, 0xfe, 0xff];

/// Boundary numbers, as stored in files.
const WORDS: [u32; 8] = [
    0,
    u32::MAX,
    f32::MAX.to_bits(),
    f32::MIN_POSITIVE.to_bits(),
    f32::INFINITY.to_bits(),
    f32::NAN.to_bits(),
    (-f32::MAX).to_bits(),
    1,
];
/// Length of the header, where files declare their format.
const BEGINNING: usize = 128;

/// Applies one mutation; `other` is another input to splice parts from.
pub fn change(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let range = part(bytes.len(), rng);
    match rng.below(10) {
        0 => drop(bytes.drain(range)),
        1 => {
            let again = bytes[range.clone()].to_vec();
            bytes.splice(range.start..range.start, again);
        }
        2 => bytes.insert(range.start, *pick(&EDGES, rng)),
        3 => bytes.truncate(range.start),
        4 => drop(bytes.splice(range, other[part(other.len(), rng)].iter().copied())),
        5 => bytes[range].fill(*pick(&EDGES, rng)),
        6 => {
            let tail = part(other.len(), rng).start;
            bytes.truncate(range.start);
            bytes.extend_from_slice(&other[tail..]);
        }
        7 | 8 => {
            let last = if rng.below(2) == 0 { bytes.len() } else { bytes.len().min(BEGINNING) };
            let at = rng.below(last as u32 + 1) as usize;
            bytes.iter_mut().skip(at).zip(pick(&WORDS, rng).to_le_bytes()).for_each(|(old, new)| *old = new);
        }
        _ => {
            if let Some(byte) = bytes.get_mut(range.start) {
                *byte ^= 1 << rng.below(8);
            }
        }
    }
}
