//! The search that a network guides.

use yomi_core::testkit::ask::decide_seen;
use yomi_core::testkit::{Effort, walk};
use yomi_core::{Limits, Ruleset, State, Turn, ViewSearch};
use yomi_duel::card_file::{STANDARD_FILE, from_setting, standard_rules};
use yomi_duel::guided::{Guided, Leaves, Recommended, Rollouts};
use yomi_duel::learnt::Learnt;
use yomi_duel::{DeckModel, Heuristic};
use yomi_games::Duel;
use yomi_games::duel::Rules;
use yomi_search::tree::IsMctsOptions;

const ROLLOUT: Heuristic = Heuristic { random: 26 };

fn start(seed: u64) -> Duel {
    standard_rules().start(seed)
}

/// Positions with a choice.
fn choices(games: u64, mut show: impl FnMut(&Duel)) {
    walk(Effort::games(games), start, |state, _, _| {
        if matches!(state.turn(), Turn::Player(_)) && state.actions().len() > 1 {
            show(state);
        }
    });
}

#[test]
fn with_one_iteration_the_network_decides_alone() {
    let (mut best, mut policy) = (Recommended::new(ROLLOUT), Learnt::shipped());
    let decide = |search: &mut dyn ViewSearch<Duel>, state: &Duel| {
        decide_seen(search, state, Limits::iterations(1), 0).unwrap().action
    };
    let mut positions = 0;
    choices(3, |state| {
        assert_eq!(decide(&mut best, state), decide(&mut policy, state), "{state:?}");
        positions += 1;
    });
    assert!(positions > 100, "{positions}");
}

/// A leaf that the network values is worth what it says: with one iteration the value of the move is that of
/// the position behind it, between 0 and 1 and not a whole game's result.
#[test]
fn leaves_are_worth_what_was_asked_for() {
    let value_of = |leaves: Leaves, state: &Duel, iterations: u64| {
        let options = IsMctsOptions::default();
        let mut search =
            Guided { inference: DeckModel, options, learnt: Learnt::shipped(), leaves, priors: true };
        decide_seen(&mut search, state, Limits::iterations(iterations), 3).unwrap().value()
    };
    let (mut positions, mut between) = (0, 0);
    choices(2, |state| {
        let whole = |value: f64| value == 0.0 || value == 0.5 || value == 1.0;
        assert!(whole(value_of(Leaves::Playout(Rollouts::Net), state, 1)));
        assert!(whole(value_of(Leaves::Playout(Rollouts::Rules(ROLLOUT)), state, 1)));
        let judged = value_of(Leaves::Value, state, 1);
        assert!((0.0..=1.0).contains(&judged));
        between += u32::from(!whole(judged));
        positions += 1;
    });
    assert!(between * 10 > positions * 9, "{between} of {positions}");
}

/// With cards that it did not learn with, the network keeps silent and the search goes on without it; where it
/// was asked for by name, that is refused.
#[test]
fn other_cards_are_searched_without_the_network() {
    let set = from_setting(&format!("# other\n{STANDARD_FILE}")).unwrap();
    let state = Rules::with(set).start(5);
    let limits = Limits::iterations(50);
    let found = decide_seen(&mut Recommended::new(ROLLOUT), &state, limits, 0).unwrap();
    assert_eq!(found.iterations, 50);
    let why = decide_seen(&mut Learnt::shipped(), &state, limits, 0).unwrap_err();
    assert!(why.0.en.contains("standard cards"), "{why:?}");
}
