//! A public part and a secret: the short way to a game with something hidden.
//!
//! In many games a position falls into two parts: what everybody sees, and a secret of which each seat
//! knows its share (its own cards, the place where it hid). [`PublicPart`] is the rules of such a game,
//! written on the public part. [`WithSecret`] is the pair, and everything else follows from it: [`State`],
//! [`Hidden`] and [`InfoSets`], and [`AnySecret`] is an [`Inference`] for it. A seat sees the public part
//! and what it knows, as [`SeenPart`].
//!
//! What makes that possible is a list: [`PublicPart::secrets`] gives every secret that agrees with what a
//! seat sees. An event is possible if it happens to some listed secret, so [`Hidden::observe`] needs no
//! second copy of the rules; and a world is one of the list, each equally likely. So this is for games with
//! up to some thousands of possible secrets. Larger games, faster ones, and beliefs that learn from how
//! others play implement the traits themselves; the laws are the same.

use crate::{
    Chance, Contradiction, EquallyLikely, Fact, Hidden, Inference, InfoSets, KeyedByHash, Move, Player,
    Rejected, State, Turn, ViewOf, ZeroSum, sentence,
};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Continue};

/// What everybody sees of a game, and its rules. It serialises to an object, whose fields stand beside
/// those of [`SeenPart`] in files.
///
/// Seat 0 hides a coin in one of three cups, and seat 1 turns one over:
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use yomi_core::{Hidden, Player, PublicPart, SeenPart, State, Turn, WithSecret};
///
/// #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
/// struct Cups {
///     hidden: bool,
///     turned: Option<u8>,
/// }
///
/// impl PublicPart for Cups {
///     type Action = u8;
///     type Secret = Option<u8>;
///     type Known = Option<u8>;
///     type Event = Option<u8>; // The cup, unless the viewer may not know it.
///
///     fn players(&self) -> usize {
///         2
///     }
///     fn turn(&self) -> Turn {
///         match self.turned {
///             Some(_) => Turn::Over,
///             None => Turn::Player(if self.hidden { Player::SECOND } else { Player::FIRST }),
///         }
///     }
///     fn actions(&self, _: &Option<u8>) -> Vec<u8> {
///         vec![1, 2, 3]
///     }
///     fn apply(&mut self, coin: &mut Option<u8>, cup: u8) {
///         if self.hidden { self.turned = Some(cup) } else { *coin = Some(cup) }
///         self.hidden = true;
///     }
///     fn payoff(&self, coin: &Option<u8>, p: Player) -> f64 {
///         f64::from((self.turned == *coin) == (p == Player::SECOND))
///     }
///     fn known(&self, coin: &Option<u8>, viewer: Player) -> Option<u8> {
///         coin.filter(|_| viewer == Player::FIRST)
///     }
///     fn event(&self, _: &Option<u8>, cup: u8, viewer: Player) -> Option<u8> {
///         (self.hidden || viewer == Player::FIRST).then_some(cup)
///     }
///     fn secrets(seen: &SeenPart<Cups, Option<u8>>) -> Vec<Option<u8>> {
///         match seen.known {
///             None if seen.public.hidden => vec![Some(1), Some(2), Some(3)],
///             known => vec![known],
///         }
///     }
/// }
///
/// let mut game = WithSecret::new(Cups { hidden: false, turned: None }, None);
/// let mut seen = game.seen(Player::SECOND);
/// assert!(WithSecret::observe(&mut seen, &Some(2)).is_err()); // It may not know where the coin is.
/// WithSecret::observe(&mut seen, &None).unwrap();
/// game.apply(2);
/// assert_eq!(seen, game.seen(Player::SECOND));
/// assert_eq!(WithSecret::worlds(&seen).len(), 3);
/// ```
pub trait PublicPart: Fact {
    /// Players' moves and chance outcomes alike.
    type Action: Move;

    /// All that is hidden from at least one seat.
    type Secret: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// What one seat knows of the secret.
    type Known: Fact;

    /// One action as one seat sees it, with everything it reveals to that seat.
    type Event: Fact;

    fn players(&self) -> usize;

    fn turn(&self) -> Turn;

    /// The mover's actions, each once and in a fixed order, by what the mover knows. Asked only in a
    /// player's turn.
    fn actions(&self, known: &Self::Known) -> Vec<Self::Action>;

    /// Goes on by one action: a legal move of the mover or a possible outcome of chance. Not checked.
    fn apply(&mut self, secret: &mut Self::Secret, action: Self::Action);

    /// What the finished game is worth to `p`.
    fn payoff(&self, secret: &Self::Secret, p: Player) -> f64;

    /// What `viewer` knows of the secret.
    fn known(&self, secret: &Self::Secret, viewer: Player) -> Self::Known;

    /// How `action` looks to `viewer`. Asked before the action is applied.
    fn event(&self, secret: &Self::Secret, action: Self::Action, viewer: Player) -> Self::Event;

    /// Every secret that agrees with what a seat sees. They count as equally likely; one that is twice as
    /// likely is listed twice.
    fn secrets(seen: &SeenPart<Self, Self::Known>) -> Vec<Self::Secret>;

    /// The outcomes of chance with their probabilities. Asked only in chance's turn.
    fn outcomes(&self, _secret: &Self::Secret) -> Vec<(Self::Action, f64)> {
        Vec::new()
    }

    /// The least and the most any payoff can be. By default 0 for a loss and 1 for a win.
    fn payoff_bounds(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
}

/// Promise: what [`ZeroSum`] says of a state, made of the public part because a game in another crate
/// cannot promise anything of [`WithSecret`].
///
/// A coin that the first player hides and the second guesses, and what the promise is good for:
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use yomi_core::secret::{PublicPart, SeenPart, WithSecret, ZeroSumPart};
/// use yomi_core::{Player, Turn, ZeroSum};
///
/// #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
/// struct Coin {
///     moves: u8,
///     guess: bool,
/// }
///
/// impl PublicPart for Coin {
///     type Action = bool;
///     type Secret = bool;
///     type Known = Option<bool>;
///     type Event = Option<bool>;
///
///     fn players(&self) -> usize {
///         2
///     }
///     fn turn(&self) -> Turn {
///         [Turn::Player(Player::FIRST), Turn::Player(Player::SECOND), Turn::Over][usize::from(self.moves)]
///     }
///     fn actions(&self, _: &Option<bool>) -> Vec<bool> {
///         vec![false, true]
///     }
///     fn apply(&mut self, heads: &mut bool, said: bool) {
///         if self.moves == 0 { *heads = said } else { self.guess = said }
///         self.moves += 1;
///     }
///     fn payoff(&self, heads: &bool, p: Player) -> f64 {
///         f64::from((self.guess == *heads) == (p == Player::SECOND))
///     }
///     fn known(&self, heads: &bool, viewer: Player) -> Option<bool> {
///         (viewer == Player::FIRST && self.moves > 0).then_some(*heads)
///     }
///     fn event(&self, _: &bool, said: bool, viewer: Player) -> Option<bool> {
///         (self.moves > 0 || viewer == Player::FIRST).then_some(said)
///     }
///     fn secrets(seen: &SeenPart<Coin, Option<bool>>) -> Vec<bool> {
///         seen.known.map_or(vec![false, true], |heads| vec![heads])
///     }
/// }
///
/// // One guesses right or the other wins: the payoffs add up to 1.
/// impl ZeroSumPart for Coin {}
///
/// fn can_be_searched_by_cfr<S: ZeroSum>(_: &S) {}
/// can_be_searched_by_cfr(&WithSecret::new(Coin { moves: 0, guess: false }, false));
/// ```
pub trait ZeroSumPart: PublicPart {}

/// A position: the public part and the secret.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WithSecret<P: PublicPart> {
    pub public: P,
    pub secret: P::Secret,
}

/// What one seat sees: the public part and what it knows of the secret.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SeenPart<Public, Known> {
    pub seat: Player,
    #[serde(flatten)]
    pub public: Public,
    pub known: Known,
}

impl<P: PublicPart> WithSecret<P> {
    #[must_use]
    pub fn new(public: P, secret: P::Secret) -> Self {
        WithSecret { public, secret }
    }

    /// Every position that agrees with what a seat sees.
    #[must_use]
    pub fn worlds(seen: &SeenPart<P, P::Known>) -> Vec<Self> {
        P::secrets(seen).into_iter().map(|secret| WithSecret::new(seen.public.clone(), secret)).collect()
    }

    /// The position after something that looks to `viewer` like `event`, if it can happen here.
    fn after(mut self, event: &P::Event, viewer: Player) -> Option<Self> {
        let outcomes = self.outcomes().into_iter().map(|(outcome, _)| outcome);
        let mut steps = self.actions().into_iter().chain(outcomes);
        let action = steps.find(|&action| self.event(action, viewer) == *event)?;
        self.apply(action);
        Some(self)
    }
}

impl<P: PublicPart> State for WithSecret<P> {
    type Action = P::Action;

    fn players(&self) -> usize {
        self.public.players()
    }

    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(P::Action) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.turn() {
            Turn::Player(mover) => {
                let known = self.public.known(&self.secret, mover);
                self.public.actions(&known).into_iter().try_for_each(f)
            }
            Turn::Chance | Turn::Over => Continue(()),
        }
    }

    fn apply(&mut self, action: P::Action) {
        self.public.apply(&mut self.secret, action);
    }

    fn payoff(&self, p: Player) -> f64 {
        self.public.payoff(&self.secret, p)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        self.public.payoff_bounds()
    }
}

impl<P: PublicPart> Chance for WithSecret<P> {
    fn try_for_each_outcome<B>(&self, mut f: impl FnMut(P::Action, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.turn() {
            Turn::Chance => self.public.outcomes(&self.secret).into_iter().try_for_each(|(a, p)| f(a, p)),
            Turn::Player(_) | Turn::Over => Continue(()),
        }
    }
}

impl<P: ZeroSumPart> ZeroSum for WithSecret<P> {}
impl<P: PublicPart> KeyedByHash for WithSecret<P> {}

impl<P: PublicPart> Hidden for WithSecret<P> {
    type Seen = SeenPart<P, P::Known>;
    type Event = P::Event;

    fn seen(&self, viewer: Player) -> Self::Seen {
        let known = self.public.known(&self.secret, viewer);
        SeenPart { seat: viewer, public: self.public.clone(), known }
    }

    fn event(&self, action: P::Action, viewer: Player) -> P::Event {
        self.public.event(&self.secret, action, viewer)
    }

    fn observe(seen: &mut Self::Seen, event: &P::Event) -> Result<(), Rejected> {
        let mut worlds = WithSecret::worlds(seen).into_iter();
        match worlds.find_map(|world| world.after(event, seen.seat)) {
            Some(next) => {
                *seen = next.seen(seen.seat);
                Ok(())
            }
            None if seen.public.turn() == Turn::Over => {
                Err(Rejected(sentence!("the game is already over", "対局はもう終わっています")))
            }
            None => Err(Rejected(sentence!(
                "seat {} cannot see this here",
                "ここで席{}にこれが見えることはありません",
                seen.seat
            ))),
        }
    }

    fn seen_turn(seen: &Self::Seen) -> Turn {
        seen.public.turn()
    }

    fn seen_actions(seen: &Self::Seen) -> Vec<P::Action> {
        seen.public.actions(&seen.known)
    }
}

impl<P: PublicPart> InfoSets for WithSecret<P> {
    type Grain = ();
}

/// Every listed secret equally likely: [`PublicPart::secrets`] as an [`Inference`].
#[derive(Clone, Copy, Debug, Default)]
pub struct AnySecret;

impl<P: PublicPart> Inference<WithSecret<P>> for AnySecret {
    type Belief = EquallyLikely<WithSecret<P>>;

    fn read(&self, view: &ViewOf<WithSecret<P>>) -> Result<Self::Belief, Contradiction> {
        EquallyLikely::new(WithSecret::worlds(&view.now))
    }
}
