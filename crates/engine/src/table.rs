//! A game with its settings chosen, and how its agents are run.

use crate::agent::AgentText;
use crate::ask::{Ask, Listener, Stop};
use crate::chances::{Chance, Company, Stating};
use crate::draft::{Draft, Writing};
use crate::driver::{lost_by_failing, paid_after};
use crate::exec::is_program;
use crate::explain::{self, Explained, Remark, Told};
use crate::fault::{FaultKind, excerpt};
use crate::follow::Follower;
use crate::game::{Log, Position, Session, Table};
use crate::host::{Host, WallClock};
use crate::kind::{self, Agent, AgentKind, Mind, Prepared};
use crate::log::Logged;
use crate::matches::Match;
use crate::playable::{Playable, StateOf};
use crate::position;
use crate::record::{Forfeit, Record};
use crate::session::Running;
use crate::start::Answers;
use crate::wire::{Advice, CardInfo, Facts, Iteration, Legal, Reason, Snapshot, VERSION};
use crate::{
    Fault, Sentence, arena, audit, calibrate, exec, puzzle, review, statistics, suite, treetop, tune, view,
};
use serde_json::{Map, Value};
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use yomi_core::ruleset::ActionOf;
use yomi_core::{
    Basis, Clock, Decision, Evidence, Hidden, Limits, Player, Progress, Rejected, Rng, Ruleset, Run,
    Settings, Stakes, State, Text, Traced, TreeTop, TreeWanted, Turn, ViewOf, sentence,
};

/// What all objects of one table share.
pub(crate) struct Shared<P: Playable> {
    pub rules: P::Rules,
    pub settings: Settings,
    pub kinds: Vec<AgentKind<StateOf<P>>>,
    pub host: Arc<dyn Host>,
    pub bounds: (f64, f64),
    pub stating: Stating<StateOf<P>>,
}

/// A game with its settings.
pub(crate) struct Opened<P: Playable>(pub Arc<Shared<P>>);

/// The parameters of a decision, in addition to the view.
pub(crate) struct Asked<'a, P: Playable> {
    /// The true game, for agents that see hidden information.
    pub truth: Option<&'a Match<StateOf<P>>>,
    pub rng: &'a mut Rng,
    /// How many levels of the tree are wanted.
    pub tree: Option<u32>,
    pub trace: bool,
    /// Whether the evidence of the search is wanted, for the explanation.
    pub evidence: bool,
    /// The question whose chances snapshots state; without it values are the search's own.
    pub stating: Option<&'a Ask>,
    pub stop: &'a Stop,
}

/// The answer of an agent.
pub(crate) struct Decided<A> {
    pub decision: Decision<A>,
    tree: Option<TreeTop<A>>,
    evidence: Option<Evidence>,
}

/// The random stream of the agents in game number `seed`. It is independent of the deal, which comes from the
/// same seed: otherwise an agent's random numbers would be correlated with what it cannot see.
pub(crate) fn agents_luck(seed: u64) -> Rng {
    const AGENTS: u64 = 0xA6E4_75B0_1D5E_9F21;
    Rng::new(seed).split(AGENTS)
}

/// The part of a time limit that is reserved for the explanation: a twentieth, at least 1 ms and at most 50
/// ms, and never more than half. The explanation may take a tenth of the search's time.
fn time_for_words(limit: Duration) -> Duration {
    (limit / 20).clamp(Duration::from_millis(1), Duration::from_millis(50)).min(limit / 2)
}

pub(crate) fn unable<P: Playable>(en: &str, ja: &str) -> Fault {
    let name = P::Rules::NAME;
    Fault::bad_option(format!("{name} {en}"), format!("{name} {ja}"))
}

impl<P: Playable> Shared<P> {
    pub fn new(settings: Settings, host: &Arc<dyn Host>) -> Result<Self, Fault> {
        let rules = P::rules(&settings).map_err(|why| Fault::from(why).of_kind(FaultKind::BadOption))?;
        let bounds = rules.start(0).payoff_bounds();
        let mut kinds = P::agents();
        kinds.push(exec::kind(&rules, &settings, host));
        let stating = Stating::<StateOf<P>>::of::<P>(&settings);
        Ok(Shared { rules, settings, kinds, host: host.clone(), bounds, stating })
    }

    pub fn players(&self) -> usize {
        self.rules.players()
    }

    pub fn prepare(&self, typed: &AgentText, limits: Option<Limits>) -> Result<Prepared<StateOf<P>>, Fault> {
        kind::prepare(&self.kinds, typed, limits, &self.host)
    }

    pub fn text(&self, action: ActionOf<P::Rules>) -> String {
        self.rules.action_text(action)
    }

    pub fn draft(&self, decision: &Decision<ActionOf<P::Rules>>) -> Draft {
        let writing = Writing {
            typed: &|a| self.typed(a),
            label: &|a| P::label(&self.rules, a),
            named: &|a| P::named(&self.rules, a),
        };
        Draft::new(decision, &writing)
    }

    /// A move in notation, with the names of each language.
    pub fn typed(&self, action: ActionOf<P::Rules>) -> Sentence {
        Sentence::new(self.rules.action_text(action), self.rules.action_text_ja(action))
    }

    /// The move of a decision, and what the agent thinks of it.
    pub fn told(&self, decision: &Decision<ActionOf<P::Rules>>) -> Sentence {
        let draft = self.draft(decision);
        let best = &draft.candidates[0];
        let typed = &best.typed;
        match explain::worth(P::Rules::STAKES, best) {
            Some(worth) => sentence!("{typed} ({worth})", "{typed:#}（{worth:#}）"),
            None => typed.clone(),
        }
    }

    pub fn legal(&self, action: ActionOf<P::Rules>) -> Legal {
        let Sentence { en: text, ja } = self.typed(action);
        let text_ja = (ja != text).then_some(ja);
        Legal { text, text_ja, label: P::label(&self.rules, action) }
    }

    /// Runs an agent. Agents that see hidden information need the true game, which must then be given. An agent
    /// that could not go on answers all the same: what that costs is the caller's to say.
    pub fn decide(
        &self,
        name: &str,
        agent: &mut Agent<StateOf<P>>,
        view: &ViewOf<StateOf<P>>,
        asked: Asked<'_, P>,
        listener: &mut dyn Listener,
    ) -> Result<Decided<ActionOf<P::Rules>>, Fault> {
        let Asked { truth, rng, tree, trace, evidence: wanted, stating, stop } = asked;
        view::check_to_move(view.seat, StateOf::<P>::seen_turn(&view.now))?;
        let clock = WallClock::start(&self.host);
        let every = listener.every();
        // Snapshots and iterations are reported to the same listener, one at a time.
        let listener = Mutex::new(listener);
        let hears = |tell: &mut dyn FnMut(&mut dyn Listener)| {
            tell(&mut **listener.lock().unwrap_or_else(PoisonError::into_inner));
        };
        let mut run = Run::new(agent.limits, &clock, stop.flag());
        run.halt = Some(stop.handle());
        let mut report = |d: &Decision<ActionOf<P::Rules>>, seen: Option<&(dyn Any + Send)>| {
            let believed = (P::beliefs(view, seen), P::effective_worlds(view, seen));
            let of_ask = |ask: &Ask| self.stating.chance(&ask.agent, ask.opponents, view, d.iterations, seen);
            let chance = stating.and_then(of_ask);
            let mut arranged = d.clone();
            arranged.arrange();
            let facts = P::facts(view, &arranged, seen);
            let snapshot = self.snapshot(name, &arranged, facts, chance.as_ref(), believed, clock.now());
            hears(&mut |listener| listener.snapshot(&snapshot));
        };
        run.progress = every.map(|every| Progress { every, report: &mut report });
        let mut tell = |stream: usize, told: &Traced<ActionOf<P::Rules>>| {
            let iteration = self.iteration(stream, told);
            hears(&mut |listener| listener.iteration(&iteration));
        };
        if trace {
            run.trace = Some(&mut tell);
        }
        let (mut top, mut evidence) = (None, None);
        run.tree = tree.map(|depth| TreeWanted { depth, found: &mut top });
        run.evidence = wanted.then_some(&mut evidence);
        let decision = match (&mut agent.mind, truth) {
            (Mind::Honest(search), _) => search.decide(view, &mut run, rng)?,
            (Mind::Seeing(search), Some(game)) => search.decide(&game.scripted(), &mut run, rng),
            (Mind::Seeing(_), None) => {
                let honest = self.kinds.iter().filter(|kind| !kind.info.cheats).map(|kind| kind.info.name);
                let honest: Vec<&str> = honest.collect();
                let list = honest.join(", ");
                return Err(Fault::bad_option(
                    format!(
                        "{name} sees what is hidden: it measures ceilings and never advises; expected: {list}"
                    ),
                    format!(
                        "{name} は隠れた情報を見ます。上限の測定用で、助言はしません。使えるもの: {list}"
                    ),
                )
                .expecting(honest));
            }
        };
        let (iterations, nodes) = (decision.iterations, decision.nodes);
        tracing::debug!(game = P::Rules::NAME, agent = name, iterations, nodes, "decided");
        Ok(Decided { decision, tree: top, evidence })
    }

    fn iteration(&self, stream: usize, told: &Traced<ActionOf<P::Rules>>) -> Iteration {
        let texts = |actions: &[ActionOf<P::Rules>]| actions.iter().map(|&a| self.text(a)).collect();
        let world = told.world.as_ref().and_then(|world| world.downcast_ref::<StateOf<P>>());
        let seen = |world: &StateOf<P>| {
            let seats = Player::all(world.players());
            seats.map(|seat| position::to_json(&world.seen(seat))).collect()
        };
        let mut drawn = Vec::new();
        let (mut seat, mut depth) = (0, 0);
        if let Some(world) = world {
            let mut state = world.clone();
            seat = state.turn().player().map_or(0, Player::index);
            for (at, &action) in told.tree.iter().chain(&told.rollout).enumerate() {
                match state.turn() {
                    Turn::Chance => drawn.push(self.text(action)),
                    _ => depth += usize::from(at < told.tree.len()),
                }
                state.apply(action);
            }
        }
        Iteration {
            version: VERSION,
            stream,
            number: told.number,
            seat,
            world: world.map(seen).unwrap_or_default(),
            drawn,
            depth,
            tree: texts(&told.tree),
            rollout: texts(&told.rollout),
            reward: told.payoffs.iter().map(|&payoff| P::Rules::STAKES.shown(payoff)).collect(),
            unit: P::Rules::STAKES.unit().into(),
        }
    }

    fn snapshot(
        &self,
        agent: &str,
        arranged: &Decision<ActionOf<P::Rules>>,
        facts: Vec<Option<Facts>>,
        chance: Option<&Chance>,
        (beliefs, effective_worlds): (Value, Option<f64>),
        elapsed: Duration,
    ) -> Snapshot {
        let (stakes, bounds) = (P::Rules::STAKES, self.bounds);
        let draft = self.draft(arranged).stated(chance, bounds);
        let mut candidates = draft.candidates(stakes, bounds);
        candidates.iter_mut().zip(facts).for_each(|(candidate, facts)| candidate.facts = facts);
        Snapshot {
            version: VERSION,
            game: P::Rules::NAME.into(),
            agent: agent.into(),
            unit: stakes.unit().into(),
            bounds: [stakes.shown(bounds.0), stakes.shown(bounds.1)],
            opponents: draft.company(),
            chosen: candidates[0].text.clone(),
            value: candidates[0].value,
            basis: draft.basis.into(),
            choice: draft.choice.into(),
            lead: draft.lead(stakes),
            candidates,
            beliefs,
            line: draft.line_texts(),
            iterations: draft.iterations,
            nodes: draft.nodes,
            worlds: draft.worlds,
            effective_worlds,
            depth: draft.depth,
            memory_bytes: draft.bytes,
            elapsed_ms: 1000.0 * elapsed.as_secs_f64(),
        }
    }

    /// Runs an agent for advice: the move, and an explanation made from what the search saw.
    pub fn advise(
        &self,
        view: &ViewOf<StateOf<P>>,
        ask: &Ask,
        listener: &mut dyn Listener,
    ) -> Result<Advice, Fault> {
        let clock = WallClock::start(&self.host);
        let prepared = self.prepare(&ask.agent, ask.limits)?;
        self.check_wishes(ask, prepared.mind())?;
        self.stating.known.check(&ask.agent, ask.opponents)?;
        let mut agent = prepared.seat();
        agent.limits.time = agent.limits.time.map(|limit| limit - time_for_words(limit));
        let asked = Asked {
            truth: None,
            rng: &mut agents_luck(ask.seed),
            tree: ask.tree,
            trace: ask.trace,
            evidence: true,
            stating: Some(ask),
            stop: &ask.stop,
        };
        let mut decided = self.decide(&ask.agent.text, &mut agent, view, asked, listener)?;
        if let Some(failure) = agent.mind.failure() {
            return Err(if ask.stop.is_stopped() { Fault::cancelled() } else { failure.into() });
        }
        decided.decision.arrange();
        let Decided { decision, tree, evidence } = &decided;
        let searched = clock.now();
        let seen = evidence.as_deref();
        let chance = self.stating.chance(&ask.agent, ask.opponents, view, decision.iterations, seen);
        let draft = self.draft(decision).stated(chance.as_ref(), self.bounds);
        let mut explained = match decision.basis {
            Basis::Chance => Explained::default(),
            _ => P::explain(&Told { view, decision, evidence: seen, opponents: draft.company() }),
        };
        // What was asked for is known of larger searches alone, or it would have been refused.
        if let Some(company) = ask.opponents.filter(|_| chance.is_none()) {
            explained.remarks.push(too_small_for(company).into());
        }
        let tree = tree.as_ref().map(|top| treetop::shown(top, &|a| self.text(a)));
        let resolved = match P::best() {
            Some(best) if ask.agent.name == "best" => best.agent.to_string(),
            _ => ask.agent.text.clone(),
        };
        let asked = Header {
            game: P::Rules::NAME,
            resolved,
            stakes: P::Rules::STAKES,
            bounds: self.bounds,
            belief_titles: P::belief_titles(),
            cards: if explained.beliefs.is_null() { Vec::new() } else { P::cards(&self.rules) },
        };
        let mut advice = complete(ask, asked, draft, explained);
        advice.tree = tree;
        let elapsed = clock.now();
        let ms = |time: Duration| 1000.0 * time.as_secs_f64();
        advice.elapsed_ms = ms(elapsed);
        tracing::debug!(search_ms = ms(searched), words_ms = ms(elapsed - searched), "advised");
        Ok(advice)
    }

    /// Checks that the agent supports what is wanted in addition to the move.
    fn check_wishes(&self, ask: &Ask, mind: &Mind<StateOf<P>>) -> Result<(), Fault> {
        let name = &ask.agent.text;
        if ask.tree.is_some() && !mind.has_tree() {
            let what = Sentence::new(format!("{name} builds no tree"), format!("{name} は木を作りません"));
            return Err(self.unable_agent(&what, Mind::has_tree).of_part("tree"));
        }
        if ask.trace && !mind.tells() {
            let what = Sentence::new(
                format!("{name} tells nothing of its iterations"),
                format!("{name} は反復を報告しません"),
            );
            return Err(self.unable_agent(&what, Mind::tells).of_part("trace"));
        }
        Ok(())
    }

    /// The agent cannot do it; which agents of this game can.
    fn unable_agent(&self, what: &Sentence, can: fn(&Mind<StateOf<P>>) -> bool) -> Fault {
        // A seer can have a tree, and is refused by advice all the same.
        let honest = self.kinds.iter().filter(|kind| !kind.info.cheats);
        let able = honest.filter(|kind| kind.by_default(&self.host).is_ok_and(|mind| can(&mind)));
        let names: Vec<&str> = able.map(|kind| kind.info.name).collect();
        let Sentence { en, ja } = what;
        if names.is_empty() {
            let game = P::Rules::NAME;
            return Fault::bad_option(
                format!("{en}; no agent of {game} does"),
                format!("{ja}。{game} にはありません"),
            );
        }
        Fault::bad_option(
            format!("{en}; expected {}", names.join(" or ")),
            format!("{ja}。使えるもの: {}", names.join("、")),
        )
        .expecting(names)
    }
}

/// Why a value is not the chance against the company that was asked for.
fn too_small_for(company: Company) -> Sentence {
    let Sentence { en, ja } = company.against();
    Sentence::new(
        format!(
            "This search is too small to state chances {en}: values are its own. A larger limit states them."
        ),
        format!(
            "この探索は小さすぎて{ja}勝率を示せません。値は探索自身のものです。上限を大きくすると示せます。"
        ),
    )
}

/// The part of advice that comes from the request.
struct Header {
    game: &'static str,
    resolved: String,
    stakes: Stakes,
    bounds: (f64, f64),
    belief_titles: &'static [(&'static str, Text)],
    cards: Vec<CardInfo>,
}

/// What to call the parts of these beliefs and the entries in them. A card is called in English what one types.
fn titles_of(beliefs: &Value, titles: &[(&str, Text)], cards: Vec<CardInfo>) -> BTreeMap<String, Sentence> {
    let inside =
        |key: &str| beliefs.as_object().is_some_and(|all| all.values().any(|odds| odds.get(key).is_some()));
    let held = titles.iter().filter(|(key, _)| beliefs.get(key).is_some() || inside(key));
    let title = |(key, text): &(&str, Text)| (key.to_string(), Sentence::new(text.en, text.ja));
    let named = cards.into_iter().filter(|card| inside(&card.id));
    held.map(title).chain(named.map(|card| (card.id.clone(), Sentence::new(card.id, card.name.ja)))).collect()
}

/// Builds advice from what a search found and what the game says about it.
fn complete(ask: &Ask, header: Header, draft: Draft, explained: Explained) -> Advice {
    let Header { game, resolved, stakes, bounds, belief_titles, cards } = header;
    let Explained { remarks, facts, beliefs, effective_worlds } = explained;
    let mut reasons: Vec<Remark> = explain::reasons(stakes, bounds, &draft);
    reasons.extend(remarks);
    let mut candidates = draft.candidates(stakes, bounds);
    for (candidate, facts) in candidates.iter_mut().zip(facts) {
        candidate.facts = facts;
    }
    let belief_titles = titles_of(&beliefs, belief_titles, cards);
    Advice {
        version: VERSION,
        game: game.into(),
        agent: ask.agent.text.clone(),
        resolved,
        seed: ask.seed,
        unit: stakes.unit().into(),
        bounds: [stakes.shown(bounds.0), stakes.shown(bounds.1)],
        opponents: draft.company(),
        opponents_odds: draft.odds(),
        fitted_at: draft.fitted_at(),
        chosen: candidates[0].text.clone(),
        value: candidates[0].value,
        basis: draft.basis.into(),
        choice: draft.choice.into(),
        lead: draft.lead(stakes),
        candidates,
        reasons: explain::weighed(reasons),
        beliefs,
        belief_titles,
        iterations: draft.iterations,
        nodes: draft.nodes,
        depth: draft.depth,
        worlds: draft.worlds,
        effective_worlds,
        share_rate: (draft.passes > 0).then(|| draft.nodes as f64 / draft.passes as f64),
        memory_bytes: draft.bytes,
        line: draft.line_texts(),
        elapsed_ms: 0.0,
        tree: None,
        interrupted: ask.stop.is_stopped(),
    }
}

impl<P: Playable> Shared<P> {
    /// Advice without a move, for a seat that waits; `why` says for whom.
    pub fn waiting(&self, ask: &Ask, why: Sentence) -> Advice {
        let stakes = P::Rules::STAKES;
        Advice {
            version: VERSION,
            game: P::Rules::NAME.into(),
            agent: ask.agent.text.clone(),
            resolved: ask.agent.text.clone(),
            seed: ask.seed,
            unit: stakes.unit().into(),
            bounds: [stakes.shown(self.bounds.0), stakes.shown(self.bounds.1)],
            opponents: None,
            opponents_odds: BTreeMap::new(),
            fitted_at: None,
            chosen: String::new(),
            value: None,
            basis: Basis::Rule.into(),
            choice: Default::default(),
            lead: None,
            candidates: Vec::new(),
            reasons: vec![Reason { text: why, about: Vec::new(), weight: 1.0 }],
            beliefs: Value::Null,
            belief_titles: BTreeMap::new(),
            iterations: 0,
            nodes: 0,
            depth: 0,
            worlds: 0,
            effective_worlds: None,
            share_rate: None,
            memory_bytes: 0,
            line: Vec::new(),
            elapsed_ms: 0.0,
            tree: None,
            interrupted: false,
        }
    }
}

impl<P: Playable> Table for Opened<P> {
    fn settings(&self) -> &Settings {
        &self.0.settings
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn session(
        &self,
        seed: u64,
        agents: &[Option<AgentText>],
        limits: Option<Limits>,
    ) -> Result<Box<dyn Session>, Fault> {
        Ok(Box::new(Running::new(self.0.clone(), seed, agents, limits)?))
    }

    fn read_view(&self, object: &Map<String, Value>) -> Result<Box<dyn Position>, Fault> {
        Ok(Box::new(view::read(&self.0, object)?))
    }

    fn start_log(&self, seat: Player) -> Result<Box<dyn Log>, Fault> {
        Ok(Box::new(Logged::start(self.0.clone(), seat)?))
    }

    fn read_log(&self, object: &Map<String, Value>) -> Result<Box<dyn Log>, Fault> {
        Ok(Box::new(Logged(view::read(&self.0, object)?)))
    }

    fn start_keys(&self, seat: Player, answers: &Answers) -> Result<Map<String, Value>, Fault> {
        Ok(P::start_keys(&self.0.rules, seat, answers)?)
    }

    fn arena_kept(
        &self,
        request: &arena::Request,
        follower: &dyn Follower,
        keeper: &dyn arena::Keeper,
    ) -> Result<arena::Report, Fault> {
        let Shared { rules, settings, kinds, host, .. } = &*self.0;
        let outside = arena::Outside { host, follower, keeper };
        arena::run(rules, settings, kinds, P::OPENINGS, request, outside)
    }

    fn arena_part(
        &self,
        request: &arena::Request,
        range: Range<usize>,
        moves: bool,
        follower: &dyn Follower,
    ) -> Result<arena::Part, Fault> {
        let Shared { rules, kinds, host, .. } = &*self.0;
        arena::part::play(rules, kinds, P::OPENINGS, request, (range, moves), (host, follower))
    }

    fn suite(&self, request: &suite::Request, follower: &dyn Follower) -> Result<suite::Report, Fault> {
        let Shared { rules, settings, kinds, host, .. } = &*self.0;
        let meter = P::luck_meter(rules);
        suite::run(rules, settings, kinds, meter.as_deref(), request, host, follower)
    }

    fn calibrate(
        &self,
        request: &calibrate::Request,
        follower: &dyn Follower,
    ) -> Result<calibrate::Found, Fault> {
        let Shared { rules, settings, kinds, host, stating, .. } = &*self.0;
        calibrate::run(rules, settings, kinds, stating, request, host, follower)
    }

    fn audit(&self, request: &audit::Request, follower: &dyn Follower) -> Result<audit::Report, Fault> {
        audit::run(&self.0, request, follower)
    }

    fn statistics(
        &self,
        request: &arena::Request,
        follower: &dyn Follower,
    ) -> Result<statistics::Report, Fault> {
        let measure = P::STATISTICS
            .ok_or_else(|| unable::<P>("has no statistics of cards", "にはカードの統計がありません"))?;
        measure(&self.0.rules, &self.0.kinds, request, &self.0.host, follower)
    }

    fn tune(&self, request: &tune::Request, follower: &dyn Follower) -> Result<tune::Weights, Fault> {
        let tune =
            P::TUNER.ok_or_else(|| unable::<P>("has nothing to tune", "には学習するものがありません"))?;
        tune(&self.0.rules, &self.0.settings, &self.0.kinds, request, &self.0.host, follower)
    }

    fn replay(&self, record: &Record, show: &mut dyn FnMut(usize, &str, &Sentence)) -> Result<(), Fault> {
        let drawn = |game: &Match<StateOf<P>>| {
            let (rules, seen) = (&self.0.rules, &game.view(Player::FIRST).now);
            Sentence::new(rules.draw(seen), rules.draw_ja(seen))
        };
        self.walk(record, |number, text, game| show(number, text, &drawn(game)))
    }

    fn check(&self, record: &Record) -> Result<(), Fault> {
        self.walk(record, |_, _, _| ())
    }

    fn review(
        &self,
        record: &Record,
        request: &review::Request,
        follower: &dyn Follower,
    ) -> Result<review::Review, Fault> {
        self.check(record)?;
        review::run(&self.0, record, request, follower)
    }

    fn review_start(&self, deals: u64, seed: u64, command: &str) -> review::MeanStart {
        review::stored_start(&self.0, deals, seed, command)
    }

    fn make_puzzles(
        &self,
        request: &puzzle::Request,
        follower: &dyn Follower,
    ) -> Result<puzzle::Puzzles, Fault> {
        if let puzzle::Source::Played(records) = &request.source {
            records.iter().try_for_each(|(record, _)| self.check(record))?;
        }
        puzzle::run(&self.0, request, follower)
    }

    fn weigh_puzzle(&self, puzzle: &puzzle::Puzzle, seed: u64) -> Result<puzzle::Again, Fault> {
        puzzle::again(&self.0, puzzle, seed)
    }

    fn cards(&self) -> Vec<CardInfo> {
        P::cards(&self.0.rules)
    }
}

impl<P: Playable> Opened<P> {
    /// Replays a record, checks every move and the payoffs, and reports every position.
    fn walk(
        &self,
        record: &Record,
        mut report: impl FnMut(usize, &str, &Match<StateOf<P>>),
    ) -> Result<(), Fault> {
        let rules = &self.0.rules;
        check_seats(record.agents.len(), self.players())?;
        let mut game = Match::for_replay(rules.start(record.seed));
        report(0, "", &game);
        for (i, text) in record.moves.iter().enumerate() {
            let (n, said) = (i + 1, excerpt(text));
            let place = || sentence!("move {n} ({said:?})", "{n}手目（{said:?}）");
            let action = rules.parse_recorded(game.state(), text);
            let action = action.map_err(|why| Fault::from(why).at(place()).at_entry(i))?;
            if let Err(why) = game.replay(action) {
                let possible = game.possible().into_iter().map(|a| self.0.text(a)).collect();
                return Err(cannot_happen(why, possible).at(place()).at_entry(i));
            }
            report(i + 1, text, &game);
        }
        let mut paid = game.is_over().then(|| game.payoffs());
        check_forfeits(record, paid.is_some())?;
        let least = rules.start(record.seed).payoff_bounds().0;
        if let Some(paid) = paid.as_mut().filter(|_| !record.forfeits.is_empty()) {
            *paid = paid_after(&record.forfeits, paid, least);
        } else if let (Some(said), Some(paid)) = (&record.payoffs, &paid)
            && lost_by_failing(&record.agents, said, paid, least)
        {
            return Ok(());
        }
        check_payoffs(record.payoffs.as_deref(), paid.as_deref())
    }
}

fn check_seats(named: usize, seats: usize) -> Result<(), Fault> {
    if named == seats {
        return Ok(());
    }
    Err(Fault::bad_view(
        format!("agents: found {named}; expected {seats}, one per seat"),
        format!("agents: {named} 人分あります。席は {seats} つです"),
    ))
}

/// Only a program can fail, and what it costs is known when the game is over.
fn check_forfeits(record: &Record, over: bool) -> Result<(), Fault> {
    let Some(Forfeit { seat, .. }) = record.forfeits.first() else { return Ok(()) };
    let wrong = record.forfeits.iter().map(|forfeit| forfeit.seat).find(|&seat| {
        let program = record.agents.get(seat).is_some_and(|agent| is_program(agent));
        !program || record.forfeits.iter().filter(|other| other.seat == seat).count() > 1
    });
    match wrong {
        Some(seat) => Err(Fault::bad_view(
            format!("forfeits: seat {seat}; expected seats of programs (exec), each once"),
            format!("forfeits: 席 {seat}。プログラム（exec）の席を一度ずつ指定してください"),
        )),
        None if !over => Err(Fault::bad_view(
            format!("forfeits: seat {seat}, but the game is not over"),
            format!("forfeits: 席 {seat} とありますが、対局は終わっていません"),
        )),
        None => Ok(()),
    }
}

fn check_payoffs(said: Option<&[f64]>, paid: Option<&[f64]>) -> Result<(), Fault> {
    match (said, paid) {
        (Some(said), Some(paid)) if said != paid => Err(Fault::bad_view(
            format!("payoffs: the record says {said:?}, the game pays {paid:?}"),
            format!("payoffs: 記録は {said:?} ですが、実際は {paid:?} です"),
        )),
        (Some(_), None) => Err(Fault::bad_view(
            "payoffs: the record has some, but the game is not over",
            "payoffs: 記録にありますが、対局は終わっていません",
        )),
        _ => Ok(()),
    }
}

fn cannot_happen(why: Rejected, possible: Vec<String>) -> Fault {
    if possible.is_empty() {
        return why.into();
    }
    let list = possible.join(" ");
    Fault::new(
        FaultKind::IllegalMove,
        format!("it cannot happen here; expected: {list}"),
        format!("ここでは起こり得ません。あり得るもの: {list}"),
    )
    .expecting(possible)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The deal comes from `Rng::new(seed)`, draws from its splits by source and count: agents use none of
    /// these streams.
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

    #[test]
    fn words_take_a_small_part_of_a_time_limit() {
        let part = |ms| time_for_words(Duration::from_millis(ms)).as_secs_f64() * 1000.0;
        assert_eq!([part(1), part(10), part(100), part(1_000), part(10_000)], [0.5, 1.0, 5.0, 50.0, 50.0]);
    }
}
