//! `ismcts` keeps its limits, and decides the same for any number of threads.

use crate::common::{Still, StillOwnThread, decide_seen, decide_seen_by, view_of_mover};
use rayon::ThreadPoolBuilder;
use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{Clock, Decision, Limits, Progress, Rng, Run, State, ViewSearch};
use yomi_games::cards::{Bet, Rank};
use yomi_games::leduc::Action;
use yomi_games::{Kuhn, Leduc};
use yomi_poker::belief::UnseenCards;
use yomi_search::IsMcts;
use yomi_search::tree::{IsMctsOptions, Observer};

fn searcher(observer: Observer) -> IsMcts<Leduc, UnseenCards> {
    IsMcts::new(UnseenCards, IsMctsOptions { observer, ..Default::default() })
}

fn deal() -> Leduc {
    Leduc::deal([Rank::Q, Rank::K])
}

fn total_visits<A>(decision: &Decision<A>) -> u64 {
    decision.candidates.iter().map(|c| c.visits).sum()
}

#[test]
fn is_the_same_on_all_threads() {
    for observer in [Observer::Single, Observer::Multiple] {
        let answer = |threads: usize, clock: &dyn Clock, iterations: u64, seed: u64| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let limits = Limits::iterations(iterations);
            pool.install(|| decide_seen_by(clock, &mut searcher(observer), &deal(), limits, seed))
        };
        // One stream, and eight.
        for iterations in [5_000, 200_000] {
            let alone = answer(1, &Still, iterations, 9);
            for clock in [&Still as &dyn Clock, &StillOwnThread] {
                for threads in [1, 2, 8] {
                    let found = answer(threads, clock, iterations, 9);
                    assert_eq!(found, alone, "{threads} threads, {iterations} iterations");
                }
            }
            let tallies = |d: &Decision<Action>| -> Vec<_> {
                let mut all: Vec<_> =
                    d.candidates.iter().map(|c| (c.action, c.visits, c.mean.to_bits())).collect();
                all.sort();
                all
            };
            let other = answer(2, &Still, iterations, 10);
            assert_ne!(tallies(&other), tallies(&alone), "another seed is other luck");
        }
    }
}

#[test]
fn does_exactly_the_iterations_it_was_given() {
    for n in [1, 2, 3, 4_097, 160_000, 160_005] {
        let found = decide_seen(&mut searcher(Observer::Multiple), &deal(), Limits::iterations(n), 1);
        assert_eq!((found.iterations, total_visits(&found), found.worlds), (n, n, n));
        assert_eq!(found.candidates.len(), deal().actions().len());
        assert_eq!(found.line, [found.action]);
    }
}

#[test]
fn keeps_its_nodes_and_its_memory() {
    for nodes in [1, 2, 10, 100] {
        let found = decide_seen(&mut searcher(Observer::Multiple), &deal(), Limits::nodes(nodes), 1);
        assert_eq!(found.nodes, nodes);
    }
    let free = decide_seen(&mut searcher(Observer::Multiple), &deal(), Limits::iterations(30_000), 1);
    for memory in (4_000..free.bytes).step_by(free.bytes / 40) {
        let limits = Limits { memory: Some(memory), ..Limits::iterations(30_000) };
        let found = decide_seen(&mut searcher(Observer::Multiple), &deal(), limits, 1);
        assert!(found.bytes <= memory, "{} bytes of {memory}", found.bytes);
        assert_eq!(found.iterations, 30_000, "a cap is not a stop");
    }
}

/// Kuhn has so few information sets that a limit on nodes is never reached.
#[test]
fn ends_though_there_are_not_so_many_nodes() {
    for nodes in [1_000, 50_000] {
        let mut search = IsMcts::<Kuhn, _>::new(UnseenCards, Default::default());
        let found = decide_seen(&mut search, &Kuhn::deal([Rank::K, Rank::J]), Limits::nodes(nodes), 1);
        assert!(found.nodes <= 8 * 12, "twelve information sets in each tree: {}", found.nodes);
        assert!([Bet::Check, Bet::Bet].contains(&found.action));
    }
}

#[test]
fn has_a_default_stops_in_time_and_reports() {
    let found = decide_seen(&mut searcher(Observer::Multiple), &deal(), Limits::default(), 1);
    assert_eq!(found.iterations, 10_000);

    let stop = AtomicBool::new(false);
    let clock = SteppingClock::new(Duration::from_millis(8));
    let mut told = Vec::new();
    let mut report = |d: &Decision<Action>, _: Option<&(dyn Any + Send)>| told.push(d.iterations);
    let mut run = Run::new(Limits::time(Duration::from_millis(400)), &clock, &stop);
    run.progress = Some(Progress { every: Duration::from_millis(80), report: &mut report });
    let mut search = searcher(Observer::Multiple);
    let found = search.decide(&view_of_mover(&deal()), &mut run, &mut Rng::new(1)).unwrap();
    assert!((50..=53).contains(&clock.reads()), "{} looks", clock.reads());
    assert!((4..=5).contains(&told.len()) && told.is_sorted(), "{told:?}");
    assert!(*told.last().unwrap() <= found.iterations);

    let stopped = AtomicBool::new(true);
    let mut run = Run::new(Limits::iterations(1 << 40), &Still, &stopped);
    let found = search.decide(&view_of_mover(&deal()), &mut run, &mut Rng::new(1)).unwrap();
    assert!(total_visits(&found) >= 1 && found.iterations <= 8 * 4_096);
}
