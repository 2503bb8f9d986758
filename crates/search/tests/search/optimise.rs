//! The optimisers keep their limits, report correctly what they found, and walk as they should: climbing
//! never goes down, annealing follows the Boltzmann distribution at every temperature. (The tests of
//! `yomi-mazes` have boards of the auto maze.)

use crate::common::Still;
use crate::toys::ones::{BITS, Ones};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{Clock, Limits, Problem, Rng, Run};
use yomi_search::optimise::{Anneal, Best, Climb, Cooling, DEFAULT_LIMITS, Genetic, Optimiser, Tabu};

fn optimise_by(
    clock: &dyn Clock,
    optimiser: &dyn Optimiser<Ones>,
    problem: &Ones,
    limits: Limits,
    stop: bool,
) -> Best<u64> {
    let stop = AtomicBool::new(stop);
    let best = optimiser.optimise(problem, &Run::new(limits, clock, &stop), &mut Rng::new(7));
    assert_eq!(best.score, problem.score(&best.solution));
    assert!(best.evaluated > 0);
    best
}

fn optimise(optimiser: &dyn Optimiser<Ones>, limits: Limits) -> Best<u64> {
    optimise_by(&Still, optimiser, &Ones::default(), limits, false)
}

/// All of them, with every setting that changes their behaviour.
fn all() -> Vec<(&'static str, Box<dyn Optimiser<Ones>>)> {
    let linear = Anneal { cooling: Cooling::Linear, ..Default::default() };
    vec![
        ("climb", Box::new(Climb::default())),
        ("climb anew", Box::new(Climb { restart: Some(30) })),
        ("climb always anew", Box::new(Climb { restart: Some(0) })),
        ("anneal", Box::new(Anneal::default())),
        ("anneal in a line", Box::new(linear)),
        ("anneal with reheats", Box::new(Anneal { reheats: 3, ..Default::default() })),
        ("anneal with restarts", Box::new(Anneal { restarts: 3, ..linear })),
        ("anneal with both", Box::new(Anneal { reheats: 2, restarts: 2, ..Default::default() })),
        ("tabu", Box::new(Tabu::default())),
        ("tabu of one", Box::new(Tabu { samples: 1, tenure: 0 })),
        ("genetic", Box::new(Genetic::default())),
        ("genetic of two", Box::new(Genetic { population: 2, mutation: 1.0 })),
    ]
}

#[test]
fn evaluates_exactly_as_often_as_it_may() {
    for (name, optimiser) in all() {
        for n in [1, 2, 3, 19, 20, 21, 22, 49, 50, 51, 1_000, 5_003] {
            assert_eq!(optimise(&*optimiser, Limits::iterations(n)).evaluated, n, "{name}");
            assert_eq!(optimise(&*optimiser, Limits::nodes(n)).evaluated, n, "{name}");
        }
        assert_eq!(optimise(&*optimiser, Limits::iterations(0)).evaluated, 1, "{name}: one is the least");
        let default = DEFAULT_LIMITS.iterations.unwrap();
        assert_eq!(optimise(&*optimiser, Limits::default()).evaluated, default, "{name}");
    }
}

#[test]
fn stops_in_time_and_when_told() {
    for (name, optimiser) in all() {
        let clock = SteppingClock::new(Duration::from_millis(1));
        let limits = Limits::time(Duration::from_millis(20));
        let best = optimise_by(&clock, &*optimiser, &Ones::default(), limits, false);
        // The clock is looked at every 1024 evaluations, and annealing looks more often to compute its
        // temperature.
        assert!((10..=21 * 1_024).contains(&best.evaluated), "{name}: {}", best.evaluated);
        let stopped = optimise_by(&Still, &*optimiser, &Ones::default(), Limits::iterations(1 << 40), true);
        assert!(stopped.evaluated <= 1_025, "{name}: {}", stopped.evaluated);
    }
}

#[test]
fn the_same_seed_finds_the_same() {
    for (name, optimiser) in all() {
        let [a, b] = [(); 2].map(|()| optimise(&*optimiser, Limits::iterations(700)));
        assert_eq!((a.solution, a.score, a.evaluated), (b.solution, b.score, b.evaluated), "{name}");
    }
}

#[test]
fn more_evaluations_never_find_less_where_the_course_does_not_depend_on_them() {
    for (name, optimiser) in all().into_iter().filter(|(name, _)| !name.starts_with("anneal")) {
        let scores = [1, 10, 100, 1_000, 5_000].map(|n| optimise(&*optimiser, Limits::iterations(n)).score);
        assert!(scores.is_sorted(), "{name}: {scores:?}");
    }
}

#[test]
fn all_but_the_restless_reach_the_top() {
    let cold = Anneal { start: 2.0, end: 0.05, ..Default::default() };
    let climbers: [(&str, Box<dyn Optimiser<Ones>>); 7] = [
        ("climb", Box::new(Climb::default())),
        ("climb anew", Box::new(Climb { restart: Some(500) })),
        ("anneal", Box::new(cold)),
        ("anneal in a line", Box::new(Anneal { cooling: Cooling::Linear, ..cold })),
        ("anneal with reheats", Box::new(Anneal { reheats: 2, restarts: 1, ..cold })),
        ("tabu", Box::new(Tabu::default())),
        ("genetic", Box::new(Genetic::default())),
    ];
    for (name, optimiser) in climbers {
        assert_eq!(optimise(&*optimiser, Limits::iterations(20_000)).score, f64::from(BITS), "{name}");
    }
}

/// The walk of an annealer.
fn walk(anneal: Anneal, evaluations: u64) -> Ones {
    let problem = Ones::default();
    optimise_by(&Still, &anneal, &problem, Limits::iterations(evaluations), false);
    problem
}

/// Each bit is one with probability 1 / (1 + exp(-1 / T)): Boltzmann's law.
fn expected_at(temperature: f64) -> f64 {
    f64::from(BITS) / (1.0 + (-1.0 / temperature).exp())
}

#[test]
fn at_a_fixed_temperature_it_stands_where_boltzmann_says() {
    for temperature in [0.3, 0.5, 1.0, 2.0, 10.0, 1e9] {
        for cooling in [Cooling::Linear, Cooling::Exponential] {
            let anneal = Anneal { start: temperature, end: temperature, cooling, ..Default::default() };
            let (mean, expected) = (walk(anneal, 100_000).mean(0.1, 1.0), expected_at(temperature));
            assert!((mean - expected).abs() < 1.0, "T {temperature}: {mean} not {expected}");
        }
    }
}

/// Means of each tenth of the walk are those of the temperature that the cooling has there.
#[test]
fn it_cools_by_its_law_from_start_to_end() {
    let (start, end) = (5.0, 0.3f64);
    for cooling in [Cooling::Linear, Cooling::Exponential] {
        let problem = walk(Anneal { start, end, cooling, ..Default::default() }, 400_000);
        for tenth in 1..10 {
            let (from, to) = (f64::from(tenth) / 10.0, f64::from(tenth + 1) / 10.0);
            let middle = (from + to) / 2.0;
            let temperature = match cooling {
                Cooling::Linear => start + (end - start) * middle,
                Cooling::Exponential => start * (end / start).powf(middle),
            };
            let (mean, expected) = (problem.mean(from, to), expected_at(temperature));
            assert!((mean - expected).abs() < 1.5, "{cooling:?}, {tenth}: {mean} not {expected}");
        }
    }
}

#[test]
fn nearly_without_heat_it_only_climbs() {
    for cooling in [Cooling::Linear, Cooling::Exponential] {
        let cold = Anneal { start: 1e-3, end: 1e-3, cooling, ..Default::default() };
        assert_eq!(walk(cold, 5_000).steps_down(), 0);
        let cooled = Anneal { start: 1e9, ..cold };
        assert!(walk(cooled, 5_000).steps_down() > 100);
    }
    let problem = Ones::default();
    optimise_by(&Still, &Climb::default(), &problem, Limits::iterations(5_000), false);
    assert_eq!(problem.steps_down(), 0);
}

#[test]
fn a_reheat_is_hot_again() {
    let anneal = Anneal { start: 10.0, end: 0.1, reheats: 2, ..Default::default() };
    let problem = walk(anneal, 90_000);
    for leg in [0.0, 1.0, 2.0] {
        let [hot, cold] = [0.1, 0.9].map(|part| problem.mean((leg + part) / 3.0, (leg + part + 0.1) / 3.0));
        assert!(hot < 42.0 && cold > 60.0, "leg {leg}: {hot} and {cold}");
    }
}

#[test]
fn a_restart_begins_anew_and_a_reheat_does_not() {
    let cold = Anneal { start: 1e-3, end: 1e-3, ..Default::default() };
    let reheated = walk(Anneal { reheats: 3, ..cold }, 40_000);
    assert_eq!(reheated.steps_down(), 0, "goes on from where it stands");
    let restarted = walk(Anneal { restarts: 3, ..cold }, 40_000);
    assert_eq!(restarted.steps_down(), 3, "three times from the top to somewhere");
    let both = walk(Anneal { reheats: 1, restarts: 3, ..cold }, 40_000);
    assert_eq!(both.steps_down(), 3);
}

#[test]
fn climbing_begins_anew_after_so_many_refusals() {
    let problem = Ones::default();
    optimise_by(&Still, &Climb { restart: Some(500) }, &problem, Limits::iterations(20_000), false);
    // A climb takes some three hundred evaluations, and then come the refusals.
    assert!((15..=40).contains(&problem.steps_down()), "{} restarts", problem.steps_down());
}
