//! Simultaneous moves.
//!
//! A [`Joint`] game asks several seats at once and goes on when all have chosen. Algorithms made for that
//! (decoupled UCT) use it as it is. Everything else sees it through [`Serialized`], a [`State`] in which the
//! acting seats choose one after another in seat order while the pending choices stay hidden: each seat sees
//! *that* the others have chosen, and sees *what* only when the round is complete.

use crate::{
    Deterministic, Fact, Hidden, InfoSets, Keyed, MAX_PLAYERS, Move, Player, PlayerSet, Rejected, State,
    Turn, ZeroSum, sentence,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow::{self, Break, Continue};

/// One round's choices by seat; `None` for seats that do not act.
pub type Choices<A> = [Option<A>; MAX_PLAYERS];

/// A game in which several seats choose at once.
///
/// ```
/// use yomi_core::testkit::toys::{Hand, RockPaperScissors};
/// use yomi_core::{Joint, MAX_PLAYERS, Player};
///
/// let mut game = RockPaperScissors::default();
/// assert_eq!(game.acting().iter().count(), 2); // Both choose at once.
/// let mut choices = [None; MAX_PLAYERS];
/// choices[..2].copy_from_slice(&[Some(Hand::Paper), Some(Hand::Rock)]);
/// game.apply(&choices);
/// assert_eq!((game.payoff(Player::FIRST), game.acting().is_empty()), (1.0, true));
/// ```
pub trait Joint: Clone + Send + Sync + 'static {
    type Action: Move;

    fn players(&self) -> usize;

    /// The seats that choose now; empty when the game is over.
    fn acting(&self) -> PlayerSet;

    /// The actions of `p`, each once, in a fixed order; at least one if `p` is acting.
    fn try_for_each_action<B>(
        &self,
        p: Player,
        f: impl FnMut(Self::Action) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Goes on by one choice of every acting seat. Not checked.
    fn apply(&mut self, choices: &Choices<Self::Action>);

    fn payoff(&self, p: Player) -> f64;

    /// As [`State::payoff_bounds`].
    fn payoff_bounds(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
}

/// Promise: nothing is hidden except the choices of the current round.
///
/// ```
/// use yomi_core::testkit::toys::{Hand, RockPaperScissors};
/// use yomi_core::{Hidden, Player, Serialized, State};
///
/// let seen_by_second = |first| {
///     let mut round = Serialized::new(RockPaperScissors::default());
///     round.apply(first);
///     round.seen(Player::SECOND)
/// };
/// // The second seat sees that the first has chosen, but not what.
/// assert!(seen_by_second(Hand::Rock).chosen.contains(Player::FIRST));
/// assert_eq!(seen_by_second(Hand::Rock), seen_by_second(Hand::Paper));
/// ```
pub trait OpenJoint: Joint<Action: Serialize + DeserializeOwned> + Fact {}

/// Promise: what [`ZeroSum`] says of a state. It is a trait of the joint game because a game in another crate
/// may not implement [`ZeroSum`] for [`Serialized`].
///
/// ```
/// use yomi_core::testkit::{Effort, rules::check_zero_sum, toys::RockPaperScissors};
/// use yomi_core::Serialized;
///
/// // `impl ZeroSumJoint for RockPaperScissors {}` makes the serialized game `ZeroSum`.
/// check_zero_sum(Effort::games(10), |_| Serialized::new(RockPaperScissors::default()));
/// ```
pub trait ZeroSumJoint: Joint {}

/// A joint game whose positions can be recognised; see [`Keyed`]. The key covers the completed rounds;
/// [`Serialized`] adds the choices of the current one.
///
/// ```
/// use yomi_core::testkit::toys::{Hand, RockPaperScissors};
/// use yomi_core::{Keyed, KeyedJoint, Serialized, State};
///
/// let round = Serialized::new(RockPaperScissors::default());
/// let mut chosen = round.clone();
/// chosen.apply(Hand::Rock);
/// assert_eq!(chosen.game().key(), round.game().key()); // The round is not over,
/// assert_ne!(chosen.key(), round.key()); // but one seat has chosen.
/// ```
pub trait KeyedJoint: Joint {
    fn key(&self) -> u64;
}

/// A [`Joint`] game as a [`State`], one choice at a time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Serialized<J: Joint> {
    game: J,
    pending: Choices<J::Action>,
    /// The seat that chooses first in every round.
    first: Player,
}

impl<J: Joint> Serialized<J> {
    #[must_use]
    pub fn new(game: J) -> Self {
        Serialized::starting_with(game, Player::FIRST)
    }

    /// With this seat choosing first in every round. A search that looks at the whole state then lets the
    /// others answer that choice: this is how a search for turn-based games plays a simultaneous one, and it
    /// is too pessimistic.
    #[must_use]
    pub fn starting_with(game: J, first: Player) -> Self {
        Serialized { game, pending: [None; MAX_PLAYERS], first }
    }

    /// The game at the beginning of the current round.
    #[must_use]
    pub fn game(&self) -> &J {
        &self.game
    }

    /// The choices of the current round so far.
    #[must_use]
    pub fn pending(&self) -> &Choices<J::Action> {
        &self.pending
    }

    fn chosen(&self) -> PlayerSet {
        Player::all(MAX_PLAYERS).filter(|p| self.pending[p.index()].is_some()).collect()
    }

    /// Whether one more choice completes the round.
    fn is_last_choice(&self) -> bool {
        undecided(&self.game, self.chosen(), self.first).nth(1).is_none()
    }
}

/// The seats that have still to choose, in the order in which they do.
fn undecided<J: Joint>(game: &J, chosen: PlayerSet, first: Player) -> impl Iterator<Item = Player> {
    let (acting, players) = (game.acting(), game.players());
    let order = (0..players).map(move |i| Player::new((first.index() + i) % players));
    order.filter(move |&p| acting.contains(p) && !chosen.contains(p))
}

fn next_turn<J: Joint>(game: &J, chosen: PlayerSet, first: Player) -> Turn {
    undecided(game, chosen, first).next().map_or(Turn::Over, Turn::Player)
}

impl<J: Joint> State for Serialized<J> {
    type Action = J::Action;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn turn(&self) -> Turn {
        next_turn(&self.game, self.chosen(), self.first)
    }

    fn acting(&self) -> PlayerSet {
        undecided(&self.game, self.chosen(), self.first).collect()
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(J::Action) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.turn() {
            Turn::Player(p) => self.game.try_for_each_action(p, f),
            Turn::Chance | Turn::Over => Continue(()),
        }
    }

    #[inline(always)]
    fn apply(&mut self, action: J::Action) {
        let Turn::Player(p) = self.turn() else { return };
        let completes = self.is_last_choice();
        self.pending[p.index()] = Some(action);
        if completes {
            self.game.apply(&self.pending);
            self.pending = [None; MAX_PLAYERS];
        }
    }

    fn payoff(&self, p: Player) -> f64 {
        self.game.payoff(p)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        self.game.payoff_bounds()
    }
}

impl<J: Joint> Deterministic for Serialized<J> {}

impl<J: ZeroSumJoint> ZeroSum for Serialized<J> {}

impl<J: KeyedJoint> Keyed for Serialized<J> {
    fn key(&self) -> u64 {
        hashed(self.game.key(), &self.pending)
    }
}

/// Everybody knows the completed rounds; of the current one a seat knows its own choice and who has chosen.
impl<J: OpenJoint + KeyedJoint> InfoSets for Serialized<J> {
    type Grain = ();

    fn info_key(&self, viewer: Player, _: ()) -> u64 {
        hashed(self.game.key(), &(viewer, self.pending[viewer.index()], self.chosen()))
    }
}

/// A key with something more in it. The hasher has a fixed start, so that keys are the same in every run.
fn hashed(key: u64, more: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (key, more).hash(&mut hasher);
    hasher.finish()
}

/// What one seat knows in the middle of a round: the game, its own choice, and who else has chosen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SeenRound<J, A> {
    pub seat: Player,
    /// The seat that chooses first in every round.
    #[serde(default)]
    pub first: Player,
    /// The game at the beginning of the round.
    #[serde(rename = "position")]
    pub game: J,
    pub own: Option<A>,
    pub chosen: PlayerSet,
}

/// One choice as one seat sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ChoiceEvent<A> {
    /// `by` has chosen; only `by` itself knows what.
    Chosen { by: Player, action: Option<A> },
    /// The last choice was made, and the round is shown to all.
    Revealed(Choices<A>),
}

impl<J: OpenJoint> Hidden for Serialized<J> {
    type Seen = SeenRound<J, J::Action>;
    type Event = ChoiceEvent<J::Action>;

    fn seen(&self, viewer: Player) -> Self::Seen {
        let own = self.pending[viewer.index()];
        SeenRound { seat: viewer, first: self.first, game: self.game.clone(), own, chosen: self.chosen() }
    }

    fn event(&self, action: J::Action, viewer: Player) -> Self::Event {
        let Turn::Player(by) = self.turn() else { unreachable!("an event needs a seat to act") };
        if self.is_last_choice() {
            let mut all = self.pending;
            all[by.index()] = Some(action);
            ChoiceEvent::Revealed(all)
        } else {
            ChoiceEvent::Chosen { by, action: (by == viewer).then_some(action) }
        }
    }

    fn observe(seen: &mut Self::Seen, event: &Self::Event) -> Result<(), Rejected> {
        let legal = |p: Player, a: J::Action| {
            seen.game.try_for_each_action(p, |b| if a == b { Break(()) } else { Continue(()) }).is_break()
        };
        let Turn::Player(next) = next_turn(&seen.game, seen.chosen, seen.first) else {
            return Err(Rejected(sentence!(
                "a choice after the end of the game",
                "対局の終了後に選ぶことはできません"
            )));
        };
        let last = undecided(&seen.game, seen.chosen, seen.first).nth(1).is_none();
        match *event {
            ChoiceEvent::Chosen { by, action } => {
                if by != next || last {
                    return Err(Rejected(sentence!(
                        "seat {by} cannot choose now; it is seat {next}'s choice",
                        "席{by}は今は選べません。席{next}が選ぶ番です"
                    )));
                }
                match action {
                    Some(a) if by != seen.seat => {
                        return Err(Rejected(sentence!(
                            "seat {} may not know seat {by}'s choice {a:?}",
                            "席{}は席{by}の選択 {a:?} を知りえません",
                            seen.seat
                        )));
                    }
                    None if by == seen.seat => {
                        return Err(Rejected(sentence!(
                            "seat {by} must know its own choice",
                            "席{by}は自分の選択を知っているはずです"
                        )));
                    }
                    Some(a) if !legal(by, a) => {
                        return Err(Rejected(sentence!(
                            "{a:?} is not legal for seat {by}",
                            "席{by}は {a:?} を選べません"
                        )));
                    }
                    _ => {}
                }
                if by == seen.seat {
                    seen.own = action;
                }
                seen.chosen.insert(by);
            }
            ChoiceEvent::Revealed(all) => {
                if !last {
                    return Err(Rejected(sentence!(
                        "the round is shown before seat {next} has chosen",
                        "席{next}が選ぶ前にラウンドを公開することはできません"
                    )));
                }
                for p in Player::all(MAX_PLAYERS) {
                    let acts = seen.game.acting().contains(p);
                    match all[p.index()] {
                        Some(a) if !acts || !legal(p, a) => {
                            return Err(Rejected(sentence!(
                                "{a:?} is not legal for seat {p}",
                                "席{p}は {a:?} を選べません"
                            )));
                        }
                        None if acts => {
                            return Err(Rejected(sentence!(
                                "seat {p}'s choice is missing",
                                "席{p}の選択がありません"
                            )));
                        }
                        _ => {}
                    }
                }
                if seen.own.is_some() && seen.own != all[seen.seat.index()] {
                    return Err(Rejected(sentence!(
                        "seat {} chose {:?}",
                        "席{}が選んだのは {:?} です",
                        seen.seat,
                        seen.own
                    )));
                }
                seen.game.apply(&all);
                seen.own = None;
                seen.chosen = PlayerSet::EMPTY;
            }
        }
        Ok(())
    }

    fn seen_turn(seen: &Self::Seen) -> Turn {
        next_turn(&seen.game, seen.chosen, seen.first)
    }

    fn seen_actions(seen: &Self::Seen) -> Vec<J::Action> {
        let mut list = Vec::new();
        // Also before its turn comes in the order of seats: no seat waits for the others.
        if undecided(&seen.game, seen.chosen, seen.first).any(|p| p == seen.seat) {
            let _ = seen.game.try_for_each_action::<()>(seen.seat, |a| {
                list.push(a);
                Continue(())
            });
        }
        list
    }
}
