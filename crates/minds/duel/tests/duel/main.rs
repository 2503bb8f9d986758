//! Duel: its rules counted again by other code, what its agents may see, worlds and statistics. A program of its own is
//! `many_sets`, which fills a list that stays full.

mod fate;
mod guided;
mod honest;
mod recount;
mod rules;
mod statistics;
mod worlds;
