//! Games that are kept in a file: what was acknowledged is there, whatever happens to the server.

use crate::ask::{Server, place, request, server_on, server_with, sevens};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::tempdir;
use yomi_store::{Durability, Opening, Store};

fn kept_as(place: &Value, revision: u64) -> Value {
    let mut keep = place.clone();
    keep["revision"] = json!(revision);
    keep
}

fn games(server: &Server) -> Vec<Value> {
    server.get("/api/kept").ok()["games"].as_array().unwrap().clone()
}

/// Every kind of game that the page keeps: against an agent, from one seat with all moves entered, every seat
/// by hand, alone, and a real one.
fn all_kinds() -> Vec<(&'static str, Value)> {
    let mut against = sevens();
    against["opponent"] = json!("best");
    let real = json!({"start": {"seat": 0, "hand": ["A1", "B2", "C3", "D4", "E5"]}, "entries": ["A1@1+F3", "C3@2+G7"]});
    vec![
        ("against", against),
        ("one-seat", sevens()),
        ("all-seats", place("connect-four", json!({"seed": 0, "moves": ["4", "4", "3"], "seat": null}))),
        ("alone", place("twin-cool", json!({"seed": 5, "moves": [], "seat": 0}))),
        ("real", place("twin-cool", real)),
    ]
}

#[test]
fn another_server_on_the_same_file_goes_on() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("games.db");
    let first = server_on(&file);
    for (id, game) in all_kinds() {
        assert_eq!(first.put(&format!("/api/kept/{id}"), &kept_as(&game, 0)).ok()["revision"], 1, "{id}");
    }
    // The first server is not ended: nothing is written at the end that was not written before.
    let second = server_on(&file);
    let there = games(&second);
    assert_eq!(there.len(), all_kinds().len());
    for (id, game) in all_kinds() {
        let found = there.iter().find(|kept| kept["id"] == id).unwrap();
        assert_eq!(found["opponent"], game["opponent"], "{id}");
        assert_eq!(found["source"]["seat"], game["source"]["seat"], "{id}");
        let again = json!({"game": found["game"], "settings": found["settings"], "source": found["source"]});
        let mut before = game.clone();
        before.as_object_mut().unwrap().remove("opponent");
        let [again, before] = [again, before].map(|place| second.post("/api/positions", &place).ok());
        assert_eq!(again, before, "{id}");
    }
    let named = second.get("/api/kept").ok()["store"].clone();
    assert_eq!(named, json!(file.display().to_string()));
}

#[test]
fn an_undo_is_a_revision_of_its_own() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("games.db");
    let server = server_on(&file);
    let game = sevens();
    let mut undone = game.clone();
    undone["source"]["moves"].as_array_mut().unwrap().pop();
    let moves = |place: &Value| place["source"]["moves"].clone();
    for (revision, place) in [&game, &undone, &game].into_iter().enumerate() {
        let written = server.put("/api/kept/g-1", &kept_as(place, revision as u64)).ok();
        assert_eq!(written["revision"], revision + 1);
    }
    // The same again, because the answer was lost.
    assert_eq!(server.put("/api/kept/g-1", &kept_as(&game, 2)).ok()["revision"], 3);
    let stale = server.put("/api/kept/g-1", &kept_as(&undone, 1));
    assert_eq!((stale.status.as_u16(), &stale.json()["revision"]), (409, &json!(3)));
    let store = Store::open(&Opening::at(&file)).unwrap();
    let revisions = store.revisions("g-1").unwrap();
    let written: Vec<Value> = revisions
        .into_iter()
        .map(|(_, _, content)| match content {
            yomi_store::packed::Unpacked::Moves(moves) => json!(moves),
            yomi_store::packed::Unpacked::View(_) => Value::Null,
        })
        .collect();
    assert_eq!(written, [moves(&game), moves(&undone), moves(&game)]);
}

#[test]
fn a_deleted_game_is_gone_and_can_be_written_anew() {
    let folder = tempdir().unwrap();
    let server = server_on(&folder.path().join("games.db"));
    server.put("/api/kept/12", &kept_as(&sevens(), 0)).ok();
    // The number of a game is not its key.
    server.get("/api/kept/1").refused(404);
    assert_eq!(server.send(request("DELETE", "/api/kept/12", None)).status, 204);
    server.send(request("DELETE", "/api/kept/12", None)).refused(404);
    assert_eq!(games(&server), Vec::<Value>::new());
    // A page that still shows it is told that nothing is there, and begins again.
    let stale = server.put("/api/kept/12", &kept_as(&sevens(), 1));
    assert_eq!((stale.status.as_u16(), &stale.json()["revision"]), (409, &json!(0)));
    assert_eq!(server.put("/api/kept/12", &kept_as(&sevens(), 0)).ok()["revision"], 1);
}

/// What other commands keep is in the list, matches of agents are not.
#[test]
fn the_list_is_of_people_and_the_last_written_is_first() {
    let folder = tempdir().unwrap();
    let server = server_on(&folder.path().join("games.db"));
    for id in ["old", "new"] {
        server.put(&format!("/api/kept/{id}"), &kept_as(&sevens(), 0)).ok();
    }
    std::thread::sleep(std::time::Duration::from_millis(2));
    let mut more = sevens();
    more["source"]["moves"].as_array_mut().unwrap().pop();
    server.put("/api/kept/old", &kept_as(&more, 1)).ok();
    let names: Vec<Value> = games(&server).into_iter().map(|game| game["id"].clone()).collect();
    assert_eq!(names, ["old", "new"]);
}

/// A full store refuses in one line, keeps what it has, and takes more when there is room again.
#[test]
fn a_full_store_says_so_and_loses_nothing() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("games.db");
    let (cap, durability) = (yomi_store::open::LEAST_CAP, Durability::Quick);
    let server = server_with(&Opening { cap, durability, ..Opening::at(&file) });
    // A game that goes to and fro: every write is a revision, and a view takes more room than moves.
    let real = |entries: &[&str]| {
        let start = json!({"seat": 0, "hand": ["A1", "B2", "C3", "D4", "E5"]});
        place("twin-cool", json!({"start": start, "entries": entries}))
    };
    let games = [real(&["A1@1+F3", "C3@2+G7"]), real(&["A1@1+F3"])];
    let mut kept = 0;
    let refused = (0..20_000).find_map(|n| {
        let answer = server.put("/api/kept/long", &kept_as(&games[n as usize % 2], n));
        kept += u64::from(answer.status == 200);
        (answer.status != 200).then_some(answer)
    });
    let fault = refused.expect("one MiB is full after some thousand revisions").refused(507);
    assert!(fault["text"]["en"].as_str().unwrap().contains("cap of 1 MiB"), "{fault}");
    let there = Store::open(&Opening::at(&file)).unwrap().revisions("long").unwrap();
    assert_eq!(there.len() as u64, kept);
    assert_eq!(server.get("/api/kept/long").ok()["revision"], kept);
    assert_eq!(server.send(request("DELETE", "/api/kept/long", None)).status, 204);
    server.put("/api/kept/room", &kept_as(&sevens(), 0)).ok();
}

/// Something that cannot be written to: 507 in one line, and everything else works.
#[test]
fn a_store_that_cannot_be_written_says_so() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("games.db");
    let server = server_on(&file);
    server.put("/api/kept/before", &kept_as(&sevens(), 0)).ok();
    spoil(&file);
    server.put("/api/kept/after", &kept_as(&sevens(), 0)).refused(507);
    server.post("/api/positions", &sevens()).ok();
}

/// The file is another one now: what a process holds open cannot be written any more.
fn spoil(file: &Path) {
    use std::io::{Seek, SeekFrom, Write};
    for ending in ["-wal", "-shm"] {
        let beside = format!("{}{ending}", file.display());
        let length = std::fs::metadata(&beside).map_or(0, |data| data.len());
        let mut open = std::fs::OpenOptions::new().write(true).open(&beside).unwrap();
        open.write_all(&vec![0xA5; length as usize]).unwrap();
    }
    let mut open = std::fs::OpenOptions::new().write(true).open(file).unwrap();
    open.seek(SeekFrom::Start(0)).unwrap();
    open.write_all(&[0xA5; 4096]).unwrap();
}
