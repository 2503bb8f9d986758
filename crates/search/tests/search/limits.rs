//! Sampling searches keep every limit: iterations exactly, nodes, time, the stop flag, memory; and the
//! default where nothing would end them.

use crate::common::{Still, StillOwnThread, assert_answers, connect_four, decide, decide_by};
use crate::toys::dice::Dice;
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::testkit::toys::Nim;
use yomi_core::{Clock, Decision, Limits, Player, Progress, Rng, Run, Search};
use yomi_games::ConnectFour;
use yomi_games::connect_four::Column;
use yomi_search::streams::{MOST_FREE, Parts, in_step};
use yomi_search::tree::MctsOptions;
use yomi_search::watch::Watch;
use yomi_search::{Flat, Mcts};

fn mcts() -> Mcts<ConnectFour> {
    Mcts::new(MctsOptions::default())
}

fn flat() -> Flat {
    Flat::default()
}

fn empty() -> ConnectFour {
    ConnectFour::default()
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn total_visits<A>(decision: &Decision<A>) -> u64 {
    decision.candidates.iter().map(|c| c.visits).sum()
}

#[test]
fn does_exactly_the_iterations_it_was_given() {
    for n in [1, 2, 7, 8, 9, 4_095, 4_097, 159_999, 160_000, 160_001, 200_003] {
        for clock in [&Still as &dyn Clock, &StillOwnThread] {
            for found in [
                decide_by(clock, &mut mcts(), &empty(), Limits::iterations(n), 1),
                decide_by(clock, &mut mcts().with_transpositions(), &empty(), Limits::iterations(n), 1),
                decide_by(clock, &mut flat(), &empty(), Limits::iterations(n), 1),
            ] {
                assert_eq!((found.iterations, total_visits(&found)), (n, n));
                assert_answers(&empty(), &found);
            }
        }
    }
}

#[test]
fn no_iterations_at_all_means_one() {
    assert_eq!(decide(&mut mcts(), &empty(), Limits::iterations(0), 1).iterations, 1);
    assert_eq!(decide(&mut flat(), &empty(), Limits::iterations(0), 1).iterations, 1);
}

#[test]
fn makes_no_more_nodes_than_it_was_given() {
    let expand = |expand| MctsOptions { expand, ..Default::default() };
    for (nodes, options) in [
        (1, expand(2)),
        (2, expand(0)),
        (10, expand(0)),
        (10, expand(1)),
        (999, expand(0)),
        (999, expand(10)),
        (159_999, expand(2)),
        (160_000, expand(1)),
        (20_003, expand(2)),
        (20_007, expand(0)),
        (33_333, expand(2)),
    ] {
        for mut search in [Mcts::new(options), Mcts::new(options).with_transpositions()] {
            let found = decide(&mut search, &empty(), Limits::nodes(nodes), 1);
            assert!(found.nodes <= nodes, "{} nodes of {nodes}, {options:?}", found.nodes);
            assert!(found.nodes + 8 > nodes, "{} nodes of {nodes}, {options:?}", found.nodes);
            assert_answers(&empty(), &found);
        }
    }
}

/// Flat playouts build no nodes, small games are soon complete, one move may be better than all others, and
/// memory may be full: none of that may keep a search with a node limit from ending.
#[test]
fn ends_though_there_are_not_so_many_nodes() {
    let (best, _) = Dice::WORTH[3];
    for nodes in [50, 1_000, 50_000] {
        let limits = Limits::nodes(nodes);
        let built_nothing = decide(&mut flat(), &empty(), limits, 1);
        assert!((1..=nodes).contains(&total_visits(&built_nothing)));
        let small = decide(&mut Mcts::new(Default::default()), &Dice::start(true), limits, 1);
        assert!(small.nodes <= 20 * 8, "the game has twenty positions at most: {}", small.nodes);
        assert_eq!(small.action, best, "{:?}", small.candidates);
        let last =
            decide(&mut Mcts::new(Default::default()), &Nim { heap: 1, mover: Player::FIRST }, limits, 1);
        assert_eq!(last.action, 1);
        let won = decide(&mut mcts(), &connect_four("414141"), limits, 1);
        assert_eq!(won.action, Column::new(3), "after a win in one, other moves are hardly tried");
        let full = decide(&mut mcts(), &empty(), Limits { memory: Some(10_000), ..limits }, 1);
        assert!(full.bytes <= 10_000 && full.nodes <= nodes);
    }
}

#[test]
fn stops_in_time() {
    for (millis, threads) in [(50, 1), (400, 1), (50, 2), (100, 4), (400, 16)] {
        let limits = Limits::time(Duration::from_millis(millis));
        let streams = threads.min(MOST_FREE);
        // Slow enough that no round grows: every look at the clock shows exactly the intended interval.
        let steps = 40;
        let step = Duration::from_millis(millis) / steps;
        let (mcts_clock, flat_clock) = (SteppingClock::new(step), SteppingClock::new(step));
        let found = with_threads(threads, || {
            [
                decide_by(&mcts_clock, &mut mcts(), &empty(), limits, 1),
                decide_by(&flat_clock, &mut flat(), &empty(), limits, 1),
            ]
        });
        for (found, clock) in found.iter().zip([mcts_clock, flat_clock]) {
            assert_answers(&empty(), found);
            assert_eq!(total_visits(found), found.iterations);
            let looks = clock.reads() as u32;
            // Streams look in turn; each may be on its way when the time is over.
            let most = steps + 4 + streams as u32;
            assert!((steps..=most).contains(&looks), "{looks} looks in {millis} ms, {threads} threads");
            assert!(found.iterations >= u64::from(steps / 2), "{}", found.iterations);
        }
    }
}

/// Where a look at the clock shows that the time is over, hardly anything more is done.
#[test]
fn one_late_look_is_enough() {
    let clock = SteppingClock::new(Duration::from_secs(1));
    let limits = Limits::time(Duration::from_millis(200));
    let found = with_threads(3, || decide_by(&clock, &mut mcts(), &empty(), limits, 1));
    assert_eq!(found.iterations, 3, "one short round of every stream");
}

#[test]
fn the_first_limit_reached_is_the_one_that_counts() {
    let long = Duration::from_secs(3_600);
    let clock = SteppingClock::new(Duration::from_millis(1));
    let limits =
        Limits { iterations: Some(777), nodes: Some(1_000_000), time: Some(long), memory: Some(1 << 30) };
    assert_eq!(decide_by(&clock, &mut mcts(), &empty(), limits, 1).iterations, 777);
    let limits = Limits { iterations: Some(1_000_000), nodes: Some(777), ..limits };
    let found = decide_by(&clock, &mut mcts(), &empty(), limits, 1);
    assert_eq!(found.nodes, 777);
    assert!(found.iterations < 100_000);
}

#[test]
fn answers_even_if_it_is_stopped_before_it_begins() {
    let stop = AtomicBool::new(true);
    for limits in [Limits::default(), Limits::iterations(1 << 40), Limits::time(Duration::from_secs(3_600))] {
        let mut run = Run::new(limits, &Still, &stop);
        for found in [
            mcts().decide(&empty(), &mut run, &mut Rng::new(1)),
            flat().decide(&empty(), &mut run, &mut Rng::new(1)),
        ] {
            assert_answers(&empty(), &found);
            assert!((1..=8 * 4_096).contains(&found.iterations), "one round: {}", found.iterations);
        }
    }
}

#[test]
fn anybody_can_stop_it_from_anywhere() {
    let stop = AtomicBool::new(false);
    let mut reports = 0;
    let mut report = |_: &Decision<Column>, _: Option<&(dyn Any + Send)>| {
        reports += 1;
        stop.store(reports == 5, Ordering::Relaxed);
    };
    let mut run = Run::new(Limits::iterations(1 << 40), &Still, &stop);
    run.progress = Some(Progress { every: Duration::ZERO, report: &mut report });
    let found = mcts().decide(&empty(), &mut run, &mut Rng::new(1));
    assert_answers(&empty(), &found);
    assert_eq!(reports, 5);
}

#[test]
fn memory_is_a_cap_and_not_a_stop() {
    let free = decide(&mut mcts(), &empty(), Limits::iterations(30_000), 1);
    let step = (free.bytes - 4_000) / 25;
    for memory in (4_000..free.bytes).step_by(step) {
        let limits = Limits { memory: Some(memory), ..Limits::iterations(30_000) };
        for mut search in [mcts(), mcts().with_transpositions()] {
            let found = decide(&mut search, &empty(), limits, 1);
            assert!(found.bytes <= memory, "{} bytes of {memory}", found.bytes);
            assert_eq!(found.iterations, 30_000);
            assert!(found.nodes < free.nodes, "{} nodes", found.nodes);
            // Doubling may leave up to three quarters unused, and more while the tree is nearly empty.
            assert!(found.bytes >= memory / 4 || memory < 100_000, "only {} bytes of {memory}", found.bytes);
        }
    }
}

#[test]
fn has_a_default_where_nothing_ends_it() {
    for memory in [None, Some(1 << 20)] {
        let limits = Limits { memory, ..Limits::default() };
        let found = decide(&mut mcts(), &empty(), limits, 1);
        assert_eq!(found.iterations, 10_000);
        assert!(found.bytes <= memory.unwrap_or(usize::MAX));
        assert_eq!(decide(&mut flat(), &empty(), limits, 1).iterations, 3_000);
    }
}

#[test]
fn reports_on_its_way() {
    let stop = AtomicBool::new(false);
    let mut told: Vec<u64> = Vec::new();
    let mut report = |d: &Decision<Column>, _: Option<&(dyn Any + Send)>| {
        assert_answers(&empty(), d);
        assert_eq!(total_visits(d), d.iterations);
        told.push(d.iterations);
    };
    let clock = SteppingClock::new(Duration::from_millis(1));
    let mut run = Run::new(Limits::time(Duration::from_millis(400)), &clock, &stop);
    run.progress = Some(Progress { every: Duration::from_millis(40), report: &mut report });
    let found = mcts().decide(&empty(), &mut run, &mut Rng::new(1));
    assert!((8..=10).contains(&told.len()), "every 40 of 400 ms: {told:?}");
    assert!(told.is_sorted() && *told.last().unwrap() <= found.iterations);
}

/// A listener must not change what is found.
#[test]
fn progress_does_not_change_the_decision() {
    for iterations in [5_000, 200_003] {
        let alone = decide(&mut mcts(), &empty(), Limits::iterations(iterations), 3);
        let stop = AtomicBool::new(false);
        for step in [Duration::ZERO, Duration::from_micros(70), Duration::from_millis(3)] {
            let (mut reports, clock) = (0, SteppingClock::new(step));
            let mut report = |_: &Decision<Column>, _: Option<&(dyn Any + Send)>| reports += 1;
            let mut run = Run::new(Limits::iterations(iterations), &clock, &stop);
            run.progress = Some(Progress { every: Duration::ZERO, report: &mut report });
            assert_eq!(mcts().decide(&empty(), &mut run, &mut Rng::new(3)), alone);
            assert!(reports > 0);
        }
    }
}

#[test]
fn a_watch_looks_at_everything() {
    let stop = AtomicBool::new(false);
    let clock = SteppingClock::new(Duration::from_millis(1));
    let run = |limits| Run::<Column>::new(limits, &clock, &stop);
    let counted = run(Limits { nodes: Some(20), ..Limits::iterations(10) });
    let mut watch = Watch::start(&counted, Limits::default());
    assert!(!watch.is_over(&counted, 9, 19));
    assert!(watch.is_over(&counted, 10, 19) && watch.is_over(&counted, 0, 0), "once over, always over");
    assert!(Watch::start(&counted, Limits::default()).is_over(&counted, 0, 20));

    let timed = run(Limits::time(Duration::from_millis(5)));
    let mut watch = Watch::start(&timed, Limits::default());
    let looks = (0..).take_while(|_| !watch.look(&timed)).count();
    assert_eq!(looks, 4, "a millisecond a look");
    // A node costs much more than a look: the clock is read at every one.
    let mut watch = Watch::start(&timed, Limits::default());
    assert_eq!((0..).take_while(|&nodes| !watch.is_over(&timed, 0, nodes)).count(), 4);
    // Nodes cost nothing: between looks lie more and more of them, and never more than 1,024.
    let quick = SteppingClock::new(Duration::from_nanos(1));
    let cheap = Run::<Column>::new(Limits::time(Duration::from_secs(5)), &quick, &stop);
    let mut watch = Watch::start(&cheap, Limits::default());
    assert!(!(0..102_400).any(|nodes| watch.is_over(&cheap, 0, nodes)));
    assert!((100..=120).contains(&quick.reads()), "{} looks", quick.reads());

    let idle = run(Limits::default());
    let watch = Watch::start(&idle, Limits::iterations(3));
    assert_eq!(watch.limits(), Limits::iterations(3));
    stop.store(true, Ordering::Relaxed);
    assert!(Watch::start(&idle, Limits::iterations(3)).look(&idle));
}

/// The same on every machine: only the limits count.
#[test]
fn trees_stay_whole_and_samples_are_split() {
    let timed = Limits { time: Some(Duration::from_secs(9)), ..Limits::iterations(1 << 30) };
    for (limits, parts) in [
        (Limits::iterations(159_999), 1),
        (Limits::iterations(160_000), 8),
        (Limits::nodes(159_999), 1),
        (Limits::nodes(160_000), 8),
        (timed, 8),
    ] {
        assert_eq!(in_step(&limits, Parts::Whole), 1, "{limits:?}");
        assert_eq!(in_step(&limits, Parts::Samples(usize::MAX)), parts, "{limits:?}");
        assert_eq!(in_step(&limits, Parts::Samples(3)), parts.min(3), "{limits:?}");
    }
    let won = connect_four("414141");
    assert_eq!(decide(&mut mcts(), &won, Limits::iterations(160_000), 1).line.len(), 1);
}
