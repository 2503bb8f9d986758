//! What one seat sees.

use crate::fault::Raise;
use crate::home::Home;
use crate::json::{self, Reduced};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomi::Position;
use yomi::engine::wire::Vector;

/// What one seat sees of a game: all that an agent is given.
#[pyclass(frozen, module = "yomi")]
pub struct View {
    position: Mutex<Box<dyn Position>>,
    home: Home,
    seat: usize,
}

impl View {
    pub fn new(home: Home, position: Box<dyn Position>) -> View {
        let seat = position.seat().index();
        View { position: Mutex::new(position), home, seat }
    }

    /// For threads that do not hold the interpreter's lock.
    pub fn detached(&self) -> MutexGuard<'_, Box<dyn Position>> {
        self.position.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn home(&self) -> &Home {
        &self.home
    }

    fn position<'a>(&'a self, py: Python<'_>) -> MutexGuard<'a, Box<dyn Position>> {
        self.position.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn numbers(&self, py: Python<'_>) -> PyResult<Vector> {
        let vector = self.position(py).vector();
        vector.raise(py)
    }
}

#[pymethods]
impl View {
    #[getter]
    fn game(&self) -> &str {
        self.home.name()
    }

    #[getter]
    fn seat(&self) -> usize {
        self.seat
    }

    #[getter]
    fn to_move(&self, py: Python<'_>) -> Option<u64> {
        self.position(py).json()["to_move"].as_u64()
    }

    #[getter]
    fn legal(&self, py: Python<'_>) -> Vec<String> {
        self.position(py).legal().into_iter().map(|legal| legal.text).collect()
    }

    #[getter]
    fn history(&self, py: Python<'_>) -> Vec<String> {
        self.position(py).history()
    }

    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::wire(py, &self.position(py).events())
    }

    #[pyo3(signature = (lang = "en"))]
    fn picture(&self, py: Python<'_>, lang: &str) -> PyResult<String> {
        let is_japanese = crate::table::is_japanese(lang)?;
        let position = self.position(py);
        Ok(if is_japanese { position.picture_ja() } else { position.picture() })
    }

    /// The same seat's view before the move of this turn, counted from 1.
    fn before_turn(&self, py: Python<'_>, turn: usize) -> PyResult<View> {
        let earlier = self.position(py).before_turn(turn);
        earlier.raise(py).map(|position| View::new(self.home.clone(), position))
    }

    fn json(&self, py: Python<'_>) -> String {
        self.position(py).json().to_string()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.position(py).json();
        json::python(py, &value)
    }

    fn vector_names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.numbers(py)?.names)
    }

    fn vector<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray1<f32>>> {
        Ok(numpy::PyArray1::from_vec(py, self.numbers(py)?.values))
    }

    /// A view is pickled as its JSON.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (String,)>> {
        self.home.check_portable()?;
        Ok((py.import("yomi._yomi")?.getattr("read_view")?, (self.json(py),)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<View of {} by seat {}, {} events>", self.home.name(), self.seat, self.history(py).len())
    }
}
