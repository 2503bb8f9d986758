//! Which game an object belongs to, and how work on it is done.

use crate::own::{PythonGame, alone};
use crate::watched::{Broken, broken, unbroken, watched};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;
use yomi::Stop;

/// The entry of a game; of one that is written in Python also the game itself.
#[derive(Clone)]
pub struct Home {
    pub entry: &'static dyn yomi::Game,
    pub python: Option<Arc<PythonGame>>,
}

impl Home {
    pub fn of(entry: &'static dyn yomi::Game) -> Home {
        Home { entry, python: None }
    }

    /// What people call the game.
    pub fn name(&self) -> &str {
        self.python.as_ref().map_or(self.entry.name(), |game| &game.name)
    }

    /// Refuses what can be made again in another process only with the game itself, which is written in Python.
    pub fn check_portable(&self) -> PyResult<()> {
        let Some(game) = &self.python else { return Ok(()) };
        let name = &game.name;
        let why =
            format!("{name} is written in Python and cannot be pickled; expected its class, opened there");
        Err(PyTypeError::new_err(why))
    }

    /// Raises what a game in Python has raised meanwhile.
    pub fn raise(&self) -> PyResult<()> {
        self.python.as_ref().map_or(Ok(()), |game| game.raise())
    }

    /// Does the work beside the interpreter, where Ctrl-C stops it.
    pub fn watched<T: Send>(
        &self,
        py: Python<'_>,
        stop: &Stop,
        meanwhile: impl FnMut(Python<'_>) -> PyResult<()>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        let done = match &self.python {
            None => watched(py, stop, meanwhile, work),
            Some(_) => watched(py, stop, meanwhile, || alone(work)),
        };
        // What a game in Python raised is the cause of what came after it.
        self.raise()?;
        done
    }

    /// Does work that ends soon, in the calling thread where that can be.
    pub fn soon<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        match &self.python {
            None => py.detach(|| unbroken(work)).map_err(|Broken| broken(py)),
            Some(_) => {
                let done = py.detach(|| unbroken(|| alone(work)));
                self.raise()?;
                done.map_err(|Broken| broken(py))
            }
        }
    }
}
