//! The games that Yomi knows, each family behind a cargo feature.
//!
//! Your own program can add its games: [`Registry::with`] takes anything that is [`Playable`], and the
//! command line takes any registry.

use std::sync::Arc;
use yomi_engine::wire::GameList;
use yomi_engine::{Entry, Fault, Game, Host, Playable, Sentence};

/// A list of games.
pub struct Registry {
    host: Arc<dyn Host>,
    games: Vec<Box<dyn Game>>,
}

impl Registry {
    /// The games that come with Yomi, on this machine.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn standard() -> Registry {
        Registry::on(Arc::new(crate::ThisMachine::default()))
    }

    /// The games that come with Yomi, on a host that provides clocks and files.
    #[must_use]
    pub fn on(host: Arc<dyn Host>) -> Registry {
        let families: Vec<Vec<Box<dyn Game>>> = vec![
            #[cfg(feature = "connect-four")]
            yomi_connect_four::games(&host),
            #[cfg(feature = "mazes")]
            yomi_mazes::games(&host),
            #[cfg(feature = "poker")]
            yomi_poker::games(&host),
            #[cfg(feature = "twin-cool")]
            yomi_twin_cool::games(&host),
            #[cfg(feature = "sevens")]
            yomi_sevens::games(&host),
            #[cfg(feature = "duel")]
            yomi_duel::games(&host),
        ];
        let games = families.into_iter().flatten().collect();
        Registry { host, games }
    }

    /// Adds a game.
    #[must_use]
    pub fn with<P: Playable>(mut self) -> Registry {
        self.games.push(Entry::<P>::boxed(&self.host));
        self
    }

    /// The provider of clocks and files.
    pub fn host(&self) -> &Arc<dyn Host> {
        &self.host
    }

    /// All games, in the order in which they are listed.
    pub fn games(&self) -> &[Box<dyn Game>] {
        &self.games
    }

    /// All games as plain data, in the same order.
    pub fn list(&self) -> Result<GameList, Fault> {
        GameList::of(&self.games)
    }

    /// The game with this name.
    pub fn find(&self, name: &str) -> Result<&dyn Game, Fault> {
        let names: Vec<&str> = self.games.iter().map(|g| g.name()).collect();
        let found = self.games.iter().find(|g| g.name() == name);
        found.map(|g| g.as_ref()).ok_or_else(|| Fault::unknown(Sentence::new("game", "ゲーム"), name, &names))
    }
}
