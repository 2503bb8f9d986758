//! Players as stand-alone programs: one file that needs nothing of Yomi.

use crate::agent::AgentText;
use crate::host::Host;
use crate::{Fault, Sentence};

/// A program, and a line on how to use it.
#[derive(Clone, Debug)]
pub struct Program {
    pub text: String,
    pub usage: Sentence,
}

/// What the program is to play like.
#[derive(Clone, Debug, Default)]
pub struct Wanted<'a> {
    /// The agent; `None` for the game's own choice.
    pub agent: Option<&'a AgentText>,
    /// The name of its weights, or a file of them, which is read through the host; `None` for its own.
    pub weights: Option<&'a str>,
}

/// Makes a program.
pub type Exporter = fn(wanted: &Wanted<'_>, host: &dyn Host) -> Result<Program, Fault>;
