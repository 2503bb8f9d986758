//! The one value function that a ledger is kept by.
//!
//! A [`Judge`] is a function of the true state: asked twice it says the same, because whatever luck it needs
//! comes from streams of its own that never change. So the mean of what it says over the outcomes of a draw
//! can be taken exactly, and what it says of a draw less that mean is luck, with mean zero whatever the judge
//! thinks of the game.

use crate::Sentence;
use crate::stats::{Mean, Signature};
use yomi_core::{Chance, Hidden, Player, Policy, Rng, Ruleset, State, Turn, Uniform};
use yomi_search::paired::Lead;
pub use yomi_search::tree::rollout::Payoffs;
use yomi_search::tree::rollout::{payoffs, rollout};

/// What a true state is worth to every seat.
pub trait Judge<S: Hidden>: Send {
    /// What it does, in a few words.
    fn name(&self) -> Sentence;

    /// The value to every seat of a state whose game is not over, as a payoff. A function of the state: what
    /// was asked before may only make it quicker.
    fn values(&mut self, state: &S) -> Payoffs;

    /// How much better one state is than another for a seat, where [`values`](Self::values) are means of a few games: by
    /// this many others, which took no part in choosing the two. Nothing where values have no luck of their own.
    fn compare(&mut self, _better: &S, _worse: &S, _seat: Player, _games: u64) -> Option<Lead> {
        None
    }
}

/// The value of any state: at the end what it pays.
pub fn value_of<S: Hidden>(judge: &mut dyn Judge<S>, state: &S) -> Payoffs {
    match state.turn() {
        Turn::Over => payoffs(state),
        _ => judge.values(state),
    }
}

/// The random stream of all judges. No deal and no draw of a game comes from it.
const LUCK_OF_JUDGES: u64 = 0x1ED6_E25B_70A1_44C7;
/// The random stream of comparisons, which share nothing with the values.
const LUCK_OF_COMPARISONS: u64 = 0x3A9C_51F0_6B2D_E8D5;
/// Games of a comparison: a difference of chances that stays open in half of them has an error of 2 points.
pub const COMPARED_IN: u64 = 1024;

/// Judges by playing on: the mean of a fixed number of games, each with its own luck, which is the same for
/// every state. So two states are compared with the same luck, and the value is a function of the state.
#[derive(Clone, Debug)]
pub struct Playouts<P> {
    pub policy: P,
    pub count: u32,
    pub name: Sentence,
}

impl Playouts<Uniform> {
    /// What any game can be judged by.
    #[must_use]
    pub fn random(count: u32) -> Playouts<Uniform> {
        let name = Sentence::new(
            format!("{count} games played on at random"),
            format!("ランダムに進めた{count}局の平均"),
        );
        Playouts { policy: Uniform, count, name }
    }
}

impl<S: Hidden, P: Policy<S>> Judge<S> for Playouts<P> {
    fn name(&self) -> Sentence {
        self.name.clone()
    }

    fn values(&mut self, state: &S) -> Payoffs {
        let luck = Rng::new(LUCK_OF_JUDGES);
        let mut sums = Payoffs::default();
        for game in 0..self.count {
            let mut end = state.clone();
            rollout(&mut end, &mut self.policy, &mut luck.split(game.into()));
            let paid = payoffs(&end);
            sums.iter_mut().zip(paid).for_each(|(sum, paid)| *sum += paid);
        }
        sums.map(|sum| sum / f64::from(self.count))
    }

    fn compare(&mut self, better: &S, worse: &S, seat: Player, games: u64) -> Option<Lead> {
        let luck = Rng::new(LUCK_OF_COMPARISONS);
        let mut ahead = Mean::default();
        for game in 0..games {
            let [better, worse] = [better, worse].map(|state| {
                let mut end = state.clone();
                rollout(&mut end, &mut self.policy, &mut luck.split(game));
                payoffs(&end)[seat.index()]
            });
            ahead.add(better - worse);
        }
        Some(Lead { mean: ahead.mean(), se: ahead.se().unwrap_or(0.0) })
    }
}

/// A policy that plays any legal move instead of its own now and then: a policy without luck would judge
/// every state to be won or lost.
#[derive(Clone, Debug)]
pub struct Slipping<P> {
    pub policy: P,
    /// One move of this many is a slip.
    pub one_in: u32,
}

impl<S: State, P: Policy<S>> Policy<S> for Slipping<P> {
    fn choose(&mut self, state: &S, rng: &mut Rng) -> S::Action {
        if rng.below(self.one_in) == 0 { state.random_action(rng) } else { self.policy.choose(state, rng) }
    }
}

/// Moves between two states that a fingerprint looks at, and how many it looks at.
const STEPS_BETWEEN_LOOKS: usize = 9;
const LOOKS: usize = 4;

/// A hash of a judge: of what it says of a few states of a game that is played at random. Ledgers by judges
/// with the same one can be compared.
pub fn fingerprint<R: Ruleset>(rules: &R, judge: &mut dyn Judge<R::State>) -> String {
    let mut hash = Signature::default();
    let (mut state, mut rng) = (rules.start(0), Rng::new(LUCK_OF_JUDGES).split(1));
    for step in 0..STEPS_BETWEEN_LOOKS * LOOKS {
        if state.turn() == Turn::Over {
            break;
        }
        if step.is_multiple_of(STEPS_BETWEEN_LOOKS) {
            let values = judge.values(&state);
            values[..state.players()].iter().for_each(|value| hash.add(&format!("{:016x}", value.to_bits())));
        }
        let action = match state.turn() {
            Turn::Chance => state.sample_outcome(&mut rng),
            _ => state.random_action(&mut rng),
        };
        state.apply(action);
    }
    hash.text()
}

/// What a state is worth if its mover plays the best move by the judge: what a ledger expects before every
/// move and draw.
#[derive(Clone, Debug)]
pub struct Expected<A> {
    pub values: Payoffs,
    /// Every move of the mover, or outcome of chance, with the value after it.
    pub after: Vec<(A, Payoffs)>,
    /// The index of the mover's best move; nothing where chance has the turn or the game is over.
    pub best: Option<usize>,
}

impl<A: Copy + Eq> Expected<A> {
    pub fn of<S: Hidden<Action = A>>(judge: &mut dyn Judge<S>, state: &S) -> Expected<A> {
        let mut look = |action: A| {
            let mut next = state.clone();
            next.apply(action);
            (action, value_of(judge, &next))
        };
        match state.turn() {
            Turn::Over => Expected { values: payoffs(state), after: Vec::new(), best: None },
            Turn::Player(mover) => {
                let after: Vec<_> = state.actions().into_iter().map(&mut look).collect();
                let best = best_for(mover, &after);
                Expected { values: after[best].1, after, best: Some(best) }
            }
            Turn::Chance => {
                let mut values = Payoffs::default();
                let mut after = Vec::new();
                for (outcome, chance) in state.outcomes() {
                    let of_outcome = look(outcome);
                    values.iter_mut().zip(of_outcome.1).for_each(|(sum, value)| *sum += chance * value);
                    after.push(of_outcome);
                }
                Expected { values, after, best: None }
            }
        }
    }

    /// The value after this move or outcome.
    pub fn after(&self, action: A) -> Option<Payoffs> {
        self.after.iter().find(|(a, _)| *a == action).map(|(_, values)| *values)
    }
}

/// The first of the best.
fn best_for<A>(mover: Player, after: &[(A, Payoffs)]) -> usize {
    let worth = |at: usize| after[at].1[mover.index()];
    (1..after.len()).fold(0, |best, at| if worth(at) > worth(best) { at } else { best })
}
