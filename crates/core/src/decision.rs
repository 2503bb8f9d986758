//! The answer.
//!
//! A [`Decision`] is plain data: the move, every candidate with how often it was looked at, its mean and its
//! standard error, and what the search cost. It makes no sentences and rounds nothing; explanations and
//! tables are made from it elsewhere.

/// What the mean of a candidate stands for.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// An estimate from samples; its error is `se`.
    #[default]
    Sampled,
    /// What the search computed, with no error of its own: a minimax value, the score of a line.
    Exact,
    /// The search only proved that it is no better than this.
    AtMost,
}

/// What a decision rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Drawn at random: it says nothing about the position.
    Chance,
    /// A rule, a table or a learnt policy named the move, or it was the only one; nothing was searched.
    Rule,
    /// Means of samples.
    Sampled,
    /// A calculation that was cut off somewhere: a depth, a beam, an approximation.
    Computed,
    /// A calculation to the end: no better move exists.
    Proven,
}

/// One of the moves that could be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<A> {
    pub action: A,
    /// How often, or with how many nodes, it was looked at.
    pub visits: u64,
    /// Expected payoff of the player to move.
    pub mean: f64,
    /// Standard error of `mean`; 0 where nothing is sampled, infinite where it is unknown.
    pub se: f64,
    pub bound: Bound,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<A> {
    pub action: A,
    /// What it rests on.
    pub basis: Basis,
    /// Every legal move once, best first: the first one is `action`.
    pub candidates: Vec<Candidate<A>>,
    /// How the search expects the game to go on, beginning with `action`.
    pub line: Vec<A>,
    pub iterations: u64,
    /// Positions visited or kept.
    pub nodes: u64,
    /// Worlds drawn from a belief; 0 where nothing is hidden.
    pub worlds: u64,
    /// Memory of trees and tables at the end.
    pub bytes: usize,
    /// How deep the search looked, in moves.
    pub depth: u32,
    /// Node visits over all iterations, where worlds share nodes: the lower `nodes / passes`, the more they
    /// share.
    pub passes: u64,
}

impl<A: Copy + PartialEq> Decision<A> {
    /// A decision that took no search: `action` before the others.
    pub fn immediate(basis: Basis, action: A, actions: impl IntoIterator<Item = A>) -> Self {
        let unknown =
            |a| Candidate { action: a, visits: 0, mean: 0.0, se: f64::INFINITY, bound: Bound::Sampled };
        let others = actions.into_iter().filter(|&a| a != action);
        Decision {
            action,
            basis,
            candidates: std::iter::once(action).chain(others).map(unknown).collect(),
            line: vec![action],
            iterations: 0,
            nodes: 0,
            worlds: 0,
            bytes: 0,
            depth: 0,
            passes: 0,
        }
    }

    /// The candidate of the chosen move.
    #[must_use]
    pub fn best(&self) -> &Candidate<A> {
        &self.candidates[0]
    }

    /// Expected payoff of the player to move.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.best().mean
    }
}
