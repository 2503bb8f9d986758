//! What requests may not reach: files and programs.
//!
//! Options that open a path or run a program are refused by their declaration, and the host of every game
//! that a request opens has no files.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use yomi::engine::agent::AgentText;
use yomi::engine::kind::AgentInfo;
use yomi::{Fault, FaultKind, Game, Host, Sentence};

/// Clocks that can be stopped, and no files: what one analysis gets.
pub struct Enclosed {
    clocks: Arc<dyn Host>,
    /// Nanoseconds that the analysis has waited for its turn: they do not count.
    waited: AtomicU64,
}

impl Enclosed {
    pub fn new(clocks: &Arc<dyn Host>) -> Arc<Enclosed> {
        Arc::new(Enclosed { clocks: clocks.clone(), waited: AtomicU64::new(0) })
    }

    /// Wall time, waiting included.
    pub fn real(&self) -> Duration {
        self.clocks.wall()
    }

    /// This much of the time that went by was waiting.
    pub fn wait(&self, waited: Duration) {
        let nanos = u64::try_from(waited.as_nanos()).unwrap_or(u64::MAX);
        self.waited.fetch_add(nanos, Ordering::Relaxed);
    }
}

impl Host for Enclosed {
    fn wall(&self) -> Duration {
        let waited = Duration::from_nanos(self.waited.load(Ordering::Relaxed));
        self.clocks.wall().saturating_sub(waited)
    }

    fn thread_cpu(&self) -> Duration {
        self.clocks.thread_cpu()
    }

    fn process_cpu(&self) -> Duration {
        self.clocks.process_cpu()
    }

    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Fault> {
        Err(Fault::new(
            FaultKind::BadOption,
            "a file is not opened for a request; expected its content",
            "リクエストでファイルは開けません。内容を送ってください",
        ))
    }
}

/// An agent that may be asked over HTTP: none that sees what is hidden, and no option that opens a path or
/// runs a program.
pub fn agent(game: &dyn Game, typed: &str) -> Result<AgentText, Fault> {
    let agent = AgentText::parse(typed)?;
    let agents = game.agents();
    let accepted = || -> Vec<&str> { agents.iter().filter(|a| is_accepted(a)).map(|a| a.name).collect() };
    let Some(known) = agents.iter().find(|known| known.name == agent.name || known.also == Some(&agent.name))
    else {
        return Err(Fault::unknown(Sentence::new("agent", "エージェント"), &agent.name, &accepted()));
    };
    if known.cheats {
        let (name, accepted) = (known.name, accepted());
        let list = accepted.join(", ");
        return Err(Fault::bad_option(
            format!("{name} sees what is hidden and is not asked over HTTP; expected: {list}"),
            format!("{name} は隠れた情報を見るため、HTTP では使えません。使えるもの: {list}"),
        )
        .expecting(accepted));
    }
    if known.is_program() {
        let (name, accepted) = (known.name, accepted());
        let list = accepted.join(", ");
        return Err(Fault::bad_option(
            format!("{name} runs a program and is not asked over HTTP; expected: {list}"),
            format!("{name} はプログラムを動かすため、HTTP では使えません。使えるもの: {list}"),
        )
        .expecting(accepted));
    }
    if known.reaches_outside(&agent.options) {
        let name = known.name;
        return Err(Fault::bad_option(
            format!("{name}: an option that opens a file or runs a program is not taken over HTTP"),
            format!("{name}: ファイルを開くオプションやプログラムを動かすオプションは HTTP では使えません"),
        ));
    }
    Ok(agent)
}

/// What a refusal may name as accepted: an agent that is taken here as it stands.
fn is_accepted(agent: &AgentInfo) -> bool {
    !agent.cheats && !agent.is_program()
}
