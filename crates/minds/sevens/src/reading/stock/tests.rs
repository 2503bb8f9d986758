//! Sizes of stocks, and how a population is measured.

use super::*;
use yomi_games::sevens::Cards;

/// What is prepared takes no longer than the search may be late: a twentieth of its time, and five
/// milliseconds.
#[test]
fn stocks_are_as_large_as_there_is_time_for() {
    let sizes = |ms: u64| {
        let Effort { deals, stirs, again, most, .. } = Effort::within(Duration::from_millis(ms));
        (deals, stirs[0], again, most)
    };
    for (ms, expected) in [
        (1, (16, 3, 0, 16)),
        (10, (25, 3, 0, 25)),
        (100, (256, 3, 0, 256)),
        (499, (256, 3, 0, 256)),
        (500, (256, 12, 0, 256)),
        (2_000, (256, 12, 1, 256)),
        (20_000, (256, 12, 1, 1_024)),
        (60_000, (256, 12, 1, 2_048)),
        (3_600_000, (256, 12, 1, 4_096)),
        (u64::MAX, (256, 12, 1, 4_096)),
    ] {
        assert_eq!(sizes(ms), expected, "{ms} ms");
    }
}

/// A stock is led again with more care where its deals are worth too little, but not beyond the memory that it has.
#[test]
fn more_care_is_more_of_everything() {
    let Effort { deals, stirs, .. } = USUAL.doubled();
    assert_eq!((deals, stirs), (512, [24, 40]));
    assert_eq!(USUAL.doubled().doubled().doubled().stirs, [MOST_STIRS; 2]);
    let at_most = USUAL.at_most(Effort { stirs: [20, 5], deals: 99, ..USUAL });
    assert_eq!(at_most, Effort { stirs: [12, 5], deals: 99, ..USUAL });
}

/// Memory bounds what is remembered and how far populations grow: two are in it, and a copy of each for a while.
#[test]
fn stocks_keep_to_the_memory() {
    let all = USUAL.keeping(usize::MAX);
    assert_eq!(all, Effort { most: USUAL.most.min(USUAL.known / 2), ..USUAL });
    let half = (0..40).map(|power| USUAL.keeping(1 << power)).find(|effort| effort.known > 600).unwrap();
    assert!(half.known < 1_300 && half.most == half.known / 2, "{half:?}");
    assert_eq!((half.deals, half.stirs, half.again), (USUAL.deals, USUAL.stirs, USUAL.again));
    let least = USUAL.keeping(0);
    assert_eq!((least.deals, least.most, least.known), (FEWEST_DEALS, FEWEST_DEALS, 2 * FEWEST_DEALS));
}

/// Where there is time for half of the usual deals, half as many are written down.
#[test]
fn what_is_written_down_depends_on_the_time_too() {
    let listed = |ms| crate::game::own::best_reader().within(Duration::from_millis(ms)).listed;
    assert_eq!([10, 50, 100, 5_000].map(listed), [195, 1_000, 2_000, 2_000]);
}

/// A population of these deals, which were weighed alike.
fn stocked(deals: &[Dealt], holders: Vec<usize>, cards: Vec<Card>) -> Stock {
    let weighed =
        |hands: &Dealt| Weighed { hands: *hands, likely: Default::default(), total: 1.0, above: 0.0 };
    let known: Vec<Weighed> = deals.iter().map(weighed).collect();
    let at = (0..known.len() as u32).collect();
    Stock {
        halves: [Half { known, at, ..Half::default() }, Half::default()],
        holders,
        cards,
        effort: USUAL,
        share: [[0.0; MAX_PLAYERS]; PLACES],
        unsure: [0.0; PLACES],
        apart: 0.0,
        kernel: 0,
        given: Vec::new(),
        stirred: false,
    }
}

/// By counting: cards that are at different seats, over all pairs of deals; and how often each card is at a
/// seat, once more than it is there, so that none is ever sure to stay.
#[test]
fn a_population_is_measured_as_one_would_count_it() {
    let (holders, mut rng) = (vec![1, 2, 4], Rng::new(2));
    let cards: Vec<Card> = Cards::ALL.iter().skip(5).step_by(4).take(8).collect();
    let seats: Vec<Vec<usize>> =
        (0..7).map(|_| cards.iter().map(|_| holders[rng.below(3) as usize]).collect()).collect();
    let deal = |seats: &Vec<usize>| {
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        cards.iter().zip(seats).for_each(|(&card, &seat)| hands[seat] = hands[seat].with(card));
        hands
    };
    let mut stock = stocked(&seats.iter().map(deal).collect::<Vec<_>>(), holders.clone(), cards.clone());
    stock.fit(0);
    let apart = |a: &Vec<usize>, b: &Vec<usize>| a.iter().zip(b).filter(|(a, b)| a != b).count() as f64;
    let expected = seats.iter().flat_map(|a| seats.iter().map(move |b| apart(a, b))).sum::<f64>() / 49.0;
    assert!((stock.apart - expected).abs() < 1e-9, "{} instead of {expected}", stock.apart);
    for (i, card) in cards.iter().enumerate() {
        let share = |seat: usize| (seats.iter().filter(|of| of[i] == seat).count() + 1) as f64 / 10.0;
        let (found, unsure) = (stock.share[card.place() as usize], stock.unsure[card.place() as usize]);
        assert!(holders.iter().all(|&seat| (found[seat] - share(seat)).abs() < 1e-12), "{found:?}");
        let same: f64 = holders.iter().map(|&seat| share(seat) * share(seat)).sum();
        assert!((unsure - (1.0 - same)).abs() < 1e-12);
    }
}
