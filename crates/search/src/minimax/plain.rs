//! `minimax`: every line to a fixed depth, with nothing left out. What alpha-beta is measured against.

use yomi_core::{
    Bound, Candidate, Decision, Deterministic, Evaluator, Player, Rng, Run, Search, Turn, ZeroSum,
};

#[derive(Clone, Debug)]
pub struct Minimax<E> {
    pub depth: u32,
    pub evaluator: E,
}

impl<S: Deterministic + ZeroSum, E: Evaluator<S>> Search<S> for Minimax<E> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let mut nodes = 0;
        let mut candidates = Vec::new();
        state.for_each_action(|action| {
            let before = nodes;
            let mut next = state.clone();
            next.apply(action);
            // A search that is stopped knows nothing of the moves it has not reached, and says so.
            let stopped = run.is_stopped() || run.limits.nodes.is_some_and(|most| nodes >= most);
            let known = candidates.is_empty() || !stopped;
            let mean = if known {
                self.value(&next, mover, self.depth - 1, &mut nodes)
            } else {
                state.payoff_bounds().0
            };
            let bound = if known { Bound::Exact } else { Bound::AtMost };
            candidates.push(Candidate { action, visits: nodes - before, mean, se: 0.0, bound });
        });
        candidates.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        let action = candidates[0].action;
        let (line, depth) = (vec![action], self.depth);
        Decision { action, candidates, line, iterations: nodes, nodes, worlds: 0, bytes: 0, depth }
    }
}

impl<E> Minimax<E> {
    fn value<S: Deterministic + ZeroSum>(&self, state: &S, viewer: Player, depth: u32, nodes: &mut u64) -> f64
    where
        E: Evaluator<S>,
    {
        *nodes += 1;
        let mover = match state.turn() {
            Turn::Player(p) => p,
            _ => return state.payoff(viewer),
        };
        if depth == 0 {
            return self.evaluator.value(state, viewer);
        }
        let mut best = if mover == viewer { f64::NEG_INFINITY } else { f64::INFINITY };
        state.for_each_action(|a| {
            let mut next = state.clone();
            next.apply(a);
            let value = self.value(&next, viewer, depth - 1, nodes);
            best = if mover == viewer { best.max(value) } else { best.min(value) };
        });
        best
    }
}
