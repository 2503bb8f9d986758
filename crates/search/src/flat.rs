//! `flat` Monte Carlo: the same number of random playouts for every move, and the best mean is played. There
//! is no tree: the opponent's reply is as random as everything after it, so more playouts make the numbers
//! more precise but the play hardly better.

use crate::streams::{self, Choose, Parts, Size, Stream};
use crate::tally::{Dependence, Tally};
use crate::tree::rollout::rollout;
use yomi_core::{Chance, Decision, Limits, Player, Policy, Rng, Run, Search, State, Turn, Uniform};

/// Flat Monte Carlo: the mean of random playouts after each move. See the [module](self).
///
/// ```
/// use yomi_core::testkit::ask::decide;
/// use yomi_core::testkit::toys::{Die, Reroll};
/// use yomi_core::{Limits, Uniform};
/// use yomi_search::Flat;
///
/// // A second roll is worth 3.5 on average: better than a 2, worse than a 5.
/// let mut search = Flat { rollout: Uniform };
/// let mut found = |shows| decide(&mut search, &Reroll::after(shows), Limits::iterations(1_000), 0);
/// assert_eq!(found(2).action, Die::Again);
/// assert_eq!(found(5).action, Die::Keep);
/// assert_eq!((found(5).value(), found(5).best().visits), (5.0, 500));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Flat<P = Uniform> {
    pub rollout: P,
}

pub const DEFAULT_LIMITS: Limits = Limits::iterations(3_000);

impl<S: Chance, P: Policy<S>> Search<S> for Flat<P> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, rng: &mut Rng) -> Decision<S::Action> {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let tallies: Vec<_> = State::actions(state).into_iter().map(Tally::new).collect();
        let parts = Parts::Samples(usize::MAX);
        streams::run(run, DEFAULT_LIMITS, parts, Choose::BestMean, rng, |rng, share| {
            // Streams begin at different moves and advance in step, so that all moves get the same number of
            // playouts.
            Playouts {
                root: state.clone(),
                mover,
                rollout: self.rollout.clone(),
                rng,
                next: share.index,
                step: share.of,
                tallies: tallies.clone(),
            }
        })
    }
}

struct Playouts<S: State, P> {
    root: S,
    mover: Player,
    rollout: P,
    rng: Rng,
    next: usize,
    step: usize,
    tallies: Vec<Tally<S::Action>>,
}

impl<S: Chance, P: Policy<S>> Stream for Playouts<S, P> {
    type Action = S::Action;

    fn advance(&mut self, iterations: u64) {
        for _ in 0..iterations {
            let choices = self.tallies.len();
            let tally = &mut self.tallies[self.next % choices];
            self.next = (self.next + self.step) % (choices * self.step);
            let mut state = self.root.clone();
            state.apply(tally.action);
            rollout(&mut state, &mut self.rollout, &mut self.rng);
            tally.add(state.payoff(self.mover));
        }
    }

    fn tallies(&self) -> &[Tally<S::Action>] {
        &self.tallies
    }

    fn dependence(&self) -> Dependence {
        Dependence::CHOSEN
    }

    fn line(&self, first: S::Action) -> Vec<S::Action> {
        vec![first]
    }

    fn size(&self) -> Size {
        // Nothing is stored; every playout counts as one position.
        let nodes = self.tallies.iter().map(|t| t.visits).sum();
        Size { nodes, depth: 1, ..Size::default() }
    }
}
