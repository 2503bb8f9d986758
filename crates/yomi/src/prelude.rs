//! Everything that the author of a game imports, in one line: `use yomi::prelude::*;`
//!
//! The contract of `yomi-core` for rules, views and worlds; what a game tells the engine about itself; and
//! for tests the [`testkit`]. Add `serde` to your own dependencies, because its derive macros refer to it by
//! name.

pub use crate::Registry;
pub use serde_json::{Map, Value, json};
pub use std::ops::ControlFlow;
pub use yomi_core::ruleset::{ActionOf, EventOf, SeenOf, parse_number};
pub use yomi_core::testkit::{self, Effort};
pub use yomi_core::{
    AnySecret, Belief, Chance, Contradiction, Decision, Deterministic, EquallyLikely, Evaluator, Hidden,
    Inference, InfoSets, Joint, Keyed, KeyedByHash, Limits, Open, OpenJoint, OptionSpec, Player, PublicPart,
    Rejected, Rng, Ruleset, SeenPart, Serialized, Settings, Stakes, State, Text, Turn, View, ViewOf,
    ViewSearch, WithSecret, ZeroSum, ZeroSumJoint, ZeroSumPart, written_by_display,
};
pub use yomi_engine::agents;
pub use yomi_engine::chart::Traits;
pub use yomi_engine::defaults::{self, OpenGame, honest_players};
pub use yomi_engine::explain::{Explained, Told};
pub use yomi_engine::kind::AgentKind;
pub use yomi_engine::{Playable, Sentence};
