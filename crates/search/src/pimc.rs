//! `pimc`: perfect information Monte Carlo. A number of worlds are drawn, with all hidden cards and all
//! future chance outcomes fixed (determinisation); each is searched by itself as if its players saw
//! everything, and the visits are added up.
//!
//! It is simple and fast and has an error that no number of worlds repairs: in each world the player knows
//! what will come, so it never insures against uncertainty, and a move that only works with that knowledge
//! looks as good as one that needs none (strategy fusion).

use crate::belief::Witness;
use crate::streams::{self, Choose, Parts, Share, Size, Stream};
use crate::tally::{self, Tally};
use crate::tree::MctsOptions;
use crate::tree::mcts::Tree;
use crate::tree::rollout::Rollout;
use crate::tree::select::Ucb1;
use crate::watch::charge;
use std::any::Any;
use yomi_core::{
    Belief, Contradiction, Decision, Evidence, Hidden, Inference, Limits, Luck, OptionSpec, Options, Policy,
    Rng, Run, Scripted, Text, Uniform, ViewOf, ViewSearch,
};

pub const DEFAULT_LIMITS: Limits = Limits::iterations(10_000);

const WORLDS: OptionSpec = OptionSpec::count(
    "worlds",
    "20",
    1,
    100_000,
    Text::new("worlds that share the iterations", "世界（決定化）の数。反復を等分する"),
);

/// The options that every `pimc` has.
pub const OPTIONS: [OptionSpec; 3] = [WORLDS, MctsOptions::OPTIONS[0], MctsOptions::OPTIONS[1]];

impl<I> Pimc<I> {
    /// As [`OPTIONS`] were set, with random rollouts.
    #[must_use]
    pub fn read(options: &Options, inference: I) -> Pimc<I> {
        let worlds = options.count(&WORLDS) as u32;
        Pimc { worlds, options: MctsOptions::read(options), inference, rollout: Uniform }
    }
}

impl<I, P> Pimc<I, P> {
    /// Plays on by this policy in place of random moves.
    #[must_use]
    pub fn with_rollout<Q>(self, rollout: Q) -> Pimc<I, Q> {
        Pimc { worlds: self.worlds, options: self.options, inference: self.inference, rollout }
    }
}

/// The search. Worlds share the iterations equally.
///
/// ```
/// use yomi_core::testkit::ask::decide_seen;
/// use yomi_core::testkit::toys::{Akq, AnyDeal, Bet, Card};
/// use yomi_core::{Limits, Uniform};
/// use yomi_search::{Pimc, tree::MctsOptions};
///
/// let options = MctsOptions::default();
/// let mut search = Pimc { worlds: 20, options, inference: AnyDeal, rollout: Uniform };
/// // A king wins the showdown in half of the worlds, and a bet is called by aces only.
/// let king = Akq::new(Card::King, Card::Queen);
/// let found = decide_seen(&mut search, &king, Limits::iterations(4_000), 0).unwrap();
/// assert_eq!((found.action, found.worlds), (Bet::Check, 20));
/// ```
#[derive(Clone)]
pub struct Pimc<I, P = Uniform> {
    pub worlds: u32,
    pub options: MctsOptions,
    pub inference: I,
    pub rollout: P,
}

impl<S: Hidden, I: Inference<S>, P: Policy<Scripted<S>>> ViewSearch<S> for Pimc<I, P> {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        let began = run.clock.now();
        let belief = self.inference.read_within(view, &run.limits)?;
        charge(run, began);
        let witnessed = run.evidence.is_some();
        // Streams share the worlds, so that each world gets the iterations it would get in one stream.
        let parts = Parts::Samples(self.worlds as usize);
        Ok(streams::run(run, DEFAULT_LIMITS, parts, Choose::MostVisits, rng, |rng, share| {
            Worlds::new(self, belief.clone(), rng, share, Witness::wanted(witnessed, &belief))
        }))
    }
}

/// One stream: its worlds, each with a tree.
struct Worlds<S: Hidden, B> {
    trees: Vec<Tree<Scripted<S>, Ucb1>>,
    done: u64,
    tallies: Vec<Tally<S::Action>>,
    witness: Option<Box<Witness<S, B>>>,
}

/// Iterations in one world before the next has its turn: enough for its tree to stay in the cache.
const BATCH: u64 = 16;

impl<S: Hidden, B: Belief<S>> Worlds<S, B> {
    fn new<I, P: Policy<Scripted<S>>>(
        search: &Pimc<I, P>,
        mut belief: B,
        mut rng: Rng,
        share: Share,
        mut witness: Option<Box<Witness<S, B>>>,
    ) -> Self {
        let (worlds, of, index) = (search.worlds.max(1), share.of as u32, share.index as u32);
        let count = worlds / of + u32::from(index < worlds % of);
        let trees = (0..count).map(|i| {
            let (state, _) = belief.sample(&mut rng);
            if let Some(witness) = &mut witness {
                witness.begin(&state);
            }
            let world = Scripted::from_luck(state, Luck::new(rng.next_u64()));
            let memory = share.memory.map(|bytes| bytes / count as usize);
            let leaf = Box::new(Rollout(search.rollout.clone()));
            Tree::new(&world, search.options, leaf, Ucb1, None, rng.split(u64::from(i)), memory)
        });
        let trees: Vec<_> = trees.collect();
        let tallies = tally::merge(trees.iter().map(|t| t.tallies()));
        Worlds { trees, done: 0, tallies, witness }
    }
}

impl<S: Hidden, B: Belief<S>> Stream for Worlds<S, B> {
    type Action = S::Action;

    fn advance(&mut self, iterations: u64) {
        let end = self.done + iterations;
        while self.done < end {
            let world = (self.done / BATCH) as usize % self.trees.len();
            let batch = (BATCH - self.done % BATCH).min(end - self.done);
            self.trees[world].advance(batch);
            self.done += batch;
        }
        // The results of one world depend on it: each world counts as one.
        let of_worlds: Vec<Vec<_>> =
            self.trees.iter().map(|t| t.tallies().iter().map(Tally::join).collect()).collect();
        self.tallies = tally::merge(of_worlds.iter().map(|tallies| &tallies[..]));
    }

    fn tallies(&self) -> &[Tally<S::Action>] {
        &self.tallies
    }

    /// Every world has its own line; none of them is the expected one.
    fn line(&self, first: S::Action) -> Vec<S::Action> {
        vec![first]
    }

    fn size(&self) -> Size {
        let sizes = self.trees.iter().map(|t| t.size());
        let sum = sizes.fold(Size::default(), Size::plus);
        Size { worlds: self.trees.len() as u64, ..sum }
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
    use yomi_core::Limits;
    use yomi_core::testkit::ask::decide_seen;
    use yomi_core::testkit::toys::{Akq, AnyDeal, Bet, Card};

    /// A king that checks wins against a queen and loses against an ace. In one world, however often it is
    /// used, it is one or the other; of twenty drawn apart all are alike once in half a million times.
    #[test]
    fn every_world_is_drawn_anew() {
        let king = Akq::new(Card::King, Card::Queen);
        let mut means = std::collections::BTreeSet::new();
        for seed in 0..8 {
            let mut search =
                Pimc { worlds: 20, options: MctsOptions::default(), inference: AnyDeal, rollout: Uniform };
            let found = decide_seen(&mut search, &king, Limits::iterations(4_000), seed).unwrap();
            let check = found.candidates.iter().find(|c| c.action == Bet::Check).unwrap();
            assert!(check.mean > -1.0 && check.mean < 1.0, "seed {seed}: {}", check.mean);
            means.insert((check.mean * 1e6).round() as i64);
        }
        assert!(means.len() > 3, "other seeds, other worlds: {means:?}");
    }
}
