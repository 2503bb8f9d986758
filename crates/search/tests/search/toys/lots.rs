//! The first player names one of sixteen places, the second shows the hidden number it holds or shows
//! nothing. Each world brings another action, so that the node of a place gets new edges with every new
//! world.

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use yomi_core::{
    Belief, Contradiction, Deterministic, Hidden, Inference, InfoSets, Player, Rejected, Rng, State, Turn,
    ViewOf, ZeroSum,
};

pub const NUMBERS: u8 = 200;
const PLACES: u8 = 16;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Act {
    Place(u8),
    Nothing,
    Number(u8),
}

/// A position, and what a seat sees of it: then the number is known only to its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Lots {
    number: Option<u8>,
    place: Option<u8>,
    shown: Option<Act>,
}

impl Lots {
    pub fn start(number: u8) -> Lots {
        Lots { number: Some(number), place: None, shown: None }
    }

    fn allows(&self, act: Act) -> bool {
        match act {
            Act::Place(place) => self.place.is_none() && place < PLACES,
            Act::Nothing => self.place.is_some() && self.shown.is_none(),
            // A seat that does not know the number takes any for possible.
            Act::Number(n) => self.allows(Act::Nothing) && self.number.is_none_or(|own| own == n),
        }
    }
}

impl State for Lots {
    type Action = Act;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match (self.place, self.shown) {
            (None, _) => Turn::Player(Player::FIRST),
            (_, None) => Turn::Player(Player::SECOND),
            _ => Turn::Over,
        }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Act) -> ControlFlow<B>) -> ControlFlow<B> {
        let own = self.number.map(Act::Number);
        let all = (0..PLACES).map(Act::Place).chain(own).chain([Act::Nothing]);
        all.filter(|&act| self.allows(act)).try_for_each(f)
    }

    fn apply(&mut self, act: Act) {
        assert!(self.allows(act), "{act:?} is played in {self:?}");
        match act {
            Act::Place(place) => self.place = Some(place),
            shown => self.shown = Some(shown),
        }
    }

    /// The later places are better, and showing the number costs something.
    fn payoff(&self, p: Player) -> f64 {
        let shown = matches!(self.shown, Some(Act::Number(_)));
        let first = f64::from(self.place.unwrap_or(0)) / 32.0 + if shown { 0.5 } else { 0.0 };
        if p == Player::FIRST { first } else { 1.0 - first }
    }
}

impl Deterministic for Lots {}
impl ZeroSum for Lots {}

impl Hidden for Lots {
    type Seen = Lots;
    type Event = Act;

    fn seen(&self, viewer: Player) -> Lots {
        Lots { number: self.number.filter(|_| viewer == Player::SECOND), ..*self }
    }

    fn event(&self, act: Act, _: Player) -> Act {
        act
    }

    fn observe(seen: &mut Lots, act: &Act) -> Result<(), Rejected> {
        if !seen.allows(*act) {
            return Err(Rejected::new(format!("{act:?} cannot be done here")));
        }
        seen.apply(*act);
        Ok(())
    }

    fn seen_turn(seen: &Lots) -> Turn {
        seen.turn()
    }

    fn seen_actions(seen: &Lots) -> Vec<Act> {
        seen.actions()
    }
}

impl InfoSets for Lots {
    type Grain = ();

    fn info_key(&self, viewer: Player, _: ()) -> u64 {
        let Lots { number, place, shown } = self.seen(viewer);
        let shown = match shown {
            None => 0,
            Some(Act::Number(n)) => 2 + u64::from(n),
            Some(_) => 1,
        };
        let some = |n: Option<u8>| n.map_or(0, |n| 1 + u64::from(n));
        viewer.index() as u64 | some(number) << 8 | some(place) << 20 | shown << 32
    }
}

/// Every number equally likely.
#[derive(Clone, Copy)]
pub struct AnyNumber;

#[derive(Clone, Copy)]
pub struct Numbers(Lots);

impl Inference<Lots> for AnyNumber {
    type Belief = Numbers;

    fn read(&self, view: &ViewOf<Lots>) -> Result<Numbers, Contradiction> {
        Ok(Numbers(view.now))
    }
}

impl Belief<Lots> for Numbers {
    fn sample(&mut self, rng: &mut Rng) -> (Lots, f64) {
        let number = self.0.number.unwrap_or_else(|| rng.below(NUMBERS.into()) as u8);
        (Lots { number: Some(number), ..self.0 }, 1.0)
    }
}
