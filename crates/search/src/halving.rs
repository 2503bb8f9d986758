//! `pimc` without a tree: every move is played on in the same worlds with the same luck, and the weaker half of the moves is dropped
//! again and again (sequential halving: Karnin, Koren and Somekh, 2013), so that most of the time goes into telling
//! the best ones apart.
//!
//! What happens after the move is left to a policy, the seat's own moves included. So the search is one step better than its
//! policy: it finds the moves that the policy overlooks, and trusts it for the rest.

use crate::belief::{Reading, Worlds};
use crate::opening::{Looked, Opening};
use crate::streams::{self, Choose, Size, Stream};
use crate::tally::Tally;
use crate::tree::rollout::rollout;
use yomi_core::{
    Belief, Contradiction, Decision, Hidden, Limits, Policy, Rng, Run, State, ViewOf, ViewSearch,
};

pub const DEFAULT_LIMITS: Limits = Limits::iterations(2_400);

#[derive(Clone, Debug)]
pub struct Halving<R, P> {
    pub reading: R,
    pub policy: P,
    /// How much better than the policy's own move another must look to be played instead, in payoff.
    pub trust: f64,
}

impl<S, R, P> ViewSearch<S> for Halving<R, P>
where
    S: Hidden,
    R: Reading<S>,
    P: Policy<R::World>,
{
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        let opening = match Opening::look(view, &self.reading, &mut self.policy, rng)? {
            Looked::Forced(decision) => return Ok(decision),
            Looked::Open(opening) => opening,
        };
        let moves = &opening.moves;
        let limits = run.limits.or(DEFAULT_LIMITS);
        let share = limits.iterations.map(|n| n / streams::stream_count(&limits) as u64);
        let decision = streams::run(run, DEFAULT_LIMITS, Choose::MostVisits, rng, |rng, _| {
            let tallies: Vec<_> = moves.iter().map(|&a| Tally::new(a)).collect();
            Race {
                mover: view.seat,
                worlds: Worlds::new(opening.belief.clone()),
                policy: self.policy.clone(),
                favourite: opening.favourite,
                trust: self.trust,
                schedule: Schedule::new(moves.len(), share),
                running: (0..moves.len()).collect(),
                world: None,
                next: 0,
                done: 0,
                tallies,
                rng,
            }
        });
        Ok(opening.close(decision, self.trust))
    }
}

/// How many moves are still in the race.
struct Schedule {
    moves: usize,
    /// Iterations of the whole race; without a limit it is run again and again, twice as long each time.
    length: u64,
    endless: bool,
}

/// The first race of a search without a limit on iterations, a move.
const SHORTEST: u64 = 64;

impl Schedule {
    fn new(moves: usize, length: Option<u64>) -> Schedule {
        let shortest = SHORTEST * moves as u64;
        Schedule { moves, length: length.unwrap_or(shortest).max(1), endless: length.is_none() }
    }

    /// The moves left after so many iterations: half of them for every part of the race, two at the end.
    fn left(&mut self, done: u64) -> usize {
        while self.endless && done >= self.length {
            self.length *= 2;
        }
        let rounds = u64::from(usize::BITS - (self.moves - 1).leading_zeros());
        let round = (rounds * done / self.length).min(rounds - 1);
        (self.moves >> round).max(2).min(self.moves)
    }
}

/// One stream of a race.
struct Race<W: State, B, P> {
    mover: yomi_core::Player,
    worlds: Worlds<W, B>,
    policy: P,
    favourite: W::Action,
    trust: f64,
    schedule: Schedule,
    /// Places of the moves that are still in it.
    running: Vec<usize>,
    /// The world that all of them are played in now, with its luck.
    world: Option<(W, Rng)>,
    next: usize,
    done: u64,
    tallies: Vec<Tally<W::Action>>,
    rng: Rng,
}

impl<W: yomi_core::Chance, B: Belief<W>, P: Policy<W>> Race<W, B, P> {
    /// A new world, and where the schedule says so fewer moves.
    fn next_world(&mut self) {
        let left = self.schedule.left(self.done);
        if left != self.running.len() {
            let mean = |i: usize| {
                let candidate = self.tallies[i].candidate();
                candidate.mean + if candidate.action == self.favourite { self.trust } else { 0.0 }
            };
            let mut order: Vec<usize> = (0..self.tallies.len()).collect();
            order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
            order.truncate(left);
            order.sort_unstable();
            self.running = order;
        }
        let world = self.worlds.next(&mut self.rng).state;
        self.world = Some((world, Rng::new(self.rng.next_u64())));
        self.next = 0;
    }
}

impl<W: yomi_core::Chance, B: Belief<W>, P: Policy<W>> Stream for Race<W, B, P> {
    type Action = W::Action;

    fn advance(&mut self, iterations: u64) {
        for _ in 0..iterations {
            if self.world.is_none() || self.next == self.running.len() {
                self.next_world();
            }
            let Some((world, luck)) = &self.world else { unreachable!("a world was drawn") };
            let (mut state, mut luck) = (world.clone(), luck.clone());
            let tally = &mut self.tallies[self.running[self.next]];
            state.apply(tally.action);
            rollout(&mut state, &mut self.policy, &mut luck);
            tally.add(state.payoff(self.mover));
            self.next += 1;
            self.done += 1;
        }
    }

    fn tallies(&self) -> &[Tally<W::Action>] {
        &self.tallies
    }

    fn line(&self, first: W::Action) -> Vec<W::Action> {
        vec![first]
    }

    fn size(&self) -> Size {
        Size { nodes: self.done, worlds: self.worlds.drawn(), depth: 1, ..Size::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_moves_are_left_after_every_part_of_the_race() {
        let mut schedule = Schedule::new(6, Some(900));
        let left: Vec<usize> = [0, 299, 300, 599, 600, 899, 5_000].map(|done| schedule.left(done)).into();
        assert_eq!(left, [6, 6, 3, 3, 2, 2, 2]);
        let mut two = Schedule::new(2, Some(10));
        assert!((0..20).all(|done| two.left(done) == 2));
    }

    #[test]
    fn a_race_without_an_end_is_run_again_and_again() {
        let mut schedule = Schedule::new(4, None);
        let first = SHORTEST * 4;
        assert_eq!(schedule.left(0), 4);
        assert_eq!(schedule.left(first - 1), 2);
        // Twice as long: half of it is done, and so half of the moves are left.
        assert_eq!(schedule.left(first), 2);
        assert_eq!(schedule.length, 2 * first);
    }
}
