//! Counts for statistics and ratings, made by one pass over the games.

use crate::list::{Filter, Shared};
use crate::open::Store;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use yomi_engine::Fault;

/// Games are put into this many lots by their seed, so that the games of one deal, which share its luck, are
/// in the same lot: errors are estimated by leaving out one lot after another.
pub const LOTS: usize = 64;

/// Games of one sitting with one result.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    pub shared: Arc<Shared>,
    /// `None` for games that are not over, or whose payoffs are not known.
    pub payoffs: Option<Arc<Vec<f64>>>,
    pub finished: bool,
    /// How many in each lot.
    pub lots: [u64; LOTS],
}

impl Counted {
    pub fn games(&self) -> u64 {
        self.lots.iter().sum()
    }
}

/// The lot of a game. Seeds of deals are random numbers in a match and small ones in play: all bits count.
fn lot(seed: u64) -> usize {
    (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58) as usize
}

impl Store {
    /// Every sitting and result of the games that pass.
    pub fn tally(&self, filter: &Filter) -> Result<Vec<Counted>, Fault> {
        type Key = (usize, Option<usize>, bool);
        let mut counted: FxHashMap<Key, Counted> = FxHashMap::default();
        self.each(filter, |game| {
            // One object for each sitting and each result while the list is read.
            let payoffs = game.payoffs.as_ref().map(|payoffs| Arc::as_ptr(payoffs).addr());
            let key = (Arc::as_ptr(&game.shared).addr(), payoffs, game.finished);
            let entry = counted.entry(key).or_insert_with(|| Counted {
                shared: game.shared.clone(),
                payoffs: game.payoffs.clone(),
                finished: game.finished,
                lots: [0; LOTS],
            });
            entry.lots[lot(game.seed)] += 1;
            Ok(())
        })?;
        let mut all: Vec<Counted> = counted.into_values().collect();
        let order = |c: &Counted| {
            let Shared { game, settings, agents, .. } = &*c.shared;
            (game.clone(), settings.to_string(), agents.clone(), format!("{:?} {}", c.payoffs, c.finished))
        };
        all.sort_by_cached_key(order);
        Ok(all)
    }
}
