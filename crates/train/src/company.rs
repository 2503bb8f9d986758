//! Who plays the games that are read: the network, its moves drawn by their shares, or rules of thumb.

use crate::games::Decision;
use yomi_core::{Hidden as _, Policy as _, Rng, State as _};
use yomi_duel::Heuristic;
use yomi_duel::learnt::Learnt;
use yomi_duel::policy;
use yomi_duel::vector::Sparse;
use yomi_games::duel::Action;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// The move that the network favours.
    Favourite,
    /// Its moves, by their shares.
    Drawn,
    Rules,
}

/// Who sits at the tables of a collection of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// The network on both seats.
    Policy,
    /// Rules of thumb on both.
    Heuristic,
    /// Each seat by lot: half of them the network, a fifth its moves by shares, the rest rules of thumb.
    Mixed,
}

impl Company {
    pub const fn name(self) -> &'static str {
        match self {
            Company::Policy => "policy",
            Company::Heuristic => "heuristic",
            Company::Mixed => "mixed",
        }
    }

    pub fn seats(self, rng: &mut Rng) -> [Sitter; 2] {
        let mut by_lot = || match rng.below(10) {
            0..5 => Sitter::Favourite,
            5..7 => Sitter::Drawn,
            _ => Sitter::Rules,
        };
        match self {
            Company::Policy => [Sitter::Favourite; 2],
            Company::Heuristic => [Sitter::Rules; 2],
            Company::Mixed => [by_lot(), by_lot()],
        }
    }
}

/// Room for a network's thoughts.
#[derive(Default)]
pub struct Desk {
    pub input: Sparse,
    shares: Vec<f32>,
}

impl Sitter {
    pub fn choose(self, learnt: &Learnt, decision: &Decision<'_>, desk: &mut Desk, rng: &mut Rng) -> Action {
        if self == Sitter::Rules {
            return Heuristic::default().choose(decision.state, rng);
        }
        let actions = decision.state.actions();
        if let [only] = actions[..] {
            return only;
        }
        let seen = decision.state.seen(decision.seat);
        let look = learnt.look(&seen, decision.history, &mut desk.input);
        if self == Sitter::Favourite {
            return look.favourite(&actions);
        }
        look.shares(&actions, &mut desk.shares);
        actions[policy::draw(&desk.shares, rng)]
    }
}
