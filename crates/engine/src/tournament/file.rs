//! Reading a tournament's file. Every fault names the line, the key and what would be accepted.

use super::Pairings;
use crate::Fault;
use crate::fault::excerpt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use yomi_core::{Sentence, Text};

/// A file as it is written. What stands at the top holds for every game that does not say otherwise.
pub(super) struct File {
    pub name: Option<String>,
    pub minutes: Option<f64>,
    pub bootstrap: Option<u64>,
    pub choices: Choices,
    pub games: Vec<Section>,
}

pub(super) struct Section {
    pub game: String,
    pub settings: Vec<(String, String)>,
    pub choices: Choices,
}

/// What may be said at the top and for a game.
#[derive(Clone, Default)]
pub(super) struct Choices {
    pub agents: Option<Vec<Named>>,
    pub seed: Option<u64>,
    pub games: Option<u64>,
    pub limit: Option<String>,
    pub pairings: Option<Pairings>,
    pub openings: Option<u64>,
    pub sprt: Option<String>,
}

/// An agent, with a name of its own or without.
#[derive(Clone)]
pub(super) struct Named {
    pub name: String,
    pub agent: String,
}

impl Choices {
    /// What is said here, otherwise what is said at the top.
    pub fn or(self, top: &Choices) -> Choices {
        Choices {
            agents: self.agents.or_else(|| top.agents.clone()),
            seed: self.seed.or(top.seed),
            games: self.games.or(top.games),
            limit: self.limit.or_else(|| top.limit.clone()),
            pairings: self.pairings.or(top.pairings),
            openings: self.openings.or(top.openings),
            sprt: self.sprt.or_else(|| top.sprt.clone()),
        }
    }

    fn read(keys: &mut Keys<'_>) -> Result<Choices, Fault> {
        Ok(Choices {
            agents: keys.take("agents", AGENTS, agents)?,
            seed: keys.take("seed", WHOLE, whole)?,
            games: keys.take("games", WHOLE, whole)?,
            limit: keys.take("limit", TEXT, text)?,
            pairings: keys.take("pairings", PAIRINGS, pairings)?,
            openings: keys.take("openings", WHOLE, whole)?,
            sprt: keys.take("sprt", TEXT, text)?,
        })
    }
}

const WHOLE: Text = Text::new("a whole number from 0", "0以上の整数");
const NUMBER: Text = Text::new("a number", "数");
const TEXT: Text = Text::new("a text in quotation marks", "引用符で囲んだ文字列");
const AGENTS: Text = Text::new(
    "a list of agents, each a text or { name = \"…\", agent = \"…\" }",
    "エージェントのリスト（文字列か { name = \"…\", agent = \"…\" }）",
);
const PAIRINGS: Text = Text::new(
    "\"round-robin\", \"gauntlet\" or \"ladder\"",
    "\"round-robin\"、\"gauntlet\"、\"ladder\" のいずれか",
);
const SETTINGS: Text = Text::new(
    "a table of settings, each a text, a number, true or false",
    "設定の表（値は文字列、数、true、false）",
);
const GAMES: Text =
    Text::new("tables [[game]], each with game = \"…\"", "[[game]] の表（それぞれに game = \"…\"）");

impl File {
    pub fn parse(input: &str) -> Result<File, Fault> {
        let table = DeTable::parse(input).map_err(|why| {
            let (line, why) = (line(input, why.span().unwrap_or_default()), why.message().trim().to_string());
            Fault::bad_view(
                format!("line {line}: not TOML ({why})"),
                format!("{line}行目: TOMLとして読めません（{why}）"),
            )
        })?;
        let mut keys = Keys::new(input, table);
        let games = keys.take_with("game", |value, span| match value {
            DeValue::Array(tables) => tables.into_iter().map(|table| Section::read(input, table)).collect(),
            other => Err(keys_fault(input, span, "game", GAMES, &other)),
        })?;
        let file = File {
            name: keys.take("name", TEXT, text)?,
            minutes: keys.take("minutes", NUMBER, number)?,
            bootstrap: keys.take("bootstrap", WHOLE, whole)?,
            choices: Choices::read(&mut keys)?,
            games: games.unwrap_or_default(),
        };
        keys.finish()?;
        Ok(file)
    }
}

impl Section {
    fn read(input: &str, value: Spanned<DeValue<'_>>) -> Result<Section, Fault> {
        let span = value.span();
        let table = match value.into_inner() {
            DeValue::Table(table) => table,
            other => return Err(keys_fault(input, span, "game", GAMES, &other)),
        };
        let mut keys = Keys::new(input, Spanned::new(span.clone(), table));
        let game = keys.take("game", TEXT, text)?.ok_or_else(|| {
            let line = line(input, span);
            Fault::bad_view(
                format!("line {line}: [[game]] does not say which game; expected game = \"…\""),
                format!("{line}行目: [[game]] に game = \"…\" がありません"),
            )
        })?;
        let section = Section {
            game,
            settings: keys.take("settings", SETTINGS, settings)?.unwrap_or_default(),
            choices: Choices::read(&mut keys)?,
        };
        keys.finish()?;
        Ok(section)
    }
}

fn line(input: &str, span: Range<usize>) -> usize {
    1 + input.as_bytes()[..span.start.min(input.len())].iter().filter(|byte| **byte == b'\n').count()
}

fn keys_fault(input: &str, span: Range<usize>, key: &str, expected: Text, found: &DeValue<'_>) -> Fault {
    let line = line(input, span.clone());
    // A table is better named than quoted.
    let written = match found {
        DeValue::Table(_) => "{…}".to_string(),
        _ => excerpt(input.get(span).unwrap_or_default()),
    };
    let Text { en, ja } = expected;
    Fault::bad_view(
        format!("line {line}: {key} = {written}: expected {en}"),
        format!("{line}行目: {key} = {written}: {ja}にしてください"),
    )
}

/// The keys of a table, taken one by one; those that are left are not known.
struct Keys<'t> {
    input: &'t str,
    entries: Vec<(Spanned<String>, Spanned<DeValue<'t>>)>,
    asked: Vec<&'static str>,
}

impl<'t> Keys<'t> {
    fn new(input: &'t str, table: Spanned<DeTable<'t>>) -> Keys<'t> {
        let entry = |(key, value): (Spanned<std::borrow::Cow<'t, str>>, _)| {
            (Spanned::new(key.span(), key.into_inner().into_owned()), value)
        };
        Keys { input, entries: table.into_inner().into_iter().map(entry).collect(), asked: Vec::new() }
    }

    /// The value of a key, if it is there.
    fn take<T>(
        &mut self,
        key: &'static str,
        expected: Text,
        read: impl FnOnce(&DeValue<'_>) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        let input = self.input;
        self.take_with(key, |value, span| {
            read(&value).ok_or_else(|| keys_fault(input, span, key, expected, &value))
        })
    }

    fn take_with<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(DeValue<'t>, Range<usize>) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        self.asked.push(key);
        let Some(place) = self.entries.iter().position(|(name, _)| name.get_ref() == key) else {
            return Ok(None);
        };
        let (_, value) = self.entries.remove(place);
        let span = value.span();
        read(value.into_inner(), span).map(Some)
    }

    fn finish(self) -> Result<(), Fault> {
        let Some((key, _)) = self.entries.first() else { return Ok(()) };
        let line = line(self.input, key.span());
        let place = Sentence::new(format!("line {line}"), format!("{line}行目"));
        Err(Fault::unknown(Sentence::new("key", "キー"), key.get_ref(), &self.asked).at(place))
    }
}

fn whole(value: &DeValue<'_>) -> Option<u64> {
    let DeValue::Integer(number) = value else { return None };
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(number) => number.as_str().parse().ok(),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n as f64)
        }
        _ => None,
    }
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}

fn pairings(value: &DeValue<'_>) -> Option<Pairings> {
    match text(value)?.as_str() {
        "round-robin" => Some(Pairings::RoundRobin),
        "gauntlet" => Some(Pairings::Gauntlet),
        "ladder" => Some(Pairings::Ladder),
        _ => None,
    }
}

fn agents(value: &DeValue<'_>) -> Option<Vec<Named>> {
    let DeValue::Array(list) = value else { return None };
    list.iter().map(|agent| named(agent.get_ref())).collect()
}

fn named(value: &DeValue<'_>) -> Option<Named> {
    let DeValue::Table(table) = value else {
        let agent = text(value)?;
        return Some(Named { name: agent.clone(), agent });
    };
    let part = |key: &str| {
        let found = table.iter().find(|(name, _)| name.get_ref() == key)?;
        text(found.1.get_ref())
    };
    (table.len() == 2).then_some(())?;
    Some(Named { name: part("name")?, agent: part("agent")? })
}

fn settings(value: &DeValue<'_>) -> Option<Vec<(String, String)>> {
    let DeValue::Table(table) = value else { return None };
    let plain = |value: &DeValue<'_>| match value {
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_string()),
        DeValue::Integer(_) => whole(value).map(|number| number.to_string()),
        DeValue::Float(_) => number(value).map(|number| number.to_string()),
        DeValue::Boolean(on) => Some(on.to_string()),
        other => text(other),
    };
    let mut all: Vec<(String, String)> = table
        .iter()
        .map(|(key, value)| Some((key.get_ref().to_string(), plain(value.get_ref())?)))
        .collect::<Option<_>>()?;
    all.sort();
    Some(all)
}
