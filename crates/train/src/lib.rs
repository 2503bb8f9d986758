//! Learning for Duel: the network of [`yomi_duel::net`] and how it is fitted.
//!
//! Nothing here is part of the default build. What a seat sees and what only a teacher sees are written apart
//! ([`yomi_duel::vector`]), and games are played with their whole truth beside them ([`yomi_duel::fate`]), so
//! that what is hidden is one thing from the deal to the end.

pub mod cards;
pub mod checkpoint;
mod clustered;
pub mod company;
pub mod games;
pub mod learn;
pub mod mix;
pub mod peek;
pub mod player;
pub mod ppo;
pub mod probes;
pub mod reading;
pub mod remedy;
pub mod run;
pub mod sight;
pub mod study;
