//! Batches as Python sees them: numbers are numpy arrays, made here and handed over without a copy.

use super::{Batch as Games, Ends, Making, Refused, open};
use crate::fault::{Raise, exception};
use crate::table::Game;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomi::{Fault, FaultKind};

/// Games of one kind that are stepped together.
#[pyclass(frozen, name = "Batch", module = "yomi")]
pub struct Batch {
    games: Mutex<Box<dyn Games>>,
    count: usize,
    players: usize,
    width: usize,
    lengths: (usize, usize),
}

/// Rows of numbers; the vector becomes the array.
fn rows<'py, T: numpy::Element>(
    py: Python<'py>,
    numbers: Vec<T>,
    count: usize,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let width = numbers.len() / count.max(1);
    PyArray1::from_vec(py, numbers).reshape([count, width])
}

/// The most games that are stepped together.
const MOST_GAMES: usize = 1 << 22;

/// The most games whose payoffs are given at once.
const MOST_PLAYED: usize = 1 << 28;

type Ended<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<bool>>);

impl Batch {
    /// Works on the games without the interpreter's lock.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Box<dyn Games>) -> T + Send) -> T {
        py.detach(|| {
            let mut games: MutexGuard<'_, Box<dyn Games>> =
                self.games.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut games)
        })
    }

    fn ended<'py>(&self, py: Python<'py>, ends: Ends) -> PyResult<Ended<'py>> {
        Ok((rows(py, ends.paid, self.count)?, PyArray1::from_vec(py, ends.over)))
    }

    fn check_seat(&self, seat: Option<usize>) -> PyResult<()> {
        match seat {
            Some(seat) if seat >= self.players => {
                let last = self.players - 1;
                Err(PyIndexError::new_err(format!("there is no seat {seat}; expected 0 to {last}")))
            }
            _ => Ok(()),
        }
    }
}

fn refusal(py: Python<'_>, refused: Refused, texts: &[String]) -> PyErr {
    let Refused { game, number, legal } = refused;
    let word = usize::try_from(number).ok().and_then(|number| texts.get(number)).cloned();
    let said = word.unwrap_or_else(|| number.to_string());
    let list = legal.join(" ");
    let why = Fault::new(
        FaultKind::IllegalMove,
        format!("game {game}: move {said:?} is not legal; legal: {list}"),
        format!("ゲーム {game}: {said:?} は選べません。選べる手: {list}"),
    );
    exception(py, &why.at_entry(game).expecting(legal))
}

#[pymethods]
impl Batch {
    #[new]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        count: usize,
        seed: u64,
        observe: bool,
        again: bool,
        first: u64,
    ) -> PyResult<Batch> {
        if !(1..=MOST_GAMES).contains(&count) {
            let why = format!("{count} games in a batch; expected 1 to {MOST_GAMES}");
            return Err(PyValueError::new_err(why));
        }
        let (name, settings) = (game.get().name(), game.get().table().settings());
        let making = Making { games: count, first, seed, observe, again };
        let games = py.detach(|| open(name, settings, &making)).raise(py)?;
        let (players, width, lengths) = (games.players(), games.width(), games.lengths());
        Ok(Batch { games: Mutex::new(games), count, players, width, lengths })
    }

    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    #[getter]
    fn players(&self) -> usize {
        self.players
    }

    #[getter]
    fn width(&self) -> usize {
        self.width
    }

    #[getter]
    fn lengths(&self) -> (usize, usize) {
        self.lengths
    }

    #[getter]
    fn moves(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |games| games.moves().to_vec())
    }

    fn reset(&self, py: Python<'_>, seed: u64) {
        self.with(py, |games| games.reset(seed));
    }

    fn step<'py>(&self, py: Python<'py>, moves: PyReadonlyArray1<'py, i64>) -> PyResult<Ended<'py>> {
        let moves = moves.as_slice().map_err(|_| PyValueError::new_err("the moves must be contiguous"))?;
        if moves.len() != self.count {
            let (given, count) = (moves.len(), self.count);
            return Err(PyValueError::new_err(format!("{given} moves; expected {count}, one per game")));
        }
        let mut ends = Ends::default();
        let done = self.with(py, |games| {
            let done = games.step(moves, &mut ends);
            done.map_err(|refused| (refused, games.moves().to_vec()))
        });
        done.map_err(|(refused, texts)| refusal(py, refused, &texts))?;
        self.ended(py, ends)
    }

    fn step_random<'py>(&self, py: Python<'py>) -> PyResult<Ended<'py>> {
        let mut ends = Ends::default();
        self.with(py, |games| games.step_random(&mut ends));
        self.ended(py, ends)
    }

    fn play_out<'py>(&self, py: Python<'py>, rounds: usize) -> PyResult<(Bound<'py, PyArray2<f64>>, u64)> {
        let all = rounds.checked_mul(self.count).filter(|games| *games <= MOST_PLAYED).ok_or_else(|| {
            let (count, most) = (self.count, MOST_PLAYED / self.count);
            PyValueError::new_err(format!("{rounds} rounds of {count} games; expected at most {most}"))
        })?;
        let (paid, moves) = self.with(py, |games| games.play_out(rounds));
        Ok((PyArray1::from_vec(py, paid).reshape([all, self.players])?, moves))
    }

    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_vec(py, self.with(py, |games| games.to_move()))
    }

    fn deals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.with(py, |games| games.deals()))
    }

    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        rows(py, self.with(py, |games| games.legal()), self.count)
    }

    fn legal_texts(&self, py: Python<'_>, game: usize) -> PyResult<Vec<String>> {
        if game >= self.count {
            let last = self.count - 1;
            return Err(PyIndexError::new_err(format!("there is no game {game}; expected 0 to {last}")));
        }
        Ok(self.with(py, |games| games.legal_texts(game)))
    }

    #[pyo3(signature = (seat = None))]
    fn observations<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.check_seat(seat)?;
        rows(py, self.with(py, |games| games.observations(seat)), self.count)
    }

    #[pyo3(signature = (seat = None))]
    fn hidden<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.check_seat(seat)?;
        rows(py, self.with(py, |games| games.hidden(seat)), self.count)
    }

    fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows(py, self.with(py, |games| games.payoffs()), self.count)
    }
}
