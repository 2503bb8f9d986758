//! Laws of [`Hidden`]: what a seat knows follows from what it saw.

use super::{Effort, walk};
use crate::{Hidden, InfoSets, Player, Turn, View, ViewOf};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Plays random games and shows every step with the views of all seats, kept by `observe` alone.
pub fn walk_views<S: Hidden + Debug>(
    effort: Effort,
    start: impl Fn(u64) -> S,
    mut visit: impl FnMut(&S, &[ViewOf<S>], &mut crate::Rng),
) {
    let mut views: Vec<ViewOf<S>> = Vec::new();
    let mut finished = true;
    walk(effort, start, |state, action, rng| {
        if finished {
            views = Player::all(state.players()).map(|p| View::new(p, state.seen(p))).collect();
        }
        finished = action.is_none();
        visit(state, &views, rng);
        if let Some(a) = action {
            for view in &mut views {
                let event = state.event(a, view.seat);
                view.observe::<S>(event.clone()).unwrap_or_else(|why| {
                    panic!("seat {} refuses {event:?}, which happened in {state:?}: {why}", view.seat)
                });
            }
        }
    });
}

/// Checks the observe law, that turns and legal actions follow from what is seen, and that replaying a view's
/// log gives the same view.
pub fn check_views<S: Hidden + Debug>(effort: Effort, start: impl Fn(u64) -> S) {
    walk_views(effort, start, |state, views, _| {
        for view in views {
            let seat = view.seat;
            assert_eq!(
                view.now,
                state.seen(seat),
                "seat {seat}: what was observed is not what is seen in {state:?}"
            );
            assert_eq!(
                S::seen_turn(&view.now),
                state.turn(),
                "seat {seat} is wrong about the turn in {state:?}"
            );
            let own = if state.turn() == Turn::Player(seat) { state.actions() } else { Vec::new() };
            assert_eq!(view.legal::<S>(), own, "seat {seat} is wrong about its actions in {state:?}");
            let again = View::replay::<S>(seat, view.start.clone(), view.events.iter().cloned())
                .expect("the log of a game that happened can be replayed");
            assert_eq!(again, *view, "a view is not its own log");
        }
    });
}

/// Offers each view events from other moments of the game: they may be refused or accepted, and a refused one
/// changes nothing. At least one must be refused, or the test proves nothing.
pub fn check_refusals<S: Hidden + Debug>(effort: Effort, start: impl Fn(u64) -> S) {
    let mut events: Vec<S::Event> = Vec::new();
    walk_views(effort, &start, |_, views, _| {
        for view in views {
            if let Some(last) = view.events.last()
                && !events.contains(last)
                && events.len() < 200
            {
                events.push(last.clone());
            }
        }
    });
    let mut refused = 0u64;
    walk_views(effort, &start, |_, views, _| {
        for view in views {
            for event in &events {
                let mut seen = view.now.clone();
                if S::observe(&mut seen, event).is_err() {
                    assert_eq!(seen, view.now, "refusing {event:?} changed what was seen");
                    refused += 1;
                }
            }
        }
    });
    assert!(refused > 0, "no event was ever refused");
}

/// An event as another seat saw it is refused wherever that looks different: a seat accepts neither what it
/// may not know nor less than it must know. Only for games in which a seat can always tell: where another
/// seat's event could also be the viewer's, nothing can be refused.
pub fn check_words_of_others<S: Hidden + Debug>(effort: Effort, start: impl Fn(u64) -> S) {
    let mut refused = 0u64;
    walk(effort, start, |state, _, _| {
        let steps = state.actions().into_iter().chain(state.outcomes().into_iter().map(|(a, _)| a));
        refused += steps.map(|action| refusals_of_others_words(state, action)).sum::<u64>();
    });
    assert!(refused > 0, "every event looks the same to all: this test cannot fail");
}

fn refusals_of_others_words<S: Hidden + Debug>(state: &S, action: S::Action) -> u64 {
    let mut refused = 0;
    for viewer in Player::all(state.players()) {
        let own = state.event(action, viewer);
        for other in Player::all(state.players()) {
            let told = state.event(action, other);
            if told != own {
                let mut seen = state.seen(viewer);
                assert!(
                    S::observe(&mut seen, &told).is_err(),
                    "seat {viewer} takes in {told:?}, which is how seat {other} sees {action:?} in {state:?}"
                );
                refused += 1;
            }
        }
    }
    refused
}

/// A key is a function of the view; with the finest grain it also tells views apart.
pub fn check_info_keys<S: InfoSets + Debug>(
    effort: Effort,
    start: impl Fn(u64) -> S,
    finest: Option<S::Grain>,
) {
    let mut views_of: BTreeMap<u64, String> = BTreeMap::new();
    let mut keys_of: BTreeMap<String, u64> = BTreeMap::new();
    let grain = finest.unwrap_or_default();
    walk_views(effort, start, |state, views, _| {
        for view in views {
            let (key, name) = (state.info_key(view.seat, grain), format!("{view:?}"));
            let known = keys_of.entry(name.clone()).or_insert(key);
            assert_eq!(*known, key, "one view has two keys: {name}");
            if finest.is_some() {
                let known = views_of.entry(key).or_insert_with(|| name.clone());
                assert_eq!(*known, name, "two views share the key {key:#x}");
            }
        }
    });
}
