//! The seed's player: every candidate is played out in the same worlds.

use super::bonuses::{Bonus, bonus};
use super::determinize::Determinizer;
use super::options::SeedOptions;
use super::tracker::CardTracker;
use crate::{ByCards, Heuristic};
use serde::{Deserialize, Serialize};
use std::any::Any;
use yomi_core::{
    Basis, Candidate, Choice, Contradiction, Decision, Evidence, Limits, Player, Policy, Rng, Run, State,
    Turn, ViewOf, ViewSearch,
};
use yomi_games::Sevens;
use yomi_games::sevens::Action;
use yomi_search::abreast::abreast;
use yomi_search::belief::Witness;
use yomi_search::tally::{self, Dependence, Tally};
use yomi_search::watch::Watch;

const WIN: f64 = 2.0;
const LOSS: f64 = -1.0;
/// Adjusts the value of a loss by how far the own hand was behind.
const NEAR: f64 = 0.3;
/// This many cards more than the winner's hand count as far behind.
const FAR_BEHIND: u32 = 3;

/// `seed-pimc`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeedPimc {
    pub options: SeedOptions,
}

/// A candidate move.
struct Trial {
    tally: Tally<Action>,
    score: SeedScore,
}

/// How the seed scores a candidate: the sum over its playouts, and the weighted bonuses.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedScore {
    /// The sum of the values of the playouts.
    pub playouts: f64,
    /// `strategy_weight_multiplier`.
    pub weight: f64,
    pub bonus: Bonus,
}

impl SeedScore {
    pub fn total(&self) -> f64 {
        self.playouts + self.weight * self.bonus.sum()
    }
}

/// The scores of a search, by move: evidence for the words about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Breakdown(Vec<(Action, SeedScore)>);

impl Breakdown {
    /// Of the evidence that the search left; `None` for another search's.
    pub fn of(evidence: &(dyn Any + Send)) -> Option<&Breakdown> {
        Some(&evidence.downcast_ref::<Witness<Sevens, Breakdown>>()?.belief)
    }

    pub fn score(&self, action: Action) -> Option<&SeedScore> {
        self.0.iter().find(|(of, _)| *of == action).map(|(_, score)| score)
    }
}

/// A move played in a world, and the playout from there.
struct Playout {
    state: Sevens,
    /// Cards left to the searching seat; if it burst, the cards it burst with.
    own_cards: u32,
    moves: u64,
}

impl Playout {
    fn begin(world: &Sevens, action: Action) -> Playout {
        let mut state = *world;
        let held = state.hand(state.board().mover()).len();
        state.apply(action);
        Playout { state, own_cards: held - u32::from(action != Action::Pass), moves: 1 }
    }

    /// One move of the rollout policy, unless the game is over or the depth limit is reached.
    #[inline(always)]
    fn step(&mut self, me: Player, depth: u64, policy: &mut impl Policy<Sevens>, rng: &mut Rng) -> bool {
        let Turn::Player(mover) = self.state.turn() else { return false };
        if self.moves > depth {
            return false;
        }
        let action = policy.choose(&self.state, rng);
        self.state.apply(action);
        self.own_cards -= u32::from(mover == me && action != Action::Pass);
        self.moves += 1;
        true
    }

    /// `None` if it was cut off.
    fn winner(&self) -> Option<Player> {
        self.state.board().winner()
    }

    /// The seed's value of the end; `world` is the world at the start.
    fn worth(&self, world: &Sevens, me: Player) -> f64 {
        match self.winner() {
            None => 0.0,
            Some(winner) if winner == me => WIN,
            Some(winner) => {
                let winners = world.hand(winner).len();
                if self.own_cards < winners {
                    LOSS + NEAR
                } else if self.own_cards >= winners + FAR_BEHIND {
                    LOSS - NEAR
                } else {
                    LOSS
                }
            }
        }
    }
}

impl SeedPimc {
    fn trials(&self, view: &ViewOf<Sevens>, tracker: &CardTracker) -> Vec<Trial> {
        let weight = self.options.strategy_weight_multiplier;
        let trial = |action, bonus| Trial {
            tally: Tally::new(action),
            score: SeedScore { playouts: 0.0, weight, bonus },
        };
        let of_card = |card| trial(Action::Play(card), bonus(&self.options, view, tracker, card));
        let cards = view.now.playable().iter().map(of_card);
        let pass = self.options.pass.then(|| trial(Action::Pass, Bonus::default()));
        cards.chain(pass).collect()
    }
}

impl ViewSearch<Sevens> for SeedPimc {
    fn decide(
        &mut self,
        view: &ViewOf<Sevens>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        let tracker = CardTracker::of_history(view, self.options.inference)?;
        let mut trials = self.trials(view, &tracker);
        let legal = view.legal::<Sevens>();
        if trials.len() < 2 {
            let only = trials.first().map_or(Action::Pass, |trial| trial.tally.action);
            return Ok(Decision::immediate(Basis::Rule, only, legal));
        }
        // Where there may be fewer playouts than moves, the first moves are compared.
        let most = run.limits.iterations.unwrap_or(u64::MAX).max(1);
        trials.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let mut determinizer = Determinizer::new(&view.now, &tracker, &self.options);
        let mut policy = ByCards(Heuristic::new(&self.options.rollout));
        let choices = trials.len() as u64;
        // How many simulations it makes is part of the player, since its bonuses are weighed against their sum:
        // a limit may only cut them short.
        let own = choices * self.options.worlds(trials.len());
        run.limits.iterations = Some(most.min(own));
        let mut watch = Watch::start(run, Limits::iterations(own));
        let depth = u64::from(self.options.simulation_depth);
        let mut playouts = Vec::with_capacity(trials.len());
        let (mut worlds, mut nodes) = (0, 0);
        let mut witness = Witness::<Sevens, Breakdown>::wanted(run.evidence.is_some(), &Breakdown::default());
        // Whole worlds only, so that all candidates are compared in the same ones.
        while worlds == 0 || !watch.is_over(run, (worlds + 1) * choices - 1, nodes) {
            let (world, _) = determinizer.draw(rng);
            if let Some(witness) = &mut witness {
                witness.begin(&world);
            }
            playouts.clear();
            playouts.extend(trials.iter().map(|trial| Playout::begin(&world, trial.tally.action)));
            // The policy uses no random numbers, so the order of the games does not matter.
            abreast(&mut playouts, |playout| playout.step(view.seat, depth, &mut policy, rng));
            for (trial, playout) in trials.iter_mut().zip(&playouts) {
                trial.tally.add(f64::from(u8::from(playout.winner() == Some(view.seat))));
                trial.score.playouts += playout.worth(&world, view.seat);
                nodes += playout.moves;
            }
            worlds += 1;
        }
        if let Some(witness) = &mut witness {
            witness.belief.0 = trials.iter().map(|trial| (trial.tally.action, trial.score)).collect();
        }
        if let Some(wanted) = &mut run.evidence {
            **wanted = witness.map(|witness| witness as Evidence);
        }
        // A stable sort: on ties the first, like the seed's `max`.
        trials.sort_by(|a, b| b.score.total().total_cmp(&a.score.total()));
        let action = trials[0].tally.action;
        let tried = |a: &Action| trials.iter().any(|trial| trial.tally.action == *a);
        let untried = legal.into_iter().filter(|a| !tried(a)).map(Candidate::unknown);
        let tallies: Vec<_> = trials.iter().map(|trial| trial.tally).collect();
        let scored = tally::candidates(&tallies, Dependence::CHOSEN).into_iter().zip(&trials);
        let scored = scored.map(|(tried, trial)| Candidate { score: Some(trial.score.total()), ..tried });
        let candidates = scored.chain(untried).collect();
        let iterations = worlds * choices;
        Ok(Decision {
            candidates,
            choice: Choice::Score,
            iterations,
            nodes,
            worlds,
            depth: 1,
            ..Decision::immediate(Basis::Sampled, action, [])
        })
    }
}
