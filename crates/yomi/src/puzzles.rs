//! The puzzles that ship, each file with the command that made it.

use yomi_engine::Fault;
use yomi_engine::puzzle::Puzzles;

const SHIPPED: &[(&str, &str)] = &[
    #[cfg(feature = "connect-four")]
    ("connect-four", include_str!("puzzles/connect-four.json")),
    #[cfg(feature = "duel")]
    ("duel", include_str!("puzzles/duel.json")),
    #[cfg(feature = "poker")]
    ("leduc", include_str!("puzzles/leduc.json")),
    #[cfg(feature = "sevens")]
    ("sevens", include_str!("puzzles/sevens.json")),
    #[cfg(feature = "twin-cool")]
    ("twin-cool", include_str!("puzzles/twin-cool.json")),
];

/// The games whose puzzles ship.
pub fn games() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The fault where a game has no puzzles: it names those that have.
#[must_use]
pub fn none_of(game: &str, able: Vec<&str>) -> Fault {
    let list = able.join(", ");
    Fault::bad_option(
        format!("'{game}' has no puzzles; expected one of {list}"),
        format!("「{game}」に問題はありません。使えるゲーム: {list}"),
    )
    .expecting(able)
}

/// The puzzles that ship with a game, for its default settings.
///
/// ```
/// let puzzles = yomi::puzzles::shipped("twin-cool").unwrap();
/// let table = yomi::Registry::standard().find("twin-cool")?.open_json(Some(&puzzles.settings))?;
/// let position = puzzles.puzzles[0].position(&*table)?;
/// assert!(position.legal().iter().any(|legal| legal.text == puzzles.puzzles[0].best));
/// assert!(yomi::puzzles::shipped("maze").is_none());
/// # Ok::<(), yomi::Fault>(())
/// ```
#[must_use]
pub fn shipped(game: &str) -> Option<Puzzles> {
    let (_, text) = SHIPPED.iter().find(|(name, _)| *name == game)?;
    Some(Puzzles::parse(text).expect("a test reads every file that ships"))
}
