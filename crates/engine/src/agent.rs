//! Agents: as typed, and as a game offers them.
//!
//! An agent is written `name` or `name(key=value,key=value)`; values may be quoted, and spaces inside the parentheses do
//! not split a list of agents. Every agent takes `limit=`.

use crate::fault::excerpt;
use crate::options::Options;
use crate::{Fault, limit};
use yomi_core::{Hidden, Limits, OptionSpec, Scripted, Search, Text, ViewSearch};

/// An agent as somebody typed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentText {
    /// As typed, for reports.
    pub text: String,
    pub name: String,
    pub options: Vec<(String, String)>,
    pub limits: Option<Limits>,
}

impl AgentText {
    pub fn parse(text: &str) -> Result<AgentText, Fault> {
        let mut all = parse_list(text)?;
        match all.len() {
            1 => Ok(all.remove(0)),
            n => Err(Fault::new(format!("{:?}: expected one agent, found {n}", excerpt(text)))),
        }
    }
}

/// Agents separated by spaces.
pub fn parse_list(list: &str) -> Result<Vec<AgentText>, Fault> {
    split_outside(list, char::is_whitespace)?.into_iter().filter(|t| !t.is_empty()).map(parse_one).collect()
}

/// Splits where no parenthesis or quote is open.
fn split_outside(text: &str, at: impl Fn(char) -> bool) -> Result<Vec<&str>, Fault> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0u32, None);
    for (i, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => {
                return Err(Fault::new(format!(
                    "{:?}: a closing parenthesis without an opening one",
                    excerpt(text)
                )));
            }
            (None, ')') => depth -= 1,
            (None, _) if depth == 0 && at(c) => {
                parts.push(&text[start..i]);
                start = i + c.len_utf8();
            }
            _ => {}
        }
    }
    if depth > 0 || quote.is_some() {
        return Err(Fault::new(format!("{:?}: a parenthesis or a quote is not closed", excerpt(text))));
    }
    parts.push(&text[start..]);
    Ok(parts)
}

fn parse_one(text: &str) -> Result<AgentText, Fault> {
    let fault =
        || Fault::new(format!("{:?} is no agent; expected name or name(key=value,key=value)", excerpt(text)));
    let (name, inside) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => (name, rest.strip_suffix(')').ok_or_else(fault)?),
    };
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        return Err(fault());
    }
    let mut agent = AgentText { text: text.into(), name: name.into(), options: Vec::new(), limits: None };
    for part in split_outside(inside, |c| c == ',')? {
        let part = part.trim();
        if part.is_empty() && inside.trim().is_empty() {
            continue;
        }
        let (key, value) = part.split_once('=').ok_or_else(fault)?;
        let (key, value) = (key.trim(), unquote(value.trim()));
        if key == "limit" {
            let limits = limit::parse(value).map_err(|why| why.at(name))?;
            if agent.limits.replace(limits).is_some() {
                return Err(Fault::new(format!("{name}: limit is given twice")));
            }
        } else {
            agent.options.push((key.into(), value.into()));
        }
    }
    Ok(agent)
}

fn unquote(value: &str) -> &str {
    let inside = |q| value.strip_prefix(q).and_then(|v| v.strip_suffix(q));
    inside('"').or_else(|| inside('\'')).unwrap_or(value)
}

/// What a game says of one of its agents.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    pub name: &'static str,
    pub help: Text,
    pub options: Vec<OptionSpec>,
    /// What it does when no limit is given.
    pub default_limits: Limits,
    /// Sees what is hidden: measures the ceiling, never advises.
    pub cheats: bool,
}

/// How an agent thinks.
pub enum Mind<S: Hidden> {
    /// From what its seat sees.
    Honest(Box<dyn ViewSearch<S>>),
    /// From everything, the luck to come included: it measures the ceiling.
    Seeing(Box<dyn Search<Scripted<S>>>),
}

impl<S: Hidden> Mind<S> {
    /// The player of a seat, unless it sees more than a seat does.
    pub fn honest(self) -> Option<Box<dyn ViewSearch<S>>> {
        match self {
            Mind::Honest(search) => Some(search),
            Mind::Seeing(_) => None,
        }
    }

    /// Whether it can tell of its iterations.
    pub fn tells(&self) -> bool {
        match self {
            Mind::Honest(search) => search.tells(),
            Mind::Seeing(_) => false,
        }
    }

    /// Whether it builds a tree that can be looked at.
    pub fn has_tree(&self) -> bool {
        match self {
            Mind::Honest(search) => search.has_tree(),
            Mind::Seeing(search) => search.has_tree(),
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
    pub fn new<T: ViewSearch<S> + 'static>(
        name: &'static str,
        help: Text,
        options: &[OptionSpec],
        default_limits: Limits,
        build: impl Fn(&Options) -> Result<T, Fault> + Send + Sync + 'static,
    ) -> Self {
        Self::boxed(name, help, options, default_limits, move |options| Ok(Box::new(build(options)?)))
    }

    /// An agent whose options choose between different kinds of player.
    pub fn boxed(
        name: &'static str,
        help: Text,
        options: &[OptionSpec],
        default_limits: Limits,
        build: impl Fn(&Options) -> Result<Box<dyn ViewSearch<S>>, Fault> + Send + Sync + 'static,
    ) -> Self {
        let info = AgentInfo { name, help, options: options.to_vec(), default_limits, cheats: false };
        AgentKind { info, build: Box::new(move |options| Ok(Mind::Honest(build(options)?))) }
    }

    /// `cheat`: an agent that sees the whole state and the luck to come. Its options may choose between searches.
    pub fn cheat(
        help: Text,
        options: &[OptionSpec],
        default_limits: Limits,
        build: impl Fn(&Options) -> Result<Box<dyn Search<Scripted<S>>>, Fault> + Send + Sync + 'static,
    ) -> Self {
        let info = AgentInfo { name: "cheat", help, options: options.to_vec(), default_limits, cheats: true };
        AgentKind { info, build: Box::new(move |options| Ok(Mind::Seeing(build(options)?))) }
    }
}

/// A seated agent: how to think, and for how long.
pub struct Agent<S: Hidden> {
    pub text: String,
    pub mind: Mind<S>,
    pub limits: Limits,
}

/// What a search may take when nobody says how much: as much as the largest table that can be asked for.
const MOST_MEMORY: usize = 4 << 30;

impl<S: Hidden> Agent<S> {
    /// The limits with a cap on memory, so that a long search does not take the machine down with it.
    pub fn capped(&self) -> Limits {
        Limits { memory: self.limits.memory.or(Some(MOST_MEMORY)), ..self.limits }
    }
}

/// Makes the agent that was typed. Its own limit comes first, then the one of the command; without either the search
/// has its own, which may depend on its options.
pub fn seat<S: Hidden>(
    kinds: &[AgentKind<S>],
    typed: &AgentText,
    command: Option<Limits>,
) -> Result<Agent<S>, Fault> {
    let names: Vec<&str> = kinds.iter().map(|k| k.info.name).collect();
    let kind = kinds.iter().find(|k| k.info.name == typed.name);
    let kind = kind.ok_or_else(|| Fault::unknown("agent", &typed.name, &names))?;
    let options = Options::complete(&typed.name, &kind.info.options, &typed.options)?;
    let asked = typed.limits.or(command).unwrap_or_default();
    Ok(Agent { text: typed.text.clone(), mind: (kind.build)(&options)?, limits: asked })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lists_split_outside_parentheses() {
        let all =
            parse_list("mcts(c=1, expand=10)  random exec(cmd=\"python3 bot.py --x 1\",limit=1000it/50ms)")
                .unwrap();
        let names: Vec<&str> = all.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["mcts", "random", "exec"]);
        assert_eq!(all[0].options, [("c".into(), "1".into()), ("expand".into(), "10".into())]);
        assert_eq!(all[2].options, [("cmd".into(), "python3 bot.py --x 1".into())]);
        assert_eq!(all[2].limits, Some(limit::parse("1000it,50ms").unwrap()));
        assert_eq!(parse_list("random()").unwrap()[0].name, "random");
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in [
            "mcts(",
            "mcts)",
            "mcts(c)",
            "(c=1)",
            "mcts(c=1",
            "mcts(c=\"1)",
            "a b",
            "mcts(c=1)x",
            "",
            "mcts(limit=5)",
        ] {
            assert!(AgentText::parse(bad).is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,60}") {
            let _ = parse_list(&text);
            let _ = limit::parse(&text);
        }
    }
}
