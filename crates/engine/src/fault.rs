//! What goes wrong because of what somebody typed, sent or stored: one line that names the fault and what would be
//! accepted. The command line prints it and exits with 2.

use std::fmt;
use yomi_core::{Contradiction, Rejected};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    message: String,
    /// Nobody's fault: whoever read our output has read enough.
    quiet: bool,
}

/// Longer messages are cut: somebody may have sent a megabyte where a word was expected.
const LONGEST: usize = 600;
/// Longer quotations are cut, so that what would be accepted is still seen.
const LONGEST_QUOTE: usize = 80;

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// What somebody typed or sent, short enough to be part of a message.
pub fn excerpt(text: &str) -> String {
    cut(text, LONGEST_QUOTE)
}

impl Fault {
    pub fn new(message: impl AsRef<str>) -> Fault {
        let clean = cut(message.as_ref(), LONGEST).replace(char::is_control, " ");
        Fault { message: clean, quiet: false }
    }

    /// The reader of our output went away: time to stop, and nothing to complain about.
    pub fn reader_gone() -> Fault {
        Fault { quiet: true, ..Fault::new("the reader of the output is gone") }
    }

    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// The same fault with where it happened in front.
    pub fn at(self, place: impl fmt::Display) -> Fault {
        Fault { quiet: self.quiet, ..Fault::new(format!("{place}: {}", self.message)) }
    }

    /// `what` is not one of `known`: says so, lists them, and points to the nearest.
    pub fn unknown(kind: &str, what: &str, known: &[&str]) -> Fault {
        let near = known.iter().filter(|k| likeness(k, what)).map(|k| format!("did you mean {k:?}? ")).next();
        let what = excerpt(what);
        if known.is_empty() {
            return Fault::new(format!("unknown {kind} {what:?}; there are none"));
        }
        Fault::new(format!(
            "unknown {kind} {what:?}; {}expected: {}",
            near.unwrap_or_default(),
            known.join(", ")
        ))
    }
}

/// Whether two words differ by one letter, or one begins the other.
fn likeness(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.to_lowercase().chars().collect());
    if b.len() < 2 {
        return false;
    }
    let same_start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let same_end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    same_start == b.len()
        || a.len().abs_diff(b.len()) <= 1 && same_start + same_end + 1 >= a.len().max(b.len())
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl From<Rejected> for Fault {
    fn from(why: Rejected) -> Fault {
        Fault::new(why.0)
    }
}

impl From<Contradiction> for Fault {
    fn from(why: Contradiction) -> Fault {
        Fault::new(format!("no world agrees with this view: {why}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_of_bearable_length() {
        assert_eq!(Fault::new("a\nb\u{1b}[31m").to_string(), "a b [31m");
        assert!(Fault::new("ほ".repeat(10_000)).to_string().chars().count() <= LONGEST + 1);
    }

    #[test]
    fn near_misses_are_pointed_at() {
        let known = ["connect-four", "kuhn", "leduc"];
        assert!(Fault::unknown("game", "kuhm", &known).to_string().contains("did you mean \"kuhn\"?"));
        assert!(
            Fault::unknown("game", "connect", &known).to_string().contains("did you mean \"connect-four\"?")
        );
        let far = Fault::unknown("game", "chess", &known).to_string();
        assert_eq!(far, "unknown game \"chess\"; expected: connect-four, kuhn, leduc");
        let long = Fault::unknown("game", &"x".repeat(10_000), &known).to_string();
        assert!(long.ends_with("expected: connect-four, kuhn, leduc"), "{long}");
        assert_eq!(
            Fault::unknown("setting", "size", &[]).to_string(),
            "unknown setting \"size\"; there are none"
        );
    }
}
