//! Where requests come in and answers go out: no stream, no process, only lines.
//!
//! One thread brings lines ([`Desk::accept`]), several work on requests ([`Desk::work`]), one writes answers
//! ([`Outbox::write_to`]). What can be said at once is answered by the thread that brings the line; what needs
//! a game waits for a worker.

use super::answer;
use super::gate::Gate;
use super::lines::Line;
use super::outbox::Outbox;
use super::queue::{self, Job, Queue, Stopped};
use super::request::{self, COMMANDS, Head, Refusal};
use super::sessions::{self, Sessions};
use super::work;
use crate::lang::Lang;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use yomi::core::Limits;
use yomi::engine::{limit, view, wire};
use yomi::{Fault, FaultKind, Registry, Stop};

/// The longest line that is read: a view may be this long.
pub const MOST_LINE: usize = view::MOST_BYTES as usize;
/// The version of what requests and answers mean; increased when a field changes its meaning or is removed.
pub const PROTOCOL: u32 = 1;

/// How an engine was started.
#[derive(Clone, Copy, Debug)]
pub struct House {
    pub gate: Gate,
    /// Of messages, where a request does not say.
    pub lang: Lang,
    /// Requests that are worked on at the same time.
    pub workers: usize,
    /// What one request may use at most.
    pub most: Limits,
}

pub struct Desk<'a> {
    pub registry: &'a Registry,
    pub house: House,
    pub outbox: Outbox,
    pub sessions: Sessions,
    queue: Queue,
    /// The id of `quit`, when it has come.
    quit: Mutex<Option<Value>>,
}

impl<'a> Desk<'a> {
    pub fn new(registry: &'a Registry, house: House) -> Desk<'a> {
        Desk {
            registry,
            house,
            outbox: Outbox::default(),
            sessions: Sessions::default(),
            queue: Queue::default(),
            quit: Mutex::default(),
        }
    }

    /// Takes a line in; breaks when it asks to quit, or nobody reads the answers any more.
    pub fn accept(&self, line: Line) -> ControlFlow<()> {
        if self.outbox.is_closed() {
            return ControlFlow::Break(());
        }
        let read = match line {
            Line::Text(text) => request::head(&text).map(|head| (head, text)),
            Line::TooLong(bytes) => Err(Refusal::of_line(too_long(bytes))),
            Line::NotUtf8 => Err(Refusal::of_line(not_utf8())),
        };
        match read {
            Ok((head, text)) => self.take(head, text),
            Err(Refusal { id, why }) => {
                self.refuse(&id, self.house.lang, &why);
                ControlFlow::Continue(())
            }
        }
    }

    fn refuse(&self, id: &Value, lang: Lang, why: &Fault) {
        self.outbox.send(answer::error(id, lang, why));
    }

    fn take(&self, head: Head, line: String) -> ControlFlow<()> {
        let lang = head.lang.unwrap_or(self.house.lang);
        // Otherwise two answers would have one id. What quits is not refused: it ends all the same.
        if head.command != "quit" && self.queue.has(&head.id) {
            self.refuse(&head.id, lang, &still_under_way(&head.id));
            return ControlFlow::Continue(());
        }
        match head.command.as_str() {
            "hello" => self.outbox.send(answer::line(&head.id, Default::default(), "hello", &self.hello())),
            "ping" => self.outbox.send(answer::ok(&head.id)),
            "stop" => match self.stop(&head) {
                Ok(()) => self.outbox.send(answer::ok(&head.id)),
                Err(why) => self.refuse(&head.id, lang, &why),
            },
            "quit" => {
                self.stop_all();
                *self.quit.lock().unwrap_or_else(PoisonError::into_inner) = Some(head.id);
                return ControlFlow::Break(());
            }
            _ => {
                let Head { id, priority, session, .. } = head;
                let job = Job { id: id.clone(), priority, session, line, stop: Stop::default() };
                if !self.queue.put(job) {
                    self.refuse(&id, lang, &still_under_way(&id));
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn stop(&self, head: &Head) -> Result<(), Fault> {
        let target = head.target.as_ref().ok_or_else(|| {
            Fault::bad_option(
                "target is missing; expected the id of the request to stop",
                "target がありません。止めるリクエストの id を指定してください",
            )
        })?;
        match self.queue.stop(target) {
            Stopped::Running => Ok(()),
            Stopped::Waiting(job) => {
                self.cancel(&job);
                Ok(())
            }
            Stopped::Unknown => {
                let target = target.to_string();
                Err(Fault::new(
                    FaultKind::Unknown,
                    format!("target: no request {target} is under way: it has its answer, or never came"),
                    format!("target: {target} は実行中ではありません（回答済みか、届いていません）"),
                ))
            }
        }
    }

    /// Ends everything that is under way as soon as it can.
    pub fn stop_all(&self) {
        self.queue.stop_all().iter().for_each(|job| self.cancel(job));
    }

    fn cancel(&self, job: &Job) {
        let lang = request::head(&job.line).ok().and_then(|head| head.lang).unwrap_or(self.house.lang);
        self.refuse(&job.id, lang, &Fault::cancelled());
    }

    /// No more requests will come.
    pub fn finish(&self) {
        self.queue.finish();
    }

    /// Works on requests until there are no more.
    pub fn work(&self) {
        while let Some(job) = self.queue.next() {
            let answered = catch_unwind(AssertUnwindSafe(|| work::answer(self, &job)));
            let line =
                answered.unwrap_or_else(|_| answer::error(&job.id, self.house.lang, &answer::internal()));
            // Before the answer is out: a client that has it may use the id again.
            self.queue.done(&job);
            self.outbox.send(line);
        }
    }

    /// When the workers have ended: the answer to `quit` is the last one.
    pub fn close(&self) {
        if let Some(id) = self.quit.lock().unwrap_or_else(PoisonError::into_inner).take() {
            self.outbox.send(answer::ok(&id));
        }
        self.outbox.finish();
    }

    fn hello(&self) -> Value {
        let House { gate, workers, most, .. } = self.house;
        json!({
            "engine": "yomi",
            "version": env!("CARGO_PKG_VERSION"),
            "protocol": PROTOCOL,
            "wire": wire::VERSION,
            "commands": COMMANDS,
            "games": self.registry.games().iter().map(|game| game.name()).collect::<Vec<_>>(),
            "languages": ["en", "ja"],
            "abilities": {
                "priority": true,
                "stop": true,
                "partial": true,
                "turns": true,
                "tree": true,
                "exec": gate.exec,
                "files": gate.files,
            },
            "limits": {
                "workers": workers,
                "line_bytes": MOST_LINE,
                "waiting": queue::MOST_WAITING,
                "sessions": sessions::MOST_SESSIONS,
                "turns": work::MOST_TURNS,
                "request": limit::text(&most),
            },
        })
    }
}

/// What a request may use that asks for nothing special.
pub const DEFAULT_LIMITS: Limits = Limits::time(Duration::from_secs(1));

fn too_long(bytes: u64) -> Fault {
    Fault::new(
        FaultKind::Limit,
        format!("a line of {bytes} bytes; expected at most {MOST_LINE}"),
        format!("一行が {bytes} バイトあります。{MOST_LINE} バイトまでです"),
    )
}

fn not_utf8() -> Fault {
    Fault::new(FaultKind::BadRequest, "the line is not UTF-8", "UTF-8 の行ではありません")
}

fn still_under_way(id: &Value) -> Fault {
    Fault::new(
        FaultKind::BadRequest,
        format!("id: {id} is under way; expected another, or to wait for its answer"),
        format!("id: {id} は実行中です。別の id にするか、回答を待ってください"),
    )
}
