//! The text notation of the alternating maze.

use super::{AlternatingMaze, Direction};
use crate::grid::duo::Extent;
use crate::mersenne::suite_seeds;
use yomi_core::ruleset::Pick;
use yomi_core::{OptionSpec, Rejected, Ruleset, Settings, Stakes, Text};

/// The alternating maze with its size and its number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules(pub Extent);

impl Ruleset for Rules {
    type State = AlternatingMaze;

    const NAME: &'static str = "alternating-maze";
    const SUMMARY: Text = Text {
        en: "two players take turns to collect points on a grid; everything is seen",
        ja: "二人が交互にマス目を歩いて点を集める（すべて見える）",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Win;
    const SETTINGS: &'static [OptionSpec] = &[
        Extent::size_option("3x3"),
        OptionSpec::count(
            "turns",
            "4",
            1,
            Extent::MOST_TURNS,
            Text {
                en: "single moves in a game, 1 to 10000", ja: "一局の手数（両者合計、1〜10000）"
            },
        ),
    ];

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        Extent::from_settings(settings).map(Rules)
    }

    fn start(&self, seed: u64) -> AlternatingMaze {
        AlternatingMaze::generate(self.0, seed)
    }

    fn seeds(seed: u64, games: usize) -> Vec<u64> {
        suite_seeds(seed, games)
    }

    fn check_seen(&self, maze: &AlternatingMaze) -> Result<(), Rejected> {
        self.0.check(&maze.duo)
    }

    fn action_text(&self, direction: Direction) -> String {
        direction.letter().to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Direction, Rejected> {
        text.parse()
    }

    fn event_text(&self, direction: &Direction) -> String {
        self.action_text(*direction)
    }

    fn parse_event(&self, text: &str) -> Result<Direction, Rejected> {
        self.parse_action(text)
    }

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, maze: &AlternatingMaze, pick: Pick) -> String {
        maze.duo.draw(pick)
    }
}
