//! A look into a search tree.
//!
//! A caller can ask a search for the top of the tree it has built, and gets it once, at the end. It is plain
//! data like a [`Decision`](crate::Decision): every move with its visits, its mean, and the two terms of the
//! selection rule, exploitation and exploration, as they were at the last choice. A search that is not asked
//! does no work for it.

use crate::Player;

/// A request for the top of a tree, and where to put it.
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
    /// An outcome of chance: a die, a draw.
    Chance(A),
    /// A choice of every acting seat at once. Each seat's own choices stand beside it as moves, without
    /// children.
    Joint(Vec<(Player, A)>),
    /// An information set: what `by` knows at its turn, in games where seats know different things. `between`
    /// is what happened since the move above, if it was the same in all worlds that led here. `set` numbers
    /// the information sets: a set that is reached in several ways keeps its number, what is below it is
    /// shown once, and its visits are those of all ways together.
    Knows {
        by: Player,
        set: usize,
        between: Vec<A>,
    },
}

/// One branch with everything below it.
#[non_exhaustive]
#[derive(Clone, PartialEq, Debug)]
pub struct Branch<A> {
    pub step: Step<A>,
    pub visits: u64,
    /// Mean payoff of the player who chose the step; `None` for chance and for steps that were never tried.
    pub value: Option<f64>,
    /// The exploitation term: its mean, scaled so that 0 is the worst payoff of the search and 1 the best.
    pub exploit: Option<f64>,
    /// The exploration term, higher for branches that were tried less. The highest sum of the two terms is
    /// tried next; a branch without them comes before all others.
    pub explore: Option<f64>,
    /// How promising a guide thinks it is, before any search.
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
