//! Errors caused by what a person or a program typed, sent or stored.
//!
//! A [`Fault`] says in both languages what is wrong and what would be accepted, of which kind it is, and
//! where it occurred. No code matches on its text: a front end looks at the [`FaultKind`] and adds its own
//! part (the command line a flag and an exit code, a server a status code, Python an exception class).

use crate::Sentence;
use crate::record::is_control_or_format;
use serde::{Deserialize, Serialize};
use std::fmt;
use yomi_core::options::{BadOption, Expected};
use yomi_core::{Contradiction, Rejected, sentence};

/// Why something was rejected. In JSON, `kind` is written `code`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fault {
    #[serde(rename = "code")]
    pub kind: FaultKind,
    pub text: Sentence,
    /// The index of the entry in a list of moves or events, counted from 0.
    #[serde(default)]
    pub entry: Option<usize>,
    /// What would have been accepted, if that can be listed.
    #[serde(default)]
    pub expected: Vec<String>,
    /// Which part of the question it is about, by its name in [`Ask`](crate::Ask), where that is more than
    /// the agent: `tree` or `trace`. A face knows what it calls that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FaultKind {
    /// There is no such game, agent, option, command or key.
    Unknown,
    /// An option, a setting or an argument has an invalid value, or conflicts with the others.
    BadOption,
    /// A view, a record or another file has invalid content.
    BadView,
    /// A move or an event that cannot happen here.
    IllegalMove,
    /// Every entry is possible on its own, but no world agrees with all of them.
    Contradiction,
    /// A limit on size, time or memory is exceeded.
    Limit,
    /// A file or a stream could not be read or written.
    Io,
    /// The caller stopped it.
    Cancelled,
    /// A message that is not a request at all.
    BadRequest,
    /// A defect of Yomi itself, which the caller cannot mend.
    Internal,
}

/// Longer messages are cut: the input may be a megabyte where a word was expected.
const LONGEST: usize = 600;
/// Longer quotations are cut, so that what would be accepted is still visible.
const LONGEST_QUOTE: usize = 80;
/// Longer lists of accepted values are cut.
const MOST_EXPECTED: usize = 100;

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// One line of limited length, without control characters.
fn clean(text: String) -> String {
    cut(&text, LONGEST).replace(is_control_or_format, " ")
}

/// Input, shortened so that it can be quoted in a message.
pub fn excerpt(text: &str) -> String {
    cut(text, LONGEST_QUOTE)
}

/// Why the system refused, in both languages: it says so in English only. What is rare stays as the system says
/// it.
pub fn reason(why: &std::io::Error) -> Sentence {
    use std::io::ErrorKind;
    let ja = match why.kind() {
        ErrorKind::NotFound => "ファイルまたはフォルダーがありません",
        ErrorKind::PermissionDenied => "権限がありません",
        ErrorKind::IsADirectory => "フォルダーです",
        ErrorKind::NotADirectory => "途中の名前がフォルダーではありません",
        ErrorKind::AlreadyExists => "すでにあります",
        ErrorKind::StorageFull => "ディスクがいっぱいです",
        ErrorKind::ReadOnlyFilesystem => "読み取り専用です",
        ErrorKind::InvalidFilename => "ファイル名が正しくありません",
        _ => return Sentence::same(why.to_string()),
    };
    Sentence::new(why.to_string(), ja)
}

/// A file is larger than what is read.
pub fn too_large(most_bytes: u64) -> Sentence {
    let most = most_bytes.div_ceil(1 << 20);
    sentence!("it is larger than {most} MiB", "{most} MiB より大きいファイルです")
}

impl Fault {
    pub fn new(kind: FaultKind, en: impl Into<String>, ja: impl Into<String>) -> Fault {
        Fault::from_text(kind, Sentence::new(en, ja))
    }

    /// A fault with an English text only.
    pub fn en(kind: FaultKind, en: impl Into<String>) -> Fault {
        Fault::from_text(kind, Sentence::same(en))
    }

    pub fn from_text(kind: FaultKind, text: Sentence) -> Fault {
        Fault { kind, text: text.map(clean), entry: None, expected: Vec::new(), part: None }
    }

    /// An option or a setting that is rejected, for its value or because of the others.
    pub fn bad_option(en: impl Into<String>, ja: impl Into<String>) -> Fault {
        Fault::new(FaultKind::BadOption, en, ja)
    }

    /// A view, a record or another file with invalid content.
    pub fn bad_view(en: impl Into<String>, ja: impl Into<String>) -> Fault {
        Fault::new(FaultKind::BadView, en, ja)
    }

    /// A file that cannot be read, and why.
    pub fn unreadable(place: &Sentence, why: &Sentence) -> Fault {
        let text = sentence!("cannot read {place}: {why}", "{place:#} を読めません: {why:#}");
        Fault::io(text.en, text.ja)
    }

    /// A failure to read or write.
    pub fn io(en: impl Into<String>, ja: impl Into<String>) -> Fault {
        Fault::new(FaultKind::Io, en, ja)
    }

    /// The caller stopped it.
    pub fn cancelled() -> Fault {
        Fault::new(FaultKind::Cancelled, "stopped", "中止されました")
    }

    /// Prepends the place where it occurred: a name, or a [`Sentence`].
    #[must_use]
    pub fn at(self, place: impl fmt::Display) -> Fault {
        let text = sentence!("{place}: {}", "{place:#}: {:#}", self.text);
        Fault { text: text.map(clean), ..self }
    }

    /// Appends what to do about it.
    #[must_use]
    pub fn hint(self, hint: &Sentence) -> Fault {
        let Sentence { en, ja } = self.text;
        let text = Sentence::new(format!("{en}; {}", hint.en), format!("{ja}。{}", hint.ja));
        Fault { text: text.map(clean), ..self }
    }

    /// Adds the index of the entry in a list.
    #[must_use]
    pub fn at_entry(self, entry: usize) -> Fault {
        Fault { entry: Some(entry), ..self }
    }

    /// The same fault of this part of the question.
    #[must_use]
    pub fn of_part(self, part: &str) -> Fault {
        Fault { part: Some(part.to_string()), ..self }
    }

    /// The same fault in other words.
    #[must_use]
    pub fn saying(self, text: Sentence) -> Fault {
        Fault { text: text.map(clean), ..self }
    }

    #[must_use]
    pub fn of_kind(self, kind: FaultKind) -> Fault {
        Fault { kind, ..self }
    }

    /// Adds a list of what would have been accepted.
    #[must_use]
    pub fn expecting(self, expected: impl IntoIterator<Item = impl Into<String>>) -> Fault {
        Fault { expected: expected.into_iter().take(MOST_EXPECTED).map(Into::into).collect(), ..self }
    }

    /// `name` is not one of `known`: lists them and suggests the most similar.
    pub fn unknown(what: Sentence, name: &str, known: &[&str]) -> Fault {
        let near = known.iter().find(|k| alike(k, name));
        let name = excerpt(name);
        let Sentence { en, ja } = what;
        if known.is_empty() {
            return Fault::new(
                FaultKind::Unknown,
                format!("unknown {en} {name:?}; there are none"),
                format!("{ja} {name:?} はありません（一つもありません）"),
            );
        }
        let (hint_en, hint_ja) = match near {
            Some(near) => (format!("did you mean {near:?}? "), format!("{near:?} のことですか。")),
            None => (String::new(), String::new()),
        };
        let list = known.join(", ");
        Fault::new(
            FaultKind::Unknown,
            format!("unknown {en} {name:?}; {hint_en}expected: {list}"),
            format!("{ja} {name:?} はありません。{hint_ja}使えるもの: {list}"),
        )
        .expecting(known.iter().copied())
    }
}

/// Whether two words differ by one letter, or one is a prefix of the other.
fn alike(a: &str, b: &str) -> bool {
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
        f.write_str(&self.text.en)
    }
}

impl std::error::Error for Fault {}

/// A rejection by a game is about a move or an event, unless the caller changes the kind.
impl From<Rejected> for Fault {
    fn from(why: Rejected) -> Fault {
        Fault::from_text(FaultKind::IllegalMove, why.0)
    }
}

impl From<Contradiction> for Fault {
    fn from(why: Contradiction) -> Fault {
        Fault::new(
            FaultKind::Contradiction,
            format!("nothing that could be hidden agrees with this view: {why}"),
            format!("このビューに合う隠れたカードの配置はありません: {why:#}"),
        )
    }
}

impl From<BadOption> for Fault {
    fn from(why: BadOption) -> Fault {
        match why {
            BadOption::Unknown { owner, name, known } => {
                let what = Sentence::new(format!("option of {owner}"), format!("{owner} のオプション"));
                Fault::unknown(what, &name, &known)
            }
            BadOption::Value { owner, name, value, expected } => {
                let Expected { en, ja, words, .. } = *expected;
                let value = excerpt(&value);
                Fault::bad_option(
                    format!("{owner}: {name}={value}: expected {en}"),
                    format!("{owner}: {name}={value}: 使える値は {ja}"),
                )
                .expecting(words.iter().copied())
            }
            BadOption::Twice { owner, name } => Fault::bad_option(
                format!("{owner}: {name} is given twice"),
                format!("{owner}: {name} が二度指定されています"),
            ),
            other => {
                Fault::bad_option(other.to_string(), format!("オプションの値が正しくありません（{other}）"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(name: &str, known: &[&str]) -> String {
        Fault::unknown(Sentence::new("game", "ゲーム"), name, known).to_string()
    }

    #[test]
    fn one_line_of_bearable_length() {
        let fault = |text: &str| Fault::en(FaultKind::BadView, text).to_string();
        assert_eq!(fault("a\nb\u{1b}[31m"), "a b [31m");
        assert!(fault(&"ほ".repeat(10_000)).chars().count() <= LONGEST + 1);
        let long = Fault::en(FaultKind::BadView, "x").at("ほ".repeat(10_000));
        assert!(long.text.ja.chars().count() <= LONGEST + 1);
    }

    #[test]
    fn near_misses_are_pointed_at() {
        let known = ["connect-four", "kuhn", "leduc"];
        assert!(unknown("kuhm", &known).contains("did you mean \"kuhn\"?"));
        assert!(unknown("connect", &known).contains("did you mean \"connect-four\"?"));
        assert_eq!(unknown("chess", &known), "unknown game \"chess\"; expected: connect-four, kuhn, leduc");
        let long = unknown(&"x".repeat(10_000), &known);
        assert!(long.ends_with("expected: connect-four, kuhn, leduc"), "{long}");
        assert_eq!(unknown("size", &[]), "unknown game \"size\"; there are none");
    }

    /// A program gets what it can offer for choosing, one by one; a range cannot be listed.
    #[test]
    fn what_an_option_takes_is_listed_word_by_word() {
        use yomi_core::{OptionSpec, Options, Text};
        let specs = [
            OptionSpec::choice("select", "ucb1", &["ucb1", "puct"], Text::en("")),
            OptionSpec::switch("keep", "false", Text::en("")),
            OptionSpec::count("depth", "max", 1, 9, Text::en("")).or(&["max"]),
        ];
        let expected = |name: &str| {
            let given = [(name.to_string(), "?".to_string())];
            Fault::from(Options::complete("mcts", &specs, &given).unwrap_err()).expected
        };
        assert_eq!(expected("select"), ["ucb1", "puct"]);
        assert_eq!(expected("keep"), ["true", "false"]);
        assert!(expected("depth").is_empty());
        assert_eq!(expected("?"), ["select", "keep", "depth"]);
    }

    #[test]
    fn a_fault_is_the_same_after_a_trip_through_json() {
        let fault =
            Fault::unknown(Sentence::new("game", "ゲーム"), "kuhm", &["kuhn"]).at("line 1").at_entry(3);
        let text = serde_json::to_string(&fault).unwrap();
        assert!(text.starts_with("{\"code\":\"unknown\",\"text\":{\"en\":\"line 1: unknown game"), "{text}");
        assert_eq!(serde_json::from_str::<Fault>(&text).unwrap(), fault);
    }
}
