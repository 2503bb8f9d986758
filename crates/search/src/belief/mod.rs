//! Beliefs that any game can use.
//!
//! | module | for |
//! |---|---|
//! | [`holders`] | who can hold what: every unseen card's possible holders, what is sure, contradictions |
//! | [`deals`] | their deals: counted, sampled without rejection, each card's probability at each seat |
//! | [`weights`] | prior weights of cards at seats; what weighted samples are worth |
//! | [`Worlds`] | worlds of equal weight from any belief |
//! | [`Witness`] | what a search saw, for the words about its decision |
//!
//! Cards are numbers from 0 to 63 and sets of cards are 64-bit words; the game decides what the numbers stand
//! for.

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

/// More than the players of a game: a face-down stock or discard pile counts as a seat too.
pub const MAX_SEATS: usize = 8;

/// The cards of every seat.
pub type Hands = [u64; MAX_SEATS];
