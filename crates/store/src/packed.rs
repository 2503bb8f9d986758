//! Moves and views as bytes.
//!
//! Every row can be read by itself, without any other table: when a file is damaged, each row that is left
//! is a whole game. The first byte is the format; of moves the second part is their number as a varint.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde_json::Value;

/// Every move is one ASCII character: the characters.
const LETTERS: u8 = 1;
/// Every move ends with a line feed.
const LINES: u8 = 2;
/// The same, deflated.
const SQUEEZED_LINES: u8 = 3;
/// A view as JSON, deflated.
const VIEW: u8 = 4;

/// Compression level: above it a few percent are won at twice the time.
const LEVEL: u8 = 6;
/// What unpacks to more is damaged or hostile: as large as a record may be.
const MOST_BYTES: usize = yomi_engine::record::MOST_BYTES as usize;

/// What a row holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Unpacked {
    /// All moves and outcomes of chance, in order.
    Moves(Vec<String>),
    /// What one seat sees of a game that is played elsewhere.
    View(Value),
}

fn push_varint(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn varint(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut number = 0usize;
    for (i, &byte) in bytes.iter().enumerate().take(5) {
        number |= usize::from(byte & 0x7F) << (7 * i);
        if byte & 0x80 == 0 {
            return Some((number, &bytes[i + 1..]));
        }
    }
    None
}

/// Moves as bytes; `None` if a move holds a line feed, which no game writes.
pub fn moves(words: &[String]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(words.len() + 4);
    if words.iter().all(|word| word.len() == 1) {
        bytes.push(LETTERS);
        push_varint(&mut bytes, words.len());
        bytes.extend(words.iter().map(|word| word.as_bytes()[0]));
        return Some(bytes);
    }
    let mut lines = String::new();
    for word in words {
        if word.contains('\n') {
            return None;
        }
        lines.push_str(word);
        lines.push('\n');
    }
    let squeezed = compress_to_vec(lines.as_bytes(), LEVEL);
    let (format, body) =
        if squeezed.len() < lines.len() { (SQUEEZED_LINES, squeezed) } else { (LINES, lines.into_bytes()) };
    bytes.push(format);
    push_varint(&mut bytes, words.len());
    bytes.extend(body);
    Some(bytes)
}

pub fn view(view: &Value) -> Vec<u8> {
    let mut bytes = vec![VIEW];
    bytes.extend(compress_to_vec(view.to_string().as_bytes(), LEVEL));
    bytes
}

/// How many moves there are; `None` for a view and for what cannot be read.
pub fn count(bytes: &[u8]) -> Option<usize> {
    match bytes.split_first()? {
        (&(LETTERS | LINES | SQUEEZED_LINES), rest) => varint(rest).map(|(count, _)| count),
        _ => None,
    }
}

/// `None` if this was not packed here.
pub fn unpack(bytes: &[u8]) -> Option<Unpacked> {
    let (&format, rest) = bytes.split_first()?;
    if format == VIEW {
        let text = decompress_to_vec_with_limit(rest, MOST_BYTES).ok()?;
        return serde_json::from_slice(&text).ok().map(Unpacked::View);
    }
    let (count, rest) = varint(rest)?;
    let words: Vec<String> = match format {
        LETTERS if rest.is_ascii() => rest.iter().map(|&byte| char::from(byte).to_string()).collect(),
        LINES => lines(rest)?,
        SQUEEZED_LINES => lines(&decompress_to_vec_with_limit(rest, MOST_BYTES).ok()?)?,
        _ => return None,
    };
    (words.len() == count).then_some(Unpacked::Moves(words))
}

fn lines(bytes: &[u8]) -> Option<Vec<String>> {
    let text = std::str::from_utf8(bytes).ok()?;
    if text.is_empty() {
        return Some(Vec::new());
    }
    Some(text.strip_suffix('\n')?.split('\n').map(str::to_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_packed_comes_back() {
        let long: Vec<String> = (0..200).map(|i| format!("C{}@{}", i % 13, i % 2)).collect();
        for words in [
            vec![],
            vec!["4"; 42],
            vec!["pass"],
            vec!["S7", "", "ほ"],
            vec![""],
            long.iter().map(String::as_str).collect(),
        ] {
            let words: Vec<String> = words.into_iter().map(str::to_string).collect();
            let bytes = moves(&words).unwrap();
            assert_eq!(count(&bytes), Some(words.len()));
            assert_eq!(unpack(&bytes), Some(Unpacked::Moves(words)));
        }
        assert!(moves(&["a\nb".to_string()]).is_none());
        let seen = json!({"game": "kuhn", "history": ["bet"]});
        assert_eq!(unpack(&view(&seen)), Some(Unpacked::View(seen)));
    }

    #[test]
    fn a_game_of_connect_four_takes_a_byte_a_move() {
        assert_eq!(moves(&vec!["4".to_string(); 42]).unwrap().len(), 44);
    }

    #[test]
    fn spoilt_bytes_are_noticed_or_are_another_game() {
        let words: Vec<String> = (0..60).map(|i| format!("S{i}")).collect();
        let good = moves(&words).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            let _ = unpack(&bad);
            let _ = unpack(&good[..at]);
        }
        assert_eq!(unpack(&[]), None);
        assert_eq!(unpack(&[9, 1, 2]), None);
    }
}
