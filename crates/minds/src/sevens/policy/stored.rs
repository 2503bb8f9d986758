//! Weights in a file: a line that says what it is and how it was made, then every table with its scale and a byte a number.

use super::net::{Net, TABLES, WEIGHTS};
use yomi_core::Rejected;

const NAME: &str = "yomi sevens policy 1";
/// Larger files are no weights.
pub const MOST_BYTES: u64 = 4 << 20;
/// The largest number of a byte.
const MOST: f32 = 127.0;

/// The bytes of a file; `made_by` is the command that made the weights.
pub fn write(net: &Net, made_by: &str) -> Vec<u8> {
    let mut bytes = format!("{NAME}; made by: {made_by}\n").into_bytes();
    for table in TABLES.windows(2) {
        let weights = &net.weights()[table[0]..table[1]];
        let largest = weights.iter().fold(f32::MIN_POSITIVE, |most, w| most.max(w.abs()));
        let scale = largest / MOST;
        bytes.extend(scale.to_le_bytes());
        bytes.extend(weights.iter().map(|w| (w / scale).round() as i8 as u8));
    }
    bytes
}

/// The weights of a file.
pub fn read(bytes: &[u8]) -> Result<Net, Rejected> {
    let whole =
        || Rejected(format!("the weights are not whole: expected a file of `yomi tune sevens` ({NAME})"));
    let end = bytes.iter().position(|&b| b == b'\n').ok_or_else(whole)?;
    if !bytes[..end].starts_with(NAME.as_bytes()) {
        return Err(whole());
    }
    let mut rest = &bytes[end + 1..];
    let mut weights = Vec::with_capacity(WEIGHTS);
    for table in TABLES.windows(2) {
        let (scale, after) = rest.split_first_chunk().ok_or_else(whole)?;
        let scale = f32::from_le_bytes(*scale);
        let numbers = after.get(..table[1] - table[0]).ok_or_else(whole)?;
        if !scale.is_finite() {
            return Err(whole());
        }
        weights.extend(numbers.iter().map(|&b| f32::from(b as i8) * scale));
        rest = &after[numbers.len()..];
    }
    if rest.is_empty() { Ok(Net::new(weights)) } else { Err(whole()) }
}

#[cfg(test)]
mod tests {
    use super::super::learn::fresh;
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let net = fresh(5);
        let bytes = write(&net, "a test");
        let again = read(&bytes).unwrap();
        let largest_error =
            net.weights().iter().zip(again.weights()).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
        assert!(largest_error <= 0.16 / MOST, "half a step of the largest weight: {largest_error}");
        assert_eq!(read(&write(&again, "once more")).unwrap().weights().len(), WEIGHTS);
        for broken in [&bytes[..bytes.len() - 1], &bytes[1..], &[&bytes[..], &[0]].concat()[..], b""] {
            assert!(read(broken).unwrap_err().0.contains("not whole"));
        }
    }
}
