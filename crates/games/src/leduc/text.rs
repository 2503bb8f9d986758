//! The text notation of Leduc hold'em.

use super::{Action, Leduc, SeenLeduc};
use crate::cards::{Heard, Rank, draw_hands};
use yomi_core::ruleset::Pick;
use yomi_core::{Rejected, Rng, Ruleset, Settings, Stakes, Text};

/// Leduc hold'em has no settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

fn action_text(action: &Action) -> String {
    match action {
        Action::Say(bet) => bet.text().to_string(),
        Action::Public(rank) => rank.to_string(),
    }
}

fn parse_action(text: &str) -> Result<Action, Rejected> {
    text.parse().map(Action::Public).or_else(|_| text.parse().map(Action::Say))
}

impl Ruleset for Rules {
    type State = Leduc;

    const NAME: &'static str = "leduc";
    const SUMMARY: Text = Text {
        en: "a small poker with two rounds and a public card; the opponent's card is hidden",
        ja: "六枚・二回の賭けと場札一枚の小さなポーカー（相手の札は見えない）",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Chips;
    const DRAWN: Text = Text::new("the public card", "公開された札");

    fn from_settings(_: &Settings) -> Result<Self, Rejected> {
        Ok(Rules)
    }

    fn start(&self, seed: u64) -> Leduc {
        let mut deck = [Rank::J, Rank::J, Rank::Q, Rank::Q, Rank::K, Rank::K];
        Rng::new(seed).shuffle(&mut deck);
        Leduc::deal([deck[0], deck[1]])
    }

    fn check_seen(&self, seen: &SeenLeduc) -> Result<(), Rejected> {
        seen.check()
    }

    fn action_text(&self, action: Action) -> String {
        action_text(&action)
    }

    fn parse_action(&self, text: &str) -> Result<Action, Rejected> {
        parse_action(text)
    }

    fn event_text(&self, heard: &Heard<Action>) -> String {
        heard.text(action_text)
    }

    fn parse_event(&self, text: &str) -> Result<Heard<Action>, Rejected> {
        Heard::parse(text, parse_action)
    }

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, seen: &SeenLeduc, pick: Pick) -> String {
        let [first, second] = seen.table.chips();
        let said = seen.table.words().map(|round| {
            let words: Vec<&str> = round.iter().map(|b| b.text()).collect();
            if words.is_empty() { "-".to_string() } else { words.join(" ") }
        });
        let public = seen.table.public().map_or("?".to_string(), |card| card.to_string());
        format!(
            "{}{}{first:<2}            {second}\n{}[{public}]\n{}{}  |  {}\n",
            draw_hands(seen.seat, seen.card, seen.shown, pick),
            pick("chips:  ", "チップ: "),
            pick("public: ", "公開:   "),
            pick("bets:   ", "経過:   "),
            said[0],
            said[1],
        )
    }
}
