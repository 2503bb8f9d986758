//! Deals that are kept outside, so that games can be looked at later and a match can go on after it was
//! interrupted.

use crate::Fault;
use crate::driver::{BySeat, Metering, SeatResult};
use crate::record::Forfeit;
use crate::stats::Signature;
use serde::{Deserialize, Serialize};

/// One game of a deal, as far as sums need it. What is written can be read back, and counts as if it had just
/// been played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Game {
    pub seats: BySeat<SeatResult>,
    /// Places in the request, by seat.
    pub agents: BySeat<usize>,
    /// Of all moves of the players.
    pub signature: Signature,
    pub metering: Metering,
    /// Whether chance had a hand in it.
    pub luck: bool,
    /// Seats that lost because their player could not go on, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<Forfeit>,
    /// All moves and outcomes of chance, if the keeper wants them.
    #[serde(skip)]
    pub moves: Vec<String>,
}

/// The games of a deal, one for each rotation of the agents.
pub type Games = BySeat<Game>;

/// A deal: its place in the match, the seed of its luck, and the game of each rotation.
#[derive(Clone, Copy, Debug)]
pub struct Deal<'a> {
    pub number: usize,
    pub seed: u64,
    pub games: &'a [Game],
}

/// Where deals are kept. `()` keeps nothing.
pub trait Keeper: Sync {
    /// Whether games should come with their moves.
    fn wants_moves(&self) -> bool {
        false
    }

    /// The games of a deal that was played before; it is then not played again.
    fn recall(&self, _number: usize) -> Option<Games> {
        None
    }

    /// A deal was just played. Called at once, from several threads, in any order. Whether a deal counts is
    /// not yet known: a sequential test may have ended before it.
    fn played(&self, _deal: Deal<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// A deal counts. Called in order.
    fn counted(&self, _deal: Deal<'_>) -> Result<(), Fault> {
        Ok(())
    }
}

impl Keeper for () {}
