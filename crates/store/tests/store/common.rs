//! What the tests of the store share: stores in a folder of their own, and games of a toy.

use serde_json::json;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use yomi_engine::record::Record;
use yomi_store::{Body, Content, Durability, Filter, Opening, Played, Sitting, Source, Store, Stored, Time};

pub fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    (folder, path)
}

pub fn open(path: &Path) -> Store {
    Store::open(&Opening { durability: Durability::Quick, ..Opening::at(path) }).unwrap()
}

pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

pub fn record(moves: &str, payoffs: Option<Vec<f64>>) -> Content {
    Content::Record(Record {
        yomi_record: 1,
        game: "toy".into(),
        settings: json!({"size": 3}),
        seed: 7,
        agents: words("human best"),
        open: false,
        moves: words(moves),
        payoffs,
        forfeits: Vec::new(),
    })
}

pub fn all(store: &Store, filter: &Filter) -> Vec<Stored> {
    let mut found = Vec::new();
    let put = |stored| {
        found.push(stored);
        Ok(())
    };
    store.each_whole(filter, put).unwrap();
    found
}

pub fn add(store: &mut Store, sitting: &Sitting, games: &[(u64, &str)]) {
    let games: Vec<(u64, Vec<String>)> = games.iter().map(|(seed, text)| (*seed, words(text))).collect();
    let played = games.iter().map(|(seed, moves)| Played {
        seed: *seed,
        body: Body::Words(moves),
        payoffs: Some(&[1.0, 0.0]),
        forfeits: &[],
    });
    store.add_games(sitting, played, Time(1000)).unwrap();
}

pub fn sitting(agents: &str) -> Sitting {
    Sitting::new(Source::Arena, "toy", &json!({"size": 3}), &words(agents))
}

pub fn many(path: &Path, count: u64) -> Store {
    let mut store = open(path);
    let moves: Vec<String> = (0..30).map(|i| format!("m{i}")).collect();
    let games = (0..count).map(|seed| Played {
        seed,
        body: Body::Words(&moves),
        payoffs: Some(&[1.0, 0.0]),
        forfeits: &[],
    });
    store.add_games(&sitting("a b"), games, Time(1000)).unwrap();
    store
}
