//! Notakto: a game in which everything is seen. `docs/adding-an-open-game.md` builds this file step by step.
//!
//! `cargo run --release --example notakto -- advise notakto --agent alphabeta`

use serde::{Deserialize, Serialize};
use std::process::ExitCode;
use yomi::prelude::*;

/// The lines of a board of nine cells, as bits: one octal digit for each row, cell 1 the lowest.
const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

/// Both players write crosses; who completes three in a row loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Board {
    crosses: u16,
}

impl Board {
    fn has(self, cell: u8) -> bool {
        self.crosses >> (cell - 1) & 1 == 1
    }

    /// The seat whose turn it would be: the first with an even number of crosses.
    fn next(self) -> Player {
        Player::new(self.crosses.count_ones() as usize % 2)
    }
}

impl State for Board {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        let is_full = |line: &u16| self.crosses & line == *line;
        if LINES.iter().any(is_full) { Turn::Over } else { Turn::Player(self.next()) }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let cells = if self.turn() == Turn::Over { 1..1 } else { 1..10 };
        cells.filter(|&cell| !self.has(cell)).try_for_each(f)
    }

    fn apply(&mut self, cell: u8) {
        self.crosses |= 1 << (cell - 1);
    }

    fn payoff(&self, p: Player) -> f64 {
        f64::from(p == self.next())
    }
}

impl Open for Board {}
impl Deterministic for Board {}
impl ZeroSum for Board {}
impl KeyedByHash for Board {}

#[derive(Clone, Copy)]
struct Rules;

impl Ruleset for Rules {
    type State = Board;

    const NAME: &'static str = "notakto";
    const SUMMARY: Text = Text::en("both write crosses on one board, and three in a row lose");
    const STAKES: Stakes = Stakes::Win;

    written_by_display!();

    fn from_settings(_: &Settings) -> Result<Rules, Rejected> {
        Ok(Rules)
    }

    fn start(&self, _seed: u64) -> Board {
        Board { crosses: 0 }
    }

    fn common_start(&self, _: Player) -> Option<Board> {
        Some(self.start(0))
    }

    fn draw(&self, board: &Board) -> String {
        let cell = |cell: u8| if board.has(cell) { "×".into() } else { cell.to_string() };
        [1, 4, 7].map(|c| format!("{} {} {}\n", cell(c), cell(c + 1), cell(c + 2))).concat()
    }
}

fn main() -> ExitCode {
    yomi_cli::main_with(Registry::standard().with::<OpenGame<Rules>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi::core::testkit::rules;
    use yomi::search::reference::negamax;

    #[test]
    fn keeps_every_law() {
        testkit::check_open(Effort::default(), &Rules);
        rules::check_deterministic(Effort::default(), |seed| Rules.start(seed));
        rules::check_zero_sum(Effort::default(), |seed| Rules.start(seed));
    }

    /// By plain minimax over the whole game.
    #[test]
    fn of_nine_openings_the_centre_alone_wins() {
        let value = |cell| {
            let mut board = Rules.start(0);
            board.apply(cell);
            negamax(&board, Player::FIRST, 9, &defaults::Undecided)
        };
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8, 9].map(value), [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    }
}
