//! The games that Yomi knows, each with its agents. Each pair of a game and an algorithm is put together once, here.

mod agents;
mod connect_four;
mod entry;
mod maze;
mod poker;

use crate::{Fault, Game};
use entry::Entry;

/// All games, in the order of the lists.
pub fn games() -> Vec<Box<dyn Game>> {
    vec![
        Box::new(Entry::<connect_four::ConnectFourGame>::new()),
        Box::new(Entry::<maze::MazeGame>::new()),
        Box::new(Entry::<poker::KuhnGame>::new()),
        Box::new(Entry::<poker::LeducGame>::new()),
    ]
}

/// The game with this name.
pub fn find(name: &str) -> Result<Box<dyn Game>, Fault> {
    let all = games();
    let names: Vec<&str> = all.iter().map(|g| g.name()).collect();
    let fault = Fault::unknown("game", name, &names);
    all.into_iter().find(|g| g.name() == name).ok_or(fault)
}
