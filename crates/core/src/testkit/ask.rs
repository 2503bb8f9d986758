//! One call to ask a search, for examples and tests: no clock, no listener, a fixed seed.

use super::clock::SteppingClock;
use crate::{Contradiction, Decision, Hidden, Limits, Rng, Run, Search, State, View, ViewOf, ViewSearch};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What `search` decides in `state`, where a player must be to move. No time passes meanwhile.
pub fn decide<S: State>(
    search: &mut impl Search<S>,
    state: &S,
    limits: Limits,
    seed: u64,
) -> Decision<S::Action> {
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
    search.decide(state, &mut Run::new(limits, &clock, &stop), &mut Rng::new(seed))
}

/// The same for advice: what the words about a decision need is wanted too.
pub fn decide_for_words<S: State>(
    search: &mut (impl Search<S> + ?Sized),
    state: &S,
    limits: Limits,
    seed: u64,
) -> Decision<S::Action> {
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
    let (mut run, mut evidence) = (Run::new(limits, &clock, &stop), None);
    run.evidence = Some(&mut evidence);
    search.decide(state, &mut run, &mut Rng::new(seed))
}

/// What `search` decides for the player to move, who sees only its own view of `state`. No time passes
/// meanwhile.
pub fn decide_seen<S: Hidden>(
    search: &mut (impl ViewSearch<S> + ?Sized),
    state: &S,
    limits: Limits,
    seed: u64,
) -> Result<Decision<S::Action>, Contradiction> {
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
    search.decide(&view_of_mover(state), &mut Run::new(limits, &clock, &stop), &mut Rng::new(seed))
}

/// What the player to move sees, with an empty log. Panics when no player is to move.
#[must_use]
pub fn view_of_mover<S: Hidden>(state: &S) -> ViewOf<S> {
    let mover = state.turn().player().expect("a player is to move");
    View::new(mover, state.seen(mover))
}
