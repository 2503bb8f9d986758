//! Games written in Python, searched by the searches of Rust.
//!
//! A game is a Python object with a handful of methods on immutable states (`yomi.games_in_python.PythonGame`).
//! [`PythonGame`] holds it; [`state`] makes it a game in the contract's sense, [`rules`] one that the engine
//! knows. Types are chosen when the game is opened: whether something is hidden or drawn decides which searches
//! there are, and whether payoffs are wins decides how values are told.
//!
//! Python is asked by one thread at a time anyway, so everything about such a game runs on a pool of one thread
//! that holds the interpreter's lock ([`alone`]); Python itself passes the lock on while it interprets.
//!
//! The contract has no room for exceptions. The first one is kept, the game ends there as far as a search can
//! see, and the caller raises it ([`PythonGame::raise`]).

mod rules;
mod state;

pub use rules::{Kind, entry};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use yomi::core::{MAX_PLAYERS, Player, Turn};

/// A game that is a Python object.
pub struct PythonGame {
    pub name: String,
    pub players: usize,
    pub bounds: (f64, f64),
    start: Py<PyAny>,
    turn: Py<PyAny>,
    moves: Py<PyAny>,
    apply: Py<PyAny>,
    payoffs: Py<PyAny>,
    chances: Option<Py<PyAny>>,
    seen: Option<Py<PyAny>>,
    event: Option<Py<PyAny>>,
    world: Option<Py<PyAny>>,
    evaluate: Option<Py<PyAny>>,
    text: Option<Py<PyAny>>,
    picture: Option<Py<PyAny>>,
    /// Moves by the texts that they were called, so that they can be typed.
    called: Mutex<BTreeMap<String, i64>>,
    /// The first exception.
    failed: Mutex<Option<PyErr>>,
}

/// A position, with all that is asked of it: each is asked once.
pub struct Node {
    object: Py<PyAny>,
    turn: Turn,
    moves: Vec<i64>,
    chances: Vec<(i64, f64)>,
    payoffs: Vec<f64>,
    /// Moves and outcomes since the start, or since the world that a search has drawn.
    made: u32,
}

/// A game with more moves is taken for one that does not end, and a search would never come back from it.
const LONGEST: u32 = 100_000;

impl PythonGame {
    pub fn new(game: &Bound<'_, PyAny>) -> PyResult<PythonGame> {
        let needed = |name: &str| -> PyResult<Py<PyAny>> {
            game.getattr(name).map(Bound::unbind).map_err(|_| {
                PyTypeError::new_err(format!("a game needs the method {name}; see yomi.PythonGame"))
            })
        };
        let maybe = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            Ok(game.getattr_opt(name)?.filter(|method| !method.is_none()).map(Bound::unbind))
        };
        let players: usize = game.getattr("players")?.extract()?;
        if !(1..=MAX_PLAYERS).contains(&players) {
            return Err(PyValueError::new_err(format!("players: {players}; expected 1 to {MAX_PLAYERS}")));
        }
        let bounds: (f64, f64) = game.getattr("bounds")?.extract()?;
        if !(bounds.0.is_finite() && bounds.1.is_finite() && bounds.0 < bounds.1) {
            return Err(PyValueError::new_err("bounds: expected the least payoff and the most"));
        }
        Ok(PythonGame {
            name: game.getattr("name")?.extract()?,
            players,
            bounds,
            start: needed("start")?,
            turn: needed("turn")?,
            moves: needed("moves")?,
            apply: needed("apply")?,
            payoffs: needed("payoffs")?,
            chances: maybe("chances")?,
            seen: maybe("seen")?,
            event: maybe("event")?,
            world: maybe("world")?,
            evaluate: maybe("evaluate")?,
            text: maybe("text")?,
            picture: maybe("picture")?,
            called: Mutex::default(),
            failed: Mutex::default(),
        })
    }

    pub fn kind(&self, game: &Bound<'_, PyAny>) -> PyResult<Kind> {
        let zero_sum: bool = game.getattr("zero_sum")?.extract()?;
        let wins = self.bounds == (0.0, 1.0);
        match (&self.seen, &self.world) {
            (Some(_), Some(_)) => return Ok(Kind::Hidden { wins }),
            (None, None) => {}
            _ => return Err(PyTypeError::new_err("a game that hides something needs both seen and world")),
        }
        match self.chances.is_none() && zero_sum && self.players == 2 {
            true => Ok(Kind::Strict { wins }),
            false => Ok(Kind::Open { wins }),
        }
    }

    fn failed(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises the first exception since this was last asked.
    pub fn raise(&self) -> PyResult<()> {
        self.failed().take().map_or(Ok(()), Err)
    }

    /// What Python says, or `otherwise` where it raised something, now or before.
    fn ask<T>(&self, otherwise: impl FnOnce() -> T, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.failed().is_some() {
            return otherwise();
        }
        Python::attach(|py| {
            ask(py).unwrap_or_else(|why| {
                self.failed().get_or_insert(why);
                otherwise()
            })
        })
    }

    /// The end of a game that could not go on.
    fn broken(&self) -> Node {
        let object = Python::attach(|py| py.None());
        let payoffs = vec![self.bounds.0; self.players];
        Node { object, turn: Turn::Over, moves: Vec::new(), chances: Vec::new(), payoffs, made: 0 }
    }

    pub fn begin(&self, seed: u64) -> Node {
        self.ask(|| self.broken(), |py| self.node(py, self.start.call1(py, (seed,))?, 0))
    }

    pub fn after(&self, node: &Node, action: i64) -> Node {
        let made = node.made + 1;
        let after = |py: Python<'_>| self.node(py, self.apply.call1(py, (&node.object, action))?, made);
        self.ask(|| self.broken(), after)
    }

    fn node(&self, py: Python<'_>, object: Py<PyAny>, made: u32) -> PyResult<Node> {
        let turn = self.turn_of(self.turn.call1(py, (&object,))?.bind(py))?;
        let mut node =
            Node { object, turn, moves: Vec::new(), chances: Vec::new(), payoffs: Vec::new(), made };
        let wrong = |what: String| Err(PyValueError::new_err(format!("{}: {what}", self.name)));
        if made > LONGEST {
            return wrong(format!(
                "not over after {LONGEST} moves; expected that turn gives None at some time"
            ));
        }
        match turn {
            Turn::Player(_) => {
                node.moves = self.moves.call1(py, (&node.object,))?.extract(py)?;
                if node.moves.is_empty() {
                    return wrong("moves gave none although a seat is to move".into());
                }
            }
            Turn::Chance => {
                let Some(chances) = &self.chances else {
                    return wrong("turn says that chance is to act; expected a method chances".into());
                };
                node.chances = chances.call1(py, (&node.object,))?.extract(py)?;
                let sum: f64 = node.chances.iter().map(|(_, chance)| chance).sum();
                let adds_up = (sum - 1.0).abs() <= 1e-6;
                // What is not a number is neither above nor below.
                if !adds_up || node.chances.iter().any(|(_, chance)| chance.is_nan() || *chance <= 0.0) {
                    return wrong(format!("chances must be positive and add up to 1, not to {sum}"));
                }
            }
            Turn::Over => {
                node.payoffs = self.payoffs.call1(py, (&node.object,))?.extract(py)?;
                let (least, most) = self.bounds;
                let fits = |payoff: &f64| (least..=most).contains(payoff);
                if node.payoffs.len() != self.players || !node.payoffs.iter().all(fits) {
                    let (players, paid) = (self.players, &node.payoffs);
                    return wrong(format!(
                        "payoffs gave {paid:?}; expected {players} numbers from {least} to {most}"
                    ));
                }
            }
        }
        Ok(node)
    }

    /// `None` for the end, `"chance"`, or a seat.
    fn turn_of(&self, said: &Bound<'_, PyAny>) -> PyResult<Turn> {
        if said.is_none() {
            return Ok(Turn::Over);
        }
        if let Ok(word) = said.cast::<PyString>()
            && word.to_cow()? == "chance"
        {
            return Ok(Turn::Chance);
        }
        match said.extract::<usize>() {
            Ok(seat) if seat < self.players => Ok(Turn::Player(Player::new(seat))),
            _ => Err(PyValueError::new_err(format!(
                "{}: turn gave {said}; expected a seat from 0 to {}, \"chance\", or None at the end",
                self.name,
                self.players - 1
            ))),
        }
    }

    fn text(&self, action: i64) -> String {
        let Some(text) = &self.text else { return action.to_string() };
        let said: String = self.ask(|| action.to_string(), |py| text.call1(py, (action,))?.extract(py));
        self.called.lock().unwrap_or_else(PoisonError::into_inner).insert(said.clone(), action);
        said
    }

    fn parse(&self, text: &str) -> Option<i64> {
        let called = self.called.lock().unwrap_or_else(PoisonError::into_inner);
        called.get(text).copied().or_else(|| text.parse().ok())
    }
}

/// The games that were opened, by their numbers.
fn opened() -> MutexGuard<'static, Vec<Arc<PythonGame>>> {
    static OPENED: Mutex<Vec<Arc<PythonGame>>> = Mutex::new(Vec::new());
    OPENED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a game known, and gives it a number.
pub fn register(game: Arc<PythonGame>) -> usize {
    let mut opened = opened();
    opened.push(game);
    opened.len() - 1
}

/// Python recurses on it as deeply as it does in its main thread, also where the limit of recursion was raised.
const STACK: usize = 64 << 20;

/// Does something on the one thread that games in Python are played on, with the interpreter's lock. The caller must
/// not hold it.
pub fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static POOL: OnceLock<rayon::ThreadPool> = OnceLock::new();
    let pool = POOL.get_or_init(|| {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(STACK);
        builder.build().expect("one more thread can be started")
    });
    pool.install(|| Python::attach(|_| work()))
}
