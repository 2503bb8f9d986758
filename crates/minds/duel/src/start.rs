//! What a real duel starts with: who begins, the own deck and the own hand.

use serde_json::{Map, Value, json};
use yomi_core::{Player, Rejected, Sentence, sentence};
use yomi_engine::start::{self, Answers};
use yomi_engine::wire::{StartField, StartKind};
use yomi_games::duel::cards::{Card, DECK, MOST_COPIES};
use yomi_games::duel::{CardId, Counts, FIRST_HAND, FIRST_SHIELDS, Rules, SetRef};

pub fn fields() -> Vec<StartField> {
    let field = |name: &str, kind, example: &str, en: String, ja: String| StartField {
        name: name.into(),
        kind,
        help: Sentence::new(en, ja),
        example: example.into(),
    };
    vec![
        field("active", StartKind::Seat, "0", "who begins".into(), "先攻の席".into()),
        field(
            "deck",
            StartKind::Cards { least: 1, most: DECK },
            "undertow*4,silent-index*3,...",
            format!("your deck of {DECK} cards; aggro, control, ramp and combo stand for their fixed cards"),
            format!(
                "あなたのデッキ（{DECK}枚）。「アグロ」「コントロール」「ランプ」「コンボ」はその型の固定カードを表す"
            ),
        ),
        field(
            "hand",
            StartKind::Cards { least: 1, most: FIRST_HAND },
            "undertow*2,open-margin,...",
            format!("your first hand of {FIRST_HAND} cards"),
            format!("最初の手札（{FIRST_HAND}枚）"),
        ),
    ]
}

/// The view of the start as far as it was answered: complete with the hand.
pub fn keys(rules: &Rules, seat: Player, answers: &Answers) -> Result<Map<String, Value>, Rejected> {
    let mut keys = Map::new();
    if let Some(words) = answers.get("active") {
        keys.insert("active".into(), json!(start::seat(words, 2)?));
    }
    let cards = |field: &str, size: usize| answers.get(field).map(|words| listed(rules.set, words, size));
    let deck = cards("deck", DECK).transpose()?;
    if let Some(deck) = &deck {
        check_copies(rules.set, deck)?;
    }
    let Some(hand) = cards("hand", FIRST_HAND).transpose()? else { return Ok(keys) };
    let Some(deck) = deck else { return Ok(keys) };
    let Some(unseen) = deck.minus(&hand) else {
        let strange = hand.iter().find(|&(card, n)| n > deck.count(card));
        let (card, n) = strange.expect("a hand that is no part of the deck has a card too many");
        let (Card { word, ja, .. }, has) = (rules.set.card(card), deck.count(card));
        return Err(Rejected(sentence!(
            "the hand has {n} of {word}, the deck {has}",
            "手札に「{ja}」が{n}枚ありますが、デッキには{has}枚です"
        )));
    };
    let names = |counts: &Counts| -> Vec<&str> {
        counts.copies().map(|card| rules.set.card(card).word.as_str()).collect()
    };
    let shields = vec![json!({"card": "?", "known": "nobody"}); FIRST_SHIELDS];
    let library = DECK - FIRST_HAND - FIRST_SHIELDS;
    keys.insert("seat".into(), json!(seat));
    keys.insert("cards".into(), json!(rules.set.name));
    keys.insert("turn".into(), json!(1));
    keys.insert("stage".into(), json!("charge"));
    keys.insert(
        "own".into(),
        json!({"hand": names(&hand), "library": library, "unseen": names(&unseen), "shields": shields}),
    );
    let hidden = vec!["?"; FIRST_HAND];
    keys.insert("other".into(), json!({"hand": hidden, "library": library, "shields": shields}));
    Ok(keys)
}

/// The cards that these words name, exactly this many.
fn listed(set: SetRef, words: &[String], size: usize) -> Result<Counts, Rejected> {
    let mut all: Vec<CardId> = Vec::new();
    for word in words {
        all.extend(named(set, word)?);
        if all.len() > size {
            break;
        }
    }
    if all.len() != size {
        let found = if all.len() > size { format!("more than {size}") } else { all.len().to_string() };
        let found_ja =
            if all.len() > size { format!("{size}枚より多い") } else { format!("{}枚", all.len()) };
        return Err(Rejected(Sentence::new(
            format!("{found} cards; expected {size}"),
            format!("{found_ja}です。{size}枚にしてください"),
        )));
    }
    let mut counts = Counts::EMPTY;
    for card in all {
        if counts.count(card) == MOST_COPIES {
            return Err(too_many(set, card, MOST_COPIES + 1));
        }
        counts.add(card);
    }
    Ok(counts)
}

fn check_copies(set: SetRef, deck: &Counts) -> Result<(), Rejected> {
    match deck.iter().find(|&(_, n)| n > MOST_COPIES) {
        Some((card, n)) => Err(too_many(set, card, n)),
        None => Ok(()),
    }
}

fn too_many(set: SetRef, card: CardId, n: u32) -> Rejected {
    let Card { word, ja, .. } = set.card(card);
    Rejected(sentence!(
        "{n} copies of {word}; at most {MOST_COPIES}",
        "「{ja}」が{n}枚あります。{MOST_COPIES}枚までです"
    ))
}

/// A card, several copies of one (`undertow*3`, or `undertowx3` as pictures show it), or the fixed cards of
/// an archetype.
fn named(set: SetRef, word: &str) -> Result<Vec<CardId>, Rejected> {
    let find = |name: &str| set.find(name).or_else(|| set.ids().find(|&card| set.card(card).ja == name));
    if let Some(card) = find(word) {
        return Ok(vec![card]);
    }
    if let Some(archetype) = set.archetypes.iter().find(|a| a.name == word || a.ja == word) {
        return Ok(archetype.core.copies().collect());
    }
    let several = word.rsplit_once(['*', 'x', '×']).and_then(|(name, n)| {
        let n = n.parse().ok().filter(|n| (1..=MOST_COPIES as usize).contains(n))?;
        Some(vec![find(name)?; n])
    });
    several.ok_or_else(|| {
        let Card { word: id, ja, .. } = &set.cards[0];
        Rejected(sentence!(
            "{word:?} is not a card of this game; expected a name, for example {id}, or {id}*{MOST_COPIES}",
            "{word:?} というカードはありません。{ja} や {ja}*{MOST_COPIES} のように書いてください"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        crate::card_file::standard_rules()
    }

    fn answered(deck: &str, hand: &str) -> Result<Map<String, Value>, String> {
        let mut answers = Answers::default();
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect();
        answers.set("active", words("1"));
        answers.set("deck", words(deck));
        if !hand.is_empty() {
            answers.set("hand", words(hand));
        }
        keys(&rules(), Player::FIRST, &answers).map_err(|why| why.to_string())
    }

    /// A deck of the game, as a person would list it.
    fn deck() -> (Counts, String) {
        let set = rules().set;
        let deck = set.archetypes[0].decks[0];
        let list = deck.iter().map(|(card, n)| format!("{}*{n}", set.card(card).word));
        (deck, list.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_answers_are_the_view_of_a_start() {
        let (rules, (deck, list)) = (rules(), deck());
        let hand: Vec<CardId> = deck.copies().take(FIRST_HAND).collect();
        let named: Vec<&str> = hand.iter().map(|&card| rules.set.card(card).word.as_str()).collect();
        let own = answered(&list, &named.join(" ")).unwrap()["own"].clone();
        let mut cards: Vec<String> = serde_json::from_value(own["hand"].clone()).unwrap();
        cards.extend(serde_json::from_value::<Vec<String>>(own["unseen"].clone()).unwrap());
        cards.sort();
        let mut all: Vec<String> = deck.copies().map(|card| rules.set.card(card).word.clone()).collect();
        all.sort();
        assert_eq!(cards, all);
        let japanese: Vec<&str> = hand.iter().map(|&card| rules.set.card(card).ja.as_str()).collect();
        assert_eq!(answered(&list, &japanese.join(" ")).unwrap()["own"], own, "names may be Japanese");
        // The fixed cards of an archetype under its name, and the others.
        let archetype = &rules.set.archetypes[0];
        let rest = deck.minus(&archetype.core).unwrap();
        let rest: Vec<String> =
            rest.iter().map(|(card, n)| format!("{}x{n}", rules.set.card(card).word)).collect();
        let short = format!("{} {}", archetype.name, rest.join(" "));
        assert_eq!(answered(&short, &named.join(" ")).unwrap()["own"], own);
        assert!(!answered(&list, "").unwrap().contains_key("own"), "not before the hand is known");
    }

    #[test]
    fn what_cannot_be_is_named() {
        let (_, list) = deck();
        let fault = |deck: &str, hand: &str| answered(deck, hand).unwrap_err();
        assert_eq!(fault("undertow*4", ""), "4 cards; expected 40");
        assert_eq!(fault(&format!("{list} undertow"), ""), "more than 40 cards; expected 40");
        assert!(fault("undertow*5", "").starts_with("\"undertow*5\" is not a card of this game"));
        assert!(fault("undertoe", "").starts_with("\"undertoe\" is not a card of this game"));
        let cards = format!("undertow*4 undertow*4 {}", "x");
        assert!(fault(&cards, "").starts_with("\"x\""));
        assert_eq!(fault(&list, "undertow"), "1 cards; expected 5");
        assert!(fault(&list, "undertow*4 final-theorem").ends_with("the deck 0"), "aggro has neither");
    }
}
