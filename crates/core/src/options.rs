//! Options of games and agents: declared once, beside what they set.
//!
//! An [`OptionSpec`] is the one declaration of an option: its name, which values it takes, the default, and a
//! line on it in both languages. Everything else is derived from it: reading what a person typed, the message
//! when it is wrong, `yomi agents`, tables in the documentation, forms on a page. [`Options::complete`] fills
//! in defaults and checks every value, so that the code that reads an option afterwards cannot fail:
//!
//! ```
//! use yomi_core::options::{OptionSpec, Options};
//! use yomi_core::Text;
//!
//! const WIDTH: OptionSpec = OptionSpec::count("width", "100", 1, 1_000_000, Text::en("positions kept"));
//!
//! let given = [("width".to_string(), "20".to_string())];
//! let options = Options::complete("beam", &[WIDTH], &given).unwrap();
//! assert_eq!(options.count(&WIDTH), 20);
//!
//! let wrong = [("width".to_string(), "wide".to_string())];
//! let why = Options::complete("beam", &[WIDTH], &wrong).unwrap_err();
//! assert_eq!(why.to_string(), "beam: width=wide: expected a whole number from 1 to 1000000");
//! ```

use crate::Text;
use std::collections::BTreeMap;
use std::fmt;

/// Chosen options as text, by name.
pub type Settings = BTreeMap<String, String>;

/// An option of a game or an agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionSpec {
    pub name: &'static str,
    pub kind: OptionKind,
    /// As one would type it.
    pub default: &'static str,
    pub help: Text,
}

/// Which values an option takes. `or` lists words that are accepted in place of a number or a path.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// `true` or `false`.
    Switch,
    /// A whole number in a range, both ends included.
    Count { least: u64, most: u64, or: &'static [&'static str] },
    /// A number in a range, both ends included.
    Number { least: f64, most: f64, or: &'static [&'static str] },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Text that the game or agent reads by itself, such as `30x30`.
    Text,
    /// A path that is opened for reading, of at most this many bytes: a face that takes options from
    /// strangers refuses it.
    File { most_bytes: u64, or: &'static [&'static str] },
    /// A program that is run: a face that takes options from strangers refuses it.
    Program,
}

/// What an option can make Yomi touch outside of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// A file is opened for reading.
    File,
    /// A program is run.
    Program,
}

impl OptionSpec {
    pub const fn switch(name: &'static str, default: &'static str, help: Text) -> OptionSpec {
        OptionSpec { name, kind: OptionKind::Switch, default, help }
    }

    pub const fn count(
        name: &'static str,
        default: &'static str,
        least: u64,
        most: u64,
        help: Text,
    ) -> OptionSpec {
        OptionSpec { name, kind: OptionKind::Count { least, most, or: &[] }, default, help }
    }

    pub const fn number(
        name: &'static str,
        default: &'static str,
        least: f64,
        most: f64,
        help: Text,
    ) -> OptionSpec {
        OptionSpec { name, kind: OptionKind::Number { least, most, or: &[] }, default, help }
    }

    pub const fn choice(
        name: &'static str,
        default: &'static str,
        words: &'static [&'static str],
        help: Text,
    ) -> OptionSpec {
        OptionSpec { name, kind: OptionKind::Choice(words), default, help }
    }

    pub const fn text(name: &'static str, default: &'static str, help: Text) -> OptionSpec {
        OptionSpec { name, kind: OptionKind::Text, default, help }
    }

    pub const fn file(name: &'static str, default: &'static str, most_bytes: u64, help: Text) -> OptionSpec {
        OptionSpec { name, kind: OptionKind::File { most_bytes, or: &[] }, default, help }
    }

    /// A program to run; it has no default, so that one must be named.
    pub const fn program(name: &'static str, help: Text) -> OptionSpec {
        OptionSpec { name, kind: OptionKind::Program, default: "", help }
    }

    /// The same option, which also takes one of these words.
    #[must_use]
    pub const fn or(self, words: &'static [&'static str]) -> OptionSpec {
        let kind = match self.kind {
            OptionKind::Count { least, most, .. } => OptionKind::Count { least, most, or: words },
            OptionKind::Number { least, most, .. } => OptionKind::Number { least, most, or: words },
            OptionKind::File { most_bytes, .. } => OptionKind::File { most_bytes, or: words },
            other => other,
        };
        OptionSpec { kind, ..self }
    }

    /// The same option with another default.
    #[must_use]
    pub const fn with_default(self, default: &'static str) -> OptionSpec {
        OptionSpec { default, ..self }
    }

    /// Whether this value makes Yomi open a path or run a program.
    #[must_use]
    pub fn reaches_outside(&self, value: &str) -> bool {
        self.reach(value).is_some()
    }

    /// What this value makes Yomi touch outside of itself.
    #[must_use]
    pub fn reach(&self, value: &str) -> Option<Reach> {
        match self.kind {
            OptionKind::File { or, .. } => (!or.contains(&value)).then_some(Reach::File),
            OptionKind::Program => Some(Reach::Program),
            _ => None,
        }
    }

    /// What is accepted, in both languages.
    #[must_use]
    pub fn expected(&self) -> (String, String) {
        let joined = |words: &[&str]| (listed(words), words.join("、"));
        let with_words = |or: &[&str], (en, ja): (String, String)| {
            if or.is_empty() {
                (en, ja)
            } else {
                (listed(&[or, &[&en]].concat()), format!("{}、または{ja}", or.join("、")))
            }
        };
        match self.kind {
            OptionKind::Switch | OptionKind::Choice(_) => joined(self.words()),
            OptionKind::Count { least, most, or } => with_words(
                or,
                (format!("a whole number from {least} to {most}"), format!("{least}から{most}までの整数")),
            ),
            OptionKind::Number { least, most, or } => with_words(
                or,
                (format!("a number from {least} to {most}"), format!("{least}から{most}までの数")),
            ),
            OptionKind::File { or, .. } => with_words(or, ("a file".into(), "ファイル名".into())),
            OptionKind::Program => {
                ("a command such as \"python3 bot.py\"".into(), "\"python3 bot.py\" のようなコマンド".into())
            }
            OptionKind::Text => ("text".into(), "文字列".into()),
        }
    }

    /// The words that are accepted, where they are all that is.
    #[must_use]
    pub fn words(&self) -> &'static [&'static str] {
        match self.kind {
            OptionKind::Switch => &["true", "false"],
            OptionKind::Choice(words) => words,
            _ => &[],
        }
    }

    fn accepts(&self, value: &str) -> bool {
        match self.kind {
            OptionKind::Switch => matches!(value, "true" | "false"),
            OptionKind::Choice(words) => words.contains(&value),
            OptionKind::Count { least, most, or } => {
                or.contains(&value) || value.parse::<u64>().is_ok_and(|n| (least..=most).contains(&n))
            }
            OptionKind::Number { least, most, or } => {
                or.contains(&value) || value.parse::<f64>().is_ok_and(|x| (least..=most).contains(&x))
            }
            OptionKind::Text => true,
            OptionKind::File { .. } | OptionKind::Program => !value.is_empty(),
        }
    }

    /// A value that is accepted, in the one way that it is written: `3` for `03`.
    fn plain(&self, value: &str) -> String {
        match (self.kind, value.parse::<u64>()) {
            (OptionKind::Count { .. }, Ok(count)) => count.to_string(),
            _ => value.to_string(),
        }
    }
}

/// `a, b or c`.
fn listed(words: &[&str]) -> String {
    match words {
        [head @ .., before, last] => {
            let head: String = head.iter().map(|word| format!("{word}, ")).collect();
            format!("{head}{before} or {last}")
        }
        words => words.concat(),
    }
}

/// Why options were refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadOption {
    /// There is no such option.
    Unknown { owner: String, name: String, known: Vec<&'static str> },
    /// It is given twice.
    Twice { owner: String, name: String },
    /// The value is not one that it takes.
    Value { owner: String, name: String, value: String, expected: Box<Expected> },
}

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Expected {
    pub en: String,
    pub ja: String,
    /// One by one, where that is all that it takes; empty for a range, a file or a text.
    pub words: &'static [&'static str],
}

impl fmt::Display for BadOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadOption::Unknown { owner, name, known } => {
                write!(f, "unknown option of {owner} {name:?}; expected: {}", known.join(", "))
            }
            BadOption::Twice { owner, name } => write!(f, "{owner}: {name} is given twice"),
            BadOption::Value { owner, name, value, expected } => {
                write!(f, "{owner}: {name}={value}: expected {}", expected.en)
            }
        }
    }
}

impl std::error::Error for BadOption {}

/// Options with their values, all of them, defaults filled in and every value checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    values: Settings,
    /// What the files hold that options name.
    files: BTreeMap<String, Vec<u8>>,
}

impl Options {
    /// The given values over the defaults. Names that are not in `specs`, names given twice, and values that
    /// an option does not take are refused. `owner` is whose options they are, for messages.
    pub fn complete(
        owner: &str,
        specs: &[OptionSpec],
        given: &[(String, String)],
    ) -> Result<Options, BadOption> {
        let mut values = Options::defaults(specs).values;
        for (i, (name, value)) in given.iter().enumerate() {
            let owner = owner.to_string();
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let known = specs.iter().map(|s| s.name).collect();
                return Err(BadOption::Unknown { owner, name: name.clone(), known });
            };
            if given[..i].iter().any(|(earlier, _)| earlier == name) {
                return Err(BadOption::Twice { owner, name: name.clone() });
            }
            if !spec.accepts(value) {
                let (name, value) = (name.clone(), value.clone());
                let (en, ja) = spec.expected();
                let expected = Box::new(Expected { en, ja, words: spec.words() });
                return Err(BadOption::Value { owner, name, value, expected });
            }
            values.insert(name.clone(), spec.plain(value));
        }
        let unnamed = |spec: &&OptionSpec| spec.kind == OptionKind::Program && values[spec.name].is_empty();
        if let Some(spec) = specs.iter().find(unnamed) {
            let (en, ja) = spec.expected();
            let expected = Box::new(Expected { en, ja, words: spec.words() });
            let (owner, name) = (owner.to_string(), spec.name.to_string());
            return Err(BadOption::Value { owner, name, value: String::new(), expected });
        }
        Ok(Options { values, files: BTreeMap::new() })
    }

    /// Every option at its default.
    #[must_use]
    pub fn defaults(specs: &[OptionSpec]) -> Options {
        let values = specs.iter().map(|s| (s.name.to_string(), s.default.to_string())).collect();
        Options { values, files: BTreeMap::new() }
    }

    /// All values as text.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.values
    }

    /// Puts down what the file holds that this option names.
    pub fn put_file(&mut self, spec: &OptionSpec, bytes: Vec<u8>) {
        self.files.insert(spec.name.to_string(), bytes);
    }

    /// The value as typed.
    #[must_use]
    pub fn text(&self, spec: &OptionSpec) -> &str {
        self.values.get(spec.name).map_or(spec.default, String::as_str)
    }

    /// What the file holds that this option names; `None` where the value is one of its words.
    #[must_use]
    pub fn file(&self, spec: &OptionSpec) -> Option<&[u8]> {
        self.files.get(spec.name).map(Vec::as_slice)
    }

    #[must_use]
    pub fn switch(&self, spec: &OptionSpec) -> bool {
        self.text(spec) == "true"
    }

    /// A number.
    ///
    /// # Panics
    /// If the option is declared as something else: values were checked before.
    #[must_use]
    pub fn number(&self, spec: &OptionSpec) -> f64 {
        self.number_or(spec).unwrap_or_else(|| panic!("{} is declared as a number", spec.name))
    }

    /// A number, or nothing when the value is one of the option's words.
    #[must_use]
    pub fn number_or(&self, spec: &OptionSpec) -> Option<f64> {
        self.text(spec).parse().ok()
    }

    /// A whole number.
    ///
    /// # Panics
    /// If the option is declared as something else: values were checked before.
    #[must_use]
    pub fn count(&self, spec: &OptionSpec) -> u64 {
        self.count_or(spec).unwrap_or_else(|| panic!("{} is declared as a count", spec.name))
    }

    /// A whole number, or nothing when the value is one of the option's words.
    #[must_use]
    pub fn count_or(&self, spec: &OptionSpec) -> Option<u64> {
        self.text(spec).parse().ok()
    }

    /// What the chosen word stands for, given the meanings of all words in the order of the declaration.
    ///
    /// # Panics
    /// If the option is declared with other words: values were checked before.
    #[must_use]
    pub fn choice<T, const N: usize>(&self, spec: &OptionSpec, meanings: [T; N]) -> T {
        let OptionKind::Choice(words) = spec.kind else { panic!("{} is declared as a choice", spec.name) };
        assert_eq!(words.len(), N, "{}: one meaning per word", spec.name);
        let at = words.iter().position(|word| *word == self.text(spec));
        let at = at.unwrap_or_else(|| panic!("{}: its words are {words:?}", spec.name));
        meanings.into_iter().nth(at).expect("there is one per word")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: Text = Text { en: "", ja: "" };
    const C: OptionSpec = OptionSpec::number("c", "auto", 0.0, 10.0, HELP).or(&["auto"]);
    const DEPTH: OptionSpec = OptionSpec::count("depth", "max", 1, 200, HELP).or(&["max"]);
    const KEEP: OptionSpec = OptionSpec::switch("keep", "false", HELP);
    const RULE: OptionSpec = OptionSpec::choice("select", "ucb1", &["ucb1", "puct"], HELP);
    const WEIGHTS: OptionSpec = OptionSpec::file("weights", "mix", 1 << 20, HELP).or(&["mix"]);
    const ALL: [OptionSpec; 5] = [C, DEPTH, KEEP, RULE, WEIGHTS];

    fn complete(given: &[(&str, &str)]) -> Result<Options, BadOption> {
        let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        Options::complete("agent", &ALL, &given)
    }

    #[test]
    fn defaults_and_given_values_are_read_by_their_kind() {
        let options = complete(&[]).unwrap();
        assert_eq!((options.number_or(&C), options.count_or(&DEPTH)), (None, None));
        assert!(!options.switch(&KEEP));
        assert_eq!(options.choice(&RULE, [1, 2]), 1);
        assert_eq!(options.file(&WEIGHTS), None);
        let options =
            complete(&[("c", "0.5"), ("depth", "7"), ("keep", "true"), ("select", "puct")]).unwrap();
        assert_eq!((options.number(&C), options.count(&DEPTH)), (0.5, 7));
        assert_eq!((options.switch(&KEEP), options.choice(&RULE, [1, 2])), (true, 2));
    }

    #[test]
    fn a_count_is_written_in_one_way() {
        let same = ["7", "07", "+7"].map(|text| complete(&[("depth", text)]).unwrap());
        assert!(same.iter().all(|options| options.settings()["depth"] == "7"));
        assert_eq!(complete(&[("c", "0.50")]).unwrap().settings()["c"], "0.50");
    }

    #[test]
    fn what_an_option_does_not_take_is_refused_with_what_it_takes() {
        let why = |given: &[(&str, &str)]| complete(given).unwrap_err().to_string();
        assert_eq!(why(&[("c", "11")]), "agent: c=11: expected auto or a number from 0 to 10");
        assert_eq!(why(&[("c", "NaN")]), "agent: c=NaN: expected auto or a number from 0 to 10");
        assert_eq!(why(&[("depth", "0")]), "agent: depth=0: expected max or a whole number from 1 to 200");
        assert_eq!(why(&[("keep", "yes")]), "agent: keep=yes: expected true or false");
        assert_eq!(why(&[("select", "uct")]), "agent: select=uct: expected ucb1 or puct");
        assert_eq!(why(&[("c", "1"), ("c", "1")]), "agent: c is given twice");
        assert!(why(&[("d", "1")]).starts_with("unknown option of agent \"d\""));
    }

    #[test]
    fn only_paths_and_programs_reach_outside() {
        assert!(WEIGHTS.reaches_outside("my.weights") && !WEIGHTS.reaches_outside("mix"));
        assert!(ALL[..4].iter().all(|spec| !spec.reaches_outside("my.weights")));
    }
}
