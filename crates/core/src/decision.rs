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
    /// A judgement: an evaluation of positions in which the search was cut off, a table or a strategy that
    /// approximates. It says nothing certain about the game.
    Judged,
    /// A judgement like the others of this decision is no better than this; the search did not ask how much
    /// worse.
    JudgedAtMost,
    /// A way to the end of the game that pays this was found: best play pays at least as much.
    AtLeast,
    /// Best play pays no more than this.
    AtMost,
    /// Computed to the end for players who are known, or assumed, to play as they do.
    Exact,
    /// The value under best play, computed to the end: no further search can change it.
    Proven,
}

impl Bound {
    /// Whether something certain was computed, and not estimated.
    #[must_use]
    pub fn is_certain(self) -> bool {
        matches!(self, Bound::AtLeast | Bound::AtMost | Bound::Exact | Bound::Proven)
    }
}

/// How the chosen move was chosen among the candidates.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Choice {
    /// The best value.
    #[default]
    Value,
    /// The most visits: in a tree they follow the mean and are steadier.
    Visits,
    /// The move of a rule, which is kept unless another is better by more than the error.
    Favourite,
    /// The best value that all but this part of the results reach.
    Quantile(f64),
    /// By a score of the agent's own, which stands beside the values.
    Score,
    /// Drawn by the shares of a mixed strategy.
    Drawn,
    /// Drawn by shares among moves of which some are worse: as well as a partner of a certain strength plays.
    Level,
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
    /// How often, or with how many nodes, it was looked at; 0 if nothing is known of it.
    pub visits: u64,
    /// Expected payoff of the player to move.
    pub mean: f64,
    /// Standard error of `mean`; 0 where nothing is sampled, infinite where it is unknown.
    pub se: f64,
    /// How many independent samples the mean is worth; 0 where nothing is sampled.
    pub tries: f64,
    pub bound: Bound,
    /// Its probability, if the move is drawn.
    pub share: Option<f64>,
    /// The agent's own score of it, if that decides ([`Choice::Score`]).
    pub score: Option<f64>,
}

impl<A> Candidate<A> {
    /// A move of which nothing is known.
    pub fn unknown(action: A) -> Self {
        let (mean, se) = (0.0, f64::INFINITY);
        let (share, score) = (None, None);
        Candidate { action, visits: 0, mean, se, tries: 0.0, bound: Bound::Sampled, share, score }
    }

    /// A move whose value was computed, and not sampled.
    pub fn computed(action: A, visits: u64, mean: f64, bound: Bound) -> Self {
        Candidate { visits, mean, se: 0.0, bound, ..Candidate::unknown(action) }
    }

    /// The mean of independent samples.
    pub fn sampled(action: A, visits: u64, mean: f64, se: f64) -> Self {
        Candidate { visits, mean, se, tries: visits as f64, ..Candidate::unknown(action) }
    }
}

/// A mean of fewer samples, and of less than half of those of another, is hardly worth a place...
const HARDLY_TRIED: u64 = 8;
/// ... nor is one of less than this part of the samples of the move that has most.
const HARDLY_TRIED_SHARE: u64 = 100;

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<A> {
    pub action: A,
    /// What it rests on.
    pub basis: Basis,
    /// How it was chosen among the candidates.
    pub choice: Choice,
    /// Every legal move once; the first one is `action`.
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
        let others = actions.into_iter().filter(|&a| a != action);
        Decision {
            action,
            basis,
            choice: Choice::Value,
            candidates: std::iter::once(action).chain(others).map(Candidate::unknown).collect(),
            line: vec![action],
            iterations: 0,
            nodes: 0,
            worlds: 0,
            bytes: 0,
            depth: 0,
            passes: 0,
        }
    }

    /// Puts the candidates in the order in which people read them: the chosen move, then the others by value,
    /// or by the score that decides, then those that were hardly tried, then those of which nothing is known.
    /// Of moves that are drawn by shares the likeliest is the chosen one.
    pub fn arrange(&mut self) {
        if matches!(self.choice, Choice::Drawn | Choice::Level) {
            let share = |c: &Candidate<A>| c.share.unwrap_or(0.0);
            let most = self.candidates.iter().map(share).fold(0.0, f64::max);
            let likeliest = self.candidates.iter().find(|c| share(c) == most).map(|c| c.action);
            if let Some(likeliest) = likeliest.filter(|&likeliest| likeliest != self.action) {
                self.action = likeliest;
                self.line = vec![likeliest];
            }
        }
        let tried = self.candidates.iter().map(|c| c.visits).max().unwrap_or(0);
        let hardly = |c: &Candidate<A>| {
            let few = c.visits < HARDLY_TRIED && 2 * c.visits < tried;
            c.bound == Bound::Sampled && (few || c.visits * HARDLY_TRIED_SHARE < tried)
        };
        let action = self.action;
        let rank = |c: &Candidate<A>| (c.action != action, c.visits == 0, hardly(c));
        let decides = |c: &Candidate<A>| c.score.unwrap_or(c.mean);
        self.candidates.sort_by(|a, b| rank(a).cmp(&rank(b)).then(decides(b).total_cmp(&decides(a))));
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
