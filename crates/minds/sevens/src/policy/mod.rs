//! `policy`: scores every move, including a pass, by a small net and plays the best. No search.

pub mod inputs;
pub mod learn;
pub mod net;
mod shared;
pub mod stored;

use super::seat::{SeatPolicy, Sight};
use inputs::{Around, Inputs};
use net::Net;
use std::sync::{Arc, LazyLock};
use yomi_core::Rng;
use yomi_games::sevens::Action;

/// Plays the move with the highest score.
#[derive(Clone, Debug)]
pub struct Tuned {
    net: Arc<Net>,
}

/// The weights that come with the program, as files: learned against random players, and against a mix.
pub static HUNTER_FILE: &[u8] = include_bytes!("hunter.weights");
pub static PEER_FILE: &[u8] = include_bytes!("peer.weights");

static HUNTER: LazyLock<Arc<Net>> = LazyLock::new(|| shipped(HUNTER_FILE));
static PEER: LazyLock<Arc<Net>> = LazyLock::new(|| shipped(PEER_FILE));

fn shipped(bytes: &[u8]) -> Arc<Net> {
    Arc::new(stored::read(bytes).expect("the weights in the program are whole"))
}

impl Tuned {
    /// Learned against players who never pass while they can play.
    pub fn hunter() -> Tuned {
        Tuned { net: Arc::clone(&HUNTER) }
    }

    /// Learned against a mix: random players, greedy ones and itself.
    pub fn peer() -> Tuned {
        Tuned { net: Arc::clone(&PEER) }
    }

    pub fn new(net: Arc<Net>) -> Tuned {
        Tuned { net }
    }

    /// The sensible moves with their scores: a pass only if it is not a burst.
    #[inline]
    pub fn scores(&self, around: &Around, sight: &Sight<'_>, mut f: impl FnMut(Action, f32)) {
        let inputs = Inputs::around(around, sight);
        let mood = self.net.mood(&inputs);
        if !around.would_burst {
            let rows = Net::pass_rows(&inputs, around);
            f(Action::Pass, self.net.score_of(rows, &mood));
        }
        for card in sight.playable.iter() {
            let rows = Net::card_rows(&inputs, sight, card);
            f(Action::Play(card), self.net.score_of(rows, &mood));
        }
    }

    /// What it does where the board says this.
    #[inline]
    pub fn choice(&self, around: &Around, sight: &Sight<'_>) -> Action {
        let mut best = (Action::Pass, f32::NEG_INFINITY);
        self.scores(around, sight, |action, score| {
            if score > best.1 {
                best = (action, score);
            }
        });
        best.0
    }
}

impl SeatPolicy for Tuned {
    #[inline]
    fn act(&mut self, sight: &Sight<'_>, _: &mut Rng) -> Action {
        match sight.only_choice() {
            Some(only) => only,
            None => self.choice(&Around::of(sight.board), sight),
        }
    }
}
