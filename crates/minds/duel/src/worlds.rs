//! Where the worlds of a search come from, as the option `belief` has it. One type for all, so that searches are
//! compiled once.

use super::behaviour::{BehaviourBelief, ByBehaviour};
use super::decks::{AnyBelief, AnyCards, DeckBelief, DeckModel, DeckReading};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use yomi_core::{Belief, Contradiction, Inference, Limits, Rng, ViewOf};
use yomi_games::Duel;
use yomi_search::belief::Witness;

#[derive(Clone)]
pub enum WorldsBy {
    /// Decks of the model, by the cards seen.
    Decks,
    /// Any cards of the game.
    Any,
    /// Decks of the model, by the cards seen and by what was done.
    Behaviour(ByBehaviour),
}

#[derive(Clone)]
pub enum WorldBelief {
    Decks(DeckBelief),
    Any(AnyBelief),
    Behaviour(Box<BehaviourBelief>),
}

impl Inference<Duel> for WorldsBy {
    type Belief = WorldBelief;

    fn read(&self, view: &ViewOf<Duel>) -> Result<WorldBelief, Contradiction> {
        Ok(match self {
            WorldsBy::Decks => WorldBelief::Decks(DeckModel.read(view)?),
            WorldsBy::Any => WorldBelief::Any(AnyCards.read(view)?),
            WorldsBy::Behaviour(how) => WorldBelief::Behaviour(Box::new(how.read(view)?)),
        })
    }

    fn read_within(&self, view: &ViewOf<Duel>, limits: &Limits) -> Result<WorldBelief, Contradiction> {
        match self {
            WorldsBy::Behaviour(how) => Ok(WorldBelief::Behaviour(Box::new(how.read_within(view, limits)?))),
            _ => self.read(view),
        }
    }
}

impl Belief<Duel> for WorldBelief {
    fn heed(&mut self, stop: &Arc<AtomicBool>) {
        if let WorldBelief::Behaviour(belief) = self {
            belief.heed(stop);
        }
    }

    fn sample(&mut self, rng: &mut Rng) -> (Duel, f64) {
        match self {
            WorldBelief::Decks(belief) => belief.sample(rng),
            WorldBelief::Any(belief) => belief.sample(rng),
            WorldBelief::Behaviour(belief) => belief.sample(rng),
        }
    }
}

/// What a search read of the opponent.
pub struct Read {
    /// By the cards seen.
    pub decks: DeckReading,
    /// By what it did, if that was read.
    pub behaviour: Option<Box<BehaviourBelief>>,
}

impl Read {
    /// What the search read that leaves this evidence; nothing where it read something else.
    pub fn of(evidence: &(dyn Any + Send)) -> Option<Read> {
        let belief = &evidence.downcast_ref::<Witness<Duel, WorldBelief>>()?.belief;
        Some(match belief {
            WorldBelief::Decks(belief) => Read { decks: belief.reading().clone(), behaviour: None },
            WorldBelief::Any(belief) => Read { decks: belief.reading(), behaviour: None },
            WorldBelief::Behaviour(belief) => {
                Read { decks: belief.deck_reading().clone(), behaviour: Some(belief.clone()) }
            }
        })
    }
}
