//! The cards of a game that has a catalogue of them, by the names that moves use.

use super::Context;
use super::lang::Lang;
use super::screen::{Side, table};
use serde_json::json;
use yomi::engine::wire::CardInfo;
use yomi::{Fault, Game, Registry, Table};

/// The cards of a table, if they say what they do; cards of a common deck need no list.
pub fn of(table: &dyn Table) -> Option<Vec<CardInfo>> {
    Some(table.cards()).filter(|cards| cards.iter().any(|card| !card.text.en.is_empty()))
}

/// `rules --cards`.
pub fn show(context: &Context, game: &dyn Game) -> Result<(), Fault> {
    let Some(cards) = of(game.open(&[])?.as_ref()) else {
        return Err(without_cards(&context.registry, game)?);
    };
    if context.json {
        return context.screen.json(&json!({"version": 1, "game": game.name(), "cards": cards}));
    }
    context.screen.say(&text(context.lang, &cards))
}

fn without_cards(registry: &Registry, game: &dyn Game) -> Result<Fault, Fault> {
    let mut others = Vec::new();
    for other in registry.games() {
        if of(other.open(&[])?.as_ref()).is_some() {
            others.push(other.name());
        }
    }
    let (name, list) = (game.name(), others.join(", "));
    Ok(Fault::bad_option(
        format!("--cards: {name} has no list of cards; expected: {list}"),
        format!("--cards: {name} にはカードの一覧がありません。使えるもの: {list}"),
    )
    .expecting(others))
}

/// One line per card: what one types, what it costs and does.
pub fn text(lang: Lang, cards: &[CardInfo]) -> String {
    let mut columns = vec![(lang.pick("card", "カード"), Side::Left)];
    if lang == Lang::Ja {
        columns.push(("英語の名前", Side::Left));
    }
    columns.extend([
        (lang.pick("cost", "コスト"), Side::Right),
        (lang.pick("power", "パワー"), Side::Right),
        (lang.pick("what it does", "効果"), Side::Left),
    ]);
    let number = |n: Option<u32>| n.map_or_else(|| "-".to_string(), |n| n.to_string());
    let row = |card: &CardInfo| {
        let mut cells = match lang {
            Lang::En => vec![card.id.clone()],
            Lang::Ja => vec![card.name.ja.clone(), card.id.clone()],
        };
        cells.extend([number(card.cost), number(card.power), lang.sentence(&card.text).to_string()]);
        cells
    };
    table(&columns, cards.iter().map(row).collect())
}

/// A list of cards in notation, such as `undertow*4 open-margin`, with the names of the language.
pub fn named(lang: Lang, cards: &[CardInfo], list: &str) -> String {
    let name = |word: &str| match cards.iter().find(|card| card.id == word) {
        Some(card) if lang == Lang::Ja => card.name.ja.clone(),
        _ => word.to_string(),
    };
    let word = |word: &str| match word.split_once('*') {
        Some((card, count)) => format!("{}*{count}", name(card)),
        None => name(word),
    };
    list.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
