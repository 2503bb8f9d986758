//! A game that is played elsewhere and entered as it happens.

use crate::fault::Raise;
use crate::home::Home;
use crate::view::View;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A real game, entered as one seat sees it: no state, no seed, no luck.
#[pyclass(frozen, module = "yomi")]
pub struct Log {
    log: Mutex<Box<dyn yomi::Log>>,
    home: Home,
}

impl Log {
    pub fn new(home: Home, log: Box<dyn yomi::Log>) -> Log {
        Log { log: Mutex::new(log), home }
    }

    fn log<'a>(&'a self, py: Python<'_>) -> MutexGuard<'a, Box<dyn yomi::Log>> {
        self.log.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Log {
    /// Takes in one or several events. A refused entry changes nothing.
    fn enter(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        let entered = self.log(py).enter(text);
        entered.raise(py)
    }

    fn take_back(&self, py: Python<'_>) -> bool {
        self.log(py).take_back()
    }

    fn view(&self, py: Python<'_>) -> View {
        View::new(self.home.clone(), self.log(py).position())
    }

    #[getter]
    fn payoffs(&self, py: Python<'_>) -> Option<Vec<f64>> {
        self.log(py).payoffs()
    }
}
