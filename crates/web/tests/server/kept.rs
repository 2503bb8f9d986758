//! Games that are kept, and files that are read.

use crate::ask::{place, request, server, sevens};
use serde_json::{Value, json};

fn with_revision(place: &Value, revision: u64) -> Value {
    let mut keep = place.clone();
    keep["revision"] = json!(revision);
    keep
}

#[test]
fn every_write_has_a_revision() {
    let server = server();
    let game = sevens();
    assert_eq!(server.put("/api/kept/a-1", &with_revision(&game, 0)).ok()["revision"], 1);
    // The same again, because the answer was lost: it is there.
    assert_eq!(server.put("/api/kept/a-1", &with_revision(&game, 0)).ok()["revision"], 1);
    let mut undone = game.clone();
    undone["source"]["moves"].as_array_mut().unwrap().pop();
    let stale = server.put("/api/kept/a-1", &with_revision(&undone, 0));
    assert_eq!((stale.status.as_u16(), &stale.json()["revision"]), (409, &json!(1)));
    assert_eq!(server.put("/api/kept/a-1", &with_revision(&undone, 1)).ok()["revision"], 2);
    let listed = server.get("/api/kept").ok();
    assert_eq!(listed["games"].as_array().unwrap().len(), 1);
    assert_eq!(listed["games"][0]["source"], undone["source"]);
    // What is kept can be sent back as it is.
    let again = json!({"game": "sevens", "settings": listed["games"][0]["settings"], "source": listed["games"][0]["source"]});
    assert_eq!(server.post("/api/positions", &again).ok(), server.post("/api/positions", &undone).ok());
    assert_eq!(server.send(request("DELETE", "/api/kept/a-1", None)).status, 204);
    server.send(request("DELETE", "/api/kept/a-1", None)).refused(404);
    server.get("/api/kept/a-1").refused(404);
}

#[test]
fn what_is_impossible_is_not_kept() {
    let server = server();
    let mut wrong = sevens();
    wrong["source"]["moves"][0] = json!("CK");
    server.put("/api/kept/wrong", &with_revision(&wrong, 0)).refused(422);
    for id in ["a%20b", "a.b", &"x".repeat(65)] {
        server.put(&format!("/api/kept/{id}"), &with_revision(&sevens(), 0)).refused(422);
    }
    assert_eq!(server.get("/api/kept").ok()["games"], json!([]));
}

/// A kept game leaves as a file that can be read back: a deal as a record, a real game as a view.
#[test]
fn files_come_back_as_the_same_game() {
    let server = server();
    let real = json!({"start": {"seat": 0, "hand": ["A1", "B2", "C3", "D4", "E5"]}, "entries": ["A1@1+F3", "C3@2+G7"]});
    for (id, place) in [("deal", sevens()), ("real", place("twin-cool", real))] {
        server.put(&format!("/api/kept/{id}"), &with_revision(&place, 0)).ok();
        let exported = server.get(&format!("/api/kept/{id}/export"));
        assert!(exported.headers["content-disposition"].to_str().unwrap().contains("attachment"));
        let opened = server.post("/api/import", &json!({"text": exported.text})).ok();
        assert_eq!(opened["game"], place["game"]);
        let before = server.post("/api/positions", &place).ok();
        assert_eq!(before, server.post("/api/positions", &opened).ok());
    }
}

#[test]
fn other_files_are_refused_in_one_line() {
    let server = server();
    for text in
        ["", "hello", "[]", "{}", "{\"yomi_record\": 1}", "{\"game\": \"chess\"}", "{\"game\": \"sevens\"}"]
    {
        server.post("/api/import", &json!({"text": text})).refused(422);
    }
}

/// What is dealt between the moves stands in a record and in a view, and is nobody's move.
#[test]
fn only_moves_of_players_are_counted() {
    let server = server();
    let leduc = place("leduc", json!({"seed": 3, "moves": ["check", "check", "check"], "seat": 0}));
    let twin_cool = place("twin-cool", json!({"seed": 5, "moves": [], "seat": 0}));
    let kuhn = place("kuhn", json!({"seed": 5, "moves": ["check", "bet"]}));
    let both = place("simultaneous-maze", json!({"seed": 1, "moves": []}));
    for (game, players) in [(leduc, 3), (twin_cool, 0), (kuhn, 2), (both, 0), (sevens(), 3)] {
        let name = game["game"].as_str().unwrap();
        let view = server.post("/api/positions", &game).ok()["view"].clone();
        let real = place(name, json!({"view": view}));
        for (id, place) in [("deal", &game), ("real", &real)] {
            let players =
                if name == "sevens" { game["source"]["moves"].as_array().unwrap().len() } else { players };
            server.put(&format!("/api/kept/{name}-{id}"), &with_revision(place, 0)).ok();
            let kept = server.get(&format!("/api/kept/{name}-{id}")).ok();
            assert_eq!(kept["moves"], players, "{kept}");
        }
    }
    // A list has the same, and a later revision is counted again.
    let more = place("leduc", json!({"seed": 3, "moves": ["check", "check", "check", "check"], "seat": 0}));
    server.put("/api/kept/leduc-deal", &with_revision(&more, 1)).ok();
    let listed = server.get("/api/kept").ok();
    let counted = |id: &str| {
        listed["games"].as_array().unwrap().iter().find(|g| g["id"] == id).unwrap()["moves"].clone()
    };
    assert_eq!((counted("leduc-deal"), counted("leduc-real")), (json!(4), json!(3)));
}
