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
use yomi_core::Keyed;
use yomi_games::connect_four::{COLUMNS, ConnectFour, ROWS, completing};

/// Cells of the board.
const CELLS: i8 = (COLUMNS * ROWS) as i8;

/// With fewer discs than this a position and its mirror image are worth finding; later they hardly ever both occur.
const MIRROR_BELOW: u32 = 20;
/// With fewer discs than this the table is asked about all moves first; later searching is cheaper than asking.
const ASK_BELOW: u32 = 32;
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
        if state.discs() < ASK_BELOW {
            for next in moves.iter() {
                self.table.prefetch(self.table.place(canonical_key(next)));
            }
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
