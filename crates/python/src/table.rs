//! Games with their settings, and what there is.

use crate::fault;
use crate::fault::Raise;
use crate::home::Home;
use crate::json::{self, Reduced};
use crate::log::Log;
use crate::own::{self, PythonGame};
use crate::session::Session;
use crate::view::View;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Map, Value};
use std::sync::{Arc, OnceLock};
use yomi::core::Player;
use yomi::engine::agent::AgentText;
use yomi::engine::record::Record;
use yomi::engine::{limit, view};
use yomi::{Fault, FaultKind, Registry, Table};

/// The games that come with Yomi.
pub fn registry() -> &'static Registry {
    static GAMES: OnceLock<Registry> = OnceLock::new();
    GAMES.get_or_init(Registry::standard)
}

/// What opens a game: its name and its settings.
type Opening = (String, Vec<(String, String)>);

/// A game with its settings chosen.
#[pyclass(frozen, module = "yomi")]
pub struct Game {
    home: Home,
    table: Box<dyn Table>,
}

impl Game {
    pub fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    pub fn home(&self) -> &Home {
        &self.home
    }

    /// As the engine knows it.
    pub fn name(&self) -> &'static str {
        self.home.entry.name()
    }
}

/// Opens a game. A setting of type file holds the content: no path is opened because a text names it.
pub fn open(
    name: &str,
    settings: &[(String, String)],
) -> Result<(&'static dyn yomi::Game, Box<dyn Table>), Fault> {
    let game = registry().find(name)?;
    let holds_content = |(key, value): &(String, String)| {
        game.settings().iter().any(|spec| spec.name == key && spec.reaches_outside(value))
    };
    let table = if settings.iter().any(holds_content) {
        let object: Map<String, Value> =
            settings.iter().map(|(key, value)| (key.clone(), Value::from(value.as_str()))).collect();
        game.open_json(Some(&object.into())).map_err(|why| why.of_kind(FaultKind::BadOption))?
    } else {
        game.open(settings)?
    };
    Ok((game, table))
}

/// An agent as typed. One that opens a file or runs a program is refused unless the caller allows it.
pub fn agent(game: &dyn yomi::Game, text: &str, outside: bool) -> Result<AgentText, Fault> {
    let typed = AgentText::parse(text)?;
    if typed.options.is_empty() {
        return Ok(typed);
    }
    let is_it = |name: &str, also: Option<&str>| name == typed.name || also == Some(typed.name.as_str());
    let reaches =
        game.agents().iter().any(|info| is_it(info.name, info.also) && info.reaches_outside(&typed.options));
    if reaches && !outside {
        let name = &typed.name;
        return Err(Fault::bad_option(
            format!("{name} opens a file or runs a program; expected outside=True, which allows it"),
            format!(
                "{name} はファイルを開くかプログラムを実行します。許可するには outside=True を渡してください"
            ),
        ));
    }
    Ok(typed)
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, name: &str, settings: Vec<(String, String)>) -> PyResult<Game> {
        let (game, table) = open(name, &settings).raise(py)?;
        Ok(Game { home: Home::of(game), table })
    }

    #[getter(name)]
    fn its_name(&self) -> &str {
        self.home.name()
    }

    #[getter]
    fn players(&self) -> usize {
        self.table.players()
    }

    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::python(py, &view::settings_json(self.table.settings()))
    }

    #[pyo3(signature = (seed, agents = None, limit = None, outside = false))]
    fn deal(
        &self,
        py: Python<'_>,
        seed: u64,
        agents: Option<Vec<Option<String>>>,
        limit: Option<&str>,
        outside: bool,
    ) -> PyResult<Session> {
        let players = self.table.players();
        let game = self.home.entry;
        let agents = agents.unwrap_or_else(|| vec![None; players]);
        if agents.len() != players {
            let named = agents.len();
            let why = Fault::bad_option(
                format!("agents: found {named}; expected {players}, one per seat (None for your own)"),
                format!("agents: {named} 人分あります。席は {players} つです（自分の席は None）"),
            );
            return Err(fault::exception(py, &why));
        }
        let seated =
            agents.iter().map(|text| text.as_deref().map(|text| agent(game, text, outside)).transpose());
        let seated = seated.collect::<Result<Vec<_>, Fault>>().raise(py)?;
        let limits = limit.map(limit::parse).transpose().raise(py)?;
        let running = self.table.session(seed, &seated, limits);
        self.home.raise()?;
        Ok(Session::new(self.home.clone(), seed, running.raise(py)?))
    }

    /// A real game as a seat sees it: from the common start, or from a view as JSON.
    #[pyo3(signature = (seat, start = None))]
    fn log(&self, py: Python<'_>, seat: usize, start: Option<&str>) -> PyResult<Log> {
        let log = match start {
            Some(text) => view::parse(text, self.name()).and_then(|object| self.table.read_log(&object)),
            None if seat < self.table.players() => self.table.start_log(Player::new(seat)),
            None => Err(no_such_seat(seat, self.table.players())),
        };
        log.raise(py).map(|log| Log::new(self.home.clone(), log))
    }

    /// A game is pickled as its name and settings.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Opening>> {
        self.home.check_portable()?;
        let settings =
            self.table.settings().iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        Ok((py.get_type::<Game>().into_any(), (self.name().to_string(), settings)))
    }

    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::wire(py, &self.table.cards())
    }

    fn __repr__(&self) -> String {
        let set = self.table.settings().iter().filter(|(_, value)| value.len() < 40);
        let set: Vec<String> = set.map(|(key, value)| format!("{key}={value}")).collect();
        format!("<Game {} {}>", self.home.name(), set.join(" ")).replace(" >", ">")
    }
}

fn no_such_seat(seat: usize, players: usize) -> Fault {
    let last = players - 1;
    Fault::bad_option(
        format!("there is no seat {seat}; expected 0 to {last}"),
        format!("席 {seat} はありません。0 から {last} までです"),
    )
}

/// Reads a view that is JSON: which game it is of stands in it.
#[pyfunction]
pub fn read_view(py: Python<'_>, text: &str) -> PyResult<View> {
    let named: Result<yomi::engine::json::Unique, _> = yomi::engine::json::unique(text);
    let name = named.ok().and_then(|value| Some(value.0.get("game")?.as_str()?.to_string()));
    let read = || {
        let Some(name) = name else {
            // Says what is wrong with it: not JSON, not an object, or without a game.
            return view::parse(text, "sevens").and(Err(Fault::bad_view("no game", "ゲームがありません")));
        };
        let game = registry().find(&name)?;
        let object = view::parse(text, game.name())?;
        let position = game.open_json(object.get("settings"))?.read_view(&object)?;
        Ok(View::new(Home::of(game), position))
    };
    read().raise(py)
}

/// Reads the log of another engine as a view, where the game knows such logs.
#[pyfunction]
pub fn import_log(py: Python<'_>, game: &str, text: &str, settings: Vec<(String, String)>) -> PyResult<View> {
    let read = || {
        let game = registry().find(game)?;
        let written = game.import(text, &settings)?;
        let Value::Object(object) = &written else { unreachable!("a view is an object") };
        let position = game.open_json(object.get("settings"))?.read_view(object)?;
        Ok(View::new(Home::of(game), position))
    };
    read().raise(py)
}

/// Opens a game that is written in Python.
#[pyfunction]
pub fn open_python(py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<Game> {
    let own = Arc::new(PythonGame::new(game)?);
    let entry = own::entry(own.kind(game)?, registry().host());
    let number = own::register(own.clone()).to_string();
    let table = entry.open(&[("number".into(), number)]);
    own.raise()?;
    Ok(Game { home: Home { entry, python: Some(own) }, table: table.raise(py)? })
}

/// Whether every move of a record is possible and its payoffs are right.
#[pyfunction]
pub fn check_record(py: Python<'_>, text: &str) -> PyResult<()> {
    recorded(text).and_then(|(record, table)| table.check(&record)).raise(py)
}

/// Every position of a record: the number of the move, the move, and the picture after it in both languages.
#[pyfunction]
pub fn replay_record(py: Python<'_>, text: &str) -> PyResult<Vec<(usize, String, String, String)>> {
    let replay = || {
        let (record, table) = recorded(text)?;
        let mut shown = Vec::new();
        table.replay(&record, &mut |number, played, picture| {
            shown.push((number, played.to_string(), picture.en.clone(), picture.ja.clone()));
        })?;
        Ok(shown)
    };
    replay().raise(py)
}

pub fn recorded(text: &str) -> Result<(Record, Box<dyn Table>), Fault> {
    let record = Record::parse(text)?;
    let table = registry().find(&record.game)?.open_json(Some(&record.settings))?;
    Ok((record, table))
}

#[pyfunction]
pub fn games<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    json::wire(py, &registry().list().raise(py)?.games)
}

#[pyfunction]
pub fn agents<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    let list = registry().find(game).and_then(|game| game.listed_agents()).raise(py)?;
    json::wire(py, &list.agents)
}

/// The agents of a list as one types it, with parentheses and quotes.
#[pyfunction]
pub fn agent_list(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    let list = yomi::engine::agent::parse_list(text).raise(py)?;
    Ok(list.into_iter().map(|agent| agent.text).collect())
}

/// Which of the two languages it is.
pub fn is_japanese(lang: &str) -> PyResult<bool> {
    match lang {
        "ja" => Ok(true),
        "en" => Ok(false),
        _ => Err(PyValueError::new_err(format!("{lang:?} is not a language of Yomi; expected 'en' or 'ja'"))),
    }
}

#[pyfunction]
pub fn rules(py: Python<'_>, game: &str, lang: &str) -> PyResult<&'static str> {
    let rules = registry().find(game).raise(py)?.rules();
    Ok(if is_japanese(lang)? { rules.ja } else { rules.en })
}
