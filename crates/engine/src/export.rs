//! Players as stand-alone programs: one file that needs nothing of Yomi.

use crate::host::Host;
use crate::{Fault, Sentence};

/// A program, and a line on how to use it.
#[derive(Clone, Debug)]
pub struct Program {
    pub text: String,
    pub usage: Sentence,
}

/// Makes a program that plays with the weights of this name, or with those of a file, which is read through
/// the host.
pub type Exporter = fn(weights: &str, host: &dyn Host) -> Result<Program, Fault>;
