//! The `yomi` command as people and programs use it: input, output and files.

mod arena;
mod audit;
mod bad_input;
mod bad_records;
mod bad_views;
mod calibrate;
mod contest;
mod duel;
mod engine;
mod exec;
mod golden;
mod help;
mod hidden;
#[cfg(unix)]
mod interrupt;
mod json;
mod kept_texts;
mod limits;
mod mutations;
mod option_tables;
mod play;
mod real;
mod record;
mod round_trip;
mod run;
mod seeds;
mod sentences;
mod sentences_sevens;
mod sevens;
mod store;
mod streams;
mod tournament;
mod trace;
mod tune;
mod twin_cool;
