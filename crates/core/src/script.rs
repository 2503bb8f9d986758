//! Chance decided in advance.
//!
//! [`Luck`] turns a seed into outcomes, urn by urn (an urn is one source of draws, such as a deck): the k-th
//! draw from an urn depends on the seed, the urn and k, and on nothing else. Two games from the same seed get
//! the same cards from the same deck whatever the players do, so a deal can be played again with the seats
//! swapped.
//!
//! [`Scripted`] is a state whose chance outcomes are fixed: chance never has the turn, because every outcome
//! is applied at once. Agents that may see the future search it (to measure a ceiling, never for advice), and
//! it represents a game whose deck order is known. Its seats get the same views as those of the state inside.

use crate::{Chance, Deterministic, Hidden, Keyed, Player, Rng, State, Turn, ZeroSum};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The outcomes of chance, from a seed. See the [module](self).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Luck {
    rng: Rng,
    /// Draws so far per urn, sorted by urn, so that the order of draws from different urns does not matter.
    drawn: SmallVec<[(u64, u64); 2]>,
    /// The first draws from urn 0, where they are known: each the place of its outcome among those possible.
    listed: Option<Arc<[u32]>>,
}

impl Luck {
    #[must_use]
    pub fn new(seed: u64) -> Luck {
        Luck { rng: Rng::new(seed), drawn: SmallVec::new(), listed: None }
    }

    /// Luck whose first draws from urn 0 are known, such as those from a real deck: for each the place of its
    /// outcome, in the order of [`Chance::try_for_each_outcome`]. Later draws, and a place that no outcome has,
    /// come from the seed.
    ///
    /// ```
    /// use yomi_core::Luck;
    /// use yomi_core::testkit::toys::{Die, Reroll};
    ///
    /// // The second and the last face; there is no seventh, so the seed decides, and after the list as well.
    /// let (mut listed, mut plain) = (Luck::listed(3, [1, 5, 6]), Luck::new(3));
    /// let drawn = [(); 4].map(|()| listed.draw(&Reroll::START));
    /// let by_seed = [(); 4].map(|()| plain.draw(&Reroll::START));
    /// assert_eq!(drawn[..2], [Die::Shows(2), Die::Shows(6)]);
    /// assert_eq!(drawn[2..], by_seed[2..]);
    /// ```
    #[must_use]
    pub fn listed(seed: u64, places: impl Into<Arc<[u32]>>) -> Luck {
        Luck { listed: Some(places.into()), ..Luck::new(seed) }
    }

    /// The outcome that this luck has in store for `state`, whose turn is `Chance`.
    pub fn draw<S: Chance>(&mut self, state: &S) -> S::Action {
        let urn = state.source();
        let at = self.drawn.binary_search_by_key(&urn, |&(u, _)| u).unwrap_or_else(|at| {
            self.drawn.insert(at, (urn, 0));
            at
        });
        let (_, count) = &mut self.drawn[at];
        let number = *count;
        *count += 1;
        if let Some(outcome) = self.listed_outcome(state, urn, number) {
            return outcome;
        }
        state.sample_outcome(&mut self.rng.split(urn).split(number))
    }

    fn listed_outcome<S: Chance>(&self, state: &S, urn: u64, number: u64) -> Option<S::Action> {
        let places = self.listed.as_ref().filter(|_| urn == 0)?;
        let place = *places.get(usize::try_from(number).ok()?)?;
        state.outcomes().get(place as usize).map(|(outcome, _)| *outcome)
    }

    /// Lets chance act as long as it has the turn, and reports each outcome before it happens.
    pub fn settle<S: Chance>(&mut self, state: &mut S, mut before: impl FnMut(&S, S::Action)) {
        while state.turn() == Turn::Chance {
            let outcome = self.draw(state);
            before(state, outcome);
            state.apply(outcome);
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Script<A> {
    Luck(Luck),
    Order { outcomes: Arc<[A]>, next: usize },
}

impl<A> Script<A> {
    /// Identifies how much has been drawn from each urn, and with that what is still to come in this deal.
    fn key(&self) -> u64 {
        let name = |urn, count| Rng::new(urn).split(count).seed();
        match self {
            Script::Luck(luck) => luck.drawn.iter().fold(0, |key, &(urn, n)| key ^ name(urn, n)),
            Script::Order { next, .. } => name(0, *next as u64),
        }
    }
}

/// A state whose chance outcomes are fixed in advance. See the [module](self).
///
/// ```
/// use yomi_core::testkit::toys::{Die, Reroll};
/// use yomi_core::{Player, Scripted, State, Turn};
///
/// // The die will show 2 first, and 6 if it is rolled again.
/// let mut game = Scripted::from_order(Reroll::START, [Die::Shows(2), Die::Shows(6)]);
/// assert_eq!(game.turn(), Turn::Player(Player::FIRST)); // The first roll has happened.
/// game.apply(Die::Again);
/// assert_eq!((game.turn(), game.payoff(Player::FIRST)), (Turn::Over, 6.0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scripted<S: Chance> {
    state: S,
    script: Script<S::Action>,
}

impl<S: Chance> Scripted<S> {
    #[must_use]
    pub fn from_luck(state: S, luck: Luck) -> Self {
        Self::settled(state, Script::Luck(luck))
    }

    /// With the given outcomes in the given order. There must be one for every draw of the game to come, and
    /// each must be possible when its time comes: the order of a deck, for example. A draw without an outcome
    /// panics.
    #[must_use]
    pub fn from_order(state: S, outcomes: impl Into<Arc<[S::Action]>>) -> Self {
        Self::settled(state, Script::Order { outcomes: outcomes.into(), next: 0 })
    }

    fn settled(state: S, script: Script<S::Action>) -> Self {
        let mut scripted = Scripted { state, script };
        scripted.settle(|_, _| {});
        scripted
    }

    /// The state inside.
    #[must_use]
    pub fn state(&self) -> &S {
        &self.state
    }

    /// The luck to come, unless the script is a list.
    #[must_use]
    pub fn luck(&self) -> Option<&Luck> {
        match &self.script {
            Script::Luck(luck) => Some(luck),
            Script::Order { .. } => None,
        }
    }

    fn settle(&mut self, mut before: impl FnMut(&S, S::Action)) {
        match &mut self.script {
            Script::Luck(luck) => luck.settle(&mut self.state, before),
            Script::Order { outcomes, next } => {
                while self.state.turn() == Turn::Chance {
                    let outcome = *outcomes.get(*next).expect("the script has an outcome for every draw");
                    *next += 1;
                    debug_assert!(
                        self.state.outcomes().iter().any(|&(a, _)| a == outcome),
                        "{outcome:?} is scripted but cannot happen"
                    );
                    before(&self.state, outcome);
                    self.state.apply(outcome);
                }
            }
        }
    }
}

impl<S: Chance> State for Scripted<S> {
    type Action = S::Action;

    fn players(&self) -> usize {
        self.state.players()
    }

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(S::Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.state.try_for_each_action(f)
    }

    fn apply(&mut self, action: S::Action) {
        self.state.apply(action);
        self.settle(|_, _| {});
    }

    fn payoff(&self, p: Player) -> f64 {
        self.state.payoff(p)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        self.state.payoff_bounds()
    }

    fn random_action(&self, rng: &mut Rng) -> S::Action {
        self.state.random_action(rng)
    }
}

impl<S: Chance> Deterministic for Scripted<S> {}

impl<S: Chance + ZeroSum> ZeroSum for Scripted<S> {}

/// The key of the state inside, and of what has been drawn: where draws go back into the urn, equal states
/// may have made different numbers of draws, and then different outcomes follow.
impl<S: Chance + Keyed> Keyed for Scripted<S> {
    fn key(&self) -> u64 {
        self.state.key() ^ self.script.key()
    }
}

impl<S: Hidden> Scripted<S> {
    /// What `viewer` sees: the same as in the state inside, so that one type of view serves both.
    pub fn seen(&self, viewer: Player) -> S::Seen {
        self.state.seen(viewer)
    }

    /// The events that `action` brings for `viewer`: the action's own, then those of the luck that follows
    /// it.
    #[must_use]
    pub fn events(&self, action: S::Action, viewer: Player) -> Vec<S::Event> {
        let mut events = vec![self.state.event(action, viewer)];
        let mut after = self.clone();
        after.state.apply(action);
        after.settle(|state, outcome| events.push(state.event(outcome, viewer)));
        events
    }
}
