//! `seed-pimc`: the player that the description of the contest program specifies, unchanged.
//!
//! Three phases: a tracker of who can hold what, worlds dealt at random until one agrees with it, and every
//! candidate card played out in each world by the [rollout policy](super::heuristic). Hand-written bonuses
//! are added to the sums, and the card with the largest sum is played. A pass is not a candidate. It is the
//! baseline that everything else is measured against, and is kept unchanged.

pub mod bonuses;
pub mod declared;
pub mod determinize;
pub mod options;
mod search;
pub mod tracker;
pub use bonuses::Bonus;
pub use options::{CardBonuses, PassInference, SeedOptions};
pub use search::{Breakdown, SeedPimc, SeedScore};

#[cfg(test)]
mod tests;
