//! How values of arguments are read: what is refused is told what would be accepted.

use std::ops::RangeInclusive;
use yomi::Fault;
use yomi::engine::agent::{self, AgentText};
use yomi::engine::fault::excerpt;
use yomi::engine::record::is_control_or_format;

/// The fault for a value that an argument does not accept.
fn bad(text: &str, en: &str, ja: &str) -> Fault {
    let text = excerpt(text);
    Fault::bad_option(format!("{text:?}: expected {en}"), format!("{text:?}: 使える値は {ja}"))
}

/// `key=value`, as `--set` takes it.
pub fn parse_pair(text: &str) -> Result<(String, String), Fault> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_string(), value.trim().to_string()))
        }
        _ => Err(bad(text, "key=value", "key=value の形")),
    }
}

/// Parses a whole number; the error message gives the accepted range.
pub fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, Fault> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|n| range.contains(n));
        let (least, most) = (range.start(), range.end());
        let fault = || {
            bad(
                text,
                &format!("a whole number from {least} to {most}"),
                &format!("{least}から{most}までの整数"),
            )
        };
        number.and_then(|n| T::try_from(n).ok()).ok_or_else(fault)
    }
}

/// A number of something that is counted from 1.
pub fn number(text: &str) -> Result<u64, Fault> {
    whole(1..=u64::MAX)(text)
}

/// The number of seats is not known before the game is opened.
pub fn seat(text: &str) -> Result<usize, Fault> {
    text.parse().map_err(|_| bad(text, "a seat, a whole number from 0", "0からの席番号"))
}

pub fn patience(text: &str) -> Result<f64, Fault> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.001..=600.0).contains(s));
    seconds.ok_or_else(|| bad(text, "seconds from 0.001 to 600", "0.001から600までの秒数"))
}

pub fn rate(text: &str) -> Result<f64, Fault> {
    number_within(text, 1e-6..=1.0)
}

#[cfg(feature = "train")]
pub fn minutes(text: &str) -> Result<f64, Fault> {
    number_within(text, 0.01..=100_000.0)
}

pub fn exploration(text: &str) -> Result<f64, Fault> {
    number_within(text, 0.0..=1.0)
}

pub fn sharpness(text: &str) -> Result<f64, Fault> {
    number_within(text, 1.0..=20.0)
}

fn number_within(text: &str, range: RangeInclusive<f64>) -> Result<f64, Fault> {
    let number = text.parse::<f64>().ok().filter(|n| range.contains(n));
    let (least, most) = (range.start(), range.end());
    let fault =
        || bad(text, &format!("a number from {least} to {most}"), &format!("{least}から{most}までの数"));
    number.ok_or_else(fault)
}

/// A person's name: what could be taken for an agent or does not fit on a line is refused.
pub fn person(text: &str) -> Result<String, Fault> {
    const LONGEST: usize = 40;
    let name = text.trim();
    let fits = !name.is_empty() && name.chars().count() <= LONGEST;
    match fits && !name.chars().any(|c| is_control_or_format(c) || "(),=\"".contains(c)) {
        true => Ok(name.to_string()),
        false => Err(bad(
            text,
            &format!(
                "a name of 1 to {LONGEST} characters without parentheses, commas, =, quotation marks and control characters"
            ),
            &format!("1〜{LONGEST}文字の名前（括弧、コンマ、=、引用符、制御文字は不可）"),
        )),
    }
}

/// A list of agents, which clap handles as one argument.
#[derive(Clone, Debug)]
pub struct AgentList(pub Vec<AgentText>);

pub fn agents(text: &str) -> Result<AgentList, Fault> {
    agent::parse_list(text).map(AgentList)
}
