//! Faults become exceptions. Which class each kind has is written in one place: `python/yomi/faults.py`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use yomi::Fault;

/// The exception for a fault.
pub fn exception(py: Python<'_>, why: &Fault) -> PyErr {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let code = serde_json::to_value(why.kind).expect("a kind is a word");
    let make = MAKE.get_or_try_init(py, || Ok(py.import("yomi.faults")?.getattr("of")?.unbind()));
    let made = make.and_then(|make| {
        let Fault { text, entry, expected, part, .. } = why;
        make.call1(py, (code.as_str(), &text.en, &text.ja, *entry, expected.clone(), part.clone()))
    });
    match made {
        Ok(made) => PyErr::from_value(made.into_bound(py)),
        Err(broken) => broken,
    }
}

/// Raises what was refused.
pub trait Raise<T> {
    fn raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> Raise<T> for Result<T, Fault> {
    fn raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|why| exception(py, &why))
    }
}
