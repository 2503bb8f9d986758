//! Many games: matches, suites, calibration, audits.

use crate::fault::Raise;
use crate::home::Home;
use crate::store::Place;
use crate::table::{Game, agent};
use crate::watched::watched;
use crate::{json, store};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use yomi::engine::agent::AgentText;
use yomi::engine::arena::Keeper;
use yomi::engine::bench::Meter;
use yomi::engine::stats::sprt;
use yomi::engine::{
    arena as arenas, audit as audits, calibrate as calibrations, limit, suite as suites, view,
};
use yomi::{Fault, Follower, Stop};
use yomi_store::KeptArena;

/// Counts what is done, and hears that it shall stop.
#[derive(Default)]
pub struct Following {
    done: AtomicU64,
    pub stop: Stop,
}

impl Follower for Following {
    fn done(&self, count: u64) {
        self.done.fetch_add(count, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}

impl Following {
    /// Does the work, and tells Python now and then how much of it is done.
    pub fn follow<T: Send>(
        &self,
        py: Python<'_>,
        home: Option<&Home>,
        progress: Option<&Py<PyAny>>,
        work: impl FnOnce(&Following) -> T + Send,
    ) -> PyResult<T> {
        let tell = |py: Python<'_>| match progress {
            Some(progress) => progress.call1(py, (self.done.load(Ordering::Relaxed),)).map(|_| ()),
            None => Ok(()),
        };
        let worked = match home {
            Some(home) => home.watched(py, &self.stop, tell, || work(self))?,
            None => watched(py, &self.stop, tell, || work(self))?,
        };
        tell(py)?;
        Ok(worked)
    }
}

/// What all of these are asked.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Frame {
    seed: u64,
    limit: Option<String>,
    outside: bool,
    progress: Option<Py<PyAny>>,
}

impl Frame {
    fn limits(&self) -> Result<Option<yomi::core::Limits>, Fault> {
        self.limit.as_deref().map(limit::parse).transpose()
    }

    fn agents(&self, game: &Game, texts: &[String]) -> Result<Vec<AgentText>, Fault> {
        let game = game.home().entry;
        texts.iter().map(|text| agent(game, text, self.outside)).collect()
    }
}

/// A match as it is asked for.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wanted {
    agents: Vec<String>,
    games: u64,
    seed: u64,
    limit: Option<String>,
    openings: Option<usize>,
    sprt: Option<String>,
    outside: bool,
}

impl Wanted {
    pub fn request(&self, game: &Game) -> Result<arenas::Request, Fault> {
        let entry = game.home().entry;
        Ok(arenas::Request {
            agents: self
                .agents
                .iter()
                .map(|text| agent(entry, text, self.outside))
                .collect::<Result<_, _>>()?,
            games: self.games,
            seed: self.seed,
            limits: self.limit.as_deref().map(limit::parse).transpose()?,
            openings: self.openings,
            sprt: self.sprt.as_deref().map(sprt::Test::parse).transpose()?,
        })
    }
}

/// A match that is kept, where a place is given.
pub fn kept(
    game: &Game,
    request: &arenas::Request,
    place: Option<Place>,
) -> Result<Option<KeptArena>, Fault> {
    let begin = |path| {
        let settings = view::settings_json(game.table().settings());
        KeptArena::begin(store::open(path, true)?, game.name(), &settings, request, store::now)
    };
    place.map(begin).transpose()
}

#[pyfunction]
#[pyo3(signature = (game, wanted, place = None, progress = None))]
pub fn arena<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    wanted: Wanted,
    place: Option<Place>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get();
    let request = wanted.request(game).raise(py)?;
    let kept = kept(game, &request, place).raise(py)?;
    let report = Following::default().follow(py, Some(game.home()), progress.as_ref(), |following| {
        let keeper: &dyn Keeper = kept.as_ref().map_or(&(), |kept| kept);
        game.table().arena_kept(&request, following, keeper)
    });
    let report = report?.raise(py)?;
    kept.map_or(Ok(()), |kept| kept.end(&report)).raise(py)?;
    json::wire(py, &report)
}

#[pyfunction]
pub fn suite<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    agents: Vec<String>,
    boards: u64,
    frame: Frame,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get();
    let request = || {
        let (agents, limits) = (frame.agents(game, &agents)?, frame.limits()?);
        Ok(suites::Request { agents, boards, seed: frame.seed, limits })
    };
    let request: suites::Request = request().raise(py)?;
    let report =
        Following::default().follow(py, Some(game.home()), frame.progress.as_ref(), |following| {
            game.table().suite(&request, following)
        })?;
    json::wire(py, &report.raise(py)?)
}

/// Which games are played to find out whether statements are true.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Tried {
    against: Vec<String>,
    opponents: Option<String>,
    random_moves: u32,
    games: u64,
}

/// The report, and the map from what is stated to what came true as text, where there is one.
#[pyfunction]
pub fn calibrate<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    agent_text: String,
    tried: Tried,
    frame: Frame,
) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
    let game = game.get();
    let request = || {
        let agent = frame.agents(game, std::slice::from_ref(&agent_text))?.remove(0);
        Ok(calibrations::Request {
            agent,
            against: frame.agents(game, &tried.against)?,
            opponents: tried.opponents.as_deref().map(str::parse).transpose()?,
            random_moves: tried.random_moves,
            games: tried.games,
            seed: frame.seed,
            limits: frame.limits()?,
        })
    };
    let request: calibrations::Request = request().raise(py)?;
    let found = Following::default().follow(py, Some(game.home()), frame.progress.as_ref(), |following| {
        game.table().calibrate(&request, following)
    })?;
    let found = found.raise(py)?;
    Ok((json::wire(py, &found.report)?, found.map.map(|map| map.text())))
}

/// Speeds of one core, by the benchmarks of the game.
#[pyfunction]
pub fn bench<'py>(py: Python<'py>, game: &Bound<'py, Game>, seconds: f64) -> PyResult<Bound<'py, PyAny>> {
    let patience = Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{seconds} seconds; expected a number above 0")))?;
    let entry = game.get().home().entry;
    let report = watched(
        py,
        &Stop::default(),
        |_| Ok(()),
        || {
            let mut meter = Meter::new(patience, entry.host());
            entry.bench(&mut meter);
            meter.report()
        },
    )?;
    json::wire(py, &report)
}

#[pyfunction]
pub fn audit<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    agent_text: String,
    positions: u64,
    sight_games: u64,
    frame: Frame,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get();
    let request = || {
        let agent = frame.agents(game, std::slice::from_ref(&agent_text))?.remove(0);
        let (seed, limits) = (frame.seed, frame.limits()?);
        Ok(audits::Request { agent, positions, seed, limits, sight_games, planted: None })
    };
    let request: audits::Request = request().raise(py)?;
    let report =
        Following::default().follow(py, Some(game.home()), frame.progress.as_ref(), |following| {
            game.table().audit(&request, following)
        })?;
    json::wire(py, &report.raise(py)?)
}
