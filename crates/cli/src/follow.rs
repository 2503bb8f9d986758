//! Following long work on the terminal, and ending it with Ctrl-C.

use super::lang::Lang;
use super::screen::progress;
use indicatif::ProgressBar;
use std::io::Write;
use std::sync::{Once, OnceLock};
use std::time::Duration;
use std::{process, thread};
use yomi::engine::stats::sprt;
use yomi::{Follower, Stop};

/// As a shell tells of a command that was ended by Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Who stops a command expects it to have ended by then.
const SOON: Duration = Duration::from_secs(5);

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
            Some(pressed) if !pressed.is_stopped() => {
                pressed.stop();
                thread::spawn(say_what_is_awaited);
            }
            _ => {
                yomi::program::end_all();
                process::exit(INTERRUPTED.into());
            }
        });
    });
}

/// What was begun is finished where a result needs it whole, which may take as long as a move of a slow agent.
fn say_what_is_awaited() {
    thread::sleep(SOON);
    let told = Lang::of_arguments(std::env::args_os()).pick(
        "stopping: what was begun is being finished; Ctrl-C again quits at once",
        "停止中: 始めた対局や手を終えています。もう一度 Ctrl-C を押すとすぐに終わります",
    );
    let _ = writeln!(std::io::stderr(), "yomi: {told}");
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

    /// What is shown beside the bar from now on.
    #[cfg(feature = "train")]
    pub fn tell(&self, text: String) {
        self.bar.set_message(text);
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
