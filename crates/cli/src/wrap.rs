//! Lines that are no wider than the terminal, in both languages.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Where nothing says how wide the terminal is, as in a pipe.
const UNKNOWN: usize = 100;
/// A terminal that says it is narrower is not believed.
const NARROWEST: usize = 40;

/// The width of the terminal: COLUMNS where it is set, otherwise what standard output says. Nothing where it goes
/// to a file or a pipe.
pub fn terminal() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let found = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    said.or_else(found).map(|columns: usize| columns.max(NARROWEST))
}

/// The width to write in where a width is needed in any case.
pub fn columns() -> usize {
    terminal().unwrap_or(UNKNOWN).min(UNKNOWN)
}

/// The text with every line wrapped at the terminal's width, where there is one: continued lines are indented as
/// far as the text of their first line, which begins after spaces and marks such as `- `.
pub fn to_terminal(text: &str) -> String {
    match terminal() {
        Some(width) => within(text, width),
        None => text.to_string(),
    }
}

fn within(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let indent = line.len() - line.trim_start_matches([' ', '-', '・']).len();
        let (start, rest) = line.split_at(indent);
        let room = width.saturating_sub(start.width()).max(NARROWEST / 2);
        let indented = format!("\n{}", " ".repeat(start.width()));
        out.push_str(start);
        out.push_str(&wrapped(rest, room).join(&indented));
        out.push_str(end);
    }
    out
}

/// The words of a text in lines that are at most this wide, unless a single word is wider. Latin words are kept
/// whole; Japanese may be broken between any two letters, but no line begins with a closing mark or ends with
/// an opening one.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    if text.width() <= width {
        return vec![text.to_string()];
    }
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.width() + piece.trim_end().width() > width {
            line.truncate(line.trim_end().len());
            lines.push(piece.to_string());
        } else {
            line.push_str(piece);
        }
    }
    lines
}

/// What may not be separated, each with the space after it.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| may_break(before, c)) {
            found.push(&text[start..at]);
            start = at;
        }
        before = Some(c);
    }
    found.push(&text[start..]);
    found
}

fn may_break(before: char, after: char) -> bool {
    const CLOSING: &str = "、。，．」』）】〉》・ー！？：；ぁぃぅぇぉっゃゅょァィゥェォッャュョ々…)]},.:;%!?";
    const OPENING: &str = "「『（【〈《([{";
    let wide = |c: char| c.width() == Some(2);
    let space = |c: char| c == ' ';
    !space(after)
        && (space(before)
            || (wide(before) || wide(after)) && !CLOSING.contains(after) && !OPENING.contains(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_whole_and_lines_narrow() {
        let text = "After D6, seat 2 cannot play in 0.3% of worlds, and seat 1 has to pass.";
        for width in 12..80 {
            let lines = wrapped(text, width);
            assert!(lines.iter().all(|line| line.width() <= width && line.trim() == line), "{lines:?}");
            assert_eq!(lines.join(" "), text);
        }
        assert_eq!(wrapped("incomprehensibilities", 5), ["incomprehensibilities"]);
    }

    #[test]
    fn japanese_breaks_anywhere_but_before_closing_marks() {
        let text = "席2が出せない世界は、全体の0.3%です（「S8」を持っていないため）。ここでは出しましょう。";
        for width in 10..90 {
            let lines = wrapped(text, width);
            assert!(lines.iter().all(|line| line.width() <= width), "{width}: {lines:?}");
            assert!(
                lines.iter().all(|line| !line.starts_with(['、', '。', '）', '」', 'ょ', '%'])),
                "{lines:?}"
            );
            assert!(lines.iter().all(|line| !line.ends_with(['（', '「'])), "{lines:?}");
            assert_eq!(lines.concat(), text);
        }
    }

    #[test]
    fn what_follows_a_mark_is_indented_as_far() {
        let text = " - one two three four five six seven eight\nshort\n";
        assert_eq!(within(text, 40), " - one two three four five six seven\n   eight\nshort\n");
    }
}
