//! The parsers, each with inputs to start from and the properties that its answers must have.

mod files;
mod material;
mod moves;
mod texts;
mod views;

use crate::api::{self, Read, Refusal};
use crate::mutate::Form;

/// How much is checked. A stored finding is always checked thoroughly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    Quick,
    Thorough,
}

/// Reads an input. Returns a short description if it is accepted, or the rejection. Panics if a property does
/// not hold.
pub type Checker = Box<dyn FnMut(&[u8], Depth) -> Read<String>>;

/// A parser to be fuzzed.
pub struct Target {
    name: String,
    form: Form,
    weight: u32,
    corpus: Box<dyn Fn() -> Vec<Vec<u8>> + Send + Sync>,
    checker: Box<dyn Fn() -> Checker + Send + Sync>,
}

impl Target {
    /// `weight` is its share of a campaign's inputs, in addition to the minimum of every target.
    pub fn new(
        name: impl Into<String>,
        form: Form,
        weight: u32,
        corpus: impl Fn() -> Vec<Vec<u8>> + Send + Sync + 'static,
        checker: impl Fn() -> Checker + Send + Sync + 'static,
    ) -> Target {
        Target { name: name.into(), form, weight, corpus: Box::new(corpus), checker: Box::new(checker) }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn form(&self) -> Form {
        self.form
    }

    pub fn weight(&self) -> u32 {
        self.weight
    }

    /// Inputs to start from; almost all are valid.
    pub fn corpus(&self) -> Vec<Vec<u8>> {
        (self.corpus)()
    }

    /// A new checker, which takes one input after the other.
    pub fn checker(&self) -> Checker {
        (self.checker)()
    }
}

/// All targets, those of each game together.
pub fn all() -> Vec<Target> {
    let mut targets = vec![texts::limit()];
    for game in api::games() {
        targets.extend([
            texts::settings(game),
            texts::agents(game),
            moves::action(game),
            moves::event(game),
            moves::list(game),
            views::view(game),
            views::record(game),
        ]);
    }
    targets.extend([
        files::cards(),
        files::statistics(),
        files::contest_log(),
        files::policy_weights(),
        files::habits(),
        files::bench_report(),
        files::tournament(),
        files::trace(),
        files::chance_map(),
        views::advice(),
    ]);
    targets
}

/// Targets whose name starts with this.
pub fn named(start: &str) -> Vec<Target> {
    all().into_iter().filter(|target| target.name.starts_with(start)).collect()
}

fn utf8(input: &[u8]) -> Read<&str> {
    std::str::from_utf8(input).map_err(|_| Refusal("it is not UTF-8 text".into()))
}

/// A stateless checker of text.
fn of_text(check: impl Fn(&str, Depth) -> Read<String> + Copy + 'static) -> Checker {
    Box::new(move |input, depth| check(utf8(input)?, depth))
}

fn as_bytes(texts: impl IntoIterator<Item = impl ToString>) -> Vec<Vec<u8>> {
    texts.into_iter().map(|text| text.to_string().into_bytes()).collect()
}
