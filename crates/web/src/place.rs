//! From what a client sends to a position: a game, its settings, and everything that happened.
//!
//! The server keeps no game: a client sends its whole source with every request, so that an undo is one entry
//! fewer and any number of servers give the same answers.

use crate::sealed;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;
use utoipa::ToSchema;
use yomi::core::{Player, Turn};
use yomi::engine::agent::AgentText;
use yomi::engine::fault::excerpt;
use yomi::{Fault, FaultKind, Game, Host, Log, Position, Registry, Session, Table};

/// Longer games are refused.
pub const MOST_ENTRIES: usize = 2_000;

/// Where a game stands.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "kuhn", "source": {"seed": 5, "moves": ["check"]}}))]
pub struct Place {
    pub game: String,
    /// As in a view; what is left out has its default. A setting that is a file holds its content here.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Map<String, Value>,
    #[schema(value_type = SourceKind)]
    pub source: Source,
}

/// What happened: a deal, a view, or a real game. Only for the description: a client sends one of these.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[serde(untagged, deny_unknown_fields)]
#[allow(dead_code, reason = "it describes `Source`, which is what is read")]
pub enum SourceKind {
    Deal {
        /// The number of the deal.
        #[schema(format = "uint64")]
        seed: u64,
        /// All moves so far, in notation.
        moves: Option<Vec<String>>,
        /// The seat that looks; without it the one to move.
        seat: Option<usize>,
    },
    View {
        /// As `yomi view` prints it.
        #[schema(value_type = Object)]
        view: Map<String, Value>,
    },
    Real {
        /// How it began: `seat`, and the game's own fields as in a view.
        #[schema(value_type = Object)]
        start: Map<String, Value>,
        /// What happened then, in notation.
        entries: Option<Vec<String>>,
    },
}

/// What happened, as [`SourceKind`] describes it; which of the three it is is decided by the keys.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    #[serde(default)]
    pub seed: Option<u64>,
    #[serde(default)]
    pub moves: Option<Vec<String>>,
    #[serde(default)]
    pub seat: Option<usize>,
    #[serde(default)]
    pub view: Option<Map<String, Value>>,
    #[serde(default)]
    pub start: Option<Map<String, Value>>,
    #[serde(default)]
    pub entries: Option<Vec<String>>,
}

/// A position, with what only the game behind it knows.
pub struct Found {
    pub position: Box<dyn Position>,
    pub table: Box<dyn Table>,
    /// The seat to move; `None` if nobody is, because something is to be dealt or the game is over.
    pub to_move: Option<Player>,
    pub over: bool,
    /// What every seat gets, once the game is over.
    pub payoffs: Option<Vec<f64>>,
    /// The deal itself, where there is one.
    pub session: Option<Box<dyn Session>>,
}

impl Place {
    pub fn new(game: &str, settings: &Map<String, Value>, source: &Source) -> Place {
        Place { game: game.into(), settings: settings.clone(), source: source.clone() }
    }

    /// The position, in a game whose clocks and files are the host's.
    pub fn find(&self, registry: &Registry, host: &Arc<dyn Host>) -> Result<Found, Fault> {
        self.find_with(registry, host, &[])
    }

    /// The same with agents on some seats.
    pub fn find_with(
        &self,
        registry: &Registry,
        host: &Arc<dyn Host>,
        agents: &[Option<AgentText>],
    ) -> Result<Found, Fault> {
        let game = registry.find(&self.game)?.on(host);
        let Source { seed, moves, seat, view, start, entries } = &self.source;
        match (seed, view, start) {
            (Some(seed), None, None) if entries.is_none() => {
                let table = self.open(game.as_ref())?;
                dealt(table, *seed, words(moves.as_deref())?, *seat, agents)
            }
            (None, Some(view), None) if moves.is_none() && entries.is_none() && seat.is_none() => {
                let table = game.open_json(view.get("settings").or(Some(&json!(self.settings))))?;
                let log = table.read_log(&named(view, &self.game)?)?;
                Ok(logged(table, log.as_ref()))
            }
            (None, None, Some(start)) if moves.is_none() && seat.is_none() => {
                let table = self.open(game.as_ref())?;
                let log = entered(table.as_ref(), &self.game, start, words(entries.as_deref())?)?;
                Ok(logged(table, log.as_ref()))
            }
            _ => Err(Fault::bad_view(
                "source: expected {seed, moves, seat}, {view} or {start, entries}",
                "source: {seed, moves, seat}、{view}、{start, entries} のどれかにしてください",
            )),
        }
    }

    fn open(&self, game: &dyn Game) -> Result<Box<dyn Table>, Fault> {
        game.open_json(Some(&json!(self.settings)))
    }
}

/// Entries as words: none is empty, and none is two.
fn words(entries: Option<&[String]>) -> Result<&[String], Fault> {
    let entries = entries.unwrap_or_default();
    if entries.len() > MOST_ENTRIES {
        let found = entries.len();
        return Err(Fault::new(
            FaultKind::Limit,
            format!("{found} entries; expected at most {MOST_ENTRIES}"),
            format!("{found} 件の入力があります。{MOST_ENTRIES} 件までにしてください"),
        ));
    }
    match entries.iter().position(|word| word.is_empty() || word.contains(char::is_whitespace)) {
        None => Ok(entries),
        Some(at) => {
            let word = excerpt(&entries[at]);
            Err(Fault::new(
                FaultKind::IllegalMove,
                format!("{word:?} is not one entry; expected one move without spaces"),
                format!("{word:?} は一つの入力ではありません。空白のない一手にしてください"),
            )
            .at_entry(at))
        }
    }
}

fn dealt(
    table: Box<dyn Table>,
    seed: u64,
    moves: &[String],
    seat: Option<usize>,
    agents: &[Option<AgentText>],
) -> Result<Found, Fault> {
    let players = table.players();
    let mut seats = agents.to_vec();
    seats.resize(players, None);
    let mut session = table.session(seed, &seats, None)?;
    sealed::submit(session.as_mut(), seed, moves)?;
    let next = session.next();
    let seat = match seat {
        Some(seat) if seat >= players => return Err(no_such_seat(seat, players)),
        Some(seat) => Player::new(seat),
        None => next.unwrap_or(Player::FIRST),
    };
    let payoffs = next.is_none().then(|| session.payoffs());
    let position = session.position(seat);
    Ok(Found { position, table, to_move: next, over: next.is_none(), payoffs, session: Some(session) })
}

/// The fault for a seat that the game does not have.
pub fn no_such_seat(seat: usize, players: usize) -> Fault {
    let last = players - 1;
    Fault::bad_option(
        format!("seat {seat}: expected a seat from 0 to {last}"),
        format!("席{seat}: 0から{last}までの席にしてください"),
    )
}

/// A view must say whose it is, or be of the game that is asked about.
fn named(view: &Map<String, Value>, game: &str) -> Result<Map<String, Value>, Fault> {
    let mut view = view.clone();
    let name = view.entry("game").or_insert_with(|| game.into());
    match name.as_str() == Some(game) {
        true => Ok(view),
        false => {
            let name = excerpt(&name.to_string());
            Err(Fault::bad_view(
                format!("this is a view of {name}, not of {game:?}"),
                format!("これは {name} のビューで、{game:?} のものではありません"),
            ))
        }
    }
}

fn entered(
    table: &dyn Table,
    game: &str,
    start: &Map<String, Value>,
    entries: &[String],
) -> Result<Box<dyn Log>, Fault> {
    let only_seat = start.keys().all(|key| key == "seat");
    let mut log = match start.get("seat").map_or(Some(0), Value::as_u64) {
        Some(seat) if only_seat && (seat as usize) < table.players() => {
            table.start_log(Player::new(seat as usize))?
        }
        _ => {
            let mut object = named(start, game)?;
            object.entry("seat").or_insert_with(|| 0.into());
            table.read_log(&object)?
        }
    };
    for (at, entry) in entries.iter().enumerate() {
        log.enter(entry).map_err(|why| why.at_entry(at))?;
    }
    Ok(log)
}

fn logged(table: Box<dyn Table>, log: &dyn Log) -> Found {
    let turn = log.turn();
    let over = turn == Turn::Over;
    let payoffs = log.payoffs();
    Found { position: log.position(), table, to_move: turn.player(), over, payoffs, session: None }
}

impl Found {
    /// A name for what the seat sees: figures that carry it belong to this position. Two deals that look
    /// alike to the seat have the same name.
    pub fn key(&self) -> String {
        let mut hasher = DefaultHasher::new();
        hasher.write(self.position.json().to_string().as_bytes());
        format!("{:016x}", hasher.finish())
    }
}
