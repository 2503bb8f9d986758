//! Counting at the root.
//!
//! Trees keep a count and a sum per edge; the standard errors that a decision reports need sums of squares as
//! well, and only at the root. A [`Tally`] holds all three, in double precision.

use yomi_core::{Bound, Candidate};

/// Results of one root move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tally<A> {
    pub action: A,
    pub visits: u64,
    pub sum: f64,
    pub squares: f64,
    /// Visits and payoffs of earlier searches: they count for the mean, and nothing is known of their spread.
    carried: (u64, f64),
}

impl<A: Copy + Eq> Tally<A> {
    #[must_use]
    pub fn new(action: A) -> Self {
        Tally { action, visits: 0, sum: 0.0, squares: 0.0, carried: (0, 0.0) }
    }

    #[inline]
    pub fn add(&mut self, payoff: f64) {
        self.visits += 1;
        self.sum += payoff;
        self.squares += payoff * payoff;
    }

    /// Takes over what an earlier search found.
    pub fn carry(&mut self, visits: u64, sum: f64) {
        self.carried = (self.carried.0 + visits, self.carried.1 + sum);
    }

    fn merge(&mut self, other: &Tally<A>) {
        self.visits += other.visits;
        self.sum += other.sum;
        self.squares += other.squares;
        self.carry(other.carried.0, other.carried.1);
    }

    #[must_use]
    pub fn candidate(&self) -> Candidate<A> {
        let own = self.visits as f64;
        let all = self.visits + self.carried.0;
        let mean = if all == 0 { 0.0 } else { (self.sum + self.carried.1) / all as f64 };
        // The unbiased variance needs two samples; before that the error is unknown.
        let se = match self.visits {
            0 | 1 => f64::INFINITY,
            _ => {
                let own_mean = self.sum / own;
                let spread = (self.squares / own - own_mean * own_mean).max(0.0) * own / (own - 1.0);
                (spread / all as f64).sqrt()
            }
        };
        Candidate { action: self.action, visits: all, mean, se, bound: Bound::Sampled }
    }
}

/// Adds up the tallies of several streams. Moves may come in any order and need not be in every stream.
#[must_use]
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
