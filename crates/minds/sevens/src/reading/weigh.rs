//! How likely what was seen is with given hands, by the whole family of kinds.
//!
//! Weighing a deal means to ask every kind, for every move of every seat, how likely it was to do that. Most
//! deals are far less likely than those that are already known, and of most kinds this is clear after a few
//! moves: a kind is left out as soon as it can no longer matter.

use super::crowd::{Crowd, Likely};
use super::story::Story;
use super::{Dealt, KINDS, Look};
use crate::company::{Kind, Players};
use std::sync::Arc;
use yomi_core::MAX_PLAYERS;
use yomi_games::sevens::Cards;

/// What is left out of a deal's weight, at most, for each kind at each seat: relative to the weight that
/// would matter.
const NEGLIGIBLE: f64 = 1e-3;
/// The same relative to the weight of players at random, who are weighed first because they are weighed at
/// once.
const BESIDE_RANDOM: f64 = 1e-4;

/// A deal that was weighed.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// Nothing for the viewer.
    pub hands: Dealt,
    pub likely: Likely,
    /// How likely all that was seen is with these hands.
    pub total: f64,
    /// Kinds that matter only below this total were left out.
    pub above: f64,
}

impl Weighed {
    pub fn look(&self) -> Look {
        Look { hands: self.hands, likely: self.likely }
    }
}

/// Weighs deals of one view.
#[derive(Clone, Debug)]
pub struct Weigher {
    story: Arc<Story>,
    crowd: Crowd,
    players: Players,
    /// The others who are still in the game.
    seats: Vec<usize>,
}

impl Weigher {
    pub fn new(story: Arc<Story>, crowd: Crowd, players: Players, seats: Vec<usize>) -> Weigher {
        Weigher { story, crowd, players, seats }
    }

    /// Weighs a deal, exactly enough where its total is above the given one.
    pub fn weigh(&self, hands: &Dealt, above: f64) -> Weighed {
        let mut likely = [[0.0; KINDS]; MAX_PLAYERS];
        // Before a seat was weighed, it may have played as likely as can be.
        self.seats.iter().for_each(|&seat| likely[seat] = self.crowd.family);
        for i in 0..self.seats.len() {
            let seat = self.seats[i];
            let rest = self.crowd.factors(&likely, &self.seats, seat);
            let floors = rest.map(|factor| if factor > 0.0 { NEGLIGIBLE * above / factor } else { 0.0 });
            likely[seat] = self.seat(seat, hands[seat], &floors);
        }
        Weighed { hands: *hands, likely, total: self.crowd.total(&likely, &self.seats), above }
    }

    /// How likely each kind of player was to play as this seat did with this hand, times how likely the kind
    /// is; 0 where that is below a floor.
    fn seat(&self, seat: usize, held: Cards, floors: &[f64; KINDS]) -> [f64; KINDS] {
        let Weigher { story, crowd: Crowd { family, .. }, players, .. } = self;
        let seen = &story.seats[seat];
        let mut likely = [0.0; KINDS];
        let mut random = [family[Kind::Random as usize], family[Kind::Free as usize]];
        for m in &seen.moves {
            random.iter_mut().zip(m.at_random(held)).for_each(|(all, one)| *all *= one);
        }
        [likely[Kind::Random as usize], likely[Kind::Free as usize]] = random;
        let beside = BESIDE_RANDOM * likely[Kind::Random as usize];
        for kind in [Kind::Greedy, Kind::Careful, Kind::Shrewd] {
            let k = kind as usize;
            let floor = floors[k].max(beside);
            let mut all = family[k];
            for (m, most) in seen.moves.iter().zip(&seen.most_after) {
                if all * most[k] <= floor {
                    all = 0.0;
                    break;
                }
                all *= m.likelihood(kind, held, players);
            }
            likely[k] = all;
        }
        likely
    }

    pub fn crowd(&self) -> &Crowd {
        &self.crowd
    }
}
