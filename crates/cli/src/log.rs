//! Diagnostic logs on standard error, enabled by YOMI_LOG.

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use yomi::Fault;

/// The environment variable that says what to log, for example `debug` or `yomi_engine=trace`.
const VARIABLE: &str = "YOMI_LOG";

/// Starts logging if the environment asks for it.
pub fn start() -> Result<(), Fault> {
    let wanted = match std::env::var(VARIABLE) {
        Ok(text) if !text.is_empty() => text,
        _ => return Ok(()),
    };
    let targets: Targets = wanted.parse().map_err(|why| {
        Fault::bad_option(
            format!("{VARIABLE}={wanted}: {why}; expected, for example, debug or yomi_engine=trace"),
            format!("{VARIABLE}={wanted}: {why}。例: debug、yomi_engine=trace"),
        )
    })?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    // A program with its own games may have set up logging already.
    let _ = tracing_subscriber::registry().with(lines).with(targets).try_init();
    Ok(())
}
