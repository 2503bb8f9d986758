//! Players as programs for elsewhere: one file that needs nothing of Yomi.

use crate::{Fault, Sentence};

/// A program, and a line on how to use it.
#[derive(Clone, Debug)]
pub struct Program {
    pub text: String,
    pub usage: Sentence,
}

/// Makes a program that plays by the weights of this name, or by those in a file, which are read with `read` (the path and
/// the most bytes).
pub type Exporter =
    fn(weights: &str, read: &dyn Fn(&str, u64) -> Result<Vec<u8>, Fault>) -> Result<Program, Fault>;
