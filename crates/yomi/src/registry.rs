//! The games that Yomi knows, each family behind a cargo feature.
//!
//! A program of your own can put its games beside them: [`Registry::with`] takes anything that is [`Playable`], and the
//! command line takes any registry.

use yomi_engine::{Entry, Fault, Game, Playable};

/// A list of games.
#[derive(Default)]
pub struct Registry {
    games: Vec<Box<dyn Game>>,
}

impl Registry {
    /// The games that come with Yomi.
    #[must_use]
    pub fn standard() -> Registry {
        let families: Vec<Vec<Box<dyn Game>>> = vec![
            #[cfg(feature = "connect-four")]
            yomi_connect_four::games(),
            #[cfg(feature = "mazes")]
            yomi_mazes::games(),
            #[cfg(feature = "poker")]
            yomi_poker::games(),
            #[cfg(feature = "twin-cool")]
            yomi_twin_cool::games(),
            #[cfg(feature = "sevens")]
            yomi_sevens::games(),
            #[cfg(feature = "duel")]
            yomi_duel::games(),
        ];
        Registry { games: families.into_iter().flatten().collect() }
    }

    /// One game more.
    #[must_use]
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
