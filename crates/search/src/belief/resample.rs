//! Worlds of equal weight, from any belief.
//!
//! A tree counts visits, so all worlds that descend it must have the same weight. An exact belief is passed
//! through. A weighted one is sampled in batches, and each batch is resampled by systematic resampling: a
//! world is used in proportion to its weight, with one random number for the whole batch.

use super::effective_sample_size;
use yomi_core::{Belief, Luck, Rng};

/// Large enough that the weights of a batch even out, small enough to be cheap for short searches.
const BATCH: usize = 64;

/// Worlds of equal weight, drawn from a belief.
///
/// ```
/// use yomi_core::testkit::ask::view_of_mover;
/// use yomi_core::testkit::toys::{Akq, AnyDeal, Card};
/// use yomi_core::{Inference, Rng};
/// use yomi_search::belief::Worlds;
///
/// let belief = AnyDeal.read(&view_of_mover(&Akq::new(Card::King, Card::Ace))).unwrap();
/// let (mut worlds, mut rng) = (Worlds::new(belief), Rng::new(0));
/// let aces = (0..1_000).filter(|_| worlds.next(&mut rng).state.cards[1] == Card::Ace).count();
/// assert!((400..600).contains(&aces) && worlds.drawn() == 1_000);
/// ```
#[derive(Clone, Debug)]
pub struct Worlds<S, B> {
    belief: B,
    batch: Vec<S>,
    drawn: u64,
    effective: f64,
    pool: Option<Pool<S>>,
}

/// A world to search in.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct World<S> {
    pub state: S,
    /// Which one it is: its index in the pool, or how many came before it.
    pub number: u64,
    /// Its fixed chance outcomes, where it comes from a pool.
    pub luck: Option<Luck>,
}

/// Worlds with fixed chance outcomes, used in turn: the same moves in the same world always lead to the same
/// game.
#[derive(Clone, Debug)]
struct Pool<S> {
    worlds: Vec<(S, Luck)>,
    size: usize,
    next: usize,
    rng: Rng,
}

impl<S: Clone, B: Belief<S>> Worlds<S, B> {
    #[must_use]
    pub fn new(belief: B) -> Self {
        Worlds { belief, batch: Vec::new(), drawn: 0, effective: 0.0, pool: None }
    }

    /// Worlds from a pool of this size, each drawn when it is first needed.
    #[must_use]
    pub fn pool(belief: B, size: u32, rng: &Rng) -> Self {
        const POOL: u64 = 0x7001;
        let pool = Pool { worlds: Vec::new(), size: size.max(1) as usize, next: 0, rng: rng.split(POOL) };
        Worlds { pool: Some(pool), ..Worlds::new(belief) }
    }

    /// Of the world that was drawn last; see [`Belief::cluster`].
    #[inline]
    #[must_use]
    pub fn cluster(&self) -> Option<u32> {
        self.belief.cluster()
    }

    /// How many worlds were drawn from the belief.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The effective sample size: how many worlds of equal weight the drawn ones are worth. If it is far
    /// smaller than [`Worlds::drawn`], most worlds have hardly any weight and the same few are used
    /// repeatedly.
    #[must_use]
    pub fn effective(&self) -> f64 {
        if self.belief.is_weighted() { self.effective } else { self.drawn as f64 }
    }

    /// The next world.
    #[inline]
    pub fn next(&mut self, rng: &mut Rng) -> World<S> {
        if self.pool.is_some() {
            return self.next_of_pool();
        }
        let number = self.drawn;
        World { state: self.draw(rng), number, luck: None }
    }

    fn next_of_pool(&mut self) -> World<S> {
        let mut pool = self.pool.take().expect("asked only with a pool");
        if pool.worlds.len() < pool.size {
            let state = self.draw(&mut pool.rng);
            pool.worlds.push((state, Luck::new(pool.rng.next_u64())));
        }
        let number = pool.next;
        pool.next = (number + 1) % pool.size;
        let (state, luck) = pool.worlds[number].clone();
        self.pool = Some(pool);
        World { state, number: number as u64, luck: Some(luck) }
    }

    #[inline]
    fn draw(&mut self, rng: &mut Rng) -> S {
        if !self.belief.is_weighted() {
            self.drawn += 1;
            return self.belief.sample(rng).0;
        }
        if self.batch.is_empty() {
            self.refill(rng);
        }
        self.batch.pop().expect("a batch is never empty")
    }

    fn refill(&mut self, rng: &mut Rng) {
        let drawn: Vec<(S, f64)> = (0..BATCH).map(|_| self.belief.sample(rng)).collect();
        self.drawn += BATCH as u64;
        self.effective += effective_sample_size(drawn.iter().map(|(_, weight)| *weight));
        let total: f64 = drawn.iter().map(|(_, w)| w).sum();
        let step = total / BATCH as f64;
        let mut mark = step * rng.unit();
        let mut passed = 0.0;
        for (world, weight) in &drawn {
            passed += weight;
            while mark < passed && self.batch.len() < BATCH {
                self.batch.push(world.clone());
                mark += step;
            }
        }
        // Rounding may place the last mark just past the end.
        while self.batch.len() < BATCH {
            self.batch.push(drawn[BATCH - 1].0.clone());
        }
        rng.shuffle(&mut self.batch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Biased;

    impl Belief<u32> for Biased {
        fn sample(&mut self, rng: &mut Rng) -> (u32, f64) {
            let world = rng.below(4);
            (world, f64::from(world + 1))
        }

        fn is_weighted(&self) -> bool {
            true
        }
    }

    #[test]
    fn worlds_come_as_often_as_they_weigh() {
        let mut worlds = Worlds::new(Biased);
        let mut rng = Rng::new(5);
        let mut counts = [0u32; 4];
        (0..100_000).for_each(|_| counts[worlds.next(&mut rng).state as usize] += 1);
        for (world, count) in counts.into_iter().enumerate() {
            let expected = 10_000.0 * (world + 1) as f64;
            // Four sigma, doubled because the worlds of a batch are not independent.
            assert!((f64::from(count) - expected).abs() < 8.0 * expected.sqrt(), "{counts:?}");
        }
        assert_eq!(worlds.drawn(), 100_000u64.div_ceil(64) * 64);
        // Weights of 1 to 4, equally often: 2.5^2 / 7.5 of the worlds. In batches of 64 it is 0.0013 more,
        // and the standard error over 1,563 of them is 0.0005: the threshold is seven of them away.
        let share = worlds.effective() / worlds.drawn() as f64;
        assert!((share - 2.5 * 2.5 / 7.5).abs() < 0.005, "{share}");
    }

    #[test]
    fn worlds_without_weights_count_fully() {
        #[derive(Clone)]
        struct Fair;
        impl Belief<u32> for Fair {
            fn sample(&mut self, rng: &mut Rng) -> (u32, f64) {
                (rng.below(4), 1.0)
            }
        }
        let (mut worlds, mut rng) = (Worlds::new(Fair), Rng::new(5));
        (0..10).for_each(|_| drop(worlds.next(&mut rng)));
        assert_eq!((worlds.drawn(), worlds.effective()), (10, 10.0));
    }
}
