//! A look into a search tree.
//!
//! Whoever runs a search can ask for the top of the tree it has built, and gets it once, at the end. It is plain data like
//! a [`Decision`](crate::Decision): every move with its visits, its mean, and the two terms that the search weighed
//! against each other when it last chose there. A search that is not asked does nothing for it.

use crate::Player;

/// What somebody wants to see, and where to put it.
pub struct TreeWanted<'a, A> {
    /// How many moves down.
    pub depth: u32,
    pub found: &'a mut Option<TreeTop<A>>,
}

/// The top of a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeTop<A> {
    /// The position that was decided: its step is [`Step::Root`].
    pub root: Branch<A>,
    /// How many trees the search built; this is the first of them.
    pub trees: usize,
}

/// How a branch came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<A> {
    Root,
    Move {
        by: Player,
        action: A,
    },
    /// Dice, draws: nobody chose it.
    Chance(A),
    /// A choice of every acting seat at once. Each seat's own choices stand beside it as moves, without children.
    Joint(Vec<(Player, A)>),
    /// What `by` knows when it is its turn, where not everybody knows the same. `between` happened since the move above,
    /// where that was the same in all worlds that led here. `set` numbers what can be known: the same number is the same
    /// knowledge, reached in another way, and what is below it is shown once. Its visits are those of all ways.
    Knows {
        by: Player,
        set: usize,
        between: Vec<A>,
    },
}

/// One branch, with what hangs on it.
#[non_exhaustive]
#[derive(Clone, PartialEq, Debug)]
pub struct Branch<A> {
    pub step: Step<A>,
    pub visits: u64,
    /// Mean payoff of whoever chose the step; none where nobody did, or it was never tried.
    pub value: Option<f64>,
    /// What the search has seen of it, 0 the worst payoff it met and 1 the best.
    pub exploit: Option<f64>,
    /// What is added because it was tried so little. The highest sum of the two is tried next; without both it comes
    /// before all others.
    pub explore: Option<f64>,
    /// How good a guide thinks it is, before any search.
    pub prior: Option<f64>,
    /// How often it could have been chosen, where it is not always legal.
    pub available: Option<u64>,
    /// The most visited first.
    pub children: Vec<Branch<A>>,
    /// Whether the tree goes on below, but is not shown.
    pub goes_on: bool,
}

impl<A> Branch<A> {
    /// A branch of which only the visits are known.
    #[must_use]
    pub fn new(step: Step<A>, visits: u64) -> Self {
        Branch {
            step,
            visits,
            value: None,
            exploit: None,
            explore: None,
            prior: None,
            available: None,
            children: Vec::new(),
            goes_on: false,
        }
    }

    /// The branches below, the most visited first; those of equal visits stay in their order.
    #[must_use]
    pub fn with_children(mut self, mut children: Vec<Branch<A>>) -> Self {
        children.sort_by_key(|child| std::cmp::Reverse(child.visits));
        self.children = children;
        self
    }
}
