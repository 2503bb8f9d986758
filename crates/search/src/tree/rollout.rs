//! Evaluating a leaf of the tree: by a rollout (playing the game to its end), or by a static evaluation.

use crate::abreast::abreast;
use yomi_core::{Chance, Evaluator, Luck, MAX_PLAYERS, Player, Policy, Rng, Turn};

/// The payoff of each seat.
pub type Payoffs = [f64; MAX_PLAYERS];

/// Plays by the policy and by chance until the game is over.
///
/// ```
/// use yomi_core::testkit::toys::Reroll;
/// use yomi_core::{Player, Rng, State, Turn, Uniform};
/// use yomi_search::tree::rollout::rollout;
///
/// let mut game = Reroll::START;
/// rollout(&mut game, &mut Uniform, &mut Rng::new(0));
/// assert_eq!(game.turn(), Turn::Over);
/// assert!((1.0..=6.0).contains(&game.payoff(Player::FIRST)));
/// ```
#[inline]
pub fn rollout<S: Chance, P: Policy<S>>(state: &mut S, policy: &mut P, rng: &mut Rng) {
    while step(state, policy, rng) {}
}

/// Applies one action of the policy or of chance; false when the game is over.
#[inline(always)]
fn step<S: Chance, P: Policy<S>>(state: &mut S, policy: &mut P, rng: &mut Rng) -> bool {
    // Each arm calls `apply` itself: the compiler then knows whether it is a move or an outcome, and need not
    // test again.
    match state.turn() {
        Turn::Player(_) => {
            let action = policy.choose(state, rng);
            state.apply(action);
        }
        Turn::Chance => {
            let outcome = state.sample_outcome(rng);
            state.apply(outcome);
        }
        Turn::Over => return false,
    }
    true
}

/// [`rollout`] of each state with its own random generator: the same results, computed [side by
/// side](crate::abreast).
#[inline]
pub fn rollouts<S: Chance, P: Policy<S>>(games: &mut [(S, Rng)], policy: &mut P) {
    abreast(games, |(state, rng)| step(state, policy, rng));
}

#[must_use]
#[inline]
pub fn payoffs<S: Chance>(state: &S) -> Payoffs {
    let mut all = [0.0; MAX_PLAYERS];
    for p in Player::all(state.players()) {
        all[p.index()] = state.payoff(p);
    }
    all
}

/// Where the chance outcomes of an iteration come from, and a record of its actions if one is wanted.
pub struct Fate<'a, S: Chance> {
    /// The fixed luck of the world; without it, the search's generator is used.
    pub luck: Option<&'a mut Luck>,
    /// All actions so far, where they are recorded.
    pub told: Option<Vec<S::Action>>,
}

impl<S: Chance> Fate<'_, S> {
    /// Chance from the search's generator, nothing recorded.
    #[must_use]
    #[inline]
    pub fn plain() -> Self {
        Fate { luck: None, told: None }
    }

    #[inline]
    pub fn draw(&mut self, state: &S, rng: &mut Rng) -> S::Action {
        let outcome = match &mut self.luck {
            Some(luck) => luck.draw(state),
            None => state.sample_outcome(rng),
        };
        self.tell(outcome);
        outcome
    }

    #[inline]
    pub fn tell(&mut self, action: S::Action) {
        if let Some(told) = &mut self.told {
            told.push(action);
        }
    }
}

/// A way to evaluate a leaf. This one believes that nobody ever calls a bet:
///
/// ```
/// use yomi_core::testkit::{ask::decide_seen, toys::{Akq, AnyDeal, Bet, Card}};
/// use yomi_core::{Limits, Rng};
/// use yomi_search::tree::rollout::{Estimate, Payoffs, payoffs};
/// use yomi_search::{IsMcts, tree::IsMctsOptions};
///
/// /// The second seat never calls.
/// #[derive(Clone)]
/// struct Timid;
///
/// impl Estimate<Akq> for Timid {
///     fn estimate(&mut self, leaf: &mut Akq, _: &mut Rng) -> Payoffs {
///         if leaf.first.is_none() {
///             leaf.first = Some(Bet::Bet);
///         }
///         if leaf.first == Some(Bet::Bet) && leaf.second.is_none() {
///             leaf.second = Some(Bet::Fold);
///         }
///         payoffs(leaf)
///     }
/// }
///
/// let queen = Akq::new(Card::Queen, Card::Ace);
/// assert_eq!(Timid.estimate(&mut queen.clone(), &mut Rng::new(0))[..2], [1.0, -1.0]);
/// // As the leaf of a search, which looks beyond it where it has the time to.
/// let mut search = IsMcts::new(AnyDeal, IsMctsOptions::default()).with_leaf(Timid);
/// let found = decide_seen(&mut search, &queen, Limits::iterations(2_000), 0).unwrap();
/// assert_eq!(found.action, Bet::Check);
/// ```
pub trait Estimate<S: Chance>: Clone + Send + Sync + 'static {
    /// The expected payoff of each seat. May change the state.
    fn estimate(&mut self, leaf: &mut S, rng: &mut Rng) -> Payoffs;

    /// The same with the given source of chance; only rollouts need it.
    fn estimate_by(&mut self, leaf: &mut S, rng: &mut Rng, _fate: &mut Fate<'_, S>) -> Payoffs {
        self.estimate(leaf, rng)
    }

    /// Whether it judges a position, the same one always alike, and takes no samples.
    fn is_judgement(&self) -> bool {
        false
    }
}

/// An [`Estimate`] of some type. A tree asks for one leaf an iteration, which is a whole game or a judgement:
/// that its type is forgotten costs nothing, and the tree is compiled once for all of them.
pub trait AnyLeaf<S: Chance>: Send {
    fn estimate(&mut self, leaf: &mut S, rng: &mut Rng) -> Payoffs;
    fn estimate_by(&mut self, leaf: &mut S, rng: &mut Rng, fate: &mut Fate<'_, S>) -> Payoffs;
    fn is_judgement(&self) -> bool;
}

impl<S: Chance, L: Estimate<S>> AnyLeaf<S> for L {
    fn estimate(&mut self, leaf: &mut S, rng: &mut Rng) -> Payoffs {
        Estimate::estimate(self, leaf, rng)
    }

    fn estimate_by(&mut self, leaf: &mut S, rng: &mut Rng, fate: &mut Fate<'_, S>) -> Payoffs {
        Estimate::estimate_by(self, leaf, rng, fate)
    }

    fn is_judgement(&self) -> bool {
        Estimate::is_judgement(self)
    }
}

/// Evaluates by a rollout with a policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rollout<P>(pub P);

impl<S: Chance, P: Policy<S>> Estimate<S> for Rollout<P> {
    #[inline]
    fn estimate(&mut self, leaf: &mut S, rng: &mut Rng) -> Payoffs {
        rollout(leaf, &mut self.0, rng);
        payoffs(leaf)
    }

    fn estimate_by(&mut self, leaf: &mut S, rng: &mut Rng, fate: &mut Fate<'_, S>) -> Payoffs {
        loop {
            let action = match leaf.turn() {
                Turn::Player(_) => {
                    let action = self.0.choose(leaf, rng);
                    fate.tell(action);
                    action
                }
                Turn::Chance => fate.draw(leaf, rng),
                Turn::Over => return payoffs(leaf),
            };
            leaf.apply(action);
        }
    }
}

/// Evaluates by a static evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judged<E>(pub E);

impl<S: Chance, E: Evaluator<S>> Estimate<S> for Judged<E> {
    fn estimate(&mut self, leaf: &mut S, _: &mut Rng) -> Payoffs {
        if leaf.turn() == Turn::Over {
            return payoffs(leaf);
        }
        let mut all = [0.0; MAX_PLAYERS];
        for p in Player::all(leaf.players()) {
            all[p.index()] = self.0.value(leaf, p);
        }
        all
    }

    fn is_judgement(&self) -> bool {
        true
    }
}
