//! `minimax`: every line to a fixed depth, without pruning. Alpha-beta is measured against it.

use crate::order::sort_few;
use crate::watch::Watch;
use yomi_core::{
    Basis, Bound, Candidate, Choice, Decision, Deterministic, Evaluator, Limits, OptionSpec, Player, Rng,
    Run, Search, State, Text, Turn, ZeroSum,
};

/// Minimax to a fixed depth, without pruning.
///
/// ```
/// use yomi_core::testkit::ask::decide;
/// use yomi_core::testkit::toys::{Fours, Nim};
/// use yomi_core::Limits;
/// use yomi_search::Minimax;
///
/// let mut search = Minimax { depth: 3, evaluator: Fours };
/// assert_eq!(decide(&mut search, &Nim::new(6), Limits::default(), 0).value(), 1.0);
/// assert_eq!(decide(&mut search, &Nim::new(22), Limits::default(), 0).value(), 0.9); // As evaluated.
/// ```
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    pub depth: u32,
    pub evaluator: E,
}

/// Moves to look ahead.
pub const DEPTH: OptionSpec =
    OptionSpec::count("depth", "3", 1, 30, Text::new("moves to look ahead", "読む手数"));

impl<S: Deterministic + ZeroSum, E: Evaluator<S>> Search<S> for Minimax<E> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let watch = Watch::start(run, Limits::default());
        let mut walk = Walk {
            evaluator: &self.evaluator,
            viewer: mover,
            run,
            watch,
            nodes: 0,
            evaluated: false,
            stopped: false,
        };
        let mut candidates = Vec::new();
        state.for_each_action(|action| {
            let before = walk.nodes;
            walk.evaluated = false;
            let mut next = state.clone();
            next.apply(action);
            let value = walk.value(&next, self.depth - 1);
            let visits = walk.nodes - before;
            candidates.push(match walk.stopped {
                false => {
                    let bound = if walk.evaluated { Bound::Judged } else { Bound::Proven };
                    Candidate::computed(action, visits, value, bound)
                }
                // A stopped search knows nothing about the current move and those after it, and says so.
                true => Candidate::unknown(action),
            });
        });
        let known = |c: &Candidate<S::Action>| c.visits > 0;
        let proven = candidates.iter().all(|c| c.bound == Bound::Proven);
        sort_few(&mut candidates, |a, b| known(b).cmp(&known(a)).then(b.mean.total_cmp(&a.mean)));
        let (action, nodes) = (candidates[0].action, walk.nodes);
        let depth = if known(&candidates[0]) { self.depth } else { 0 };
        let line = vec![action];
        Decision {
            action,
            basis: if proven { Basis::Proven } else { Basis::Computed },
            choice: Choice::Value,
            candidates,
            line,
            iterations: nodes,
            nodes,
            worlds: 0,
            bytes: 0,
            depth,
            passes: 0,
        }
    }
}

struct Walk<'w, 'r, S: State, E> {
    evaluator: &'w E,
    viewer: Player,
    run: &'w Run<'r, S::Action>,
    watch: Watch,
    nodes: u64,
    /// Whether a position was judged before the end of the game.
    evaluated: bool,
    stopped: bool,
}

impl<S: Deterministic + ZeroSum, E: Evaluator<S>> Walk<'_, '_, S, E> {
    fn value(&mut self, state: &S, depth: u32) -> f64 {
        self.stopped |= self.watch.is_over(self.run, self.nodes, self.nodes);
        if self.stopped {
            return 0.0;
        }
        self.nodes += 1;
        let mover = match state.turn() {
            Turn::Player(p) => p,
            _ => return state.payoff(self.viewer),
        };
        if depth == 0 {
            self.evaluated = true;
            return self.evaluator.value(state, self.viewer);
        }
        let own = mover == self.viewer;
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        state.for_each_action(|a| {
            let mut next = state.clone();
            next.apply(a);
            let value = self.value(&next, depth - 1);
            best = if own { best.max(value) } else { best.min(value) };
        });
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::testkit::ask::decide;
    use yomi_core::testkit::toys::{Fours, Nim};

    /// What a stopped search says of a move is what the whole search says, or nothing.
    #[test]
    fn a_move_that_was_not_finished_has_no_value() {
        let decide = |limits| decide(&mut Minimax { depth: 5, evaluator: Fours }, &Nim::new(11), limits, 0);
        let whole = decide(Limits::default());
        let value = |action| whole.candidates.iter().find(|c| c.action == action).map(|c| c.mean);
        let mut unknown = 0;
        for nodes in 1..whole.nodes {
            let stopped = decide(Limits::nodes(nodes));
            assert_eq!(stopped.candidates.len(), whole.candidates.len());
            for c in &stopped.candidates {
                assert_eq!(c.visits > 0, c.bound != Bound::Sampled, "{c:?}");
                assert!(c.visits == 0 || value(c.action) == Some(c.mean), "{c:?}");
                unknown += u32::from(c.visits == 0);
            }
            let known = stopped.candidates.iter().map(|c| c.visits > 0);
            assert!(known.is_sorted_by(|a, b| a >= b), "what is known comes first: {stopped:?}");
        }
        assert!(unknown > 10, "{unknown}");
    }
}
