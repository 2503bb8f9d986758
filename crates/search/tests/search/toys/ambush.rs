//! A walk past an opponent who may lie in wait. The first player stays or takes a path; the opponent holds a
//! hidden card and may strike only if the card is high enough for that path. On the left most cards can
//! strike, on the right hardly any, so an action that is legal in one world is not in another.

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use yomi_core::{
    Belief, Contradiction, Deterministic, Hidden, Inference, InfoSets, Player, Rejected, Rng, State, Turn,
    ViewOf, ZeroSum,
};

pub const CARDS: u8 = 10;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Act {
    /// 0.4 points for sure.
    Stay,
    /// A whole point if let pass; cards from 3 on can strike. Worth 0.3.
    Left,
    /// 0.9 points if let pass; only card 9 can strike. Worth 0.81.
    Right,
    Pass,
    Strike,
}
use Act::{Left, Pass, Right, Stay, Strike};

/// What everybody sees: what was done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Done(Option<Act>, Option<Act>);

impl Done {
    fn turn(self) -> Turn {
        match self {
            Done(None, _) => Turn::Player(Player::FIRST),
            Done(Some(Left | Right), None) => Turn::Player(Player::SECOND),
            _ => Turn::Over,
        }
    }

    fn allows(self, act: Act, card: u8) -> bool {
        match (self.turn(), act) {
            (Turn::Player(Player::FIRST), Stay | Left | Right) => true,
            (Turn::Player(Player::SECOND), Pass) => true,
            (Turn::Player(Player::SECOND), Strike) => card >= if self.0 == Some(Left) { 3 } else { 9 },
            _ => false,
        }
    }

    fn then(self, act: Act) -> Done {
        if self.0.is_none() { Done(Some(act), None) } else { Done(self.0, Some(act)) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ambush {
    card: u8,
    done: Done,
}

impl Ambush {
    pub fn start(card: u8) -> Ambush {
        Ambush { card, done: Done::default() }
    }
}

impl State for Ambush {
    type Action = Act;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.done.turn()
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Act) -> ControlFlow<B>) -> ControlFlow<B> {
        let all = [Stay, Left, Right, Pass, Strike].into_iter();
        all.filter(|&act| self.done.allows(act, self.card)).try_for_each(f)
    }

    fn apply(&mut self, act: Act) {
        assert!(self.done.allows(act, self.card), "{act:?} is played in {self:?}");
        self.done = self.done.then(act);
    }

    fn payoff(&self, p: Player) -> f64 {
        let first = match self.done {
            Done(Some(Stay), _) => 0.4,
            Done(Some(Left), Some(Pass)) => 1.0,
            Done(Some(Right), Some(Pass)) => 0.9,
            _ => 0.0,
        };
        if p == Player::FIRST { first } else { 1.0 - first }
    }
}

impl Deterministic for Ambush {}
impl ZeroSum for Ambush {}

/// A seat, its card if it has one, and what was done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Seen {
    seat: Player,
    card: Option<u8>,
    done: Done,
}

impl Hidden for Ambush {
    type Seen = Seen;
    type Event = Act;

    fn seen(&self, viewer: Player) -> Seen {
        Seen { seat: viewer, card: (viewer == Player::SECOND).then_some(self.card), done: self.done }
    }

    fn event(&self, act: Act, _: Player) -> Act {
        act
    }

    fn observe(seen: &mut Seen, act: &Act) -> Result<(), Rejected> {
        if !seen.done.allows(*act, seen.card.unwrap_or(CARDS - 1)) {
            return Err(Rejected::new(format!("{act:?} cannot be done here")));
        }
        seen.done = seen.done.then(*act);
        Ok(())
    }

    fn seen_turn(seen: &Seen) -> Turn {
        seen.done.turn()
    }

    fn seen_actions(seen: &Seen) -> Vec<Act> {
        Ambush { card: seen.card.unwrap_or(0), done: seen.done }.actions()
    }
}

impl InfoSets for Ambush {
    type Grain = ();

    fn info_key(&self, viewer: Player, _: ()) -> u64 {
        let Seen { seat, card, done: Done(first, second) } = self.seen(viewer);
        let number = |act: Option<Act>| act.map_or(0, |a| 1 + a as u64);
        let card = card.map_or(0, |c| 1 + u64::from(c));
        seat.index() as u64 | card << 8 | number(first) << 16 | number(second) << 24
    }
}

/// Every card equally likely, unless it is one's own.
#[derive(Clone, Copy)]
pub struct AnyCard;

#[derive(Clone, Copy)]
pub struct Cards(Seen);

impl Inference<Ambush> for AnyCard {
    type Belief = Cards;

    fn read(&self, view: &ViewOf<Ambush>) -> Result<Cards, Contradiction> {
        Ok(Cards(view.now))
    }
}

impl Belief<Ambush> for Cards {
    fn sample(&mut self, rng: &mut Rng) -> (Ambush, f64) {
        let card = self.0.card.unwrap_or_else(|| rng.below(CARDS.into()) as u8);
        (Ambush { card, done: self.0.done }, 1.0)
    }
}
