//! The same seed and the same number of iterations give the same decision, to the last digit, whatever the
//! number of threads. (The tests of `yomi-poker` have the same for `ismcts`.)

use crate::common::{Still, StillOwnThread, connect_four, decide_by};
use rayon::ThreadPoolBuilder;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use yomi_core::{Clock, Decision, Limits, Policy, Rng, Search, State, Uniform};
use yomi_games::ConnectFour;
use yomi_games::connect_four::Column;
use yomi_search::{Flat, Mcts};

/// One stream and eight.
const ITERATIONS: [u64; 2] = [5_000, 200_000];

fn answer(
    threads: usize,
    clock: &dyn Clock,
    search: &mut impl Search<ConnectFour>,
    iterations: u64,
    seed: u64,
) -> Decision<Column> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let state = connect_four("4");
    pool.install(|| decide_by(clock, search, &state, Limits::iterations(iterations), seed))
}

fn assert_same_on_all_threads(mut search: impl Search<ConnectFour>) {
    for iterations in ITERATIONS {
        let alone = answer(1, &Still, &mut search, iterations, 9);
        for clock in [&Still as &dyn Clock, &StillOwnThread] {
            for threads in [1, 2, 8] {
                let found = answer(threads, clock, &mut search, iterations, 9);
                assert_eq!(found, alone, "{threads} threads, {iterations} iterations");
            }
        }
        let tallies = |d: &Decision<Column>| -> Vec<_> {
            let mut all: Vec<_> =
                d.candidates.iter().map(|c| (c.action, c.visits, c.mean.to_bits())).collect();
            all.sort();
            all
        };
        let other = answer(2, &Still, &mut search, iterations, 10);
        assert_ne!(tallies(&other), tallies(&alone), "another seed is other luck");
    }
}

#[test]
fn mcts_is_the_same_on_all_threads() {
    assert_same_on_all_threads(Mcts::new(Default::default()));
    assert_same_on_all_threads(Mcts::new(Default::default()).with_transpositions());
}

#[test]
fn flat_is_the_same_on_all_threads() {
    assert_same_on_all_threads(Flat::<Uniform>::default());
}

/// Plays at random and records in which threads.
#[derive(Clone, Default)]
struct Witness(Arc<Mutex<Vec<ThreadId>>>);

impl Policy<ConnectFour> for Witness {
    fn choose(&mut self, state: &ConnectFour, rng: &mut Rng) -> Column {
        let (here, mut seen) = (thread::current().id(), self.0.lock().unwrap());
        if !seen.contains(&here) {
            seen.push(here);
        }
        state.random_action(rng)
    }
}

/// A clock that sees one thread only would be cheated by work in another.
#[test]
fn stays_in_its_thread_if_the_clock_does() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let witness = Witness::default();
    let here = pool.install(|| {
        let mut search = Flat { rollout: witness.clone() };
        decide_by(&StillOwnThread, &mut search, &connect_four(""), Limits::iterations(200_000), 1);
        thread::current().id()
    });
    assert_eq!(*witness.0.lock().unwrap(), [here]);
}

/// Limits on nodes and memory are counted, not measured: they are reproducible as well.
#[test]
fn counted_limits_are_the_same_on_all_threads() {
    let limits = Limits { memory: Some(3 << 20), ..Limits::nodes(25_000) };
    let answer = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut search = Mcts::new(Default::default());
        pool.install(|| decide_by(&Still, &mut search, &connect_four(""), limits, 5))
    };
    let alone = answer(1);
    assert_eq!(answer(2), alone);
    assert_eq!(answer(8), alone);
}
