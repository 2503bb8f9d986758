//! From a view to the worlds that are still possible.
//!
//! An [`Inference`] reads a view: hard facts (that card was played, so nobody holds it) and possibly soft
//! evidence (a player who could have raised and did not). The result is a [`Belief`], a distribution over
//! states, from which a search draws worlds. There is no other way from a view to a state, and the true state
//! is never involved.
//!
//! A sampled world agrees with the view: `world.seen(seat) == view.now`, and it could have come about through
//! the events of the view. Samples come with a weight, as in importance sampling: a belief that cannot sample
//! its distribution exactly returns weights other than 1 and says so through [`Belief::is_weighted`], and
//! searches resample before they build a tree on it.

use crate::sentence::spoken_error;
use crate::{Hidden, Limits, Rng, Sentence, ViewOf, sentence};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A way to read views.
///
/// ```
/// use yomi_core::testkit::{ask::view_of_mover, toys::{Akq, AnyDeal, Card}};
/// use yomi_core::{Belief, Inference, Rng};
///
/// let view = view_of_mover(&Akq::new(Card::King, Card::Ace));
/// let mut belief = AnyDeal.read(&view).unwrap();
/// let (world, weight) = belief.sample(&mut Rng::new(0));
/// assert_eq!((world.cards[0], weight), (Card::King, 1.0));
/// assert_ne!(world.cards[1], Card::King); // Queen or ace: it cannot know.
/// ```
pub trait Inference<S: Hidden>: Send + Sync {
    type Belief: Belief<S>;

    /// What the view allows. Fails when nothing fits it.
    fn read(&self, view: &ViewOf<S>) -> Result<Self::Belief, Contradiction>;

    /// The same for a search with these limits: for beliefs that take long to prepare, here or between two
    /// worlds, or much memory, and can do with less.
    fn read_within(&self, view: &ViewOf<S>, _limits: &Limits) -> Result<Self::Belief, Contradiction> {
        self.read(view)
    }
}

/// A distribution over possible worlds.
///
/// A belief that draws two worlds equally often, although one is three times as likely:
///
/// ```
/// use yomi_core::{Belief, Rng};
///
/// #[derive(Clone)]
/// struct MostlyRain;
///
/// impl Belief<&'static str> for MostlyRain {
///     fn sample(&mut self, rng: &mut Rng) -> (&'static str, f64) {
///         [("rain", 1.5), ("sun", 0.5)][rng.below(2) as usize]
///     }
///     fn is_weighted(&self) -> bool {
///         true
///     }
/// }
/// let (world, weight) = MostlyRain.sample(&mut Rng::new(0));
/// assert_eq!(weight, if world == "rain" { 1.5 } else { 0.5 });
/// ```
pub trait Belief<S>: Clone + Send + 'static {
    /// A world and its weight. `&mut` allows scratch memory and Markov chains; each parallel stream gets a
    /// clone.
    fn sample(&mut self, rng: &mut Rng) -> (S, f64);

    /// Whether any weight can differ from 1.
    fn is_weighted(&self) -> bool {
        false
    }

    /// Of the world that was given out last: worlds with the same number depend on each other more than on the
    /// rest, such as those that were derived from one another. `None` where each is drawn by itself.
    fn cluster(&self) -> Option<u32> {
        None
    }

    /// From now on this flag tells that the search is to end: a belief that takes long to prepare worlds breaks
    /// off then, and gives out worlds that it has.
    fn heed(&mut self, _stop: &Arc<AtomicBool>) {}
}

/// Some worlds, each as likely as the others. One that is twice as likely is in the list twice.
#[derive(Clone, PartialEq, Debug)]
pub struct EquallyLikely<S>(Vec<S>);

impl<S> EquallyLikely<S> {
    /// Fails when there is none.
    pub fn new(worlds: Vec<S>) -> Result<Self, Contradiction> {
        if worlds.is_empty() {
            return Err(Contradiction(sentence!(
                "no world agrees with what is seen",
                "見えているものと合う世界がありません"
            )));
        }
        Ok(EquallyLikely(worlds))
    }

    #[must_use]
    pub fn worlds(&self) -> &[S] {
        &self.0
    }
}

impl<S: Clone + Send + 'static> Belief<S> for EquallyLikely<S> {
    #[inline]
    fn sample(&mut self, rng: &mut Rng) -> (S, f64) {
        (self.0[rng.below(self.0.len() as u32) as usize].clone(), 1.0)
    }
}

/// A function or a closure that lists the worlds a view leaves possible is an inference: each world is
/// equally likely.
///
/// ```
/// use yomi_core::testkit::{ask::view_of_mover, toys::Nim};
/// use yomi_core::{Belief, Inference, Rng, ViewOf};
///
/// let all_is_seen = |view: &ViewOf<Nim>| vec![view.now];
/// let mut belief = all_is_seen.read(&view_of_mover(&Nim::new(7))).unwrap();
/// assert_eq!(belief.sample(&mut Rng::new(0)), (Nim::new(7), 1.0));
/// ```
impl<S: Hidden, F: Fn(&ViewOf<S>) -> Vec<S> + Send + Sync> Inference<S> for F {
    type Belief = EquallyLikely<S>;

    fn read(&self, view: &ViewOf<S>) -> Result<EquallyLikely<S>, Contradiction> {
        EquallyLikely::new(self(view))
    }
}

/// Everything is seen: there is one world, the state itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingHidden;

#[derive(Clone, Debug)]
pub struct OneWorld<S>(S);

impl<S: crate::Open> Inference<S> for NothingHidden {
    type Belief = OneWorld<S>;

    fn read(&self, view: &ViewOf<S>) -> Result<OneWorld<S>, Contradiction> {
        Ok(OneWorld(view.now.clone()))
    }
}

impl<S: Clone + Send + 'static> Belief<S> for OneWorld<S> {
    fn sample(&mut self, _: &mut Rng) -> (S, f64) {
        (self.0.clone(), 1.0)
    }
}

/// No world agrees with the view; the text says which fact could not be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction(pub Sentence);

spoken_error!(Contradiction);
