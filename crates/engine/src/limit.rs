//! Limits as typed: `200it`, `50ms`, `1000000nodes`, `64MiB`, several joined by commas (or, inside an agent's
//! options, by slashes).

use crate::Fault;
use crate::fault::{FaultKind, excerpt};
use std::time::Duration;
use yomi_core::Limits;

const EXAMPLES: &str = "200it, 50ms, 2s, 1000000nodes, 64MiB";
/// One day: a longer limit is taken to be a typing error.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;

const UNITS: [&str; 5] = ["it", "nodes", "ms", "s", "MiB"];

/// The most that can be asked for in a unit.
fn most(unit: &str) -> u64 {
    match unit {
        "ms" => LONGEST_MS,
        "s" => LONGEST_MS / 1000,
        "MiB" => (usize::MAX >> 20) as u64,
        _ => u64::MAX,
    }
}

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
        if digits == 0 || !UNITS.contains(&unit) {
            return Err(fault());
        }
        let too_large = |most: u64| {
            let part = excerpt(part);
            Fault::new(
                FaultKind::Limit,
                format!("{part:?} is too large; expected at most {most}{unit}"),
                format!("{part:?} は大きすぎます。{most}{unit} までにしてください"),
            )
        };
        // Only more digits than a number has fail here.
        let number: u64 = number.parse().map_err(|_| too_large(most(unit)))?;
        if number == 0 {
            return Err(fault());
        }
        let slot_taken = match unit {
            "it" => limits.iterations.replace(number).is_some(),
            "nodes" => limits.nodes.replace(number).is_some(),
            "ms" | "s" => {
                let ms = number.saturating_mul(if unit == "s" { 1000 } else { 1 });
                if ms > LONGEST_MS {
                    return Err(too_large(most(unit)));
                }
                limits.time.replace(Duration::from_millis(ms)).is_some()
            }
            "MiB" => {
                let bytes = usize::try_from(number).ok().and_then(|n| n.checked_mul(1 << 20));
                limits.memory.replace(bytes.ok_or_else(|| too_large(most(unit)))?).is_some()
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

/// What `own` allows, and no more than `cap` does: of what both limit, the smaller.
pub fn capped(own: Limits, cap: Limits) -> Limits {
    fn lesser<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
    Limits {
        iterations: lesser(own.iterations, cap.iterations),
        nodes: lesser(own.nodes, cap.nodes),
        time: lesser(own.time, cap.time),
        memory: lesser(own.memory, cap.memory),
    }
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

    /// What is too large is of its own kind, and told with the most that can be asked for; that much is
    /// taken.
    #[test]
    fn too_much_is_told_with_the_most() {
        for (bad, least, most) in [
            ("17592186044416MiB", "17592186044415MiB", "17592186044415MiB"),
            ("18446744073709551615MiB", "1MiB", "17592186044415MiB"),
            ("99999999999999999999it", "1it", "18446744073709551615it"),
            ("99999999999999999999s", "1s", "86400s"),
            ("86400001ms", "86400000ms", "86400000ms"),
        ] {
            let why = parse(bad).unwrap_err();
            assert_eq!(why.kind, FaultKind::Limit, "{bad}");
            assert!(why.to_string().ends_with(&format!("expected at most {most}")), "{why}");
            assert!(parse(least).is_ok() && parse(most).is_ok(), "{bad}");
        }
        assert_eq!(parse("5days").unwrap_err().kind, FaultKind::BadOption);
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
