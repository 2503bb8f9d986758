//! Programs at the engine, and what one request may use: no process, only lines.

use super::desk::House;
use super::gate::Gate;
use super::tests::{answers, answers_of, answers_to, error_of, house};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use yomi::engine::host::{Lost, Program};
use yomi::engine::limit;
use yomi::{Fault, Host, Registry};

/// What the first program does when it is asked for a move; those after it play the first legal one.
#[derive(Clone, Copy)]
enum Manner {
    Sleeps,
    Errs,
}

struct Stage {
    manner: Manner,
    started: AtomicUsize,
    /// Hears of every move that is asked for.
    asked: Mutex<Sender<()>>,
}

impl Host for Stage {
    fn wall(&self) -> Duration {
        Duration::ZERO
    }

    fn thread_cpu(&self) -> Duration {
        Duration::ZERO
    }

    fn process_cpu(&self) -> Duration {
        Duration::ZERO
    }

    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Fault> {
        unreachable!("no file is named")
    }

    fn start(&self, _: &str) -> Result<Box<dyn Program>, Fault> {
        let first = self.started.fetch_add(1, Ordering::Relaxed) == 0;
        let asked = self.asked.lock().unwrap().clone();
        Ok(Box::new(Actor { manner: first.then_some(self.manner), asked, answer: None }))
    }
}

struct Actor {
    manner: Option<Manner>,
    asked: Sender<()>,
    answer: Option<Value>,
}

impl Program for Actor {
    fn send(&mut self, line: &str) -> Result<(), Lost> {
        let message: Value = serde_json::from_str(line).unwrap();
        let id = &message["id"];
        self.answer = match (message["cmd"].as_str().unwrap(), self.manner) {
            ("start", _) => Some(json!({"id": id, "ok": true})),
            ("move", Some(Manner::Errs)) => Some(json!({"id": id, "move": "nonsense"})),
            ("move", None) => Some(json!({"id": id, "move": message["view"]["legal"][0]})),
            _ => None,
        };
        if message["cmd"] == "move" {
            self.asked.send(()).unwrap();
        }
        Ok(())
    }

    fn receive(&mut self, patience: Duration) -> Result<String, Lost> {
        self.answer.take().map(|answer| answer.to_string()).ok_or_else(|| {
            thread::sleep(patience);
            Lost::Late
        })
    }

    fn complaints(&mut self) -> String {
        String::new()
    }
}

/// The answers to a game of a program of this kind against the client; `stop` waits until a move was asked for.
fn play_with(manner: Manner, requests: &[Value]) -> Vec<Value> {
    let (asked, hears) = mpsc::channel();
    let stage = Stage { manner, started: AtomicUsize::new(0), asked: Mutex::new(asked) };
    let registry = Registry::on(Arc::new(stage));
    let gate = Gate { exec: true, files: false };
    let new = json!({"id": "new", "cmd": "new", "game": "connect-four", "session": "s", "limit": "50s",
        "agents": ["exec(cmd=actor)", null]});
    let lines = [&[new][..], requests].concat().into_iter().map(|request| {
        if request["cmd"] == "stop" {
            hears.recv_timeout(Duration::from_secs(60)).expect("the program is asked for a move");
        }
        request.to_string()
    });
    answers_to(&registry, House { gate, ..house(1) }, lines)
}

/// Stopping is the client's wish and no fault of the program: it is asked again, and its game is not lost.
#[test]
fn a_program_that_is_stopped_has_not_lost() {
    let play = |id: u64| json!({"id": id, "cmd": "play", "session": "s"});
    let stop = json!({"id": 2, "cmd": "stop", "target": 1});
    let all = play_with(Manner::Sleeps, &[play(1), stop, play(3)]);
    let of = |id: u64| all.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(error_of(of(1)).0, "cancelled");
    assert_eq!((&of(3)["move"], of(3).get("failed")), (&json!("1"), None), "{all:?}");
}

/// A client is told that the game is lost, and why, with the move that is played in the program's place.
#[test]
fn a_program_that_fails_is_told_of() {
    let mut moves = vec![json!({"id": 0, "cmd": "play", "session": "s", "lang": "ja"})];
    moves.push(json!({"id": 1, "cmd": "play", "session": "s", "move": "4"}));
    moves.push(json!({"id": 2, "cmd": "play", "session": "s"}));
    let all = play_with(Manner::Errs, &moves);
    let said = all[1]["failed"].as_str().unwrap_or_else(|| panic!("{all:?}"));
    assert!(said.contains("nonsense") && said.contains("反則"), "{said}");
    assert!(all[1]["move"].is_string() && all[3]["move"].is_string());
    assert_eq!(all[3].get("failed"), None, "said once");
}

/// A list of moves is played as a whole, or not at all.
#[test]
fn a_refused_list_changes_nothing() {
    let requests = [
        json!({"id": 0, "cmd": "new", "game": "connect-four", "session": "s", "moves": "45"}),
        json!({"id": 1, "cmd": "play", "session": "s", "moves": "4 4 9"}),
        json!({"id": 2, "cmd": "view", "session": "s"}),
        json!({"id": 3, "cmd": "play", "session": "s", "moves": "1 2"}),
        json!({"id": 4, "cmd": "view", "session": "s"}),
    ];
    let all = answers(1, &requests);
    assert_eq!((error_of(&all[1]).0, &all[1]["error"]["entry"]), ("illegal_move", &json!(2)));
    assert_eq!(all[2]["view"]["history"], json!(["4", "5"]));
    assert_eq!(all[4]["view"]["history"], json!(["4", "5", "1", "2"]));
}

/// What one request may use holds whatever it asks for: no end at all, or many decisions.
#[test]
fn no_request_takes_more_time_than_one_may() {
    let house = House { most: limit::parse("300ms,256MiB").unwrap(), ..house(1) };
    let registry = Registry::standard();
    for request in [
        json!({"agent": "solver", "limit": "64MiB"}),
        json!({"agent": "solver(limit=64MiB)"}),
        json!({"agent": "mcts", "limit": "250ms", "moves": "44533", "seat": 0, "turns": [1, 3, 5]}),
    ] {
        let mut whole = json!({"id": 1, "cmd": "advise", "game": "connect-four"});
        whole.as_object_mut().unwrap().extend(request.as_object().unwrap().clone());
        let all = answers_of(&registry, house, &[whole.to_string()]);
        let last = all.last().unwrap();
        assert_eq!(
            (&last["decision"]["interrupted"], last.get("partial")),
            (&json!(true), None),
            "{request}"
        );
        assert!(all.len() < 3, "{request}");
    }
    let lines = [
        json!({"id": 1, "cmd": "new", "game": "connect-four", "agents": ["solver", null], "limit": "64MiB",
            "session": "s"}),
        json!({"id": 2, "cmd": "play", "session": "s"}),
    ];
    // Unstopped it proves the one winning move.
    let all = answers_of(&registry, house, &lines.map(|line| line.to_string()));
    assert!(all[1]["move"].is_string() && all[1]["value"] != 1.0, "{all:?}");
}
