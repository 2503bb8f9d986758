//! Perfect-information Monte Carlo without a tree: every move is played out in the same worlds with the same
//! random numbers, and the weaker half of the moves is dropped repeatedly (sequential halving: Karnin, Koren
//! and Somekh, 2013), so that most of the time goes into telling the best ones apart.
//!
//! The move that the policy would play (the favourite) is never dropped, and the others are compared with it
//! world by world: luck that affects both cancels out (common random numbers).
//!
//! After the move a policy plays for all seats, the searching seat included. So this is one step of policy
//! improvement (a rollout algorithm): it finds moves that the policy overlooks and trusts the policy for the
//! rest.

use crate::belief::{Reading, Witness, Worlds};
use crate::opening::{Looked, Opening};
use crate::order::sort_few;
use crate::streams::{self, Choose, Parts, Size, Stream};
use crate::tally::{self, Clusters, Tally};
use crate::tree::rollout::rollout;
use crate::watch::charge;
use std::any::Any;
use yomi_core::{
    Belief, Contradiction, Decision, Evidence, Hidden, Limits, OptionSpec, Policy, Rng, Run, State, Text,
    ViewOf, ViewSearch,
};

pub const DEFAULT_LIMITS: Limits = Limits::iterations(2_400);

/// How much better than the policy's own move another must look to be played.
pub const TRUST: OptionSpec = OptionSpec::number(
    "trust",
    "0",
    0.0,
    1.0,
    Text::new(
        "how much better than the rollout's own move another must look to be played, beside the error of its lead",
        "方策の手に代えるのに必要な勝率差（誤差のほかに）",
    ),
);

/// Sequential halving over moves, in sampled worlds. See the [module](self).
///
/// ```
/// use yomi_core::testkit::ask::decide_seen;
/// use yomi_core::testkit::toys::{Akq, AnyDeal, Bet, Card};
/// use yomi_core::{Limits, Uniform};
/// use yomi_search::Halving;
///
/// let mut search = Halving { reading: AnyDeal, policy: Uniform, trust: 0.01 };
/// // The second seat has a queen, the lowest card, and the first seat has bet.
/// let game = Akq { first: Some(Bet::Bet), ..Akq::new(Card::Ace, Card::Queen) };
/// let found = decide_seen(&mut search, &game, Limits::iterations(400), 0).unwrap();
/// assert_eq!((found.action, found.value()), (Bet::Fold, -1.0));
/// ```
#[derive(Clone, Debug)]
pub struct Halving<R, P> {
    pub reading: R,
    pub policy: P,
    /// How much better than the policy's own move another must look to be played instead, in payoff, on top
    /// of the standard error of its lead.
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
        let began = run.clock.now();
        let mut opening = match Opening::look(view, &self.reading, &mut self.policy, &run.limits, rng)? {
            Looked::Forced(decision) => return Ok(decision),
            Looked::Open(opening) => opening,
        };
        if let Some(stop) = &run.halt {
            opening.belief.heed(stop);
        }
        charge(run, began);
        let moves = opening.moves.clone();
        let is_favourite = |i: &usize| moves[*i] == opening.favourite;
        let (own, others): (Vec<usize>, Vec<usize>) = (0..moves.len()).partition(is_favourite);
        let favourite = own[0];
        let limits = run.limits.or(DEFAULT_LIMITS);
        let witnessed = run.evidence.is_some();
        // Where iterations are limited there is one race; races that run freely are endless.
        let length = limits.iterations;
        let (mut decision, races) =
            streams::run_keeping(run, DEFAULT_LIMITS, Parts::Whole, Choose::MostVisits, rng, |rng, _| {
                let tallies: Vec<_> = moves.iter().map(|&a| Tally::new(a)).collect();
                Race {
                    mover: view.seat,
                    worlds: Worlds::new(opening.belief.clone()),
                    policy: self.policy.clone(),
                    favourite,
                    schedule: Schedule::new(others.len(), length),
                    running: others.clone(),
                    world: None,
                    next: 0,
                    done: 0,
                    clusters: vec![Clustered::default(); tallies.len()],
                    leads: tallies.clone(),
                    tallies,
                    met: NOTHING_MET,
                    witness: Witness::wanted(witnessed, &opening.belief),
                    rng,
                }
            });
        let merged = tally::merge(races.iter().map(|race| &race.leads[..]));
        let leads: Vec<_> = merged.iter().map(Tally::candidate).collect();
        // A lead counts minus its standard error.
        let worth = |i: &usize| leads[*i].mean - leads[*i].se - self.trust;
        let ahead = others.into_iter().filter(|i| worth(i) > 0.0);
        let best = ahead.max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or(favourite);
        let met = races.iter().fold(NOTHING_MET, |met, race| (met.0.min(race.met.0), met.1.max(race.met.1)));
        let tallies = tally::merge(races.iter().map(|race| &race.tallies[..]));
        let clustered: Vec<_> = races.iter().map(Race::clustered_leads).collect();
        let leads = tally::merge(clustered.iter().map(|leads| &leads[..]));
        level(&mut decision, (&tallies, &leads, favourite), met);
        Ok(opening.close(decision, moves[best]))
    }
}

/// The results of a move, and its leads, by the cluster of their worlds.
#[derive(Clone, Debug, Default)]
struct Clustered {
    results: Clusters,
    leads: Clusters,
}

/// The range of payoffs before any game.
const NOTHING_MET: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// A move that was dropped early was played in fewer worlds than the favourite, and those may have been
/// kinder. So the mean of every move is reported as that of the favourite plus its lead, clamped to the
/// payoffs that occurred.
fn level<A: Copy + Eq>(
    decision: &mut Decision<A>,
    (tallies, leads, favourite): (&[Tally<A>], &[Tally<A>], usize),
    (least, most): (f64, f64),
) {
    let of_favourite = tallies[favourite];
    if of_favourite.visits == 0 {
        return;
    }
    let (worlds, base) = (of_favourite.visits as f64, of_favourite.sum / of_favourite.visits as f64);
    for candidate in &mut decision.candidates {
        let at = leads.iter().position(|lead| lead.action == candidate.action && lead.visits > 0);
        let Some(at) = at.filter(|&at| at != favourite) else { continue };
        let (own, lead) = (tallies[at], leads[at]);
        candidate.mean = (base + lead.sum / lead.visits as f64).max(least).min(most);
        // The lead is known from fewer worlds than the favourite; in those both depend on each other.
        if let (Some(own), Some(of_lead)) = (own.variance(), lead.variance()) {
            let shared = (own - of_lead).max(0.0) / worlds * of_favourite.inflation();
            let se = (shared + of_lead / lead.visits as f64 * lead.inflation()).sqrt();
            if se > 0.0 {
                candidate.tries *= (candidate.se / se).powi(2);
                candidate.se = se;
            }
        }
    }
}

/// How many moves besides the favourite are still in the race.
struct Schedule {
    moves: usize,
    /// Iterations of the whole race; without a limit it is repeated, twice as long each time.
    length: u64,
    endless: bool,
}

/// Iterations per move in the first race of a search without an iteration limit.
const SHORTEST: u64 = 64;

impl Schedule {
    fn new(moves: usize, length: Option<u64>) -> Schedule {
        let shortest = SHORTEST * (moves as u64 + 1);
        Schedule { moves, length: length.unwrap_or(shortest).max(1), endless: length.is_none() }
    }

    /// The moves left after `done` iterations: halved after every part of the race, one at the end.
    fn left(&mut self, done: u64) -> usize {
        while self.endless && done >= self.length {
            self.length *= 2;
        }
        let rounds = u64::from(usize::BITS - self.moves.leading_zeros());
        let round = (rounds * done / self.length).min(rounds - 1);
        self.moves >> round
    }
}

/// One stream of a race.
struct Race<W: State, B, P> {
    mover: yomi_core::Player,
    worlds: Worlds<W, B>,
    policy: P,
    /// The index of the policy's own move.
    favourite: usize,
    schedule: Schedule,
    /// Indices of the other moves that are still in the race.
    running: Vec<usize>,
    /// The world that all of them are played in now, with its random generator and the payoff of the
    /// favourite in it.
    world: Option<(W, Rng, f64)>,
    next: usize,
    done: u64,
    /// By how much each move did better than the favourite, in the same worlds.
    leads: Vec<Tally<W::Action>>,
    /// The least and the greatest payoff of any game so far.
    met: (f64, f64),
    tallies: Vec<Tally<W::Action>>,
    /// Of every move; nothing where worlds are independent.
    clusters: Vec<Clustered>,
    witness: Option<Box<Witness<W, B>>>,
    rng: Rng,
}

impl<W: yomi_core::Chance, B: Belief<W>, P: Policy<W>> Race<W, B, P> {
    /// Draws a new world, drops moves if the schedule says so, and plays the favourite first.
    fn next_world(&mut self) {
        let left = self.schedule.left(self.done);
        if left != self.running.len() {
            let mean = |i: usize| self.leads[i].candidate().mean;
            let mut order: Vec<usize> = (0..self.tallies.len()).filter(|&i| i != self.favourite).collect();
            sort_few(&mut order, |&a, &b| mean(b).total_cmp(&mean(a)));
            order.truncate(left);
            order.sort_unstable();
            self.running = order;
        }
        let world = self.worlds.next(&mut self.rng).state;
        if let Some(witness) = &mut self.witness {
            witness.begin(&world);
        }
        let luck = Rng::new(self.rng.next_u64());
        let payoff = self.play(self.favourite, &world, &luck);
        self.world = Some((world, luck, payoff));
        self.next = 0;
    }

    /// The leads with what their worlds have in common. Which move is played is decided without: what is off in all
    /// worlds is off for all moves.
    fn clustered_leads(&self) -> Vec<Tally<W::Action>> {
        let mut leads = self.leads.clone();
        if self.worlds.cluster().is_some() {
            leads.iter_mut().zip(&self.clusters).for_each(|(lead, own)| lead.cluster(&own.leads));
        }
        leads
    }

    /// Plays a move in a world and the game to its end.
    fn play(&mut self, i: usize, world: &W, luck: &Rng) -> f64 {
        let (mut state, mut luck) = (world.clone(), luck.clone());
        let tally = &mut self.tallies[i];
        state.apply(tally.action);
        rollout(&mut state, &mut self.policy, &mut luck);
        let payoff = state.payoff(self.mover);
        tally.add(payoff);
        if let Some(cluster) = self.worlds.cluster() {
            self.clusters[i].results.add(cluster, payoff);
        }
        if let Some(witness) = &mut self.witness {
            witness.end(tally.action, &state);
        }
        self.met = (self.met.0.min(payoff), self.met.1.max(payoff));
        payoff
    }
}

impl<W: yomi_core::Chance, B: Belief<W> + 'static, P: Policy<W>> Stream for Race<W, B, P> {
    type Action = W::Action;

    fn advance(&mut self, iterations: u64) {
        for _ in 0..iterations {
            match self.world.take() {
                Some((world, luck, of_favourite)) if self.next < self.running.len() => {
                    let i = self.running[self.next];
                    let lead = self.play(i, &world, &luck) - of_favourite;
                    self.leads[i].add(lead);
                    if let Some(cluster) = self.worlds.cluster() {
                        self.clusters[i].leads.add(cluster, lead);
                    }
                    self.world = Some((world, luck, of_favourite));
                    self.next += 1;
                }
                _ => self.next_world(),
            }
            self.done += 1;
        }
        if self.worlds.cluster().is_some() {
            for (own, clustered) in self.tallies.iter_mut().zip(&self.clusters) {
                own.cluster(&clustered.results);
            }
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

    fn evidence(&self) -> Option<&(dyn Any + Send)> {
        self.witness.as_deref().map(|witness| witness as &(dyn Any + Send))
    }

    fn take_evidence(&mut self) -> Option<Evidence> {
        self.witness.take().map(|witness| witness as Evidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Basis;

    #[test]
    fn half_of_the_moves_are_left_after_every_part_of_the_race() {
        let mut schedule = Schedule::new(6, Some(900));
        let left: Vec<usize> = [0, 299, 300, 599, 600, 899, 5_000].map(|done| schedule.left(done)).into();
        assert_eq!(left, [6, 6, 3, 3, 1, 1, 1]);
        let mut one = Schedule::new(1, Some(10));
        assert!((0..20).all(|done| one.left(done) == 1));
    }

    #[test]
    fn a_race_without_an_end_is_run_again_and_again() {
        let mut schedule = Schedule::new(3, None);
        let first = SHORTEST * 4;
        assert_eq!(schedule.left(0), 3);
        assert_eq!(schedule.left(first - 1), 1);
        // Twice as long: half of it is done, and so half of the moves are left.
        assert_eq!(schedule.left(first), 1);
        assert_eq!(schedule.length, 2 * first);
    }

    /// Dropped after two kind worlds, in which the favourite did as well.
    #[test]
    fn moves_are_compared_in_the_same_worlds() {
        let mut tallies = ['a', 'b', 'c'].map(Tally::new);
        let mut leads = tallies;
        for world in 0..6 {
            let kind = f64::from(u8::from(world < 2));
            tallies[0].add(kind);
            if world < 2 {
                tallies[1].add(kind);
                leads[1].add(0.0);
            }
        }
        let candidates: Vec<_> = tallies.iter().map(Tally::candidate).collect();
        assert_eq!(candidates[1].mean, 1.0);
        let mut decision =
            Decision { candidates, ..Decision::immediate(Basis::Sampled, 'a', ['a', 'b', 'c']) };
        let mut means = |leads: &[Tally<char>]| {
            level(&mut decision, (&tallies, leads, 0), (0.0, 1.0));
            decision.candidates.iter().map(|c| c.mean).collect::<Vec<f64>>()
        };
        assert_eq!(means(&leads), [1.0 / 3.0, 1.0 / 3.0, 0.0]);
        leads[1].add(3.0);
        assert_eq!(means(&leads), [1.0 / 3.0, 1.0, 0.0], "no more than there is to win");
    }
}
