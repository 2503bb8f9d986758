//! Games, matches and tournaments that are kept, in one SQLite file.
//!
//! The store knows records, views and reports as plain data and no game by name: whether a game keeps the
//! rules is checked by replaying it, which is the caller's job. It reads no clock either; times are given.
//!
//! | module | what |
//! |---|---|
//! | [`open`](mod@open) | opening, the size cap, migration after a backup |
//! | [`schema`] | the tables, and what each is for |
//! | [`games`] | writing games; games that are revised entry by entry |
//! | [`list`] | filters; reading games back; JSON lines and CSV |
//! | [`runs`] | matches and tournaments, started or finished |
//! | [`import`] | games from elsewhere, each once |
//! | [`matches`](mod@matches) | a match on its way into the store |
//! | [`tournaments`] | a tournament, deal by deal, so that it can go on |
//! | [`people`] | what is remembered of people between games |
//! | [`check`] | damage, and what can be saved |
//! | `seal`, `migrate` | the checksum of a row; older files brought up to date |
//! | [`tally`] | counts and results for statistics and ratings |
//! | [`packed`] | moves and views as bytes |
//! | [`date`] | times as people write them |
//!
//! Several processes may use one file at once: it is in WAL mode, transactions are short, and a writer waits
//! for another. A process that is killed loses nothing that a call here has returned from.

pub mod check;
pub mod date;
pub mod games;
pub mod import;
pub mod lines;
pub mod list;
pub mod matches;
mod migrate;
mod mishap;
pub mod open;
pub mod packed;
pub mod people;
pub mod runs;
pub mod schema;
mod seal;
pub mod tally;
pub mod tournaments;

pub use date::Time;
pub use games::{Body, Content, Kept, Played, Revised, Sitting, Source};
pub use import::Importer;
pub use lines::{Form, Lines};
pub use list::{Filter, Listed, Stored};
pub use matches::KeptArena;
pub use open::{Durability, Opening, Store};
pub use people::{PERSON, Remembered};
pub use runs::{OwnRun, Run, RunKind};
pub use tournaments::KeptTournament;

/// The version of Yomi that is written beside every game.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
