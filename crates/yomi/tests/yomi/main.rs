//! The library as its users see it, over all games. Programs of their own are `review` and, because it measures the CPU time
//! of its process, `limits`.

mod alphabeta;
mod audit;
mod bounds;
mod chances;
#[path = "../../../search/tests/search/common.rs"]
mod common;
mod coverage;
mod golden;
mod intervals;
mod lead;
mod mutants;
mod partner;
mod parts;
mod puct;
mod puzzles;
mod refusals;
mod rules;
mod sprt;
mod treetop;
mod wire;
