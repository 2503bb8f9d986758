//! What is remembered of people between games.

use crate::common::{add, all, folder, open, sitting};
use rusqlite::Connection;
use serde_json::json;
use yomi_store::import::Saver;
use yomi_store::{Filter, PERSON, Time, schema};

#[test]
fn what_is_remembered_comes_back_and_is_replaced() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    assert_eq!(store.recall(PERSON, "toy", "partner {}").unwrap(), None);
    store.remember(PERSON, "toy", "partner {}", &json!({"rating": -3.5}), Time(1)).unwrap();
    store.remember(PERSON, "toy", "puzzle 7", &json!([1]), Time(2)).unwrap();
    store.remember(PERSON, "chess", "partner {}", &json!(null), Time(2)).unwrap();
    store.remember("another", "toy", "partner {}", &json!(0), Time(2)).unwrap();
    store.remember(PERSON, "toy", "partner {}", &json!({"rating": 4}), Time(3)).unwrap();
    drop(store);
    let store = open(&path);
    let found = store.recall(PERSON, "toy", "partner {}").unwrap().unwrap();
    assert_eq!((found.state, found.at), (json!({"rating": 4}), Time(3)));
    let topics: Vec<String> =
        store.recall_all(PERSON, "toy").unwrap().into_iter().map(|found| found.topic).collect();
    assert_eq!(topics, ["partner {}", "puzzle 7"]);
    assert!(store.check(|_| Ok(())).unwrap().is_sound());
}

#[test]
fn nothing_is_lost_between_reading_and_writing() {
    const EACH: i64 = 200;
    let (_folder, path) = folder();
    drop(open(&path));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut store = open(&path);
                for _ in 0..EACH {
                    let more = |known: Option<serde_json::Value>| {
                        json!(known.and_then(|count| count.as_i64()).unwrap_or(0) + 1)
                    };
                    store.remember_anew([PERSON, "toy", "a"], Time(1), more).unwrap();
                }
            });
        }
    });
    let found = open(&path).recall(PERSON, "toy", "a").unwrap().unwrap();
    assert_eq!(found.state, json!(3 * EACH));
}

#[test]
fn a_memory_that_was_changed_is_refused_and_left_behind() {
    let (folder, path) = folder();
    let mut store = open(&path);
    store.remember(PERSON, "toy", "a", &json!(1), Time(1)).unwrap();
    store.remember(PERSON, "toy", "b", &json!(2), Time(1)).unwrap();
    Connection::open(&path)
        .unwrap()
        .execute_batch("UPDATE people SET state = '9' WHERE topic = 'b'")
        .unwrap();
    assert_eq!(store.recall(PERSON, "toy", "a").unwrap().unwrap().state, json!(1));
    let why = store.recall(PERSON, "toy", "b").unwrap_err().to_string();
    assert!(why.contains("damaged"), "{why}");
    let found = store.check(|_| Ok(())).unwrap();
    assert_eq!(found.damage, ["memories of people without their checksum: 1"]);
    let mut saved = open(&folder.path().join("saved.db"));
    Saver::new(&mut saved).finish(&store).unwrap();
    assert_eq!(saved.recall_all(PERSON, "toy").unwrap().len(), 1);
}

#[test]
fn a_store_of_before_there_were_people_is_brought_up_to_date() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    add(&mut store, &sitting("a b"), &[(1, "1 2"), (2, "3")]);
    drop(store);
    let older = |version: u32, tables: &str| {
        let old = Connection::open(&path).unwrap();
        old.execute_batch(tables).unwrap();
        old.pragma_update(None, "user_version", version).unwrap();
    };
    older(schema::PEOPLED - 1, "DROP TABLE people");
    let mut store = open(&path);
    assert!(store.backup().is_some());
    assert_eq!(all(&store, &Filter::default()).len(), 2);
    store.remember(PERSON, "toy", "a", &json!(1), Time(1)).unwrap();
    assert!(store.check(|_| Ok(())).unwrap().is_sound());
    drop(store);
    // The tables are newer than the file says.
    older(schema::PEOPLED - 1, "");
    let why = yomi_store::Store::open(&yomi_store::Opening::at(&path)).err().unwrap().to_string();
    assert!(why.contains("does not fit its tables"), "{why}");
}
