//! The text notation of Kuhn poker.

use super::{Kuhn, Line, SeenKuhn};
use crate::cards::{Bet, Heard, Rank, draw_hands};
use yomi_core::ruleset::Pick;
use yomi_core::{Rejected, Rng, Ruleset, Settings, Stakes, Text};

/// Kuhn poker has no settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

impl Ruleset for Rules {
    type State = Kuhn;

    const NAME: &'static str = "kuhn";
    const SUMMARY: Text = Text {
        en: "the smallest poker: three cards, one bet; the opponent's card is hidden",
        ja: "三枚・一回の賭けだけの最小ポーカー（相手の札は見えない）",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Chips;

    fn from_settings(_: &Settings) -> Result<Self, Rejected> {
        Ok(Rules)
    }

    fn start(&self, seed: u64) -> Kuhn {
        let mut deck = Rank::ALL;
        Rng::new(seed).shuffle(&mut deck);
        Kuhn::deal([deck[0], deck[1]])
    }

    fn check_seen(&self, seen: &SeenKuhn) -> Result<(), Rejected> {
        seen.check()
    }

    fn action_text(&self, bet: Bet) -> String {
        bet.text().to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Bet, Rejected> {
        text.parse()
    }

    fn event_text(&self, heard: &Heard<Bet>) -> String {
        heard.text(|bet| bet.text().to_string())
    }

    fn parse_event(&self, text: &str) -> Result<Heard<Bet>, Rejected> {
        Heard::parse(text, str::parse)
    }

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, seen: &SeenKuhn, pick: Pick) -> String {
        let said: Vec<&str> = seen.betting.bets().iter().map(|b| b.text()).collect();
        let said = if said.is_empty() { "-".to_string() } else { said.join(" ") };
        let [first, second] = chips(seen.betting);
        format!(
            "{}{}{first}             {second}\n{}{said}\n",
            draw_hands(seen.seat, seen.card, seen.shown, pick),
            pick("chips:  ", "チップ: "),
            pick("bets:   ", "経過:   "),
        )
    }
}

/// The chips each seat has put in.
fn chips(line: Line) -> [u32; 2] {
    let mut chips = [1, 1];
    for (i, bet) in line.bets().into_iter().enumerate() {
        chips[i % 2] += u32::from(matches!(bet, Bet::Bet | Bet::Call));
    }
    chips
}
