//! Kuhn and Leduc: what the opponent may hold and how it plays, and equilibria of the whole game.

pub mod belief;
pub mod equilibrium;
mod game;
mod ladder;
pub mod manner;
mod puzzles;
pub mod reading;
mod review;
mod words;

use std::sync::Arc;
pub use words::Beliefs;
use yomi_engine::{Entry, Game, Host};

/// The games of this family, with their agents and words.
pub fn games(host: &Arc<dyn Host>) -> Vec<Box<dyn Game>> {
    vec![Entry::<game::KuhnGame>::boxed(host), Entry::<game::LeducGame>::boxed(host)]
}
