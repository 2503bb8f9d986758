//! A game in progress.

use crate::fault::Raise;
use crate::home::Home;
use crate::json;
use crate::view::View;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomi::Stop;
use yomi::core::Player;
use yomi::engine::limit;
use yomi::engine::solve::Question;

type Running = Box<dyn yomi::Session>;

/// A game in progress, with its whole truth: players are given its views.
#[pyclass(frozen, module = "yomi")]
pub struct Session {
    running: Mutex<Running>,
    home: Home,
    seed: u64,
    players: usize,
}

/// A move that an agent of a session made.
#[pyclass(frozen, get_all, module = "yomi")]
pub struct Moved {
    agent: String,
    r#move: String,
    value: Option<f64>,
    iterations: u64,
}

impl Session {
    pub fn new(home: Home, seed: u64, running: Running) -> Session {
        let players = running.players();
        Session { running: Mutex::new(running), home, seed, players }
    }

    fn running<'a>(&'a self, py: Python<'_>) -> MutexGuard<'a, Running> {
        self.running.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn detached(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, seat: usize) -> PyResult<Player> {
        if seat < self.players {
            return Ok(Player::new(seat));
        }
        let last = self.players - 1;
        Err(PyIndexError::new_err(format!("there is no seat {seat}; expected 0 to {last}")))
    }
}

#[pymethods]
impl Session {
    #[getter]
    fn game(&self) -> &str {
        self.home.name()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    #[getter]
    fn players(&self) -> usize {
        self.players
    }

    #[getter]
    fn to_move(&self, py: Python<'_>) -> Option<usize> {
        self.running(py).next().map(Player::index)
    }

    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        self.running(py).next().is_none()
    }

    #[getter]
    fn legal(&self, py: Python<'_>) -> Vec<String> {
        let running = self.running(py);
        let legal = running.next().map(|seat| running.position(seat).legal());
        legal.into_iter().flatten().map(|legal| legal.text).collect()
    }

    #[getter]
    fn payoffs(&self, py: Python<'_>) -> Option<Vec<f64>> {
        let running = self.running(py);
        running.next().is_none().then(|| running.payoffs())
    }

    /// What a seat sees; without a seat, the one to move.
    #[pyo3(signature = (seat = None))]
    fn view(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<View> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        let running = self.running(py);
        let seat = seat.or_else(|| running.next()).unwrap_or(Player::FIRST);
        let position = running.position(seat);
        drop(running);
        self.home.raise()?;
        Ok(View::new(self.home.clone(), position))
    }

    fn play(&self, py: Python<'_>, r#move: &str) -> PyResult<()> {
        let played = self.running(py).submit(r#move);
        self.home.raise()?;
        played.raise(py)
    }

    fn play_all(&self, py: Python<'_>, moves: &str) -> PyResult<()> {
        let played = self.running(py).submit_list(moves);
        self.home.raise()?;
        played.raise(py)
    }

    /// Lets the agent of the seat to move play.
    fn agent_move(&self, py: Python<'_>) -> PyResult<Moved> {
        let stop = Stop::default();
        let work = || self.detached().let_agent_move_until(&stop, &mut ());
        let moved = self.home.watched(py, &stop, |_| Ok(()), work)?;
        let moved = moved.raise(py)?;
        Ok(Moved {
            agent: moved.agent,
            r#move: moved.chosen,
            value: moved.value,
            iterations: moved.iterations,
        })
    }

    /// Goes back to before the last move of a seat.
    fn undo(&self, py: Python<'_>, seat: usize) -> PyResult<bool> {
        let seat = self.seat(seat)?;
        Ok(self.running(py).take_back(seat))
    }

    #[pyo3(signature = (question = "value", limit = None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        question: &str,
        limit: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question: Question = question.parse().raise(py)?;
        let limits = limit.map(limit::parse).transpose().raise(py)?;
        let stop = Stop::default();
        let solve = || self.detached().solve(question, limits, &stop, &mut ());
        let solved = self.home.watched(py, &stop, |_| Ok(()), solve)?.raise(py)?;
        json::wire(py, &solved)
    }

    /// The game so far as a `yomi.Record`, which is written in Python.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(&self.running(py).record()).expect("a record is plain data");
        py.import("yomi.records")?.getattr("Record")?.call_method1("of", (text,))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.to_move(py) {
            Some(seat) => format!("<Session of {}, seat {seat} to move>", self.home.name()),
            None => format!("<Session of {}, over>", self.home.name()),
        }
    }
}
