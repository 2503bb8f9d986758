//! Which positions share an information set: those that agree in what the key is named after, though they
//! came about in different ways, and no others.

use std::collections::BTreeMap;
use yomi_core::testkit::{Effort, walk};
use yomi_core::{InfoSets, Player, Ruleset, State, Turn};
use yomi_games::TwinCool;
use yomi_games::twin_cool::{Action, Key, Rules, Slot, Variant};

/// What a key is named after, written from its name.
fn named_after(key: Key, state: &TwinCool) -> String {
    let (hand, tops) = (state.hand(), Slot::ALL.map(|slot| state.top(slot)));
    match key {
        Key::HandTops => format!("{hand:?} {tops:?}"),
        Key::HandTopsCount => format!("{hand:?} {tops:?} {}", state.played()),
        Key::HandTopsPlayed => format!("{hand:?} {tops:?} {:?}", state.played_cards()),
        Key::HandPiles => {
            format!("{hand:?} {:?}", Slot::ALL.map(|slot| state.pile(slot).collect::<Vec<_>>()))
        }
        Key::AlikeCount => unreachable!("compared with canonical forms in likeness.rs"),
    }
}

struct Set {
    key: u64,
    moves: Vec<Action>,
    /// One of the positions in it.
    first: String,
    /// How many others differ from that one.
    others: u32,
}

/// Few cards and few deals, played in many ways: most sets are met in several positions.
#[test]
fn positions_share_what_their_key_names_and_nothing_else() {
    let variant = Variant { suits: 3, values: 4, aside: 2, hand: 3, ..Variant::default() };
    let rules = Rules { variant, ..Rules::default() };
    for key in [Key::HandTops, Key::HandTopsCount, Key::HandTopsPlayed, Key::HandPiles] {
        let (mut sets, mut names) = (BTreeMap::<String, Set>::new(), BTreeMap::<u64, String>::new());
        walk(
            Effort::games(4_000),
            |seed| rules.start(seed % 8),
            |state, _, _| {
                if state.turn() != Turn::Player(Player::FIRST) {
                    return;
                }
                let mut named = Vec::new();
                let number = state.info_set(Player::FIRST, key, &mut named);
                assert_eq!(
                    (number, named),
                    (state.info_key(Player::FIRST, key), Vec::new()),
                    "moves are their own names"
                );
                let (name, moves, first) =
                    (named_after(key, state), State::actions(state), format!("{state:?}"));
                assert_eq!(
                    *names.entry(number).or_insert_with(|| name.clone()),
                    name,
                    "two sets, one key: {key:?}"
                );
                let set = sets.entry(name).or_insert_with(|| Set {
                    key: number,
                    moves: moves.clone(),
                    first: first.clone(),
                    others: 0,
                });
                assert_eq!((set.key, &set.moves), (number, &moves), "one set, two keys: {key:?}, {state:?}");
                set.others += u32::from(set.first != first);
            },
        );
        let shared = sets.values().filter(|set| set.others > 0).count();
        assert!(shared > 100, "{key:?}: only {shared} of {} sets were met in two positions", sets.len());
    }
}
