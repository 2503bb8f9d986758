//! Following long work on the terminal, and ending it with Ctrl-C.

use super::lang::Lang;
use super::screen::progress;
use indicatif::ProgressBar;
use std::process;
use std::sync::{Once, OnceLock};
use yomi::engine::stats::sprt;
use yomi::{Follower, Stop};

/// As a shell tells of a command that was ended by Ctrl-C.
pub const INTERRUPTED: u8 = 130;

static PRESSED: OnceLock<Stop> = OnceLock::new();
static HANDLER: Once = Once::new();

/// The switch that Ctrl-C turns, from the first call on: once to get the answer as far as it came, twice to
/// quit at once. SIGTERM and SIGHUP do the same.
pub fn ctrl_c() -> Stop {
    let stop = PRESSED.get_or_init(Stop::default).clone();
    leave_no_programs();
    stop
}

/// From the first call on, a signal that ends this process ends the programs that it runs (`exec`) before.
pub fn leave_no_programs() {
    HANDLER.call_once(|| {
        // Where no handler can be had Ctrl-C ends the command, as it does without us.
        let _ = ctrlc::set_handler(|| match PRESSED.get() {
            Some(pressed) if !pressed.is_stopped() => pressed.stop(),
            _ => {
                yomi::program::end_all();
                process::exit(INTERRUPTED.into());
            }
        });
    });
}

/// Whether Ctrl-C was pressed in a command that answers it.
pub fn was_interrupted() -> bool {
    PRESSED.get().is_some_and(Stop::is_stopped)
}

/// A last line for an answer that was cut short.
pub fn interrupted(lang: Lang, was: bool) -> &'static str {
    match was {
        true => lang.pick("Interrupted: these are the results so far.\n", "中断: ここまでの結果です。\n"),
        false => "",
    }
}

/// A bar on standard error, and Ctrl-C.
pub struct Following {
    bar: ProgressBar,
    stop: Stop,
}

impl Following {
    pub fn new(total: u64, what: &str) -> Following {
        Following { bar: progress(total, what), stop: ctrl_c() }
    }

    pub fn end(self) {
        self.bar.finish_and_clear();
    }
}

impl Follower for Following {
    fn done(&self, count: u64) {
        self.bar.inc(count);
    }

    fn ratio(&self, standing: &sprt::Outcome) {
        let sprt::Outcome { llr, lower, upper, .. } = standing;
        self.bar.set_message(format!("LLR {llr:+.2} ({lower:.2} … {upper:+.2})"));
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}
