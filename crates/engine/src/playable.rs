//! What a typed game provides to the registry.

use crate::arena;
use crate::bench::Meter;
use crate::chances::{Act, Mix};
use crate::chart::{Best, Traits};
use crate::explain::{Explained, Told};
use crate::export::Exporter;
use crate::follow::Follower;
use crate::host::Host;
use crate::kind::AgentKind;
use crate::partner::Ladder;
use crate::puzzle::Recipe;
use crate::review::{Judge, MistakeKind, Playouts, Weigher};
use crate::solve::{Found, FoundWithin, GoOn, Question};
use crate::start::{self, Answers};
use crate::suite::LuckMeter;
use crate::tune::Tuner;
use crate::wire::{CardInfo, Facts, StartField};
use crate::{Fault, Sentence, statistics};
use serde_json::{Map, Value};
use std::any::Any;
use std::sync::Arc;
use yomi_core::ruleset::{ActionOf, EventOf};
use yomi_core::{Decision, Luck, Options, Player, Rejected, Rng, Ruleset, Settings, Text, ViewOf};

pub type StateOf<P> = <<P as Playable>::Rules as Ruleset>::State;

/// What a game provides to the registry in addition to its rules.
pub trait Playable: Sized + Send + Sync + 'static {
    type Rules: Ruleset;

    /// The game with these settings; a setting that names a file holds its content.
    fn rules(settings: &Settings) -> Result<Self::Rules, Rejected> {
        Self::Rules::from_settings(settings)
    }

    /// The agents, including `best`.
    fn agents() -> Vec<AgentKind<StateOf<Self>>>;

    /// A move as shown to people.
    fn label(rules: &Self::Rules, action: ActionOf<Self::Rules>) -> Sentence {
        Sentence::same(rules.action_text(action))
    }

    /// A move in the middle of a sentence: its label, which a game puts in quotation marks where it is a phrase.
    fn named(rules: &Self::Rules, action: ActionOf<Self::Rules>) -> Sentence {
        Self::label(rules, action)
    }

    /// An event as shown to people.
    fn event_label(rules: &Self::Rules, event: &EventOf<Self::Rules>) -> Sentence {
        Sentence::same(rules.event_text(event))
    }

    /// The game-specific explanation of a decision, made from what the search saw. Not called for random
    /// moves.
    fn explain(_told: &Told<'_, StateOf<Self>>) -> Explained {
        Explained::default()
    }

    /// What every seat gets in a game that is over, where a seat can tell it from what it saw.
    fn payoffs(_view: &ViewOf<StateOf<Self>>) -> Option<Vec<f64>> {
        None
    }

    /// Beliefs about the hidden part during the search, in the same schema as at its end.
    fn beliefs(_view: &ViewOf<StateOf<Self>>, _evidence: Option<&(dyn Any + Send)>) -> Value {
        Value::Null
    }

    /// Facts about each candidate during the search, in their order and in the same schema as at its end; empty
    /// where there are none before it.
    fn facts(
        _view: &ViewOf<StateOf<Self>>,
        _decision: &Decision<ActionOf<Self::Rules>>,
        _evidence: Option<&(dyn Any + Send)>,
    ) -> Vec<Option<Facts>> {
        Vec::new()
    }

    /// What to call the parts of the beliefs, by their keys: those that map names to chances are shown to
    /// people.
    fn belief_titles() -> &'static [(&'static str, Text)] {
        &[]
    }

    /// What the worlds behind the beliefs are worth while the search goes on, where that is known.
    fn effective_worlds(_view: &ViewOf<StateOf<Self>>, _evidence: Option<&(dyn Any + Send)>) -> Option<f64> {
        None
    }

    /// Maps from what agents state to chances against a company, as `yomi calibrate --opponents COMPANY --out
    /// FILE` writes them.
    const CHANCES: &'static [&'static str] = &[];

    /// The agent that stands for casual players.
    const CASUAL: Option<&'static str> = None;

    /// How far the game has come, from 0 to 1, as a seat sees it: what is stated early and late are mapped to
    /// chances each in its own way.
    fn phase(_view: &ViewOf<StateOf<Self>>) -> f64 {
        0.0
    }

    /// What the opponents did in this view, as far as it tells strong, casual and random players apart.
    fn acts(_view: &ViewOf<StateOf<Self>>) -> Vec<Act> {
        Vec::new()
    }

    /// How likely the opponents are strong, casual or random players by what a search saw; `None` to read it
    /// from [`acts`](Self::acts). Where nothing speaks for any it is [`crate::chances::LOT`].
    fn read_company(_view: &ViewOf<StateOf<Self>>, _evidence: Option<&(dyn Any + Send)>) -> Option<Mix> {
        None
    }

    /// Hidden information, for practice with everything visible: the true state and future chance outcomes.
    fn secrets(_rules: &Self::Rules, _state: &StateOf<Self>, _luck: &Luck) -> Option<Sentence> {
        None
    }

    /// Another state that the seat of this view cannot tell from the true one, drawn at random, to find out
    /// whether anybody peeks; `None` where the state holds nothing that the seat does not see. Luck to come is
    /// not part of it.
    fn another_truth(
        _view: &ViewOf<StateOf<Self>>,
        _truth: &StateOf<Self>,
        _rng: &mut Rng,
    ) -> Option<StateOf<Self>> {
        None
    }

    /// What must be known to start a real game, in addition to the seat, if the start differs between games.
    fn start_fields() -> Vec<StartField> {
        Vec::new()
    }

    /// The keys of the view that these answers come to, as far as they go: a field that is not answered yet,
    /// or not completely, is left out, and an answer that cannot be is rejected.
    fn start_keys(
        rules: &Self::Rules,
        _seat: Player,
        answers: &Answers,
    ) -> Result<Map<String, Value>, Rejected> {
        start::by_kind(&Self::start_fields(), rules.players(), answers)
    }

    /// The cards of the game, if it has a catalogue.
    fn cards(_rules: &Self::Rules) -> Vec<CardInfo> {
        Vec::new()
    }

    /// Properties of the game, for the chart. The default is a game with hidden information.
    fn traits() -> Traits {
        let players = default_rules::<Self>().players();
        Traits { players, hidden: true, ..Traits::default() }
    }

    /// What its `best` agent is, and why, if it differs from the chart.
    fn best() -> Option<Best> {
        None
    }

    /// Measures the luck of games, if there is chance and a value function.
    fn luck_meter(_rules: &Self::Rules) -> Option<Box<dyn LuckMeter<StateOf<Self>>>> {
        None
    }

    /// The value function of the true state that a review keeps its ledger by. By default games are played on
    /// at random.
    fn judge(_rules: &Self::Rules) -> Box<dyn Judge<StateOf<Self>>> {
        /// As many as games of any length can be played in.
        const PLAYOUTS: u32 = 128;
        Box::new(Playouts::random(PLAYOUTS))
    }

    /// How a review weighs the moves of a view; `None` for the values of the agent `best`.
    fn weigher(_rules: &Self::Rules) -> Option<Box<dyn Weigher<StateOf<Self>>>> {
        None
    }

    /// The mean over deals of what [`judge`](Self::judge) expects with default settings: a stored
    /// [`MeanStart`](crate::review::MeanStart). Without one a review computes it from a few deals.
    const REVIEW_START: Option<&'static str> = None;

    /// How likely the reading of this view held the truth, over how likely the cards seen alone make it; `None`
    /// where nothing is read.
    fn belief_in_truth(_view: &ViewOf<StateOf<Self>>, _truth: &StateOf<Self>) -> Option<f64> {
        None
    }

    /// The kind of mistake that it was to play one move where another was better, if the game has a name for
    /// it.
    fn kind_of_mistake(
        _view: &ViewOf<StateOf<Self>>,
        _played: ActionOf<Self::Rules>,
        _best: ActionOf<Self::Rules>,
    ) -> Option<MistakeKind> {
        None
    }

    /// How puzzles of this game are made.
    const PUZZLES: Option<&'static Recipe> = None;

    /// Whether a position may be a puzzle at all: said before anything is searched.
    fn puzzling(_view: &ViewOf<StateOf<Self>>) -> bool {
        true
    }

    /// Whether there is a solver.
    const SOLVES: bool = false;

    /// The questions that the solver answers; others are refused.
    const ANSWERS: &'static [Question] = &Question::ALL;

    /// The exact value of a position, where there is a solver; `None` inside when it was told to stop, or the
    /// position is too large for it.
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

    /// Starting positions for matches, one line of moves each, for games that always start alike and have no
    /// luck.
    const OPENINGS: Option<&'static str> = None;
    /// The levels of `partner`, if there is that agent.
    const LADDER: Option<&'static Ladder> = None;
    /// How to make numbers of a view, if learning is foreseen.
    const VECTORIZER: Option<Vectorizer<Self::Rules>> = None;
    /// How to measure statistics of cards, if the game has them.
    const STATISTICS: Option<Statistician<Self::Rules>> = None;
    /// How to learn weights, if an agent uses them.
    const TUNER: Option<Tuner<Self::Rules>> = None;
    /// How to read the log of another engine.
    const IMPORTER: Option<Importer<Self::Rules>> = None;
    /// How to export a player as a stand-alone program.
    const EXPORTER: Option<Exporter> = None;

    /// Runs the benchmarks of this game; by default, random playouts from ten starts.
    fn bench(meter: &mut Meter) {
        let rules = default_rules::<Self>();
        let starts: Vec<_> = Self::Rules::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts(Self::Rules::NAME, &starts);
    }
}

/// The rules with default settings.
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
    follower: &dyn Follower,
) -> Result<statistics::Report, Fault>;

/// A view as numbers; refused where the cards were not measured.
pub type Vectorizer<R> = fn(view: &ViewOf<<R as Ruleset>::State>) -> Result<Numbers, Rejected>;

/// Numbers, their names, and the version of their order.
pub struct Numbers {
    pub layout: u32,
    pub names: Vec<String>,
    pub values: Vec<f32>,
}

/// Reads the log of another engine.
pub type Importer<R> = fn(text: &str) -> Result<Foreign<R>, Fault>;

/// A log of another engine.
pub struct Foreign<R: Ruleset> {
    /// Settings implied by the log; given ones take precedence.
    pub implied: Vec<(String, String)>,
    /// The view under these rules.
    pub view: Box<ForeignView<R>>,
}

pub type ForeignView<R> = dyn FnOnce(&R) -> Result<ViewOf<<R as Ruleset>::State>, Rejected>;
