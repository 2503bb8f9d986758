//! The games that are kept.

use crate::fault::Raise;
use crate::json;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use serde_json::json;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomi::Fault;
use yomi::engine::record::Record;
use yomi_store::list::Listed;
use yomi_store::{Content, Durability, Filter, Opening, Source, Time};

/// The path of a store.
pub type Place = PathBuf;

/// The time now, for what is kept.
#[allow(clippy::disallowed_methods, reason = "this is where the store gets its clock from")]
pub fn now() -> Time {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

pub fn open(path: Place, create: bool) -> Result<yomi_store::Store, Fault> {
    let opening = Opening { create, durability: Durability::Quick, ..Opening::at(path) };
    yomi_store::Store::open(&opening)
}

/// A file with games, matches and tournaments.
#[pyclass(frozen, module = "yomi")]
pub struct Store(Mutex<yomi_store::Store>);

impl Store {
    fn store<'a>(&'a self, py: Python<'_>) -> MutexGuard<'a, yomi_store::Store> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which games.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Which {
    game: Option<String>,
    player: Option<String>,
    source: Option<String>,
    run: Option<i64>,
    since: Option<String>,
    until: Option<String>,
    finished: Option<bool>,
    last: Option<u64>,
}

impl Which {
    fn filter(self) -> Result<Filter, Fault> {
        Ok(Filter {
            game: self.game,
            player: self.player,
            source: self.source.as_deref().map(str::parse::<Source>).transpose()?,
            run: self.run,
            since: self.since.as_deref().map(str::parse::<Time>).transpose()?,
            until: self.until.as_deref().map(Time::parse_end).transpose()?,
            finished: self.finished,
            ids: None,
            last: self.last,
        })
    }
}

fn row(game: &Listed) -> serde_json::Value {
    let Listed { id, kept, shared, seed, at, finished, payoffs, moves, .. } = game;
    json!({
        "id": id,
        "key": kept.as_ref().map(|(key, _)| key),
        "game": shared.game,
        "settings": shared.settings,
        "agents": shared.agents,
        "source": shared.source.name(),
        "run": shared.run,
        "seed": seed,
        "at": at.to_string(),
        "finished": finished,
        "payoffs": payoffs.as_deref(),
        "moves": moves,
    })
}

#[pymethods]
impl Store {
    #[new]
    fn new(py: Python<'_>, path: PathBuf, create: bool) -> PyResult<Store> {
        open(path, create).raise(py).map(|store| Store(Mutex::new(store)))
    }

    #[getter]
    fn path(&self, py: Python<'_>) -> PathBuf {
        self.store(py).path().to_path_buf()
    }

    /// Games that pass, in the order in which they were written.
    fn listed<'py>(&self, py: Python<'py>, which: Which) -> PyResult<Bound<'py, PyAny>> {
        let filter = which.filter().raise(py)?;
        let mut rows = Vec::new();
        let found = self.store(py).each(&filter, |game| {
            rows.push(row(game));
            Ok(())
        });
        found.raise(py)?;
        json::python(py, &rows.into())
    }

    /// Whole games as lines of JSON: what `export` writes and `import` reads.
    fn lines(&self, py: Python<'_>, which: Which) -> PyResult<Vec<String>> {
        let filter = which.filter().raise(py)?;
        let mut lines = Vec::new();
        let found = self.store(py).each_whole(&filter, |stored| {
            lines.push(serde_json::to_string(&stored.line()).expect("a line is plain data"));
            Ok(())
        });
        found.raise(py).map(|()| lines)
    }

    /// One game, by its number or its key, as a line of an export.
    fn line(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let stored = self.store(py).find(name);
        Ok(serde_json::to_string(&stored.raise(py)?.line()).expect("a line is plain data"))
    }

    /// Keeps a record as a game that was played here, and returns its key.
    fn keep(&self, py: Python<'_>, record: &str) -> PyResult<String> {
        let keep = |store: &mut yomi_store::Store| {
            let record = Record::parse(record)?;
            let agents = record.agents.clone();
            store.keep(Source::Play, &agents, &Content::Record(record), now())
        };
        let kept = keep(&mut self.store(py));
        Ok(kept.raise(py)?.key)
    }

    /// Matches and tournaments.
    fn runs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let runs = self.store(py).runs();
        json::wire(py, &runs.raise(py)?)
    }
}
