//! Which moves `halving` plays in most worlds, which it believes, and what `ismcts` tries first: on a game in
//! which all of it can be worked out.

use crate::toys::purses::{Always, ByNumber, Filling, Game, OftenButLight, start};
use yomi_core::secret::AnySecret;
use yomi_core::testkit::ask::decide_seen;
use yomi_core::{Decision, Inference, Limits, Policy};
use yomi_search::tree::IsMctsOptions;
use yomi_search::{Halving, IsMcts};

fn race<I: Inference<Game>, P: Policy<Game>>(
    (reading, policy): (I, P),
    game: &Game,
    iterations: u64,
    seed: u64,
) -> Decision<u8> {
    decide_seen(&mut Halving { reading, policy, trust: 0.0 }, game, Limits::iterations(iterations), seed)
        .unwrap()
}

fn visits(found: &Decision<u8>, purse: u8) -> u64 {
    found.candidates.iter().find(|c| c.action == purse).unwrap().visits
}

/// Purse 8 holds most. Of the eight others of nine, four are left after a quarter of the race, then two, then
/// the best.
#[test]
fn the_worse_half_of_a_race_is_dropped() {
    let game = start(Filling::Rising, 9);
    for favourite in [0, 4] {
        let found = race((AnySecret, Always(favourite)), &game, 900, 1);
        assert_eq!(found.action, 8, "from {favourite}");
        let mut others: Vec<u8> = (0..9).filter(|&purse| purse != favourite).collect();
        others.reverse();
        let counts: Vec<u64> = others.iter().map(|&purse| visits(&found, purse)).collect();
        // Within a round all moves take turns, so that they differ by one game at most.
        let rounds = [0..1, 1..2, 2..4, 4..8].map(|round| &counts[round]);
        for round in rounds {
            assert!(round.iter().all(|n| n.abs_diff(round[0]) <= 1), "{counts:?}");
        }
        for (kept, dropped) in rounds.iter().zip(&rounds[1..]) {
            assert!(kept[0] as f64 > 1.5 * dropped[0] as f64, "{counts:?}");
        }
    }
}

/// The other purse pays as often as it costs. Somewhat less than half of the time a few worlds look kind to
/// it; a sixth of the time they do so by more than the error of what it is ahead, and then only it is taken.
#[test]
fn a_lead_that_is_luck_does_not_count() {
    let game = start(Filling::Coins, 2);
    let seeds: u32 = 1_000;
    let taken = (0..seeds).filter(|&seed| race((AnySecret, Always(0)), &game, 60, seed.into()).action == 1);
    let share = taken.count() as f64 / f64::from(seeds);
    // Thirty games of two moves. More than 17 of 30 coins must be heads, for 18 are ahead by 0.2 with an
    // error of 0.18: 18.1% of the time. Five sigma are 6 points. Without the error 16 are enough: 42.8%.
    assert!((share - 0.181).abs() < 0.061, "{share}");
}

/// The policy takes purse 0 in three worlds of four, which together weigh a third of the rest.
#[test]
fn a_policy_is_asked_by_the_weight_of_the_worlds() {
    let game = start(Filling::Empty, 3);
    let seeds: u32 = 200;
    let taken: Vec<u8> =
        (0..seeds).map(|seed| race((OftenButLight, ByNumber), &game, 40, seed.into()).action).collect();
    let share = taken.iter().filter(|&&purse| purse == 1).count() as f64 / f64::from(seeds);
    // In sixteen worlds two of the heavy ones are enough: 93.7% of the time, and five sigma are 8.6 points.
    // Counted by heads it would be 2.7%.
    assert!((share - 0.937).abs() < 0.086, "{share}");
}

/// All purses are alike, so every number of tries spreads over them without regard to their order: five
/// standard errors of a share over the seeds.
#[test]
fn moves_that_score_alike_are_tried_in_no_order() {
    let purses = 5u8;
    let game = start(Filling::Empty, purses);
    let seeds: u32 = 2_000;
    for tries in 1..=12u64 {
        let mut sums = vec![0u64; usize::from(purses)];
        let mut most = 0;
        for seed in 0..seeds {
            let mut search = IsMcts::new(AnySecret, IsMctsOptions::default());
            let found = decide_seen(&mut search, &game, Limits::iterations(tries), seed.into()).unwrap();
            for purse in 0..purses {
                let count = visits(&found, purse);
                sums[usize::from(purse)] += count;
                most = most.max(count);
            }
        }
        assert_eq!(most, tries.div_ceil(u64::from(purses)), "none twice before all once: {tries} tries");
        let due = tries as f64 / f64::from(purses);
        // Beyond whole rounds a purse is tried or not.
        let part = due.fract();
        let sigma = (part * (1.0 - part) / f64::from(seeds)).sqrt();
        for sum in &sums {
            assert!(
                (*sum as f64 / f64::from(seeds) - due).abs() <= 5.0 * sigma + 1e-9,
                "{tries} tries: {sums:?}"
            );
        }
    }
}
