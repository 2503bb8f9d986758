//! Does a player read? Pairs of positions that are equal except for one sign, and what a player makes of the
//! sign.
//!
//! * [`Probe::StandingMana`]: the opponent has more mana standing. In a game that was played, a spell of its
//!   last turn and an earlier one are exchanged, so that it paid more or less in its last turn; the log is read
//!   again by the rules, and is kept if it is possible and nothing else differs that can be seen or that is
//!   remembered of its turns. In the earlier turn as much mana more or less is left, the other way round.
//! * [`Probe::AggroMana`]: the opponent's mana, all of it charged face up, is that of an aggro deck and that
//!   of another one (the slowest of control, ramp and combo that is possible), both of which can have every
//!   other card that it showed.
//!
//! A pair counts if a search that sees the opponent's hand finds the sign to be a reason: holding back, or
//! clearing the board, gains on attacking the player where the sign is. A player is asked for the shares of
//! its moves.

mod pairs;

pub use pairs::{Found, collect};

use crate::clustered::mean95;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use yomi_core::{State as _, ViewOf};
use yomi_duel::learnt::Learnt;
use yomi_duel::vector::{History, Sparse};
use yomi_games::Duel;
use yomi_games::duel::{Action, Target};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    StandingMana,
    AggroMana,
}

impl Probe {
    pub const ALL: [Probe; 2] = [Probe::StandingMana, Probe::AggroMana];

    pub const fn name(self) -> &'static str {
        match self {
            Probe::StandingMana => "standing-mana",
            Probe::AggroMana => "aggro-mana",
        }
    }

    /// Whether an action is what the sign speaks for, what it speaks against, or neither.
    pub fn heeds(self, action: Action) -> Option<bool> {
        let at_player = |target: Target| target.get().is_none();
        match (self, action) {
            (Probe::StandingMana, Action::End) => Some(true),
            (Probe::StandingMana, Action::Attack(..)) => Some(false),
            (Probe::AggroMana, Action::Attack(_, target)) => Some(!at_player(target)),
            _ => None,
        }
    }

    /// How much a player heeds it here: the share of what it speaks for, of all that it speaks of.
    pub fn heeded(self, learnt: &Learnt, view: &ViewOf<Duel>) -> f64 {
        let actions = view.now.table.actions();
        let mut shares = Vec::new();
        learnt.look(&view.now, &History::of(view), &mut Sparse::default()).shares(&actions, &mut shares);
        let sum = |wanted: bool| {
            let all = actions.iter().zip(&shares).filter(|(action, _)| self.heeds(**action) == Some(wanted));
            all.map(|(_, share)| f64::from(*share)).sum::<f64>()
        };
        let (with, against) = (sum(true), sum(false));
        if with + against > 0.0 { with / (with + against) } else { 0.5 }
    }
}

/// Two views that differ in a sign.
pub struct Pair {
    /// The game that it comes from.
    pub game: u64,
    pub with: ViewOf<Duel>,
    pub without: ViewOf<Duel>,
    /// How much the sign gains for what it speaks for, as a search with sight finds, in chances to win.
    pub gain: f64,
}

/// What a player makes of a sign.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Heeded {
    pub pairs: usize,
    /// The mean share with the sign and without.
    pub with: f64,
    pub without: f64,
    pub difference: f64,
    /// Over games, of which one may have several pairs; nothing from fewer than two.
    pub ci95: Option<[f64; 2]>,
}

pub fn ask(probe: Probe, learnt: &Learnt, pairs: &[Pair]) -> Heeded {
    let both = |pair: &Pair| (probe.heeded(learnt, &pair.with), probe.heeded(learnt, &pair.without));
    let all: Vec<(f64, f64)> = pairs.par_iter().map(both).collect();
    let n = all.len().max(1) as f64;
    let with = all.iter().map(|(with, _)| with).sum::<f64>() / n;
    let without = all.iter().map(|(_, without)| without).sum::<f64>() / n;
    let mut by_game: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for (pair, (with, without)) in pairs.iter().zip(&all) {
        let (sum, count) = by_game.entry(pair.game).or_default();
        (*sum, *count) = (*sum + with - without, *count + 1.0);
    }
    let (difference, ci95) = mean95(by_game.into_values()).unwrap_or_default();
    Heeded { pairs: all.len(), with, without, difference, ci95 }
}
