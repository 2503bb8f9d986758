//! The rules of a game.
//!
//! A [`State`] is one position with its rules and nothing else: no random generator, no clock, no log, no
//! opinion on what is good. The moves of players and the outcomes of chance are one type, [`State::Action`],
//! so that a history is a plain list. `apply` does not check; [`State::play`] is the checked pair for input
//! from outside.
//!
//! States are meant to be small and copied, never undone: up to 256 bytes a copy beats make/unmake. Unknown
//! order is chance, not state: a face-down deck is the *set* of cards in it, and a draw is [`Turn::Chance`].
//! To fix the order in advance, wrap the state in [`Scripted`](crate::Scripted).
//!
//! [`Deterministic`] and [`ZeroSum`] are promises without methods. They let an algorithm say what it relies
//! on; the test kit checks that a game keeps them.

use crate::{Player, PlayerSet, Rejected, Rng, Turn, sentence};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow::{self, Break, Continue};

/// What can be an action: a small value that can be copied, compared, ordered and printed.
///
/// ```
/// use yomi_core::Move;
///
/// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
/// enum Column {
///     Left,
///     Right,
/// }
/// fn is_a_move<M: Move>(_: M) {}
/// is_a_move(Column::Left); // No impl is needed: the derives above are enough.
/// ```
pub trait Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {}
impl<T: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static> Move for T {}

/// A position, with the rules to go on from it.
///
/// Two players in turn count up by 1 or 2, and the player who says 10 wins:
///
/// ```
/// use std::ops::ControlFlow;
/// use yomi_core::{Player, State, Turn};
///
/// #[derive(Clone)]
/// struct CountToTen {
///     count: u8,
///     mover: Player,
/// }
///
/// impl State for CountToTen {
///     type Action = u8;
///
///     fn players(&self) -> usize {
///         2
///     }
///     fn turn(&self) -> Turn {
///         if self.count == 10 { Turn::Over } else { Turn::Player(self.mover) }
///     }
///     fn try_for_each_action<B>(&self, f: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
///         (1..=2.min(10 - self.count)).try_for_each(f)
///     }
///     fn apply(&mut self, step: u8) {
///         self.count += step;
///         self.mover = self.mover.other();
///     }
///     fn payoff(&self, p: Player) -> f64 {
///         if p == self.mover { 0.0 } else { 1.0 } // The opponent of the next mover said 10.
///     }
///     fn payoff_bounds(&self) -> (f64, f64) {
///         (0.0, 1.0)
///     }
/// }
///
/// let mut game = CountToTen { count: 8, mover: Player::FIRST };
/// assert_eq!(game.actions(), [1, 2]);
/// assert!(game.play(3).is_err());
/// game.play(2).unwrap();
/// assert_eq!((game.turn(), game.payoff(Player::FIRST)), (Turn::Over, 1.0));
/// ```
pub trait State: Clone + Send + Sync + 'static {
    /// Players' moves and chance outcomes alike.
    type Action: Move;

    fn players(&self) -> usize;

    fn turn(&self) -> Turn;

    /// Calls `f` with each action of the mover once, in a fixed order, until it breaks. There are none at
    /// `Chance` and `Over`, and at least one at `Player`.
    fn try_for_each_action<B>(&self, f: impl FnMut(Self::Action) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Goes on by one action: a legal move of the mover or a possible outcome of chance. Not checked, and
    /// deterministic.
    fn apply(&mut self, action: Self::Action);

    /// What the finished game is worth to `p`. Before the end it may be anything.
    fn payoff(&self, p: Player) -> f64;

    /// The least and the most any payoff can be, from this position on. By default 0 for a loss and 1 for a
    /// win.
    #[inline]
    fn payoff_bounds(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    /// The seats that choose now without waiting for each other: the one that has the turn, or, in a round of
    /// simultaneous moves, all that have not chosen yet.
    fn acting(&self) -> PlayerSet {
        self.turn().player().into_iter().collect()
    }

    #[inline]
    fn for_each_action(&self, mut f: impl FnMut(Self::Action)) {
        let _ = self.try_for_each_action::<()>(|a| {
            f(a);
            Continue(())
        });
    }

    /// The mover's actions as a list: for the edge of the program and for tests, not for hot loops.
    #[must_use]
    fn actions(&self) -> Vec<Self::Action> {
        // One allocation for most positions of most games.
        let mut list = Vec::with_capacity(8);
        self.for_each_action(|a| list.push(a));
        list
    }

    #[must_use]
    fn is_legal(&self, action: Self::Action) -> bool {
        self.try_for_each_action(|a| if a == action { Break(()) } else { Continue(()) }).is_break()
    }

    /// What the plain random player does: one of the mover's actions, each equally likely, unless the game
    /// says otherwise (in Sevens it passes only when it must). Bitboard games override it.
    #[inline]
    fn random_action(&self, rng: &mut Rng) -> Self::Action {
        let mut n = 0;
        self.for_each_action(|_| n += 1);
        let mut skip = rng.below(n);
        let pick = self.try_for_each_action(|a| {
            if skip == 0 {
                Break(a)
            } else {
                skip -= 1;
                Continue(())
            }
        });
        match pick {
            Break(a) => a,
            Continue(()) => unreachable!("a player to move has an action"),
        }
    }

    /// Whether an action listed before this one leads to an equivalent game: searches may then leave this one
    /// out.
    #[inline]
    fn repeats(&self, _action: Self::Action) -> bool {
        false
    }

    /// Why `action` can be neither played nor drawn here.
    fn why_not(&self, _action: Self::Action) -> Rejected {
        Rejected(match self.turn() {
            Turn::Over => sentence!("the game is already over", "対局はもう終わっています"),
            Turn::Player(_) | Turn::Chance => sentence!("it cannot happen here", "ここではできません"),
        })
    }

    /// The checked pair of [`apply`](State::apply), for a player's move. An illegal move changes nothing.
    fn play(&mut self, action: Self::Action) -> Result<(), Rejected> {
        if self.is_legal(action) {
            self.apply(action);
            Ok(())
        } else {
            Err(Rejected(sentence!(
                "{action:?} is not legal here; legal: {:?}",
                "{action:?} はここでは選べません。選べる手: {:?}",
                self.actions()
            )))
        }
    }
}

/// All randomness after the start of the game.
///
/// ```
/// use yomi_core::testkit::toys::{Die, Reroll};
/// use yomi_core::{Chance, Rng, State, Turn};
///
/// let die = Reroll::START;
/// assert_eq!(die.turn(), Turn::Chance);
/// assert_eq!(die.outcomes()[5], (Die::Shows(6), 1.0 / 6.0));
///
/// let mut rolled = die;
/// rolled.apply(die.sample_outcome(&mut Rng::new(1)));
/// assert_eq!(rolled.actions(), [Die::Keep, Die::Again]);
/// ```
pub trait Chance: State {
    /// Calls `f` with each possible outcome and its probability, in a fixed order. None unless the turn is
    /// `Chance`; then the probabilities are positive and add up to 1.
    fn try_for_each_outcome<B>(&self, f: impl FnMut(Self::Action, f64) -> ControlFlow<B>) -> ControlFlow<B>;

    /// One outcome, by its probability. Games with many outcomes override it.
    #[inline]
    fn sample_outcome(&self, rng: &mut Rng) -> Self::Action {
        let (mut left, mut last) = (rng.unit(), None);
        let _ = self.try_for_each_outcome::<()>(|a, p| {
            left -= p;
            last = Some(a);
            if left < 0.0 { Break(()) } else { Continue(()) }
        });
        // Rounding may leave a little probability over: it goes to the last outcome.
        last.expect("chance has an outcome")
    }

    /// Which urn (source of draws, such as a deck) is drawn from. In mirrored games, where one deal is played
    /// again with the seats swapped, every urn has its own random stream, so that an extra draw from one deck
    /// does not change what another deck gives.
    fn source(&self) -> u64 {
        0
    }

    #[must_use]
    fn outcomes(&self) -> Vec<(Self::Action, f64)> {
        let mut list = Vec::new();
        let _ = self.try_for_each_outcome::<()>(|a, p| {
            list.push((a, p));
            Continue(())
        });
        list
    }
}

/// Promise: `Turn::Chance` never occurs. Brings [`Chance`] for free.
///
/// ```
/// use yomi_core::testkit::{Effort, rules::check_deterministic, toys::Nim};
/// use yomi_core::Chance;
///
/// // `impl Deterministic for Nim {}` is all that the game says; the kit checks that it is true.
/// check_deterministic(Effort::games(10), |_| Nim::new(9));
/// assert_eq!(Nim::new(9).outcomes(), []);
/// ```
pub trait Deterministic: State {}

impl<S: Deterministic> Chance for S {
    fn try_for_each_outcome<B>(&self, _: impl FnMut(S::Action, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        Continue(())
    }
}

/// Promise: two players, whose payoffs always add up to the sum of the payoff bounds: one player's gain is
/// the opponent's loss, and the bounds do not change during the game.
///
/// ```
/// use yomi_core::testkit::{Effort, payoffs, rules::check_zero_sum, toys::Nim};
/// use yomi_core::State;
///
/// let mut nim = Nim::new(2);
/// nim.apply(2);
/// assert_eq!(payoffs(&nim), [1.0, 0.0]); // The payoff bounds are 0 and 1.
/// check_zero_sum(Effort::games(10), |_| Nim::new(9));
/// ```
pub trait ZeroSum: State {}

/// A position that can be recognised. Equal positions have equal keys; different ones have different keys, by
/// construction or, when they are hashes, except for collisions of 64 bits. Tables mix the key themselves.
///
/// ```
/// use yomi_core::testkit::toys::Nim;
/// use yomi_core::{Keyed, State};
///
/// let after = |moves: [u8; 2]| {
///     let mut nim = Nim::new(9);
///     moves.into_iter().for_each(|taken| nim.apply(taken));
///     nim
/// };
/// assert_eq!(after([1, 3]).key(), after([3, 1]).key()); // A transposition.
/// assert_ne!(after([1, 3]).key(), after([1, 1]).key());
/// ```
pub trait Keyed: State {
    fn key(&self) -> u64;
}

/// Promise: [`Hash`] and [`Eq`] tell positions apart. Brings [`Keyed`] for free, through a
/// [fixed hasher](crate::hash).
///
/// ```
/// use std::ops::ControlFlow;
/// use yomi_core::{Keyed, KeyedByHash, Player, State, Turn};
///
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Countdown(u8);
///
/// impl State for Countdown {
///     type Action = ();
///     fn players(&self) -> usize {
///         1
///     }
///     fn turn(&self) -> Turn {
///         if self.0 == 0 { Turn::Over } else { Turn::Player(Player::FIRST) }
///     }
///     fn try_for_each_action<B>(&self, mut f: impl FnMut(()) -> ControlFlow<B>) -> ControlFlow<B> {
///         if self.0 > 0 { f(()) } else { ControlFlow::Continue(()) }
///     }
///     fn apply(&mut self, (): ()) {
///         self.0 -= 1;
///     }
///     fn payoff(&self, _: Player) -> f64 {
///         1.0
///     }
/// }
/// impl KeyedByHash for Countdown {}
///
/// assert_eq!(Countdown(3).key(), Countdown(3).key());
/// assert_ne!(Countdown(3).key(), Countdown(2).key());
/// ```
pub trait KeyedByHash: State + Eq + Hash {}

impl<S: KeyedByHash> Keyed for S {
    fn key(&self) -> u64 {
        crate::hash::hash(self)
    }
}
