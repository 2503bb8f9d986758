//! The engine without a process: lines in, lines out.

use super::desk::{Desk, House};
use super::gate::Gate;
use super::lines::Line;
use crate::lang::Lang;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use yomi::core::options::Reach;
use yomi::core::{OptionSpec, Player};
use yomi::engine::host::Program;
use yomi::engine::limit;
use yomi::{Ask, Fault, FaultKind, Host, Registry};

pub fn house(workers: usize) -> House {
    let most = limit::parse("60s,256MiB").unwrap();
    House { gate: Gate::default(), lang: Lang::En, workers, most }
}

/// Everything that is answered to these lines.
pub fn answers_of(registry: &Registry, house: House, lines: &[String]) -> Vec<Value> {
    answers_to(registry, house, lines.iter().cloned())
}

/// The same of lines that come as they like.
pub fn answers_to(registry: &Registry, house: House, lines: impl Iterator<Item = String>) -> Vec<Value> {
    let desk = Desk::new(registry, house);
    let mut out = Vec::new();
    thread::scope(|scope| {
        let writer = scope.spawn(|| desk.outbox.write_to(&mut out));
        let workers: Vec<_> = (0..house.workers).map(|_| scope.spawn(|| desk.work())).collect();
        for line in lines {
            if desk.accept(Line::Text(line)).is_break() {
                break;
            }
        }
        desk.finish();
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        desk.close();
        writer.join().unwrap().unwrap();
    });
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    String::from_utf8(out).unwrap().lines().map(read).collect()
}

pub fn answers(workers: usize, requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    answers_of(&Registry::standard(), house(workers), &lines)
}

fn answer(request: Value) -> Value {
    let mut all = answers(1, &[request]);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

pub fn error_of(answer: &Value) -> (&str, &str) {
    let error = |key: &str| answer["error"][key].as_str().unwrap_or_else(|| panic!("no error: {answer}"));
    (error("code"), error("message"))
}

#[test]
fn hello_says_what_the_engine_can_do() {
    let hello = answer(json!({"id": "a", "cmd": "hello", "from the future": [1]}));
    assert_eq!(hello["id"], "a");
    let hello = &hello["hello"];
    assert_eq!((hello["engine"].as_str(), hello["protocol"].as_u64()), (Some("yomi"), Some(1)));
    assert_eq!(hello["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&hello["abilities"]["exec"], &hello["abilities"]["files"]), (&json!(false), &json!(false)));
    assert_eq!(hello["limits"]["request"], "60000ms,256MiB");
    assert_eq!(answer(json!({"id": 1, "cmd": "ping"})), json!({"id": 1, "ok": true}));
    let games = answer(json!({"id": 1, "cmd": "games"}));
    assert_eq!(games["games"].as_array().unwrap().len(), Registry::standard().games().len());
    let rules = answer(json!({"id": 1, "cmd": "rules", "game": "sevens"}));
    assert!(rules["rules"]["en"].as_str().unwrap().len() > 500 && rules["rules"]["ja"].is_string());
    let agents = answer(json!({"id": 1, "cmd": "agents", "game": "kuhn"}));
    assert_eq!((agents["game"].as_str(), &agents["agents"][0]["agent"]), (Some("kuhn"), &json!("best")));
}

/// A limit of the request is a cap: an agent's own holds where it is smaller.
#[test]
fn the_smaller_limit_holds() {
    let iterations = |agent: &str, limit: Option<&str>| {
        let mut request = json!({"id": 1, "cmd": "advise", "game": "connect-four", "agent": agent});
        request["limit"] = limit.into();
        answer(request)["decision"]["iterations"].as_u64().unwrap()
    };
    assert_eq!(iterations("mcts(limit=300it)", Some("40it")), 40);
    assert_eq!(iterations("mcts(limit=40it)", Some("300it")), 40);
    assert_eq!(iterations("mcts(limit=40it)", None), 40);
    // Part by part: neither a time nor a number of iterations takes the other away.
    assert_eq!(iterations("mcts(limit=40it)", Some("50s")), 40);
    assert_eq!(iterations("mcts(limit=50s)", Some("40it")), 40);
    let new = json!({"id": 1, "cmd": "new", "game": "connect-four", "agents": ["mcts(limit=300it)", null],
                     "limit": "40it", "session": "s"});
    let play = json!({"id": 2, "cmd": "play", "session": "s"});
    let all = answers(1, &[new, play.clone(), json!({"id": 3, "cmd": "play", "session": "s"})]);
    assert_eq!(all[1]["iterations"], 40, "{all:?}");
    assert_eq!(error_of(&all[2]).1, "seat 1 is to move and has no agent; expected a move of that seat");
}

/// Every answer has the id of its request as it was written, and no two answers the same one.
#[test]
fn ids_are_kept_as_they_are_or_refused() {
    let long = json!({"id": 7, "cmd": "advise", "game": "connect-four", "limit": "400ms"}).to_string();
    let mut lines = vec![long];
    lines.extend(
        ["7", "18446744073709551615", "-9223372036854775808", "1.5", "18446744073709551616", "1e300"]
            .map(|id| format!("{{\"id\":{id},\"cmd\":\"ping\"}}")),
    );
    let all = answers_of(&Registry::standard(), house(1), &lines);
    let ids: Vec<String> = all.iter().map(|answer| answer["id"].to_string()).collect();
    assert_eq!(ids, ["7", "18446744073709551615", "-9223372036854775808", "1.5", "null", "null", "7"]);
    assert!(error_of(&all[0]).1.contains("is under way"), "{all:?}");
    assert!(error_of(&all[4]).1.contains("more than 64 bits"), "{all:?}");
    assert!(all[6]["decision"].is_object());
}

#[test]
fn lines_that_are_no_requests_are_answered_with_null() {
    let lines = [
        "",
        "   ",
        "x",
        "[]",
        "[1,\"ping\"]",
        "7",
        "null",
        "{",
        "{\"id\":1",
        "{}",
        "{\"id\":null,\"cmd\":\"ping\"}",
    ]
    .map(String::from);
    let all = answers_of(&Registry::standard(), house(1), &lines);
    assert_eq!(all.len(), lines.len());
    for answer in &all {
        assert!(answer["id"].is_null(), "{answer}");
        assert_eq!(error_of(answer).0, "bad_request");
    }
}

#[test]
fn wrong_fields_are_refused_by_name() {
    let base = json!({"id": 5, "cmd": "advise", "game": "connect-four", "limit": "10it"});
    let with = |key: &str, value: Value| {
        let mut request = base.clone();
        request[key] = value;
        request
    };
    let long = "x".repeat(300);
    for (key, value) in [
        ("cmd", json!("dance")),
        ("cmd", json!(1)),
        ("priority", json!("high")),
        ("priority", json!(1.5)),
        ("session", json!("")),
        ("session", json!(long)),
        ("session", json!(3)),
        ("lang", json!("fr")),
        ("game", json!("chess")),
        ("game", json!(1)),
        ("view", json!("x")),
        ("view", json!({"game": "kuhn"})),
        ("settings", json!([1])),
        ("settings", json!({"size": "30x30"})),
        ("seed", json!(-1)),
        ("seed", json!("1")),
        ("seat", json!(2)),
        ("moves", json!("9")),
        ("moves", json!(["4"])),
        ("limit", json!("soon")),
        ("limit", json!(50)),
        ("limit", json!("61s")),
        ("limit", json!("10it,257MiB")),
        ("agent", json!("nobody")),
        ("agent", json!("mcts(c=x)")),
        ("agent", json!("mcts(limit=61s)")),
        ("agent", json!(3)),
        ("tree", json!(0)),
        ("tree", json!(21)),
        ("turns", json!([])),
        ("turns", json!([0])),
        ("turns", json!([2])),
        ("turns", json!("1")),
        ("report_every_ms", json!(0)),
        ("report_every_ms", json!("1")),
    ] {
        let answer = answer(with(key, value.clone()));
        assert_eq!(answer["id"], 5);
        let said = error_of(&answer).1;
        let named = match (key, &value) {
            ("agent", _) => said.contains("agent") || said.contains("mcts"),
            ("settings", Value::Object(_)) => said.contains("size"),
            ("view", Value::Object(_)) => said.contains("kuhn"),
            _ => said.contains(key),
        };
        assert!(named, "{key}={value}: {said}");
    }
    for (source, more, told) in [
        (json!({"view": {"game": "kuhn"}}), json!({"moves": "check"}), "moves: the position is that of view"),
        (json!({"view": {"game": "kuhn"}}), json!({"seat": 1}), "seat: the position is that of view"),
        (json!({"session": "a"}), json!({"settings": {}}), "settings: the position is that of session"),
        (json!({"session": "a"}), json!({"game": "leduc"}), "game: \"leduc\": the session is of \"kuhn\""),
    ] {
        let mut request = json!({"id": 6, "cmd": "view"});
        for part in [source, more] {
            request.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
        }
        let all = answers(1, &[json!({"id": 1, "cmd": "new", "game": "kuhn", "session": "a"}), request]);
        assert_eq!(error_of(all.iter().find(|answer| answer["id"] == 6).unwrap()).0, "bad_option");
        assert!(error_of(all.iter().find(|answer| answer["id"] == 6).unwrap()).1.contains(told), "{all:?}");
    }
    let both = json!({"id": 5, "cmd": "view", "view": {"game": "kuhn"}, "session": "a"});
    assert!(error_of(&answer(both)).1.contains("both"));
    let japanese = answer(with("lang", json!("ja")).as_object().map_or(Value::Null, |o| {
        let mut o = o.clone();
        o.insert("tree".into(), json!(99));
        Value::Object(o)
    }));
    assert!(error_of(&japanese).1.contains("整数"), "{japanese}");
}

/// The same advice as the library gives, whatever else is asked at the same time.
#[test]
fn advice_is_that_of_the_library() {
    let registry = Registry::standard();
    let mut requests = Vec::new();
    let mut expected = BTreeMap::new();
    for (id, (game, agent)) in [
        ("connect-four", "mcts"),
        ("kuhn", "cfr"),
        ("leduc", "ismcts"),
        ("sevens", "random"),
        ("maze", "beam"),
    ]
    .into_iter()
    .enumerate()
    {
        let table = registry.find(game).unwrap().open(&[]).unwrap();
        let session = table.session(3, &vec![None; table.players()], None).unwrap();
        let position = session.position(session.next().unwrap());
        let ask = Ask { seed: 7, ..Ask::new(agent).unwrap().limit("300it").unwrap() };
        let advice = position.advise(&ask, &mut ()).unwrap();
        expected.insert(id as u64, serde_json::to_value(&advice).unwrap());
        let view = position.json();
        requests.push(
            json!({"id": id, "cmd": "advise", "view": view, "agent": agent, "limit": "300it", "seed": 7}),
        );
    }
    let all = answers(3, &requests);
    assert_eq!(all.len(), requests.len());
    for mut answer in all {
        let mut expected = expected.remove(&answer["id"].as_u64().unwrap()).expect("one answer each");
        for advice in [&mut answer["decision"], &mut expected] {
            advice["elapsed_ms"] = Value::Null;
            // Limits of memory come before they are reached.
            advice["memory_bytes"] = Value::Null;
        }
        assert_eq!(answer["decision"], expected);
    }
}

/// A request that ends only when it is stopped.
fn endless(id: u64) -> Value {
    json!({"id": id, "cmd": "advise", "game": "connect-four", "agent": "mcts", "limit": "50000000000it,60s"})
}

#[test]
fn stop_ends_what_runs_and_takes_out_what_waits() {
    let began = endless(1);
    let waits = json!({"id": 2, "cmd": "advise", "game": "kuhn", "lang": "ja"});
    let stop = |id: u64, target: u64| json!({"id": id, "cmd": "stop", "target": target});
    let nothing = json!({"id": 6, "cmd": "stop"});
    let again = json!({"id": 1, "cmd": "games"});
    let all = answers(1, &[began, waits, again, stop(3, 2), stop(4, 1), stop(5, 99), nothing]);
    let of = |id: u64| all.iter().filter(|a| a["id"] == id).collect::<Vec<_>>();
    assert_eq!(all.len(), 7, "{all:?}");
    assert_eq!(error_of(of(2)[0]), ("cancelled", "中止されました"));
    assert_eq!((of(3)[0], of(4)[0]), (&json!({"id": 3, "ok": true}), &json!({"id": 4, "ok": true})));
    assert_eq!(error_of(of(5)[0]).0, "unknown");
    assert!(error_of(of(6)[0]).1.contains("target"));
    let (refused, stopped): (Vec<&Value>, Vec<&Value>) =
        of(1).into_iter().partition(|a| a.get("error").is_some());
    // Whether it had begun when it was stopped is a matter of luck: it then answers with what it has.
    assert_eq!(refused.iter().filter(|a| error_of(a).1.contains("under way")).count(), 1, "{refused:?}");
    match stopped.as_slice() {
        [found] => assert_eq!(found["decision"]["interrupted"], true),
        [] => assert!(refused.iter().any(|a| error_of(a).0 == "cancelled")),
        more => panic!("{more:?}"),
    }
}

#[test]
fn quit_answers_everything_and_then_itself() {
    let quit = json!({"id": "q", "cmd": "quit"});
    let all = answers(2, &[endless(1), endless(2), endless(3), quit, json!({"id": 9, "cmd": "ping"})]);
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(all[3], json!({"id": "q", "ok": true}));
}

#[test]
fn the_urgent_come_first() {
    let ask =
        |id: u64, priority: i64| json!({"id": id, "cmd": "advise", "game": "kuhn", "priority": priority});
    let first = json!({"id": 0, "cmd": "advise", "game": "connect-four", "agent": "mcts", "limit": "300ms"});
    let all = answers(1, &[first, ask(1, 0), ask(2, 7), ask(3, -1), ask(4, 7)]);
    let order: Vec<u64> = all.iter().map(|a| a["id"].as_u64().unwrap()).collect();
    // The first may not have begun before the others came.
    let rest: Vec<u64> = order.iter().copied().filter(|&id| id != 0).collect();
    assert_eq!(rest, [2, 4, 1, 3], "{order:?}");
}

#[test]
fn answers_in_between_are_marked_and_the_last_is_not() {
    let ask = json!({"id": 1, "cmd": "advise", "game": "connect-four", "agent": "mcts", "limit": "400ms",
        "report_every_ms": 20});
    let all = answers(1, &[ask]);
    assert!(all.len() > 2, "{}", all.len());
    let (last, between) = all.split_last().unwrap();
    assert!(between.iter().all(|a| a["partial"] == true && a["decision"]["iterations"].as_u64() > Some(0)));
    assert!(last.get("partial").is_none() && last["decision"]["reasons"].as_array().unwrap().len() > 1);
}

#[test]
fn turns_of_a_history_have_an_answer_each() {
    let base = json!({"id": 1, "cmd": "advise", "game": "connect-four", "moves": "44533", "seat": 0,
        "agent": "mcts", "limit": "200it"});
    let asked = |turns: Value| {
        let mut request = base.clone();
        request["turns"] = turns;
        answers(1, &[request])
    };
    let all = asked(json!([5, 1, 3]));
    let told: Vec<(u64, bool)> =
        all.iter().map(|a| (a["turn"].as_u64().unwrap(), a["partial"] == true)).collect();
    assert_eq!(told, [(5, true), (1, true), (3, false)]);
    for (answer, moves) in all.iter().zip(["4453", "", "44"]) {
        let alone = json!({"id": 1, "cmd": "advise", "game": "connect-four", "moves": moves, "agent": "mcts",
            "limit": "200it"});
        let alone = &answers(1, &[alone])[0];
        assert_eq!(answer["decision"]["candidates"], alone["decision"]["candidates"], "after {moves:?}");
    }
    for (turns, said) in [(json!([1, 2]), "seat 0 is not to move"), (json!([1, 7]), "turns 1 to 6")] {
        let all = asked(turns);
        assert_eq!(all.len(), 1, "all turns are looked at first");
        assert!(error_of(&all[0]).1.contains(said), "{}", all[0]);
    }
}

#[test]
fn a_session_is_played_to_its_end_without_waiting_for_answers() {
    let mut requests = vec![
        json!({"id": 0, "cmd": "new", "game": "connect-four", "session": "a", "agents": [null, "random"], "seed": 1}),
        json!({"id": 1, "cmd": "play", "session": "a", "move": "4"}),
        json!({"id": 2, "cmd": "play", "session": "a", "priority": 9}),
        json!({"id": 3, "cmd": "view", "session": "a", "seat": 1}),
        json!({"id": 4, "cmd": "play", "session": "a", "move": "9"}),
        json!({"id": 5, "cmd": "advise", "session": "a", "limit": "100it", "agent": "mcts"}),
        json!({"id": 6, "cmd": "close", "session": "a"}),
        json!({"id": 7, "cmd": "play", "session": "a", "move": "4"}),
    ];
    requests.push(json!({"id": 8, "cmd": "new", "game": "kuhn", "agents": ["cfr", "cfr"], "seed": 4}));
    let mut all = answers(4, &requests);
    all.sort_by_key(|a| a["id"].as_u64());
    assert_eq!(
        all[0],
        json!({"id": 0, "to_move": 0, "over": false, "payoffs": null, "players": 2, "session": "a"})
    );
    assert_eq!((&all[1]["to_move"], &all[2]["agent"]), (&json!(1), &json!("random")));
    assert_eq!(all[3]["view"]["history"], json!(["4", all[2]["move"]]));
    assert_eq!(error_of(&all[4]).0, "illegal_move");
    assert_eq!(all[5]["decision"]["game"], "connect-four");
    assert_eq!(all[6]["ok"], true);
    assert_eq!(error_of(&all[7]).0, "unknown");
    assert_eq!(all[8]["session"], "s1");
}

/// What the outside was asked for.
#[derive(Default)]
struct Spy(Mutex<Vec<String>>);

impl Host for Spy {
    fn wall(&self) -> Duration {
        Duration::ZERO
    }

    fn thread_cpu(&self) -> Duration {
        Duration::ZERO
    }

    fn process_cpu(&self) -> Duration {
        Duration::ZERO
    }

    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, Fault> {
        self.0.lock().unwrap().push(path.into());
        Err(Fault::en(FaultKind::Io, "spied"))
    }

    fn start(&self, command: &str) -> Result<Box<dyn Program>, Fault> {
        self.0.lock().unwrap().push(command.into());
        Err(Fault::en(FaultKind::Io, "spied"))
    }
}

const OUTSIDE: &str = "/etc/hostname";

/// Every option and setting of every game that reaches outside, with what it reaches.
fn reaching(specs: &[OptionSpec]) -> Vec<(&'static str, Reach)> {
    specs.iter().filter_map(|spec| Some((spec.name, spec.reach(OUTSIDE)?))).collect()
}

/// One by one, for all games: refused, and nothing outside was touched; with the other permission alone it is
/// refused, too; with its own it gets as far as the host.
#[test]
fn whatever_reaches_outside_is_refused_unless_allowed() {
    let spy = Arc::new(Spy::default());
    let registry = Registry::on(spy.clone());
    let touched = || std::mem::take(&mut *spy.0.lock().unwrap());
    let ask = |request: &Value, gate: Gate| {
        let all = answers_of(&registry, House { gate, ..house(1) }, &[request.to_string()]);
        let (code, said) = error_of(&all[0]);
        (code.to_string(), said.to_string())
    };
    let mut seen = BTreeMap::new();
    for game in registry.games() {
        let name = game.name();
        let agents = game.agents();
        let of_agents = agents.iter().flat_map(|agent| {
            let names = [Some(agent.name), agent.also];
            let options = reaching(&agent.options);
            names
                .into_iter()
                .flatten()
                .flat_map(move |name| options.clone().into_iter().map(move |o| (name, o)))
        });
        let mut requests: Vec<(Value, Reach)> = Vec::new();
        for (agent, (option, reach)) in of_agents {
            let text = format!("{agent}({option}={OUTSIDE})");
            requests.push((json!({"id": 1, "cmd": "advise", "game": name, "agent": text}), reach));
            let players = game.open(&[]).unwrap().players();
            let seats = vec![text; players];
            requests.push((json!({"id": 1, "cmd": "new", "game": name, "agents": seats}), reach));
        }
        for (setting, reach) in reaching(game.settings()) {
            for cmd in ["advise", "new", "view"] {
                let request = json!({"id": 1, "cmd": cmd, "game": name, "settings": {setting: OUTSIDE}});
                requests.push((request, reach));
            }
        }
        touched();
        for (request, reach) in requests {
            *seen.entry(format!("{reach:?}")).or_insert(0) += 1;
            let (flag, own, other) = match reach {
                Reach::File => {
                    ("--allow-files", Gate { files: true, exec: false }, Gate { files: false, exec: true })
                }
                Reach::Program => {
                    ("--allow-exec", Gate { files: false, exec: true }, Gate { files: true, exec: false })
                }
            };
            for gate in [Gate::default(), other] {
                let (code, said) = ask(&request, gate);
                assert!(code == "bad_option" && said.contains(flag), "{request}: {said}");
                assert_eq!(touched(), [""; 0], "{request}");
            }
            let line = request.to_string();
            let said = &answers_of(&registry, House { gate: own, ..house(1) }, &[line])[0].to_string();
            assert!(!said.contains("does not allow"), "{request}: {said}");
            // A program is started when it is first asked for a move.
            let asked = if reach == Reach::Program && request["cmd"] == "new" { 0 } else { 1 };
            assert_eq!(touched(), vec![OUTSIDE; asked], "{request}: {said}");
        }
        // A view names no file, whatever is allowed: what it says is the content.
        for (setting, _) in reaching(game.settings()) {
            let table = game.open(&[]).unwrap();
            let session = table.session(0, &vec![None; table.players()], None).unwrap();
            let mut view = session.position(Player::FIRST).json();
            view["settings"][setting] = OUTSIDE.into();
            let request = json!({"id": 1, "cmd": "advise", "view": view});
            touched();
            let (code, said) = ask(&request, Gate { files: true, exec: true });
            assert_eq!((code.as_str(), touched().len()), ("bad_view", 0), "{said}");
            *seen.entry("view".to_string()).or_insert(0) += 1;
        }
    }
    assert!(
        seen["File"] > 3 && seen["Program"] == 2 * registry.games().len() && seen["view"] > 0,
        "{seen:?}"
    );
}

#[test]
fn memory_holds_and_long_lines_are_told() {
    let ask =
        json!({"id": 1, "cmd": "advise", "game": "connect-four", "agent": "mcts", "limit": "300ms,2MiB"});
    let found = answer(ask);
    let bytes = found["decision"]["memory_bytes"].as_u64().unwrap();
    assert!(bytes <= 2 << 20, "{bytes}");
    let registry = Registry::standard();
    let desk = Desk::new(&registry, house(1));
    assert!(desk.accept(Line::TooLong(5 << 20)).is_continue());
    assert!(desk.accept(Line::NotUtf8).is_continue());
    desk.close();
    let mut out = Vec::new();
    desk.outbox.write_to(&mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    let codes: Vec<Value> = out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect();
    assert_eq!(
        (&codes[0]["error"]["code"], &codes[1]["error"]["code"]),
        (&json!("limit"), &json!("bad_request"))
    );
}
