//! The mazes: their searches, their rules of dominance, and how they are searched by several at once.

mod chokudai;
#[path = "../../../../search/tests/search/common.rs"]
mod common;
mod dominance;
mod placement;
mod single;
mod thunder;
