//! The games that Yomi knows, each with its agents. Each pair of a game and an algorithm is put together once, here.
//!
//! A program of your own can put its games beside them: [`Registry::with`] takes anything that is [`Playable`], and
//! [`cli::main_with`](crate::cli::main_with) gives it every command.

pub mod agents;
mod connect_four;
mod duel;
pub(crate) mod entry;
mod log;
mod mazes;
mod poker;
pub(crate) mod sevens;
mod twin_cool;

pub use entry::{Playable, StateOf};

use crate::{Fault, Game};
use entry::Entry;
use yomi_core::Ruleset;

/// A list of games.
#[derive(Default)]
pub struct Registry {
    games: Vec<Box<dyn Game>>,
}

impl Registry {
    /// The games that come with Yomi.
    pub fn standard() -> Registry {
        Registry::default()
            .with::<connect_four::ConnectFourGame>()
            .with::<mazes::MazeGame>()
            .with::<mazes::WalledMazeGame>()
            .with::<mazes::AutoMazeGame>()
            .with::<mazes::AlternatingMazeGame>()
            .with::<mazes::SimultaneousMazeGame>()
            .with::<poker::KuhnGame>()
            .with::<poker::LeducGame>()
            .with::<twin_cool::TwinCoolGame>()
            .with::<sevens::SevensGame>()
            .with::<duel::DuelGame>()
    }

    /// One game more.
    pub fn with<P: Playable>(mut self) -> Registry {
        self.games.push(Box::new(Entry::<P>::new()));
        self
    }

    /// All games, in the order of the lists.
    pub fn games(&self) -> &[Box<dyn Game>] {
        &self.games
    }

    /// The game with this name.
    pub fn find(&self, name: &str) -> Result<&dyn Game, Fault> {
        let names: Vec<&str> = self.games.iter().map(|g| g.name()).collect();
        let found = self.games.iter().find(|g| g.name() == name);
        found.map(|g| g.as_ref()).ok_or_else(|| Fault::unknown("game", name, &names))
    }
}

/// A game with nothing set.
fn default_rules<R: Ruleset>() -> R {
    let settings = R::SETTINGS.iter().map(|s| (s.name.to_string(), s.default.to_string())).collect();
    R::from_settings(&settings).expect("a game can be played with its defaults")
}
