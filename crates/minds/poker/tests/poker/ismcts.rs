//! `ismcts` against an opponent whose strategy is known finds the best response: its values and moves are
//! compared with exact ones, computed by traversing the whole game.

use crate::common::{decide_seen, mover_of};
use std::collections::BTreeMap;
use std::fmt::Debug;
use yomi_core::{Candidate, Inference, InfoSets, Limits, Player, State, Turn, Uniform};
use yomi_games::{Kuhn, Leduc};
use yomi_poker::belief::{OtherCard, UnseenCards};
use yomi_search::IsMcts;
use yomi_search::reference::exact::{Strategy, action_values, best_response};
use yomi_search::tree::{IsMctsOptions, Observer};

const OBSERVERS: [Observer; 2] = [Observer::Single, Observer::Multiple];

/// One state of every information set in which `p` is to move, within the first `words` actions.
fn decisions<S: InfoSets>(starts: &[(S, f64)], p: Player, words: u32) -> Vec<S> {
    fn gather<S: InfoSets>(state: &S, p: Player, words: u32, found: &mut BTreeMap<u64, S>) {
        if state.turn() == Turn::Player(p) {
            found.entry(state.info_key(p, S::Grain::default())).or_insert_with(|| state.clone());
        }
        if words == 0 {
            return;
        }
        let outcomes = state.outcomes().into_iter().map(|(a, _)| a);
        for action in State::actions(state).into_iter().chain(outcomes) {
            gather(&crate::common::after(state, action), p, words - 1, found);
        }
    }
    let mut found = BTreeMap::new();
    starts.iter().for_each(|(start, _)| gather(start, p, words, &mut found));
    found.into_values().collect()
}

struct Check {
    iterations: u64,
    c: f64,
    /// Tolerance of the value of the chosen move.
    value: f64,
    /// Tolerated regret of the chosen move.
    regret: f64,
}

/// Against a random player, earlier actions say nothing about its card: unseen cards stay equally likely, and
/// the belief is exact.
fn assert_responds<S: InfoSets + OtherCard + Debug>(starts: &[(S, f64)], states: &[S], check: &Check)
where
    UnseenCards: Inference<S>,
{
    for (i, state) in states.iter().enumerate() {
        let p = mover_of(state);
        let (_, response) = best_response(starts, p, &Strategy::uniform());
        let key = state.info_key(p, S::Grain::default());
        let exact = action_values(starts, key, p, &response);
        let worth = |a| exact.iter().find(|(b, _)| *b == a).expect("an action of this set").1;
        let best = exact.iter().map(|&(_, v)| v).fold(f64::NEG_INFINITY, f64::max);
        for observer in OBSERVERS {
            let options = IsMctsOptions { c: Some(check.c), observer, ..Default::default() };
            let mut search = IsMcts::<S, _>::new(UnseenCards, options).against(Uniform);
            let found = decide_seen(&mut search, state, Limits::iterations(check.iterations), i as u64);
            let Candidate { action, mean, se, .. } = *found.best();
            assert_eq!(found.candidates.len(), exact.len());
            let told = || format!("{observer:?} in {state:?}: {:?}, exact {exact:?}", found.candidates);
            assert!((mean - worth(action)).abs() <= check.value, "{}", told());
            assert!(mean <= best + 4.0 * se + 1e-9, "better than possible: {}", told());
            assert!(worth(action) >= best - check.regret, "{}", told());
        }
    }
}

/// All twelve information sets of Kuhn. Four standard errors are about 0.04; the cost of exploring worse
/// moves stays below 0.01.
#[test]
fn is_the_best_response_everywhere_in_kuhn() {
    let starts: Vec<_> = Kuhn::deals().map(|deal| (deal, 1.0 / 6.0)).collect();
    for p in [Player::FIRST, Player::SECOND] {
        let states = decisions(&starts, p, 3);
        assert_eq!(states.len(), 6);
        assert_responds(&starts, &states, &Check { iterations: 40_000, c: 0.3, value: 0.05, regret: 0.0 });
    }
}

/// The start of every deal of Leduc. Payoffs go up to 13 chips with a standard deviation of about 5, so
/// 200,000 playouts have a standard error of 0.015. The means also include the cost of exploring worse moves
/// in later rounds, 0.15 with this exploration constant. With the king the two moves differ by 0.08, which is
/// within the tolerance.
#[test]
fn is_the_best_response_at_the_start_of_leduc() {
    let starts: Vec<_> = Leduc::deals().collect();
    let states = decisions(&starts, Player::FIRST, 0);
    assert_eq!(states.len(), 3, "one for each card");
    assert_responds(&starts, &states, &Check { iterations: 200_000, c: 0.2, value: 0.25, regret: 0.1 });
}

/// Every fourth position after the public card: there is less to explore, and so less cost of exploration.
/// Moves that differ by less than half a chip out of 13 may be confused.
#[test]
fn is_the_best_response_later_in_leduc() {
    let starts: Vec<_> = Leduc::deals().collect();
    for p in [Player::FIRST, Player::SECOND] {
        let states: Vec<_> =
            decisions(&starts, p, 4).into_iter().filter(|s| s.table().public().is_some()).collect();
        let some: Vec<_> = states.into_iter().step_by(4).collect();
        assert!(some.len() >= 5, "{}", some.len());
        assert_responds(&starts, &some, &Check { iterations: 40_000, c: 0.2, value: 0.25, regret: 0.5 });
    }
}

/// An opponent that never folds and never raises cannot be bluffed: against it a bluff is wrong, though
/// against a strong opponent it is not.
#[test]
fn does_not_bluff_who_always_calls() {
    #[derive(Clone)]
    struct Caller;
    impl yomi_core::Policy<Kuhn> for Caller {
        fn choose(&mut self, state: &Kuhn, _: &mut yomi_core::Rng) -> yomi_games::cards::Bet {
            use yomi_games::cards::Bet::{Call, Check};
            if state.is_legal(Call) { Call } else { Check }
        }
    }
    use yomi_games::cards::{Bet, Rank};
    for observer in OBSERVERS {
        let options = IsMctsOptions { observer, ..Default::default() };
        for (cards, best, value) in [
            ([Rank::J, Rank::Q], Bet::Check, -1.0),
            ([Rank::Q, Rank::J], Bet::Check, 0.0),
            ([Rank::K, Rank::J], Bet::Bet, 2.0),
        ] {
            let mut search = IsMcts::<Kuhn, _>::new(UnseenCards, options).against(Caller);
            let found = decide_seen(&mut search, &Kuhn::deal(cards), Limits::iterations(10_000), 1);
            let told = found.candidates.iter().find(|c| c.action == best).unwrap();
            // With the queen both moves have value 0, one of them at twice the stakes.
            assert!(found.action == best || cards[0] == Rank::Q, "{observer:?}: {:?}", found.candidates);
            assert!((told.mean - value).abs() <= 4.0 * told.se + 1e-9, "{observer:?}: {told:?}");
        }
    }
}
