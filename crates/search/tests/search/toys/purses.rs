//! One player takes one of some purses. What is in each depends on a number that nobody sees. There is
//! nothing else to it: what a search makes of the moves and of the worlds shows in what it counts.

use serde::{Deserialize, Serialize};
use yomi_core::secret::{PublicPart, SeenPart, WithSecret};
use yomi_core::{Belief, Contradiction, Inference, Player, Policy, Rng, Turn, ViewOf};

/// What the purses hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Filling {
    /// Purse `i` holds `i`.
    Rising,
    /// The first holds nothing. Of the others each pays or costs a coin, in half of the worlds either.
    Coins,
    /// All are empty.
    Empty,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Purses {
    pub filling: Filling,
    pub purses: u8,
    pub taken: Option<u8>,
}

pub type Game = WithSecret<Purses>;

pub fn start(filling: Filling, purses: u8) -> Game {
    WithSecret::new(Purses { filling, purses, taken: None }, 0)
}

impl PublicPart for Purses {
    type Action = u8;
    type Secret = u8;
    type Known = ();
    type Event = u8;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        if self.taken.is_some() { Turn::Over } else { Turn::Player(Player::FIRST) }
    }

    fn actions(&self, _: &()) -> Vec<u8> {
        (0..self.purses).collect()
    }

    fn apply(&mut self, _: &mut u8, purse: u8) {
        self.taken = Some(purse);
    }

    fn payoff(&self, &number: &u8, _: Player) -> f64 {
        let taken = self.taken.unwrap_or(0);
        match self.filling {
            Filling::Rising => f64::from(taken),
            Filling::Coins if taken == 0 => 0.0,
            Filling::Coins => {
                if (number >> (taken - 1)) & 1 == 0 {
                    1.0
                } else {
                    -1.0
                }
            }
            Filling::Empty => 0.0,
        }
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (-1.0, f64::from(self.purses))
    }

    fn known(&self, _: &u8, _: Player) {}

    fn event(&self, _: &u8, purse: u8, _: Player) -> u8 {
        purse
    }

    fn secrets(_: &SeenPart<Purses, ()>) -> Vec<u8> {
        (0..=u8::MAX).collect()
    }
}

/// Number 0 comes three times as often as number 1, but weighs only a ninth.
#[derive(Clone, Copy)]
pub struct OftenButLight;

#[derive(Clone)]
pub struct Lopsided(Purses);

impl Inference<Game> for OftenButLight {
    type Belief = Lopsided;

    fn read(&self, view: &ViewOf<Game>) -> Result<Lopsided, Contradiction> {
        Ok(Lopsided(view.now.public.clone()))
    }
}

impl Belief<Game> for Lopsided {
    fn sample(&mut self, rng: &mut Rng) -> (Game, f64) {
        let (number, weight) = if rng.below(4) > 0 { (0, 1.0) } else { (1, 9.0) };
        (WithSecret::new(self.0.clone(), number), weight)
    }

    fn is_weighted(&self) -> bool {
        true
    }
}

/// Always takes this purse.
#[derive(Clone, Copy)]
pub struct Always(pub u8);

impl Policy<Game> for Always {
    fn choose(&mut self, _: &Game, _: &mut Rng) -> u8 {
        self.0
    }
}

/// Takes the purse with the number of the world.
#[derive(Clone, Copy)]
pub struct ByNumber;

impl Policy<Game> for ByNumber {
    fn choose(&mut self, world: &Game, _: &mut Rng) -> u8 {
        world.secret
    }
}
