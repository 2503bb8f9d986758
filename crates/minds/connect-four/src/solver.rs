//! `solver`: the exact score of any Connect Four position.
//!
//! The score says how early a side can force its win: 22 minus the number of the winner's discs at the end if
//! the player to move wins, the negative of that if the opponent wins, 0 for a draw. So 1 is a win with the
//! very last disc, and a higher score is a faster win.
//!
//! The search is alpha-beta with null windows, in a binary search for the score. What makes it fast:
//!
//! 1. Moves after which the opponent wins at once are never tried, and a double threat ends the search
//!    (`branches`).
//! 2. A player with no line left to complete, or who is beaten by an opponent that just answers every move in
//!    the same column, cannot win (`follow`).
//! 3. Moves that create the most winning cells come first, the middle before the edge.
//! 4. Bounds are kept in a compact table that starts small enough for the cache; keys hold only what can
//!    still differ (`frame`).
//! 5. Before any move is searched, all of them are looked up in the table: one known answer may be enough.

use super::branches::{Branch, Branches, safe_cells};
use super::follow;
use super::frame::Frame;
use super::table::{Bound, BoundTable, Slot};
use yomi_core::{State, Turn};
use yomi_games::connect_four::{COLUMNS, Column, ConnectFour, ROWS, completing, has_four};

/// Cells of the board.
const CELLS: i8 = (COLUMNS * ROWS) as i8;

/// With fewer discs than this a player hardly ever has no line left, so that is not checked.
const LINES_FROM: i8 = 24;
/// With fewer discs than this all moves are looked up in the table first; later searching is cheaper than a
/// lookup.
const ASK_BELOW: i8 = 34;
/// How many nodes between two calls of the caller's callback.
const NODES_BETWEEN_LOOKS: u64 = 1 << 12;

/// A solver with its table. The table stays valid as long as the positions asked about follow from the first
/// one.
pub struct Solver {
    table: BoundTable,
    frame: Frame,
    nodes: u64,
    next_look: u64,
    /// From so many nodes on the caller is asked at every one.
    most: u64,
}

/// The solver was stopped before it finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What to compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Win, draw or loss: the score is 1, 0 or -1.
    Outcome,
    /// The exact score, which also says how fast.
    Score,
}

/// Called regularly with the number of nodes so far; returns whether to go on.
type GoOn<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The least and the most that a score can be.
pub type Window = (i8, i8);

/// What is known of the score of a position before anything is searched.
fn window(state: &ConnectFour, question: Question) -> Window {
    let discs = state.discs() as i8;
    let (least, most) = match question {
        Question::Outcome => (-1, 1),
        Question::Score => (-(CELLS - discs) / 2, (CELLS + 1 - discs) / 2),
    };
    if completing(state.mine()) & state.landing() != 0 {
        return (most, most);
    }
    if safe_cells(state) == 0 { (least, least) } else { (least, most) }
}

/// What is known of the score of playing this column before anything is searched.
pub fn window_of(state: &ConnectFour, column: Column) -> Window {
    let mut next = *state;
    next.apply(column);
    if next.winner().is_some() {
        let score = (CELLS + 1 - state.discs() as i8) / 2;
        return (score, score);
    }
    if next.turn() == Turn::Over {
        return (0, 0);
    }
    let (least, most) = window(&next, Question::Score);
    (-most, -least)
}

impl Solver {
    /// With a table that grows, if needed, to 2^`place_bits` entries of four bytes.
    pub fn new(place_bits: u32) -> Solver {
        let frame = Frame::from(&ConnectFour::default());
        Solver { table: BoundTable::new(place_bits), frame, nodes: 0, next_look: 0, most: u64::MAX }
    }

    /// What the table of a position takes from the start.
    pub fn least_bytes(state: &ConnectFour) -> usize {
        size_of::<u32>() << BoundTable::least_place_bits(Frame::from(state).key_bits())
    }

    /// For a position and those that follow from it, with a table of at most so many bytes; where that is too
    /// little, the least that is enough.
    pub fn within(bytes: usize, state: &ConnectFour) -> Result<Solver, usize> {
        let frame = Frame::from(state);
        Ok(Solver {
            table: BoundTable::within(bytes, frame.key_bits())?,
            frame,
            nodes: 0,
            next_look: 0,
            most: u64::MAX,
        })
    }

    /// Announces that the caller will stop it at so many positions, counted from the first question, so that
    /// it is asked at that very one.
    pub fn expect_stop_at(&mut self, nodes: u64) {
        self.most = nodes;
        self.next_look = self.next_look.min(nodes);
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Clears the table; from now on keys are relative to this position.
    pub fn forget(&mut self, start: &ConnectFour) {
        self.frame = Frame::from(start);
        self.table.clear(self.frame.key_bits());
    }

    /// The score of a position whose game is not over. `go_on` is called regularly with the number of nodes
    /// so far.
    pub fn solve(&mut self, state: &ConnectFour, question: Question, go_on: GoOn<'_>) -> Result<i8, Stopped> {
        let mut window = window(state, question);
        while window.0 < window.1 {
            window = self.narrow(state, window, go_on)?;
        }
        Ok(window.0)
    }

    /// Makes a window in which the score is smaller by one test.
    fn narrow(
        &mut self,
        state: &ConnectFour,
        (least, most): Window,
        go_on: GoOn<'_>,
    ) -> Result<Window, Stopped> {
        self.stand_at(state);
        let root = Branch { state: *state, replies: safe_cells(state) };
        // Scores near zero are the most likely, and testing there cuts most.
        let mut middle = least + (most - least) / 2;
        if middle <= 0 && least / 2 < middle {
            middle = least / 2;
        } else if middle >= 0 && most / 2 > middle {
            middle = most / 2;
        }
        // Computed again each time, because the table may have grown.
        let slot = self.slot(&root);
        let found = self.search(&root, slot, middle, middle + 1, go_on)?;
        Ok(if found <= middle { (least, found.max(least)) } else { (found.min(most), most) })
    }

    /// From now on positions are asked about that follow from this one. What is in the table stays where it can.
    pub fn stand_at(&mut self, state: &ConnectFour) {
        if self.table.is_new() || !self.frame.covers(state) {
            self.forget(state);
        }
    }

    /// What is known of the score of playing this column after one test more.
    pub fn narrow_of(
        &mut self,
        state: &ConnectFour,
        column: Column,
        (least, most): Window,
        go_on: GoOn<'_>,
    ) -> Result<Window, Stopped> {
        let mut next = *state;
        next.apply(column);
        let (from, to) = self.narrow(&next, (-most, -least), go_on)?;
        Ok((-to, -from))
    }

    /// The score of playing this column.
    pub fn score_of(&mut self, state: &ConnectFour, column: Column, go_on: GoOn<'_>) -> Result<i8, Stopped> {
        let mut window = window_of(state, column);
        while window.0 < window.1 {
            window = self.narrow_of(state, column, window, go_on)?;
        }
        Ok(window.0)
    }

    /// The table entry of a position. One with a single reply is not stored: searching on is as quick as a
    /// lookup.
    #[inline]
    fn slot(&self, branch: &Branch) -> Option<Slot> {
        let several = branch.replies & (branch.replies - 1) != 0;
        several.then(|| self.table.slot(self.frame.key(&branch.state)))
    }

    #[inline]
    fn keep(&mut self, slot: Option<Slot>, bound: Bound) {
        if let Some(slot) = slot {
            self.table.put(slot, bound);
        }
    }

    /// Alpha-beta on a position in which the mover cannot win at once and has moves that do not lose at once.
    fn search(
        &mut self,
        node: &Branch,
        slot: Option<Slot>,
        mut alpha: i8,
        mut beta: i8,
        go_on: GoOn<'_>,
    ) -> Result<i8, Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.most.max(self.nodes + 1));
            if !go_on(self.nodes) {
                return Err(Stopped);
            }
        }
        let state = &node.state;
        let discs = state.discs() as i8;
        if discs >= CELLS - 2 {
            return Ok(0);
        }
        // Step 1: the opponent cannot win with its next disc, nor the mover with this one.
        alpha = alpha.max(-(CELLS - 2 - discs) / 2);
        beta = beta.min((CELLS - 1 - discs) / 2);
        if alpha >= beta {
            return Ok(alpha);
        }
        // Step 2: does the mover have a line left to complete? (The opponent's lines are unchanged since its
        // last move.) Does the follower beat the mover?
        if discs >= LINES_FROM && beta > 0 && !has_four(state.mine() | state.empty()) {
            beta = 0;
        }
        if beta > -2
            && let Some(most) = follow::most_for_mover(state)
        {
            beta = beta.min(most);
        }
        if alpha >= beta {
            return Ok(beta);
        }
        // Step 3: is the position in the table?
        match slot.and_then(|slot| self.table.get(slot)) {
            Some(Bound::AtLeast(score)) if score >= beta => return Ok(score),
            Some(Bound::AtMost(score)) if score <= alpha => return Ok(score),
            Some(Bound::AtLeast(score)) => alpha = alpha.max(score),
            Some(Bound::AtMost(score)) => beta = beta.min(score),
            None => {}
        }
        // Step 4: generate the moves, most promising first.
        let branches = match Branches::of(state, node.replies) {
            Branches::Won => {
                self.nodes += 1;
                return Ok((CELLS - 1 - discs) / 2);
            }
            Branches::Open(sorted) => sorted,
        };
        // Step 5: is one of the replies in the table and good enough?
        let mut slots = [None; COLUMNS as usize];
        for (slot, branch) in slots.iter_mut().zip(branches.iter()) {
            *slot = self.slot(branch);
            if let Some(slot) = *slot {
                self.table.prefetch(slot);
            }
        }
        if discs < ASK_BELOW && slot.is_some() {
            for &known in slots[..branches.len()].iter().flatten() {
                if let Some(Bound::AtMost(score)) = self.table.get(known)
                    && -score >= beta
                {
                    self.keep(slot, Bound::AtLeast(-score));
                    return Ok(-score);
                }
            }
        }
        // Step 6: search the moves.
        for (branch, &below) in branches.iter().zip(&slots) {
            let score = -self.search(branch, below, -beta, -alpha, go_on)?;
            if score >= beta {
                self.keep(slot, Bound::AtLeast(score));
                return Ok(score);
            }
            alpha = alpha.max(score);
        }
        self.keep(slot, Bound::AtMost(alpha));
        Ok(alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{exact_score, random_position};
    use super::*;
    use yomi_search::reference::negamax;

    /// An evaluator that knows nothing before the end of the game.
    #[derive(Clone)]
    struct NoJudgement;

    impl yomi_core::Evaluator<ConnectFour> for NoJudgement {
        fn value(&self, _: &ConnectFour, _: yomi_core::Player) -> f64 {
            0.5
        }
    }

    /// A table of the least size answers as a large one does, and stays that small.
    #[test]
    fn memory_is_kept_to() {
        let rules = yomi_games::connect_four::Rules;
        let mut state = ConnectFour::default();
        for word in yomi_core::Ruleset::split_moves(&rules, "4445551122") {
            state.apply(yomi_core::Ruleset::parse_action(&rules, word).unwrap());
        }
        let Err(least) = Solver::within(0, &state) else { panic!("it takes some memory") };
        assert!(Solver::within(least - 1, &state).is_err());
        let mut small = Solver::within(least, &state).unwrap();
        let score = small.solve(&state, Question::Score, &mut |_| true);
        assert_eq!(score, Solver::new(24).solve(&state, Question::Score, &mut |_| true));
        assert!(small.bytes() <= least, "{} {least}", small.bytes());
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

    #[test]
    fn scores_are_those_of_trying_every_line() {
        let mut solver = Solver::new(24);
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..8_000 {
            let Some(state) = random_position(30 + (seed % 12) as u32, seed) else { continue };
            let score = solver.solve(&state, Question::Score, &mut |_| true).unwrap();
            assert_eq!(score, exact_score(&state), "{state:?}");
            seen.insert(score);
        }
        assert!(seen.len() > 10, "{seen:?}");
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
