//! How a tree chooses among the moves of a position: by UCB1, or by PUCT with a guide's priors.
//!
//! Both are a mean plus an exploration term, and that term is a factor that all moves of a position share
//! times a factor of the move. So the tree stores the two factors and needs to know nothing else; the rule is
//! a type parameter.

use super::edges::{Block, Edges};
use super::guided::Guided;
use super::{puct, ucb};
use yomi_core::{Guide, State};

/// A selection rule: [`Ucb1`] or [`Puct`]. What it works on belongs to the tree, so there are no others
/// outside.
///
/// ```
/// use yomi_core::testkit::{ask::decide, toys::Nim};
/// use yomi_core::{Guide, Leaf, Limits};
/// use yomi_search::{Mcts, tree::MctsOptions};
///
/// /// Prefers to leave a multiple of four.
/// struct Fours;
///
/// impl Guide<Nim> for Fours {
///     fn guide(&self, batch: &mut [Leaf<Nim>]) {
///         for Leaf { state, actions, priors, values } in batch {
///             let points = |taken: &u8| if (state.heap - taken) % 4 == 0 { 8.0 } else { 1.0 };
///             let all: f32 = actions.iter().map(points).sum();
///             priors.iter_mut().zip(actions).for_each(|(prior, taken)| *prior = points(taken) / all);
///             values[..2].fill(0.5);
///         }
///     }
/// }
///
/// let (nim, limits) = (Nim::new(10), Limits::iterations(60));
/// let by_ucb1 = decide(&mut Mcts::new(MctsOptions::default()), &nim, limits, 0);
/// let by_puct = decide(&mut Mcts::new(MctsOptions::default()).with_guide(Fours), &nim, limits, 0);
/// assert_eq!(by_puct.action, 2);
/// assert!(by_puct.best().visits > by_ucb1.best().visits);
/// ```
pub trait Select<S: State>: Clone + Send + 'static {
    /// Whether every move is tried once, in order, before the rule is used. Otherwise an untried move has the
    /// mean of its position.
    const TRIES_ALL: bool;

    /// The factor of the exploration term that all moves of a position share, after this many visits.
    fn shared(c: f32, visits: u32) -> f32;

    /// Prepares the edges of a new position in which a player is to move.
    fn open(&mut self, state: &S, edges: &mut Edges<S::Action>, block: Block);

    /// Counts a visit of an edge and updates its own factor.
    fn visit(edges: &mut Edges<S::Action>, edge: u32, payoff: f64);

    /// Updates the other edges of a position after one was visited.
    fn settle(edges: &mut Edges<S::Action>, block: Block);
}

/// UCB1; see [`ucb`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Ucb1;

impl<S: State> Select<S> for Ucb1 {
    const TRIES_ALL: bool = true;

    #[inline]
    fn shared(c: f32, visits: u32) -> f32 {
        ucb::exploration(c, visits).sqrt()
    }

    #[inline]
    fn open(&mut self, _: &S, _: &mut Edges<S::Action>, _: Block) {}

    #[inline]
    fn visit(edges: &mut Edges<S::Action>, edge: u32, payoff: f64) {
        edges.visit(edge, payoff);
    }

    #[inline]
    fn settle(_: &mut Edges<S::Action>, _: Block) {}
}

/// PUCT with the priors of a guide; see [`puct`].
pub struct Puct<S: State, G>(Guided<S, G>);

impl<S: State, G> Puct<S, G> {
    #[must_use]
    pub fn new(guide: G) -> Self {
        Puct(Guided::new(guide))
    }
}

impl<S: State, G> Clone for Puct<S, G> {
    fn clone(&self) -> Self {
        Puct(self.0.clone())
    }
}

impl<S: State, G: Guide<S> + Send + 'static> Select<S> for Puct<S, G> {
    const TRIES_ALL: bool = false;

    #[inline]
    fn shared(c: f32, visits: u32) -> f32 {
        puct::shared(c, visits)
    }

    fn open(&mut self, state: &S, edges: &mut Edges<S::Action>, block: Block) {
        edges.set_priors(block, &self.0.ask(state).priors);
    }

    #[inline]
    fn visit(edges: &mut Edges<S::Action>, edge: u32, payoff: f64) {
        edges.visit_by_prior(edge, payoff);
    }

    #[inline]
    fn settle(edges: &mut Edges<S::Action>, block: Block) {
        edges.raise_untried(block);
    }
}
