//! What one seat can see.
//!
//! An honest player receives a *view*, never the true state, so it cannot cheat. What a seat knows has two
//! halves: [`Hidden::Seen`], the present as that seat sees it, and the log of [`Hidden::Event`]s, each one
//! action as it looked from there. [`View`] holds both and is written once, here; states that are copied
//! millions of times cannot carry a history.
//!
//! A view needs no state behind it. A person logging a real game, a log of a contest and a simulated game all
//! go through [`Hidden::observe`], which is also where impossible entries are refused. The laws, checked by
//! the test kit for every game:
//!
//! 1. `observe(seen(s), event(s, a)) == seen(apply(s, a))`, for every viewer.
//! 2. A refused event changes nothing. An event as another seat sees it is refused wherever the viewer can
//!    tell the difference.
//! 3. `seen_turn` says what the state says, and so does `seen_actions` when the viewer is to move.
//! 4. Two states that differ only in what the viewer cannot see give equal `seen`, and equal `event`s for
//!    actions that look alike. An action may reveal what was hidden; then it is seen from there on, and an
//!    event tells no more than that. The kit cannot find this out by itself, so every game brings a generator
//!    of such pairs, written without `seen`.
//!
//! Games in which everything is seen promise [`Open`] and get all of this for free.

use crate::sentence::spoken_error;
use crate::{Chance, Player, Sentence, State, Turn, sentence};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow::{Break, Continue};

/// Plain data that can be compared, stored and sent.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use yomi_core::Fact;
///
/// #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
/// struct Shown {
///     card: u8,
/// }
/// fn is_a_fact<F: Fact>(_: &F) {}
/// is_a_fact(&Shown { card: 7 }); // No impl is needed: the derives above are enough.
/// ```
pub trait Fact: Clone + Eq + Hash + Debug + Send + Sync + Serialize + DeserializeOwned + 'static {}
impl<T: Clone + Eq + Hash + Debug + Send + Sync + Serialize + DeserializeOwned + 'static> Fact for T {}

/// A game seen from one seat at a time. See the [module](self) for its laws.
///
/// ```
/// use yomi_core::testkit::toys::{Akq, Bet, Card};
/// use yomi_core::{Hidden, Player, State, View};
///
/// let mut game = Akq::new(Card::Queen, Card::King);
/// let mut view = View::new(Player::SECOND, game.seen(Player::SECOND));
/// assert_eq!(view.now.card, Card::King); // Its own card and nothing of the opponent's.
///
/// // What is observed is what the state would show: the first law.
/// view.observe::<Akq>(game.event(Bet::Bet, view.seat)).unwrap();
/// game.apply(Bet::Bet);
/// assert_eq!(view.now, game.seen(view.seat));
/// assert_eq!(view.legal::<Akq>(), [Bet::Fold, Bet::Call]);
/// assert!(view.observe::<Akq>(Bet::Check).is_err()); // It is too late to check.
/// ```
pub trait Hidden: Chance {
    /// What one seat knows now, its own seat included. It serialises to a JSON object with names a person
    /// understands: it is what `yomi view` prints.
    type Seen: Fact;

    /// One action as one seat sees it, with everything it reveals to that seat.
    type Event: Fact;

    fn seen(&self, viewer: Player) -> Self::Seen;

    /// How `action` looks to `viewer`. Asked before the action is applied.
    fn event(&self, action: Self::Action, viewer: Player) -> Self::Event;

    /// Takes an event in, or refuses it and changes nothing.
    fn observe(seen: &mut Self::Seen, event: &Self::Event) -> Result<(), Rejected>;

    /// Whose turn it is. Every seat must know that; a game that hides it needs an explicit move that reveals
    /// it.
    fn seen_turn(seen: &Self::Seen) -> Turn;

    /// The viewer's own legal actions, in the order of the state. Asked only when the viewer is among those
    /// that act; [`View::legal`] looks first.
    fn seen_actions(seen: &Self::Seen) -> Vec<Self::Action>;
}

/// Promise: every seat sees the whole state. Brings [`Hidden`] for free.
///
/// ```
/// use yomi_core::testkit::toys::Nim;
/// use yomi_core::{Hidden, Player, View};
///
/// // `impl Open for Nim {}` makes the state itself what is seen, and a move its own event.
/// let nim = Nim::new(9);
/// assert_eq!(nim.seen(Player::SECOND), nim);
/// let view = View::replay::<Nim>(Player::FIRST, nim, [3, 1]).unwrap();
/// assert_eq!(view.now.heap, 5);
/// ```
pub trait Open: Chance<Action: Serialize + DeserializeOwned> + Fact {}

impl<S: Open> Hidden for S {
    type Seen = S;
    type Event = S::Action;

    fn seen(&self, _: Player) -> S {
        self.clone()
    }

    fn event(&self, action: S::Action, _: Player) -> S::Action {
        action
    }

    fn observe(seen: &mut S, event: &S::Action) -> Result<(), Rejected> {
        let can_happen = match seen.turn() {
            Turn::Player(_) => seen.is_legal(*event),
            Turn::Chance => {
                let is_it = |a, _| if a == *event { Break(()) } else { Continue(()) };
                seen.try_for_each_outcome(is_it).is_break()
            }
            Turn::Over => false,
        };
        if can_happen {
            seen.apply(*event);
            Ok(())
        } else {
            Err(seen.why_not(*event))
        }
    }

    fn seen_turn(seen: &S) -> Turn {
        seen.turn()
    }

    fn seen_actions(seen: &S) -> Vec<S::Action> {
        State::actions(seen)
    }
}

/// Everything one seat has seen: how the game looked at the start, what happened, how it looks now. The same
/// type for a running game, a scripted one, and a log with no state behind it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View<Seen, Event> {
    pub seat: Player,
    pub start: Seen,
    pub events: Vec<Event>,
    pub now: Seen,
}

pub type ViewOf<S> = View<<S as Hidden>::Seen, <S as Hidden>::Event>;

impl<Seen: Clone, Event: Clone> View<Seen, Event> {
    pub fn new(seat: Player, start: Seen) -> Self {
        View { seat, now: start.clone(), start, events: Vec::new() }
    }

    /// Takes one more event in. A refused one changes nothing.
    pub fn observe<S: Hidden<Seen = Seen, Event = Event>>(&mut self, event: Event) -> Result<(), Rejected> {
        S::observe(&mut self.now, &event)?;
        self.events.push(event);
        Ok(())
    }

    /// The seat's legal actions: none when it is not to move.
    #[must_use]
    pub fn legal<S: Hidden<Seen = Seen, Event = Event>>(&self) -> Vec<S::Action> {
        if S::seen_turn(&self.now) == Turn::Player(self.seat) {
            S::seen_actions(&self.now)
        } else {
            Vec::new()
        }
    }

    /// A view from its start and its log. The message of a refusal says which entry it was.
    pub fn replay<S: Hidden<Seen = Seen, Event = Event>>(
        seat: Player,
        start: Seen,
        events: impl IntoIterator<Item = Event>,
    ) -> Result<Self, Rejected> {
        let mut view = View::new(seat, start);
        for (i, event) in events.into_iter().enumerate() {
            view.observe::<S>(event)
                .map_err(|why| Rejected(sentence!("event {}: {why}", "{}番目: {why:#}", i + 1)))?;
        }
        Ok(view)
    }
}

/// Information sets: all states that look the same to `viewer` share one key, which names a node of a search
/// tree.
///
/// The key is a function of the viewer's view and differs between views, except for collisions of 64-bit
/// hashes. A coarser `Grain` may merge views on purpose, to share experience between them. A key that uses
/// history must find it in the state *and* in `Seen`, or sampled worlds lose it.
///
/// ```
/// use yomi_core::testkit::toys::{Akq, Card};
/// use yomi_core::{InfoSets, Player};
///
/// let key = |opponent| Akq::new(Card::King, opponent).info_key(Player::FIRST, ());
/// // The first seat cannot tell these two apart: they are one information set.
/// assert_eq!(key(Card::Queen), key(Card::Ace));
/// let queen = Akq::new(Card::Queen, Card::Ace).info_key(Player::FIRST, ());
/// assert_ne!(key(Card::Ace), queen);
/// ```
pub trait InfoSets: Hidden {
    /// How finely to tell views apart; `()` where there is one way only. The default is the recommended one.
    type Grain: Copy + Debug + Default + Send + Sync + 'static;

    /// The key. By default it is the [hash](crate::hash::hash) of what `viewer` sees, whatever the grain, and
    /// logs that lead to the same `Seen` share it.
    fn info_key(&self, viewer: Player, _grain: Self::Grain) -> u64 {
        crate::hash::hash(&self.seen(viewer))
    }

    /// The key, and what moves are called in the information set. A grain that merges positions which differ
    /// only in names (such as permuted suits) gives corresponding moves the same name: `named` then holds one
    /// legal move of each name, with the name. Left empty, every move is its own name.
    #[inline]
    fn info_set(
        &self,
        viewer: Player,
        grain: Self::Grain,
        named: &mut Vec<(Self::Action, Self::Action)>,
    ) -> u64 {
        named.clear();
        self.info_key(viewer, grain)
    }
}

/// Why something typed, logged or sent is impossible: it names the offending thing and, where it helps, what
/// would be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected(pub Sentence);

spoken_error!(Rejected);
