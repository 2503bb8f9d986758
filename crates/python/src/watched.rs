//! Work that takes long: the interpreter's lock is released, and Ctrl-C stops it.
//!
//! Python runs handlers of signals in its main thread and nowhere else, so the work goes to a thread of its own
//! while the calling one waits, and looks for signals now and then.

use pyo3::prelude::*;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use yomi::{Fault, FaultKind, Stop};

use super::fault::exception;

/// How long a person who presses Ctrl-C waits at most before it is noticed.
const BEAT: Duration = Duration::from_millis(50);

/// The work panicked, which was written to standard error.
pub struct Broken;

/// Does work that may panic: a defect of Yomi is an exception that `except Exception` knows, as all others are.
pub fn unbroken<T>(work: impl FnOnce() -> T) -> Result<T, Broken> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| Broken)
}

pub fn broken(py: Python<'_>) -> PyErr {
    let why = Fault::new(
        FaultKind::Internal,
        "Yomi failed at this; please report it with what was asked",
        "Yomi の不具合です。何をしたかを添えて報告してください",
    );
    exception(py, &why)
}

/// Does the work in a thread of its own, and `meanwhile` every now and then in this one. A signal, or an exception
/// of `meanwhile`, sets the flag that stops the work, and is raised when the work has ended.
pub fn watched<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    mut meanwhile: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (send, done) = mpsc::channel::<Result<T, Broken>>();
    let done = Mutex::new(done);
    let next = |patience: Duration| {
        let done = done.lock().unwrap_or_else(PoisonError::into_inner);
        done.recv_timeout(patience)
    };
    thread::scope(|scope| {
        scope.spawn(move || {
            // Who waits for it is there until it comes.
            let _ = send.send(unbroken(work));
        });
        loop {
            match py.detach(|| next(BEAT)) {
                Ok(result) => return result.map_err(|Broken| broken(py)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(broken(py)),
            }
            if let Err(why) = py.check_signals().and_then(|()| meanwhile(py)) {
                stop.stop();
                py.detach(|| while let Err(RecvTimeoutError::Timeout) = next(Duration::from_secs(60)) {});
                return Err(why);
            }
        }
    })
}
