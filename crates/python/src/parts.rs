//! Ranges of the deals of a match, played anywhere, and joined to the report of the whole: what `yomi.ray` sends
//! around.

use crate::fault::Raise;
use crate::json;
use crate::matches::{Following, Wanted, kept};
use crate::store::Place;
use crate::table::Game;
use crate::tournament::{Begun, begin, opened};
use crate::watched::watched;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomi::engine::arena::{Deal, Keeper, Part, Parts, Request, part};
use yomi::engine::record::Forfeit;
use yomi::engine::tournament::{self as tournaments, Joined, Ledger, Meeting, Opened, Plan, Report, Stopped};
use yomi::{Fault, FaultKind, Stop};
use yomi_store::KeptTournament;

/// The part as bytes, how many games it has, and a hash of all that is the same when it is played again.
type Sent<'py> = (Bound<'py, PyBytes>, u64, String);

fn sent<'py>(py: Python<'py>, part: &Part) -> Sent<'py> {
    let (bytes, digest) = py.detach(|| (part.pack(), part.digest().text()));
    (PyBytes::new(py, &bytes), part.games(), digest)
}

fn unpacked(parts: Vec<PyBackedBytes>, players: usize) -> Result<Parts, Fault> {
    Parts::new(players, parts.iter().map(|bytes| bytes.to_vec()))
}

/// How many deals a match has, how many seats, and whether two plays of it are the same.
#[pyfunction]
pub fn arena_shape(py: Python<'_>, game: &Bound<'_, Game>, wanted: Wanted) -> PyResult<(usize, usize, bool)> {
    let game = game.get();
    let request = wanted.request(game).raise(py)?;
    let players = game.table().players();
    Ok((part::deals(&request, players), players, part::is_repeatable(&request)))
}

/// Plays the deals from `start` up to `stop` in one thread.
#[pyfunction]
#[pyo3(signature = (game, wanted, start, stop, moves = false, progress = None))]
pub fn arena_part<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    wanted: Wanted,
    start: usize,
    stop: usize,
    moves: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Sent<'py>> {
    let game = game.get();
    let request = wanted.request(game).raise(py)?;
    let play = |following: &Following| game.table().arena_part(&request, start..stop, moves, following);
    let part = Following::default().follow(py, Some(game.home()), progress.as_ref(), play)?;
    Ok(sent(py, &part.raise(py)?))
}

/// The report of the match whose parts these are.
#[pyfunction]
#[pyo3(signature = (game, wanted, parts, place = None))]
pub fn arena_join<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    wanted: Wanted,
    parts: Vec<PyBackedBytes>,
    place: Option<Place>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get();
    let request = wanted.request(game).raise(py)?;
    let join = || {
        let (table, kept) = (game.table(), kept(game, &request, place)?);
        let keeper: &dyn Keeper = kept.as_ref().map_or(&(), |kept| kept);
        let report = unpacked(parts, table.players())?.join(table, &request, keeper)?;
        kept.map_or(Ok(()), |kept| kept.end(&report))?;
        Ok(report)
    };
    let report = game.home().watched(py, &Stop::default(), |_| Ok(()), join)?;
    json::wire(py, &report.raise(py)?)
}

/// The games of a part that has moves, as records.
#[pyfunction]
pub fn part_records(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    agents: Vec<String>,
    bytes: &[u8],
) -> PyResult<Vec<String>> {
    let game = game.get();
    let settings = yomi::engine::view::settings_json(game.table().settings());
    let part = Part::unpack(bytes).and_then(|part| match agents.len() == part.players {
        true => Ok(part),
        false => Err(Fault::bad_option("one agent per seat is needed", "席ごとにエージェントが必要です")),
    });
    let part = part.raise(py)?;
    let mut records = Vec::new();
    for deal in &part.deals {
        for played in &deal.games {
            let who: Vec<&String> = played.agents.iter().map(|&place| &agents[place]).collect();
            let forfeits: Vec<&Forfeit> = played.forfeits.iter().collect();
            let record = json!({
                "yomi_record": 1,
                "game": game.name(),
                "settings": settings,
                "seed": deal.seed,
                "agents": who,
                "moves": played.moves,
                "payoffs": played.seats.iter().map(|seat| seat.payoff).collect::<Vec<_>>(),
                "forfeits": forfeits,
            });
            records.push(record.to_string());
        }
    }
    Ok(records)
}

/// A tournament whose matches are played in parts, as the driver holds it.
#[pyclass(frozen, module = "yomi")]
pub struct TournamentParts {
    plan: Plan,
    opened: Vec<Opened>,
    meetings: Vec<Meeting>,
    ledger: Option<KeptTournament>,
    /// Of one that is finished.
    result: Option<Report>,
    parts: Mutex<BTreeMap<usize, Vec<Vec<u8>>>>,
}

impl TournamentParts {
    fn parts(&self) -> MutexGuard<'_, BTreeMap<usize, Vec<Vec<u8>>>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn meeting(&self, number: usize) -> Result<(&Meeting, usize), Fault> {
        let found = self.meetings.get(number).ok_or_else(|| no_match(number, self.meetings.len()))?;
        Ok((found, self.opened[found.event].table.players()))
    }

    fn take(&self, number: usize, bytes: &[u8]) -> Result<(), Fault> {
        let (meeting, players) = self.meeting(number)?;
        // Opened also where it is not kept: what is damaged is refused here, not at the end.
        let part = Part::unpack(bytes)?;
        if part.players != players {
            return Err(no_match(number, self.meetings.len()));
        }
        if let Some(ledger) = &self.ledger {
            for (number, deal) in (part.from..).zip(&part.deals) {
                ledger.keep(meeting, Deal { number, seed: deal.seed, games: &deal.games })?;
            }
        }
        if self.ledger.is_none() || meeting.request.sprt.is_some() {
            self.parts().entry(number).or_default().push(bytes.to_vec());
        }
        Ok(())
    }

    fn joined(&self) -> Result<Report, Fault> {
        if let Some(report) = &self.result {
            return Ok(report.clone());
        }
        let Some(ledger) = &self.ledger else {
            let parts = std::mem::take(&mut *self.parts());
            let players = |number: usize| self.meeting(number).map(|(_, players)| players);
            let open = |(number, parts)| Ok((number, Parts::new(players(number)?, parts)?));
            let parts = parts.into_iter().map(open).collect::<Result<_, Fault>>()?;
            return tournaments::run(&self.plan, &self.opened, &Joined(parts), &Stopped);
        };
        let report = tournaments::run(&self.plan, &self.opened, ledger, &Stopped)?;
        ledger.end(&report, !report.interrupted)?;
        Ok(report)
    }
}

fn no_match(number: usize, matches: usize) -> Fault {
    let last = matches.saturating_sub(1);
    Fault::new(
        FaultKind::Unknown,
        format!("match {number}: expected a part of a match from 0 to {last}"),
        format!("対戦 {number}: 0から{last}までの対戦の一部が必要です"),
    )
}

#[pymethods]
impl TournamentParts {
    #[new]
    #[pyo3(signature = (text, name, outside, fresh, place = None))]
    fn new(
        py: Python<'_>,
        text: &str,
        name: &str,
        outside: bool,
        fresh: bool,
        place: Option<Place>,
    ) -> PyResult<TournamentParts> {
        let make = || {
            let plan = Plan::parse(text, name)?;
            let opened = opened(&plan, outside)?;
            let meetings = tournaments::meetings(&plan, &opened)?;
            let (mut ledger, mut result) = (None, None);
            match place.map(|place| begin(&plan, &opened, place, fresh)).transpose()? {
                Some(Begun::Over(report)) => result = Some(report),
                Some(Begun::Ledger(begun)) => ledger = Some(*begun),
                None => {}
            }
            Ok(TournamentParts { plan, opened, meetings, ledger, result, parts: Mutex::default() })
        };
        py.detach(make).raise(py)
    }

    /// Every match with what is left to play of it.
    fn matches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ledger: &dyn Ledger = self.ledger.as_ref().map_or(&(), |ledger| ledger);
        let row = |meeting: &Meeting| {
            let players = self.opened[meeting.event].table.players();
            let gaps = tournaments::gaps(meeting, players, ledger)?;
            Ok(json!({
                "number": meeting.number,
                "game": self.plan.events[meeting.event].game,
                "deals": part::deals(&meeting.request, players),
                "players": players,
                "repeatable": part::is_repeatable(&meeting.request),
                "sequential": meeting.request.sprt.is_some(),
                "gaps": gaps.iter().map(|gap| [gap.start, gap.end]).collect::<Vec<_>>(),
            }))
        };
        let wanted: &[Meeting] = if self.result.is_some() { &[] } else { &self.meetings };
        let rows = py.detach(|| wanted.iter().map(row).collect::<Result<Vec<_>, Fault>>());
        json::python(py, &rows.raise(py)?.into())
    }

    /// Whether games should come with their moves.
    #[getter]
    fn wants_moves(&self) -> bool {
        self.ledger.is_some()
    }

    /// Takes a part of a match; where the tournament is kept, it is not lost any more.
    fn take_part(&self, py: Python<'_>, number: usize, bytes: PyBackedBytes) -> PyResult<()> {
        py.detach(|| self.take(number, &bytes)).raise(py)
    }

    /// Whether what has come of a match with a sequential test decides it.
    fn decided(&self, py: Python<'_>, number: usize) -> PyResult<bool> {
        let decided = || {
            let (meeting, players) = self.meeting(number)?;
            let parts = self.parts().get(&number).cloned().unwrap_or_default();
            let request: &Request = &meeting.request;
            let table = &*self.opened[meeting.event].table;
            Ok(!Parts::new(players, parts)?.join(table, request, &())?.interrupted)
        };
        py.detach(decided).raise(py)
    }

    /// The report of the whole tournament.
    fn join<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = watched(py, &Stop::default(), |_| Ok(()), || self.joined())?;
        json::wire(py, &report.raise(py)?)
    }
}

/// Plays deals of one match of a tournament in one thread.
#[pyfunction]
#[pyo3(signature = (text, name, outside, number, start, stop, moves = false, progress = None))]
#[allow(clippy::too_many_arguments, reason = "as Python calls it, by name")]
pub fn tournament_part<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    outside: bool,
    number: usize,
    start: usize,
    stop: usize,
    moves: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Sent<'py>> {
    let play = |following: &Following| {
        let plan = Plan::parse(text, name)?;
        let opened = opened(&plan, outside)?;
        let meetings = tournaments::meetings(&plan, &opened)?;
        let meeting = meetings.get(number).ok_or_else(|| no_match(number, meetings.len()))?;
        opened[meeting.event].table.arena_part(&meeting.request, start..stop, moves, following)
    };
    let part = Following::default().follow(py, None, progress.as_ref(), play)?;
    Ok(sent(py, &part.raise(py)?))
}
