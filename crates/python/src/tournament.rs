//! Tournaments.

use crate::fault::Raise;
use crate::json;
use crate::matches::Following;
use crate::store::{self, Place};
use crate::table::{agent, open, registry};
use pyo3::prelude::*;
use yomi::engine::tournament::{self as tournaments, Ledger, Meeting, Opened, Plan, Report, Watcher};
use yomi::engine::{arena, view};
use yomi::{Fault, FaultKind, Follower};
use yomi_store::KeptTournament;
use yomi_store::tournaments::{Known, Start};

impl Watcher for Following {
    fn played(&self, _: &Meeting, games: &[arena::Game], _recalled: bool) {
        self.done(games.len() as u64);
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}

/// Opens every game, and looks at every agent: a mistake is found before the first game.
pub fn opened(plan: &Plan, outside: bool) -> Result<Vec<Opened>, Fault> {
    let prepare = |event: &tournaments::Event| {
        let game = registry().find(&event.game)?;
        let table = if outside { game.open(&event.settings)? } else { open(&event.game, &event.settings)?.1 };
        let seats = table.players();
        for entrant in &event.agents {
            let typed = agent(game, &entrant.agent.text, outside)?;
            table.session(0, &vec![Some(typed); seats], event.limits)?;
        }
        Ok(Opened { table, stakes: game.stakes() })
    };
    plan.events.iter().map(prepare).collect()
}

/// How a tournament that is kept starts.
pub enum Begun {
    /// Its result: it is finished.
    Over(Report),
    Ledger(Box<KeptTournament>),
}

/// Begins a tournament that is kept, or goes on with it.
pub fn begin(plan: &Plan, opened: &[Opened], place: Place, fresh: bool) -> Result<Begun, Fault> {
    let store = store::open(place, true)?;
    let settings: Vec<_> = opened.iter().map(|o| view::settings_json(o.table.settings())).collect();
    let start = match store.known_tournament(plan, &settings)? {
        _ if fresh => Start::Anew,
        Known::New => Start::New,
        Known::Unfinished(run) => Start::GoOn(run.id),
        Known::Finished(run) => {
            let result = run.result.clone().unwrap_or_default();
            let read = yomi::engine::json::read(result);
            return read.map(Begun::Over).map_err(|why| Fault::from_text(FaultKind::BadView, why));
        }
    };
    KeptTournament::begin(store, plan, &settings, start, store::now)
        .map(|ledger| Begun::Ledger(Box::new(ledger)))
}

/// Plays a tournament that is kept, or what is left of it; one that is finished gives its result.
fn kept(
    plan: &Plan,
    opened: &[Opened],
    place: Place,
    fresh: bool,
    watcher: &Following,
) -> Result<Report, Fault> {
    let ledger = match begin(plan, opened, place, fresh)? {
        Begun::Over(report) => return Ok(report),
        Begun::Ledger(ledger) => ledger,
    };
    let mut report = tournaments::run(plan, opened, &*ledger, watcher)?;
    // What another process has kept meanwhile counts; nothing is left to play.
    while ledger.was_shared() {
        report = tournaments::run(plan, opened, &*ledger, watcher)?;
    }
    ledger.end(&report, !report.interrupted)?;
    Ok(report)
}

/// Plays the tournament that a TOML text describes.
#[pyfunction]
#[pyo3(signature = (text, name, outside, fresh, place = None, progress = None))]
pub fn tournament<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    outside: bool,
    fresh: bool,
    place: Option<Place>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = Plan::parse(text, name).raise(py)?;
    let opened = opened(&plan, outside).raise(py)?;
    let report = Following::default().follow(py, None, progress.as_ref(), |watcher| match place {
        None => tournaments::run(&plan, &opened, &() as &dyn Ledger, watcher),
        Some(place) => kept(&plan, &opened, place, fresh, watcher),
    })?;
    json::wire(py, &report.raise(py)?)
}
