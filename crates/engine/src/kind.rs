//! The agents that a game offers, and how they are made.
//!
//! An [`AgentKind`] is a name, a line of help, its options and a way to build it. Building reads options and files once;
//! what comes out is a [`Prepared`] agent, from which a fresh player is made for every game.

use crate::agent::AgentText;
use crate::host::Host;
use crate::{Fault, Sentence};
use std::sync::Arc;
use yomi_core::{Hidden, Limits, OptionKind, OptionSpec, Options, Scripted, Search, Text, ViewSearch};

/// What a game says of one of its agents.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    pub name: &'static str,
    /// Another name that is still accepted.
    pub also: Option<&'static str>,
    pub help: Text,
    pub options: Vec<OptionSpec>,
    /// What it does when no limit is given.
    pub default_limits: Limits,
    /// Sees what is hidden: measures the ceiling, never advises.
    pub cheats: bool,
}

impl AgentInfo {
    /// Whether an agent with these options opens a path or runs a program.
    pub fn reaches_outside(&self, given: &[(String, String)]) -> bool {
        let outside = |(name, value): &(String, String)| {
            self.options.iter().any(|spec| spec.name == name && spec.reaches_outside(value))
        };
        given.iter().any(outside)
    }
}

/// An honest player that can be copied: the copy knows nothing of the games of the original.
pub trait Player<S: Hidden>: ViewSearch<S> + Sync {
    fn fresh(&self) -> Box<dyn Player<S>>;
}

impl<S: Hidden, T: ViewSearch<S> + Clone + Sync + 'static> Player<S> for T {
    fn fresh(&self) -> Box<dyn Player<S>> {
        Box::new(self.clone())
    }
}

/// A player that sees everything, and can be copied.
pub trait Seer<S: Hidden>: Search<Scripted<S>> + Sync {
    fn fresh(&self) -> Box<dyn Seer<S>>;
}

impl<S: Hidden, T: Search<Scripted<S>> + Clone + Sync + 'static> Seer<S> for T {
    fn fresh(&self) -> Box<dyn Seer<S>> {
        Box::new(self.clone())
    }
}

/// How an agent thinks.
pub enum Mind<S: Hidden> {
    /// From what its seat sees.
    Honest(Box<dyn Player<S>>),
    /// From everything, the luck to come included: it measures the ceiling.
    Seeing(Box<dyn Seer<S>>),
}

impl<S: Hidden> Mind<S> {
    fn fresh(&self) -> Mind<S> {
        match self {
            Mind::Honest(player) => Mind::Honest(player.fresh()),
            Mind::Seeing(seer) => Mind::Seeing(seer.fresh()),
        }
    }

    /// Whether it can tell of its iterations.
    pub fn tells(&self) -> bool {
        match self {
            Mind::Honest(player) => player.tells(),
            Mind::Seeing(_) => false,
        }
    }

    /// Whether it builds a tree that can be looked at.
    pub fn has_tree(&self) -> bool {
        match self {
            Mind::Honest(player) => player.has_tree(),
            Mind::Seeing(seer) => seer.has_tree(),
        }
    }
}

type Builder<S> = Box<dyn Fn(&Options) -> Result<Mind<S>, Fault> + Send + Sync>;

/// An agent that a game offers.
pub struct AgentKind<S: Hidden> {
    pub info: AgentInfo,
    build: Builder<S>,
}

impl<S: Hidden> AgentKind<S> {
    /// An agent that is made of its options.
    pub fn new<T: ViewSearch<S> + Clone + Sync + 'static>(
        name: &'static str,
        help: Text,
        options: &[OptionSpec],
        default_limits: Limits,
        build: impl Fn(&Options) -> T + Send + Sync + 'static,
    ) -> Self {
        Self::boxed(name, help, options, default_limits, move |options| Ok(Box::new(build(options))))
    }

    /// An agent whose options choose between different kinds of player, or that may refuse how they go together.
    pub fn boxed(
        name: &'static str,
        help: Text,
        options: &[OptionSpec],
        default_limits: Limits,
        build: impl Fn(&Options) -> Result<Box<dyn Player<S>>, Fault> + Send + Sync + 'static,
    ) -> Self {
        let info =
            AgentInfo { name, also: None, help, options: options.to_vec(), default_limits, cheats: false };
        AgentKind { info, build: Box::new(move |options| Ok(Mind::Honest(build(options)?))) }
    }

    /// `cheat`: an agent that sees the whole state and the luck to come. Its options may choose between searches.
    pub fn cheat(
        help: Text,
        options: &[OptionSpec],
        default_limits: Limits,
        build: impl Fn(&Options) -> Box<dyn Seer<S>> + Send + Sync + 'static,
    ) -> Self {
        let (name, options) = ("cheat", options.to_vec());
        let info = AgentInfo { name, also: None, help, options, default_limits, cheats: true };
        AgentKind { info, build: Box::new(move |options| Ok(Mind::Seeing(build(options)))) }
    }

    /// The agent with every option at its default.
    pub(crate) fn by_default(&self, host: &Arc<dyn Host>) -> Result<Mind<S>, Fault> {
        let mut options = Options::defaults(&self.info.options);
        read_files(&mut options, &self.info.options, host)?;
        (self.build)(&options)
    }

    /// The same agent, which also answers to another name.
    #[must_use]
    pub fn also_called(mut self, name: &'static str) -> Self {
        self.info.also = Some(name);
        self
    }
}

/// An agent with its options read, ready to sit down at any number of games.
pub struct Prepared<S: Hidden> {
    /// As typed.
    pub text: String,
    /// What was asked for; where nothing ends, the search has its own default.
    pub limits: Limits,
    mind: Mind<S>,
}

/// What a search may take when nothing says how much: as much as the largest table that can be asked for.
const MOST_MEMORY: usize = 4 << 30;

impl<S: Hidden> Prepared<S> {
    /// A player that knows nothing of other games.
    pub fn seat(&self) -> Agent<S> {
        let memory = self.limits.memory.or(Some(MOST_MEMORY));
        Agent { mind: self.mind.fresh(), limits: Limits { memory, ..self.limits } }
    }

    pub fn mind(&self) -> &Mind<S> {
        &self.mind
    }

    /// A player of a seat, unless it sees more than a seat does.
    pub fn honest(&self) -> Option<Box<dyn Player<S>>> {
        match &self.mind {
            Mind::Honest(player) => Some(player.fresh()),
            Mind::Seeing(_) => None,
        }
    }
}

/// An agent at a game: how to think, and for how long, with a cap on memory so that a long search does not take the
/// machine down with it.
pub struct Agent<S: Hidden> {
    pub mind: Mind<S>,
    pub limits: Limits,
}

/// Makes the agent that was typed. Its own limit comes first, then the one of the command; without either the search
/// has its own, which may depend on its options.
pub fn prepare<S: Hidden>(
    kinds: &[AgentKind<S>],
    typed: &AgentText,
    command: Option<Limits>,
    host: &Arc<dyn Host>,
) -> Result<Prepared<S>, Fault> {
    let found = kinds.iter().find(|k| k.info.name == typed.name || k.info.also == Some(&typed.name));
    let kind = found.ok_or_else(|| {
        let names: Vec<&str> = kinds.iter().map(|k| k.info.name).collect();
        Fault::unknown(Sentence::new("agent", "エージェント"), &typed.name, &names)
    })?;
    let mut options = Options::complete(&typed.name, &kind.info.options, &typed.options)?;
    read_files(&mut options, &kind.info.options, host)?;
    let limits = typed.limits.or(command).unwrap_or_default();
    Ok(Prepared { text: typed.text.clone(), mind: (kind.build)(&options)?, limits })
}

/// Reads what the files hold that options name.
pub fn read_files(options: &mut Options, specs: &[OptionSpec], host: &Arc<dyn Host>) -> Result<(), Fault> {
    for spec in specs {
        if let OptionKind::File { most_bytes, or } = spec.kind
            && !or.contains(&options.text(spec))
        {
            let bytes = host.read(options.text(spec), most_bytes)?;
            options.put_file(spec, bytes);
        }
    }
    Ok(())
}
