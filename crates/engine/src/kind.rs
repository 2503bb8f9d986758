//! The agents that a game offers, and how they are constructed.
//!
//! An [`AgentKind`] is a name, a line of help, its options and a way to build it. Building reads options and
//! files once and gives a [`Prepared`] agent, which creates a fresh player for every game.

use crate::agent::AgentText;
use crate::host::Host;
use crate::{Fault, Sentence};
use std::sync::Arc;
use yomi_core::options::BadOption;
use yomi_core::{
    Failure, Hidden, Limits, OptionKind, OptionSpec, Options, Scripted, Search, Text, ViewSearch,
};

/// The description of an agent.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    pub name: &'static str,
    /// An old name that is still accepted.
    pub also: Option<&'static str>,
    pub help: Text,
    pub options: Vec<OptionSpec>,
    /// The limits if none are given.
    pub default_limits: Limits,
    /// Sees hidden information: used to measure an upper bound, never for advice.
    pub cheats: bool,
}

impl AgentInfo {
    /// Whether it is a program that must be named.
    pub fn is_program(&self) -> bool {
        self.options.iter().any(|spec| spec.kind == OptionKind::Program)
    }

    /// Whether an agent with these options opens a path or runs a program.
    pub fn reaches_outside(&self, given: &[(String, String)]) -> bool {
        let outside = |(name, value): &(String, String)| {
            self.options.iter().any(|spec| spec.name == name && spec.reaches_outside(value))
        };
        given.iter().any(outside)
    }
}

/// A player without access to hidden information. A copy keeps nothing from the games of the original.
pub trait Player<S: Hidden>: ViewSearch<S> + Sync {
    fn fresh(&self) -> Box<dyn Player<S>>;
}

impl<S: Hidden, T: ViewSearch<S> + Clone + Sync + 'static> Player<S> for T {
    fn fresh(&self) -> Box<dyn Player<S>> {
        Box::new(self.clone())
    }
}

/// A player that sees the full state, and can be copied.
pub trait Seer<S: Hidden>: Search<Scripted<S>> + Sync {
    fn fresh(&self) -> Box<dyn Seer<S>>;
}

impl<S: Hidden, T: Search<Scripted<S>> + Clone + Sync + 'static> Seer<S> for T {
    fn fresh(&self) -> Box<dyn Seer<S>> {
        Box::new(self.clone())
    }
}

/// The player of an agent, by what it may see.
pub enum Mind<S: Hidden> {
    /// Decides from what its seat sees.
    Honest(Box<dyn Player<S>>),
    /// Decides from the full state, including future chance outcomes: an upper bound on playing strength.
    Seeing(Box<dyn Seer<S>>),
}

impl<S: Hidden> Mind<S> {
    fn fresh(&self) -> Mind<S> {
        match self {
            Mind::Honest(player) => Mind::Honest(player.fresh()),
            Mind::Seeing(seer) => Mind::Seeing(seer.fresh()),
        }
    }

    /// Tells a player that its game is over, with the payoffs of all seats.
    pub fn over(&mut self, payoffs: &[f64]) {
        if let Mind::Honest(player) = self {
            player.over(payoffs);
        }
    }

    /// Why it could not go on, if it could not.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Mind::Honest(player) => player.failure(),
            Mind::Seeing(_) => None,
        }
    }

    /// Whether it can report its iterations.
    pub fn tells(&self) -> bool {
        match self {
            Mind::Honest(player) => player.tells(),
            Mind::Seeing(_) => false,
        }
    }

    /// Whether it builds a tree that can be shown.
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
    /// An agent constructed from its options.
    pub fn new<T: ViewSearch<S> + Clone + Sync + 'static>(
        name: &'static str,
        help: Text,
        options: &[OptionSpec],
        default_limits: Limits,
        build: impl Fn(&Options) -> T + Send + Sync + 'static,
    ) -> Self {
        Self::boxed(name, help, options, default_limits, move |options| Ok(Box::new(build(options))))
    }

    /// An agent whose options choose between kinds of player, or can be rejected in combination.
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

    /// `cheat`: an agent that sees the full state and future chance outcomes. Its options may choose between
    /// searches.
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

    /// Adds another name for the agent.
    #[must_use]
    pub fn also_called(mut self, name: &'static str) -> Self {
        self.info.also = Some(name);
        self
    }
}

/// An agent whose options have been read, ready for any number of games.
pub struct Prepared<S: Hidden> {
    /// As typed.
    pub text: String,
    /// The requested limits; if none of them ends the search, its own default does.
    pub limits: Limits,
    mind: Mind<S>,
}

/// Memory limit of a search if none is given: the size of the largest table that can be requested.
pub(crate) const NO_MEMORY_GIVEN: usize = 4 << 30;

impl<S: Hidden> Prepared<S> {
    /// A new player without memory of other games.
    pub fn seat(&self) -> Agent<S> {
        let memory = self.limits.memory.or(Some(NO_MEMORY_GIVEN));
        Agent { mind: self.mind.fresh(), limits: Limits { memory, ..self.limits } }
    }

    pub fn mind(&self) -> &Mind<S> {
        &self.mind
    }

    /// A new player of a seat; `None` if the agent sees more than its seat.
    pub fn honest(&self) -> Option<Box<dyn Player<S>>> {
        match &self.mind {
            Mind::Honest(player) => Some(player.fresh()),
            Mind::Seeing(_) => None,
        }
    }
}

/// An agent in a game: its player and its limits. The limit on memory keeps a long search from exhausting the
/// machine.
pub struct Agent<S: Hidden> {
    pub mind: Mind<S>,
    pub limits: Limits,
}

/// Creates the agent that was typed. Its own limit takes precedence over that of the command; without either,
/// the search has a default, which may depend on its options.
pub fn prepare<S: Hidden>(
    kinds: &[AgentKind<S>],
    typed: &AgentText,
    command: Option<Limits>,
    host: &Arc<dyn Host>,
) -> Result<Prepared<S>, Fault> {
    let (number, mut options) = completed(kinds.iter().map(|kind| &kind.info), typed)?;
    let kind = &kinds[number];
    read_files(&mut options, &kind.info.options, host)?;
    let limits = typed.limits.or(command).unwrap_or_default();
    Ok(Prepared { text: typed.text.clone(), mind: (kind.build)(&options)?, limits })
}

/// Whether an agent of this text could be built, as far as that can be said without opening a file.
pub fn check(agents: &[AgentInfo], typed: &AgentText) -> Result<(), Fault> {
    completed(agents.iter(), typed).map(|_| ())
}

/// Which of the agents is meant, with all of its options.
fn completed<'a>(
    mut agents: impl Iterator<Item = &'a AgentInfo> + Clone,
    typed: &AgentText,
) -> Result<(usize, Options), Fault> {
    let named = |info: &AgentInfo| info.name == typed.name || info.also == Some(typed.name.as_str());
    let names: Vec<&str> = agents.clone().map(|info| info.name).collect();
    let (number, info) = agents
        .by_ref()
        .enumerate()
        .find(|(_, info)| named(info))
        .ok_or_else(|| Fault::unknown(Sentence::new("agent", "エージェント"), &typed.name, &names))?;
    let options = Options::complete(&typed.name, &info.options, &typed.options).map_err(with_limit)?;
    Ok((number, options))
}

/// Every agent takes a limit too, which is not among its options.
fn with_limit(why: BadOption) -> BadOption {
    match why {
        BadOption::Unknown { owner, name, mut known } => {
            known.push("limit");
            BadOption::Unknown { owner, name, known }
        }
        other => other,
    }
}

/// Reads the files that options name.
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
