//! `ismcts` on small games made to trip it: actions that exist in some worlds only, and choices that the
//! opponent must not see.

use crate::common::decide_seen;
use crate::toys::ambush::{Act, Ambush, AnyCard, CARDS};
use crate::toys::lots::{self, AnyNumber, Lots};
use crate::toys::signs::{AnySign, Game, Sign, Signs};
use yomi_core::{Limits, Serialized, State};
use yomi_search::IsMcts;
use yomi_search::tree::{IsMctsOptions, Observer};

const OBSERVERS: [Observer; 2] = [Observer::Single, Observer::Multiple];

fn past_the_ambush(observer: Observer) -> IsMcts<Ambush, AnyCard> {
    IsMcts::new(AnyCard, IsMctsOptions { observer, ..Default::default() })
}

/// A search that believed a strike to be always possible would stay; one that ignored it because it is rarely
/// possible would go left.
#[test]
fn weighs_actions_by_the_worlds_that_have_them() {
    for observer in OBSERVERS {
        for (iterations, seed) in [(15_000, 1), (15_000, 2), (40_000, 3), (40_000, 4)] {
            let start = Ambush::start(0);
            let limits = Limits::iterations(iterations);
            let found = decide_seen(&mut past_the_ambush(observer), &start, limits, seed);
            assert_eq!(found.action, Act::Right, "{observer:?}: {:?}", found.candidates);
            assert_eq!((found.iterations, found.worlds), (iterations, iterations));
            for (act, worth) in [(Act::Right, 0.81), (Act::Left, 0.3), (Act::Stay, 0.4)] {
                let told = found.candidates.iter().find(|c| c.action == act).unwrap();
                // While it explores, the opponent sometimes lets us pass; besides four sigma, that may cost
                // it a tenth.
                let most = worth + 0.1 + 4.0 * told.se;
                assert!((worth - 4.0 * told.se - 1e-9..=most).contains(&told.mean), "{observer:?}: {told:?}");
            }
        }
    }
}

/// The player in ambush knows its card and strikes whenever it can.
#[test]
fn strikes_when_it_can() {
    for observer in OBSERVERS {
        for card in 0..CARDS {
            for (path, least) in [(Act::Left, 3), (Act::Right, 9)] {
                let mut state = Ambush::start(card);
                state.apply(path);
                let found = decide_seen(&mut past_the_ambush(observer), &state, Limits::iterations(500), 1);
                let best = if card >= least { Act::Strike } else { Act::Pass };
                assert_eq!(found.action, best, "{observer:?}, card {card}, {path:?}");
                assert_eq!(found.candidates.len(), state.actions().len());
            }
        }
    }
}

/// With `Multiple` the opponent chooses without knowing our sign, and neither side can win. With `Single` its
/// nodes are identified by what *we* know, our sign included, so it always has the answer.
#[test]
fn only_multiple_observers_keep_a_choice_hidden() {
    for seed in 0..5 {
        for iterations in [15_000, 40_000] {
            let value = |observer| {
                let options = IsMctsOptions { observer, ..Default::default() };
                let mut search = IsMcts::<Game, _>::new(AnySign, options);
                let start = Serialized::new(Signs::default());
                decide_seen(&mut search, &start, Limits::iterations(iterations), seed).value()
            };
            let (hidden, seen) = (value(Observer::Multiple), value(Observer::Single));
            assert!(hidden.abs() < 0.1, "seed {seed}: {hidden} with a hidden sign");
            assert!(seen < -0.8, "seed {seed}: {seen} with a sign the other sees");
        }
    }
}

/// The second seat chooses after the first one, and still knows nothing more.
#[test]
fn a_pending_choice_of_the_other_is_not_seen() {
    for observer in OBSERVERS {
        let answers = [Sign::Rock, Sign::Paper, Sign::Scissors].map(|sign| {
            let mut state = Serialized::new(Signs::default());
            state.apply(sign);
            let options = IsMctsOptions { observer, ..Default::default() };
            decide_seen(&mut IsMcts::<Game, _>::new(AnySign, options), &state, Limits::iterations(5_000), 1)
        });
        assert!(answers[0] == answers[1] && answers[1] == answers[2], "{answers:?}");
        assert!(answers[0].value().abs() < 0.1);
    }
}

/// New edges of known nodes take memory too: the cap holds for them, and the search goes on.
#[test]
fn stays_under_its_cap_when_every_world_brings_a_new_action() {
    for observer in OBSERVERS {
        let mut search = IsMcts::new(AnyNumber, IsMctsOptions { observer, ..Default::default() });
        for iterations in [15_000, 40_000] {
            let mut ask = |memory| {
                let limits = Limits { memory, ..Limits::iterations(iterations) };
                decide_seen(&mut search, &Lots::start(0), limits, 1)
            };
            let free = ask(None);
            for memory in (20_000..free.bytes).step_by(free.bytes / 30) {
                let found = ask(Some(memory));
                assert!(found.bytes <= memory, "{observer:?}: {} bytes of {memory}", found.bytes);
                assert_eq!((found.iterations, found.candidates.len()), (iterations, 16));
            }
            assert_eq!(free.action, lots::Act::Place(15), "{:?}", free.candidates);
        }
    }
}

/// A tree that is kept goes on with what each root move has, and not with what another one has.
#[test]
fn a_kept_tree_remembers_every_move_by_itself() {
    let ambush = Ambush::start(0);
    let options = IsMctsOptions { keep: true, ..Default::default() };
    let mut search = IsMcts::new(AnyCard, options);
    let first = decide_seen(&mut search, &ambush, Limits::iterations(400), 1);
    let again = decide_seen(&mut search, &ambush, Limits::iterations(1), 2);
    let visits = |found: &yomi_core::Decision<Act>, act: Act| {
        found.candidates.iter().find(|c| c.action == act).map_or(0, |c| c.visits)
    };
    let acts: Vec<Act> = first.candidates.iter().map(|c| c.action).collect();
    let more: Vec<i64> =
        acts.iter().map(|&act| visits(&again, act) as i64 - visits(&first, act) as i64).collect();
    assert!(
        more.iter().all(|more| *more >= 0) && more.iter().sum::<i64>() == 1,
        "{more:?}: one iteration more, and nothing else"
    );
    assert!(visits(&first, acts[0]) != visits(&first, acts[1]), "otherwise nothing could be told apart");
}
