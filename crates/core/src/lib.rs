//! # The contract of Yomi
//!
//! Yomi decides what to play when not everything can be seen. Data flows one way:
//!
//! ```text
//! rules ──> view ──> belief ──> worlds ──> search ──> decision ──> explanation
//! ```
//!
//! and nothing to the left knows anything to its right. This crate holds the types and traits through which
//! the stages speak to each other; it contains no game and no algorithm:
//!
//! | file | what it says |
//! |---|---|
//! | [`state`] | a game's rules: [`State`], [`Chance`], promises like [`Deterministic`] and [`ZeroSum`] |
//! | [`hash`] | keys for what is seen and for positions, made of `Hash` |
//! | [`hidden`] | what one seat can see: [`Hidden`], [`Open`], [`View`], [`InfoSets`] |
//! | [`belief`] | from a view to possible worlds: [`Inference`], [`Belief`] |
//! | [`secret`] | the short way to a hidden game: [`PublicPart`] and [`WithSecret`] |
//! | [`joint`] | simultaneous moves: [`Joint`], and [`Serialized`] that makes a [`State`] of it |
//! | [`script`] | chance decided in advance: [`Luck`], [`Scripted`] |
//! | [`problem`] | one decision without context: [`Problem`] |
//! | [`guide`] | knowledge a search can use: [`Guide`], [`Policy`], [`Evaluator`] |
//! | [`limits`] | when to stop: [`Limits`], [`Clock`], [`Run`] |
//! | [`decision`] | the answer: [`Decision`], [`Candidate`] |
//! | [`treetop`] | a look into a search tree: [`TreeTop`], [`Branch`] |
//! | [`search`] | the players that answer: [`Search`] for states, [`ViewSearch`] for views |
//! | [`options`] | options, declared once: [`OptionSpec`], [`Options`] |
//! | [`ruleset`] | a game as people name it: settings, notation, drawing: [`Ruleset`] |
//! | [`sentence`](mod@sentence) | what people are told, in both languages: [`Sentence`] |
//! | [`rng`] | the one source of randomness: [`Rng`] |
//! | [`testkit`] | the laws of all this as functions for every game's tests, and tiny games for examples |
//!
//! Several small traits, each with a handful of required methods: a bound says what an algorithm needs, and
//! a missing ability is a compile error, not a panic.

pub mod belief;
pub mod decision;
pub mod guide;
pub mod hash;
pub mod hidden;
pub mod joint;
pub mod limits;
pub mod options;
pub mod player;
pub mod problem;
pub mod rng;
pub mod ruleset;
pub mod script;
pub mod search;
pub mod secret;
pub mod sentence;
pub mod state;
pub mod testkit;
pub mod treetop;

pub use belief::{Belief, Contradiction, EquallyLikely, Inference};
pub use decision::{Basis, Bound, Candidate, Choice, Decision};
pub use guide::{Evaluator, Glimpse, Guide, Leaf, Policy, Scout, Uniform};
pub use hidden::{Fact, Hidden, InfoSets, Open, Rejected, View, ViewOf};
pub use joint::{Choices, Joint, KeyedJoint, OpenJoint, Serialized, ZeroSumJoint};
pub use limits::{Clock, Evidence, Limits, Progress, Run, Traced, Tracer};
pub use options::{OptionKind, OptionSpec, Options, Reach, Settings};
pub use player::{MAX_PLAYERS, Player, PlayerSet, Turn};
pub use problem::Problem;
pub use rng::Rng;
pub use ruleset::{Ruleset, Stakes, Text};
pub use script::{Luck, Scripted};
pub use search::{Failure, OpenSearch, Search, ViewSearch};
pub use secret::{AnySecret, PublicPart, SeenPart, WithSecret, ZeroSumPart};
pub use sentence::Sentence;
pub use state::{Chance, Deterministic, Keyed, KeyedByHash, Move, State, ZeroSum};
pub use treetop::{Branch, Step, TreeTop, TreeWanted};
