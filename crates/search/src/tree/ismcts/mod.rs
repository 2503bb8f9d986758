//! `ismcts`: information-set Monte Carlo tree search.
//!
//! Each iteration draws a world that agrees with the view and descends one tree that all worlds share. A node
//! is an information set (everything one seat knows), identified by its key; the statistics of an edge come
//! from every world that passed through it. Not every move is legal in every world, so an edge also counts
//! how often it *could* have been chosen, and UCB1 uses that count instead of the parent's visits.
//!
//! With `Observer::Multiple` (multiple-observer IS-MCTS) a node is what the *mover* knows there, so opponents
//! in the tree decide by their own cards and cannot react to moves they have not seen. But all sampled worlds
//! contain the searching seat's actual cards, so in the long run the opponents adapt to those: the search
//! does not bluff, and it does not converge to an equilibrium. With `Observer::Single` (single-observer
//! IS-MCTS) every node is what the searching seat knows, which shares more statistics but lets opponents
//! react to what was hidden from them: use it only for games in which the searching seat's moves are public.
//!
//! Everything that can be done in more than one way is an option: what identifies a node, how leaves are
//! evaluated, whether priors guide selection, whether worlds are drawn afresh or come from a pool, whether
//! the tree outlives the decision, what happens when memory is full, and which statistic of a move's results
//! decides.

mod arena;
pub mod declared;
mod even;
mod helpers;
mod priors;
mod top;
mod tree;

pub use priors::{NoPriors, Priors};

use super::rollout::{Estimate, Rollout};
use super::{puct, ucb};
use crate::belief::{Witness, Worlds};
use crate::streams::{self, Choose, Parts};
use crate::watch::charge;
use arena::Arena;
use helpers::Helpers;
use tree::Tree;
use yomi_core::{
    Belief, Contradiction, Decision, Inference, InfoSets, Limits, Options, Policy, Rng, Run, Uniform, ViewOf,
    ViewSearch,
};

/// Whose information identifies a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Observer {
    Single,
    #[default]
    Multiple,
}

/// Which statistic of a move's results decides the final choice.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Risk {
    /// The mean, through the most visits: best in the long run.
    #[default]
    Mean,
    /// What is reached in all but this part of the worlds: 0.1 for a careful player, 0.5 for the median.
    Quantile(f64),
    /// The worst of the worlds.
    Worst,
}

impl Risk {
    /// The part of the worlds that may be worse; `None` where the mean counts.
    fn part(self) -> Option<f64> {
        match self {
            Risk::Mean => None,
            Risk::Quantile(part) => Some(part),
            Risk::Worst => Some(0.0),
        }
    }
}

/// What to do when memory is full.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WhenFull {
    /// Drops the least recently visited nodes.
    #[default]
    Forget,
    /// Keeps the tree as it is and goes on searching.
    StopGrowing,
}

/// Options of [`IsMcts`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IsMctsOptions<G> {
    /// The exploration constant; `None` for the default of UCB1, or of PUCT where there are priors.
    pub c: Option<f64>,
    pub observer: Observer,
    /// How finely information sets are told apart.
    pub grain: G,
    /// Size of a pool of worlds, drawn with their chance outcomes and used in turn; `None` for a new world
    /// each time.
    pub worlds: Option<u32>,
    pub risk: Risk,
    /// Whether the tree stays for the next decision of the same player.
    pub keep: bool,
    pub when_full: WhenFull,
    /// Whether the draw that follows a root move is stratified: each possible card comes once before any
    /// comes twice, which removes noise from the comparison. Only for games whose worlds all agree on what
    /// may be drawn.
    pub even: bool,
    /// The factor by which limits shrink with every event of the game, so that early decisions get more; 1
    /// for not at all.
    pub fade: f64,
    /// The factor by which a pool of worlds shrinks with every event of the game, so that early decisions get
    /// more worlds and late ones fewer; 1 for not at all.
    pub thin: f64,
    /// A cap on memory in bytes, in addition to that of the run.
    pub memory: Option<usize>,
}

impl<G: Default> Default for IsMctsOptions<G> {
    fn default() -> Self {
        declared::read(&Options::defaults(&declared::OPTIONS))
    }
}

pub const DEFAULT_LIMITS: Limits = Limits::iterations(10_000);
/// Searches of at most this many iterations reserve memory for all their nodes first.
const FEW_ITERATIONS: u64 = 2_000;
/// The smallest part of the limits that `fade` leaves.
const LEAST_PART: f64 = 0.05;

/// The search. With `opponents` set, they play by that policy instead of being searched: against a known
/// opponent the search then approximates a best response.
///
/// ```
/// use yomi_core::testkit::ask::decide_seen;
/// use yomi_core::testkit::toys::{Akq, AnyDeal, Bet, Card};
/// use yomi_core::{Limits, Uniform};
/// use yomi_search::{IsMcts, tree::IsMctsOptions};
///
/// // Against an opponent who calls half of the time whatever it holds, an ace should bet: 1.5 on average.
/// let mut search = IsMcts::new(AnyDeal, IsMctsOptions::default()).against(Uniform);
/// let ace = Akq::new(Card::Ace, Card::King);
/// let found = decide_seen(&mut search, &ace, Limits::iterations(2_000), 0).unwrap();
/// assert_eq!(found.action, Bet::Bet);
/// assert!((found.value() - 1.5).abs() < 0.1);
/// ```
#[derive(Clone)]
pub struct IsMcts<S: InfoSets, I, L = Rollout<Uniform>, O = Uniform, R = NoPriors> {
    pub options: IsMctsOptions<S::Grain>,
    pub inference: I,
    pub leaf: L,
    pub opponents: Option<O>,
    priors: R,
    /// The trees of the last decision, one per stream, where they are kept.
    kept: Vec<Arena<S::Action>>,
}

impl<S: InfoSets, I: Inference<S>> IsMcts<S, I> {
    #[must_use]
    pub fn new(inference: I, options: IsMctsOptions<S::Grain>) -> Self {
        IsMcts {
            options,
            inference,
            leaf: Rollout(Uniform),
            opponents: None,
            priors: NoPriors,
            kept: Vec::new(),
        }
    }
}

impl<S: InfoSets, I, L, O, R> IsMcts<S, I, L, O, R> {
    #[must_use]
    pub fn against<Q>(self, opponents: Q) -> IsMcts<S, I, L, Q, R> {
        let IsMcts { options, inference, leaf, priors, kept, .. } = self;
        IsMcts { options, inference, leaf, opponents: Some(opponents), priors, kept }
    }

    /// Evaluates leaves by this instead of random playouts.
    #[must_use]
    pub fn with_leaf<M>(self, leaf: M) -> IsMcts<S, I, M, O, R> {
        let IsMcts { options, inference, opponents, priors, kept, .. } = self;
        IsMcts { options, inference, leaf, opponents, priors, kept }
    }

    /// Selects by PUCT with these priors instead of UCB1.
    #[must_use]
    pub fn with_priors<Q>(self, priors: Q) -> IsMcts<S, I, L, O, Q> {
        let IsMcts { options, inference, leaf, opponents, kept, .. } = self;
        IsMcts { options, inference, leaf, opponents, priors, kept }
    }
}

impl<S, I, L, O, R> ViewSearch<S> for IsMcts<S, I, L, O, R>
where
    S: InfoSets,
    I: Inference<S>,
    L: Estimate<S>,
    O: Policy<S>,
    R: Priors<S>,
{
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        let began = run.clock.now();
        let belief = self.inference.read_within(view, &run.limits)?;
        charge(run, began);
        let helpers = || Helpers::new(&self.leaf, self.opponents.as_ref(), &self.priors);
        Ok(search(&belief, view, self.options, &mut self.kept, &helpers, run, rng))
    }

    fn has_tree(&self) -> bool {
        true
    }

    fn tells(&self) -> bool {
        true
    }
}

/// Compiled once per game and belief: see [`helpers`].
fn search<S: InfoSets, B: Belief<S>>(
    belief: &B,
    view: &ViewOf<S>,
    options: IsMctsOptions<S::Grain>,
    kept: &mut Vec<Arena<S::Action>>,
    helpers: &dyn Fn() -> Helpers<S>,
    run: &mut Run<'_, S::Action>,
    rng: &Rng,
) -> Decision<S::Action> {
    run.limits = faded(run.limits.or(DEFAULT_LIMITS), options.fade, view.events.len());
    run.limits.memory = match (run.limits.memory, options.memory) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let choose = options.risk.part().map_or(Choose::MostVisits, Choose::Quantile);
    let witnessed = run.evidence.is_some();
    let mut before = std::mem::take(kept).into_iter();
    // An iteration makes at most one node.
    let few = run
        .limits
        .iterations
        .filter(|&n| n <= FEW_ITERATIONS && run.limits.memory.is_none_or(|m| m > 1 << 24));
    let (decision, trees) =
        streams::run_keeping(run, DEFAULT_LIMITS, Parts::Whole, choose, rng, |rng, share| {
            let worlds = match options.worlds.map(|count| thinned(count, options.thin, view.events.len())) {
                Some(count) => Worlds::pool(belief.clone(), count, &rng),
                None => Worlds::new(belief.clone()),
            };
            let helpers = helpers();
            let usual = if helpers.priors.is_some() { puct::DEFAULT_C } else { ucb::DEFAULT_C };
            let c = options.c.unwrap_or(usual) as f32;
            let parts = tree::Parts { helpers, worlds, c, witness: Witness::wanted(witnessed, belief) };
            let mut arena = before.next().unwrap_or_default();
            // Under a small cap not even the memory of one iteration may be reserved.
            if let Some(nodes) = few {
                arena.reserve(nodes as usize);
            }
            Tree::new(view, options, parts, arena, rng, share.memory)
        });
    if options.keep {
        *kept = trees.into_iter().map(Tree::into_arena).collect();
    }
    decision
}

/// The size of the pool of worlds after this many events.
fn thinned(worlds: u32, thin: f64, events: usize) -> u32 {
    ((f64::from(worlds) * thin.powi(events.min(10_000) as i32)) as u32).max(1)
}

/// The limits of a decision after this many events.
fn faded(limits: Limits, fade: f64, events: usize) -> Limits {
    if fade == 1.0 {
        return limits;
    }
    let part = fade.powi(events.min(10_000) as i32).max(LEAST_PART);
    let count = |n: u64| ((n as f64 * part) as u64).max(1);
    Limits {
        iterations: limits.iterations.map(count),
        nodes: limits.nodes.map(count),
        time: limits.time.map(|t| t.mul_f64(part)),
        memory: limits.memory,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_thin_out_event_by_event() {
        assert_eq!(thinned(300, 1.0, 40), 300);
        assert_eq!([0, 1, 2, 10].map(|events| thinned(100, 0.5, events)), [100, 50, 25, 1]);
    }
}
