//! Manners of play: how likely each is to do what was done.
//!
//! A family of three that are as different as players are: one who has learnt to play, one who follows rules of thumb,
//! and one who does anything.

use crate::heuristic;
use crate::learnt::Learnt;
use crate::vector::{History, Sparse};
use std::ops::ControlFlow::Continue;
use yomi_core::{Hidden, Player};
use yomi_games::Duel;
use yomi_games::duel::Action;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Manner {
    /// As the network of `policy` plays, which draws its moves by their shares.
    Learnt,
    /// As `heuristic` plays, with a slip now and then.
    Rules,
    /// As `random` plays.
    Random,
}

pub const MANNERS: usize = Manner::ALL.len();

/// By manner, in the order of [`Manner::ALL`].
pub type ByManner = [f64; MANNERS];

/// Nothing is known of who sits there.
pub const PRIOR: ByManner = [1.0 / MANNERS as f64; MANNERS];

/// How often one who follows rules, or has learnt, does just anything. Without it a single odd move would prove that
/// a seat does not.
const SLIP: f64 = 0.1;

impl Manner {
    pub const ALL: [Manner; 3] = [Manner::Learnt, Manner::Rules, Manner::Random];

    /// Its name in JSON: the agent that plays so.
    pub const fn key(self) -> &'static str {
        match self {
            Manner::Learnt => "policy",
            Manner::Rules => "heuristic",
            Manner::Random => "random",
        }
    }
}

/// Who is asked what each manner would do.
#[derive(Clone)]
pub struct Judge {
    /// Nobody has learnt to play with cards of one's own.
    learnt: Option<Learnt>,
    input: Sparse,
    actions: Vec<Action>,
    shares: Vec<f32>,
}

impl Judge {
    pub fn new(learnt: Option<Learnt>) -> Judge {
        Judge { learnt, input: Sparse::default(), actions: Vec::new(), shares: Vec::new() }
    }

    pub fn prior(&self) -> ByManner {
        match self.learnt {
            Some(_) => PRIOR,
            None => [0.0, 0.5, 0.5],
        }
    }

    /// Whether the chances depend on more than the hand and what both see.
    pub fn minds_the_deck(&self) -> bool {
        self.learnt.is_some()
    }

    /// The logarithm of the chance of this act, by manner, for a mover who sees its own side of the table.
    pub fn chances(&mut self, table: &Duel, mover: Player, history: &History, did: Action) -> ByManner {
        self.actions.clear();
        let _ = table.each_action::<()>(|action| {
            self.actions.push(action);
            Continue(())
        });
        if self.actions.len() == 1 {
            return [0.0; MANNERS];
        }
        let any = 1.0 / self.actions.len() as f64;
        let slipping = |share: f64| (SLIP * any + (1.0 - SLIP) * share).ln();
        let by_rules = f64::from(u8::from(heuristic::best(table) == did));
        let learnt = match &self.learnt {
            None => 0.0,
            Some(learnt) => {
                let look = learnt.look(&table.seen(mover), history, &mut self.input);
                look.shares(&self.actions, &mut self.shares);
                let at = self.actions.iter().position(|&action| action == did);
                at.map_or(0.0, |at| f64::from(self.shares[at]))
            }
        };
        [slipping(learnt), slipping(by_rules), any.ln()]
    }
}
