//! The small languages for limits, settings and agents.

use super::material::material;
use super::{Target, as_bytes, of_text};
use crate::api::{self, Agents, Desk, Limit, Pairs};
use crate::mutate::Form;

/// A high weight, because limits are cheap to parse.
const LIMIT_WEIGHT: u32 = 20;
const SETTINGS_WEIGHT: u32 = 2;
const AGENTS_WEIGHT: u32 = 2;

pub fn limit() -> Target {
    let corpus = || {
        as_bytes([
            "200it",
            "50ms",
            "2s",
            "1000000nodes",
            "64MiB",
            "200it,50ms",
            "1000it/50ms",
            "1it,2nodes,3ms,4MiB",
        ])
    };
    Target::new("limit", Form::Words, LIMIT_WEIGHT, corpus, || {
        of_text(|text, _| {
            let limit = Limit::parse(text)?;
            let written = limit.text();
            assert_eq!(Limit::parse(&written).as_ref(), Ok(&limit), "it is not read as it was written");
            // Digits are removed: only the combination of limits distinguishes answers, not their numbers.
            Ok(written.replace(|c: char| c.is_ascii_digit(), ""))
        })
    })
}

/// One `key=value` per line, like repeated `--set`.
fn pairs(text: &str) -> Pairs {
    text.lines().filter_map(|line| line.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect()
}

pub fn settings(game: &'static str) -> Target {
    let corpus = move || {
        let lines = |typed: &Pairs| {
            typed.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("\n")
        };
        as_bytes(material(game).tables.iter().map(|dealt| lines(&dealt.typed)))
    };
    Target::new(format!("settings-{game}"), Form::Lines, SETTINGS_WEIGHT, corpus, move || {
        of_text(move |text, _| {
            let desk = Desk::open(game, &pairs(text))?;
            let written = desk.settings_json();
            let again = Desk::open_json(game, Some(&written)).expect("settings that were accepted");
            assert_eq!(again.settings(), desk.settings(), "they are not read as they were written");
            let play = desk.play(0, "").expect("a game that can be set up can be begun");
            Ok(format!("{} players, seat {:?}", desk.players(), play.next()))
        })
    })
}

pub fn agents(game: &'static str) -> Target {
    let corpus = move || {
        let typed = |(name, options): (&str, Pairs)| {
            let options = options.iter().map(|(key, value)| format!("{key}={value}"));
            let all: Vec<String> = options.chain(["limit=1000it/50ms".to_string()]).collect();
            [name.to_string(), format!("{name}({})", all.join(",")), format!("{name}({})", all[0])]
        };
        let lists = ["random best", "best(limit=\"200it,50ms\")  random( )"].map(str::to_string);
        as_bytes(api::agents_of(game).into_iter().flat_map(typed).chain(lists))
    };
    Target::new(format!("agents-{game}"), Form::Words, AGENTS_WEIGHT, corpus, move || {
        let desk = &material(game).tables[0].desk;
        of_text(move |text, _| {
            let agents = Agents::parse(text)?;
            let again = Agents::parse(&agents.texts().join(" "));
            assert_eq!(again.as_ref(), Ok(&agents), "they are not read as they were written");
            desk.seat(&agents)?;
            Ok(format!("{} agents", agents.len()))
        })
    })
}
