//! Twin Cool: what a play risks and keeps, and what would change the choice.

use crate::Outlook;
use crate::outlook::{HAIR, counted_best, would_change};
use serde_json::{Value, json};
use yomi_core::{Luck, State};
use yomi_engine::explain::{Sentence, percent};
use yomi_games::twin_cool::{Action, Card, Cards, MOST_SUITS, MOST_VALUES, Slot, TwinCool};

/// Cards beyond this are left out of a list that is read by people.
const LONGEST_LIST: usize = 8;

/// A play in a few words: expected cards, risk, draws that keep the game going, flexibility.
pub fn facts(state: &TwinCool, play: Action) -> Sentence {
    let Outlook { expected_cards, draws, alive, ends, flexibility } = Outlook::of(state, play);
    if draws.is_empty() {
        return Sentence::new(
            format!("{expected_cards:.0} cards, no draw"),
            format!("計{expected_cards:.0}枚 引きなし"),
        );
    }
    let (n, of, ends) = (alive.len(), draws.len(), percent(ends));
    Sentence::new(
        format!(
            "expects {expected_cards:.2}; ends {ends}, {n}/{of} draws go on; flexibility {flexibility:.1}"
        ),
        format!("期待{expected_cards:.2}枚 終了{ends} 続く引き{n}/{of} 柔軟性{flexibility:.1}"),
    )
}

/// What there is to say about the play that was chosen.
pub fn remarks(state: &TwinCool, chosen: Action) -> Vec<Sentence> {
    let outlook = Outlook::of(state, chosen);
    if outlook.draws.is_empty() {
        let cards = outlook.expected_cards;
        return vec![Sentence::new(
            format!(
                "The deck is empty and nothing is hidden any more: {cards:.0} cards in all can be played."
            ),
            format!("山札は空で、もう何も隠れていません。通算 {cards:.0} 枚まで出せます。"),
        )];
    }
    let mut all = vec![risk(state, chosen, &outlook), kept(&outlook)];
    all.extend(safer(state, chosen, &outlook));
    all.extend(change(state, chosen));
    all
}

/// Whether the game may end with the next draw.
fn risk(state: &TwinCool, chosen: Action, outlook: &Outlook) -> Sentence {
    let mut after = *state;
    after.apply(chosen);
    let fits = after.fitting(Slot::First) | after.fitting(Slot::Second);
    let (n, of) = (outlook.alive.len(), outlook.draws.len());
    if n < of {
        let (ends, tops) = (percent(outlook.ends), list(tops(&after)));
        return Sentence::new(
            format!(
                "After {chosen} no card that stays in hand fits: the draw must share suit or value with {tops}, as {n} of the {of} unseen cards do. The chance that the game ends here is {ends}."
            ),
            format!(
                "{chosen} の後、手元に残る札は場に出せません。{tops} とスートか数字が同じ札（未見 {of} 枚のうち {n} 枚）を引けば続き、{ends} の確率で終わります。"
            ),
        );
    }
    match (after.hand() & fits).iter().next() {
        Some(card) => Sentence::new(
            format!(
                "After {chosen} the game cannot end before the next move: {card} fits whatever is drawn."
            ),
            format!("{chosen} の後、何を引いても {card} を出せるので、次の手までに終わることはありません。"),
        ),
        None => Sentence::new(
            format!("After {chosen} the game cannot end before the next move: every unseen card fits."),
            format!("{chosen} の後、未見のどの札を引いても出せるので、次の手までに終わることはありません。"),
        ),
    }
}

fn tops(state: &TwinCool) -> impl Iterator<Item = Card> {
    Slot::ALL.map(|slot| state.top(slot)).into_iter().flatten()
}

fn kept(outlook: &Outlook) -> Sentence {
    let (flexibility, of) = (outlook.flexibility, outlook.draws.len());
    Sentence::new(
        format!("A card that stays in hand goes with {flexibility:.1} of the {of} unseen cards on average."),
        format!("手元に残る札は平均して未見 {of} 枚のうち {flexibility:.1} 枚と合います（柔軟性）。"),
    )
}

/// The play with the least risk, where that is another one.
fn safer(state: &TwinCool, chosen: Action, outlook: &Outlook) -> Option<Sentence> {
    let plays = State::actions(state).into_iter().map(|play| (play, Outlook::of(state, play)));
    let safe = plays.min_by(|(_, a), (_, b)| {
        a.ends.total_cmp(&b.ends).then(b.expected_cards.total_cmp(&a.expected_cards))
    });
    let (play, safe) = safe.filter(|(_, safe)| safe.ends < outlook.ends)?;
    let (ends, less) = (percent(safe.ends), outlook.expected_cards - safe.expected_cards);
    let than = if less >= 0.0 { ("fewer", "少ない") } else { ("more", "多い") };
    let cards = less.abs();
    Some(Sentence::new(
        format!(
            "The careful play is {play}: the chance that the game ends before the next move is {ends}, and {cards:.2} cards {} are to be expected than after {chosen}.",
            than.0
        ),
        format!(
            "安全第一なら {play}（次の手までに終わる確率 {ends}）。期待枚数は {chosen} より {cards:.2} 枚{}です。",
            than.1
        ),
    ))
}

/// Which unseen card would change the choice, by the values of one draw counted out.
fn change(state: &TwinCool, chosen: Action) -> Vec<Sentence> {
    let (counted, value) = counted_best(state);
    let relaxed = crate::Relaxed::of(state.variant());
    if value > relaxed.counted_payoff(state, chosen) + HAIR {
        return vec![Sentence::new(
            format!("Counting out the next draw alone, {counted} would be the choice."),
            format!("次の引きだけを数えるなら {counted} を選びます。"),
        )];
    }
    let one_play = State::actions(state).len() == 1;
    if one_play || state.aside().len() >= u32::from(state.variant().aside) {
        return Vec::new();
    }
    let found = would_change(state, chosen);
    if found.is_empty() {
        return vec![Sentence::new(
            "No play that is worse now would be better if any one unseen card were known to be set aside.",
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
        let all = cards.len();
        let (en, ja) = match all {
            1 => (shown.clone(), format!("{shown} ")),
            2..=LONGEST_LIST => (format!("one of {shown}"), format!("{shown} のどれか")),
            _ => (format!("one of {shown} … ({all} in all)"), format!("{shown} …（全 {all} 枚）のどれか")),
        };
        Sentence::new(
            format!("If {en} were known to be set aside, {play} would be better."),
            format!("{ja}が除外札だと分かっていれば、{play} の方が上です。"),
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

/// The unseen cards, the chance that one of them fits as the slots stand, and the facts of every play.
pub fn beliefs(state: &TwinCool) -> Value {
    let unseen = state.unseen();
    let count = |like: &dyn Fn(Card) -> bool| unseen.iter().filter(|&card| like(card)).count();
    let by_suit: serde_json::Map<String, Value> = (0..MOST_SUITS)
        .map(|suit| (char::from(b'A' + suit).to_string(), json!(count(&|card| card.suit() == suit))))
        .collect();
    let by_value: serde_json::Map<String, Value> = (0..MOST_VALUES)
        .map(|value| ((value + 1).to_string(), json!(count(&|card| card.value() == value))))
        .collect();
    let [first, second] = Slot::ALL.map(|slot| state.fitting(slot));
    let share = |fitting: Cards| f64::from((unseen & fitting).len()) / f64::from(unseen.len().max(1));
    let candidates: Vec<Value> = State::actions(state)
        .into_iter()
        .map(|play| {
            let outlook = Outlook::of(state, play);
            json!({
                "move": play.to_string(),
                "expected_cards": outlook.expected_cards,
                "alive": [outlook.alive.len(), outlook.draws.len()],
                "ends": outlook.ends,
                "flexibility": outlook.flexibility,
            })
        })
        .collect();
    let changes = |chosen| -> Vec<Value> {
        let found = would_change(state, chosen).into_iter();
        found.map(|(card, play)| json!({ "card": card, "move": play.to_string() })).collect()
    };
    let mut beliefs = json!({
        "unseen": {
            "count": unseen.len(),
            "deck": state.deck(),
            "by_suit": by_suit,
            "by_value": by_value,
            "cards": names(unseen),
        },
        "candidates": candidates,
    });
    if state.deck() > 0 {
        let (chosen, _) = counted_best(state);
        beliefs["next_draw_fits"] =
            json!({ "slot1": share(first), "slot2": share(second), "either": share(first | second) });
        beliefs["counted_choice"] = json!({ "move": chosen.to_string(), "changes_without": changes(chosen) });
    }
    beliefs
}

/// The deck in the order in which it will be drawn, and what is set aside.
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
    use yomi_core::{Chance, Rng, Ruleset, Turn};
    use yomi_games::twin_cool::{Objective, Rules, Variant};

    /// In every position of many games, of the whole deck and of small ones that are played to the last card.
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
                let said = remarks(&state, play);
                let has = |en: &str| said.iter().any(|s| s.en.contains(en));
                let least = State::actions(&state).into_iter().map(|p| Outlook::of(&state, p).ends);
                let least = least.fold(1.0, f64::min);
                assert_eq!(has("The deck is empty"), state.deck() == 0);
                assert_eq!(has("The careful play is"), state.deck() > 0 && least < outlook.ends);
                assert_eq!(has("cannot end before the next move"), state.deck() > 0 && outlook.ends == 0.0);
                assert!(outlook.ends == 0.0 || state.deck() == 0 || has(&percent(outlook.ends)));
                assert!(
                    facts(&state, play).en.contains("card") || facts(&state, play).en.contains("expects")
                );
                let candidates = &beliefs(&state)["candidates"];
                assert_eq!(candidates.as_array().unwrap().len(), State::actions(&state).len());
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
