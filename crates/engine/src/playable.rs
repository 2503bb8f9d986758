//! What a typed game brings to the registry.

use crate::arena;
use crate::bench::Meter;
use crate::chart::{Best, Traits};
use crate::explain::{Explained, Told};
use crate::export::Exporter;
use crate::host::Host;
use crate::kind::AgentKind;
use crate::solve::{Found, FoundWithin, GoOn, Question};
use crate::suite::LuckMeter;
use crate::tune::Tuner;
use crate::wire::{CardInfo, StartField};
use crate::{Fault, Sentence, statistics};
use serde_json::Value;
use std::any::Any;
use std::sync::Arc;
use yomi_core::ruleset::{ActionOf, EventOf};
use yomi_core::{Luck, Options, Rejected, Ruleset, Settings, Text, ViewOf};

pub type StateOf<P> = <<P as Playable>::Rules as Ruleset>::State;

/// What a game brings to the registry beside its rules.
pub trait Playable: Sized + Send + Sync + 'static {
    type Rules: Ruleset;

    /// The game with these settings, where a setting that names a file holds its content.
    fn rules(settings: &Settings) -> Result<Self::Rules, Rejected> {
        Self::Rules::from_settings(settings)
    }

    /// `best` among them.
    fn agents() -> Vec<AgentKind<StateOf<Self>>>;

    /// A move as a person reads it.
    fn label(rules: &Self::Rules, action: ActionOf<Self::Rules>) -> Sentence {
        Sentence::same(rules.action_text(action))
    }

    /// An event as a person reads it.
    fn event_label(rules: &Self::Rules, event: &EventOf<Self::Rules>) -> Sentence {
        Sentence::same(rules.event_text(event))
    }

    /// What only this game can say about a decision, made of what the search saw. Not asked about moves drawn at random.
    fn explain(_told: &Told<'_, StateOf<Self>>) -> Explained {
        Explained::default()
    }

    /// What is believed about the hidden part while the search goes on, in the same schema as at its end.
    fn beliefs(_view: &ViewOf<StateOf<Self>>, _evidence: Option<&(dyn Any + Send)>) -> Value {
        Value::Null
    }

    /// What to call the parts of the beliefs, by their keys: those that map names to chances are shown to people.
    fn belief_titles() -> &'static [(&'static str, Text)] {
        &[]
    }

    /// What the worlds behind the beliefs are worth while the search goes on, where that is known.
    fn effective_worlds(_view: &ViewOf<StateOf<Self>>, _evidence: Option<&(dyn Any + Send)>) -> Option<f64> {
        None
    }

    /// What is hidden now, for people who practise with open eyes: the state as it is, and the luck to come.
    fn secrets(_rules: &Self::Rules, _state: &StateOf<Self>, _luck: &Luck) -> Option<Sentence> {
        None
    }

    /// What a real game must be asked at its start, beside the seat, where the start is not the same in every game.
    fn start_fields() -> Vec<StartField> {
        Vec::new()
    }

    /// The cards of the game, where it has a catalogue of them.
    fn cards(_rules: &Self::Rules) -> Vec<CardInfo> {
        Vec::new()
    }

    /// What kind of game it is, for the chart. Unless it says otherwise: one with something hidden.
    fn traits() -> Traits {
        let players = default_rules::<Self>().players();
        Traits { players, hidden: true, ..Traits::default() }
    }

    /// What its agent `best` is, and why where the chart says otherwise.
    fn best() -> Option<Best> {
        None
    }

    /// How lucky games are, where luck comes into them and a value function can tell.
    fn luck_meter(_rules: &Self::Rules) -> Option<Box<dyn LuckMeter<StateOf<Self>>>> {
        None
    }

    /// Whether there is a solver.
    const SOLVES: bool = false;

    /// The exact value of a position, where there is a solver; `None` inside when it was told to stop, or the position is
    /// too large for it.
    fn solve(
        _state: &StateOf<Self>,
        _question: Question,
        _go_on: GoOn<'_>,
    ) -> Option<Option<Found<ActionOf<Self::Rules>>>> {
        None
    }

    /// The same within this many bytes, where the solver can be held to them.
    fn solve_within(
        _state: &StateOf<Self>,
        _question: Question,
        _bytes: usize,
        _go_on: GoOn<'_>,
    ) -> Option<FoundWithin<ActionOf<Self::Rules>>> {
        None
    }

    /// How to measure what cards do, where the game has statistics of cards.
    const STATISTICS: Option<Statistician<Self::Rules>> = None;
    /// How to learn weights, where an agent plays by some.
    const TUNER: Option<Tuner<Self::Rules>> = None;
    /// How to read the log of another engine.
    const IMPORTER: Option<Importer<Self::Rules>> = None;
    /// How to write a player as a program for elsewhere.
    const EXPORTER: Option<Exporter> = None;

    /// Measures what matters for this game: random playouts from ten starts unless it says otherwise.
    fn bench(meter: &mut Meter) {
        let rules = default_rules::<Self>();
        let starts: Vec<_> = Self::Rules::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts(Self::Rules::NAME, &starts);
    }
}

/// A game with nothing set.
pub fn default_rules<P: Playable>() -> P::Rules {
    let options = Options::defaults(P::Rules::SETTINGS);
    P::rules(options.settings()).expect("a game can be played with its defaults")
}

/// Counts what every card did in games between agents.
pub type Statistician<R> = fn(
    rules: &R,
    kinds: &[AgentKind<<R as Ruleset>::State>],
    request: &arena::Request,
    host: &Arc<dyn Host>,
    done: &(dyn Fn(u64) + Sync),
) -> Result<statistics::Report, Fault>;

/// Reads the log of another engine.
pub type Importer<R> = fn(text: &str) -> Result<Foreign<R>, Fault>;

/// A log of another engine.
pub struct Foreign<R: Ruleset> {
    /// Settings that the log implies; given ones come first.
    pub implied: Vec<(String, String)>,
    /// The view under these rules.
    pub view: Box<ForeignView<R>>,
}

pub type ForeignView<R> = dyn FnOnce(&R) -> Result<ViewOf<<R as Ruleset>::State>, Rejected>;
