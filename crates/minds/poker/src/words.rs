//! Kuhn and Leduc: sentences about what the opponent can hold.

use crate::belief::{OtherCard, other_card};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use yomi_core::{Luck, Player};
use yomi_engine::Sentence;
use yomi_engine::explain::percent;
use yomi_engine::wire::{StartField, StartKind};
use yomi_games::cards::Rank;
use yomi_games::kuhn::SeenKuhn;
use yomi_games::leduc::{Action, SeenLeduc};
use yomi_games::{Kuhn, Leduc};

/// Compares hands, for sentences.
pub trait Showdown: OtherCard {
    /// Whether the viewer's hand beats this card of the opponent, with the cards on the table now; `None` for
    /// a tie.
    fn beats(seen: &Self::Seen, other: Rank) -> Option<bool>;
}

impl Showdown for Kuhn {
    fn beats(seen: &SeenKuhn, other: Rank) -> Option<bool> {
        (seen.card != other).then_some(seen.card > other)
    }
}

impl Showdown for Leduc {
    fn beats(seen: &SeenLeduc, other: Rank) -> Option<bool> {
        let paired = |card| seen.table.public() == Some(card);
        let strength = |card| (paired(card), card);
        (seen.card != other).then(|| strength(seen.card) > strength(other))
    }
}

/// Beliefs in Kuhn and Leduc: `beliefs` of advice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beliefs {
    /// The probability of each card to be the opponent's.
    pub other_card: BTreeMap<String, f64>,
}

pub fn beliefs<S: Showdown>(seen: &S::Seen) -> Beliefs {
    let odds = other_card::<S>(seen).into_iter().map(|(card, p)| (card.to_string(), p));
    Beliefs { other_card: odds.collect() }
}

/// A move or an event as shown to people.
pub fn label(text: &str) -> Sentence {
    let ja = match text {
        "check" => "チェック",
        "bet" => "ベット",
        "call" => "コール",
        "raise" => "レイズ",
        "fold" => "フォールド",
        other => other,
    };
    Sentence::new(text, ja)
}

/// What must be known to start a real game.
pub fn start_fields() -> Vec<StartField> {
    vec![StartField {
        name: "card".into(),
        kind: StartKind::Cards { least: 1, most: 1 },
        help: Sentence::new("your card", "あなたの札"),
        example: "\"K\"".into(),
    }]
}

pub fn remarks<S: Showdown>(seen: &S::Seen) -> Vec<Sentence> {
    let odds = other_card::<S>(seen);
    let list: Vec<String> =
        odds.iter().filter(|(_, p)| *p > 0.0).map(|(card, p)| format!("{card} {}", percent(*p))).collect();
    let chance = |outcome| {
        let cards = odds.iter().filter(|(card, _)| S::beats(seen, *card) == outcome);
        cards.fold(0.0, |sum, (_, p)| sum + p)
    };
    let (list, ahead, behind) = (list.join(", "), percent(chance(Some(true))), percent(chance(Some(false))));
    vec![Sentence::new(
        format!(
            "By the cards unseen the other holds {list}: your card is ahead of {ahead} and behind {behind}."
        ),
        format!(
            "見えない札からすると相手の手は {list}。あなたの札は {ahead} に勝ち、{behind} に負けています。"
        ),
    )]
}

/// Both hands, for practice.
pub fn cards(first: Rank, second: Rank) -> Sentence {
    Sentence::new(
        format!("Seat 0 holds {first}, seat 1 {second}."),
        format!("席0の札は {first}、席1の札は {second}。"),
    )
}

/// Both hands and, if it is still to come, the public card.
pub fn cards_and_public(state: &Leduc, luck: &Luck) -> Sentence {
    let hands = cards(state.card(Player::FIRST), state.card(Player::SECOND));
    if state.table().public().is_some() {
        return hands;
    }
    // The public card does not depend on the betting before it.
    match luck.clone().draw(state) {
        Action::Public(card) => Sentence::new(
            format!("{} The public card will be {card}.", hands.en),
            format!("{}場札は {card} になります。", hands.ja),
        ),
        Action::Say(_) => hands,
    }
}
