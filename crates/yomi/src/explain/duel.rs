//! Duel: what the other's deck and hand can be, what the own library and shields still hold. Everything here is counted.

use super::{Sentence, percent};
use serde_json::{Map, Value, json};
use yomi_core::{Decision, Player};
use yomi_games::Duel;
use yomi_games::duel::cards::{Archetype, Card, Op, SetRef};
use yomi_games::duel::{Action, CardId, Counts, Known, SeenDuel, Side, Stage};
use yomi_minds::duel::DeckReading;

/// Counters that the other could pay for now.
fn payable_counters(seen: &SeenDuel) -> u64 {
    let (table, other) = (&seen.table, seen.seat.other());
    let mana = table.side_of(other).mana_standing();
    let set = table.set();
    let payable = |id: &CardId| set.counters & id.bit() != 0 && table.current_cost(other, *id) <= mana;
    set.ids().filter(payable).map(CardId::bit).sum()
}

/// How likely the other holds a card of these.
fn holds(seen: &SeenDuel, reading: &DeckReading, cards: u64) -> f64 {
    let side = seen.table.side_of(seen.seat.other());
    if side.shown.kinds() & cards != 0 { 1.0 } else { reading.any_among(cards, u32::from(side.hand_hidden)) }
}

/// Cards that take an enemy unit away.
fn removal(set: SetRef) -> u64 {
    let removes = |card: &Card| {
        card.ops.iter().flatten().any(|op| matches!(op, Op::Destroy(_) | Op::Bounce | Op::Sweep(_)))
    };
    set.ids().filter(|&id| removes(set.card(id))).map(CardId::bit).sum()
}

/// How many of the own shields nobody has seen, how likely one of them is a trigger, and whether any shield can be one.
struct OwnShields {
    unseen: usize,
    each: f64,
    possible: bool,
}

fn own_shields(side: &Side, set: SetRef) -> OwnShields {
    let unseen = side.shields.in_pool();
    let triggers = side.pool.len_among(set.triggers);
    let known =
        side.shields.iter().any(|(card, known)| known != Known::Nobody && set.triggers & card.bit() != 0);
    OwnShields {
        unseen,
        each: f64::from(triggers) / f64::from(side.pool.len().max(1)),
        possible: known || unseen > 0 && triggers > 0,
    }
}

pub fn remarks(seen: &SeenDuel, decision: &Decision<Action>) -> Vec<Sentence> {
    let mut all = Vec::new();
    if let Ok(reading) = DeckReading::of_other(seen) {
        all.push(deck(&reading));
        all.extend(counters(seen, &reading));
    }
    let own = seen.table.side_of(seen.seat);
    all.extend(shields(own, seen.table.set(), decision));
    if matches!(seen.table.stage(), Stage::Charge | Stage::Main) {
        all.extend(draws(own, seen.table.set()));
    }
    all
}

fn deck(reading: &DeckReading) -> Sentence {
    let set = reading.set();
    let mut odds: Vec<(usize, f64)> =
        reading.archetypes().into_iter().enumerate().filter(|(_, p)| *p > 0.005).collect();
    odds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let list = |name: fn(&Archetype) -> &str, gap: &str| {
        let words = odds.iter().map(|&(at, p)| format!("{} {}", name(&set.archetypes[at]), percent(p)));
        words.collect::<Vec<_>>().join(gap)
    };
    Sentence::new(
        format!("By the cards seen the other's deck is {}.", list(|a| &a.name, ", ")),
        format!("見えた札からすると相手のデッキは {} です。", list(|a| &a.ja, "、")),
    )
}

fn counters(seen: &SeenDuel, reading: &DeckReading) -> Option<Sentence> {
    let mana = seen.table.side_of(seen.seat.other()).mana_standing();
    let p = holds(seen, reading, payable_counters(seen));
    if mana == 0 || p <= 0.0 || seen.table.active() != seen.seat {
        return None;
    }
    let p = percent(p);
    Some(Sentence::new(
        format!(
            "By the cards seen the other holds a counter that it can pay for with {p}; mana standing: {mana}."
        ),
        format!(
            "見えた札からすると、相手が払えるカウンターを持つ確率は {p}（立っているマナは {mana}）です。"
        ),
    ))
}

fn shields(own: &Side, set: SetRef, decision: &Decision<Action>) -> Option<Sentence> {
    let defending =
        decision.candidates.iter().any(|c| matches!(c.action, Action::Block(_) | Action::Counter(..)));
    if !defending || own.shields.is_empty() {
        return None;
    }
    let OwnShields { unseen, each, possible } = own_shields(own, set);
    Some(if possible {
        let p = percent(each);
        Sentence::new(
            format!("Each of your {unseen} unseen shields is a trigger with {p}."),
            format!("見えないシールド {unseen} 枚は、それぞれ {p} でトリガーです。"),
        )
    } else {
        Sentence::new(
            "No trigger can be left in your shields.".to_string(),
            "あなたのシールドにトリガーはもう残っていません。".to_string(),
        )
    })
}

fn draws(own: &Side, set: SetRef) -> Option<Sentence> {
    if let Some(&next) = own.top.cards().first() {
        let card = set.card(next);
        return Some(Sentence::new(
            format!("The next card of your library is {}.", card.name),
            format!("次に引く札は「{}」です。", card.ja),
        ));
    }
    let (good, all) = (own.pool.len_among(removal(set)), own.pool.len());
    (all > 0 && own.library > 0).then(|| {
        let p = percent(f64::from(good) / f64::from(all));
        Sentence::new(
            format!("{good} of your {all} unseen cards remove a unit: {p} to draw one."),
            format!("見えない {all} 枚のうち {good} 枚が除去です。次に引く確率は {p} です。"),
        )
    })
}

pub fn beliefs(seen: &SeenDuel) -> Value {
    let Ok(reading) = DeckReading::of_other(seen) else { return Value::Null };
    let set = seen.table.set();
    let hidden = u32::from(seen.table.side_of(seen.seat.other()).hand_hidden);
    let decks: Map<String, Value> =
        set.archetypes.iter().zip(reading.archetypes()).map(|(a, p)| (a.name.clone(), json!(p))).collect();
    let hand = set.ids().map(|id| (set.card(id).word.clone(), reading.expected(id, hidden)));
    let hand: Map<String, Value> = hand.filter(|(_, n)| *n > 0.0).map(|(word, n)| (word, json!(n))).collect();
    let own = own_shields(seen.table.side_of(seen.seat), set);
    json!({
        "decks": decks,
        "hand": hand,
        "payable_counter": holds(seen, &reading, payable_counters(seen)),
        "own_shield_is_trigger": own.each,
        "trigger_possible_in_own_shields": own.possible,
    })
}

/// Both hands, for practice. The order of libraries is not decided before cards are drawn.
pub fn secrets(state: &Duel) -> Sentence {
    let set = state.set();
    let list = |seat: Player, name: fn(&Card) -> &str, gap: &str| {
        let cards: &Counts = &state.side_of(seat).hand;
        let words: Vec<&str> = cards.copies().map(|id| name(set.card(id))).collect();
        if words.is_empty() { "-".to_string() } else { words.join(gap) }
    };
    let (first, second) = (Player::FIRST, Player::SECOND);
    Sentence::new(
        format!(
            "Seat 0 holds {}; seat 1 holds {}.",
            list(first, |c| &c.name, ", "),
            list(second, |c| &c.name, ", ")
        ),
        format!(
            "席0の手札: {}。席1の手札: {}。",
            list(first, |c| &c.ja, "、"),
            list(second, |c| &c.ja, "、")
        ),
    )
}
