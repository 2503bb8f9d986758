//! `flat` distributes its playouts evenly, reports their true mean, and plays the best move.

use crate::common::{assert_answers, column, connect_four, decide};
use crate::toys::dice::{Act, Dice};
use yomi_core::{Decision, Limits};
use yomi_games::connect_four::Column;
use yomi_search::Flat;
use yomi_search::streams::{Parts, in_step};

fn flat(moves: &str, iterations: u64, seed: u64) -> Decision<Column> {
    decide(
        &mut Flat::<yomi_core::Uniform>::default(),
        &connect_four(moves),
        Limits::iterations(iterations),
        seed,
    )
}

/// With seven, six and five columns open, one stream and eight, and playouts left over.
#[test]
fn playouts_are_even_over_the_moves() {
    for moves in ["", "444444", "333333444444"] {
        for iterations in [1, 6, 7, 8, 100, 4_097, 159_999, 160_000, 160_001, 160_006, 200_003, 199_999] {
            let found = flat(moves, iterations, 2);
            let visits: Vec<u64> = found.candidates.iter().map(|c| c.visits).collect();
            let (least, most) = (visits.iter().min().unwrap(), visits.iter().max().unwrap());
            assert!(most - least <= 1, "{moves:?}, {iterations} playouts: {visits:?}");
            assert_eq!(visits.iter().sum::<u64>(), iterations);
            assert_answers(&connect_four(moves), &found);
        }
    }
    let parts = |n| in_step(&Limits::iterations(n), Parts::Samples(usize::MAX));
    assert_eq!([159_999, 160_000].map(parts), [1, 8]);
}

#[test]
fn plays_the_best_mean() {
    for seed in 0..20 {
        for iterations in [10, 3_000, 160_000] {
            let found = flat("4", iterations, seed);
            let means = found.candidates.iter().map(|c| c.mean);
            assert!(means.is_sorted_by(|a, b| a >= b), "{:?}", found.candidates);
        }
    }
}

/// A move that was never tried cannot be the best, however bad the others are.
#[test]
fn plays_nothing_untried() {
    for seed in 0..50 {
        let found = flat("41414", 2, seed);
        assert_eq!(found.best().visits, 1, "{:?}", found.candidates);
    }
}

#[test]
fn takes_a_win_and_blocks_one() {
    for seed in 0..5 {
        assert_eq!(column(&flat("414141", 3_000, seed)), 4);
        assert_eq!(column(&flat("41474", 10_000, seed)), 4);
        assert_eq!(column(&flat("", 30_000, seed)), 4, "the middle wins most games played at random");
    }
}

/// Nothing is learnt on the way: a fair die that is thrown again or kept at random is worth 3.5, not the 4.25
/// that a tree would find.
#[test]
fn tells_the_average_of_random_play() {
    for seed in 0..5 {
        for iterations in [10_000, 40_000] {
            let start = Dice::start(true);
            let mut search = Flat::<yomi_core::Uniform>::default();
            let found = decide(&mut search, &start, Limits::iterations(iterations), seed);
            assert_eq!(found.action, Act::Loaded);
            for die in &found.candidates {
                let (_, best) = Dice::WORTH.into_iter().find(|&(act, _)| act == die.action).unwrap();
                let worth = if die.action == Act::Fair { 3.5 } else { best };
                assert!((die.mean - worth).abs() <= 4.0 * die.se, "seed {seed}: {die:?} is worth {worth}");
            }
            assert!(found.best().se < 0.06);
        }
    }
}
