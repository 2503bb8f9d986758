//! A typed game as a [`Game`] of text and JSON.

use crate::agent::{self, Agent, AgentInfo, AgentKind, AgentText, Mind};
use crate::bench::Meter;
use crate::chart::{Best, Traits};
use crate::clock::{ProcessClock, WallClock};
use crate::explain::{self, Explained, Sentence};
use crate::export::Exporter;
use crate::fault::excerpt;
use crate::game::{
    Abilities, Advice, AdvisedMove, Game, Glimpse, Iteration, Log, Played, Position, Session, Table, Thinking,
};
use crate::log::Logged;
use crate::matches::Match;
use crate::options::Options;
use crate::record::{self, Record};
use crate::solve::{Found, GoOn, MoveValue, Question, Solution};
use crate::suite::LuckMeter;
use crate::tune::{self, Tuner};
use crate::{Fault, arena, statistics, suite, treetop, view};
use serde_json::{Map, Value};
use std::marker::PhantomData;
use std::time::Duration;
use yomi_core::ruleset::ActionOf;
use yomi_core::{
    Bound, Clock, Decision, Limits, Luck, OptionSpec, Player, Progress, Rejected, Rng, Ruleset, Run,
    Settings, Stakes, State, Text, Traced, TreeTop, TreeWanted, View, ViewOf,
};

/// What a game brings to the registry beside its rules.
pub trait Playable: Sized + Send + Sync + 'static {
    type Rules: Ruleset;

    /// `best` among them.
    fn agents() -> Vec<AgentKind<<Self::Rules as Ruleset>::State>>;

    /// Sentences that only this game can say.
    fn remarks(
        _view: &ViewOf<<Self::Rules as Ruleset>::State>,
        _decision: &Decision<ActionOf<Self::Rules>>,
    ) -> Vec<Sentence> {
        Vec::new()
    }

    /// What only this game can say about one of the moves, in a few words for a table.
    fn facts(
        _view: &ViewOf<<Self::Rules as Ruleset>::State>,
        _action: ActionOf<Self::Rules>,
    ) -> Option<Sentence> {
        None
    }

    /// What is hidden now, for people who practise with open eyes: the state as it is, and the luck to come.
    fn secrets(_rules: &Self::Rules, _state: &StateOf<Self>, _luck: &Luck) -> Option<Sentence> {
        None
    }

    /// How else a real game can be begun than with a view, where the start is not the same in every game.
    const START_HINT: &'static str = "";

    /// What is believed about the hidden part; `null` where nothing is hidden.
    fn beliefs(_view: &ViewOf<<Self::Rules as Ruleset>::State>) -> Value {
        Value::Null
    }

    /// All of these at once: for games that find them out together.
    fn explain(view: &ViewOf<StateOf<Self>>, decision: &Decision<ActionOf<Self::Rules>>) -> Explained {
        Explained {
            remarks: Self::remarks(view, decision),
            facts: decision.candidates.iter().map(|c| Self::facts(view, c.action)).collect(),
            beliefs: Self::beliefs(view),
        }
    }

    /// What kind of game it is, for the chart. Unless it says otherwise: one with something hidden.
    fn traits() -> Traits {
        let players = default_rules::<Self::Rules>().start(0).players();
        Traits { players, hidden: true, ..Traits::default() }
    }

    /// How lucky games are, where luck comes into them and a value function can tell.
    fn luck_meter(_rules: &Self::Rules) -> Option<Box<dyn LuckMeter<StateOf<Self>>>> {
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

    /// What its agent `best` is, and why where the chart says otherwise.
    fn best() -> Option<Best> {
        None
    }

    /// The exact value of a position, where there is a solver; `None` inside when it was told to stop.
    fn solve(
        _state: &StateOf<Self>,
        _question: Question,
        _go_on: GoOn<'_>,
    ) -> Option<Option<Found<ActionOf<Self::Rules>>>> {
        None
    }

    /// Measures what matters for this game: random playouts from ten starts unless it says otherwise.
    fn bench(meter: &mut Meter) {
        let rules = default_rules::<Self::Rules>();
        let starts: Vec<_> = Self::Rules::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts(Self::Rules::NAME, &starts);
    }
}

/// A game with nothing set.
pub fn default_rules<R: Ruleset>() -> R {
    let settings = R::SETTINGS.iter().map(|s| (s.name.to_string(), s.default.to_string())).collect();
    R::from_settings(&settings).expect("a game can be played with its defaults")
}

/// Counts what every card did in games between agents.
pub type Statistician<R> = fn(
    rules: &R,
    kinds: &[AgentKind<<R as Ruleset>::State>],
    request: &arena::Request,
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

pub type StateOf<P> = <<P as Playable>::Rules as Ruleset>::State;

/// A game in the registry.
pub struct Entry<P>(PhantomData<P>);

impl<P> Entry<P> {
    pub fn new() -> Self {
        Entry(PhantomData)
    }
}

impl<P: Playable> Game for Entry<P> {
    fn name(&self) -> &'static str {
        P::Rules::NAME
    }

    fn summary(&self) -> Text {
        P::Rules::SUMMARY
    }

    fn stakes(&self) -> Stakes {
        P::Rules::STAKES
    }

    fn settings(&self) -> &'static [OptionSpec] {
        P::Rules::SETTINGS
    }

    fn agents(&self) -> Vec<AgentInfo> {
        P::agents().into_iter().map(|kind| kind.info).collect()
    }

    fn open(&self, given: &[(String, String)]) -> Result<Box<dyn Table>, Fault> {
        let settings = Options::complete(self.name(), self.settings(), given)?.settings();
        Ok(Box::new(Opened::<P>::new(settings)?))
    }

    fn open_json(&self, settings: Option<&Value>) -> Result<Box<dyn Table>, Fault> {
        Ok(Box::new(Opened::<P>::new(view::read_settings::<P::Rules>(settings)?)?))
    }

    fn traits(&self) -> Traits {
        P::traits()
    }

    fn best(&self) -> Option<Best> {
        P::best()
    }

    fn bench(&self, meter: &mut Meter) {
        P::bench(meter);
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            statistics: P::STATISTICS.is_some(),
            tune: P::TUNER.is_some(),
            export: P::EXPORTER.is_some(),
            import: P::IMPORTER.is_some(),
        }
    }

    fn import(&self, text: &str, given: &[(String, String)]) -> Result<Value, Fault> {
        let importer = P::IMPORTER.ok_or_else(|| unable::<P>("has no foreign log"))?;
        let Foreign { implied, view } = importer(text)?;
        let unset = |(key, _): &(String, String)| given.iter().all(|(other, _)| other != key);
        let settings: Vec<_> = given.iter().cloned().chain(implied.into_iter().filter(unset)).collect();
        let settings = Options::complete(self.name(), self.settings(), &settings)?.settings();
        let rules = P::Rules::from_settings(&settings)?;
        Ok(view::write(&rules, &settings, &view(&rules)?))
    }

    fn exporter(&self) -> Option<Exporter> {
        P::EXPORTER
    }
}

fn unable<P: Playable>(what: &str) -> Fault {
    Fault::new(format!("{} {what}", P::Rules::NAME))
}

/// A game with its settings.
pub(crate) struct Opened<P: Playable> {
    pub(crate) rules: P::Rules,
    settings: Settings,
    kinds: Vec<AgentKind<StateOf<P>>>,
}

/// What an agent is asked with beside the view.
struct Asked<'a, P: Playable> {
    /// The game as it is, for agents that measure the ceiling.
    truth: Option<&'a Match<StateOf<P>>>,
    rng: &'a mut Rng,
    /// How much of the tree is wanted.
    tree: Option<u32>,
}

/// What an agent answered.
struct Decided<A> {
    decision: Decision<A>,
    tree: Option<TreeTop<A>>,
    elapsed_ms: f64,
}

impl<P: Playable> Opened<P> {
    fn new(settings: Settings) -> Result<Self, Fault> {
        Ok(Opened { rules: P::Rules::from_settings(&settings)?, settings, kinds: P::agents() })
    }

    fn seat(&self, typed: &AgentText, limits: Option<Limits>) -> Result<Agent<StateOf<P>>, Fault> {
        agent::seat(&self.kinds, typed, limits)
    }

    fn text(&self, action: ActionOf<P::Rules>) -> String {
        self.rules.action_text(action)
    }

    /// Asks an agent. Agents that measure the ceiling see the `truth`, and there must be one.
    fn decide(
        &self,
        agent: &mut Agent<StateOf<P>>,
        view: &ViewOf<StateOf<P>>,
        Asked { truth, rng, tree }: Asked<'_, P>,
        thinking: &mut Thinking<'_>,
    ) -> Result<Decided<ActionOf<P::Rules>>, Fault> {
        view::check_to_move::<P::Rules>(view)?;
        let clock = WallClock::start();
        let mut report;
        let mut run = Run::new(agent.capped(), &clock, thinking.stop);
        if let Some(glimpse) = &mut thinking.glimpse {
            report = |d: &Decision<ActionOf<P::Rules>>| {
                glimpse(Glimpse { iterations: d.iterations, best: self.text(d.action), value: d.value() });
            };
            run.progress = Some(Progress { every: Duration::from_millis(100), report: &mut report });
        }
        let mut tell;
        if let Some(trace) = &mut thinking.trace {
            if !agent.mind.tells() {
                return Err(Fault::new(format!(
                    "--trace: {} tells nothing of its iterations; expected --agent ismcts",
                    agent.text
                )));
            }
            let texts = |actions: &[ActionOf<P::Rules>]| actions.iter().map(|&a| self.text(a)).collect();
            tell = move |stream: usize, told: &Traced<ActionOf<P::Rules>>| {
                trace(Iteration {
                    stream,
                    number: told.number,
                    world: told.world.clone(),
                    tree: texts(&told.tree),
                    rollout: texts(&told.rollout),
                    reward: told.payoffs.clone(),
                });
            };
            run.trace = Some(&mut tell);
        }
        let mut top = None;
        run.tree = tree.map(|depth| TreeWanted { depth, found: &mut top });
        let decision = match (&mut agent.mind, truth) {
            (Mind::Honest(search), _) => search.decide(view, &mut run, rng)?,
            (Mind::Seeing(search), Some(game)) => search.decide(&game.scripted(), &mut run, rng),
            (Mind::Seeing(_), None) => {
                let name = &agent.text;
                return Err(Fault::new(format!(
                    "{name} sees what is hidden: it measures ceilings and never advises"
                )));
            }
        };
        Ok(Decided { decision, tree: top, elapsed_ms: 1000.0 * clock.now().as_secs_f64() })
    }

    /// Puts an agent's answer into words.
    fn advice(
        &self,
        agent: &str,
        view: &ViewOf<StateOf<P>>,
        decided: &Decided<ActionOf<P::Rules>>,
        seed: u64,
    ) -> Advice {
        let Decided { decision, tree, elapsed_ms } = decided;
        let bounds = self.rules.start(0).payoff_bounds();
        let mut reasons = explain::reasons(P::Rules::STAKES, bounds, decision, &|a| self.text(a));
        let Explained { remarks, facts, beliefs } = P::explain(view, decision);
        reasons.extend(remarks);
        let total = decision.candidates.iter().map(|c| c.visits).sum::<u64>().max(1) as f64;
        let candidate = |(c, facts): (&yomi_core::Candidate<ActionOf<P::Rules>>, Option<Sentence>)| {
            let known = c.visits > 0;
            AdvisedMove {
                text: self.text(c.action),
                value: known.then_some(c.mean),
                se: Some(c.se).filter(|se| known && se.is_finite()),
                visits: c.visits,
                share: c.visits as f64 / total,
                note: match c.bound {
                    Bound::Exact => "exact",
                    Bound::AtMost => "at most",
                    _ => "",
                },
                facts,
            }
        };
        let candidates: Vec<AdvisedMove> = decision.candidates.iter().zip(facts).map(candidate).collect();
        Advice {
            game: P::Rules::NAME,
            agent: agent.to_string(),
            seed,
            chosen: self.text(decision.action),
            value: candidates[0].value,
            candidates,
            reasons,
            beliefs,
            line: decision.line.iter().map(|&a| self.text(a)).collect(),
            iterations: decision.iterations,
            nodes: decision.nodes,
            depth: decision.depth,
            worlds: decision.worlds,
            share_rate: (decision.passes > 0).then(|| decision.nodes as f64 / decision.passes as f64),
            memory_bytes: decision.bytes,
            elapsed_ms: *elapsed_ms,
            tree: tree.as_ref().map(|top| treetop::shown(top, &|a| self.text(a))),
            stakes: P::Rules::STAKES,
        }
    }
}

impl<P: Playable> Table for Opened<P> {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn players(&self) -> usize {
        self.rules.start(0).players()
    }

    fn session(
        &self,
        seed: u64,
        agents: &[Option<AgentText>],
        limits: Option<Limits>,
    ) -> Result<Box<dyn Session + '_>, Fault> {
        let start = self.rules.start(seed);
        let names = agents.iter().map(|a| a.as_ref().map_or("human".into(), |a| a.text.clone())).collect();
        let seated = agents.iter().map(|a| a.as_ref().map(|a| self.seat(a, limits)).transpose());
        Ok(Box::new(Running {
            table: self,
            seed,
            names,
            agents: seated.collect::<Result<_, _>>()?,
            game: Match::new(start, Luck::new(seed)),
            earlier: Vec::new(),
        }))
    }

    fn read_view(&self, object: &Map<String, Value>) -> Result<Box<dyn Position + '_>, Fault> {
        Ok(Box::new(Seen { table: self, view: view::read(&self.rules, object)? }))
    }

    fn start_log(&self, seat: Player) -> Result<Box<dyn Log + '_>, Fault> {
        Ok(Box::new(Logged::start(self, seat)?))
    }

    fn read_log(&self, object: &Map<String, Value>) -> Result<Box<dyn Log + '_>, Fault> {
        Ok(Box::new(Logged { table: self, view: view::read(&self.rules, object)? }))
    }

    fn arena(&self, request: &arena::Request, done: &(dyn Fn(u64) + Sync)) -> Result<arena::Report, Fault> {
        arena::run(&self.rules, &self.settings, &self.kinds, request, done)
    }

    fn suite(&self, request: &suite::Request, done: &(dyn Fn(u64) + Sync)) -> Result<suite::Report, Fault> {
        let meter = P::luck_meter(&self.rules);
        suite::run(&self.rules, &self.settings, &self.kinds, meter.as_deref(), request, done)
    }

    fn statistics(
        &self,
        request: &arena::Request,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<statistics::Report, Fault> {
        let measure = P::STATISTICS.ok_or_else(|| unable::<P>("has no statistics of cards"))?;
        measure(&self.rules, &self.kinds, request, done)
    }

    fn tune(&self, request: &tune::Request, done: &(dyn Fn(u64) + Sync)) -> Result<tune::Weights, Fault> {
        let tune = P::TUNER.ok_or_else(|| unable::<P>("has nothing to tune"))?;
        tune(&self.rules, &self.settings, &self.kinds, request, done)
    }

    fn replay(&self, record: &Record, show: &mut dyn FnMut(usize, &str, &str)) -> Result<(), Fault> {
        let (named, seats) = (record.agents.len(), self.players());
        if named != seats {
            return Err(Fault::new(format!("agents: {named} are named; expected {seats}, one a seat")));
        }
        let mut game = Match::for_replay(self.rules.start(record.seed));
        show(0, "", &self.rules.draw(&game.view(Player::FIRST).now));
        for (i, text) in record.moves.iter().enumerate() {
            let place = format!("move {} ({:?})", i + 1, excerpt(text));
            let action = self.rules.parse_recorded(game.state(), text);
            let action = action.map_err(|why| Fault::from(why).at(&place))?;
            game.replay(action).map_err(|why| self.say_what_is_possible(&game, why.0).at(&place))?;
            show(i + 1, text, &self.rules.draw(&game.view(Player::FIRST).now));
        }
        let paid = game.is_over().then(|| game.payoffs());
        match (&record.payoffs, paid) {
            (Some(said), Some(paid)) if *said != paid => {
                Err(Fault::new(format!("payoffs: the record says {said:?}, the game pays {paid:?}")))
            }
            (Some(_), None) => Err(Fault::new("payoffs: the record has some, but the game is not over")),
            _ => Ok(()),
        }
    }
}

impl<P: Playable> Opened<P> {
    /// Which agents of this game build a tree that can be shown.
    fn with_trees(&self) -> String {
        let builds = |kind: &&AgentKind<StateOf<P>>| {
            let plain = AgentText::parse(kind.info.name).and_then(|typed| self.seat(&typed, None));
            plain.is_ok_and(|agent| agent.mind.has_tree())
        };
        let names: Vec<&str> = self.kinds.iter().filter(builds).map(|kind| kind.info.name).collect();
        match names.as_slice() {
            [] => format!("no agent of {} does", P::Rules::NAME),
            names => format!("expected --agent {}", names.join(" or ")),
        }
    }

    fn say_what_is_possible(&self, game: &Match<StateOf<P>>, why: String) -> Fault {
        let possible: Vec<String> = game.possible().into_iter().map(|a| self.text(a)).collect();
        if possible.is_empty() {
            return Fault::new(why);
        }
        Fault::new(format!("it cannot happen here; expected: {}", possible.join(" ")))
    }
}

/// The luck of the agents of game number `seed`. A stream of its own: the deal and its draws come from the same number, and
/// an agent whose luck were theirs would know something of what it cannot see.
fn agents_luck(seed: u64) -> Rng {
    const AGENTS: u64 = 0xA6E4_75B0_1D5E_9F21;
    Rng::new(seed).split(AGENTS)
}

/// A game in progress.
struct Running<'t, P: Playable> {
    table: &'t Opened<P>,
    seed: u64,
    names: Vec<String>,
    agents: Vec<Option<Agent<StateOf<P>>>>,
    game: Match<StateOf<P>>,
    /// The game before each move from outside, with the seat that moved.
    earlier: Vec<(Player, Match<StateOf<P>>)>,
}

impl<P: Playable> Running<'_, P> {
    /// Plays a move of the next seat, and says whose it was.
    fn play(&mut self, word: &str) -> Result<Player, Fault> {
        let Some(seat) = self.game.next() else { return Err(Fault::new("the game is over")) };
        let action = self.table.rules.parse_recorded(self.game.state(), word)?;
        let before = self.game.clone();
        self.game.submit(seat, action).map_err(|_| {
            let legal = view::legal(&self.table.rules, self.game.view(seat)).join(" ");
            Fault::new(format!("{:?} is not legal here; legal: {legal}", excerpt(word)))
        })?;
        self.earlier.push((seat, before));
        Ok(seat)
    }

    /// How the game looked to a seat before the `nth` outcome of chance since the last move.
    fn before_outcome(&self, seat: Player, nth: usize) -> ViewOf<StateOf<P>> {
        let view = self.game.view(seat);
        let events = view.events.iter().take(view.events.len() - self.game.came() + nth).cloned();
        View::replay::<StateOf<P>>(seat, view.start.clone(), events).expect("what was seen can be seen again")
    }

    /// Whether the `nth` outcome since the last move might have been this, as far as the seat could tell.
    fn could_have_come(&self, seat: Player, nth: usize, word: &str) -> bool {
        let event = self.table.rules.parse_event(word);
        event.is_ok_and(|event| self.before_outcome(seat, nth).observe::<StateOf<P>>(event).is_ok())
    }

    /// Whether the `nth` outcome since the last move was this, and if not, why not.
    fn check_what_came(&self, seat: Player, nth: usize, word: &str) -> Result<(), Fault> {
        let rules = &self.table.rules;
        let event = rules.parse_event(word)?;
        let mut before = self.before_outcome(seat, nth);
        let at = before.events.len();
        before.observe::<StateOf<P>>(event.clone())?;
        match self.game.view(seat).events.get(at) {
            Some(came) if *came == event => Ok(()),
            Some(came) => {
                let (word, came, seed) = (excerpt(word), rules.event_text(came), self.seed);
                Err(Fault::new(format!("{word:?} is not what comes here: game {seed} brings {came:?}")))
            }
            None => Err(Fault::new(format!(
                "{:?} is a word too many: nothing is drawn after this move",
                excerpt(word)
            ))),
        }
    }
}

impl<P: Playable> Session for Running<'_, P> {
    fn players(&self) -> usize {
        self.game.players()
    }

    fn next(&self) -> Option<Player> {
        self.game.next()
    }

    fn position(&self, seat: Player) -> Box<dyn Position + '_> {
        Box::new(Seen { table: self.table, view: self.game.view(seat).clone() })
    }

    fn submit(&mut self, text: &str) -> Result<(), Fault> {
        let words = self.table.rules.split_moves(text);
        let (word, said) = match words.split_first() {
            Some((first, said)) if words.concat() == text => (*first, said),
            _ => (text, &[][..]),
        };
        let seat = self.play(word)?;
        for (nth, word) in said.iter().enumerate() {
            if let Err(why) = self.check_what_came(seat, nth, word) {
                self.take_back(seat);
                return Err(why);
            }
        }
        Ok(())
    }

    fn submit_list(&mut self, list: &str) -> Result<(), Fault> {
        let rules = self.table.rules.clone();
        let (mut moves, mut told, mut mover) = (0, 0, Player::FIRST);
        for turn in list.split_whitespace() {
            for (i, word) in rules.split_moves(turn).into_iter().enumerate() {
                // What came after a move may be left out, but in one word with the move it is meant.
                let joined = i > 0;
                let place = |moves| format!("move {moves}");
                if told < self.game.came() && (joined || self.could_have_come(mover, told, word)) {
                    self.check_what_came(mover, told, word).map_err(|why| why.at(place(moves)))?;
                    told += 1;
                } else {
                    moves += 1;
                    mover = self.play(word).map_err(|why| why.at(place(moves)))?;
                    told = 0;
                }
            }
        }
        Ok(())
    }

    fn let_agent_move(&mut self, thinking: &mut Thinking<'_>) -> Result<Played, Fault> {
        let Some(seat) = self.game.next() else { return Err(Fault::new("the game is over")) };
        let Some(agent) = &mut self.agents[seat.index()] else {
            return Err(Fault::new(format!("seat {seat} has no agent")));
        };
        let mut rng = agents_luck(self.seed).split(self.game.played().len() as u64);
        let asked = Asked { truth: Some(&self.game), rng: &mut rng, tree: None };
        let decision = self.table.decide(agent, self.game.view(seat), asked, thinking)?.decision;
        let played = Played {
            agent: agent.text.clone(),
            chosen: self.table.text(decision.action),
            value: Some(decision.best()).filter(|best| best.visits > 0).map(|best| best.mean),
        };
        self.game.submit(seat, decision.action)?;
        Ok(played)
    }

    fn take_back(&mut self, seat: Player) -> bool {
        let Some(at) = self.earlier.iter().rposition(|(p, _)| *p == seat) else { return false };
        self.earlier.truncate(at + 1);
        if let Some((_, before)) = self.earlier.pop() {
            self.game = before;
        }
        true
    }

    fn solve(
        &self,
        question: Question,
        limits: Option<Limits>,
        thinking: &mut Thinking<'_>,
    ) -> Result<Solution, Fault> {
        if self.game.is_over() {
            return Err(Fault::new("the game is over; there is nothing to solve"));
        }
        let (clock, before) = (WallClock::start(), ProcessClock.now());
        let limits = limits.unwrap_or_default();
        let mut go_on = |nodes: u64| {
            if let Some(glimpse) = &mut thinking.glimpse {
                glimpse(Glimpse { iterations: nodes, best: String::new(), value: 0.0 });
            }
            let in_time = limits.time.is_none_or(|most| clock.now() < most);
            let in_nodes = limits.nodes.or(limits.iterations).is_none_or(|most| nodes < most);
            in_time && in_nodes && !thinking.stop.load(std::sync::atomic::Ordering::Relaxed)
        };
        let found = match P::solve(self.game.state(), question, &mut go_on) {
            Some(Some(found)) => found,
            Some(None) => return Err(Fault::new("it was not solved within the limit")),
            None => return Err(Fault::new(format!("{} has no exact solver here", P::Rules::NAME))),
        };
        let text = |a: &ActionOf<P::Rules>| self.table.text(*a);
        Ok(Solution {
            game: P::Rules::NAME,
            value: found.value,
            best: found.best.iter().map(text).collect(),
            moves: found.moves.iter().map(|(a, value)| MoveValue { text: text(a), value: *value }).collect(),
            sentences: found.sentences,
            nodes: found.nodes,
            memory_bytes: found.memory_bytes,
            elapsed_ms: 1000.0 * clock.now().as_secs_f64(),
            cpu_ms: 1000.0 * (ProcessClock.now() - before).as_secs_f64(),
        })
    }

    fn secrets(&self) -> Option<Sentence> {
        P::secrets(&self.table.rules, self.game.state(), self.game.luck()?)
    }

    fn record(&self) -> Record {
        let mut state = self.table.rules.start(self.seed);
        let written = |&action: &ActionOf<P::Rules>| {
            let text = self.table.rules.recorded_text(&state, action);
            state.apply(action);
            text
        };
        Record {
            yomi_record: record::VERSION,
            game: P::Rules::NAME.into(),
            settings: view::settings_json(&self.table.settings),
            seed: self.seed,
            agents: self.names.clone(),
            open: false,
            moves: self.game.played().iter().map(written).collect(),
            payoffs: self.game.is_over().then(|| self.game.payoffs()),
        }
    }

    fn payoffs(&self) -> Vec<f64> {
        self.game.payoffs()
    }
}

/// A view to ask about.
pub(crate) struct Seen<'t, P: Playable> {
    pub(crate) table: &'t Opened<P>,
    pub(crate) view: ViewOf<StateOf<P>>,
}

impl<P: Playable> Seen<'_, P> {
    fn ask(
        &self,
        agent: &mut Agent<StateOf<P>>,
        seed: u64,
        tree: Option<u32>,
        thinking: &mut Thinking<'_>,
    ) -> Result<Advice, Fault> {
        let asked = Asked { truth: None, rng: &mut agents_luck(seed), tree };
        let decided = self.table.decide(agent, &self.view, asked, thinking)?;
        Ok(self.table.advice(&agent.text, &self.view, &decided, seed))
    }
}

impl<P: Playable> Position for Seen<'_, P> {
    fn seat(&self) -> Player {
        self.view.seat
    }

    fn json(&self) -> Value {
        view::write(&self.table.rules, &self.table.settings, &self.view)
    }

    fn picture(&self) -> String {
        self.table.rules.draw(&self.view.now)
    }

    fn history(&self) -> Vec<String> {
        view::history(&self.table.rules, &self.view)
    }

    fn legal(&self) -> Vec<String> {
        view::legal(&self.table.rules, &self.view)
    }

    fn advise(
        &self,
        agent: &AgentText,
        limits: Option<Limits>,
        seed: u64,
        thinking: &mut Thinking<'_>,
    ) -> Result<Advice, Fault> {
        self.ask(&mut self.table.seat(agent, limits)?, seed, None, thinking)
    }

    fn advise_with_tree(
        &self,
        agent: &AgentText,
        limits: Option<Limits>,
        seed: u64,
        depth: u32,
        thinking: &mut Thinking<'_>,
    ) -> Result<Advice, Fault> {
        let mut seated = self.table.seat(agent, limits)?;
        if !seated.mind.has_tree() {
            return Err(Fault::new(format!(
                "--tree: {} builds no tree; {}",
                agent.text,
                self.table.with_trees()
            )));
        }
        self.ask(&mut seated, seed, Some(depth), thinking)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The deal is made from `Rng::new(seed)`, draws from its splits by urn and count: none of it is an agent's.
    #[test]
    fn agents_share_no_luck_with_the_deal() {
        for seed in 0..50 {
            let deal = Rng::new(seed);
            let urns = (0..8).map(|urn| deal.split(urn));
            let draws =
                (0..8).flat_map(|urn| (0..50).map(move |count| Rng::new(seed).split(urn).split(count)));
            let hidden: BTreeSet<u64> =
                [deal.clone()].into_iter().chain(urns).chain(draws).map(|r| r.seed()).collect();
            let agents = agents_luck(seed);
            let moves = (0..50).map(|i| agents.split(i));
            let streams = (0..50).flat_map(|i| (0..8).map(move |k| agents_luck(seed).split(i).split(k)));
            let mut own = [agents.clone()].into_iter().chain(moves).chain(streams);
            assert!(own.all(|rng| !hidden.contains(&rng.seed())), "game {seed}");
        }
    }
}
