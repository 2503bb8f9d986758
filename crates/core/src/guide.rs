//! Knowledge that a search can use, without knowing the game.
//!
//! Three forms, from cheap to expensive: an [`Evaluator`] puts a number on a position, a [`Policy`] chooses
//! moves (in rollouts, which play a game to its end, or as a model of an opponent), and a [`Guide`] gives
//! values and priors (how promising each move looks before it is searched) for a whole batch of positions at
//! once, which suits a neural network. All of them see states, the worlds a search imagines; none ever sees
//! the true one.

use crate::{Keyed, MAX_PLAYERS, Player, Rng, State, Turn};

/// A static evaluation: what the position is worth to a player, in the unit of the payoffs.
///
/// Strictly inside the payoff bounds, so that an unfinished game is never taken for a proven win or loss. For
/// [`ZeroSum`](crate::ZeroSum) games the values of the two players add up as their payoffs do.
///
/// ```
/// use yomi_core::testkit::toys::Nim;
/// use yomi_core::{Evaluator, Player};
///
/// /// Leaving a multiple of four wins at Nim.
/// #[derive(Clone)]
/// struct Fours;
///
/// impl Evaluator<Nim> for Fours {
///     fn value(&self, nim: &Nim, p: Player) -> f64 {
///         let mover_wins = nim.heap % 4 != 0;
///         if mover_wins == (p == nim.mover) { 0.9 } else { 0.1 }
///     }
///     fn promise(&self, nim: &Nim, taken: u8) -> i32 {
///         i32::from((nim.heap - taken) % 4 == 0)
///     }
/// }
/// assert_eq!(Fours.value(&Nim::new(6), Player::FIRST), 0.9);
/// assert!(Fours.promise(&Nim::new(6), 2) > Fours.promise(&Nim::new(6), 1));
/// ```
pub trait Evaluator<S: State>: Clone + Send + Sync + 'static {
    fn value(&self, state: &S, p: Player) -> f64;

    /// How promising a move of the mover looks before it is searched: a hint for the order in which to try
    /// them, the highest first. Must be cheap.
    fn promise(&self, _state: &S, _action: S::Action) -> i32 {
        0
    }
}

/// What a single-player search needs to know about a position before it decides whether to build it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glimpse {
    /// The payoff where the game is over, the evaluation before.
    pub value: f64,
    pub key: u64,
    /// See [`Scout::niche`].
    pub niche: usize,
    /// See [`Scout::rest`].
    pub rest: Option<u64>,
    pub over: bool,
}

/// An evaluation for searches that advance many positions of the same turn together, such as beam search.
///
/// Most positions a beam looks at are discarded at once. A scout may compute their value without building
/// them; by default it builds them.
///
/// ```
/// use yomi_core::testkit::toys::{Coins, Side, Taken};
/// use yomi_core::{Player, Scout, State};
///
/// let ahead = Taken.ahead(&Coins::START, Side::Right, Player::FIRST);
/// let mut built = Coins::START;
/// built.apply(Side::Right);
/// assert_eq!(ahead, Taken.glimpse(&built, Player::FIRST));
/// assert_eq!((ahead.value, ahead.over), (1.0, false));
/// ```
pub trait Scout<S: Keyed>: Evaluator<S> {
    /// How many niches there are.
    fn niches(&self, _state: &S) -> usize {
        1
    }

    /// The group that a position belongs to, from 0: where a search caps the positions per niche, positions
    /// of one niche compete with each other before they compete with the rest. Equal positions have the same
    /// niche.
    fn niche(&self, _state: &S) -> usize {
        0
    }

    /// What is left to collect, as a set of bits, for dominance pruning: of two positions of the same turn
    /// and niche, the one with a subset left has collected more and is at least as good in the end. `None`
    /// where no such comparison holds.
    #[inline]
    fn rest(&self, _state: &S) -> Option<u64> {
        None
    }

    /// A position that has been built.
    #[inline]
    fn glimpse(&self, state: &S, p: Player) -> Glimpse {
        let over = state.turn() == Turn::Over;
        let value = if over { state.payoff(p) } else { self.value(state, p) };
        Glimpse { value, key: state.key(), niche: self.niche(state), rest: self.rest(state), over }
    }

    /// The position after a legal action: the same as [`glimpse`](Scout::glimpse) of it.
    #[inline]
    fn ahead(&self, state: &S, action: S::Action, p: Player) -> Glimpse {
        let mut next = state.clone();
        next.apply(action);
        self.glimpse(&next, p)
    }
}

/// A way to choose moves, possibly at random.
///
/// ```
/// use yomi_core::testkit::toys::Nim;
/// use yomi_core::{Policy, Rng, State};
///
/// /// Takes as many as it may.
/// #[derive(Clone)]
/// struct Greedy;
///
/// impl Policy<Nim> for Greedy {
///     fn choose(&mut self, nim: &Nim, _: &mut Rng) -> u8 {
///         nim.actions().pop().expect("asked only when a player is to move")
///     }
/// }
/// assert_eq!(Greedy.choose(&Nim::new(9), &mut Rng::new(0)), 3);
/// assert_eq!(Greedy.choose(&Nim::new(2), &mut Rng::new(0)), 2);
/// ```
pub trait Policy<S: State>: Clone + Send + Sync + 'static {
    /// One of the mover's legal actions. Asked only when a player is to move.
    fn choose(&mut self, state: &S, rng: &mut Rng) -> S::Action;
}

/// Every legal action equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<S: State> Policy<S> for Uniform {
    #[inline(always)]
    fn choose(&mut self, state: &S, rng: &mut Rng) -> S::Action {
        state.random_action(rng)
    }
}

/// A position waiting for advice. The searcher fills in `state` and `actions`, the guide the rest; the
/// vectors keep their memory from batch to batch.
#[derive(Clone, Debug)]
pub struct Leaf<S: State> {
    pub state: S,
    pub actions: Vec<S::Action>,
    /// One per legal action, adding up to 1.
    pub priors: Vec<f32>,
    /// Expected payoff of each seat, scaled to 0..1 by the payoff bounds of the position that is being
    /// decided.
    pub values: [f32; MAX_PLAYERS],
}

impl<S: State> Leaf<S> {
    #[must_use]
    pub fn new(state: S) -> Leaf<S> {
        let actions = state.actions();
        Leaf { priors: vec![0.0; actions.len()], actions, state, values: [0.0; MAX_PLAYERS] }
    }

    /// Another position in the same memory.
    pub fn reset(&mut self, state: S) {
        self.actions.clear();
        state.for_each_action(|a| self.actions.push(a));
        self.priors.clear();
        self.priors.resize(self.actions.len(), 0.0);
        self.values = [0.0; MAX_PLAYERS];
        self.state = state;
    }
}

/// Advice for many positions at once.
///
/// ```
/// use yomi_core::testkit::toys::Nim;
/// use yomi_core::{Guide, Leaf};
///
/// /// Prefers to leave a multiple of four, and has no opinion on values.
/// struct Hopeful;
///
/// impl Guide<Nim> for Hopeful {
///     fn guide(&self, batch: &mut [Leaf<Nim>]) {
///         for Leaf { state, actions, priors, values } in batch {
///             let points = |taken: &u8| if (state.heap - taken) % 4 == 0 { 3.0 } else { 1.0 };
///             let all: f32 = actions.iter().map(points).sum();
///             priors.iter_mut().zip(actions).for_each(|(prior, taken)| *prior = points(taken) / all);
///             values[..2].fill(0.5);
///         }
///     }
/// }
/// let mut batch = [Leaf::new(Nim::new(6)), Leaf::new(Nim::new(2))];
/// Hopeful.guide(&mut batch);
/// assert_eq!(batch[0].priors, [0.2, 0.6, 0.2]);
/// ```
pub trait Guide<S: State>: Sync {
    /// Fills in `priors` and `values` of every leaf.
    fn guide(&self, batch: &mut [Leaf<S>]);
}
