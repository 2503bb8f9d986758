//! Twin Cool: sentences about what a play risks and keeps, and what would change the choice.

use crate::Outlook;
use crate::outlook::{HAIR, counted_best, would_change};
use crate::players::CARD;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use yomi_core::{Basis, Candidate, Decision, Luck, State};
use yomi_engine::Sentence;
use yomi_engine::explain::percent;
use yomi_engine::wire::{CardInfo, Facts, StartField, StartKind};
use yomi_games::twin_cool::{Action, Card, Cards, MOST_SUITS, MOST_VALUES, Rules, Slot, TwinCool};

/// Maximum length of a list of cards shown to people.
const LONGEST_LIST: usize = 8;

/// A move or a draw as shown to people.
pub fn label(action: Action) -> Sentence {
    match action {
        Action::Play(card, slot) => {
            let slot = match slot {
                Slot::First => 1,
                Slot::Second => 2,
            };
            Sentence::new(format!("{card} on slot {slot}"), format!("{card} をスロット{slot}へ"))
        }
        Action::Draw(card) => Sentence::new(format!("drew {card}"), format!("{card} を引いた")),
    }
}

/// A play in the middle of a sentence. The Japanese label has no verb, so it is set apart.
pub fn named(action: Action) -> Sentence {
    let label = label(action);
    Sentence::new(label.en, format!("「{}」", label.ja))
}

/// What must be known to start a real game.
pub fn start_fields() -> Vec<StartField> {
    let field = |name: &str, least, most, example: &str, en: &str, ja: &str| StartField {
        example: example.into(),
        name: name.into(),
        kind: StartKind::CardsSetting { least, most },
        help: Sentence::new(en, ja),
    };
    vec![
        field("first", 5, 5, "A1,B2,C3,D4,E5", "your first hand", "最初の手札"),
        field("known", 0, 10, "F6,G7", "cards that you know to be set aside", "除外されたと分かっている札"),
    ]
}

/// The cards of the deck.
pub fn cards(rules: &Rules) -> Vec<CardInfo> {
    let card = |card: Card| CardInfo {
        id: card.to_string(),
        name: Sentence::same(card.to_string()),
        text: Sentence::default(),
        cost: None,
        power: None,
        kind: "card".into(),
        keywords: Vec::new(),
    };
    rules.variant.cards().iter().map(card).collect()
}

/// Facts about one play: `facts.data` of a candidate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayFacts {
    /// What the play is worth in cards, as the agent computed it: the value of the candidate. `null` where
    /// the agent computes nothing.
    pub expected_cards: Option<f64>,
    /// Cards played in all, exactly, where nothing is drawn any more.
    pub cards: Option<u32>,
    /// The probability that the game ends with the next draw.
    pub ends: f64,
    /// The draws after which the game goes on.
    pub saving_draws: Vec<String>,
    /// How many cards may be drawn.
    pub draws: usize,
    /// How many unseen cards a card that stays in hand shares suit or value with, on average.
    pub flexibility: f64,
}

/// What the agent computed for every play. The solved game speaks only where it was asked for the move.
#[derive(Clone, Copy)]
pub struct Computed<'a>(Option<&'a [Candidate<Action>]>);

impl<'a> Computed<'a> {
    pub const NOTHING: Computed<'static> = Computed(None);

    pub fn by(decision: &'a Decision<Action>) -> Computed<'a> {
        Computed(match decision.basis {
            Basis::Computed | Basis::Proven => Some(&decision.candidates),
            Basis::Chance | Basis::Rule | Basis::Sampled => None,
        })
    }

    fn is_any(self) -> bool {
        self.0.is_some()
    }

    /// What a play is worth, in cards.
    fn cards(self, play: Action) -> Option<f64> {
        self.0?.iter().find(|c| c.action == play && c.visits > 0).map(|c| c.mean / CARD)
    }
}

/// A play in a few words, and the figures behind them: risk, draws that keep the game going, flexibility. The
/// words leave out what the play is worth: that is the value beside them.
pub fn facts(state: &TwinCool, play: Action, computed: Computed<'_>) -> Facts {
    let Outlook { cards, draws, alive, ends, flexibility } = Outlook::of(state, play);
    let data = PlayFacts {
        expected_cards: computed.cards(play),
        cards,
        ends,
        saving_draws: names(alive),
        draws: draws.len() as usize,
        flexibility,
    };
    Facts { text: fact_words(&data), data: json!(data) }
}

fn fact_words(facts: &PlayFacts) -> Sentence {
    let PlayFacts { cards, ends, saving_draws, draws, flexibility, .. } = facts;
    if let Some(cards) = cards {
        return Sentence::new(format!("{cards} cards, no draw"), format!("計{cards}枚 引きなし"));
    }
    let (n, of, ends) = (saving_draws.len(), draws, percent(*ends));
    Sentence::new(
        format!("ends {ends}, {n}/{of} draws go on; flexibility {flexibility:.1}"),
        format!("終了{ends} 続く引き{n}/{of} 柔軟性{flexibility:.1}"),
    )
}

/// What there is to say about the play that was chosen.
pub fn remarks(state: &TwinCool, chosen: Action, computed: Computed<'_>) -> Vec<Sentence> {
    let outlook = Outlook::of(state, chosen);
    if let Some(cards) = outlook.cards {
        return vec![Sentence::new(
            format!("The deck is empty and nothing is hidden any more: {cards} cards in all can be played."),
            format!("山札は空で、もう何も隠れていません。通算 {cards} 枚まで出せます。"),
        )];
    }
    let mut all = vec![risk(state, chosen, &outlook), kept(&outlook)];
    if computed.is_any() {
        all.extend(safer(state, chosen, &outlook, computed));
        all.extend(change(state, chosen));
    }
    all
}

/// Whether the game may end with the next draw.
fn risk(state: &TwinCool, chosen: Action, outlook: &Outlook) -> Sentence {
    let mut after = *state;
    after.apply(chosen);
    let fits = after.fitting(Slot::First) | after.fitting(Slot::Second);
    let (n, of, chosen) = (outlook.alive.len(), outlook.draws.len(), named(chosen));
    if n < of {
        let (ends, tops) = (percent(outlook.ends), list(tops(&after)));
        return Sentence::new(
            format!(
                "After {chosen}, no card that stays in hand fits: the draw must share suit or value with {tops}, as {n} of the {of} unseen cards do. The chance that the game ends here is {ends}."
            ),
            format!(
                "{chosen:#}の後、手元に残る札は場に出せません。{tops} とスートか数字が同じ札（未見 {of} 枚のうち {n} 枚）を引けば続き、{ends} の確率で終わります。"
            ),
        );
    }
    match (after.hand() & fits).iter().next() {
        Some(card) => Sentence::new(
            format!(
                "After {chosen}, the game cannot end before the next move: {card} fits whatever is drawn."
            ),
            format!("{chosen:#}の後、何を引いても {card} を出せるので、次の手までに終わることはありません。"),
        ),
        None => Sentence::new(
            format!("After {chosen}, the game cannot end before the next move: every unseen card fits."),
            format!("{chosen:#}の後、未見のどの札を引いても出せるので、次の手までに終わることはありません。"),
        ),
    }
}

fn tops(state: &TwinCool) -> impl Iterator<Item = Card> {
    Slot::ALL.map(|slot| state.top(slot)).into_iter().flatten()
}

fn kept(outlook: &Outlook) -> Sentence {
    let (flexibility, of) = (outlook.flexibility, outlook.draws.len());
    Sentence::new(
        format!(
            "A card that stays in hand goes with {flexibility:.1} of the {of} unseen cards on average (flexibility)."
        ),
        format!("手元に残る札は平均して未見 {of} 枚のうち {flexibility:.1} 枚と合います（柔軟性）。"),
    )
}

/// The play with the least risk, where that is another one.
fn safer(state: &TwinCool, chosen: Action, outlook: &Outlook, computed: Computed<'_>) -> Option<Sentence> {
    let plays = State::actions(state).into_iter();
    let judged = plays.filter_map(|play| Some((play, Outlook::of(state, play).ends, computed.cards(play)?)));
    let safe = judged.min_by(|(_, a, x), (_, b, y)| a.total_cmp(b).then(y.total_cmp(x)));
    let (play, ends, cards) = safe.filter(|(_, ends, _)| *ends < outlook.ends)?;
    let (ends, less) = (percent(ends), computed.cards(chosen)? - cards);
    let than = if less >= 0.0 { ("fewer", "少ない") } else { ("more", "多い") };
    let (cards, play, chosen) = (less.abs(), named(play), named(chosen));
    Some(Sentence::new(
        format!(
            "The careful play is {play}: the chance that the game ends before the next move is {ends}, and {cards:.2} cards {} can be expected than after {chosen}.",
            than.0
        ),
        format!(
            "安全第一なら{play:#}（次の手までに終わる確率 {ends}）。期待枚数は{chosen:#}より {cards:.2} 枚{}です。",
            than.1
        ),
    ))
}

/// Which unseen card would change the choice, by values with the next draw averaged exactly.
fn change(state: &TwinCool, chosen: Action) -> Vec<Sentence> {
    let (counted, value) = counted_best(state);
    let relaxed = crate::Relaxed::of(state.variant());
    if value > relaxed.counted_payoff(state, chosen) + HAIR {
        let counted = named(counted);
        return vec![Sentence::new(
            format!("If only the next draw is counted out, {counted} is the best play."),
            format!("次の引きだけを数えるなら{counted:#}を選びます。"),
        )];
    }
    let one_play = State::actions(state).len() == 1;
    if one_play || state.aside().len() >= u32::from(state.variant().aside) {
        return Vec::new();
    }
    let found = would_change(state, chosen);
    if found.is_empty() {
        return vec![Sentence::new(
            "Even if any one unseen card were known to be set aside, no play that is worse now would become better.",
            "未見の札のどれか一枚が除外札だと分かっても、今劣っている手がこれを上回ることはありません。",
        )];
    }
    let mut by_play: Vec<(Action, Vec<Card>)> = Vec::new();
    for (card, play) in found {
        match by_play.iter_mut().find(|(other, _)| *other == play) {
            Some((_, cards)) => cards.push(card),
            None => by_play.push((play, vec![card])),
        }
    }
    let sentence = |(play, cards): (Action, Vec<Card>)| {
        let shown = list(cards.iter().take(LONGEST_LIST).copied());
        let (all, play) = (cards.len(), named(play));
        let (en, ja) = match all {
            1 => (shown.clone(), format!("{shown} ")),
            2..=LONGEST_LIST => (format!("one of {shown}"), format!("{shown} のどれか")),
            _ => (format!("one of {shown} … ({all} in all)"), format!("{shown} …（全 {all} 枚）のどれか")),
        };
        Sentence::new(
            format!("If {en} were known to be set aside, {play} would be better."),
            format!("{ja}が除外札だと分かっていれば、{play:#}の方が上です。"),
        )
    };
    by_play.into_iter().map(sentence).collect()
}

fn list(cards: impl Iterator<Item = Card>) -> String {
    cards.map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

fn names(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// Beliefs in Twin Cool: `beliefs` of advice. All of it is counted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beliefs {
    pub unseen: Unseen,
    /// Facts about each legal play, in the order of the rules.
    pub candidates: Vec<Play>,
    /// The probability that a draw fits the current slots; absent if there is nothing to draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_draw_fits: Option<DrawFits>,
    /// The best play with the next draw averaged exactly, and what would change it; absent if there is
    /// nothing to draw, or the agent does not use the solved game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_choice: Option<CountedChoice>,
}

/// Cards that are in the deck or set aside.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unseen {
    pub count: u32,
    /// How many of them are in the deck.
    pub deck: u32,
    pub by_suit: BTreeMap<String, usize>,
    pub by_value: BTreeMap<String, usize>,
    pub cards: Vec<String>,
}

/// One legal play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Play {
    #[serde(rename = "move")]
    pub text: String,
    /// Draws after which the game goes on, and all draws.
    pub alive: [usize; 2],
    pub ends: f64,
    pub flexibility: f64,
}

/// Probabilities that a draw fits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawFits {
    pub slot1: f64,
    pub slot2: f64,
    pub either: f64,
}

/// The best play with the next draw averaged exactly.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedChoice {
    #[serde(rename = "move")]
    pub text: String,
    /// Cards that would make another play better if they were set aside.
    pub changes_without: Vec<Change>,
}

/// A card that would change the choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub card: String,
    #[serde(rename = "move")]
    pub text: String,
}

/// The unseen cards, the chance that one of them fits as the slots stand, and the facts of every play.
pub fn beliefs(state: &TwinCool, computed: Computed<'_>) -> Beliefs {
    let unseen = state.unseen();
    let count = |like: &dyn Fn(Card) -> bool| unseen.iter().filter(|&card| like(card)).count();
    let suit = |suit: u8| (char::from(b'A' + suit).to_string(), count(&|card| card.suit() == suit));
    let value = |value: u8| ((value + 1).to_string(), count(&|card| card.value() == value));
    let [first, second] = Slot::ALL.map(|slot| state.fitting(slot));
    let share = |fitting: Cards| f64::from((unseen & fitting).len()) / f64::from(unseen.len().max(1));
    let play = |play: Action| {
        let outlook = Outlook::of(state, play);
        Play {
            text: play.to_string(),
            alive: [outlook.alive.len() as usize, outlook.draws.len() as usize],
            ends: outlook.ends,
            flexibility: outlook.flexibility,
        }
    };
    let changes = |chosen| -> Vec<Change> {
        let change = |(card, play): (Card, Action)| Change { card: card.to_string(), text: play.to_string() };
        would_change(state, chosen).into_iter().map(change).collect()
    };
    let draws = state.deck() > 0;
    Beliefs {
        unseen: Unseen {
            count: unseen.len(),
            deck: state.deck(),
            by_suit: (0..MOST_SUITS).map(suit).collect(),
            by_value: (0..MOST_VALUES).map(value).collect(),
            cards: names(unseen),
        },
        candidates: State::actions(state).into_iter().map(play).collect(),
        next_draw_fits: draws.then(|| DrawFits {
            slot1: share(first),
            slot2: share(second),
            either: share(first | second),
        }),
        counted_choice: (draws && computed.is_any()).then(|| {
            let (chosen, _) = counted_best(state);
            CountedChoice { text: chosen.to_string(), changes_without: changes(chosen) }
        }),
    }
}

/// The deck in the order in which it will be drawn, and the cards set aside.
pub fn secrets(state: &TwinCool, luck: &Luck) -> Sentence {
    let order = state.deck_order(luck.clone());
    let drawn: Cards = order.iter().copied().collect();
    let aside = list((state.aside() | state.unseen() & !drawn).iter());
    let deck = list(order.into_iter());
    let named = |cards: String| if cards.is_empty() { "-".to_string() } else { cards };
    let (deck, aside) = (named(deck), named(aside));
    Sentence::new(
        format!("Deck, the next card first: {deck}\nSet aside: {aside}"),
        format!("山札（次の札から）: {deck}\n除外札: {aside}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Expectimax, players::Lookahead};
    use yomi_core::{Chance, Rng, Ruleset, Turn};
    use yomi_games::twin_cool::{Objective, Rules, Variant};

    /// In every position of many games, with the whole deck and with small ones that are played to the last
    /// card.
    #[test]
    fn whatever_is_said_agrees_with_the_numbers() {
        let small = |objective| Variant { suits: 3, values: 4, aside: 2, hand: 3, objective };
        let variants = [Variant::default(), small(Objective::Final), small(Objective::Accumulated)];
        let (mut careful, mut ends, mut empty) = (0, 0, 0);
        for (variant, seed) in variants.into_iter().flat_map(|v| (0..60).map(move |seed| (v, seed))) {
            let rules = Rules { variant, ..Rules::default() };
            let (mut state, mut rng) = (rules.start(seed), Rng::new(seed));
            while state.turn() != Turn::Over {
                if state.turn() == Turn::Chance {
                    state.apply(state.sample_outcome(&mut rng));
                    continue;
                }
                let play = state.random_action(&mut rng);
                let outlook = Outlook::of(&state, play);
                let decision = Expectimax::new(Lookahead::default()).best_of(&state);
                let computed = Computed::by(&decision);
                let said = remarks(&state, play, computed);
                let has = |en: &str| said.iter().any(|s| s.en.contains(en));
                let least = State::actions(&state).into_iter().map(|p| Outlook::of(&state, p).ends);
                let least = least.fold(1.0, f64::min);
                assert_eq!(has("The deck is empty"), state.deck() == 0);
                assert_eq!(has("The careful play is"), state.deck() > 0 && least < outlook.ends);
                assert_eq!(has("cannot end before the next move"), state.deck() > 0 && outlook.ends == 0.0);
                assert!(outlook.ends == 0.0 || state.deck() == 0 || has(&percent(outlook.ends)));
                let facts = facts(&state, play, computed);
                assert_eq!(facts.text.en.contains("cards, no draw"), state.deck() == 0);
                let data: PlayFacts = serde_json::from_value(facts.data).unwrap();
                assert_eq!(data.saving_draws, names(outlook.alive));
                assert_eq!(beliefs(&state, computed).candidates.len(), State::actions(&state).len());
                careful += u32::from(has("The careful play is"));
                ends += u32::from(outlook.ends > 0.0);
                empty += u32::from(state.deck() == 0);
                state.apply(play);
            }
        }
        assert!(careful > 20 && ends > 20 && empty > 20, "{careful} {ends} {empty}");
    }

    #[test]
    fn the_deck_and_what_is_aside_are_all_that_is_unseen() {
        let state = Rules::default().start(4);
        let Sentence { en, ja } = secrets(&state, &Luck::new(4));
        let listed = |text: &str| -> Cards {
            text.split([' ', '\n']).filter_map(|word| word.parse::<Card>().ok()).collect()
        };
        assert_eq!((listed(&en), listed(&ja)), (state.unseen(), state.unseen()));
    }
}
