//! `solver` as an agent.

use super::solver::{Solver, window_of};
use std::cell::Cell;
use std::cmp::Reverse;
use std::sync::atomic::Ordering;
use std::time::Duration;
use yomi_core::{
    Basis, Bound, Candidate, Choice, Contradiction, Decision, Limits, Rng, Run, Search, State, ViewOf,
    ViewSearch,
};
use yomi_games::connect_four::{COLUMNS, Column, ConnectFour};

/// A player that uses the exact score, and another search if the limits are too small to find it.
pub struct SolverPlayer<T> {
    solver: Option<Solver>,
    otherwise: T,
}

/// Entries of the player's table, as a power of two.
const PLAYER_PLACE_BITS: u32 = 24;

/// With less time than this a table that is large from its start, as it is on a board with few discs, is not
/// even begun: the system takes about as long to hand it out, and no such board is solved so quickly.
const LEAST_TIME: Duration = Duration::from_millis(100);
const LARGE: usize = 8 << 20;

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
        // With less memory than its table takes there is a smaller one, or none at all: then the fallback has it all.
        let full_table = size_of::<u32>() << PLAYER_PLACE_BITS;
        if let Some(memory) = run.limits.memory.filter(|memory| *memory < full_table) {
            self.solver = Solver::within(memory, &view.now).ok();
            if self.solver.is_none() {
                return Ok(self.otherwise.decide(&view.now, run, rng));
            }
        }
        if run.limits.time.is_some_and(|time| time < LEAST_TIME) && Solver::least_bytes(&view.now) > LARGE {
            return Ok(self.otherwise.decide(&view.now, run, rng));
        }
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

/// What is known of a column: its score is in this window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    pub column: Column,
    pub least: i8,
    pub most: i8,
}

impl Standing {
    fn is_open(self) -> bool {
        self.least < self.most
    }

    /// In how many moves the game ends at the latest, this one included. The winner of a score has made 22 discs
    /// less the score by then.
    fn end(self, state: &ConnectFour) -> u32 {
        let own = state.discs() / 2;
        let other = state.discs() - own;
        match (self.least, self.most) {
            (least @ 1.., _) => 2 * (WINNERS_DISCS - u32::from(least.unsigned_abs()) - own) - 1,
            (least, most @ ..=-1) if least == most => {
                2 * (WINNERS_DISCS - u32::from(most.unsigned_abs()) - other)
            }
            _ => state.empty().count_ones(),
        }
    }

    /// A win is a win before its score is known.
    fn candidate(self) -> Candidate<Column> {
        let Standing { column, least, most } = self;
        let visits = 1 + (least - LEAST_SCORE) as u64;
        let value = |mean, bound| Candidate::computed(column, visits, mean, bound);
        match (least, most) {
            (1.., _) => value(1.0, Bound::Proven),
            (_, ..=-1) => value(0.0, Bound::Proven),
            (0, 0) => value(0.5, Bound::Proven),
            (0, _) => value(0.5, Bound::AtLeast),
            (_, 0) => value(0.5, Bound::AtMost),
            _ => Candidate::unknown(column),
        }
    }
}

/// A score is this less the winner's discs at the end.
const WINNERS_DISCS: u32 = 22;

/// The lowest score that there is.
const LEAST_SCORE: i8 = -21;

/// What the solver knows of all columns: its evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings(pub Vec<Standing>);

impl Standings {
    /// The fastest win, or the slowest loss; among equals the most central column.
    fn sorted(mut self) -> Standings {
        let off_centre = |standing: &Standing| standing.column.number().abs_diff(COLUMNS / 2);
        self.0.sort_by_key(|s| (Reverse(s.least), Reverse(s.most), off_centre(s)));
        self
    }

    fn decision(&self, state: &ConnectFour, nodes: u64, bytes: usize) -> Decision<Column> {
        let action = self.0[0].column;
        let proven = self.0.iter().all(|standing| !standing.is_open());
        Decision {
            action,
            basis: if proven { Basis::Proven } else { Basis::Computed },
            choice: Choice::Value,
            candidates: self.0.iter().map(|standing| standing.candidate()).collect(),
            line: vec![action],
            iterations: nodes,
            nodes,
            worlds: 0,
            bytes,
            depth: self.0[0].end(state),
            passes: 0,
        }
    }
}

/// Narrows all columns in turn until every score is known: who wins is known of all of them early.
fn exact_decision(
    solver: &mut Solver,
    state: &ConnectFour,
    run: &mut Run<'_, Column>,
) -> Option<Decision<Column>> {
    let began = run.clock.now();
    let before = solver.nodes();
    let limits = run.limits;
    let most = limits.nodes.or(limits.iterations);
    solver.expect_stop_at(most.map_or(u64::MAX, |most| before.saturating_add(most)));
    solver.stand_at(state);
    let known: Vec<Cell<Standing>> = State::actions(state)
        .into_iter()
        .map(|column| {
            let (least, most) = window_of(state, column);
            Cell::new(Standing { column, least, most })
        })
        .collect();
    let standings = || Standings(known.iter().map(Cell::get).collect()).sorted();
    let (clock, stop, bytes) = (run.clock, run.stop, solver.bytes());
    let mut reported = Duration::ZERO;
    let progress = &mut run.progress;
    let mut go_on = |nodes: u64| {
        let elapsed = clock.now().saturating_sub(began);
        let in_time = limits.time.is_none_or(|most| elapsed < most);
        let in_nodes = most.is_none_or(|most| nodes - before < most);
        let goes_on = in_time && in_nodes && !stop.load(Ordering::Relaxed);
        if let Some(progress) =
            progress.as_mut().filter(|progress| goes_on && elapsed >= reported + progress.every)
        {
            reported = elapsed;
            let standings = standings();
            (progress.report)(&standings.decision(state, nodes - before, bytes), Some(&standings));
        }
        goes_on
    };
    while known.iter().any(|standing| standing.get().is_open()) {
        for place in &known {
            let Standing { column, least, most } = place.get();
            if least < most {
                let (least, most) = solver.narrow_of(state, column, (least, most), &mut go_on).ok()?;
                place.set(Standing { column, least, most });
            }
        }
    }
    let standings = standings();
    let decision = standings.decision(state, solver.nodes() - before, solver.bytes());
    if let Some(wanted) = &mut run.evidence {
        **wanted = Some(Box::new(standings));
    }
    Some(decision)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::after;
    use std::sync::atomic::AtomicBool;
    use yomi_core::testkit::clock::SteppingClock;
    use yomi_core::{Progress, View};
    use yomi_search::AlphaBeta;
    use yomi_search::minimax::AlphaBetaOptions;

    fn player() -> SolverPlayer<AlphaBeta<crate::Threats>> {
        SolverPlayer::new(AlphaBeta { options: AlphaBetaOptions::default(), evaluator: crate::Threats })
    }

    /// A board with few discs is not solved in a moment, and its table would take longer to get than the search may
    /// last: the other search has all of the time.
    #[test]
    fn a_moment_is_not_spent_on_a_large_table() {
        let decided = |moves: &str, time: Duration| {
            let (state, mut player) = (after(moves), player());
            let (clock, stop) = (SteppingClock::new(time / 50), AtomicBool::new(false));
            let view = View::new(yomi_core::Player::new(moves.len() % 2), state);
            let mut run = Run::new(Limits::time(time), &clock, &stop);
            player.decide(&view, &mut run, &mut Rng::new(1)).unwrap();
            player.solver.map(|solver| solver.bytes())
        };
        assert_eq!(decided("", Duration::from_millis(99)), None);
        assert_eq!(decided("44", Duration::from_millis(1)), None);
        assert!(decided("444", Duration::from_millis(1)).is_some_and(|bytes| bytes <= LARGE));
        assert!(decided("", LEAST_TIME).is_some_and(|bytes| bytes > LARGE));
    }

    /// It keeps to the memory that it is given, and leaves the board to the other search where that is too little.
    #[test]
    fn the_table_keeps_to_the_memory() {
        let decided = |moves: &str, memory: usize| {
            let (state, mut player) = (after(moves), player());
            let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
            let view = View::new(yomi_core::Player::new(moves.len() % 2), state);
            let limits = Limits { memory: Some(memory), ..Limits::nodes(2_000_000) };
            let found = player.decide(&view, &mut Run::new(limits, &clock, &stop), &mut Rng::new(1)).unwrap();
            (found.basis, player.solver.map(|solver| solver.bytes()))
        };
        let late = "4444432621335566";
        assert_eq!(decided("", 1 << 20).1, None);
        assert_eq!(decided(late, 1 << 10).1, None);
        for memory in [1 << 18, 1 << 20, 100 << 20] {
            let (basis, bytes) = decided(late, memory);
            assert_eq!(basis, Basis::Proven);
            assert!(bytes.is_some_and(|bytes| bytes > 0 && bytes <= memory), "{bytes:?} of {memory}");
        }
    }

    /// Played on by the solver, the game ends after as many moves as it stated: wins, draws and losses.
    #[test]
    fn the_end_comes_when_it_is_said() {
        let mut ends = [0; 3];
        for seed in 0..40 {
            let Some(start) = crate::testing::random_position(26, seed) else { continue };
            let mut state = start;
            let decide = |state: &ConnectFour| {
                let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
                let view = View::new(state.turn().player().unwrap(), *state);
                player()
                    .decide(&view, &mut Run::new(Limits::default(), &clock, &stop), &mut Rng::new(1))
                    .unwrap()
            };
            let first = decide(&start);
            let mut moves = 0;
            while state.turn() != yomi_core::Turn::Over {
                state.apply(decide(&state).action);
                moves += 1;
            }
            assert_eq!(first.depth, moves, "{start:?}");
            ends[(2.0 * first.value()) as usize] += 1;
        }
        assert!(ends.iter().all(|count| *count > 0), "losses, draws and wins: {ends:?}");
    }

    /// What is told on the way never takes anything back, and ends with what the answer says.
    #[test]
    fn windows_get_narrower_until_every_score_is_known() {
        let (state, mut player) = (after("44444326213355"), player());
        let (clock, stop) = (SteppingClock::new(Duration::from_micros(10)), AtomicBool::new(false));
        let mut told: Vec<Vec<Standing>> = Vec::new();
        let mut report = |_: &Decision<Column>, seen: Option<&(dyn std::any::Any + Send)>| {
            let standings = seen.and_then(|seen| seen.downcast_ref::<Standings>()).expect("evidence");
            let mut all = standings.0.clone();
            all.sort_by_key(|standing| standing.column.number());
            told.push(all);
        };
        let mut evidence = None;
        let mut run = Run::new(Limits::default(), &clock, &stop);
        run.progress = Some(Progress { every: Duration::ZERO, report: &mut report });
        run.evidence = Some(&mut evidence);
        let view = View::new(yomi_core::Player::FIRST, state);
        let found = player.decide(&view, &mut run, &mut Rng::new(0)).unwrap();
        assert_eq!(found.basis, Basis::Proven);
        let end = evidence.unwrap().downcast::<Standings>().unwrap();
        assert!(end.0.iter().all(|standing| !standing.is_open()));
        assert!(told.len() > 3, "{}", told.len());
        let mut solver = Solver::new(PLAYER_PLACE_BITS);
        for Standing { column, least, .. } in end.0 {
            assert_eq!(solver.score_of(&state, column, &mut |_| true), Ok(least));
            let of = |all: &Vec<Standing>| *all.iter().find(|standing| standing.column == column).unwrap();
            for pair in told.windows(2) {
                let (earlier, later) = (of(&pair[0]), of(&pair[1]));
                assert!(earlier.least <= later.least && later.most <= earlier.most);
                assert!((later.least..=later.most).contains(&least));
            }
        }
    }
}
