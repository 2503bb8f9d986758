//! Whatever a game refuses, it says so in both languages.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use yomi::core::Player;
use yomi::{Ask, Fault, Game, Registry, Session, Table};

fn is_japanese(c: char) -> bool {
    ('\u{3040}'..'\u{a000}').contains(&c)
}

/// The refusals of one game, each of which must be in English and in Japanese.
#[derive(Default)]
struct Refusals(BTreeSet<String>);

impl Refusals {
    fn note<T>(&mut self, what: &str, result: Result<T, Fault>) {
        let Err(Fault { text, .. }) = result else { return };
        assert!(text.ja.contains(is_japanese), "{what}: no Japanese: {text:?}");
        assert!(text.en != text.ja && !text.en.contains(is_japanese), "{what}: {text:?}");
        self.0.insert(text.en);
    }
}

const WORDS: [&str; 40] = [
    "",
    "?",
    "zzz",
    "pass",
    "pass=S3+HQ",
    "pass=S3+S3",
    "S7",
    "S6",
    "HQ",
    "Z9",
    "C7@3",
    "A1@1",
    "A1@1+A1",
    "@",
    "+A1",
    "H10@2+Z1",
    "1",
    "8",
    "0",
    "R",
    "Q",
    "-",
    "R+L",
    "R?",
    "R+?",
    "0,0",
    "99,99",
    "bet",
    "raise",
    "fold",
    "call=K",
    "check=J",
    "K",
    "play:nobody",
    "attack:ash-lancer",
    "end",
    "+?",
    "+page-turner",
    "deal:x",
    "x",
];

const VALUES: [&str; 8] = ["?", "-1", "99999999999999999999", "", "0", "1x1", "2x2,", "A1,A1"];

fn players(table: &dyn Table, seed: u64) -> Box<dyn Session> {
    table.session(seed, &vec![None; table.players()], None).expect("a game starts")
}

fn settings(game: &dyn Game, refusals: &mut Refusals) {
    for name in game.settings().iter().map(|spec| spec.name).chain(["nothing"]) {
        for value in VALUES {
            let given = (name.to_string(), value.to_string());
            refusals.note(&format!("{name}={value}"), game.open(std::slice::from_ref(&given)));
            refusals.note("twice", game.open(&[given.clone(), given]));
            let mut object = Map::new();
            object.insert(name.to_string(), json!(value));
            refusals.note("settings of a view", game.open_json(Some(&Value::Object(object))));
        }
    }
    refusals.note("settings", game.open_json(Some(&json!([]))));
}

fn options(game: &dyn Game, refusals: &mut Refusals) {
    let table = game.open(&[]).unwrap();
    let session = players(table.as_ref(), 0);
    let position = session.position(session.next().unwrap());
    let mut ask = |agent: &str| match Ask::new(agent).and_then(|ask| ask.limit("1it")) {
        Ok(ask) => refusals.note(agent, position.advise(&ask, &mut ())),
        Err(why) => refusals.note(agent, Err::<(), Fault>(why)),
    };
    ["nobody", "", "best(", "best(x)", "best(x=1)", "best(limit=x)"].into_iter().for_each(&mut ask);
    for agent in game.agents() {
        for option in agent.options.iter().map(|option| option.name).chain(["nothing"]) {
            for value in ["?", "-1", "1e99", "no/such/file"] {
                ask(&format!("{}({option}={value})", agent.name));
            }
        }
    }
}

/// Moves and events, possible and not, at many points of several games.
fn moves(game: &dyn Game, table: &dyn Table, refusals: &mut Refusals) {
    let mut known: BTreeSet<String> = WORDS.iter().map(ToString::to_string).collect();
    for seed in 0..3 {
        let mut session = players(table, seed);
        for step in 0..400 {
            let Some(seat) = session.next() else { break };
            let position = session.position(seat);
            let legal: Vec<String> = position.legal().into_iter().map(|legal| legal.text).collect();
            if step % 7 == 0 {
                let seats = Player::all(table.players());
                let views = seats.map(|seat| session.position(seat)).collect::<Vec<_>>();
                known.extend(views.iter().flat_map(|view| view.history()).take(40));
                for view in &views {
                    let Value::Object(object) = view.json() else { unreachable!() };
                    let mut log = table.read_log(&object).expect("a view is read as it was written");
                    for word in &known {
                        let entered = log.enter(word);
                        if entered.is_ok() && !word.is_empty() {
                            log.take_back();
                        }
                        refusals.note(word, entered);
                    }
                }
                for word in &known {
                    let submitted = session.submit(word);
                    if submitted.is_ok() {
                        session.take_back(seat);
                    }
                    refusals.note(word, submitted);
                }
            }
            let next = &legal[(step * 7 + seed as usize) % legal.len()];
            session.submit(next).unwrap_or_else(|why| panic!("{}: {next}: {why}", game.name()));
            known.extend(legal.into_iter().take(3));
        }
        let record = session.record();
        for at in [0, record.moves.len() / 2, record.moves.len()] {
            for word in known.iter().take(60) {
                let mut changed = record.clone();
                changed.moves.insert(at, word.clone());
                refusals.note("a record", table.replay(&changed, &mut |_, _, _| ()));
            }
        }
        refusals.note("a move after the end", session.submit("?"));
        for word in &known {
            refusals.note(word, players(table, seed).submit_list(word));
        }
    }
}

/// All places of a JSON document.
fn places(value: &Value, here: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            found.push(format!("{here}/{key}"));
            places(value, &format!("{here}/{key}"), found);
        }),
        Value::Array(list) => list.iter().enumerate().take(3).for_each(|(at, value)| {
            found.push(format!("{here}/{at}"));
            places(value, &format!("{here}/{at}"), found);
        }),
        _ => {}
    }
}

fn views(table: &dyn Table, refusals: &mut Refusals) {
    let mut session = players(table, 1);
    for _ in 0..3 {
        let Some(seat) = session.next() else { break };
        let view = session.position(seat).json();
        let mut short = view.clone();
        if let Some(object) = short.as_object_mut() {
            ["start", "history", "legal", "to_move"].iter().for_each(|key| drop(object.remove(*key)));
        }
        for view in [view, short] {
            let mut all = Vec::new();
            places(&view, "", &mut all);
            for place in all.iter().filter(|place| !place.starts_with("/settings") && *place != "/game") {
                let others = [
                    json!(null),
                    json!(-1),
                    json!(99),
                    json!(1.5),
                    json!("x"),
                    json!([]),
                    json!({}),
                    json!(true),
                ];
                for other in others {
                    let mut changed = view.clone();
                    *changed.pointer_mut(place).unwrap() = other;
                    refusals.note(place, table.read_view(changed.as_object().unwrap()));
                }
                let (parent, key) = place.rsplit_once('/').unwrap();
                let mut without = view.clone();
                if let Some(object) = without.pointer_mut(parent).and_then(Value::as_object_mut) {
                    object.remove(key);
                    object.insert("foreign".into(), json!(1));
                }
                refusals.note(place, table.read_view(without.as_object().unwrap()));
            }
        }
        let legal = session.position(seat).legal();
        session.submit(&legal[legal.len() / 2].text).unwrap();
    }
}

#[test]
fn every_game_refuses_in_both_languages() {
    let registry = Registry::standard();
    let mut all = 0;
    for game in registry.games() {
        let mut refusals = Refusals::default();
        let table = game.open(&[]).unwrap();
        settings(game.as_ref(), &mut refusals);
        options(game.as_ref(), &mut refusals);
        moves(game.as_ref(), table.as_ref(), &mut refusals);
        views(table.as_ref(), &mut refusals);
        let found = refusals.0.len();
        assert!(found >= 40, "{}: only {found} refusals were met", game.name());
        all += found;
    }
    assert!(all > 1000, "only {all} refusals were met");
}
