use super::*;
use crate::belief::small::Small;

/// Weights for every card and seat, from a few values or from very many.
fn random_weights(rng: &mut Rng) -> Weights {
    let mut weights = Weights::default();
    let few = rng.below(2) == 0;
    for card in 0..64 {
        let scale = if few { 1.0 } else { 0.1 + rng.unit() };
        for seat in 0..MAX_SEATS {
            let own = if few { [1.0, 0.05][rng.below(2) as usize] } else { 0.02 + rng.unit() };
            weights.set(card, seat, scale * own);
        }
    }
    weights
}

fn weight(deal: &Hands, weights: &Weights) -> f64 {
    let places = deal.iter().enumerate().flat_map(|(seat, &cards)| ones(cards).map(move |card| (card, seat)));
    places.map(|(card, seat)| weights.of(card)[seat]).product()
}

/// Total and probabilities by enumerating all deals.
fn enumerated(deals: &[Hands], weights: &Weights) -> (f64, Vec<[f64; MAX_SEATS]>) {
    let total: f64 = deals.iter().map(|deal| weight(deal, weights)).sum();
    let mut chances = vec![[0.0; MAX_SEATS]; 64];
    for deal in deals {
        for (seat, &cards) in deal.iter().enumerate() {
            ones(cards).for_each(|card| chances[card as usize][seat] += weight(deal, weights) / total);
        }
    }
    (total, chances)
}

fn assert_close(deals: &Deals, (total, chances): (f64, Vec<[f64; MAX_SEATS]>), what: &Small) {
    assert!((deals.ln_total() - total.ln()).abs() < 1e-12, "{} {} {what:?}", deals.ln_total(), total.ln());
    for (card, (own, right)) in deals.marginals().iter().zip(chances).enumerate() {
        for seat in 0..MAX_SEATS {
            assert!(
                (own[seat] - right[seat]).abs() < 1e-12,
                "card {card} seat {seat}: {own:?} {right:?} {what:?}"
            );
        }
    }
}

#[test]
fn numbers_and_chances_are_those_of_all_deals_written_down() {
    let mut rng = Rng::new(1);
    // One value for all, so that leftovers of an earlier deal would show.
    let mut again = Deals::default();
    let (mut solved, mut lots) = (0, 0);
    for _ in 0..1_500 {
        let small = Small::random(9, &mut rng);
        let Ok(holders) = small.holders() else { continue };
        let deals = small.deals();
        again.prepare(&holders);
        assert_close(&again, enumerated(&deals, &Weights::default()), &small);
        lots += shared_lots(&again);
        let weights = random_weights(&mut rng);
        again.prepare_weighted(&holders, &weights).expect("weights close together");
        assert_close(&again, enumerated(&deals, &weights), &small);
        lots += shared_lots(&again);
        solved += 1;
    }
    assert!(solved > 1_000 && lots > 200, "{solved} {lots}");
}

/// Lots of several cards before the last one.
fn shared_lots(deals: &Deals) -> usize {
    deals.lots.iter().rev().skip(1).filter(|lot| lot.size() > 1).count()
}

#[test]
fn a_lot_that_is_taken_apart_counts_the_same() {
    let unseen = 0x7FF;
    let small = Small { unseen, hidden: [3, 3, 0, 3, 2, 0, 0, 0], may: [unseen; MAX_SEATS] };
    let mut weights = Weights::default();
    weights.scale(3, 0x1F, 0.3);
    let deals =
        Deals::weighted(&small.holders().expect("11 places"), &weights).expect("weights close together");
    // Five cards at four seats have 56 splits: cheaper one by one. The other six come last.
    assert_eq!(deals.lots.iter().map(Lot::size).collect::<Vec<_>>(), [1, 1, 1, 1, 1, 6]);
    assert_close(&deals, enumerated(&small.deals(), &weights), &small);
}

/// Draws, and compares how often each deal came with how often it should, by chi-squared.
fn assert_drawn_fairly(deals: &Deals, all: &[Hands], weights: &Weights, rng: &mut Rng) {
    let total: f64 = all.iter().map(|deal| weight(deal, weights)).sum();
    let expected = |deal| weight(deal, weights) / total;
    let rarest = all.iter().map(expected).fold(1.0, f64::min);
    let draws = ((10.0 / rarest) as u32).clamp(1_000, 300_000);
    let mut sorted = all.to_vec();
    sorted.sort_unstable();
    let mut counts = vec![0u32; all.len()];
    for _ in 0..draws {
        counts[sorted.binary_search(&deals.sample(rng)).expect("a deal that agrees")] += 1;
    }
    // Deals that are expected fewer than five times are pooled.
    let (mut squares, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
    for (deal, count) in sorted.iter().zip(counts) {
        let (own, want) = (f64::from(count), expected(deal) * f64::from(draws));
        if want < 5.0 {
            rare = (rare.0 + own, rare.1 + want);
        } else {
            squares += (own - want).powi(2) / want;
            cells += 1.0;
        }
    }
    if rare.1 >= 5.0 {
        squares += (rare.0 - rare.1).powi(2) / rare.1;
        cells += 1.0;
    }
    // Six standard deviations of chi-squared above its mean, and some more because it is skewed where there
    // are few deals.
    let freedom: f64 = cells - 1.0;
    assert!(
        squares <= freedom + 6.0 * (2.0 * freedom).sqrt() + 12.0,
        "{squares} with {freedom} degrees of freedom"
    );
}

#[test]
fn deals_come_as_often_as_they_should() {
    let mut rng = Rng::new(2);
    let mut tried = 0;
    while tried < 60 {
        let small = Small::random(9, &mut rng);
        let Ok(holders) = small.holders() else { continue };
        let all = small.deals();
        if all.len() < 2 || all.len() > 2_000 {
            continue;
        }
        tried += 1;
        assert_drawn_fairly(&Deals::new(&holders), &all, &Weights::default(), &mut rng);
        let weights = random_weights(&mut rng);
        let deals = Deals::weighted(&holders, &weights).expect("weights close together");
        assert_drawn_fairly(&deals, &all, &weights, &mut rng);
    }
}

#[test]
fn a_whole_pack_is_counted_and_dealt() {
    const PACK: u64 = (1 << 52) - 1;
    // 52! / 13!^4, the number of deals at bridge.
    let bridge = Holders::new(PACK, &[13; 4]).expect("52 places");
    assert!((Deals::new(&bridge).ln_total() - 53_644_737_765_488_792_839_237_440_000f64.ln()).abs() < 1e-12);
    // Five seats, each of which cannot hold one card in seven, and every weight 0.05 or 1.
    let mut holders = Holders::new(PACK >> 9, &[0, 9, 9, 9, 8, 8]).expect("43 places");
    let mut weights = Weights::default();
    for seat in 1..6 {
        holders.cannot_hold(seat, 0x0008_1020_4081_0204 << seat).expect("there are others");
        weights.scale(seat, 0xA5A5_3C3C_9669_F00F_u64.rotate_left(11 * seat as u32), 0.05);
    }
    let mut rng = Rng::new(3);
    for deals in [Deals::new(&holders), Deals::weighted(&holders, &weights).expect("close enough")] {
        let chances = deals.marginals();
        let mut counts = vec![[0u32; MAX_SEATS]; 64];
        for _ in 0..5_000 {
            let hands = deals.sample(&mut rng);
            assert_eq!(hands.iter().fold(0, |all, hand| all | hand), PACK >> 9);
            for (seat, &hand) in hands.iter().enumerate() {
                assert_eq!(hand.count_ones(), holders.hidden(seat));
                assert_eq!(hand & !holders.may_hold(seat), 0);
                ones(hand).for_each(|card| counts[card as usize][seat] += 1);
            }
        }
        for (card, chances) in chances.iter().enumerate() {
            let all: f64 = chances.iter().sum();
            assert!((all - if card < 43 { 1.0 } else { 0.0 }).abs() < 1e-12);
            for (seat, p) in chances.iter().enumerate() {
                let off = (f64::from(counts[card][seat]) - 5_000.0 * p).abs();
                // Five sigma, plus two for holders that are hardly ever drawn.
                assert!(off <= 5.0 * (5_000.0 * p * (1.0 - p).abs()).sqrt() + 2.0, "{card} {seat} {p} {off}");
            }
        }
        for seat in 0..MAX_SEATS {
            let own: f64 = chances.iter().map(|chances| chances[seat]).sum();
            assert!((own - f64::from(holders.hidden(seat))).abs() < 1e-10);
        }
    }
}

#[test]
fn weights_against_everything_dealt_are_no_trouble_up_to_their_limit() {
    let pack = (1u64 << 52) - 1;
    let holders = Holders::new(pack, &[26, 26]).expect("52 places");
    let mut weights = Weights::default();
    weights.scale(0, pack, 1e-8);
    weights.scale(1, 1, 3.0);
    let deals = Deals::weighted(&holders, &weights).expect("26 cards weigh 1e-8");
    // The factor is the same in every deal, so only the 3 for the first card matters: 3/4 instead of 1/2.
    assert!((deals.marginals()[0][1] - 0.75).abs() < 1e-12);
    weights.scale(0, pack, 1e-8);
    let why = Deals::weighted(&holders, &weights).expect_err("1e-416 is no number").0;
    assert!(why.en.starts_with("the weights of the cards lie too far apart"), "{why}");
}

/// Only ratios between the seats of a card matter, however small all its weights are.
#[test]
fn a_factor_of_all_weights_of_a_card_only_changes_the_total() {
    let holders = Holders::new(0xFF, &[3, 3, 2]).expect("8 places");
    let weights = random_weights(&mut Rng::new(4));
    let plain = Deals::weighted(&holders, &weights).expect("weights close together");
    for factor in [1e-200, 1e200] {
        let mut scaled = weights.clone();
        (0..3).for_each(|seat| scaled.scale(seat, 0xFF, factor));
        let deals = Deals::weighted(&holders, &scaled).expect("ratios as before");
        let shift = 8.0 * f64::ln(factor);
        assert!((deals.ln_total() - plain.ln_total() - shift).abs() < 1e-9, "{}", deals.ln_total());
        for (found, expected) in deals.marginals().iter().zip(plain.marginals()) {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
    }
}

#[test]
fn weights_that_are_no_weights_are_named_and_leave_nothing_behind() {
    let holders = Holders::new(0b1111, &[2, 2]).expect("four places");
    let mut deals = Deals::new(&holders);
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut weights = Weights::default();
        weights.set(2, 1, bad);
        let why = deals.prepare_weighted(&holders, &weights).expect_err("no weight").0;
        assert!(
            why.en.starts_with(&format!("card 2 at seat 1 has weight {bad}: expected a positive number")),
            "{why}"
        );
        assert_eq!(deals.sample(&mut Rng::new(0)), [0; MAX_SEATS]);
        // The weight of an impossible holder is not looked at.
        let mut sure = holders.clone();
        sure.holds(0, 2).expect("possible");
        deals.prepare_weighted(&sure, &weights).expect("the card is not at seat 1");
    }
}

#[test]
fn nothing_hidden_is_one_deal() {
    let deals = Deals::new(&Holders::new(0, &[0, 0]).expect("no cards"));
    assert_eq!(deals.sample(&mut Rng::new(0)), [0; MAX_SEATS]);
    assert_eq!(deals.ln_total(), 0.0);
    assert_eq!(deals.marginals(), vec![[0.0; MAX_SEATS]; 64]);
}
