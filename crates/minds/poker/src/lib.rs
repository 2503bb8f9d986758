//! Kuhn and Leduc: what the opponent may hold, and equilibria of the whole game.

pub mod belief;
pub mod equilibrium;
mod game;
mod words;
use yomi_engine::{Entry, Game};

/// The games of this family, with their agents and words.
pub fn games() -> Vec<Box<dyn Game>> {
    vec![Box::new(Entry::<game::KuhnGame>::new()), Box::new(Entry::<game::LeducGame>::new())]
}
