//! The one source of randomness.
//!
//! [`Rng`] is SplitMix64 (Steele, Lea and Flood, 2014): the state is one 64-bit word to which a constant is
//! added at every draw, and a mixing function turns it into the output. It passes the usual test batteries,
//! costs about a nanosecond, and because its state advances by addition the processor can work on the next
//! number while the last one is still in use; in a playout that is worth more than a longer period. The
//! algorithm is part of the contract: the same seed gives the same games in every version, and the tests pin
//! its first outputs.
//!
//! [`Rng::split`] gives an independent generator from the *seed*, not from how far this one has been used. So
//! a stream is named by what it is for (`rng.split(game).split(move)`), and an additional draw somewhere does
//! not shift the random numbers of everything after it. Split per game and per move, or the same numbers come
//! again.

use yomi_bits::{GOLDEN, mix};

/// A small, fast, splittable random generator. See the [module](self) for why it is this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    seed: u64,
    state: u64,
}

impl Rng {
    #[must_use]
    pub const fn new(seed: u64) -> Rng {
        Rng { seed, state: seed }
    }

    /// The generator of stream number `stream`, independent of this one and of how much was drawn from it.
    #[must_use]
    pub const fn split(&self, stream: u64) -> Rng {
        // Two rounds of mixing, so that neighbouring seeds and neighbouring streams share nothing.
        Rng::new(mix(mix(self.seed ^ 0x6A09_E667_F3BC_C909).wrapping_add(stream.wrapping_mul(GOLDEN))))
    }

    /// The seed that [`Rng::new`] needs to start this generator over.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    #[inline(always)]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// Uniform in `0..n`; `n` must not be 0. The bias is below `n / 2^32`: less than one part in ten million
    /// for the `n` of any game here.
    #[inline(always)]
    pub const fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        (((self.next_u64() >> 32) * n as u64) >> 32) as u32
    }

    /// Uniform in `0.0..1.0`, a multiple of 2^-53.
    #[inline]
    pub const fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Puts a slice in random order, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_algorithm_is_splitmix64() {
        // Reference outputs of Vigna's splitmix64.c for the seed 1234567.
        let mut rng = Rng::new(1234567);
        let got: Vec<u64> = (0..5).map(|_| rng.next_u64()).collect();
        let want = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        assert_eq!(got, want);
    }

    #[test]
    fn a_split_depends_on_seed_and_stream_only() {
        let fresh = Rng::new(7);
        let mut used = Rng::new(7);
        used.next_u64();
        assert_eq!(fresh.split(3), used.split(3));
        assert_ne!(fresh.split(3), fresh.split(4));
        assert_ne!(fresh.split(3), Rng::new(8).split(3));
        assert_ne!(fresh.split(0), fresh, "stream 0 is not the generator itself");
    }

    #[test]
    fn neighbouring_streams_share_no_luck() {
        // 1,000 neighbouring seeds and streams: the first bits of their first outputs are fair coins.
        let mut ones = [0u32; 64];
        for i in 0..1000 {
            let x = Rng::new(i / 32).split(i % 32).next_u64();
            (0..64).for_each(|b| ones[b] += (x >> b & 1) as u32);
        }
        // Five sigma of a binomial with 1,000 tosses is 79.
        assert!(ones.iter().all(|&n| n.abs_diff(500) < 79), "{ones:?}");
    }

    #[test]
    fn below_and_unit_are_uniform_and_shuffles_fair() {
        let mut rng = Rng::new(0);
        let mut counts = [0u32; 7];
        (0..70_000).for_each(|_| counts[rng.below(7) as usize] += 1);
        // Five sigma of a binomial with 70,000 tries of 1/7 is 463.
        assert!(counts.iter().all(|&n| n.abs_diff(10_000) < 463), "{counts:?}");
        let mean = (0..100_000).map(|_| rng.unit()).sum::<f64>() / 1e5;
        assert!((mean - 0.5).abs() < 0.005, "{mean}");
        let mut orders = [0u32; 6];
        for _ in 0..60_000 {
            let mut v = [0, 1, 2];
            rng.shuffle(&mut v);
            orders[v[0] * 2 + usize::from(v[1] > v[2])] += 1;
        }
        assert!(orders.iter().all(|&n| n.abs_diff(10_000) < 457), "{orders:?}");
    }
}
