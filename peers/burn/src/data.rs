//! What both learn from: positions of games of `heuristic`, and the network that both begin with.

use yomi_core::{Policy as _, Rng, State as _};
use yomi_duel::card_file::standard_rules;
use yomi_duel::heuristic::Heuristic;
use yomi_duel::net::Net;
use yomi_duel::vector::Sparse;
use yomi_train::games;
use yomi_train::player::Eyes;
use yomi_train::ppo::{Manner, beginner};

/// Batches that are gone through over and over.
pub const BATCHES: usize = 8;
/// How much of its share a move keeps that `heuristic` would make; all moves have the rest alike.
const CHOSEN: f32 = 0.9;

/// A decision, as the layers need it.
pub struct Sample {
    pub input: Sparse,
    /// The rows whose sum is the logit of an action: what is done, and what it is aimed at.
    pub actions: Vec<(usize, Option<usize>)>,
    /// The shares that the actions should have.
    pub shares: Vec<f32>,
    /// The chance to win that should be stated.
    pub won: f32,
}

pub struct Data {
    pub net: Net,
    pub samples: Vec<Sample>,
    pub manner: Manner,
}

impl Data {
    /// The same whenever it is called.
    pub fn gather() -> Data {
        let rules = standard_rules();
        let stats = games::statistics(&rules);
        let player = beginner(&rules, &stats, Eyes::Honest, 1);
        let manner = Manner::default();
        let mut samples: Vec<Sample> = Vec::new();
        for deal in 0.. {
            if samples.len() >= BATCHES * manner.batch {
                break;
            }
            let (first, mut seats) = (samples.len(), Vec::new());
            let won = games::play(&rules, deal, &mut Rng::new(1).split(deal), |decision, rng| {
                let chosen = Heuristic::default().choose(decision.state, rng);
                let actions = decision.state.actions();
                if actions.len() > 1 {
                    let share = |is_chosen: bool| {
                        (1.0 - CHOSEN) / actions.len() as f32 + if is_chosen { CHOSEN } else { 0.0 }
                    };
                    let mut input = Sparse::default();
                    Eyes::Honest.look(decision, &stats, &mut input, rng);
                    samples.push(Sample {
                        input,
                        actions: actions.iter().map(|&action| player.rows.of(action)).collect(),
                        shares: actions.iter().map(|&action| share(action == chosen)).collect(),
                        won: 0.0,
                    });
                    seats.push(decision.seat.index());
                }
                chosen
            }) as f32;
            for (sample, seat) in samples[first..].iter_mut().zip(seats) {
                sample.won = if seat == 0 { won } else { 1.0 - won };
            }
        }
        Rng::new(2).shuffle(&mut samples);
        samples.truncate(BATCHES * manner.batch);
        Data { net: player.net, samples, manner }
    }

    pub fn batch(&self, step: usize) -> &[Sample] {
        let from = step % BATCHES * self.manner.batch;
        &self.samples[from..from + self.manner.batch]
    }
}
