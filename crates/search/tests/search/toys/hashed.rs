//! An evaluation without meaning: it exposes a search that cuts where it may not.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use yomi_core::{Evaluator, Keyed, Player, Rng};

/// A hash of the position as its value, strictly inside the payoff bounds, the two players' values adding up
/// to the sum of the bounds. With `levels` a power of two up to 4096 all values are exact in single
/// precision.
#[derive(Clone, Copy, Debug)]
pub struct Hashed {
    pub levels: u64,
    /// Whether to suggest an order of moves, as meaningless as the values.
    pub suggests: bool,
}

pub fn hash(of: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    Rng::new(hasher.finish()).next_u64()
}

impl<S: Keyed> Evaluator<S> for Hashed {
    fn value(&self, state: &S, p: Player) -> f64 {
        let (least, most) = state.payoff_bounds();
        let level = 1 + hash(state.key()) % (self.levels - 1);
        let first = least + (most - least) * level as f64 / self.levels as f64;
        if p == Player::FIRST { first } else { least + most - first }
    }

    fn promise(&self, state: &S, action: S::Action) -> i32 {
        if self.suggests { hash((state.key(), action)) as i32 } else { 0 }
    }
}
