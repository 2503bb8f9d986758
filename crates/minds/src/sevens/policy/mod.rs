//! `policy`: scores every move by a small net and plays the best, the pass among them. No search.

pub mod inputs;
pub mod learn;
pub mod net;

use super::seat::{SeatPolicy, Sight};
use inputs::Inputs;
use net::Net;
use std::sync::Arc;
use yomi_core::Rng;
use yomi_games::sevens::Action;

/// Plays what the net likes best.
#[derive(Clone, Debug)]
pub struct Tuned {
    net: Arc<Net>,
}

impl Tuned {
    pub fn new(net: Arc<Net>) -> Tuned {
        Tuned { net }
    }

    /// What can sensibly be done, with its score: a pass only where it is no burst.
    #[inline]
    pub fn scores(&self, sight: &Sight<'_>, mut f: impl FnMut(Action, f32)) {
        let inputs = Inputs::of(sight);
        let mood = self.net.mood(&inputs);
        if !sight.board.would_burst(sight.board.mover()) {
            f(Action::Pass, self.net.score(Net::pass_row(&inputs), &mood));
        }
        for card in sight.playable.iter() {
            f(Action::Play(card), self.net.score(Net::card_row(inputs.card(sight, card)), &mood));
        }
    }
}

impl SeatPolicy for Tuned {
    #[inline]
    fn act(&mut self, sight: &Sight<'_>, _: &mut Rng) -> Action {
        if let Some(only) = sight.only_choice() {
            return only;
        }
        let mut best = (Action::Pass, f32::NEG_INFINITY);
        self.scores(sight, |action, score| {
            if score > best.1 {
                best = (action, score);
            }
        });
        best.0
    }
}
