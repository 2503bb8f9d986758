//! Limits as typed: `200it`, `50ms`, `1000000nodes`, `64MiB`, several joined by commas (or, inside an agent's
//! options, by slashes).

use crate::Fault;
use crate::fault::{FaultKind, excerpt};
use std::time::Duration;
use yomi_core::Limits;

const EXAMPLES: &str = "200it, 50ms, 2s, 1000000nodes, 64MiB";
/// One day: a longer limit is taken to be a typing error.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;

pub fn parse(text: &str) -> Result<Limits, Fault> {
    let mut limits = Limits::default();
    for part in text.split([',', '/']) {
        let part = part.trim();
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, unit) = part.split_at(digits);
        let fault = || {
            let part = excerpt(part);
            Fault::bad_option(
                format!(
                    "{part:?} is not a limit; expected, for example, {EXAMPLES}, several joined by commas"
                ),
                format!("{part:?} は制限ではありません。例: {EXAMPLES}（複数はコンマで区切る）"),
            )
        };
        let number: u64 = number.parse().ok().filter(|&n| n > 0).ok_or_else(fault)?;
        let slot_taken = match unit {
            "it" => limits.iterations.replace(number).is_some(),
            "nodes" => limits.nodes.replace(number).is_some(),
            "ms" | "s" => {
                let ms = number.saturating_mul(if unit == "s" { 1000 } else { 1 });
                if ms > LONGEST_MS {
                    return Err(Fault::new(
                        FaultKind::Limit,
                        format!("{part:?} is more than a day; expected at most 86400s"),
                        format!("{part:?} は一日を超えています。86400s までにしてください"),
                    ));
                }
                limits.time.replace(Duration::from_millis(ms)).is_some()
            }
            "MiB" => {
                let bytes = usize::try_from(number).ok().and_then(|n| n.checked_mul(1 << 20));
                limits.memory.replace(bytes.ok_or_else(fault)?).is_some()
            }
            _ => return Err(fault()),
        };
        if slot_taken {
            let text = excerpt(text);
            return Err(Fault::bad_option(
                format!("{text:?}: {unit:?} is given twice"),
                format!("{text:?}: {unit:?} が二度指定されています"),
            ));
        }
    }
    Ok(limits)
}

/// The limits as they would be typed; `-` for none.
pub fn text(limits: &Limits) -> String {
    let parts = [
        limits.iterations.map(|n| format!("{n}it")),
        limits.nodes.map(|n| format!("{n}nodes")),
        limits.time.map(|t| format!("{}ms", t.as_millis())),
        limits.memory.map(|bytes| format!("{}MiB", bytes >> 20)),
    ];
    let given: Vec<String> = parts.into_iter().flatten().collect();
    if given.is_empty() { "-".into() } else { given.join(",") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_survives_writing_and_reading() {
        for written in ["200it", "50ms", "1000000nodes", "64MiB", "10it,7nodes,1ms,2MiB"] {
            assert_eq!(text(&parse(written).unwrap()), written);
        }
        assert_eq!(parse("1000it/50ms"), parse("1000it,50ms"));
        assert_eq!(parse("2s"), parse("2000ms"));
        assert_eq!(text(&Limits::default()), "-");
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in [
            "",
            "it",
            "0it",
            "-5it",
            "5",
            "5 it",
            "1e9it",
            "99999999999999999999it",
            "18446744073709551615MiB",
            "5it,",
            "5it,6it",
            "2days",
            "100000s",
        ] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }
}
