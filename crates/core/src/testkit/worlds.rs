//! Laws of [`Belief`]: every world agrees with the view it was drawn from.

use super::views::walk_views;
use super::{Effort, walk};
use crate::{Belief, Hidden, Inference, Turn, ViewOf};
use std::fmt::Debug;

/// Draws worlds at every position of random games. Each must look to the seat exactly as the view does, leave
/// it the same actions, satisfy `reachable` (the game's own word that the world could have come about by
/// these events), and play on to an end.
pub fn check_worlds<S: Hidden + Debug, I: Inference<S>>(
    effort: Effort,
    start: impl Fn(u64) -> S,
    inference: &I,
    reachable: impl Fn(&ViewOf<S>, &S) -> bool,
) {
    walk_views(effort, start, |state, views, rng| {
        for view in views {
            let mut belief =
                inference.read(view).unwrap_or_else(|why| panic!("no world for a view of {state:?}: {why}"));
            for _ in 0..4 {
                let (world, weight) = belief.sample(rng);
                assert!(weight > 0.0 && weight.is_finite(), "weight {weight}");
                assert!(weight == 1.0 || belief.is_weighted(), "weight {weight} from an unweighted belief");
                assert_eq!(world.seen(view.seat), view.now, "world {world:?} does not look like the view");
                assert_eq!(world.turn(), state.turn(), "world {world:?} gives the turn to another");
                if state.turn() == Turn::Player(view.seat) {
                    assert_eq!(world.actions(), state.actions(), "world {world:?} allows other actions");
                }
                assert!(reachable(view, &world), "world {world:?} cannot come about by {:?}", view.events);
                walk(Effort { games: 1, ..effort }, |_| world.clone(), |_, _, _| {});
            }
        }
    });
}

/// For [`check_worlds`]: a world can come about if some line of play leads to it, from one of these starts
/// and by the events of the view. All lines are followed at once, so this is for small games; `starts` are
/// all that there are.
pub fn comes_about<S: Hidden + PartialEq>(starts: Vec<S>) -> impl Fn(&ViewOf<S>, &S) -> bool {
    move |view, world| {
        let seat = view.seat;
        let mut now: Vec<S> = starts.iter().filter(|s| s.seen(seat) == view.start).cloned().collect();
        for event in &view.events {
            let mut next = Vec::new();
            for state in &now {
                let outcomes = state.outcomes().into_iter().map(|(outcome, _)| outcome);
                let steps = state.actions().into_iter().chain(outcomes);
                for step in steps.filter(|&step| state.event(step, seat) == *event) {
                    let mut after = state.clone();
                    after.apply(step);
                    if !next.contains(&after) {
                        next.push(after);
                    }
                }
            }
            now = next;
        }
        now.contains(world)
    }
}
