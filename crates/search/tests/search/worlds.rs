//! Worlds of equal weight, at the end of what numbers can say.

use yomi_core::{Belief, Rng};
use yomi_search::belief::Worlds;

/// Worlds in turn, each as light as a number can be: what is computed from their weights is rounded as much
/// as it ever is.
#[derive(Clone)]
struct Faint(u32);

impl Belief<u32> for Faint {
    fn sample(&mut self, _: &mut Rng) -> (u32, f64) {
        self.0 += 1;
        (self.0 - 1, f64::from_bits(1))
    }

    fn is_weighted(&self) -> bool {
        true
    }
}

/// Nothing is left out or used twice but by rounding, which costs one place in a batch at most.
#[test]
fn the_faintest_worlds_come_as_often_as_they_weigh() {
    for seed in 0..20 {
        let (mut worlds, mut rng) = (Worlds::new(Faint(0)), Rng::new(seed));
        let mut met: Vec<u32> = (0..64).map(|_| worlds.next(&mut rng).state).collect();
        assert_eq!(worlds.drawn(), 64);
        met.sort_unstable();
        met.dedup();
        assert!(met.len() >= 63 && met.iter().all(|&world| world < 64), "seed {seed}: {met:?}");
    }
}
