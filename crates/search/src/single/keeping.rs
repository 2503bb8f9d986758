//! Three ways to store the positions that a beam looks at, with the same results.

use std::rc::Rc;
use yomi_core::{Glimpse, Keyed, Player, Scout, State};

/// When to build a position and where to put it.
pub trait Keeping<S: State> {
    /// A position that waits for the selection.
    type Queued;
    /// A position in the beam.
    type Held;

    /// The position that a search begins with.
    fn begin(state: &S) -> Self::Held;

    fn state(held: &Self::Held) -> &S;

    /// Looks at what a move leads to.
    fn look<E: Scout<S>>(scout: &E, from: &S, action: S::Action, p: Player) -> (Glimpse, Self::Queued)
    where
        S: Keyed;

    /// A position where the game is over stays as it is.
    fn stay(held: &Self::Held) -> Self::Queued;

    /// Puts a chosen position at its place in the beam: at the end, or over one that is no longer needed.
    fn hold(
        queued: Self::Queued,
        parent: &Self::Held,
        action: Option<S::Action>,
        beam: &mut Vec<Self::Held>,
        place: usize,
    );
}

/// Every position is built and copied from place to place, as in the search book's first programs.
pub struct Copied;

impl<S: State> Keeping<S> for Copied {
    type Queued = S;
    type Held = S;

    fn begin(state: &S) -> S {
        state.clone()
    }

    fn state(held: &S) -> &S {
        held
    }

    fn look<E: Scout<S>>(scout: &E, from: &S, action: S::Action, p: Player) -> (Glimpse, S)
    where
        S: Keyed,
    {
        let mut next = from.clone();
        next.apply(action);
        (scout.glimpse(&next, p), next)
    }

    fn stay(held: &S) -> S {
        held.clone()
    }

    fn hold(queued: S, _: &S, _: Option<S::Action>, beam: &mut Vec<S>, place: usize) {
        match beam.get_mut(place) {
            Some(old) => *old = queued,
            None => beam.push(queued),
        }
    }
}

/// Every position is built once and then shared: what is copied is a counted reference, as in the search
/// book's last program.
pub struct Shared;

impl<S: State> Keeping<S> for Shared {
    type Queued = Rc<S>;
    type Held = Rc<S>;

    fn begin(state: &S) -> Rc<S> {
        Rc::new(state.clone())
    }

    fn state(held: &Rc<S>) -> &S {
        held
    }

    fn look<E: Scout<S>>(scout: &E, from: &S, action: S::Action, p: Player) -> (Glimpse, Rc<S>)
    where
        S: Keyed,
    {
        let (seen, next) = Copied::look(scout, from, action, p);
        (seen, Rc::new(next))
    }

    fn stay(held: &Rc<S>) -> Rc<S> {
        Rc::clone(held)
    }

    fn hold(queued: Rc<S>, _: &Rc<S>, _: Option<S::Action>, beam: &mut Vec<Rc<S>>, place: usize) {
        match beam.get_mut(place) {
            Some(old) => *old = queued,
            None => beam.push(queued),
        }
    }
}

/// Only positions that stay in the beam are built, from their parents, which exist until then.
pub struct Late;

impl<S: State> Keeping<S> for Late {
    type Queued = ();
    type Held = S;

    fn begin(state: &S) -> S {
        state.clone()
    }

    fn state(held: &S) -> &S {
        held
    }

    #[inline]
    fn look<E: Scout<S>>(scout: &E, from: &S, action: S::Action, p: Player) -> (Glimpse, ())
    where
        S: Keyed,
    {
        (scout.ahead(from, action, p), ())
    }

    fn stay(_: &S) {}

    #[inline]
    fn hold((): (), parent: &S, action: Option<S::Action>, beam: &mut Vec<S>, place: usize) {
        match beam.get_mut(place) {
            Some(old) => old.clone_from(parent),
            None => beam.push(parent.clone()),
        }
        if let Some(action) = action {
            beam[place].apply(action);
        }
    }
}
