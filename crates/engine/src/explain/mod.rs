//! Explanations: sentences made from the numbers of a search, in English and Japanese.
//!
//! They say only what the numbers support: a rate with its interval, a difference and whether it is
//! significant, the line the search expects. Game-specific sentences come from the game itself.

mod amounts;
mod comparison;
mod headline;
#[cfg(test)]
mod tests;

pub(crate) use amounts::{amount, value, worth};
pub use amounts::{percent, plain, with_sign};
pub(crate) use comparison::kept;

use crate::Sentence;
use crate::chances::{Chance, Company};
use crate::draft::Draft;
use crate::wire::{About, Facts, Reason};
use comparison::comparison;
use headline::headline;
use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use yomi_core::{Decision, Hidden, Stakes, ViewOf};

/// What a game gets when it is asked to explain a decision.
pub struct Told<'a, S: Hidden> {
    pub view: &'a ViewOf<S>,
    pub decision: &'a Decision<S::Action>,
    /// What the search saw, if it reports it: the belief it used, the worlds it drew, what happened in them.
    pub evidence: Option<&'a (dyn Any + Send)>,
    /// Whom chances to win are stated against, where they are not the search's own.
    pub opponents: Option<Company>,
}

impl<S: Hidden> Told<'_, S> {
    /// The evidence, if it is of this type.
    pub fn evidence<T: 'static>(&self) -> Option<&T> {
        self.evidence.and_then(|evidence| evidence.downcast_ref())
    }
}

/// The game-specific part of the explanation of a decision.
#[derive(Clone, Default, Debug)]
pub struct Explained {
    /// The decisive remark first.
    pub remarks: Vec<Remark>,
    /// Facts about each candidate, in their order; may be empty.
    pub facts: Vec<Option<Facts>>,
    /// Beliefs about the hidden part, in the game's own schema; `null` if there are none.
    pub beliefs: Value,
    /// Effective sample size of the worlds behind the beliefs, if known.
    pub effective_worlds: Option<f64>,
}

/// A game's sentence, and what it is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Remark {
    pub text: Sentence,
    pub about: Vec<About>,
}

impl From<Sentence> for Remark {
    fn from(text: Sentence) -> Remark {
        Remark { text, about: Vec::new() }
    }
}

impl Explained {
    /// Only sentences.
    pub fn remarks(sentences: impl IntoIterator<Item = Sentence>) -> Explained {
        Explained { remarks: sentences.into_iter().map(Remark::from).collect(), ..Explained::default() }
    }

    /// Adds beliefs in the game's own schema.
    #[must_use]
    pub fn believing(self, beliefs: &impl Serialize) -> Explained {
        let beliefs = serde_json::to_value(beliefs).expect("beliefs are plain data");
        Explained { beliefs, ..self }
    }

    /// Adds facts about each candidate.
    #[must_use]
    pub fn with_facts(self, facts: Vec<Option<Facts>>) -> Explained {
        Explained { facts, ..self }
    }
}

/// Assigns weights to sentences: the decisive one first, with decreasing weight.
pub fn weighed(remarks: Vec<Remark>) -> Vec<Reason> {
    let reason = |(i, remark): (usize, Remark)| Reason {
        text: remark.text,
        about: remark.about,
        weight: 1.0 / (i + 1) as f64,
    };
    remarks.into_iter().enumerate().map(reason).collect()
}

/// Longer lines are cut after this many moves.
const LONGEST_LINE: usize = 8;

/// The sentences that follow from the search alone.
pub fn reasons(stakes: Stakes, bounds: (f64, f64), draft: &Draft) -> Vec<Remark> {
    let best = &draft.candidates[0];
    let about = |names: &[&str]| names.iter().map(|name| About::Move(name.to_string())).collect::<Vec<_>>();
    let nothing_to_choose = draft.candidates.len() == 1 && best.visits == 0;
    let mut all = Vec::new();
    if !nothing_to_choose {
        let text = polished(headline(stakes, bounds, draft), draft);
        all.push(Remark { text, about: about(&[best.text()]) });
    }
    let stated = draft.chance.as_ref().filter(|_| best.searched.is_some());
    all.extend(stated.and_then(Chance::reading).map(Remark::from));
    if let Some((text, second)) = comparison(stakes, draft) {
        let moves = second.map_or_else(|| about(&[best.text()]), |second| about(&[best.text(), &second]));
        all.push(Remark { text: polished(text, draft), about: moves });
    }
    if draft.line.len() > 1 {
        let more = if draft.line.len() > LONGEST_LINE { " → …" } else { "" };
        let shown = &draft.line[..draft.line.len().min(LONGEST_LINE)];
        let list = |name: fn(&Sentence) -> &str| {
            // Labels of several words need more than a space between them.
            shown.iter().map(|step| name(&step.label)).collect::<Vec<_>>().join(" → ")
        };
        all.push(Remark {
            text: Sentence::new(
                format!("Expected continuation: {}{more}", list(|label| &label.en)),
                format!("予想される進行: {}{more}", list(|label| &label.ja)),
            ),
            about: Vec::new(),
        });
    }
    all
}

/// What opens a name that is a phrase.
const QUOTE: char = '“';

/// Moves that are called by words read like words: with a capital at the beginning of a sentence, and in Japanese
/// without spaces around them.
pub(crate) fn polished(text: Sentence, draft: &Draft) -> Sentence {
    polished_names(text, draft.candidates.iter().map(|c| &c.name))
}

/// The same for sentences with these names in them.
pub(crate) fn polished_names<'n>(
    mut text: Sentence,
    names: impl IntoIterator<Item = &'n Sentence>,
) -> Sentence {
    for name in names.into_iter().filter(|name| name.en != name.ja) {
        text.ja =
            text.ja.replace(&format!("{} ", name.ja), &name.ja).replace(&format!(" {}", name.ja), &name.ja);
        let quoted = usize::from(name.en.starts_with(QUOTE)) * QUOTE.len_utf8();
        if text.en.starts_with(&name.en)
            && let Some(first) = text.en.get_mut(quoted..=quoted)
        {
            first.make_ascii_uppercase();
        }
    }
    text
}
