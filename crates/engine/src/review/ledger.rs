//! Where the result of a game came from, by one [`Judge`].
//!
//! Before a move the judge's value counts as that of the mover's best move, before a draw as the exact mean
//! over its outcomes. So a move of one's own can only lose, a draw has mean zero, and
//!
//! ```text
//! result = start + deal + draws + own + others + judgement
//! ```
//!
//! whatever the judge thinks: `judgement` is how its mind changed between a move or a draw and the next look
//! ahead, and nothing where it is exact.

use super::judge::{Expected, Judge, Payoffs, value_of};
use crate::Fault;
use crate::stats::Mean;
use serde::{Deserialize, Serialize};
use yomi_core::{Hidden, Player, Ruleset, Turn};

/// The terms of a result, in the game's unit. They add up to it.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Ledger {
    /// The mean over deals.
    pub start: f64,
    /// What the reviewed seat's decisions lost: 0 or less.
    pub own: f64,
    /// What the other seats' decisions gave, or took where more than two play.
    pub others: f64,
    /// The luck of the deal.
    pub deal: f64,
    /// The luck of the draws.
    pub draws: f64,
    /// How the judge's own estimate moved; 0 where it is exact.
    pub judgement: f64,
}

impl Ledger {
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.start + self.deal + self.draws + self.own + self.others + self.judgement
    }

    /// Every term as people count it.
    #[must_use]
    pub fn map(self, shown: impl Fn(f64) -> f64) -> Ledger {
        let Ledger { start, own, others, deal, draws, judgement } = self;
        let [start, own, others] = [start, own, others].map(&shown);
        let [deal, draws, judgement] = [deal, draws, judgement].map(&shown);
        Ledger { start, own, others, deal, draws, judgement }
    }
}

/// One move or draw in a ledger, in payoff.
#[derive(Clone, Debug)]
pub struct Entry<A> {
    pub action: A,
    /// Who had the turn.
    pub turn: Turn,
    /// What was expected for the reviewed seat before it.
    pub before: f64,
    /// The value for the reviewed seat after it; the difference is its term.
    pub after: f64,
    /// What is expected from there: the difference to `after` is judgement.
    pub next: f64,
    /// Of a decision of the reviewed seat: every move with its value as the cards lay.
    pub moves: Vec<(A, f64)>,
}

impl<A: Copy + Eq> Entry<A> {
    pub fn term(&self) -> f64 {
        self.after - self.before
    }

    /// The same decision of a seat as if this had been the truth.
    pub(super) fn judge_anew<S: Hidden<Action = A>>(
        &mut self,
        judge: &mut dyn Judge<S>,
        truth: &S,
        me: usize,
    ) {
        let expected = Expected::of(judge, truth);
        self.before = expected.values[me];
        self.after = expected.after(self.action).map_or(self.before, |values| values[me]);
        self.moves = expected.after.iter().map(|(action, values)| (*action, values[me])).collect();
    }
}

/// A game with its ledger.
#[derive(Clone, Debug)]
pub struct Account<A> {
    pub ledger: Ledger,
    /// What the game paid; of one that is not over, what is expected of it.
    pub result: f64,
    pub entries: Vec<Entry<A>>,
}

/// Keeps the ledger of one seat over a game that was played. `goes_on` is asked before every move and draw.
pub fn keep<S: Hidden>(
    judge: &mut dyn Judge<S>,
    start: &S,
    played: &[S::Action],
    (seat, mean_start): (Player, f64),
    goes_on: &dyn Fn() -> Result<(), Fault>,
) -> Result<Account<S::Action>, Fault> {
    let me = seat.index();
    let mut state = start.clone();
    let mut expected = Expected::of(judge, &state);
    let mut ledger =
        Ledger { start: mean_start, deal: expected.values[me] - mean_start, ..Ledger::default() };
    let mut entries = Vec::with_capacity(played.len());
    for &action in played {
        goes_on()?;
        let turn = state.turn();
        let before = expected.values[me];
        let of_moves = |(a, values): &(S::Action, Payoffs)| (*a, values[me]);
        let moves = match turn {
            Turn::Player(mover) if mover == seat => expected.after.iter().map(of_moves).collect(),
            _ => Vec::new(),
        };
        let known = expected.after(action);
        state.apply(action);
        let after = known.unwrap_or_else(|| value_of(judge, &state))[me];
        expected = Expected::of(judge, &state);
        let entry = Entry { action, turn, before, after, next: expected.values[me], moves };
        match turn {
            Turn::Player(mover) if mover == seat => ledger.own += entry.term(),
            Turn::Player(_) => ledger.others += entry.term(),
            Turn::Chance | Turn::Over => ledger.draws += entry.term(),
        }
        ledger.judgement += entry.next - entry.after;
        entries.push(entry);
    }
    Ok(Account { ledger, result: expected.values[me], entries })
}

/// The mean over deals of what a judge expects, for every seat, in payoff.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeanStart {
    pub deals: u64,
    pub seed: u64,
    pub mean: Vec<f64>,
    /// Its standard error; 0 where all deals are alike.
    pub se: Vec<f64>,
    /// What made it.
    pub command: String,
}

/// Takes the mean over this many deals. `goes_on` is asked before every deal.
pub fn mean_start<R: Ruleset>(
    rules: &R,
    judge: &mut dyn Judge<R::State>,
    (deals, seed): (u64, u64),
    command: &str,
    goes_on: &dyn Fn() -> Result<(), Fault>,
) -> Result<MeanStart, Fault> {
    let players = rules.players();
    let mut means = vec![Mean::default(); players];
    for deal in R::seeds(seed, deals as usize) {
        goes_on()?;
        let expected = Expected::of(judge, &rules.start(deal)).values;
        means.iter_mut().zip(expected).for_each(|(mean, value)| mean.add(value));
    }
    Ok(MeanStart {
        deals,
        seed,
        mean: means.iter().map(Mean::mean).collect(),
        se: means.iter().map(|mean| mean.se().unwrap_or(0.0)).collect(),
        command: command.into(),
    })
}
