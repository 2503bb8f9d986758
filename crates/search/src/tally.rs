//! Counting at the root.
//!
//! Trees keep a count and a sum an edge; the standard errors that a decision reports need sums of squares as well,
//! and only at the root. A [`Tally`] holds all three, in double precision.

use yomi_core::{Bound, Candidate};

/// Results of one root move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tally<A> {
    pub action: A,
    pub visits: u64,
    pub sum: f64,
    pub squares: f64,
}

impl<A: Copy + Eq> Tally<A> {
    pub fn new(action: A) -> Self {
        Tally { action, visits: 0, sum: 0.0, squares: 0.0 }
    }

    #[inline]
    pub fn add(&mut self, payoff: f64) {
        self.visits += 1;
        self.sum += payoff;
        self.squares += payoff * payoff;
    }

    fn merge(&mut self, other: &Tally<A>) {
        self.visits += other.visits;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    pub fn candidate(&self) -> Candidate<A> {
        let n = self.visits as f64;
        let mean = if self.visits == 0 { 0.0 } else { self.sum / n };
        // The unbiased variance needs two samples; before that the error is unknown.
        let se = match self.visits {
            0 | 1 => f64::INFINITY,
            _ => ((self.squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt(),
        };
        Candidate { action: self.action, visits: self.visits, mean, se, bound: Bound::Sampled }
    }
}

/// Adds up the tallies of several streams. Moves may come in any order and need not be in every stream.
pub fn merge<'a, A: Copy + Eq + 'a>(streams: impl Iterator<Item = &'a [Tally<A>]>) -> Vec<Tally<A>> {
    let mut total: Vec<Tally<A>> = Vec::new();
    for tally in streams.flatten() {
        match total.iter_mut().find(|t| t.action == tally.action) {
            Some(known) => known.merge(tally),
            None => total.push(*tally),
        }
    }
    total
}
