//! The native half of the Python package `yomi`: games, advice, matches and the store as Python objects.
//!
//! Everything here is a thin layer over the objects of the engine, which know only text and plain data. What is
//! pleasant to use is written in Python (`python/yomi/`); what is typed in Python's sense stands in
//! `python/yomi/_yomi.pyi`, which the tests check.
//!
//! | module | what |
//! |---|---|
//! | `table` | games with their settings, and lists of games and agents |
//! | `session`, `view`, `log` | a game in progress, what a seat sees, a game that is played elsewhere |
//! | `advice`, `decision` | asking an agent, and its answer |
//! | `matches`, `tournament` | many games |
//! | `parts` | ranges of the deals of a match, and joining them |
//! | `review` | what decisions of a recorded game lost |
//! | `batch` | many games stepped together, for learning |
//! | `own` | games written in Python |
//! | `store` | the games that are kept |
//! | `fault` | faults become exceptions |
//! | `home` | which game an object belongs to |
//! | `watched` | work without the interpreter's lock, which Ctrl-C stops |
//! | `json` | plain data as Python objects |

mod advice;
mod batch;
mod decision;
mod fault;
mod home;
mod json;
mod log;
mod matches;
mod own;
mod parts;
mod review;
mod session;
mod store;
mod table;
mod tournament;
mod view;
mod watched;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// What the module was compiled for, for the check in `python/yomi/_cpu.py`: on a CPU without these instructions
/// nothing in this file may run, not even the start of the module.
#[used]
static BUILT_FOR: &str = if cfg!(all(target_arch = "x86_64", target_feature = "avx2")) {
    "yomi-built-for:x86-64-v3;"
} else {
    "yomi-built-for:any;"
};

#[pymodule(name = "_yomi")]
mod native {
    use super::*;

    #[pymodule_export]
    use super::advice::advise;
    #[pymodule_export]
    use super::batch::BatchClass;
    #[pymodule_export]
    use super::decision::{Candidate, Decision, Lead, Reason, Words};
    #[pymodule_export]
    use super::log::Log;
    #[pymodule_export]
    use super::matches::{arena, audit, bench, calibrate, suite};
    #[pymodule_export]
    use super::parts::{TournamentParts, arena_join, arena_part, arena_shape, part_records, tournament_part};
    #[pymodule_export]
    use super::review::review;
    #[pymodule_export]
    use super::session::{Moved, Session};
    #[pymodule_export]
    use super::store::Store;
    #[pymodule_export]
    use super::table::{
        Game, agent_list, agents, check_record, games, import_log, open_python, read_view, replay_record,
        rules,
    };
    #[pymodule_export]
    use super::tournament::tournament;
    #[pymodule_export]
    use super::view::View;

    #[pymodule_init]
    fn start(module: &Bound<'_, PyModule>) -> PyResult<()> {
        yomi::check_cpu().map_err(|why| PyImportError::new_err(why.text.en))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("BUILT_FOR", BUILT_FOR)
    }
}
