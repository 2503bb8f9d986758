//! Files that are not what was written: damaged pages, flipped bytes, older versions.

use crate::common::{add, all, folder, many, open, record, sitting, words};
use rusqlite::Connection;
use serde_json::json;
use std::path::Path;
use yomi_store::import::Saver;
use yomi_store::list::Line;
use yomi_store::{
    Body, Content, Filter, Opening, Played, RunKind, Sitting, Source, Store, Stored, Time, schema,
};

/// What is found in a file that cannot be opened.
fn looked_at(path: &std::path::Path) -> yomi_store::check::Found {
    let why = Store::open(&Opening::at(path)).err().expect("it is damaged");
    Store::open_damaged(path, &why).unwrap().check(|_| Ok(())).unwrap()
}

/// A file of an older version that is too damaged to be brought up to date is read as it is, and says that
/// its rows have no checksums.
#[test]
fn an_older_file_that_is_damaged_is_read_without_checksums() {
    let (_folder, path) = folder();
    {
        let old = Connection::open(&path).unwrap();
        schema::STEPS[..2].iter().for_each(|step| old.execute_batch(step).unwrap());
        old.pragma_update(None, "application_id", schema::APPLICATION).unwrap();
        old.pragma_update(None, "user_version", 2).unwrap();
        old.execute_batch(
            "INSERT INTO setups VALUES (1, 'toy', '{}'); INSERT INTO seatings VALUES (1, '[\"a\",\"b\"]');
             INSERT INTO sittings VALUES (1, 1, 1, 'arena', 1, 0, '0.1.0'); INSERT INTO results VALUES (1, '[1.0,0.0]');
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
             INSERT INTO games SELECT i, 1, i, 1, 9, x'010134' FROM n;",
        )
        .unwrap();
    }
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 4096 / 2 * 4096 + 4096;
    bytes[middle..middle + 4096].fill(0xA5);
    std::fs::write(&path, bytes).unwrap();
    let found = looked_at(&path);
    assert!(found.unsealed && !found.is_sound() && found.altered == 0, "{found:?}");
    assert!(found.readable > 1000 && found.readable + found.lost_count == 2000, "{found:?}");
}

#[test]
fn of_a_damaged_file_everything_else_is_saved() {
    let (folder, path) = folder();
    let count = 5000;
    let store = many(&path, count);
    store.settle().unwrap();
    drop(store);
    // Two pages in the middle of the file are overwritten.
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 4096 / 2 * 4096;
    bytes[middle..middle + 8192].fill(0xA5);
    std::fs::write(&path, bytes).unwrap();

    let store = open(&path);
    let mut saved = open(&folder.path().join("saved.db"));
    let mut saver = Saver::new(&mut saved);
    let found = store.check(|stored| saver.take(stored)).unwrap();
    saver.finish(&store).unwrap();
    assert!(!found.is_sound() && !found.damage.is_empty(), "{found:?}");
    assert!(found.readable > count * 9 / 10, "{}", found.readable);
    assert_eq!(found.readable + found.lost_count, count);
    // What was saved is what was written, and nothing else.
    let games = all(&saved, &Filter::default());
    assert_eq!(games.len() as u64, found.readable);
    for game in &games {
        let Content::Record(record) = &game.content else { panic!() };
        assert_eq!((record.moves.len(), record.payoffs.as_deref()), (30, Some(&[1.0, 0.0][..])));
        assert!(record.seed < count);
    }
    let said = store.each(&Filter::default(), |_| Ok(())).unwrap_err().to_string();
    assert!(said.contains("damaged") && said.contains("--save"), "{said}");
}

/// Different games, some with moves that many share, and games of persons with revisions.
fn different_games(path: &Path, count: u64) -> Vec<Line> {
    let mut store = open(path);
    for pair in ["a b", "b a", "c(x=1) a"] {
        let all: Vec<Vec<String>> =
            (0..count).map(|i| (0..20).map(|j| ((i * 31 + j * 7) % 7 + 1).to_string()).collect()).collect();
        let games = all.iter().zip(0u64..).map(|(moves, i)| Played {
            seed: i.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            body: Body::Words(moves),
            payoffs: Some(if i % 3 == 0 { &[1.0, 0.0] } else { &[0.0, 1.0] }),
            forfeits: &[],
        });
        store.add_games(&sitting(pair), games, Time(1000)).unwrap();
    }
    let run = store.begin_run(RunKind::Arena, "toy", &json!({"seed": 1}), Time(1)).unwrap();
    add(&mut store, &Sitting { run: Some(run), ..sitting("r r") }, &[(5, "4 4"), (6, "4 5")]);
    for i in 0..20 {
        let kept = store.keep(Source::Play, &words("human best"), &record("1", None), Time(i)).unwrap();
        store.revise(&kept, &words("human best"), &record("1 2", None), Time(i + 1)).unwrap();
    }
    store.tidy().unwrap();
    all(&store, &Filter::default()).iter().map(Stored::line).collect()
}

/// Bytes that flip inside a row leave a file that SQLite finds sound. Whatever flips, every game that can
/// still be read or saved is one that was written, and what is lost is counted.
#[test]
fn no_flipped_byte_makes_another_game() {
    let (folder, path) = folder();
    let written = different_games(&path, 600);
    let good = std::fs::read(&path).unwrap();
    let texts: std::collections::BTreeSet<String> =
        written.iter().map(|line| serde_json::to_string(line).unwrap()).collect();
    let (mut altered, mut saved_in_all) = (0, 0);
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for round in 0..30 {
        let mut bad = good.clone();
        // The first page holds the schema, without which nothing can be read: every tenth round it is spoilt
        // too.
        let from = if round % 10 == 0 { 0 } else { 4096 };
        for _ in 0..20 {
            bad[from + random(good.len() - from)] ^= 1 << random(8);
        }
        let spoilt = folder.path().join(format!("{round}.db"));
        std::fs::write(&spoilt, &bad).unwrap();
        let opened = Store::open(&Opening { create: false, ..Opening::at(&spoilt) });
        let opened = opened.or_else(|why| Store::open_damaged(&spoilt, &why).ok_or(why));
        let Ok(store) = opened else { continue };
        let mut saved = open(&folder.path().join(format!("saved{round}.db")));
        let mut saver = Saver::new(&mut saved);
        let found = store.check(|stored| saver.take(stored)).unwrap();
        saver.finish(&store).unwrap();
        let games = all(&saved, &Filter::default());
        for game in &games {
            let text = serde_json::to_string(&game.line()).unwrap();
            assert!(texts.contains(&text), "round {round}: {text}");
        }
        assert_eq!(games.len() as u64, found.readable);
        assert!(found.altered <= found.lost_count);
        assert!(!found.is_sound() || found.readable == written.len() as u64);
        for run in saved.runs().unwrap() {
            assert_eq!((run.name.as_str(), &run.plan), ("toy", &json!({"seed": 1})));
        }
        // What is listed without a check is refused too, or is what was written.
        let _ = store.each_whole(&Filter::default(), |stored| {
            assert!(texts.contains(&serde_json::to_string(&stored.line()).unwrap()), "round {round}");
            Ok(())
        });
        altered += found.altered;
        saved_in_all += games.len();
        for beside in ["-wal", "-shm", ""] {
            let _ = std::fs::remove_file(format!("{}{beside}", spoilt.display()));
        }
    }
    // The test would be idle if nothing was caught, or nothing saved.
    assert!(altered > 50, "{altered}");
    assert!(saved_in_all > 15 * written.len(), "{saved_in_all}");
}

/// Names, results and the beginning of the file may be damaged too: what refers to them cannot be read, and
/// nothing is made up in its place.
#[test]
fn nothing_is_guessed_where_names_are_damaged() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    add(&mut store, &sitting("a b"), &[(1, "1"), (2, "2")]);
    add(&mut store, &sitting("c d"), &[(3, "3")]);
    drop(store);
    let spoil = |statement: &str| Connection::open(&path).unwrap().execute_batch(statement).unwrap();
    let check = || {
        let mut seeds = Vec::new();
        let found = open(&path).check(|stored| {
            seeds.push(stored.listed.seed);
            assert_eq!(stored.listed.shared.agents.len(), 2);
            Ok(())
        });
        (seeds, found.unwrap().lost_count)
    };
    assert_eq!(check(), (vec![1, 2, 3], 0));
    spoil("UPDATE seatings SET agents = '[\"a\"' WHERE id = 1");
    assert_eq!(check(), (vec![3], 2));
    spoil("UPDATE results SET payoffs = '[1.0,' WHERE id = 1");
    assert_eq!(check(), (vec![], 3));
    assert!(open(&path).each(&Filter::default(), |_| Ok(())).is_err());
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[..100].fill(0x5A);
    std::fs::write(&path, bytes).unwrap();
    let found = looked_at(&path);
    assert!(found.readable == 0 && !found.is_sound(), "{found:?}");
}

/// Revisions, keys, matches and forfeits are refused as well when they are not what was written.
#[test]
fn what_is_beside_the_games_has_checksums_too() {
    let spoilt = |statement: &str| {
        let (folder, path) = folder();
        let mut store = open(&path);
        let kept = store.keep(Source::Play, &words("human best"), &record("1", None), Time(1)).unwrap();
        store.begin_run(RunKind::Arena, "toy", &json!({"seed": 1}), Time(1)).unwrap();
        let why = yomi_engine::Sentence::new("late", "遅刻");
        let forfeits = [yomi_engine::record::Forfeit { seat: 1, why }];
        let moves = words("4 4");
        let played =
            Played { seed: 1, body: Body::Words(&moves), payoffs: Some(&[1.0, 0.0]), forfeits: &forfeits };
        store.add_games(&sitting("a exec"), [played], Time(2)).unwrap();
        let Content::Record(stored) = store.find("2").unwrap().content else { panic!() };
        assert_eq!(stored.forfeits, forfeits);
        assert!(store.check(|_| Ok(())).unwrap().is_sound());
        let unchecked = format!("PRAGMA foreign_keys = OFF; {statement}");
        Connection::open(&path).unwrap().execute_batch(&unchecked).unwrap();
        let found = store.check(|_| Ok(())).unwrap();
        assert!(!found.is_sound(), "{statement}");
        let said = found.damage.join(" ");
        drop(folder);
        (found.readable, said, store, kept)
    };
    let (readable, said, store, kept) = spoilt("UPDATE revisions SET at = at + 1");
    assert!(readable == 2 && said.contains("revisions of games without their checksum: 1"), "{said}");
    assert!(store.revisions(&kept.key).is_err());
    let (readable, said, store, _) = spoilt("UPDATE kept SET revision = 2");
    assert!(readable == 2 && said.contains("checksum"), "{said}");
    assert!(store.each(&Filter::default(), |_| Ok(())).is_err());
    let (readable, said, store, _) = spoilt("UPDATE runs SET plan = '{}'");
    assert!(readable == 2 && said.contains("matches and tournaments without their checksum: 1"), "{said}");
    assert!(store.runs().is_err());
    for statement in [
        "UPDATE forfeits SET seats = replace(seats, '1', '0')",
        "DELETE FROM forfeits",
        "UPDATE sittings SET version = '9' WHERE id = 2",
        "UPDATE games SET seed = 2 WHERE id = 2",
        "UPDATE games SET at = 3 WHERE id = 2",
        "UPDATE games SET id = 3 WHERE id = 2",
        "UPDATE results SET payoffs = '[0.0,1.0]'",
    ] {
        assert_eq!(spoilt(statement).0, 1, "{statement}");
    }
}

/// A number that flipped must not make a check endless.
#[test]
fn a_number_far_beyond_the_rest_is_passed_over() {
    let (_folder, path) = folder();
    drop(many(&path, 50));
    Connection::open(&path).unwrap().execute_batch("UPDATE games SET id = 1 << 60 WHERE id = 50").unwrap();
    let found = open(&path).check(|_| Ok(())).unwrap();
    assert_eq!((found.readable, found.lost_count, found.altered), (49, 1, 1));
}

/// Numbers that SQLite writes with a sign: of another program, and of a damaged header.
#[test]
fn negative_numbers_in_the_header_are_told_in_words() {
    let (_folder, path) = folder();
    drop(open(&path));
    let refused = |statement: &str| {
        Connection::open(&path).unwrap().execute_batch(statement).unwrap();
        Store::open(&Opening::at(&path)).err().unwrap().to_string()
    };
    let said = refused("PRAGMA user_version = -1");
    assert!(said.contains("its beginning is damaged"), "{said}");
    let said = refused("PRAGMA application_id = -5");
    assert!(said.contains("another program"), "{said}");
}

#[test]
fn no_byte_that_flips_makes_a_panic() {
    let (_folder, path) = folder();
    let store = many(&path, 300);
    store.settle().unwrap();
    drop(store);
    let good = std::fs::read(&path).unwrap();
    for at in (0..good.len()).step_by(97) {
        let mut bad = good.clone();
        bad[at] ^= 0xFF;
        std::fs::write(&path, &bad).unwrap();
        for beside in ["games.db-wal", "games.db-shm"] {
            let _ = std::fs::remove_file(path.with_file_name(beside));
        }
        let Ok(store) = Store::open(&Opening { create: false, ..Opening::at(&path) }) else { continue };
        let _ = store.check(|_| Ok(()));
        let _ = store.tally(&Filter::default());
        let _ = store.runs();
    }
}

/// A version that flipped is damage, not an older file: nothing is migrated, and no copy is made.
#[test]
fn a_version_that_flipped_is_damage() {
    for version in [1_u8, 2] {
        let (folder, path) = folder();
        drop(many(&path, 50));
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[63] = version;
        std::fs::write(&path, &bytes).unwrap();
        let why = Store::open(&Opening::at(&path)).err().unwrap();
        assert!(why.text.en.contains("its version does not fit its tables"), "{why:?}");
        let found = looked_at(&path);
        assert!(!found.is_sound() && found.readable == 50, "{found:?}");
        let beside = std::fs::read_dir(folder.path()).unwrap().filter_map(Result::ok);
        assert!(beside.into_iter().all(|file| !file.file_name().to_string_lossy().contains("backup")));
    }
}

/// What lies beside the games is looked at to its end: a missing last page, and a column that is no more.
#[test]
fn what_cannot_be_read_beside_the_games_is_told() {
    let (_folder, path) = folder();
    let mut store = many(&path, 50);
    for name in ["one", "two"] {
        let long = json!({ "plan": "x".repeat(3000) });
        store.begin_run(yomi_store::RunKind::Tournament, name, &long, Time(1)).unwrap();
    }
    drop(store);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 4096]).unwrap();
    let found = match Store::open(&Opening { create: false, ..Opening::at(&path) }) {
        Ok(store) => store.check(|_| Ok(())).unwrap(),
        Err(_) => looked_at(&path),
    };
    assert!(!found.is_sound(), "{found:?}");
    std::fs::write(&path, &whole).unwrap();
    rusqlite::Connection::open(&path).unwrap().execute_batch("ALTER TABLE runs DROP COLUMN sum").unwrap();
    let found = open(&path).check(|_| Ok(())).unwrap();
    assert!(found.damage.iter().any(|said| said.contains("matches and tournaments cannot all be read")));
}

/// A full disk, or another process, is no damage.
#[test]
fn only_damage_is_looked_at_as_damage() {
    let (_folder, path) = folder();
    drop(many(&path, 5));
    let full = yomi_engine::Fault::new(yomi_engine::FaultKind::Limit, "the disk is full", "");
    assert!(Store::open_damaged(&path, &full).is_none());
}
