//! `yomi engine` as a process: the session of its documentation, clients that misbehave, how it ends.

#![allow(clippy::disallowed_methods, reason = "how long an answer takes is part of what is tested")]

use crate::run::{command, yomi, yomi_reading};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}")))
        .collect()
}

/// An engine with a client that sends a line and reads one.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(args: &[&str]) -> Engine {
        let args = [&["engine"], args].concat();
        let mut child = command(&args).stdin(Stdio::piped()).spawn().expect("the binary starts");
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Engine { child, input, output }
    }

    fn send(&mut self, request: &Value) {
        writeln!(self.input, "{request}").unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|why| panic!("{line:?}: {why}"))
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.send(request);
        self.read()
    }

    /// Closes its input and waits for its end.
    fn end(self) -> Option<i32> {
        let Engine { mut child, input, output } = self;
        drop(input);
        drop(output);
        child.wait().unwrap().code()
    }

    #[cfg(target_os = "linux")]
    fn memory_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

#[test]
fn the_end_of_the_input_finishes_what_was_asked() {
    let ask = |id: u32| {
        json!({"id": id, "cmd": "advise", "game": "connect-four", "agent": "mcts", "limit": "2000it"})
            .to_string()
    };
    let input: String = (0..20).map(|id| ask(id) + "\n").collect();
    let all = lines(&yomi_reading(&["engine"], input.trim_end()).ok());
    let mut ids: Vec<u64> = all.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..20).collect::<Vec<_>>());
    assert!(all.iter().all(|answer| answer["decision"]["iterations"] == 2000));
    assert_eq!(yomi_reading(&["engine"], "").ok(), "");
}

#[test]
fn garbage_is_answered_line_by_line() {
    let mut input = String::new();
    let kinds = ["", "x", "{", "[]", "{\"id\":1}", "\u{feff}{}", "{\"id\":[],\"cmd\":\"ping\"}", "nul\0l"];
    let count = 20_000;
    (0..count).for_each(|i| input += &format!("{}\n", kinds[i % kinds.len()]));
    let deep = format!("{{\"id\":7,\"cmd\":\"advise\",\"game\":\"kuhn\",\"view\":{}", "[".repeat(5_000_000));
    let nested = format!("{{\"id\":8,\"cmd\":\"view\",\"view\":{}{}}}", "[".repeat(9000), "]".repeat(9000));
    input += &format!("{deep}\n{nested}\n{}", json!({"id": "still alive", "cmd": "ping"}));
    let all = lines(&yomi_reading(&["engine"], &input).ok());
    assert_eq!(all.len(), count + 3);
    let errors = all.iter().filter(|answer| answer["error"]["message"].is_string()).count();
    assert_eq!(errors, count + 2, "an error each");
    assert!(all.contains(&json!({"id": "still alive", "ok": true})));
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_never_reads_cannot_make_it_grow() {
    let mut engine = Engine::start(&[]);
    let mut input = engine.input.try_clone_of();
    let flood = std::thread::spawn(move || {
        // It stops when the pipe is full, and ends when the engine has gone.
        let line = json!({"id": 1, "cmd": "games"}).to_string() + "\n";
        let view = json!({"id": 2, "cmd": "advise", "game": "kuhn", "report_every_ms": 1, "limit": "1s"})
            .to_string()
            + "\n";
        while input.write_all(line.as_bytes()).and_then(|()| input.write_all(view.as_bytes())).is_ok() {}
    });
    let mut sizes = Vec::new();
    for _ in 0..12 {
        std::thread::sleep(Duration::from_millis(250));
        sizes.push(engine.memory_kib());
    }
    let _ = engine.child.kill();
    let _ = engine.child.wait();
    drop(engine);
    flood.join().unwrap();
    let (early, late) = (sizes[5], sizes[11]);
    assert!(late < 300 * 1024 && late <= early + 8 * 1024, "KiB: {sizes:?}");
}

#[cfg(target_os = "linux")]
trait TryCloneOf {
    fn try_clone_of(&mut self) -> std::fs::File;
}

#[cfg(target_os = "linux")]
impl TryCloneOf for ChildStdin {
    fn try_clone_of(&mut self) -> std::fs::File {
        use std::os::fd::AsFd;
        std::fs::File::from(self.as_fd().try_clone_to_owned().unwrap())
    }
}

/// The client may go away at any moment.
#[test]
fn a_client_that_goes_away_ends_it() {
    let mut engine = Engine::start(&[]);
    let endless = json!({"id": 1, "cmd": "advise", "game": "connect-four", "agent": "mcts", "limit": "3600s",
        "report_every_ms": 10});
    assert_eq!(engine.ask(&endless)["partial"], true);
    let began = Instant::now();
    assert_eq!(engine.end(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

/// A short request is not held up by long ones that began before, as long as a worker is free.
#[test]
fn a_long_request_does_not_hold_up_a_short_one() {
    let mut engine = Engine::start(&["--workers", "2", "--threads", "2"]);
    engine.send(&json!({"id": 1, "cmd": "advise", "game": "connect-four", "agent": "mcts", "limit": "60s"}));
    std::thread::sleep(Duration::from_millis(100));
    let began = Instant::now();
    let short = engine
        .ask(&json!({"id": 2, "cmd": "advise", "game": "connect-four", "agent": "mcts", "limit": "10ms"}));
    assert_eq!(short["id"], 2);
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    engine.send(&json!({"id": 3, "cmd": "quit"}));
    assert_eq!(
        (engine.read()["decision"]["interrupted"].as_bool(), engine.read()),
        (Some(true), json!({"id": 3, "ok": true}))
    );
    assert_eq!(engine.end(), Some(0));
}

const PAGE: &str = include_str!("../../../../docs/engine.md");

/// The session in the documentation: lines after `>` are sent, lines after `<` are what comes back, where `…`
/// stands for anything.
#[test]
fn the_session_of_the_documentation_is_what_happens() {
    let session = PAGE.split_once("```text\n> ").expect("a session").1;
    let session = format!("> {}", session.split_once("\n```").unwrap().0);
    let mut engine = Engine::start(&[]);
    let (mut sent, mut read) = (0, 0);
    for line in session.lines() {
        match line.split_once(' ').expect("a mark and a line") {
            (">", request) => {
                engine.send(&serde_json::from_str(request).unwrap_or_else(|why| panic!("{request}: {why}")));
                sent += 1;
            }
            (_, expected) => {
                let answer = engine.read().to_string();
                let mut rest = answer.as_str();
                for part in expected.split('…') {
                    let at = rest.find(part).unwrap_or_else(|| panic!("expected {expected}, found {answer}"));
                    rest = &rest[at + part.len()..];
                }
                read += 1;
            }
        }
    }
    assert!(sent > 5 && read > 5, "{sent} {read}");
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn arguments_are_checked() {
    let fault = |args: &[&str]| yomi(&[&["engine"], args].concat()).fault();
    assert!(fault(&["--workers", "0"]).contains("--workers"));
    assert!(fault(&["--most", "much"]).contains("--most"));
    assert!(fault(&["--most", "100it"]).contains("time and memory"));
}
