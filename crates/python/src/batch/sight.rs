//! What learning may see of a game.

use yomi::core::ruleset::{ActionOf, SeenOf};
use yomi::core::{Chance, Player, Rng, Ruleset, State};

/// A game as learning sees it.
///
/// [`observe`](Sight::observe) is given what a seat sees and never the state; what only a teacher may see is
/// written by [`hide`](Sight::hide).
pub trait Sight: Send + 'static {
    type Rules: Ruleset;
    /// What has to be kept beside a state: of public history, of where unseen cards lie.
    type Memory: Clone + Send;

    fn rules(&self) -> &Self::Rules;

    /// Every move that can be legal, in the order of their numbers; empty where there are too many to list, and
    /// a move is its place among the legal ones.
    fn moves(&self) -> Vec<ActionOf<Self::Rules>>;

    fn begin(&self, state: &StateOf<Self>, rng: &mut Rng) -> Self::Memory;

    /// What chance brings.
    fn outcome(&self, state: &StateOf<Self>, _memory: &Self::Memory, rng: &mut Rng) -> ActionOf<Self::Rules> {
        state.sample_outcome(rng)
    }

    /// Plays a move or an outcome.
    fn act(
        &self,
        state: &mut StateOf<Self>,
        _memory: &mut Self::Memory,
        action: ActionOf<Self::Rules>,
        _rng: &mut Rng,
    ) {
        state.apply(action);
    }

    /// What a seat sees, in numbers. Their count depends on the settings alone.
    fn observe(
        &self,
        _seen: &SeenOf<Self::Rules>,
        _seat: Player,
        _memory: &Self::Memory,
        _out: &mut Numbers,
    ) {
    }

    /// What is hidden from it.
    fn hide(&self, _state: &StateOf<Self>, _seat: Player, _memory: &Self::Memory, _out: &mut Numbers) {}
}

pub type StateOf<G> = <<G as Sight>::Rules as Ruleset>::State;

/// Numbers in their order.
#[derive(Default)]
pub struct Numbers(pub Vec<f32>);

impl Numbers {
    pub fn put(&mut self, value: f32) {
        self.0.push(value);
    }

    pub fn flag(&mut self, is: bool) {
        self.put(f32::from(u8::from(is)));
    }

    /// One 1 among `count` numbers, or none.
    pub fn one_of(&mut self, place: Option<usize>, count: usize) {
        (0..count).for_each(|at| self.flag(place == Some(at)));
    }

    pub fn flags(&mut self, all: impl IntoIterator<Item = bool>) {
        all.into_iter().for_each(|is| self.flag(is));
    }
}
