//! Lines of bounded length: what a stranger sends is read piece by piece, and a line that is too long is
//! passed over without being kept.

use std::io::{BufRead, ErrorKind};

/// A line as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    Text(String),
    /// It had this many bytes, more than is read.
    TooLong(u64),
    NotUtf8,
}

/// The next line without its end; `None` when there are no more.
pub fn next(input: &mut impl BufRead, most_bytes: usize) -> std::io::Result<Option<Line>> {
    let (mut kept, mut length) = (Vec::new(), 0u64);
    loop {
        let piece = match input.fill_buf() {
            Ok(piece) => piece,
            Err(why) if why.kind() == ErrorKind::Interrupted => continue,
            Err(why) => return Err(why),
        };
        if piece.is_empty() {
            return Ok((length > 0).then(|| line(kept, length, most_bytes)));
        }
        let end = piece.iter().position(|&byte| byte == b'\n');
        let part = &piece[..end.unwrap_or(piece.len())];
        length += part.len() as u64;
        if length <= most_bytes as u64 {
            kept.extend_from_slice(part);
        } else {
            kept = Vec::new();
        }
        let read = part.len() + usize::from(end.is_some());
        input.consume(read);
        if end.is_some() {
            return Ok(Some(line(kept, length, most_bytes)));
        }
    }
}

fn line(kept: Vec<u8>, length: u64, most_bytes: usize) -> Line {
    if length > most_bytes as u64 {
        return Line::TooLong(length);
    }
    String::from_utf8(kept).map_or(Line::NotUtf8, Line::Text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn long_lines_are_passed_over_and_the_rest_is_read() {
        let text = b"short\n\nfar too long for this\n12345678\n\xff\xfe\r\nlast";
        for capacity in [1, 3, 1000] {
            let mut input = BufReader::with_capacity(capacity, &text[..]);
            let mut lines = Vec::new();
            while let Some(line) = next(&mut input, 8).unwrap() {
                lines.push(line);
            }
            let text = |t: &str| Line::Text(t.into());
            let expected =
                [text("short"), text(""), Line::TooLong(21), text("12345678"), Line::NotUtf8, text("last")];
            assert_eq!(lines, expected, "read {capacity} bytes at a time");
        }
        assert_eq!(next(&mut BufReader::new(&b""[..]), 8).unwrap(), None);
    }
}
