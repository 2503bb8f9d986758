//! `Halving` and `OpenLoop`: searches that roll out with a policy, on games with known answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{Decision, Hidden, Limits, Player, Rng, Ruleset, Run, State, Uniform, View, ViewSearch};
use yomi_games::cards::Rank;
use yomi_games::{Kuhn, kuhn};
use yomi_poker::belief::UnseenCards;
use yomi_search::tree::OpenLoopOptions;
use yomi_search::{Halving, OpenLoop};

fn halving() -> Box<dyn ViewSearch<Kuhn>> {
    Box::new(Halving { reading: UnseenCards, policy: Uniform, trust: 0.0 })
}

fn openloop() -> Box<dyn ViewSearch<Kuhn>> {
    let options = OpenLoopOptions { c: 2.0, prior: 0.5, expand: 2, trust: 0.0 };
    Box::new(OpenLoop { reading: UnseenCards, policy: Uniform, options })
}

/// What a seat with this card decides after these actions.
fn decide(
    mut search: Box<dyn ViewSearch<Kuhn>>,
    cards: [Rank; 2],
    words: &str,
    seed: u64,
) -> Decision<yomi_games::cards::Bet> {
    let mut state = Kuhn::deal(cards);
    let seat = Player::new(words.split_whitespace().count() % 2);
    let mut view = View::new(seat, state.seen(seat));
    for word in words.split_whitespace() {
        let action = kuhn::Rules.parse_action(word).unwrap();
        view.observe::<Kuhn>(state.event(action, seat)).unwrap();
        state.apply(action);
    }
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
    let mut run = Run::new(Limits::iterations(2_000), &clock, &stop);
    search.decide(&view, &mut run, &mut Rng::new(seed)).unwrap()
}

#[test]
fn the_best_card_calls_and_the_worst_folds() {
    use Rank::{J, K, Q};
    for make in [halving, openloop] {
        for (cards, words, said) in [
            ([Q, K], "bet", "call"),
            ([Q, J], "bet", "fold"),
            ([K, Q], "check bet", "call"),
            ([J, Q], "check bet", "fold"),
        ] {
            let decision = decide(make(), cards, words, 7);
            assert_eq!(kuhn::Rules.action_text(decision.action), said, "{cards:?} {words}");
            assert_eq!(decision.iterations, 2_000);
            assert_eq!(decision.candidates.len(), 2);
        }
    }
}

/// Against an opponent that answers at random, a bet with the best card wins 2 half of the time and 1
/// otherwise.
#[test]
fn values_are_those_of_playing_on_by_the_policy() {
    let decision = decide(halving(), [Rank::K, Rank::Q], "", 3);
    let bet = decision.candidates.iter().find(|c| kuhn::Rules.action_text(c.action) == "bet").unwrap();
    assert!((bet.mean - 1.5).abs() < 5.0 * bet.se, "{bet:?}");
    // A check is answered by a check (1) or by a bet, which is then called (2) or folded to (-1): 1/2 + (2 -
    // 1) / 4.
    let check = decision.candidates.iter().find(|c| kuhn::Rules.action_text(c.action) == "check").unwrap();
    assert!((check.mean - 0.75).abs() < 5.0 * check.se, "{check:?}");
    // A plan looks further than a policy: after its check the tree calls a bet, which gives 1/2 + 2/2.
    let plan = decide(openloop(), [Rank::K, Rank::Q], "", 3);
    let check = plan.candidates.iter().find(|c| kuhn::Rules.action_text(c.action) == "check").unwrap();
    assert!(check.mean > 1.1, "{check:?}");
}

#[test]
fn the_same_seed_gives_the_same_decision() {
    for make in [halving, openloop] {
        let once = decide(make(), [Rank::Q, Rank::J], "", 5);
        assert_eq!(once, decide(make(), [Rank::Q, Rank::J], "", 5));
        assert_ne!(once, decide(make(), [Rank::Q, Rank::J], "", 6));
    }
}
