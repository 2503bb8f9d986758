//! The key `alike+count` compared with canonical forms: it merges only equivalent positions, and all of them.

use std::collections::BTreeMap;
use yomi_core::{Chance, InfoSets, Player, Rng, Ruleset, State, Turn};
use yomi_games::TwinCool;
use yomi_games::twin_cool::{Action, Card, Key, Rules, Slot, Variant};
use yomi_twin_cool::form::{Cell, Form};

/// The canonical form of tops and hand.
fn form(state: &TwinCool) -> Form {
    let tops: Vec<Card> = Slot::ALL.into_iter().filter_map(|slot| state.top(slot)).collect();
    let cards: Vec<Card> = tops.iter().copied().chain(state.hand().iter()).collect();
    let number = |all: Vec<u8>, one: u8| {
        let mut different: Vec<u8> = Vec::new();
        for name in all {
            if !different.contains(&name) {
                different.push(name);
            }
        }
        different.iter().position(|&name| name == one).unwrap() as u8
    };
    let suits = || cards.iter().map(|c| c.suit()).collect();
    let values = || cards.iter().map(|c| c.value()).collect();
    let cells: Vec<Cell> =
        cards.iter().map(|c| (number(suits(), c.suit()), number(values(), c.value()))).collect();
    Form::new(tops.len(), cells).canonical().0
}

fn after(state: &TwinCool, play: Action) -> Form {
    let mut next = *state;
    next.apply(play);
    form(&next)
}

/// Calls `f` with every position of random games with the player to move.
fn for_each_position(games: u64, mut f: impl FnMut(&TwinCool)) {
    for (suits, values, aside, hand) in [(8, 10, 10, 5), (4, 5, 0, 5), (3, 6, 0, 5), (3, 4, 0, 4)] {
        let variant = Variant { suits, values, aside, hand, ..Variant::default() };
        let rules = Rules { variant, ..Rules::default() };
        for seed in 0..games {
            let (mut state, mut rng) = (rules.start(seed), Rng::new(seed));
            while state.turn() != Turn::Over {
                let action = if state.turn() == Turn::Chance {
                    state.sample_outcome(&mut rng)
                } else {
                    f(&state);
                    state.random_action(&mut rng)
                };
                state.apply(action);
            }
        }
    }
}

#[test]
fn equal_keys_are_equal_forms() {
    let (mut forms, mut keys) = (BTreeMap::new(), BTreeMap::new());
    for_each_position(1_500, |state| {
        let (key, name) = (state.info_key(Player::FIRST, Key::AlikeCount), (form(state), state.played()));
        assert_eq!(*forms.entry(key).or_insert(name), name, "one key, two games: {state:?}");
        assert_eq!(*keys.entry(name).or_insert(key), key, "one game, two keys: {state:?}");
    });
    let different: std::collections::BTreeSet<Form> = forms.values().map(|&(form, _)| form).collect();
    assert!(different.len() > 1_500, "most of the 2,245 classes are met: {}", different.len());
}

/// Moves with the same name lead to equivalent positions wherever they occur, and every move has one of the
/// names.
#[test]
fn equal_names_are_equal_moves() {
    let mut led: BTreeMap<(u64, Action), Form> = BTreeMap::new();
    let mut named = Vec::new();
    let mut left_out = 0;
    for_each_position(300, |state| {
        let key = state.info_set(Player::FIRST, Key::AlikeCount, &mut named);
        assert_eq!(key, state.info_key(Player::FIRST, Key::AlikeCount));
        let mut reached = Vec::new();
        for &(play, name) in &named {
            assert!(state.is_legal(play), "{play} in {state:?}");
            let form = after(state, play);
            assert_eq!(*led.entry((key, name)).or_insert(form), form, "{play} in {state:?}");
            reached.push(form);
        }
        let all = State::actions(state);
        left_out += all.len() - named.len();
        for play in all {
            assert!(reached.contains(&after(state, play)), "{play} has no name in {state:?}");
        }
    });
    assert!(left_out > 1_000, "many moves are the same as another: {left_out}");
}
