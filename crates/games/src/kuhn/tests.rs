use super::*;
use yomi_core::testkit::{Effort, rules, text, views};
use yomi_core::{Rng, Ruleset};

fn start(seed: u64) -> Kuhn {
    Rules.start(seed)
}

#[test]
fn keeps_the_contract() {
    rules::check_rules(Effort::default(), start);
    rules::check_deterministic(Effort::default(), start);
    rules::check_zero_sum(Effort::default(), start);
    views::check_views(Effort::default(), start);
    views::check_refusals(Effort::games(50), start);
    views::check_words_of_others(Effort::games(50), start);
    views::check_info_keys(Effort::default(), start, Some(()));
    text::check_text(Effort::default(), &Rules);
}

#[test]
fn every_line_pays_as_the_rules_say() {
    let pay = |cards, line: &[Bet]| {
        let mut state = Kuhn::deal(cards);
        line.iter().for_each(|&b| state.play(b).unwrap());
        assert_eq!(state.turn(), Turn::Over);
        state.payoff(Player::FIRST)
    };
    use Bet::{Bet as Raise, Call, Check, Fold};
    let high = [Rank::K, Rank::J];
    let low = [Rank::J, Rank::Q];
    assert_eq!(pay(high, &[Check, Check]), 1.0);
    assert_eq!(pay(low, &[Check, Check]), -1.0);
    assert_eq!(pay(low, &[Raise, Fold]), 1.0);
    assert_eq!(pay(low, &[Raise, Call]), -2.0);
    assert_eq!(pay(high, &[Check, Raise, Fold]), -1.0);
    assert_eq!(pay(high, &[Check, Raise, Call]), 2.0);
}

#[test]
fn deals_are_all_there_and_equally_likely() {
    assert_eq!(Kuhn::deals().count(), 6);
    let mut counts = std::collections::BTreeMap::new();
    let rng = Rng::new(0);
    (0..60_000).for_each(|i| *counts.entry(start(rng.split(i).seed()).cards).or_insert(0u32) += 1);
    assert_eq!(counts.len(), 6);
    // Five standard deviations of a binomial with 60,000 trials of probability 1/6 are 457.
    assert!(counts.values().all(|n| n.abs_diff(10_000) < 457), "{counts:?}");
}

#[test]
fn impossible_entries_are_refused() {
    let mut seen = Kuhn::deal([Rank::K, Rank::J]).seen(Player::FIRST);
    let before = seen;
    let mut refuse = |text: &str, why: &str| {
        let event = Rules.parse_event(text).unwrap();
        let fault = Kuhn::observe(&mut seen, &event).unwrap_err();
        assert!(fault.0.en.contains(why), "{fault}");
        assert_eq!(seen, before);
    };
    refuse("call", "not possible here");
    refuse("bet=J", "not a showdown");
    let mut seen = before;
    Kuhn::observe(&mut seen, &Rules.parse_event("bet").unwrap()).unwrap();
    for (text, why) in
        [("call", "write it after the move"), ("call=K", "is elsewhere"), ("fold=J", "not a showdown")]
    {
        let fault = Kuhn::observe(&mut seen, &Rules.parse_event(text).unwrap()).unwrap_err();
        assert!(fault.0.en.contains(why), "{fault}");
    }
}
