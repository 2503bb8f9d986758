//! The weights of the policy in a file.

use super::super::stored;
use super::net::{Net, TABLES};
use yomi_core::Rejected;

const NAME: &str = "yomi sevens policy 2";

/// The content of a file; `made_by` is the command that made the weights.
pub fn write(net: &Net, made_by: &str) -> Vec<u8> {
    stored::write(NAME, made_by, net.weights(), &TABLES)
}

/// The weights of a file.
pub fn read(bytes: &[u8]) -> Result<Net, Rejected> {
    stored::read(NAME, bytes, &TABLES).map(Net::new)
}
