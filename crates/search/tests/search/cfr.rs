//! CFR and the exact values it is measured by: known values of Kuhn and Leduc, best responses computed in
//! another way, and the whole family of Kuhn's equilibria.

use yomi_core::{InfoSets, Player, State};
use yomi_games::cards::{Bet, Rank};
use yomi_games::{Kuhn, Leduc};
use yomi_search::reference::cfr::Cfr;
use yomi_search::reference::exact::{Strategy, action_values, best_response, exploitability, game_value};

const FIRST: Player = Player::FIRST;
const SECOND: Player = Player::SECOND;

fn kuhn_deals() -> Vec<(Kuhn, f64)> {
    Kuhn::deals().map(|deal| (deal, 1.0 / 6.0)).collect()
}

fn leduc_deals() -> Vec<(Leduc, f64)> {
    Leduc::deals().collect()
}

/// What the first player wins by the rules alone: the cards, whether each player bets when it may and calls
/// when it must.
fn kuhn_by_hand(cards: [Rank; 2], first: Plan, second: Plan) -> f64 {
    let showdown = |chips: f64| if cards[0] > cards[1] { chips } else { -chips };
    match (first.bets, second.bets) {
        (true, _) if second.calls => showdown(2.0),
        (true, _) => 1.0,
        (false, true) if first.calls => showdown(2.0),
        (false, true) => -1.0,
        (false, false) => showdown(1.0),
    }
}

/// A way to play one card: whether to bet when no one has, and whether to call a bet.
#[derive(Clone, Copy)]
struct Plan {
    bets: bool,
    calls: bool,
}

const PLANS: [Plan; 4] = [
    Plan { bets: false, calls: false },
    Plan { bets: false, calls: true },
    Plan { bets: true, calls: false },
    Plan { bets: true, calls: true },
];

/// The best that `p` can get against an opponent who tosses a coin at every decision, card by card over all
/// plans.
fn best_against_coins_by_hand(p: Player) -> f64 {
    let against = |cards: [Rank; 2], own: Plan| {
        let others = PLANS.iter().map(|&other| match p {
            FIRST => kuhn_by_hand(cards, own, other),
            _ => -kuhn_by_hand(cards, other, own),
        });
        others.sum::<f64>() / 4.0
    };
    let best_with = |card: Rank| {
        let worth = |plan: Plan| {
            let others = Rank::ALL.into_iter().filter(|&r| r != card);
            let deals = others.map(|r| if p == FIRST { [card, r] } else { [r, card] });
            deals.map(|cards| against(cards, plan)).sum::<f64>() / 2.0
        };
        PLANS.into_iter().map(worth).fold(f64::NEG_INFINITY, f64::max)
    };
    Rank::ALL.into_iter().map(best_with).sum::<f64>() / 3.0
}

#[test]
fn best_responses_to_coin_tosses_are_those_worked_out_by_hand() {
    for (p, known) in [(FIRST, 1.0 / 2.0), (SECOND, 5.0 / 12.0)] {
        let (value, response) = best_response(&kuhn_deals(), p, &Strategy::uniform());
        let by_hand = best_against_coins_by_hand(p);
        assert!((value - by_hand).abs() < 1e-12, "seat {p}: {value}, by hand {by_hand}");
        assert!((by_hand - known).abs() < 1e-12);
        let reached = game_value(&kuhn_deals(), p, &response);
        assert!(
            (reached - value).abs() < 1e-12,
            "the response gets {reached}, not the {value} it was told to"
        );
    }
    let all = exploitability(&kuhn_deals(), &Strategy::uniform());
    assert!((all - 11.0 / 24.0).abs() < 1e-12);
    // The value of Leduc according to other solvers.
    assert!((exploitability(&leduc_deals(), &Strategy::uniform()) - 2.373_611).abs() < 1e-6);
}

/// A strategy of both seats for Kuhn from the probabilities to bet and to call with each card.
fn kuhn_strategy(bets: [[f64; 3]; 2], calls: [[f64; 3]; 2]) -> Strategy {
    let mut strategy = Strategy::uniform();
    for deal in Kuhn::deals() {
        let mut set = |state: &Kuhn, p: Player, bold: f64| {
            strategy.set(state.info_key(p, ()), vec![1.0 - bold, bold]);
        };
        let said = |words: &[Bet]| {
            let mut state = deal;
            words.iter().for_each(|&word| state.apply(word));
            state
        };
        let [first, second] = [FIRST, SECOND].map(|p| deal.card(p).index());
        set(&said(&[]), FIRST, bets[0][first]);
        set(&said(&[Bet::Check, Bet::Bet]), FIRST, calls[0][first]);
        set(&said(&[Bet::Check]), SECOND, bets[1][second]);
        set(&said(&[Bet::Bet]), SECOND, calls[1][second]);
    }
    strategy
}

/// Kuhn's own solution: the first player bluffs with the jack as often as it likes up to a third of the time,
/// bets the king three times as often, and calls with the queen a third more often than it bluffs.
#[test]
fn nobody_gains_against_any_of_kuhns_equilibria() {
    let deals = kuhn_deals();
    for bluff in [0.0, 0.1, 0.2, 1.0 / 3.0] {
        let equilibrium = kuhn_strategy(
            [[bluff, 0.0, 3.0 * bluff], [1.0 / 3.0, 0.0, 1.0]],
            [[0.0, bluff + 1.0 / 3.0, 1.0], [0.0, 1.0 / 3.0, 1.0]],
        );
        assert!((game_value(&deals, FIRST, &equilibrium) + 1.0 / 18.0).abs() < 1e-12);
        for (p, value) in [(FIRST, -1.0 / 18.0), (SECOND, 1.0 / 18.0)] {
            let best = best_response(&deals, p, &equilibrium).0;
            assert!((best - value).abs() < 1e-12, "bluff {bluff}, seat {p}: {best}");
        }
        // With the queen betting and checking differ, with the jack they do not: a mixed move is a tie.
        let jack = Kuhn::deal([Rank::J, Rank::Q]);
        let values = action_values(&deals, jack.info_key(FIRST, ()), FIRST, &equilibrium);
        assert!((values[0].1 - values[1].1).abs() < 1e-12, "{values:?}");
        assert!((values[0].1 + 1.0).abs() < 1e-12, "a jack loses one chip: {values:?}");
    }
    let greedy =
        kuhn_strategy([[0.5, 0.0, 1.0], [1.0 / 3.0, 0.0, 1.0]], [[0.0, 0.5, 1.0], [0.0, 1.0 / 3.0, 1.0]]);
    assert!(exploitability(&deals, &greedy) > 0.01, "bluffing half the time is too much");
}

fn solved<S: InfoSets + yomi_core::ZeroSum>(deals: &[(S, f64)], rounds: u64) -> Strategy {
    let mut cfr = Cfr::default();
    cfr.solve(deals, rounds);
    cfr.strategy()
}

/// The value of an equilibrium lies between what the two best responses allow, and those bound the error.
fn assert_solves<S: InfoSets + yomi_core::ZeroSum>(deals: &[(S, f64)], rounds: u64, known: f64) {
    let strategy = solved(deals, rounds);
    let [first, second] = [FIRST, SECOND].map(|p| best_response(deals, p, &strategy).0);
    let value = game_value(deals, FIRST, &strategy);
    assert!((value - known).abs() < 1e-3, "value {value}, not {known}");
    assert!(-second <= known + 1e-4 && known - 1e-4 <= first, "{} {known} {first}", -second);
    assert!(first - value >= 0.0 && second + value >= 0.0, "a best response is no worse than the strategy");
    let gap = exploitability(deals, &strategy);
    assert!((0.0..1e-3).contains(&gap), "exploitability {gap}");
    assert!((gap - (first + second) / 2.0).abs() < 1e-12);
}

#[test]
fn solves_kuhn() {
    assert_solves(&kuhn_deals(), 2_000, -1.0 / 18.0);
    let strategy = solved(&kuhn_deals(), 2_000);
    let probability = |words: &[Bet], cards: [Rank; 2], p: Player| {
        let mut state = Kuhn::deal(cards);
        words.iter().for_each(|&word| state.apply(word));
        strategy.at(&state, p)[1].1
    };
    // The parts of the solution that are the same in every equilibrium.
    assert!((probability(&[Bet::Bet], [Rank::J, Rank::Q], SECOND) - 1.0 / 3.0).abs() < 0.02);
    assert!((probability(&[Bet::Check], [Rank::Q, Rank::J], SECOND) - 1.0 / 3.0).abs() < 0.02);
    assert!(probability(&[Bet::Bet], [Rank::J, Rank::K], SECOND) > 0.999);
    assert!(probability(&[], [Rank::Q, Rank::J], FIRST) < 0.01);
}

#[test]
fn solves_leduc() {
    assert_solves(&leduc_deals(), 600, -0.0856);
}

#[test]
fn more_rounds_are_harder_to_exploit() {
    let gaps = [10, 100, 1_000].map(|rounds| exploitability(&kuhn_deals(), &solved(&kuhn_deals(), rounds)));
    assert!(gaps[0] > 2.0 * gaps[1] && gaps[1] > 2.0 * gaps[2], "{gaps:?}");
    let mut in_parts = Cfr::default();
    (0..10).for_each(|_| in_parts.solve(&kuhn_deals(), 10));
    assert_eq!(exploitability(&kuhn_deals(), &in_parts.strategy()), gaps[1], "solving goes on where it was");
}
