//! `solver` as an agent.

use super::solver::Solver;
use yomi_core::{
    Basis, Candidate, Choice, Contradiction, Decision, Limits, Rng, Run, Search, State, ViewOf, ViewSearch,
};
use yomi_games::connect_four::{COLUMNS, Column, ConnectFour};

/// A player that uses the exact score, and another search if the limits are too small to find it.
pub struct SolverPlayer<T> {
    solver: Option<Solver>,
    otherwise: T,
}

/// Entries of the player's table, as a power of two.
const PLAYER_PLACE_BITS: u32 = 24;

pub const DEFAULT_LIMITS: Limits = Limits::nodes(20_000_000);

/// A copy starts with an empty table.
impl<T: Clone> Clone for SolverPlayer<T> {
    fn clone(&self) -> Self {
        SolverPlayer::new(self.otherwise.clone())
    }
}

impl<T> SolverPlayer<T> {
    pub fn new(otherwise: T) -> Self {
        SolverPlayer { solver: None, otherwise }
    }
}

impl<T: Search<ConnectFour>> ViewSearch<ConnectFour> for SolverPlayer<T> {
    fn decide(
        &mut self,
        view: &ViewOf<ConnectFour>,
        run: &mut Run<'_, Column>,
        rng: &mut Rng,
    ) -> Result<Decision<Column>, Contradiction> {
        let solver = self.solver.get_or_insert_with(|| Solver::new(PLAYER_PLACE_BITS));
        // Each of the two searches may use half: the exact one first, and the fallback if it does not finish.
        let limits = run.limits.or(DEFAULT_LIMITS);
        run.limits = Limits {
            iterations: limits.iterations.map(|n| n.div_ceil(2)),
            nodes: limits.nodes.map(|n| n.div_ceil(2)),
            time: limits.time.map(|t| t / 2),
            memory: limits.memory,
        };
        match exact_decision(solver, &view.now, run) {
            Some(decision) => Ok(decision),
            None => Ok(self.otherwise.decide(&view.now, run, rng)),
        }
    }
}

fn exact_decision(
    solver: &mut Solver,
    state: &ConnectFour,
    run: &Run<'_, Column>,
) -> Option<Decision<Column>> {
    let began = run.clock.now();
    let before = solver.nodes();
    let limits = run.limits;
    let most = limits.nodes.or(limits.iterations);
    solver.expect_stop_at(most.map_or(u64::MAX, |most| before.saturating_add(most)));
    let mut go_on = |nodes: u64| {
        let in_time = limits.time.is_none_or(|most| run.clock.now() - began < most);
        let in_nodes = most.is_none_or(|most| nodes - before < most);
        in_time && in_nodes && !run.is_stopped()
    };
    let mut candidates = Vec::new();
    for action in State::actions(state) {
        let score = solver.score_of(state, action, &mut go_on).ok()?;
        let mean = f64::from(score.signum() + 1) / 2.0;
        let visits = 1 + (score - (-21)) as u64;
        candidates.push((score, Candidate::computed(action, visits, mean, yomi_core::Bound::Proven)));
    }
    // The fastest win, or the slowest loss; among equals the most central column.
    let off_centre = |c: &Candidate<Column>| c.action.number().abs_diff(COLUMNS / 2);
    candidates.sort_by(|(a, x), (b, y)| b.cmp(a).then(off_centre(x).cmp(&off_centre(y))));
    let candidates: Vec<Candidate<Column>> = candidates.into_iter().map(|(_, c)| c).collect();
    let (action, nodes) = (candidates[0].action, solver.nodes() - before);
    let depth = state.empty().count_ones();
    Some(Decision {
        action,
        basis: Basis::Proven,
        choice: Choice::Value,
        candidates,
        line: vec![action],
        iterations: nodes,
        nodes,
        worlds: 0,
        bytes: solver.bytes(),
        depth,
        passes: 0,
    })
}
