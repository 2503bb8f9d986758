//! Twin Cool: the order of the deck is hidden.

use super::agents;
use super::entry::Playable;
use crate::agent::AgentKind;
use crate::chart::Traits;
use crate::explain::{Sentence, twin_cool as explain};
use crate::suite::LuckMeter;
use serde_json::Value;
use yomi_core::belief::NothingHidden;
use yomi_core::{Decision, Limits, Luck, Text, ViewOf};
use yomi_games::TwinCool;
use yomi_games::twin_cool::{self, Action};
use yomi_minds::twin_cool::{ByTable, CardLuck, Expectimax, Flexible, Relaxed};
use yomi_search::Follow;

pub struct TwinCoolGame;

impl Playable for TwinCoolGame {
    type Rules = twin_cool::Rules;

    fn agents() -> Vec<AgentKind<TwinCool>> {
        let best = Text {
            en: "what we recommend: every draw counted exactly, then the solved game without memory",
            ja: "おすすめ: 引き得る札を正確に数え、その先は記憶なしで解いたゲームで評価する",
        };
        let heuristic = Text {
            en: "plays the card with the fewest unseen cards of its suit or value",
            ja: "同じスートか数字の未見札が最も少ない札を出す（柔軟性ヒューリスティック）",
        };
        let table = Text {
            en: "the best move of the game without memory, looked up",
            ja: "記憶なしで解いたゲームの最善手を引く",
        };
        let expectimax = Text {
            en: "every card that may come next, exactly counted; the solved game judges from there",
            ja: "次に引き得る札を一枚ずつ正確に数え、その先は解いたゲームで評価する",
        };
        vec![
            agents::best(best, Limits::default(), Expectimax::default),
            agents::random(),
            AgentKind::new("heuristic", heuristic, &[], Limits::default(), |_| Ok(Follow(Flexible))),
            AgentKind::new("table", table, &[], Limits::default(), |_| Ok(ByTable::default())),
            AgentKind::new("expectimax", expectimax, &[], Limits::default(), |_| Ok(Expectimax::default())),
            agents::ismcts(NothingHidden),
        ]
    }

    const START_HINT: &'static str = ", or the first hand as in --set first=A1,B2,C3,D4,E5";

    fn remarks(view: &ViewOf<TwinCool>, decision: &Decision<Action>) -> Vec<Sentence> {
        explain::remarks(&view.now, decision.action)
    }

    fn facts(view: &ViewOf<TwinCool>, play: Action) -> Option<Sentence> {
        Some(explain::facts(&view.now, play))
    }

    fn beliefs(view: &ViewOf<TwinCool>) -> Value {
        explain::beliefs(&view.now)
    }

    fn secrets(_: &twin_cool::Rules, state: &TwinCool, luck: &Luck) -> Option<Sentence> {
        Some(explain::secrets(state, luck))
    }

    fn luck_meter(rules: &twin_cool::Rules) -> Option<Box<dyn LuckMeter<TwinCool>>> {
        // A hand that was chosen, or dealt from a deck that is partly known, is not what a deal is on average.
        let dealt = rules.first.is_empty() && rules.known.is_empty();
        Some(Box::new(LuckOfCards { cards: CardLuck(Relaxed::of(&rules.variant)), dealt }))
    }

    fn traits() -> Traits {
        Traits { players: 1, hidden: true, chance: true, evaluation: true, ..Traits::default() }
    }
}

struct LuckOfCards {
    cards: CardLuck,
    /// Whether the first hand was dealt.
    dealt: bool,
}

impl LuckMeter<TwinCool> for LuckOfCards {
    fn of_deal(&self, start: &TwinCool) -> f64 {
        if self.dealt { self.cards.of_deal(start) } else { 0.0 }
    }

    fn of_outcome(&self, before: &TwinCool, outcome: Action) -> f64 {
        self.cards.of_draw(before, outcome)
    }
}
