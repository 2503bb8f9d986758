//! How the outside follows and stops work over many games.

use crate::stats::sprt;

/// Follows matches, suites, statistics and learning. `()` follows nothing; a closure hears how many units
/// were done.
pub trait Follower: Sync {
    /// So many more games, boards or batches are done. Called from several threads.
    fn done(&self, _count: u64) {}

    /// Between two steps of the work, which may be shorter than a unit: others may go first meanwhile. Called
    /// from several threads.
    fn between(&self) {}

    /// How a sequential test stands, now and then.
    fn ratio(&self, _standing: &sprt::Outcome) {}

    /// Whether to end: what was done so far is then the answer, marked as interrupted.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Follower for () {}

impl<F: Fn(u64) + Sync> Follower for F {
    fn done(&self, count: u64) {
        self(count);
    }
}
