//! The text notation of the simultaneous maze.

use super::{Direction, SimultaneousMaze};
use crate::grid::duo::Extent;
use crate::mersenne::suite_seeds;
use yomi_core::joint::{ChoiceEvent, SeenRound};
use yomi_core::ruleset::Pick;
use yomi_core::{
    MAX_PLAYERS, OptionSpec, Player, Rejected, Ruleset, Serialized, Settings, Stakes, Text, sentence,
};

/// The simultaneous maze with its size and its number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules(pub Extent);

impl Ruleset for Rules {
    type State = Serialized<SimultaneousMaze>;

    const NAME: &'static str = "simultaneous-maze";
    const SUMMARY: Text = Text {
        en: "two players collect points, both moving at once; the opponent's choice is hidden",
        ja: "二人が同時に動いて点を集める（相手の選択は見えない）",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Win;
    const SETTINGS: &'static [OptionSpec] = &[
        Extent::size_option("5x5"),
        OptionSpec::count(
            "turns",
            "20",
            1,
            Extent::MOST_TURNS,
            Text { en: "turns in a game, 1 to 10000", ja: "一局のターン数（1〜10000）" },
        ),
    ];

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        Extent::from_settings(settings).map(Rules)
    }

    fn start(&self, seed: u64) -> Serialized<SimultaneousMaze> {
        Serialized::new(SimultaneousMaze::generate(self.0, seed))
    }

    fn seeds(seed: u64, games: usize) -> Vec<u64> {
        suite_seeds(seed, games)
    }

    fn check_seen(&self, seen: &SeenRound<SimultaneousMaze, Direction>) -> Result<(), Rejected> {
        self.0.check(&seen.game.0)?;
        if seen.own.is_some() != seen.chosen.contains(seen.seat) {
            return Err(Rejected(sentence!(
                "own: there must be a choice exactly when this seat has chosen",
                "own: 自分がもう選んだときにだけ書いてください"
            )));
        }
        if seen.seat.index() > 1 || seen.first != Player::FIRST || seen.chosen.iter().count() > 1 {
            return Err(Rejected(sentence!(
                "chosen: seat 0 chooses first, then seat 1",
                "chosen: 席0が先に選び、次に席1が選びます"
            )));
        }
        Ok(())
    }

    fn action_text(&self, direction: Direction) -> String {
        direction.letter().to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Direction, Rejected> {
        text.parse()
    }

    fn event_text(&self, event: &ChoiceEvent<Direction>) -> String {
        match event {
            ChoiceEvent::Chosen { action: Some(direction), .. } => format!("{}?", direction.letter()),
            ChoiceEvent::Chosen { action: None, .. } => "?".into(),
            ChoiceEvent::Revealed(all) => {
                let words: Vec<&str> = all.iter().flatten().map(|d| d.letter()).collect();
                words.join("+")
            }
        }
    }

    /// Only seat 0's choice can be pending: seat 1's completes the turn.
    fn parse_event(&self, text: &str) -> Result<ChoiceEvent<Direction>, Rejected> {
        let by = Player::FIRST;
        if let Some(own) = text.strip_suffix('?') {
            let action = if own.is_empty() { None } else { Some(own.parse()?) };
            return Ok(ChoiceEvent::Chosen { by, action });
        }
        let Some((first, second)) = text.split_once('+') else {
            return Err(Rejected(sentence!(
                "{text:?} is not a turn; expected, for example, R+L, R? or ?",
                "{text:?} という手番はありません。R+L、R?、? のように書いてください"
            )));
        };
        let mut all = [None; MAX_PLAYERS];
        (all[0], all[1]) = (Some(first.parse()?), Some(second.parse()?));
        Ok(ChoiceEvent::Revealed(all))
    }

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, seen: &SeenRound<SimultaneousMaze, Direction>, pick: Pick) -> String {
        let (seat, sign) = (seen.seat, ["A", "B"][seen.seat.index() % 2]);
        let head = sentence!("the view of seat {seat}, {sign}\n", "席{seat}（{sign}）の視点\n");
        pick(&head.en, &head.ja).to_string() + &seen.game.0.draw(pick)
    }
}
