//! Options of games and agents, as typed and as understood.

use crate::Fault;
use crate::fault::excerpt;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use yomi_core::{OptionSpec, Settings};

/// Options with their values, all of them, defaults filled in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Whose they are, for messages.
    owner: String,
    values: BTreeMap<String, String>,
}

impl Options {
    /// The given values over the defaults. Names that are not in `specs`, and names given twice, are refused.
    pub fn complete(owner: &str, specs: &[OptionSpec], given: &[(String, String)]) -> Result<Options, Fault> {
        let mut values: BTreeMap<String, String> =
            specs.iter().map(|s| (s.name.to_string(), s.default.to_string())).collect();
        for (i, (name, value)) in given.iter().enumerate() {
            let known: Vec<&str> = specs.iter().map(|s| s.name).collect();
            if !known.contains(&name.as_str()) {
                return Err(Fault::unknown(&format!("option of {owner}"), name, &known));
            }
            if given[..i].iter().any(|(earlier, _)| earlier == name) {
                return Err(Fault::new(format!("{owner}: {name} is given twice")));
            }
            values.insert(name.clone(), value.clone());
        }
        Ok(Options { owner: owner.to_string(), values })
    }

    pub fn settings(&self) -> Settings {
        self.values.clone()
    }

    fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    fn fault(&self, name: &str, expected: impl std::fmt::Display) -> Fault {
        Fault::new(format!("{}: {name}={}: expected {expected}", self.owner, excerpt(self.value(name))))
    }

    /// The value as typed.
    pub fn text(&self, name: &str) -> &str {
        self.value(name)
    }

    pub fn number(&self, name: &str, range: RangeInclusive<f64>) -> Result<f64, Fault> {
        let number = self.value(name).parse::<f64>().ok().filter(|x| range.contains(x));
        number.ok_or_else(|| self.fault(name, format!("a number from {} to {}", range.start(), range.end())))
    }

    /// A number, or nothing when the value is the word that stands for it.
    pub fn number_or(
        &self,
        name: &str,
        none: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, Fault> {
        if self.value(name) == none {
            return Ok(None);
        }
        let or =
            |_| self.fault(name, format!("{none} or a number from {} to {}", range.start(), range.end()));
        self.number(name, range.clone()).map(Some).map_err(or)
    }

    pub fn count(&self, name: &str, range: RangeInclusive<u64>) -> Result<u64, Fault> {
        let count = self.value(name).parse::<u64>().ok().filter(|x| range.contains(x));
        count.ok_or_else(|| {
            self.fault(name, format!("a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// A count, or nothing when the value is the word that stands for it.
    pub fn count_or(&self, name: &str, none: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Fault> {
        if self.value(name) == none {
            return Ok(None);
        }
        let or = |_| {
            self.fault(name, format!("{none} or a whole number from {} to {}", range.start(), range.end()))
        };
        self.count(name, range.clone()).map(Some).map_err(or)
    }

    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<T, Fault> {
        let found = choices.iter().find(|(word, _)| *word == self.value(name));
        let words = || choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or ");
        found.map(|&(_, value)| value).ok_or_else(|| self.fault(name, words()))
    }

    pub fn switch(&self, name: &str) -> Result<bool, Fault> {
        self.choice(name, &[("true", true), ("false", false)])
    }
}

/// `key=value`, as `--set` takes it.
pub fn parse_pair(text: &str) -> Result<(String, String), Fault> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_string(), value.trim().to_string()))
        }
        _ => Err(Fault::new(format!("{:?}: expected key=value", excerpt(text)))),
    }
}
