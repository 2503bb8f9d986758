//! The part of Yomi's interface that the fuzzer uses, in text and JSON. When Yomi's interface changes, only
//! this module has to follow.

use serde_json::{Map, Value, json};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use yomi::core::{Chance, Limits, Player, Policy, Rejected, Rng, Ruleset, State, Turn};
use yomi::engine::agent::{self, AgentText};
use yomi::engine::bench::Report;
use yomi::engine::chances::Map as ChanceMap;
use yomi::engine::record::Record;
use yomi::engine::tournament::Plan;
use yomi::engine::trace::Summing;
use yomi::engine::{limit, view};
use yomi::games::{Sevens, duel, sevens};
use yomi::{Advice, Ask, Fault, FaultKind, Game, Host, Log, Position, Registry, Session, Table, ThisMachine};
use yomi_duel::statistics;
use yomi_sevens::policy::net::Net;
use yomi_sevens::policy::stored;
use yomi_sevens::{ByCards, Leaning, Tuned};

/// Why an input was rejected, as shown to people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

/// The result of a parser.
pub type Read<T> = Result<T, Refusal>;

/// Settings or options, as typed.
pub type Pairs = Vec<(String, String)>;

/// Maximum length of an error message, and of a list of accepted values.
const LONGEST_MESSAGE: usize = 640;
const LONGEST_LIST: usize = 100;

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        for text in [&fault.text.en, &fault.text.ja] {
            assert!(!text.trim().is_empty(), "a fault says nothing");
            assert!(!text.contains(char::is_control), "a fault with control characters: {text:?}");
            assert!(
                text.chars().count() <= LONGEST_MESSAGE,
                "a fault of {} characters",
                text.chars().count()
            );
        }
        assert!(fault.expected.len() <= LONGEST_LIST, "{} things are expected", fault.expected.len());
        Refusal(fault.text.en)
    }
}

impl From<Rejected> for Refusal {
    fn from(why: Rejected) -> Refusal {
        Refusal::from(Fault::from(why))
    }
}

fn refusal(why: impl std::fmt::Display) -> Refusal {
    Refusal::from(Fault::en(FaultKind::BadView, why.to_string()))
}

/// This machine's clocks, and one built-in card file: the fuzzer opens no files.
#[derive(Default)]
struct NoFiles(ThisMachine);

/// The name of the built-in card file.
pub const CARD_FILE: &str = "small.toml";

impl Host for NoFiles {
    fn wall(&self) -> Duration {
        self.0.wall()
    }

    fn thread_cpu(&self) -> Duration {
        self.0.thread_cpu()
    }

    fn process_cpu(&self) -> Duration {
        self.0.process_cpu()
    }

    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, Fault> {
        if path == CARD_FILE {
            return Ok(SMALL_CARDS.as_bytes().to_vec());
        }
        Err(Fault::io(format!("cannot read {path:?}"), format!("{path:?} を読めません")))
    }
}

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| Registry::on(Arc::new(NoFiles::default())))
}

/// CPU time of this thread.
pub fn cpu_time() -> Duration {
    registry().host().thread_cpu()
}

/// The names of all games.
pub fn games() -> Vec<&'static str> {
    registry().games().iter().map(|game| game.name()).collect()
}

fn game(name: &str) -> &'static dyn Game {
    registry().find(name).unwrap_or_else(|why| panic!("{why}"))
}

/// Settings of a game with their defaults.
pub fn settings_of(name: &str) -> Pairs {
    game(name).settings().iter().map(|s| (s.name.to_string(), s.default.to_string())).collect()
}

/// Agents of a game, each with its options and their defaults.
pub fn agents_of(name: &str) -> Vec<(&'static str, Pairs)> {
    let options = |all: &[yomi::core::OptionSpec]| {
        all.iter().map(|o| (o.name.to_string(), o.default.to_string())).collect()
    };
    let agents = game(name).agents();
    let own = agents.iter().filter(|agent| !agent.is_program());
    own.map(|agent| (agent.name, options(&agent.options))).collect()
}

/// A parsed limit.
#[derive(PartialEq, Debug)]
pub struct Limit(Limits);

impl Limit {
    pub fn parse(text: &str) -> Read<Limit> {
        Ok(Limit(limit::parse(text)?))
    }

    pub fn text(&self) -> String {
        limit::text(&self.0)
    }
}

/// The view from a log of the contest's engine.
pub fn import(game_name: &str, text: &str) -> Read<Value> {
    Ok(game(game_name).import(text, &[])?)
}

/// A parsed list of agents.
#[derive(PartialEq, Debug)]
pub struct Agents(Vec<AgentText>);

impl Agents {
    pub fn parse(list: &str) -> Read<Agents> {
        Ok(Agents(agent::parse_list(list)?))
    }

    pub fn texts(&self) -> Vec<&str> {
        self.0.iter().map(|agent| agent.text.as_str()).collect()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A view as text: JSON of this game.
pub fn view_object(text: &str, game_name: &str) -> Read<Map<String, Value>> {
    Ok(view::parse(text, game_name)?)
}

/// A game with its settings chosen.
pub struct Desk {
    table: Box<dyn Table>,
    name: &'static str,
}

impl Desk {
    pub fn open(name: &str, given: &Pairs) -> Read<Desk> {
        let game = game(name);
        Ok(Desk { table: game.open(given)?, name: game.name() })
    }

    pub fn open_json(name: &str, settings: Option<&Value>) -> Read<Desk> {
        let game = game(name);
        Ok(Desk { table: game.open_json(settings)?, name: game.name() })
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn settings(&self) -> Pairs {
        self.table.settings().iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }

    /// The settings as written in views and records.
    pub fn settings_json(&self) -> Value {
        view::settings_json(self.table.settings())
    }

    pub fn players(&self) -> usize {
        self.table.players()
    }

    /// Game number `seed` with these moves played.
    pub fn play(&self, seed: u64, moves: &str) -> Read<Play<'_>> {
        let mut session = self.table.session(seed, &vec![None; self.players()], None)?;
        session.submit_list(moves)?;
        Ok(Play(session))
    }

    /// Checks that an agent with its options can be created for every seat.
    pub fn seat(&self, agents: &Agents) -> Read<()> {
        for agent in &agents.0 {
            self.table.session(0, &vec![Some(agent.clone()); self.players()], None)?;
        }
        Ok(())
    }

    pub fn view(&self, object: &Map<String, Value>) -> Read<Seen<'_>> {
        Ok(Seen(self.table.read_view(object)?))
    }

    pub fn log(&self, object: &Map<String, Value>) -> Read<Entered<'_>> {
        Ok(Entered(self.table.read_log(object)?))
    }

    /// A game between random players.
    pub fn random_game(&self, seed: u64, agent: &str) -> Walk {
        self.try_random_game(seed, agent).unwrap_or_else(|why| panic!("{}: {}", self.name, why.0))
    }

    fn try_random_game(&self, seed: u64, agent: &str) -> Read<Walk> {
        let agent = AgentText::parse(agent)?;
        let mut session = self.table.session(seed, &vec![Some(agent); self.players()], None)?;
        let (mut moves, mut views, mut others) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(seat) = session.next() {
            views.push(session.position(seat).json());
            let other = Player::new((seat.index() + 1) % self.players());
            others.push(session.position(other).json());
            let played = session.let_agent_move(&mut ())?;
            moves.push((seat.index(), played.chosen));
        }
        views.extend(Player::all(self.players()).map(|seat| session.position(seat).json()));
        Ok(Walk { seed, moves, views, others, record: json!(session.record()) })
    }
}

/// A finished game.
pub struct Walk {
    pub seed: u64,
    /// Who moved, and the move.
    pub moves: Vec<(usize, String)>,
    /// What the mover saw before each move, then what each seat saw at the end.
    pub views: Vec<Value>,
    /// What the seat after the mover saw before each move.
    pub others: Vec<Value>,
    pub record: Value,
}

/// A game in progress.
pub struct Play<'a>(Box<dyn Session + 'a>);

impl Play<'_> {
    /// The seat to move.
    pub fn next(&self) -> Option<usize> {
        self.0.next().map(|seat| seat.index())
    }

    pub fn submit(&mut self, word: &str) -> Read<()> {
        Ok(self.0.submit(word)?)
    }

    pub fn submit_list(&mut self, list: &str) -> Read<()> {
        Ok(self.0.submit_list(list)?)
    }

    /// Takes back the last move of this seat.
    pub fn take_back(&mut self, seat: usize) -> bool {
        self.0.take_back(Player::new(seat))
    }

    pub fn record(&self) -> Value {
        json!(self.0.record())
    }
}

/// A real game, entered as it happens.
pub struct Entered<'a>(Box<dyn Log + 'a>);

impl Entered<'_> {
    pub fn enter(&mut self, text: &str) -> Read<()> {
        Ok(self.0.enter(text)?)
    }

    pub fn take_back(&mut self) -> bool {
        self.0.take_back()
    }

    pub fn json(&self) -> Value {
        self.0.position().json()
    }

    pub fn history(&self) -> Vec<String> {
        self.0.position().history()
    }
}

/// What one seat sees.
pub struct Seen<'a>(Box<dyn Position + 'a>);

impl Seen<'_> {
    pub fn json(&self) -> Value {
        self.0.json()
    }

    pub fn picture(&self) -> String {
        self.0.picture()
    }

    pub fn legal(&self) -> Vec<String> {
        self.0.legal().into_iter().map(|legal| legal.text).collect()
    }

    /// How many events there were, each with its seat, its turn and a label.
    pub fn events(&self) -> usize {
        self.0.events().len()
    }

    /// The advice of an agent with a small limit.
    pub fn advise(&self, agent: &str) -> Read<Advised> {
        Ok(Advised(self.0.advise(&Ask::new(agent)?.limit("8it")?, &mut ())?))
    }
}

/// Advice as sent over the wire.
#[derive(PartialEq, Debug)]
pub struct Advised(Advice);

impl Advised {
    pub fn parse(text: &str) -> Read<Advised> {
        Ok(Advised(serde_json::from_str(text).map_err(refusal)?))
    }

    pub fn text(&self) -> String {
        json!(self.0).to_string()
    }

    /// The move.
    pub fn chosen(&self) -> &str {
        &self.0.chosen
    }
}

/// A recorded game.
#[derive(PartialEq, Debug)]
pub struct Recorded(Record);

impl Recorded {
    pub fn parse(text: &str) -> Read<Recorded> {
        Ok(Recorded(Record::parse(text)?))
    }

    pub fn text(&self) -> String {
        json!(self.0).to_string()
    }

    /// Replays the game and returns how many pictures were shown.
    pub fn replay(&self) -> Read<usize> {
        let game = registry().find(&self.0.game)?;
        let desk = Desk::open_json(game.name(), Some(&self.0.settings))?;
        let mut shown = 0;
        desk.table.replay(&self.0, &mut |_, _, picture| {
            assert!(picture.en.ends_with('\n') && picture.ja.ends_with('\n'), "a picture ends its last line");
            shown += 1;
        })?;
        Ok(shown)
    }
}

/// A card file of Duel.
#[derive(PartialEq, Debug)]
pub struct CardFile(duel::CardSet);

/// Games per card set. Only few sets can be registered, because they are never freed, so each is played
/// several times.
const GAMES: u64 = 10;
/// A game with unusual cards is abandoned after this many moves.
const MOST_MOVES: usize = 2_000;

impl CardFile {
    pub fn parse(text: &str) -> Read<CardFile> {
        Ok(CardFile(yomi_duel::card_file::parse(text)?))
    }

    pub fn shape(&self) -> String {
        let decks: usize = self.0.archetypes.iter().map(|a| a.decks.len()).sum();
        format!("{} cards {decks} decks counter {}", self.0.cards.len(), self.0.least_counter_cost)
    }

    /// Plays random games with these cards, as long as more sets can be registered.
    pub fn play(self) {
        if let Ok(set) = duel::SetRef::of(self.0) {
            let rules = duel::Rules::with(set);
            (0..GAMES).for_each(|seed| play_duel(&rules, seed));
        }
    }
}

/// Plays a random game in which every move must survive writing and reading.
fn play_duel(rules: &duel::Rules, seed: u64) {
    let (mut state, mut rng) = (rules.start(seed), Rng::new(seed));
    for _ in 0..MOST_MOVES {
        let action = match state.turn() {
            Turn::Over => return,
            Turn::Chance => state.sample_outcome(&mut rng),
            Turn::Player(_) => state.random_action(&mut rng),
        };
        let text = rules.action_text(action);
        assert_eq!(rules.parse_action(&text), Ok(action), "{text:?} is not read as it was written");
        state.apply(action);
    }
}

/// A few cards that cover every effect, conditional cost and keyword: a change is more likely to matter than
/// in the whole set.
pub const SMALL_CARDS: &str = include_str!("small-cards.toml");

/// The card file that comes with Duel.
pub const STANDARD_CARDS: &str = yomi_duel::card_file::STANDARD_FILE;

/// A table of Duel's statistics, read and written back by Yomi.
pub fn statistics(text: &str) -> Read<String> {
    Ok(statistics::Table::parse("statistics.toml", text)?.text())
}

/// The tables of statistics that come with Duel.
pub fn shipped_statistics() -> Vec<String> {
    vec![statistics::Table::heuristic().text(), statistics::Table::random().text()]
}

/// A player of Sevens that reads its weights from a file.
#[derive(Clone)]
pub enum SevensPlayer {
    Policy(Arc<Net>),
    Habits(Leaning),
}

impl SevensPlayer {
    pub fn policy(bytes: &[u8]) -> Read<SevensPlayer> {
        Ok(SevensPlayer::Policy(Arc::new(stored::read(bytes)?)))
    }

    pub fn habits(bytes: &[u8]) -> Read<SevensPlayer> {
        Ok(SevensPlayer::Habits(Leaning::read(bytes)?))
    }

    /// The file as Yomi itself would write it.
    pub fn file(&self) -> Vec<u8> {
        match self {
            SevensPlayer::Policy(net) => stored::write(net, "a test"),
            SevensPlayer::Habits(leaning) => leaning.write("a test"),
        }
    }

    /// Plays a game against itself; every move must be legal.
    pub fn play(self, seed: u64) {
        match self {
            SevensPlayer::Policy(net) => play_sevens(ByCards(Tuned::new(net)), seed),
            SevensPlayer::Habits(leaning) => play_sevens(ByCards(leaning), seed),
        }
    }
}

fn play_sevens(mut policy: impl Policy<Sevens>, seed: u64) {
    let (mut state, mut rng) = (sevens::Rules::default().start(seed), Rng::new(seed));
    while state.turn() != Turn::Over {
        let action = policy.choose(&state, &mut rng);
        assert!(state.is_legal(action), "{action:?} is not legal");
        state.apply(action);
    }
}

/// Weight files that come with Yomi: of policies, and of models of how agents play.
pub fn shipped_weights() -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let policies = [yomi_sevens::policy::HUNTER_FILE, yomi_sevens::policy::PEER_FILE].map(<[u8]>::to_vec);
    (policies.to_vec(), vec![Leaning::careful().write("a test")])
}

/// A report of `yomi bench`, read and written back by Yomi.
pub fn bench_report(text: &str) -> Read<String> {
    let report: Report = serde_json::from_str(text).map_err(refusal)?;
    Ok(json!(report).to_string())
}

/// A plan of a tournament as Yomi understood it, and who meets whom in the games that it knows.
pub fn tournament(text: &str) -> Read<(Value, usize)> {
    let plan = Plan::parse(text, "fuzz")?;
    let mut meetings = 0;
    for event in &plan.events {
        let table = registry().find(&event.game)?.open(&event.settings)?;
        meetings += event.meetings(table.players())?.len();
    }
    Ok((plan.json(), meetings))
}

/// The summary of a trace.
pub fn trace(text: &str) -> Read<Value> {
    let mut summing = Summing::new(2);
    for (at, line) in text.lines().enumerate() {
        summing.line(at + 1, line)?;
    }
    Ok(json!(summing.summary()))
}

/// A map from stated chances to true ones, read and written back by Yomi.
pub fn chance_map(text: &str) -> Read<String> {
    Ok(ChanceMap::parse(text)?.text())
}
