//! Programs that are spoken to in lines: child processes.
//!
//! What a child says is read, and what it is told written, by threads of its own, so that neither a full pipe
//! nor a line that never ends can hold up the caller. Everything is bounded: lines, lines that wait in both
//! directions, and what is kept of the standard error.
//!
//! On Unix every program has a process group of its own, and ends with everything it started: behind a script
//! that wraps it there is a second process. A front end that ends on a signal calls [`end_all`] first.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use yomi_engine::Fault;
use yomi_engine::fault::excerpt;
use yomi_engine::host::{Lost, Program};

/// The longest line that is read of a program.
const MOST_LINE: u64 = 1 << 20;
/// Lines that may wait: a program that says more than it is asked has to wait itself.
const MOST_WAITING: usize = 16;
/// Lines to a program that may wait: it is told no more than one without having answered, except what it need
/// not answer.
const MOST_UNREAD: usize = 4;
/// The end of the standard error that is kept.
const MOST_KEPT: usize = 1000;
/// What is logged of the standard error of one process.
const MOST_LOGGED: u64 = 1 << 20;
/// How long a program has to end by itself when its input is closed.
const FAREWELL: Duration = Duration::from_millis(300);

pub struct ChildProgram {
    child: Child,
    group: Group,
    /// Lines on their way to it.
    input: Option<SyncSender<String>>,
    /// Something could not be written: nobody has its input.
    unheard: Arc<AtomicBool>,
    lines: Receiver<Result<String, Lost>>,
    complaints: Arc<Mutex<VecDeque<u8>>>,
    /// Who reads the standard error.
    listener: Option<JoinHandle<()>>,
}

impl ChildProgram {
    pub fn start(command: &str) -> Result<ChildProgram, Fault> {
        let words = words(command)?;
        let (program, arguments) = words.split_first().ok_or_else(|| {
            Fault::bad_option(
                "the command is empty; expected a program",
                "コマンドが空です。プログラムを指定してください",
            )
        })?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if let Some(prepare) = BEFORE_EACH.get() {
            prepare();
        }
        let mut child = command.spawn().map_err(|why| {
            let program = excerpt(program);
            Fault::io(
                format!("cannot run {program:?}: {why}"),
                format!("{program:?} を実行できません: {why}"),
            )
        })?;
        let (send, lines) = mpsc::sync_channel(MOST_WAITING);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_lines(BufReader::new(output), &send));
        }
        let complaints = Arc::new(Mutex::default());
        let listener = child.stderr.take().map(|errors| {
            let (kept, name) = (Arc::clone(&complaints), excerpt(program));
            thread::spawn(move || read_complaints(BufReader::new(errors), &kept, &name))
        });
        let (input, to_write) = mpsc::sync_channel(MOST_UNREAD);
        let unheard = Arc::new(AtomicBool::new(false));
        if let Some(pipe) = child.stdin.take() {
            let unheard = Arc::clone(&unheard);
            thread::spawn(move || unheard.store(write_lines(pipe, &to_write).is_err(), Ordering::Relaxed));
        }
        let (input, group) = (Some(input), Group::of(&child));
        Ok(ChildProgram { child, group, input, unheard, lines, complaints, listener })
    }

    /// How it ended; if it has not, it has only closed one of its ends.
    fn ended_or(&mut self, closed: Lost) -> Lost {
        // An end may be closed a moment before the process is gone.
        self.wait(FAREWELL).map_or(closed, |status| Lost::Ended(status.to_string()))
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let mut status = None;
        glance_until(patience, || {
            status = self.child.try_wait().ok().flatten();
            status.is_some()
        });
        status
    }
}

/// Looks now and then whether something is so, for this long.
fn glance_until(patience: Duration, mut is_so: impl FnMut() -> bool) {
    const GLANCE: Duration = Duration::from_millis(5);
    let mut left = patience;
    while !is_so() && left > GLANCE {
        thread::sleep(GLANCE);
        left -= GLANCE;
    }
}

/// Splits a command at spaces; quotes keep words together.
fn words(command: &str) -> Result<Vec<String>, Fault> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        let command = excerpt(command);
        return Err(Fault::bad_option(
            format!("{command:?}: a quote is not closed"),
            format!("{command:?}: 引用符が閉じていません"),
        ));
    }
    words.extend(word);
    Ok(words)
}

/// Writes lines until there are no more; the pipe is closed then.
fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) -> std::io::Result<()> {
    lines.iter().try_for_each(|line| pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()))
}

/// Sends lines on until there are no more, or nobody wants them.
fn read_lines(mut output: impl BufRead, send: &SyncSender<Result<String, Lost>>) {
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MOST_LINE).read_until(b'\n', &mut line);
        let said = match read {
            Ok(0) | Err(_) => return,
            Ok(n) if n as u64 == MOST_LINE => {
                Err(Lost::Garbled(format!("a line of more than {MOST_LINE} bytes")))
            }
            Ok(_) => String::from_utf8(line).map_err(|_| Lost::Garbled("not UTF-8".into())),
        };
        let broken = said.is_err();
        if send.send(said).is_err() || broken {
            return;
        }
    }
}

/// Logs what a program complains of, and keeps the end of it.
fn read_complaints(mut errors: impl BufRead, kept: &Mutex<VecDeque<u8>>, name: &str) {
    let (mut line, mut logged) = (Vec::new(), 0u64);
    while let Ok(1..) = errors.by_ref().take(MOST_KEPT as u64).read_until(b'\n', &mut line) {
        logged += line.len() as u64;
        if logged <= MOST_LOGGED {
            let text = String::from_utf8_lossy(&line);
            tracing::info!(program = name, "{}", text.trim_end());
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(line.drain(..));
        let over = kept.len().saturating_sub(MOST_KEPT);
        kept.drain(..over);
    }
}

impl Program for ChildProgram {
    fn send(&mut self, line: &str) -> Result<(), Lost> {
        let sent = self.input.as_ref().map(|input| input.try_send(format!("{line}\n")));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Lost::Unread),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.ended_or(Lost::Deaf)),
        }
    }

    fn receive(&mut self, patience: Duration) -> Result<String, Lost> {
        match self.lines.recv_timeout(patience) {
            Ok(said) => said,
            // What it did not hear it will not answer.
            Err(RecvTimeoutError::Timeout) if self.unheard.load(Ordering::Relaxed) => {
                Err(self.ended_or(Lost::Deaf))
            }
            Err(RecvTimeoutError::Timeout) => Err(Lost::Late),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended_or(Lost::Silent)),
        }
    }

    fn complaints(&mut self) -> String {
        // What a program said before it ended may not have been read yet.
        if self.child.try_wait().is_ok_and(|status| status.is_some())
            && let Some(listener) = &self.listener
        {
            glance_until(FAREWELL, || listener.is_finished());
        }
        let kept = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        String::from_utf8_lossy(&bytes).trim().to_string()
    }
}

impl Drop for ChildProgram {
    fn drop(&mut self) {
        drop(self.input.take());
        let ended = self.wait(FAREWELL).is_some();
        // Also what it started and left behind.
        self.group.end();
        if !ended {
            // It may have ended just now: then there is nothing to kill.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Called before every program that is started, so that a front end can see to it that none is left behind
/// when it is ended by a signal. Only the first of several counts.
pub fn before_each(prepare: fn()) {
    let _ = BEFORE_EACH.set(prepare);
}

static BEFORE_EACH: OnceLock<fn()> = OnceLock::new();
/// Groups of the programs that run, by their numbers.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Ends every program that was started and has not ended, with what they started. For a process that is about
/// to exit without dropping them.
pub fn end_all() {
    let running = std::mem::take(&mut *RUNNING.lock().unwrap_or_else(PoisonError::into_inner));
    running.into_iter().for_each(kill_group);
}

/// The processes of one program.
struct Group(u32);

impl Group {
    fn of(child: &Child) -> Group {
        let group = Group(child.id());
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).insert(group.0);
        group
    }

    fn end(&self) {
        // The number is not given to another group while a process of this one is left.
        if RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0) {
            kill_group(self.0);
        }
    }
}

#[cfg(unix)]
fn kill_group(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // Nobody may be left in it.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Elsewhere the child alone is ended, by who dropped it.
#[cfg(not(unix))]
fn kill_group(_leader: u32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_spaces_outside_of_quotes() {
        let split = |command: &str| words(command).unwrap();
        assert_eq!(split("python3  bot.py --x 1 "), ["python3", "bot.py", "--x", "1"]);
        assert_eq!(split("'my bot' a\"b c\"d \"\""), ["my bot", "ab cd", ""]);
        assert!(split("  ").is_empty());
        assert!(words("a 'b").is_err());
    }

    #[test]
    fn a_program_that_is_not_there_is_a_fault() {
        let Err(why) = ChildProgram::start("no-such-program-anywhere x") else { panic!("it runs") };
        assert!(why.text.en.contains("cannot run \"no-such-program-anywhere\""), "{why}");
        assert!(ChildProgram::start("").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn lines_go_both_ways_and_the_end_is_told() {
        let mut cat = ChildProgram::start("cat").unwrap();
        cat.send("hello").unwrap();
        assert_eq!(cat.receive(Duration::from_secs(20)).unwrap().trim_end(), "hello");
        assert_eq!(cat.receive(Duration::from_millis(20)), Err(Lost::Late));
        let mut failing = ChildProgram::start("sh -c 'echo no good >&2; exit 3'").unwrap();
        let Err(Lost::Ended(how)) = failing.receive(Duration::from_secs(20)) else { panic!("no end") };
        assert!(how.contains('3'), "{how}");
        assert_eq!(failing.complaints(), "no good");
    }

    /// A script around a program is one more process: both end, also where they do not hear that nobody talks
    /// to them any more.
    #[cfg(unix)]
    #[test]
    fn a_program_behind_a_script_ends_with_it() {
        let is_there =
            |process: &str| Command::new("kill").args(["-0", process]).stderr(Stdio::null()).status();
        for script in ["sleep 1000 & echo $!; wait", "sleep 1000 & echo $!; exit 0"] {
            let mut wrapped = ChildProgram::start(&format!("sh -c '{script}'")).unwrap();
            let process = wrapped.receive(Duration::from_secs(20)).unwrap().trim().to_string();
            assert!(is_there(&process).unwrap().success());
            drop(wrapped);
            let mut gone = false;
            glance_until(Duration::from_secs(20), || {
                gone = !is_there(&process).unwrap().success();
                gone
            });
            assert!(gone, "{script}");
        }
    }

    /// A pipe holds 64 KiB: what a program does not read must not hold up who talks to it.
    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_read_holds_up_nobody() {
        let mut asleep = ChildProgram::start("sleep 1000").unwrap();
        let sent: Vec<_> = (0..=MOST_UNREAD + 2).map(|_| asleep.send(&"x".repeat(100_000))).collect();
        assert_eq!((&sent[0], sent.last()), (&Ok(()), Some(&Err(Lost::Unread))));
        assert_eq!(asleep.receive(Duration::from_millis(20)), Err(Lost::Late));
        let mut deaf = ChildProgram::start("sh -c 'exec <&-; echo ready; sleep 1000'").unwrap();
        assert_eq!(deaf.receive(Duration::from_secs(20)).unwrap().trim_end(), "ready");
        let mut lost = deaf.send("hello").err();
        glance_until(Duration::from_secs(20), || {
            lost = lost.take().or_else(|| deaf.receive(Duration::from_millis(5)).err());
            lost = lost.take().filter(|lost| *lost != Lost::Late);
            lost.is_some()
        });
        assert_eq!(lost, Some(Lost::Deaf));
    }

    #[cfg(unix)]
    #[test]
    fn what_a_program_says_is_bounded() {
        let mut endless = ChildProgram::start("cat /dev/zero").unwrap();
        assert!(matches!(endless.receive(Duration::from_secs(20)), Err(Lost::Garbled(_))));
        let mut talker = ChildProgram::start("sh -c 'yes out & yes error >&2'").unwrap();
        assert_eq!(talker.receive(Duration::from_secs(20)).unwrap().trim_end(), "out");
        thread::sleep(Duration::from_millis(100));
        assert!(talker.complaints().len() <= MOST_KEPT);
    }
}
