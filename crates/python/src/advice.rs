//! Asking an agent.

use crate::decision::Decision;
use crate::fault::{self, Raise};
use crate::json;
use crate::table::agent;
use crate::view::View;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;
use yomi::core::Limits;
use yomi::engine::game::Waiting;
use yomi::engine::limit;
use yomi::engine::wire::{Advice, Snapshot};
use yomi::{Ask, Fault, FaultKind, Listener, Stop};

/// Searches that end this soon are done in the calling thread: handing one over takes longer than Python takes for
/// the rest of the call, and a signal is noticed soon enough afterwards.
const SOON: Duration = Duration::from_millis(100);
const FEW: u64 = 200;

fn ends_soon(limits: &Limits) -> bool {
    let few = |count: Option<u64>| count.is_some_and(|count| count <= FEW);
    limits.time.is_some_and(|time| time <= SOON) || few(limits.iterations) || few(limits.nodes)
}

/// Sends what a search reports to the thread that waits for it.
struct Reporter {
    every: Duration,
    send: Sender<Snapshot>,
}

impl Listener for Reporter {
    fn every(&self) -> Option<Duration> {
        Some(self.every)
    }

    fn snapshot(&mut self, snapshot: &Snapshot) {
        // Who asked may have stopped listening.
        let _ = self.send.send(snapshot.clone());
    }
}

/// What is asked in addition to the move; as keyword arguments of Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wishes {
    seed: u64,
    opponents: Option<String>,
    tree: Option<u32>,
    outside: bool,
    every_ms: u64,
}

/// The move of an agent, every candidate, and why. `report` is called with snapshots while the search goes on.
#[pyfunction]
#[pyo3(signature = (view, agent_text, limit_text, wishes, report = None))]
pub fn advise(
    py: Python<'_>,
    view: &Bound<'_, View>,
    agent_text: &str,
    limit_text: Option<&str>,
    wishes: Wishes,
    report: Option<Py<PyAny>>,
) -> PyResult<Decision> {
    let asked = view.get();
    let ask = || {
        let mut ask = Ask::of(agent(asked.home().entry, agent_text, wishes.outside)?);
        ask.limits = limit_text.map(limit::parse).transpose()?;
        ask.opponents = wishes.opponents.as_deref().map(str::parse).transpose()?;
        ask.seed = wishes.seed;
        ask.tree = wishes.tree;
        Ok(ask)
    };
    let ask: Ask = ask().raise(py)?;
    match searched(py, asked, &ask, wishes.every_ms, report)? {
        Ok(advice) => Ok(Decision(advice, None)),
        // Every other fault comes first: this is the answer to a question that has none yet.
        Err(why) if why.kind == FaultKind::IllegalMove => match asked.detached().waiting(&ask) {
            Some(Waiting { turn, advice }) => Ok(Decision(advice, Some(turn.index()))),
            None => Err(fault::exception(py, &why)),
        },
        Err(why) => Err(fault::exception(py, &why)),
    }
}

/// What the engine answers; the search is done where Ctrl-C stops it, unless it ends soon.
fn searched(
    py: Python<'_>,
    asked: &View,
    ask: &Ask,
    every_ms: u64,
    report: Option<Py<PyAny>>,
) -> PyResult<Result<Advice, Fault>> {
    let limits = ask.agent.limits.or(ask.limits).unwrap_or_default();
    if report.is_none() && ends_soon(&limits) {
        return asked.home().soon(py, || asked.detached().advise(ask, &mut ()));
    }
    let stop: Stop = ask.stop.clone();
    let Some(report) = report else {
        return asked.home().watched(py, &stop, |_| Ok(()), || asked.detached().advise(ask, &mut ()));
    };
    let (send, heard) = mpsc::channel();
    let mut listener = Reporter { every: Duration::from_millis(every_ms), send };
    let heard: Mutex<Receiver<Snapshot>> = Mutex::new(heard);
    let tell = |py: Python<'_>| {
        let heard: Vec<Snapshot> = heard.lock().map(|heard| heard.try_iter().collect()).unwrap_or_default();
        heard.iter().try_for_each(|snapshot| report.call1(py, (json::wire(py, snapshot)?,)).map(|_| ()))
    };
    let advice = asked.home().watched(py, &stop, &tell, || asked.detached().advise(ask, &mut listener))?;
    tell(py)?;
    Ok(advice)
}
