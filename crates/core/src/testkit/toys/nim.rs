//! Nim with one heap.

use crate::options::{OptionSpec, Settings};
use crate::ruleset::{Ruleset, Stakes, Text, parse_number};
use crate::{Deterministic, Evaluator, Keyed, Open, Player, Rejected, State, Turn, ZeroSum};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Nim with one heap: two players in turn take one, two or three counters, and the player who takes the last
/// one wins. The player to move loses exactly when the heap is a multiple of four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Nim {
    pub heap: u8,
    pub mover: Player,
}

impl Nim {
    /// A heap of this size, the first player to move.
    #[must_use]
    pub const fn new(heap: u8) -> Nim {
        Nim { heap, mover: Player::FIRST }
    }
}

impl State for Nim {
    /// How many counters are taken.
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.heap == 0 { Turn::Over } else { Turn::Player(self.mover) }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.heap.min(3)).try_for_each(f)
    }

    fn apply(&mut self, taken: u8) {
        self.heap -= taken;
        self.mover = self.mover.other();
    }

    fn payoff(&self, p: Player) -> f64 {
        if p == self.mover { 0.0 } else { 1.0 }
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
}

impl Deterministic for Nim {}
impl ZeroSum for Nim {}
impl Open for Nim {}

impl Keyed for Nim {
    fn key(&self) -> u64 {
        u64::from(self.heap) << 1 | self.mover.index() as u64
    }
}

/// An evaluator that knows how [`Nim`] is won: it pays to leave a multiple of four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fours;

impl Evaluator<Nim> for Fours {
    fn value(&self, state: &Nim, p: Player) -> f64 {
        let mover_wins = !state.heap.is_multiple_of(4);
        if mover_wins == (p == state.mover) { 0.9 } else { 0.1 }
    }
}

/// [`Nim`] with its one setting, the size of the heap, and its notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NimRules {
    pub heap: u8,
}

impl Ruleset for NimRules {
    type State = Nim;

    const NAME: &'static str = "nim";
    const SUMMARY: Text = Text { en: "take the last counter", ja: "最後の石を取る" };
    const STAKES: Stakes = Stakes::Win;
    const SETTINGS: &'static [OptionSpec] =
        &[OptionSpec::count("heap", "10", 1, 100, Text { en: "counters at the start", ja: "最初の石の数" })];

    fn from_settings(settings: &Settings) -> Result<Self, Rejected> {
        let heap = parse_number("heap", &settings["heap"], 1..=100)?;
        Ok(NimRules { heap: heap as u8 })
    }

    fn start(&self, _: u64) -> Nim {
        Nim::new(self.heap)
    }

    fn check_seen(&self, seen: &Nim) -> Result<(), Rejected> {
        if seen.heap <= self.heap && seen.mover.index() < 2 {
            Ok(())
        } else {
            Err(Rejected::new(format!("a heap of {}: expected at most {}", seen.heap, self.heap)))
        }
    }

    fn action_text(&self, taken: u8) -> String {
        taken.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<u8, Rejected> {
        parse_number("move", text, 1..=3).map(|taken| taken as u8)
    }

    fn event_text(&self, taken: &u8) -> String {
        self.action_text(*taken)
    }

    fn parse_event(&self, text: &str) -> Result<u8, Rejected> {
        self.parse_action(text)
    }

    fn draw(&self, seen: &Nim) -> String {
        format!("{}\n", "o".repeat(usize::from(seen.heap)))
    }
}
