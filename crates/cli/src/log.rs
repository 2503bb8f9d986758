//! Diagnostic logs on standard error, enabled by YOMI_LOG.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use yomi::Fault;
use yomi::engine::fault::excerpt;

/// The environment variable that says what to log, for example `debug` or `yomi_engine=trace`.
const VARIABLE: &str = "YOMI_LOG";

const LEVELS: [(&str, LevelFilter); 6] = [
    ("off", LevelFilter::OFF),
    ("error", LevelFilter::ERROR),
    ("warn", LevelFilter::WARN),
    ("info", LevelFilter::INFO),
    ("debug", LevelFilter::DEBUG),
    ("trace", LevelFilter::TRACE),
];

/// Starts logging if the environment asks for it.
pub fn start() -> Result<(), Fault> {
    let Some(wanted) = std::env::var_os(VARIABLE).filter(|text| !text.is_empty()) else { return Ok(()) };
    let targets = wanted.to_str().and_then(targets).ok_or_else(|| {
        let (wanted, names) = (wanted.to_string_lossy(), LEVELS.map(|(name, _)| name).join(", "));
        let wanted = excerpt(&wanted);
        Fault::bad_option(
            format!(
                "{VARIABLE}={wanted}: expected one of {names}, or pairs such as yomi_engine=trace, joined by commas"
            ),
            format!("{VARIABLE}={wanted}: {names} のどれか、または yomi_engine=trace のような組（コンマ区切り）にしてください"),
        )
        .expecting(LEVELS.map(|(name, _)| name))
    })?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    // A program with its own games may have set up logging already.
    let _ = tracing_subscriber::registry().with(lines).with(targets).try_init();
    Ok(())
}

/// `LEVEL` or `MODULE=LEVEL`, several joined by commas. The parser of the library takes more than it says:
/// any word is a module to it, and logs nothing.
fn targets(text: &str) -> Option<Targets> {
    let level = |word: &str| LEVELS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, l)| *l);
    let mut all = Targets::new();
    for part in text.split(',').map(str::trim) {
        all = match part.split_once('=') {
            None => all.with_default(level(part)?),
            Some((module, word)) => {
                let letters = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
                let named =
                    module.starts_with(|c: char| c.is_ascii_alphabetic()) && module.chars().all(letters);
                all.with_target(named.then_some(module)?, level(word)?)
            }
        };
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_levels_and_modules_are_taken() {
        for good in ["debug", "OFF", "yomi_engine=trace", "warn,yomi_engine::table=debug"] {
            assert!(targets(good).is_some(), "{good}");
        }
        for bad in ["99", "=", "foo[", "foo", "foo=", "=debug", "foo=9", "debug,", "a b=debug", ","] {
            assert!(targets(bad).is_none(), "{bad}");
        }
    }
}
