//! Reviews: what each decision of a recorded game lost, and what luck did.

use crate::fault::Raise;
use crate::json;
use crate::matches::Following;
use crate::table::{recorded, registry};
use pyo3::prelude::*;
use yomi::engine::limit;
use yomi::engine::review::{Request, usual_seat};

/// Reviews a record, which is JSON; without a seat the person's, otherwise the first.
#[pyfunction]
#[pyo3(signature = (text, seat = None, limit_text = None, progress = None))]
pub fn review<'py>(
    py: Python<'py>,
    text: &str,
    seat: Option<usize>,
    limit_text: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = limit_text.map(limit::parse).transpose().raise(py)?;
    let (record, table) = recorded(text).raise(py)?;
    let seat = match seat {
        Some(seat) => seat,
        None => usual_seat(registry().find(&record.game).raise(py)?, &record),
    };
    let following = Following::default();
    let request = Request { seat, limits, stop: following.stop.clone(), ..Request::default() };
    let work = |following: &Following| table.review(&record, &request, following);
    let review = following.follow(py, None, progress.as_ref(), work)?.raise(py)?;
    json::wire(py, &review)
}
