//! Honest play: nothing that a seat cannot see may reach what it decides.

use super::Effort;
use super::clock::SteppingClock;
use super::views::walk_views;
use crate::{Belief, Hidden, Inference, InfoSets, Limits, Player, Rng, Run, Turn, View, ViewOf, ViewSearch};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Two states that differ only in what the viewer cannot see give equal views, equal beliefs and, with the
/// same seed, equal decisions.
///
/// `swap` makes such a pair: another state, with everything changed at random that the viewer cannot see. It
/// must be written from the rules, without `seen`. The test fails if it never changes anything.
pub fn check_no_peek<S: Hidden + Debug, I: Inference<S>>(
    effort: Effort,
    start: impl Fn(u64) -> S,
    swap: impl Fn(&S, Player, &mut Rng) -> S,
    inference: &I,
    mut search: impl FnMut() -> Box<dyn ViewSearch<S>>,
) {
    let mut changed = 0u64;
    walk_views(effort, start, |state, views, rng| {
        for view in views {
            let twin = swap(state, view.seat, rng);
            changed += u64::from(format!("{twin:?}") != format!("{state:?}"));
            let twin_view = view_of_twin(view, state, &twin);
            check_beliefs(inference, view, &twin_view);
            if state.turn() == Turn::Player(view.seat) {
                let decisions = [view, &twin_view].map(|v| decide(search().as_mut(), v));
                assert_eq!(
                    decisions[0], decisions[1],
                    "the decision depends on what cannot be seen: {state:?} {twin:?}"
                );
            }
        }
    });
    assert!(changed > 0, "the swap never changed anything: this test cannot fail");
}

/// Two states that differ only in what the viewer cannot see are one information set: they have the same key
/// and the same names of moves. Where the default grain is `full`, two in which it saw something different
/// have different keys.
///
/// `swap` is that of [`check_no_peek`]. The test fails if it never changes anything: a state and its copy
/// have one key whatever the key is made of.
pub fn check_info_sets<S: InfoSets + Debug>(
    effort: Effort,
    start: impl Fn(u64) -> S,
    swap: impl Fn(&S, Player, &mut Rng) -> S,
    full: bool,
) {
    let grain = S::Grain::default();
    let mut changed = 0u64;
    let mut seen_by_key: BTreeMap<u64, String> = BTreeMap::new();
    super::walk(effort, start, |state, _, rng| {
        for viewer in Player::all(state.players()) {
            let twin = swap(state, viewer, rng);
            changed += u64::from(format!("{twin:?}") != format!("{state:?}"));
            let [own, other] = [state, &twin].map(|state| {
                let mut named = Vec::new();
                (state.info_set(viewer, grain, &mut named), named)
            });
            assert_eq!(own, other, "seat {viewer}: one information set has two names: {state:?} {twin:?}");
            if full {
                let seen = format!("{viewer}: {:?}", state.seen(viewer));
                let known = seen_by_key.entry(own.0).or_insert_with(|| seen.clone());
                assert_eq!(*known, seen, "two information sets share the key {:#x}", own.0);
            }
        }
    });
    assert!(changed > 0, "the swap never changed anything: this test cannot fail");
}

/// Actions that look the same to a seat give it the same event: nothing leaks through the log.
///
/// `alike` gives another action that cannot be told from the given one by that viewer: another card discarded
/// face down, another card drawn by an opponent. It must be written from the rules, and is asked for moves
/// and outcomes. `None` where every action shows. The test fails if it never finds one.
pub fn check_alike<S: Hidden + Debug>(
    effort: Effort,
    start: impl Fn(u64) -> S,
    alike: impl Fn(&S, S::Action, Player, &mut Rng) -> Option<S::Action>,
) {
    let mut compared = 0u64;
    super::walk(effort, start, |state, action, rng| {
        let Some(action) = action else { return };
        for viewer in Player::all(state.players()) {
            if let Some(other) = alike(state, action, viewer, rng) {
                compared += u64::from(other != action);
                let events = [action, other].map(|a| state.event(a, viewer));
                assert_eq!(
                    events[0], events[1],
                    "seat {viewer} can tell {action:?} from {other:?} in {state:?}"
                );
            }
        }
    });
    assert!(compared > 0, "no two actions were ever compared: this test cannot fail");
}

/// The view the same seat has when the truth is `twin`, after checking that it is the same.
fn view_of_twin<S: Hidden + Debug>(view: &ViewOf<S>, state: &S, twin: &S) -> ViewOf<S> {
    let seat = view.seat;
    let twin_view = View { now: twin.seen(seat), ..view.clone() };
    assert_eq!(twin_view, *view, "seat {seat} can tell {state:?} from {twin:?}");
    for (a, _) in state.outcomes() {
        if twin.outcomes().iter().any(|&(b, _)| a == b) {
            check_event(state, twin, a, seat);
        }
    }
    for a in state.actions() {
        if twin.is_legal(a) {
            check_event(state, twin, a, seat);
        } else {
            assert_ne!(
                state.turn(),
                Turn::Player(seat),
                "seat {seat} can tell by {a:?} whether it is {twin:?}"
            );
        }
    }
    twin_view
}

/// An action may reveal what was hidden, and then the two are seen to differ. What an event tells beyond that
/// is a leak.
fn check_event<S: Hidden + Debug>(state: &S, twin: &S, action: S::Action, seat: Player) {
    let seen_after = |state: &S| {
        let mut after = state.clone();
        after.apply(action);
        after.seen(seat)
    };
    if seen_after(state) == seen_after(twin) {
        assert_eq!(
            state.event(action, seat),
            twin.event(action, seat),
            "{action:?} tells seat {seat} {state:?} from {twin:?}"
        );
    }
}

fn check_beliefs<S: Hidden + Debug, I: Inference<S>>(inference: &I, view: &ViewOf<S>, twin: &ViewOf<S>) {
    let draw = |v| {
        let mut belief = inference.read(v).expect("a view of a game that happens");
        let mut rng = Rng::new(1);
        format!("{:?}", [0; 3].map(|_| belief.sample(&mut rng)))
    };
    assert_eq!(draw(view), draw(twin), "the belief depends on what cannot be seen");
}

fn decide<S: Hidden>(search: &mut dyn ViewSearch<S>, view: &ViewOf<S>) -> crate::Decision<S::Action> {
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
    let mut run = Run::new(Limits::iterations(20), &clock, &stop);
    search.decide(view, &mut run, &mut Rng::new(2)).expect("a view of a game that happens")
}
