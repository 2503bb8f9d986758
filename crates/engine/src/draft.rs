//! A decision with its moves as text, before it is explained. It is the same type for every game, so that the
//! code that writes sentences about it is compiled once.

use crate::Sentence;
use crate::stats::Z95;
use crate::wire;
use yomi_core::{Basis, Bound, Decision, Stakes};

/// A decision with its moves as text. Values are payoffs.
pub struct Draft {
    pub basis: Basis,
    /// The chosen move first.
    pub candidates: Vec<DraftMove>,
    pub line: Vec<String>,
    pub iterations: u64,
    pub nodes: u64,
    pub worlds: u64,
    pub bytes: usize,
    pub depth: u32,
    pub passes: u64,
}

/// One candidate.
pub struct DraftMove {
    pub text: String,
    pub label: Sentence,
    pub visits: u64,
    pub mean: f64,
    pub se: f64,
    pub bound: Bound,
}

impl Draft {
    pub fn new<A: Copy>(
        decision: &Decision<A>,
        text: &dyn Fn(A) -> String,
        label: &dyn Fn(A) -> Sentence,
    ) -> Draft {
        let candidate = |c: &yomi_core::Candidate<A>| DraftMove {
            text: text(c.action),
            label: label(c.action),
            visits: c.visits,
            mean: c.mean,
            se: c.se,
            bound: c.bound,
        };
        Draft {
            basis: decision.basis,
            candidates: decision.candidates.iter().map(candidate).collect(),
            line: decision.line.iter().map(|&a| text(a)).collect(),
            iterations: decision.iterations,
            nodes: decision.nodes,
            worlds: decision.worlds,
            bytes: decision.bytes,
            depth: decision.depth,
            passes: decision.passes,
        }
    }

    pub fn total_visits(&self) -> f64 {
        self.candidates.iter().map(|c| c.visits).sum::<u64>().max(1) as f64
    }

    /// The candidates in wire format, with values in the game's unit.
    pub fn candidates(&self, stakes: Stakes, bounds: (f64, f64)) -> Vec<wire::Candidate> {
        let total = self.total_visits();
        self.candidates.iter().map(|c| c.sent(stakes, bounds, total)).collect()
    }

    /// How far the chosen move is ahead of the best alternative, in the game's unit.
    pub fn lead(&self, stakes: Stakes) -> Option<wire::Lead> {
        let (best, rest) = self.candidates.split_first()?;
        let tried = rest.iter().filter(|c| c.visits > 0);
        let second = tried.max_by(|a, b| a.mean.total_cmp(&b.mean)).filter(|_| best.visits > 0)?;
        let (by, se) = (best.mean - second.mean, best.se.hypot(second.se));
        se.is_finite().then(|| wire::Lead {
            over: second.text.clone(),
            by: stakes.shown(by),
            se: stakes.shown(se),
            decided: by > Z95 * se,
        })
    }
}

impl DraftMove {
    fn sent(&self, stakes: Stakes, bounds: (f64, f64), total: f64) -> wire::Candidate {
        let known = self.visits > 0;
        let half = Some(Z95 * self.se).filter(|half| known && half.is_finite());
        let within = |payoff: f64| stakes.shown(payoff.clamp(bounds.0, bounds.1));
        wire::Candidate {
            text: self.text.clone(),
            label: self.label.clone(),
            value: known.then(|| stakes.shown(self.mean)),
            se: half.map(|_| stakes.shown(self.se)),
            lo: half.map(|half| within(self.mean - half)),
            hi: half.map(|half| within(self.mean + half)),
            visits: self.visits,
            share: self.visits as f64 / total,
            bound: match self.bound {
                Bound::Exact => wire::Bound::Exact,
                Bound::AtMost => wire::Bound::AtMost,
                _ => wire::Bound::Sampled,
            },
            facts: None,
        }
    }
}
