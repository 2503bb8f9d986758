//! The contract, proved on toy games: each file is one game or one use of it, small enough to read at a
//! glance.

mod batched_guide;
mod broken;
mod draws;
mod flat;
mod nim;
mod plain_rules;
mod problem;
mod scripted;
mod secret;
mod shared;
mod simultaneous;
mod stateless_view;
mod three_players;
mod two_faces;
