//! Views and records with random changes: accepted or rejected, never a panic. If a view is accepted, the
//! advice is a legal move.

use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use yomi::core::Rng;
use yomi::engine::agent::AgentText;
use yomi::engine::record::Record;
use yomi::engine::view;
use yomi::{Ask, Fault, Registry, Table};

const ROUNDS: u64 = 1500;
/// Games, each with an agent that uses the whole view.
const GAMES: [(&str, &str); 7] = [
    ("connect-four", "mcts"),
    ("maze", "mcts"),
    ("kuhn", "ismcts"),
    ("leduc", "ismcts"),
    ("twin-cool", "expectimax"),
    ("duel", "ismcts"),
    ("sevens", "best"),
];

/// Mazes are small, so that a random change is likely to matter.
fn open(registry: &Registry, game: &str) -> Box<dyn Table> {
    let small = [("size", "3x3"), ("turns", "5")].map(|(key, value)| (key.to_string(), value.to_string()));
    registry.find(game).unwrap().open(if game == "maze" { &small } else { &[] }).unwrap()
}

/// Views of a game played at random, and its record.
fn originals(table: &dyn Table, seed: u64) -> (Vec<Value>, Record) {
    let random = AgentText::parse("random").unwrap();
    let mut session = table.session(seed, &vec![Some(random); table.players()], None).unwrap();
    let mut views = Vec::new();
    while let Some(seat) = session.next() {
        views.push(session.position(seat).json());
        session.let_agent_move(&mut ()).unwrap();
    }
    (views, session.record())
}

fn pick<T: Clone>(from: &[T], rng: &mut Rng) -> T {
    from[rng.below(from.len() as u32) as usize].clone()
}

/// A random replacement value.
fn anything(rng: &mut Rng) -> Value {
    let words = [
        "",
        "K",
        "J",
        "check",
        "call",
        "call=K",
        "4",
        "R",
        "3x3",
        "1x9",
        "...X...",
        "103",
        "手",
        "\0",
        "A1",
        "H10",
        "C7@2+F3",
        "+A1",
        "accumulated",
        "page-turner",
        "play:page-turner",
        "+?",
        "owner",
        "S6",
        "pass",
        "pass=S3+HQ",
        "closing",
    ];
    match rng.below(6) {
        0 => {
            pick(&[json!(null), json!(true), json!([]), json!({}), json!([[]]), json!(-1), json!(1e300)], rng)
        }
        1 => json!(pick(&[0u64, 1, 2, 5, 6, 7, 9, 100, 255, 256, 65_536, 1 << 32, u64::MAX], rng)),
        2 => json!(vec![pick(&words, rng); rng.below(5) as usize]),
        3 => json!([rng.below(4), rng.below(4)]),
        _ => json!(pick(&words, rng)),
    }
}

/// Replaces, removes or duplicates one element of `value`, at any depth.
fn change(value: &mut Value, rng: &mut Rng) {
    let deeper = rng.below(4) > 0;
    match value {
        Value::Object(object) if deeper && !object.is_empty() => {
            let keys: Vec<String> = object.keys().cloned().collect();
            let key = pick(&keys, rng);
            match rng.below(8) {
                0 => drop(object.remove(&key)),
                1 => drop(object.insert(pick(&keys, rng), object[&key].clone())),
                _ => change(object.get_mut(&key).unwrap(), rng),
            }
        }
        Value::Array(list) if deeper && !list.is_empty() => {
            let at = rng.below(list.len() as u32) as usize;
            match rng.below(6) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => change(&mut list[at], rng),
            }
        }
        other => *other = anything(rng),
    }
}

/// Does what `yomi advise GAME FILE` does.
fn advise(registry: &Registry, game: &str, agent: &str, text: &str) -> Result<(), Fault> {
    let object = view::parse(text, game)?;
    let table = registry.find(game)?.open_json(object.get("settings"))?;
    let position = table.read_view(&object)?;
    let advice = position.advise(&Ask::new(agent)?.limit("8it")?, &mut ())?;
    assert!(position.legal().iter().any(|legal| legal.text == advice.chosen));
    assert!(!position.picture().is_empty());
    let again = table.read_view(position.json().as_object().unwrap())?;
    assert_eq!(again.json(), position.json(), "what was read is written and read again");
    Ok(())
}

#[test]
fn views() {
    let registry = Registry::standard();
    for (game, agent) in GAMES {
        let table = open(&registry, game);
        let (mut read, mut refused) = (0, 0);
        for round in 0..ROUNDS {
            let mut rng = Rng::new(round);
            let mut view = pick(&originals(table.as_ref(), round % 20).0, &mut rng);
            for _ in 0..=rng.below(3) {
                change(&mut view, &mut rng);
            }
            let text = view.to_string();
            match catch_unwind(AssertUnwindSafe(|| advise(&registry, game, agent, &text))) {
                Ok(Ok(())) => read += 1,
                Ok(Err(_)) => refused += 1,
                Err(_) => panic!("{game}: this view: {text}"),
            }
        }
        assert!(read > 5 && refused > ROUNDS / 2, "{game}: {read} read, {refused} refused");
    }
}

#[test]
fn views_cut_and_scratched() {
    let registry = Registry::standard();
    for (game, agent) in GAMES {
        let table = open(&registry, game);
        for round in 0..ROUNDS {
            let mut rng = Rng::new(round);
            let mut text: Vec<char> =
                pick(&originals(table.as_ref(), 1).0, &mut rng).to_string().chars().collect();
            let at = rng.below(text.len() as u32) as usize;
            match rng.below(3) {
                0 => text.truncate(at),
                1 => drop(text.remove(at)),
                _ => text[at] = pick(&['0', '9', '"', '{', ']', ',', 'K', '\\', '\0', '札'], &mut rng),
            }
            let text: String = text.into_iter().collect();
            if catch_unwind(AssertUnwindSafe(|| advise(&registry, game, agent, &text))).is_err() {
                panic!("{game}: this view: {text}");
            }
        }
    }
}

#[test]
fn records() {
    let registry = Registry::standard();
    let replay = |value: &Value| -> Result<(), Fault> {
        let record: Record = serde_json::from_value(value.clone())
            .map_err(|why| Fault::en(yomi::FaultKind::BadView, why.to_string()))?;
        let table = registry.find(&record.game)?.open_json(Some(&record.settings))?;
        table.replay(&record, &mut |_, _, _| {})
    };
    for (game, _) in GAMES {
        let table = open(&registry, game);
        for round in 0..ROUNDS {
            let mut rng = Rng::new(round);
            let mut record = json!(originals(table.as_ref(), round % 20).1);
            replay(&record).unwrap();
            for _ in 0..=rng.below(2) {
                change(&mut record, &mut rng);
            }
            if catch_unwind(AssertUnwindSafe(|| replay(&record))).is_err() {
                panic!("{game}: this record: {record}");
            }
        }
    }
}
