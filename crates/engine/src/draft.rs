//! A decision with its moves as text, before it is explained. It is the same type for every game, so that the
//! code that writes sentences about it is compiled once.

use crate::chances::{Chance, Company};
use crate::explain;
use crate::stats::{Z95, of_samples95};
use crate::{Sentence, wire};
use std::collections::BTreeMap;
use yomi_core::{Basis, Bound, Choice, Decision, Stakes};

/// A decision with its moves as text. Values are payoffs.
pub struct Draft {
    pub basis: Basis,
    pub choice: Choice,
    /// The chosen move first.
    pub candidates: Vec<DraftMove>,
    pub line: Vec<DraftStep>,
    pub iterations: u64,
    pub nodes: u64,
    pub worlds: u64,
    pub bytes: usize,
    pub depth: u32,
    pub passes: u64,
    /// How values are stated; `None` for the search's own.
    pub chance: Option<Chance>,
}

/// One candidate.
pub struct DraftMove {
    /// In notation, with the names of its language.
    pub typed: Sentence,
    pub label: Sentence,
    /// What sentences call it: the label, in quotation marks where it would not read as a name.
    pub name: Sentence,
    pub visits: u64,
    pub mean: f64,
    pub se: f64,
    pub tries: f64,
    pub bound: Bound,
    pub share: Option<f64>,
    pub score: Option<f64>,
    /// Where a chance is stated: what the search itself found.
    pub searched: Option<Searched>,
}

/// A move of the expected line.
pub struct DraftStep {
    /// In notation, as programs write it.
    pub text: String,
    pub label: Sentence,
}

/// A game's ways to write a move: in notation with the names of each language, as its label, and in a sentence.
pub struct Writing<'a, A> {
    pub typed: &'a dyn Fn(A) -> Sentence,
    pub label: &'a dyn Fn(A) -> Sentence,
    pub named: &'a dyn Fn(A) -> Sentence,
}

/// What the search found, before it became a chance.
#[derive(Clone, Copy)]
pub struct Searched {
    pub mean: f64,
    /// The interval, as chances.
    pub ends: (Option<f64>, Option<f64>),
}

impl Draft {
    pub fn new<A: Copy>(decision: &Decision<A>, Writing { typed, label, named }: &Writing<'_, A>) -> Draft {
        let candidate = |c: &yomi_core::Candidate<A>| DraftMove {
            typed: typed(c.action),
            label: label(c.action),
            name: named(c.action),
            visits: c.visits,
            mean: c.mean,
            se: c.se,
            tries: c.tries,
            bound: c.bound,
            share: c.share,
            score: c.score,
            searched: None,
        };
        Draft {
            basis: decision.basis,
            choice: decision.choice,
            candidates: decision.candidates.iter().map(candidate).collect(),
            line: decision.line.iter().map(|&a| DraftStep { text: typed(a).en, label: label(a) }).collect(),
            iterations: decision.iterations,
            nodes: decision.nodes,
            worlds: decision.worlds,
            bytes: decision.bytes,
            depth: decision.depth,
            passes: decision.passes,
            chance: None,
        }
    }

    /// With chances against a company in place of the search's own values, where they are known.
    #[must_use]
    pub fn stated(mut self, chance: Option<&Chance>, bounds: (f64, f64)) -> Draft {
        let Some(chance) = chance else { return self };
        let mapped = self.candidates.iter_mut().map(|candidate| candidate.state(chance, bounds));
        // Without a value to state there is nobody that it is stated against.
        if mapped.fold(false, |any, mapped| any | mapped) {
            self.chance = Some(chance.clone());
        }
        self
    }

    pub fn company(&self) -> Option<Company> {
        self.chance.as_ref().map(|chance| chance.company)
    }

    /// The fewest and the most iterations of a search in the games that chances were fitted to.
    pub fn fitted_at(&self) -> Option<[f64; 2]> {
        self.chance.as_ref().map(Chance::fitted_at)
    }

    /// How likely each company is, where the opponents are read.
    pub fn odds(&self) -> BTreeMap<Company, f64> {
        let mix = self.chance.as_ref().and_then(|chance| chance.mix);
        mix.map_or_else(BTreeMap::new, |mix| Company::NAMED.into_iter().zip(mix).collect())
    }

    /// The expected continuation in notation.
    pub fn line_texts(&self) -> Vec<String> {
        self.line.iter().map(|step| step.text.clone()).collect()
    }

    pub fn total_visits(&self) -> f64 {
        self.candidates.iter().map(|c| c.visits).sum::<u64>().max(1) as f64
    }

    /// The candidates in wire format, with values in the game's unit.
    pub fn candidates(&self, stakes: Stakes, bounds: (f64, f64)) -> Vec<wire::Candidate> {
        let total = self.total_visits();
        self.candidates.iter().map(|c| c.sent(stakes, bounds, total)).collect()
    }

    /// The best alternative, if its value can be compared with that of the chosen move.
    pub fn rival(&self) -> Option<&DraftMove> {
        let (best, rest) = self.candidates.split_first()?;
        rest.first().filter(|second| best.visits > 0 && second.visits > 0)
    }

    /// How far the chosen move is ahead of the best alternative, in the game's unit.
    pub fn lead(&self, stakes: Stakes) -> Option<wire::Lead> {
        let (best, second) = (self.candidates.first()?, self.rival()?);
        if !best.is_measured_like(second) {
            return None;
        }
        let (by, se) = (best.mean - second.mean, best.se.hypot(second.se));
        se.is_finite().then(|| wire::Lead {
            over: second.text().into(),
            by: stakes.shown(by),
            se: stakes.shown(se),
            decided: by > Z95 * se,
            why: (by < 0.0).then(|| explain::polished(explain::kept(self, best, second), self)),
        })
    }
}

impl DraftMove {
    /// In notation, as programs write it.
    pub fn text(&self) -> &str {
        &self.typed.en
    }

    /// States a chance in place of the search's own value; whether there was one.
    fn state(&mut self, chance: &Chance, bounds: (f64, f64)) -> bool {
        if self.visits == 0 || !Chance::covers(self.bound) {
            return false;
        }
        let (lo, hi) = self.interval(Stakes::Win, bounds);
        let ends = (lo.map(|lo| chance.of(lo)), hi.map(|hi| chance.of(hi)));
        self.searched = Some(Searched { mean: self.mean, ends });
        self.se *= chance.slope(self.mean);
        self.mean = chance.of(self.mean);
        true
    }

    /// Whether a difference of the two values means something: both sampled, both judged, or both certain.
    /// What the best lines found pay is certain, but one was looked for longer than the other.
    pub fn is_measured_like(&self, other: &DraftMove) -> bool {
        let kind = |bound| match bound {
            Bound::Sampled => 0,
            Bound::Judged => 1,
            Bound::Exact | Bound::Proven => 2,
            _ => 3,
        };
        kind(self.bound) == kind(other.bound) && kind(self.bound) < 3
    }

    /// The 95% interval of a sampled value, and what is certain of a computed one: the least and the most
    /// that it can be.
    pub fn interval(&self, stakes: Stakes, bounds: (f64, f64)) -> (Option<f64>, Option<f64>) {
        match self.bound {
            _ if self.visits == 0 => (None, None),
            _ if self.searched.is_some() => self.searched.map_or((None, None), |searched| searched.ends),
            Bound::Sampled => {
                let is_share = matches!(stakes, Stakes::Win);
                let [lo, hi] = of_samples95(self.mean, self.se, self.tries, bounds, is_share);
                (Some(lo), Some(hi))
            }
            Bound::JudgedAtMost => (None, Some(self.mean)),
            Bound::AtLeast => (Some(self.mean), Some(bounds.1.max(self.mean))),
            Bound::AtMost => (Some(bounds.0.min(self.mean)), Some(self.mean)),
            Bound::Exact | Bound::Proven => (Some(self.mean), Some(self.mean)),
            _ => (None, None),
        }
    }

    fn sent(&self, stakes: Stakes, bounds: (f64, f64), total: f64) -> wire::Candidate {
        let known = self.visits > 0;
        let (lo, hi) = self.interval(stakes, bounds);
        wire::Candidate {
            text: self.text().into(),
            text_ja: (self.typed.ja != self.typed.en).then(|| self.typed.ja.clone()),
            label: self.label.clone(),
            value: known.then(|| stakes.shown(self.mean)),
            se: Some(self.se).filter(|se| known && se.is_finite()).map(|se| stakes.shown(se)),
            lo: lo.map(|lo| stakes.shown(lo)),
            hi: hi.map(|hi| stakes.shown(hi)),
            searched: self.searched.map(|searched| stakes.shown(searched.mean)),
            score: self.score,
            visits: self.visits,
            share: self.share.unwrap_or(self.visits as f64 / total),
            bound: self.bound.into(),
            facts: None,
        }
    }
}
