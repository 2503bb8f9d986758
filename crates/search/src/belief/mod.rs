//! Beliefs that any game can use.
//!
//! | module | for |
//! |---|---|
//! | [`holders`] | who can hold what: every unseen card's possible holders, what is sure, contradictions |
//! | [`deals`] | deals that agree with it: counted, drawn without retries, and each card's chance to be at each seat |
//! | [`weights`] | how likely a card is at a seat, before one counts; what weighted samples are worth |
//! | [`Worlds`] | worlds of equal weight from any belief |
//! | [`Witness`] | what a search saw, for the words about its decision |
//!
//! Cards are numbers from 0 to 63 and sets of cards bits of a word; what the numbers stand for is the game's business.

pub mod deals;
mod hall;
pub mod holders;
mod reading;
mod resample;
#[cfg(test)]
mod small;
pub mod weights;
mod witness;

pub use deals::Deals;
pub use holders::Holders;
pub use reading::Reading;
pub use resample::{World, Worlds};
pub use weights::{Weights, effective_sample_size};
pub use witness::{Witness, Witnessed};

/// More than a game has players: a stock or a discard pile that nobody sees is a seat as well.
pub const MAX_SEATS: usize = 8;

/// The cards of every seat.
pub type Hands = [u64; MAX_SEATS];
