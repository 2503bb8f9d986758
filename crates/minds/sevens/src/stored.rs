//! Numbers in a file: a line that says what they are and how they were made, then every table with its scale
//! and one byte per number.

use yomi_core::{Rejected, sentence};

/// Larger files are rejected.
pub const MOST_BYTES: u64 = 4 << 20;
/// The maximum of a stored byte.
const MOST: f32 = 127.0;

/// The content of a file. `tables` says where each table begins, and the end of the last; `made_by` is the
/// command that made them.
pub fn write(name: &str, made_by: &str, numbers: &[f32], tables: &[usize]) -> Vec<u8> {
    let mut bytes = format!("{name}; made by: {made_by}\n").into_bytes();
    for table in tables.windows(2) {
        let numbers = &numbers[table[0]..table[1]];
        let largest = numbers.iter().fold(f32::MIN_POSITIVE, |most, w| most.max(w.abs()));
        let scale = largest / MOST;
        bytes.extend(scale.to_le_bytes());
        bytes.extend(numbers.iter().map(|w| (w / scale).round() as i8 as u8));
    }
    bytes
}

/// The numbers of a file that was written with this name and these tables.
pub fn read(name: &str, bytes: &[u8], tables: &[usize]) -> Result<Vec<f32>, Rejected> {
    let whole = || {
        Rejected(sentence!(
            "the file is incomplete; expected weights written by `yomi tune sevens` ({name})",
            "重みのファイルが壊れています。`yomi tune sevens` が書いたファイルにしてください（{name}）"
        ))
    };
    let end = bytes.iter().position(|&b| b == b'\n').ok_or_else(whole)?;
    if !bytes[..end].starts_with(name.as_bytes()) {
        return Err(whole());
    }
    let mut rest = &bytes[end + 1..];
    let mut all = Vec::with_capacity(tables.last().copied().unwrap_or(0));
    for table in tables.windows(2) {
        let (scale, after) = rest.split_first_chunk().ok_or_else(whole)?;
        let scale = f32::from_le_bytes(*scale);
        let numbers = after.get(..table[1] - table[0]).ok_or_else(whole)?;
        all.extend(numbers.iter().map(|&b| f32::from(b as i8) * scale));
        rest = &after[numbers.len()..];
    }
    // A scale that is not a number, or is so large that its multiples overflow.
    if all.iter().any(|number| !number.is_finite()) {
        return Err(whole());
    }
    if rest.is_empty() { Ok(all) } else { Err(whole()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let numbers: Vec<f32> = (0..50).map(|i| (i as f32 - 20.0) * 0.01).collect();
        let tables = [0, 10, 50];
        let bytes = write("a name", "a test", &numbers, &tables);
        let again = read("a name", &bytes, &tables).unwrap();
        let largest_error = numbers.iter().zip(&again).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
        assert!(
            largest_error <= 0.5 * 0.29 / MOST + 1e-6,
            "half a step of the largest number: {largest_error}"
        );
        for broken in [&bytes[..bytes.len() - 1], &bytes[1..], &[&bytes[..], &[0]].concat()[..], b""] {
            assert!(read("a name", broken, &tables).unwrap_err().0.en.contains("incomplete"));
        }
        for scale in [f32::NAN, f32::INFINITY, f32::MAX] {
            let mut strange = bytes.clone();
            let first = 1 + bytes.iter().position(|&b| b == b'\n').unwrap();
            strange[first..first + 4].copy_from_slice(&scale.to_le_bytes());
            assert!(read("a name", &strange, &tables).unwrap_err().0.en.contains("incomplete"), "{scale}");
        }
        assert!(read("another name", &bytes, &tables).unwrap_err().0.en.contains("incomplete"));
    }
}
