//! `solver`: the exact score of any Connect Four position.
//!
//! The score is how early a side can force its win: 22 minus the number of own discs at the end if the player to move
//! wins, the same below zero if the other does, 0 for a draw. So 1 is a win with the very last disc, and more is faster.
//!
//! The search is alpha-beta with null windows around a guess that is halved like a number game. What makes it fast:
//!
//! 1. Moves after which the other wins at once are never tried, and a double threat ends the search.
//! 2. Moves that make the most cells to win on come first, the middle before the edge.
//! 3. Bounds are kept in a compact table; near the start a position and its mirror image share a place.
//! 4. Before any move is searched, the table is asked about all of them: one known answer may be enough.

use super::table::{Bound, BoundTable};
use yomi_core::{
    Candidate, Contradiction, Decision, Keyed, Limits, Rng, Run, Search, State, Turn, ViewOf, ViewSearch,
};
use yomi_games::connect_four::{COLUMNS, Column, ConnectFour, ROWS, completing};

/// Cells of the board.
const CELLS: i8 = (COLUMNS * ROWS) as i8;

/// With fewer discs than this a position and its mirror image are worth finding; later they hardly ever both occur.
const MIRROR_BELOW: u32 = 20;
/// With fewer discs than this the table is asked about all moves first; later searching is cheaper than asking.
const ASK_BELOW: u32 = 28;
/// How often the caller is asked whether to go on.
const NODES_BETWEEN_LOOKS: u64 = 1 << 14;

/// A solver with its table. The table goes on serving from position to position.
pub struct Solver {
    table: BoundTable,
    nodes: u64,
    next_look: u64,
}

/// The solver was told to stop before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// How much to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Win, draw or loss: the score is 1, 0 or -1.
    Outcome,
    /// And how fast.
    Score,
}

impl Solver {
    /// With a table of 2^`place_bits` places of four bytes.
    pub fn new(place_bits: u32) -> Solver {
        Solver { table: BoundTable::new(place_bits), nodes: 0, next_look: 0 }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The score of a position whose game is not over. `go_on` is asked now and then, with the nodes so far.
    pub fn solve(
        &mut self,
        state: &ConnectFour,
        question: Question,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<i8, Stopped> {
        let discs = state.discs() as i8;
        if completing(state.mine()) & state.landing() != 0 {
            let fastest = (CELLS + 1 - discs) / 2;
            return Ok(if question == Question::Score { fastest } else { 1 });
        }
        let (mut least, mut most) = match question {
            Question::Outcome => (-1, 1),
            Question::Score => (-(CELLS - discs) / 2, (CELLS + 1 - discs) / 2),
        };
        while least < most {
            // Scores near zero are the likely ones, and asking there cuts most.
            let mut middle = least + (most - least) / 2;
            if middle <= 0 && least / 2 < middle {
                middle = least / 2;
            } else if middle >= 0 && most / 2 > middle {
                middle = most / 2;
            }
            let found = self.search(state, middle, middle + 1, go_on)?;
            if found <= middle {
                most = found.max(least);
            } else {
                least = found.min(most);
            }
        }
        Ok(least)
    }

    /// The score of playing this column.
    pub fn score_of(
        &mut self,
        state: &ConnectFour,
        column: Column,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<i8, Stopped> {
        let mut next = *state;
        next.apply(column);
        if next.winner().is_some() {
            return Ok((CELLS + 1 - state.discs() as i8) / 2);
        }
        if next.turn() == Turn::Over {
            return Ok(0);
        }
        Ok(-self.solve(&next, Question::Score, go_on)?)
    }

    /// Alpha-beta on a position in which the mover cannot win at once.
    fn search(
        &mut self,
        state: &ConnectFour,
        mut alpha: i8,
        mut beta: i8,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<i8, Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + NODES_BETWEEN_LOOKS;
            if !go_on(self.nodes) {
                return Err(Stopped);
            }
        }
        // Step 1: moves that do not lose at once.
        let discs = state.discs() as i8;
        let candidates = safe_cells(state);
        if candidates == 0 {
            return Ok(-(CELLS - discs) / 2);
        }
        if discs >= CELLS - 2 {
            return Ok(0);
        }
        // Step 2: the other cannot win with its next disc, nor we with this one.
        alpha = alpha.max(-(CELLS - 2 - discs) / 2);
        beta = beta.min((CELLS - 1 - discs) / 2);
        if alpha >= beta {
            return Ok(alpha);
        }
        // Step 3: is it known?
        let place = self.table.place(canonical_key(state));
        match self.table.get(place) {
            Some(Bound::AtLeast(score)) if score >= beta => return Ok(score),
            Some(Bound::AtMost(score)) if score <= alpha => return Ok(score),
            Some(Bound::AtLeast(score)) => alpha = alpha.max(score),
            Some(Bound::AtMost(score)) => beta = beta.min(score),
            None => {}
        }
        // Step 4: the moves, most promising first.
        let moves = Moves::sorted(state, candidates);
        // Step 5: is one of the answers known?
        for next in moves.iter() {
            self.table.prefetch(self.table.place(canonical_key(next)));
        }
        if state.discs() < ASK_BELOW {
            for next in moves.iter() {
                if let Some(Bound::AtMost(score)) = self.table.get(self.table.place(canonical_key(next)))
                    && -score >= beta
                {
                    self.table.put(place, Bound::AtLeast(-score));
                    return Ok(-score);
                }
            }
        }
        // Step 6: search them.
        for next in moves.iter() {
            let score = -self.search(next, -beta, -alpha, go_on)?;
            if score >= beta {
                self.table.put(place, Bound::AtLeast(score));
                return Ok(score);
            }
            alpha = alpha.max(score);
        }
        self.table.put(place, Bound::AtMost(alpha));
        Ok(alpha)
    }
}

/// The cells the mover can play without losing to the next disc; none when the other threatens twice.
#[inline]
fn safe_cells(state: &ConnectFour) -> u64 {
    let landing = state.landing();
    let losing = completing(state.theirs()) & state.empty();
    let forced = landing & losing;
    let playable = match forced.count_ones() {
        0 => landing,
        1 => forced,
        _ => return 0,
    };
    // Nor right below a cell where the other wins.
    playable & !(losing >> 1)
}

/// The key of the position or of its mirror image, whichever is smaller, as long as that can matter.
#[inline]
fn canonical_key(state: &ConnectFour) -> u64 {
    if state.discs() < MIRROR_BELOW { state.key().min(state.mirrored().key()) } else { state.key() }
}

/// The positions after each move, the most promising first. A handful: sorted by insertion.
struct Moves {
    states: [ConnectFour; COLUMNS as usize],
    count: usize,
}

/// Columns from the middle to the edges.
const CENTRE_FIRST: [u32; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

impl Moves {
    #[inline]
    fn sorted(state: &ConnectFour, candidates: u64) -> Moves {
        let mut states = [*state; COLUMNS as usize];
        let mut scores = [0u32; COLUMNS as usize];
        let mut count = 0;
        for column in CENTRE_FIRST {
            let cell = candidates & (0b11_1111 << (7 * column));
            if cell == 0 {
                continue;
            }
            let next = state.with_disc(cell);
            let score = (completing(next.theirs()) & next.empty()).count_ones();
            let mut at = count;
            while at > 0 && scores[at - 1] < score {
                scores[at] = scores[at - 1];
                states[at] = states[at - 1];
                at -= 1;
            }
            scores[at] = score;
            states[at] = next;
            count += 1;
        }
        Moves { states, count }
    }

    fn iter(&self) -> std::slice::Iter<'_, ConnectFour> {
        self.states[..self.count].iter()
    }
}

/// A player that goes by the exact score, and by another search where the limits are too short to find it.
pub struct SolverPlayer<T> {
    solver: Option<Solver>,
    otherwise: T,
}

/// Places of the player's table, as a power of two.
const PLAYER_PLACE_BITS: u32 = 24;

pub const DEFAULT_LIMITS: Limits = Limits::nodes(20_000_000);

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
        // Each of the two may use half: the exact search first, and the one that takes over where it does not get there.
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
    let mut go_on = |nodes: u64| {
        let in_time = limits.time.is_none_or(|most| run.clock.now() - began < most);
        let in_nodes = limits.nodes.or(limits.iterations).is_none_or(|most| nodes - before < most);
        in_time && in_nodes && !run.is_stopped()
    };
    let mut candidates = Vec::new();
    for action in State::actions(state) {
        let score = solver.score_of(state, action, &mut go_on).ok()?;
        let mean = f64::from(score.signum() + 1) / 2.0;
        let visits = 1 + (score - (-21)) as u64;
        candidates.push((score, Candidate { action, visits, mean, se: 0.0, bound: yomi_core::Bound::Exact }));
    }
    // The fastest win, or the slowest loss; the middle column of equals.
    let off_centre = |c: &Candidate<Column>| c.action.number().abs_diff(COLUMNS / 2);
    candidates.sort_by(|(a, x), (b, y)| b.cmp(a).then(off_centre(x).cmp(&off_centre(y))));
    let candidates: Vec<Candidate<Column>> = candidates.into_iter().map(|(_, c)| c).collect();
    let (action, nodes) = (candidates[0].action, solver.nodes() - before);
    let depth = state.empty().count_ones();
    Some(Decision {
        action,
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

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_search::reference::negamax;

    /// Nothing is known before the end.
    #[derive(Clone)]
    struct NoJudgement;

    impl yomi_core::Evaluator<ConnectFour> for NoJudgement {
        fn value(&self, _: &ConnectFour, _: yomi_core::Player) -> f64 {
            0.5
        }
    }

    fn random_position(discs: u32, seed: u64) -> Option<ConnectFour> {
        let mut rng = Rng::new(seed);
        let mut state = ConnectFour::default();
        for _ in 0..discs {
            if state.turn() == Turn::Over {
                return None;
            }
            state.apply(state.random_action(&mut rng));
        }
        (state.turn() != Turn::Over).then_some(state)
    }

    #[test]
    fn outcomes_are_those_of_plain_minimax() {
        let mut solver = Solver::new(24);
        let mut checked = 0;
        for seed in 0..6_000 {
            let Some(state) = random_position(31 + (seed % 8) as u32, seed) else { continue };
            let Turn::Player(mover) = state.turn() else { continue };
            let truth = negamax(&state, mover, 42, &NoJudgement);
            let score = solver.solve(&state, Question::Score, &mut |_| true).unwrap();
            let outcome = solver.solve(&state, Question::Outcome, &mut |_| true).unwrap();
            assert_eq!(f64::from(score.signum() + 1) / 2.0, truth, "{state:?}");
            assert_eq!(outcome, score.signum());
            checked += 1;
        }
        assert!(checked > 100, "{checked}");
    }

    /// Score against the number of moves that plain minimax needs to see the end.
    #[test]
    fn scores_say_how_fast() {
        let mut solver = Solver::new(24);
        for seed in 0..3_000 {
            let Some(state) = random_position(30 + (seed % 8) as u32, seed) else { continue };
            let Turn::Player(mover) = state.turn() else { continue };
            let score = solver.solve(&state, Question::Score, &mut |_| true).unwrap();
            if score == 0 {
                continue;
            }
            let decided = |depth| negamax(&state, mover, depth, &NoJudgement) != 0.5;
            let plies = (1..=42 - state.discs()).find(|&d| decided(d)).unwrap() as i8;
            let own = (state.discs() as i8 + plies + 1) / 2;
            assert_eq!(score.abs(), 22 - own, "{state:?}");
        }
    }

    #[test]
    fn mirror_images_score_the_same_and_best_moves_reach_the_score() {
        let mut solver = Solver::new(24);
        for seed in 0..60 {
            let Some(state) = random_position(18, seed) else { continue };
            let score = solver.solve(&state, Question::Score, &mut |_| true).unwrap();
            assert_eq!(Solver::new(24).solve(&state.mirrored(), Question::Score, &mut |_| true), Ok(score));
            let best = State::actions(&state)
                .into_iter()
                .map(|c| solver.score_of(&state, c, &mut |_| true).unwrap())
                .max();
            assert_eq!(best, Some(score));
        }
    }

    #[test]
    fn it_stops_when_told() {
        assert_eq!(
            Solver::new(24).solve(&ConnectFour::default(), Question::Score, &mut |n| n < 100_000),
            Err(Stopped)
        );
    }
}
