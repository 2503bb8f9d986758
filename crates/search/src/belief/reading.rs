//! From a view to worlds that may hold more than a state.

use yomi_core::{Belief, Chance, Contradiction, Hidden, Inference, Limits, ViewOf};

/// A way to read views, like [`Inference`], whose worlds may contain more than the game's states: for
/// example, which kind of player each opponent is. Every inference is a reading.
///
/// ```
/// use yomi_core::testkit::ask::view_of_mover;
/// use yomi_core::testkit::toys::{Akq, AnyDeal, Card};
/// use yomi_core::{Belief, Rng};
/// use yomi_search::belief::Reading;
///
/// let view = view_of_mover(&Akq::new(Card::King, Card::Ace));
/// let mut belief = Reading::<Akq>::read(&AnyDeal, &view).unwrap();
/// assert_eq!(belief.sample(&mut Rng::new(0)).0.cards[0], Card::King);
/// ```
pub trait Reading<S: Hidden>: Send + Sync {
    /// A state with the same moves. It may leave out moves that are never sensible.
    type World: Chance<Action = S::Action>;
    type Belief: Belief<Self::World>;

    /// What the view allows. Fails when nothing fits it.
    fn read(&self, view: &ViewOf<S>) -> Result<Self::Belief, Contradiction>;

    /// The same for a search with these limits; see [`Inference::read_within`].
    fn read_within(&self, view: &ViewOf<S>, _limits: &Limits) -> Result<Self::Belief, Contradiction> {
        self.read(view)
    }
}

impl<S: Hidden, I: Inference<S>> Reading<S> for I {
    type World = S;
    type Belief = I::Belief;

    fn read(&self, view: &ViewOf<S>) -> Result<I::Belief, Contradiction> {
        Inference::read(self, view)
    }

    fn read_within(&self, view: &ViewOf<S>, limits: &Limits) -> Result<I::Belief, Contradiction> {
        Inference::read_within(self, view, limits)
    }
}
