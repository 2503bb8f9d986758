//! How likely each kind of player was, on average over all worlds that a search drew.

use super::KINDS;
use super::crowd::Likely;
use std::sync::atomic::{AtomicU64, Ordering};
use yomi_core::MAX_PLAYERS;

/// Sums over worlds. A world's kinds are drawn, and shares of those that were drawn in some worlds would be off by a
/// point or two: what each world says of the kinds is added up instead, in whole numbers, so that it does not
/// matter which thread comes first. All copies of a belief add to the same sums.
#[derive(Debug, Default)]
pub struct Told {
    worlds: AtomicU64,
    sums: [[AtomicU64; KINDS]; MAX_PLAYERS],
}

/// What a chance of 1 counts.
const WHOLE: f64 = (1u64 << 32) as f64;

impl Told {
    pub fn add(&self, chances: &Likely, seats: &[usize]) {
        self.worlds.fetch_add(1, Ordering::Relaxed);
        for &seat in seats {
            for (sum, chance) in self.sums[seat].iter().zip(chances[seat]) {
                sum.fetch_add((chance * WHOLE) as u64, Ordering::Relaxed);
            }
        }
    }

    /// By seat; nothing before the first world.
    pub fn mean(&self) -> Option<Likely> {
        let worlds = self.worlds.load(Ordering::Relaxed);
        let mean = |sum: &AtomicU64| sum.load(Ordering::Relaxed) as f64 / WHOLE / worlds as f64;
        (worlds > 0).then(|| std::array::from_fn(|seat| std::array::from_fn(|k| mean(&self.sums[seat][k]))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_mean_over_worlds() {
        let told = Told::default();
        assert_eq!(told.mean(), None);
        let mut chances = [[0.0; KINDS]; MAX_PLAYERS];
        for share in [0.25, 0.75, 0.5] {
            chances[1] = [share, 1.0 - share, 0.0, 0.0, 0.0];
            chances[2] = [1.0, 0.0, 0.0, 0.0, 0.0];
            told.add(&chances, &[1]);
        }
        let mean = told.mean().unwrap();
        assert!((mean[1][0] - 0.5).abs() < 1e-9 && (mean[1][1] - 0.5).abs() < 1e-9, "{mean:?}");
        assert_eq!(mean[2], [0.0; KINDS]);
    }
}
