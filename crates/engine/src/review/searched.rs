//! Values by a search, in games in which all is seen and nothing is left to chance.

use super::judge::{Judge, Payoffs};
use super::weigh::{Judged, LookBehind};
use crate::Sentence;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::{
    Bound, Candidate, Clock, Deterministic, Hidden, Limits, Player, Rng, Run, Search, State, Turn,
};

/// What the value function of a ledger may use is counted, never timed.
struct Timeless;

impl Clock for Timeless {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Looks at a state by a search that begins anew each time, so that what it says depends on nothing else. Of
/// two players the other gets the rest.
#[derive(Clone, Debug)]
pub struct BySearch<T> {
    pub search: T,
    /// For the ledger: iterations or nodes.
    pub ledger: Limits,
    /// For the moves of a decision, unless something else is asked for.
    pub decision: Limits,
    pub name: Sentence,
    /// See [`LookBehind::usual_error`].
    pub usual_error: f64,
}

impl<T: Clone> BySearch<T> {
    /// What the mover of a state gets, as far as the search finds within the limits of a run.
    fn found<S: State>(&self, state: &S, mut run: Run<'_, S::Action>) -> Candidate<S::Action>
    where
        T: Search<S>,
    {
        self.search.clone().decide(state, &mut run, &mut Rng::new(0)).best().clone()
    }
}

impl<S: Hidden + Deterministic, T: Search<S> + Clone> Judge<S> for BySearch<T> {
    fn name(&self) -> Sentence {
        self.name.clone()
    }

    fn values(&mut self, state: &S) -> Payoffs {
        let Turn::Player(mover) = state.turn() else { unreachable!("nothing is left to chance") };
        let stop = AtomicBool::new(false);
        let own = self.found(state, Run::new(self.ledger, &Timeless, &stop)).mean;
        let (least, most) = state.payoff_bounds();
        let mut values = Payoffs::default();
        for seat in Player::all(state.players()) {
            values[seat.index()] = if seat == mover { own } else { least + most - own };
        }
        values
    }
}

/// A quarter of the limits.
pub(crate) fn quarter(limits: &Limits) -> Limits {
    let part = |n: u64| (n / 4).max(1);
    Limits {
        iterations: limits.iterations.map(part),
        nodes: limits.nodes.map(part),
        time: limits.time.map(|time| time / 4),
        memory: limits.memory,
    }
}

impl<S: Deterministic, T: Search<S> + Clone> LookBehind<S> for BySearch<T> {
    fn default_limits(&self) -> Limits {
        self.decision
    }

    fn usual_error(&self) -> f64 {
        self.usual_error
    }

    fn look(&mut self, state: &S, seat: Player, run: &Run<'_, S::Action>) -> Judged {
        // Both looks together take the time there is.
        let [time, less] = [4, 1].map(|fifths| run.limits.time.map(|time| time * fifths / 5));
        let within = |limits| Run::new(limits, run.clock, run.stop);
        let found = self.found(state, within(Limits { time, ..run.limits }));
        let before = match found.bound {
            Bound::Proven | Bound::Exact => found.mean,
            _ => self.found(state, within(Limits { time: less, ..quarter(&run.limits) })).mean,
        };
        let of_seat = |value: f64| match state.turn() == Turn::Player(seat) {
            true => value,
            false => state.payoff_bounds().0 + state.payoff_bounds().1 - value,
        };
        Judged { value: of_seat(found.mean), before: of_seat(before), bound: found.bound }
    }
}
