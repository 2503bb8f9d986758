//! Rock, paper, scissors, once: a simultaneous game made into a [`State`](yomi_core::State) by
//! [`Serialized`].

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use yomi_core::{
    Belief, Choices, Contradiction, Hidden, Inference, Joint, KeyedJoint, OpenJoint, Player, PlayerSet, Rng,
    Serialized, State, ViewOf, ZeroSumJoint,
};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Sign {
    Rock,
    Paper,
    Scissors,
}

/// What was shown, once the round is complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Signs(Option<[Sign; 2]>);

impl Joint for Signs {
    type Action = Sign;

    fn players(&self) -> usize {
        2
    }

    fn acting(&self) -> PlayerSet {
        if self.0.is_none() { Player::all(2).collect() } else { PlayerSet::EMPTY }
    }

    fn try_for_each_action<B>(&self, _: Player, f: impl FnMut(Sign) -> ControlFlow<B>) -> ControlFlow<B> {
        [Sign::Rock, Sign::Paper, Sign::Scissors].into_iter().try_for_each(f)
    }

    fn apply(&mut self, choices: &Choices<Sign>) {
        let [Some(first), Some(second), ..] = *choices else { unreachable!("both seats choose") };
        self.0 = Some([first, second]);
    }

    fn payoff(&self, p: Player) -> f64 {
        let Some(signs) = self.0 else { return 0.0 };
        let [own, other] = [p, p.other()].map(|p| signs[p.index()] as u8);
        [0.0, 1.0, -1.0][usize::from((3 + own - other) % 3)]
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }
}

impl OpenJoint for Signs {}
impl ZeroSumJoint for Signs {}

impl KeyedJoint for Signs {
    fn key(&self) -> u64 {
        self.0.map_or(0, |[a, b]| 1 + 3 * a as u64 + b as u64)
    }
}

pub type Game = Serialized<Signs>;

/// A sign that was chosen and is not one's own can be any.
#[derive(Clone, Copy)]
pub struct AnySign;

#[derive(Clone)]
pub struct Rounds(<Game as Hidden>::Seen);

impl Inference<Game> for AnySign {
    type Belief = Rounds;

    fn read(&self, view: &ViewOf<Game>) -> Result<Rounds, Contradiction> {
        Ok(Rounds(view.now.clone()))
    }
}

impl Belief<Game> for Rounds {
    fn sample(&mut self, rng: &mut Rng) -> (Game, f64) {
        let mut world = Serialized::new(self.0.game);
        for p in self.0.chosen.iter() {
            let own = self.0.own.filter(|_| p == self.0.seat);
            let sign = own.unwrap_or_else(|| world.random_action(rng));
            world.apply(sign);
        }
        (world, 1.0)
    }
}
