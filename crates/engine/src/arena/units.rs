//! The units that an interval counts.
//!
//! The games of one deal share its luck, so that a deal, with all rotations of the agents, is one
//! observation. Where a game has no luck of its own, two more things can make observations fewer than deals:
//! openings that come again, which are one observation each, and agents that always play the same games from
//! the one start there is, which have made one.

use crate::stats::{Mean, Spread};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What one agent got from one deal: means over its games.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Of wins; a draw counts one half.
    pub won: f64,
    pub payoff: f64,
}

/// The observations of one agent.
#[derive(Clone, Default, Debug)]
pub struct Units {
    deals: [Mean; 2],
    /// By opening: how many deals, and their sums.
    openings: BTreeMap<usize, (f64, [f64; 2])>,
}

impl Units {
    pub fn add(&mut self, share: Share, opening: Option<usize>) {
        let values = [share.won, share.payoff];
        self.deals.iter_mut().zip(values).for_each(|(mean, value)| mean.add(value));
        if let Some(opening) = opening {
            let (count, sums) = self.openings.entry(opening).or_default();
            *count += 1.0;
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
    }

    pub fn payoff(&self) -> f64 {
        self.deals[1].mean()
    }

    /// Of the shares of wins and of the payoffs. `alike`: every deal was the same games again.
    pub fn spreads(&self, alike: bool) -> [Spread; 2] {
        if alike && self.deals[0].count() > 0 {
            return [Spread { count: 1, variance: None, skewness: 0.0 }; 2];
        }
        let deals = self.deals[0].count();
        let repeated = (self.openings.len() as u64) < deals && self.openings.len() > 1;
        [0, 1].map(|which| match repeated {
            true => self.by_opening(which),
            false => self.deals[which].spread(),
        })
    }

    /// Openings as units. They may have been played more and less often: the variance is that of a ratio of
    /// sums, scaled so that it divides by the number of openings.
    fn by_opening(&self, which: usize) -> Spread {
        let (mean, openings) = (self.deals[which].mean(), self.openings.len() as f64);
        let per_opening = self.deals[which].count() as f64 / openings;
        let beyond = self.openings.values().map(|(count, sums)| (sums[which] - count * mean) / per_opening);
        beyond.collect::<Mean>().spread()
    }
}

/// Counts how many games were not played before.
pub struct Repeats {
    /// Nothing but the agents can make a difference: one start, or an opening, and no luck.
    luckless: bool,
    seen: FxHashSet<(Option<usize>, u64)>,
    different: u64,
    /// The first deal's games, while all others are the same.
    first: Option<Vec<u64>>,
    alike: bool,
}

/// Different games that are remembered, in a match without luck; later ones are taken as different.
const REMEMBERED: usize = 1 << 22;

impl Repeats {
    pub fn new(luckless: bool) -> Repeats {
        Repeats { luckless, seen: FxHashSet::default(), different: 0, first: None, alike: luckless }
    }

    /// Takes the names of the games of one deal; `luck` tells whether chance had a hand in any.
    pub fn add(&mut self, games: &[u64], opening: Option<usize>, luck: bool) {
        self.luckless &= !luck;
        if !self.luckless {
            self.alike = false;
            self.different += games.len() as u64;
            return;
        }
        for &game in games {
            let full = self.seen.len() >= REMEMBERED;
            let new =
                if full { !self.seen.contains(&(opening, game)) } else { self.seen.insert((opening, game)) };
            self.different += u64::from(new);
        }
        let first = self.first.get_or_insert_with(|| games.to_vec());
        self.alike &= *first == games && opening.is_none_or(|opening| opening == 0);
    }

    pub fn different(&self) -> u64 {
        self.different
    }

    /// Whether the same games were played in every deal.
    pub fn alike(&self) -> bool {
        self.alike
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two openings, one of them played twice: two observations, with the variance of a ratio of sums.
    #[test]
    fn openings_that_come_again_are_one_observation_each() {
        let mut units = Units::default();
        for (won, opening) in [(1.0, 0), (1.0, 0), (0.0, 1)] {
            units.add(Share { won, payoff: 2.0 * won }, Some(opening));
        }
        let [wins, payoffs] = units.spreads(false);
        // (2 - 2 * 2/3) / 1.5 and (0 - 2/3) / 1.5.
        let variance = 2.0 * (4.0_f64 / 9.0).powi(2);
        assert_eq!(wins.count, 2);
        assert!((wins.variance.unwrap() - variance).abs() < 1e-12, "{wins:?}");
        assert!((payoffs.variance.unwrap() - 4.0 * variance).abs() < 1e-12, "{payoffs:?}");
    }
}
