//! Tiny games with known answers, shared by the examples of this documentation and by tests.
//!
//! | toy | what it shows |
//! |---|---|
//! | [`Nim`] | two players, everything seen, no luck |
//! | [`Akq`] | two players, one hidden card each |
//! | [`Reroll`] | one player and a die |
//! | [`RockPaperScissors`] | simultaneous moves |
//! | [`Coins`] | one player, no luck |
//! | [`Ones`] | a problem for local search |
//!
//! They are short, so their sources also show how a game is written.

mod akq;
mod coins;
mod nim;
mod ones;
mod reroll;
mod rock_paper_scissors;

pub use akq::{Akq, AkqSeen, AnyDeal, Bet, Card, TwoDeals};
pub use coins::{Coins, Side, Taken};
pub use nim::{Fours, Nim, NimRules};
pub use ones::Ones;
pub use reroll::{Die, Reroll};
pub use rock_paper_scissors::{Hand, RockPaperScissors};
