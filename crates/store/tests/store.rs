//! The store by itself: what is written comes back, whatever happens to the file or the process.

use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use yomi_engine::record::Record;
use yomi_engine::{Fault, FaultKind};
use yomi_store::import::Saver;
use yomi_store::lines::{CSV_HEAD, CSV_WHOLE_HEAD};
use yomi_store::list::Line;
use yomi_store::packed::Unpacked;
use yomi_store::{
    Body, Content, Durability, Filter, Form, Importer, Kept, Lines, Opening, Played, Revised, RunKind,
    Sitting, Source, Store, Stored, Time, schema,
};

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    (folder, path)
}

fn open(path: &Path) -> Store {
    Store::open(&Opening { durability: Durability::Quick, ..Opening::at(path) }).unwrap()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

fn record(moves: &str, payoffs: Option<Vec<f64>>) -> Content {
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

fn all(store: &Store, filter: &Filter) -> Vec<Stored> {
    let mut found = Vec::new();
    let put = |stored| {
        found.push(stored);
        Ok(())
    };
    store.each_whole(filter, put).unwrap();
    found
}

fn add(store: &mut Store, sitting: &Sitting, games: &[(u64, &str)]) {
    let games: Vec<(u64, Vec<String>)> = games.iter().map(|(seed, text)| (*seed, words(text))).collect();
    let played = games.iter().map(|(seed, moves)| Played {
        seed: *seed,
        body: Body::Words(moves),
        payoffs: Some(&[1.0, 0.0]),
        forfeits: &[],
    });
    store.add_games(sitting, played, Time(1000)).unwrap();
}

fn sitting(agents: &str) -> Sitting {
    Sitting::new(Source::Arena, "toy", &json!({"size": 3}), &words(agents))
}

fn many(path: &Path, count: u64) -> Store {
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

#[test]
fn every_entry_is_a_revision_and_so_is_an_undo() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    let agents = words("human best");
    let first = store.keep(Source::Play, &agents, &record("1", None), Time(1)).unwrap();
    let mut kept = first.clone();
    for (moves, revision) in [("1 2", 2), ("1 2 3", 3), ("1 2", 4), ("1 2", 4)] {
        let done = store.revise(&kept, &agents, &record(moves, None), Time(2)).unwrap();
        assert_eq!(done, Revised::Kept(revision), "{moves}");
        kept.revision = revision;
    }
    // Who knows an older state changes nothing.
    let stale = store.revise(&first, &agents, &record("1 9", None), Time(3)).unwrap();
    assert_eq!(stale, Revised::Stale(4));
    let done = store.revise(&kept, &agents, &record("1 2 4", Some(vec![1.0, 0.0])), Time(4)).unwrap();
    assert_eq!(done, Revised::Kept(5));
    drop(store);

    let store = open(&path);
    let stored = store.find(&kept.key).unwrap();
    assert_eq!(stored.content, record("1 2 4", Some(vec![1.0, 0.0])));
    assert_eq!(stored.listed.kept, Some((kept.key.clone(), 5)));
    let revisions = store.revisions(&kept.key).unwrap();
    let told: Vec<(u64, Unpacked)> = revisions.into_iter().map(|(n, _, content)| (n, content)).collect();
    let expected = ["1", "1 2", "1 2 3", "1 2", "1 2 4"];
    let expected = expected.iter().enumerate().map(|(i, m)| (i as u64 + 1, Unpacked::Moves(words(m))));
    assert_eq!(told, expected.collect::<Vec<_>>());
    let unknown = Kept { key: "none".into(), revision: 1 };
    let mut store = store;
    assert_eq!(
        store.revise(&unknown, &agents, &record("1", None), Time(5)).unwrap_err().kind,
        FaultKind::Unknown
    );
    assert!(store.keep_as(&kept.key, Source::Play, &agents, &record("1", None), Time(5)).is_err());
}

#[test]
fn a_view_comes_back() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    let view = json!({"game": "toy", "settings": {"size": 3}, "seat": 1, "history": ["a", "b"]});
    let content = Content::View { view, over: false };
    let kept = store.keep(Source::Real, &words("best"), &content, Time(5)).unwrap();
    let stored = store.find(&kept.key).unwrap();
    assert_eq!(stored.content, content);
    assert_eq!((stored.listed.shared.game.as_str(), stored.listed.finished), ("toy", false));
    assert_eq!(stored.listed.shared.source, Source::Real);
}

#[test]
fn filters_find_what_they_say() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    add(&mut store, &sitting("random mcts(c=1)"), &[(1, "1 2"), (2, "3")]);
    add(&mut store, &sitting("best random"), &[(3, "4")]);
    store.keep(Source::Play, &words("human best"), &record("1", None), Time(5000)).unwrap();
    let count = |filter: Filter| all(&store, &filter).len();
    let some = |text: &str| Some(text.to_string());
    assert_eq!(count(Filter::default()), 4);
    assert_eq!(count(Filter { player: some("mcts"), ..Filter::default() }), 2);
    assert_eq!(count(Filter { player: some("mcts(c=1)"), ..Filter::default() }), 2);
    assert_eq!(count(Filter { player: some("mct"), ..Filter::default() }), 0);
    assert_eq!(count(Filter { player: some("random"), ..Filter::default() }), 3);
    assert_eq!(count(Filter { source: Some(Source::Play), ..Filter::default() }), 1);
    assert_eq!(count(Filter { finished: Some(false), ..Filter::default() }), 1);
    assert_eq!(count(Filter { finished: Some(true), ..Filter::default() }), 3);
    assert_eq!(count(Filter { since: Some(Time(2000)), ..Filter::default() }), 1);
    assert_eq!(count(Filter { until: Some(Time(1000)), ..Filter::default() }), 3);
    assert_eq!(count(Filter { game: some("chess"), ..Filter::default() }), 0);
    assert_eq!(count(Filter { ids: Some(vec![2, 9]), ..Filter::default() }), 1);
    let last = all(&store, &Filter { last: Some(2), ..Filter::default() });
    assert_eq!(last.iter().map(|s| s.listed.id).collect::<Vec<_>>(), [3, 4]);
}

#[test]
fn a_list_is_json_lines_or_csv() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    add(&mut store, &sitting("a,b \"c\""), &[(u64::MAX, "1 2"), (3, "4")]);
    add(&mut store, &sitting("x y"), &[(5, "1")]);
    store.keep_as("k\"1", Source::Play, &words("human x"), &record("4", None), Time(5000)).unwrap();
    let mut both = [(Lines::new(Form::Json), Vec::new()), (Lines::new(Form::Csv), Vec::new())];
    let list = |game: &yomi_store::Listed| -> Result<(), Fault> {
        both.iter_mut().for_each(|(lines, out)| lines.list(game, out));
        Ok(())
    };
    store.each(&Filter::default(), list).unwrap();
    let [json, csv] = both.map(|(_, out)| String::from_utf8(out).unwrap());
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["seed"], u64::MAX);
    assert_eq!(lines[0]["agents"], json!(["a,b", "\"c\""]));
    let said = |line: &Value| json!([line["moves"], line["payoffs"], line["finished"], line["key"]]);
    assert_eq!(said(&lines[0]), json!([2, [1.0, 0.0], true, null]));
    assert_eq!((&lines[1]["seed"], &lines[2]["agents"]), (&json!(3), &json!(["x", "y"])));
    assert_eq!((said(&lines[3]), &lines[3]["revision"]), (json!([1, null, false, "k\"1"]), &json!(1)));
    let rows: Vec<&str> = csv.split_terminator("\r\n").collect();
    let columns = CSV_HEAD.split(',').count();
    assert!(rows.len() == 4 && rows[2].split(',').count() == columns, "{csv}");
    assert!(rows[0].starts_with("1,1970-01-01T00:00:01Z,arena,,"), "{csv}");
    assert!(rows[0].contains(",\"a,b \"\"c\"\"\",false,18446744073709551615,true,1 0,,2,,"), "{csv}");
    assert!(rows[3].ends_with(",human x,false,7,false,,,1,\"k\"\"1\",1"), "{csv}");
}

#[test]
fn whole_games_are_json_lines_or_csv() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    add(&mut store, &sitting("a b"), &[(7, "4 4 5")]);
    let view = json!({"game": "kuhn", "settings": {}, "history": ["bet, \"all\""]});
    let content = Content::View { view: view.clone(), over: false };
    store.keep(Source::Real, &words("best"), &content, Time(0)).unwrap();
    let (mut lines, mut out) = (Lines::new(Form::Csv), Vec::new());
    all(&store, &Filter::default()).iter().for_each(|stored| lines.whole(stored, &mut out));
    let csv = String::from_utf8(out).unwrap();
    let rows: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert_eq!(rows[0].split(',').count(), CSV_WHOLE_HEAD.split(',').count(), "{csv}");
    assert!(rows[0].ends_with(",7,true,1 0,,4 4 5,,,"), "{csv}");
    // A field with commas and quotation marks is quoted, and comes back.
    let quoted = rows[1].split_once(",\"{").unwrap().1.rsplit_once("}\",").unwrap().0;
    let inside = format!("{{{}}}", quoted.replace("\"\"", "\""));
    assert_eq!(serde_json::from_str::<Value>(&inside).unwrap(), view);
}

#[test]
fn a_game_is_imported_once() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    let line = |moves: &str| {
        let Content::Record(record) = record(moves, None) else { unreachable!() };
        let record = Some(record);
        let (source, at) = (Source::Import, Time(9));
        let version = "0.1.0".to_string();
        Line { yomi_game: 1, source, at, version, run: None, record, view: None, agents: vec![], over: false }
    };
    let mut importer = Importer::new(&mut store).unwrap();
    assert!(importer.take(line("1 2")).unwrap());
    assert!(importer.take(line("1 3")).unwrap());
    assert!(!importer.take(line("1 2")).unwrap(), "also before it is written");
    importer.finish().unwrap();
    let mut importer = Importer::new(&mut store).unwrap();
    assert!(!importer.take(line("1 3")).unwrap());
    assert!(importer.take(line("1 4")).unwrap());
    importer.finish().unwrap();
    assert_eq!(all(&store, &Filter::default()).len(), 3);
}

#[test]
fn runs_are_there_from_their_beginning() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    let run = store.begin_run(RunKind::Arena, "toy", &json!({"seed": 1}), Time(1)).unwrap();
    let own = Sitting { run: Some(run), ..sitting("a b") };
    add(&mut store, &own, &[(1, "1"), (2, "2")]);
    let found = store.run(run).unwrap();
    assert_eq!((found.ended, found.result, found.games), (None, None, Some(2)));
    store.end_run(run, &json!({"signature": "x"}), true, Time(2)).unwrap();
    assert_eq!(store.run(run).unwrap().ended, Some(Time(2)));
    assert_eq!(all(&store, &Filter { run: Some(run), ..Filter::default() }).len(), 2);
    assert_eq!(store.delete_run(run).unwrap(), 2);
    assert!(store.run(run).is_err() && all(&store, &Filter::default()).is_empty());
}

#[test]
fn what_is_deleted_is_gone_with_its_revisions() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    let kept = store.keep(Source::Play, &words("human best"), &record("1", None), Time(1)).unwrap();
    add(&mut store, &sitting("a b"), &[(1, "1")]);
    assert_eq!(store.delete_games(&[1, 77]).unwrap(), 1);
    assert!(store.find(&kept.key).is_err() && store.revisions(&kept.key).is_err());
    assert_eq!(all(&store, &Filter::default()).len(), 1);
    store.tidy().unwrap();
}

#[test]
fn what_is_deleted_is_given_back_to_the_disk() {
    let (_folder, path) = folder();
    let mut store = many(&path, 3000);
    let before = store.size().unwrap();
    let all: Vec<i64> = (1..=2900).collect();
    assert_eq!(store.delete_games(&all).unwrap(), 2900);
    store.tidy().unwrap();
    let after = store.size().unwrap();
    assert!(3 * after < before, "{before} {after}");
    assert_eq!(std::fs::metadata(&path).unwrap().len(), after);
    assert!(store.check(|_| Ok(())).unwrap().is_sound());
}

/// A file of an older version that is too damaged to be brought up to date is read as it is, and says that its rows have
/// no checksums.
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
    assert!(Store::open(&Opening::at(&path)).is_err());
    let found = Store::open_damaged(&path).unwrap().check(|_| Ok(())).unwrap();
    assert!(found.unsealed && !found.is_sound() && found.altered == 0, "{found:?}");
    assert!(found.readable > 1000 && found.readable + found.lost_count == 2000, "{found:?}");
}

#[test]
fn a_newer_schema_and_other_files_are_refused() {
    let (folder, path) = folder();
    drop(open(&path));
    let newer = schema::VERSION + 1;
    Connection::open(&path).unwrap().pragma_update(None, "user_version", newer).unwrap();
    let said = |path: &Path| Store::open(&Opening::at(path)).err().unwrap().to_string();
    assert!(said(&path).contains("newer Yomi"), "{}", said(&path));
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(said(&other).contains("another program"), "{}", said(&other));
    let text = folder.path().join("text");
    std::fs::write(&text, "not a database, but long enough to be looked at".repeat(40)).unwrap();
    assert!(said(&text).contains("not a store"), "{}", said(&text));
    assert!(said(folder.path()).contains("folder"), "{}", said(folder.path()));
    let missing = Opening { create: false, ..Opening::at(folder.path().join("missing")) };
    assert!(Store::open(&missing).err().unwrap().to_string().contains("no store"));
    assert!(!missing.path.exists());
}

#[test]
fn an_older_schema_is_migrated_after_a_backup() {
    let (_folder, path) = folder();
    {
        let old = Connection::open(&path).unwrap();
        old.pragma_update(None, "journal_mode", "WAL").unwrap();
        old.execute_batch(schema::STEPS[0]).unwrap();
        old.pragma_update(None, "application_id", schema::APPLICATION).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        old.execute_batch(
            "INSERT INTO runs (kind, name, plan, version, began) VALUES ('arena', 'toy', '{}', '0.1.0', 5);
             INSERT INTO setups VALUES (1, 'toy', '{}'); INSERT INTO seatings VALUES (1, '[\"a\",\"b\"]');
             INSERT INTO sittings VALUES (1, 1, 1, 'arena', 1, 0, '0.1.0');
             INSERT INTO results VALUES (1, '[1.0,0.0]'); INSERT INTO games VALUES (1, 1, 3, 1, 9, x'010134');",
        )
        .unwrap();
    }
    let store = open(&path);
    let backup = store.backup().expect("it was migrated").to_path_buf();
    assert_eq!(all(&store, &Filter::default()).len(), 1);
    // Checksums were filled in: from now on a change is noticed.
    assert!(store.check(|_| Ok(())).unwrap().is_sound());
    Connection::open(&path).unwrap().execute_batch("UPDATE games SET body = x'010135'").unwrap();
    let found = store.check(|_| Ok(())).unwrap();
    assert_eq!((found.readable, found.lost_count, found.altered), (0, 1, 1));
    Connection::open(&path).unwrap().execute_batch("UPDATE games SET body = x'010134'").unwrap();
    assert_eq!(store.runs().unwrap()[0].played_ms, 0);
    assert!(open(&path).backup().is_none(), "once is enough");
    let old = Connection::open(&backup).unwrap();
    let version: u32 = old.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let games: u32 = old.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).unwrap();
    assert_eq!((version, games), (1, 1));
}

#[test]
fn a_full_store_says_so_and_keeps_what_it_has() {
    let (_folder, path) = folder();
    let cap = 1 << 20;
    let opening = Opening { cap, durability: Durability::Quick, ..Opening::at(&path) };
    let mut store = Store::open(&opening).unwrap();
    let moves: Vec<String> = (0..200).map(|i| format!("{}", (i * 7919) % 1000)).collect();
    let mut written = 0;
    let fault = loop {
        let games = (0..100).map(|i| Played {
            seed: written + i,
            body: Body::Words(&moves),
            payoffs: None,
            forfeits: &[],
        });
        match store.add_games(&sitting("a b"), games, Time(1)) {
            Ok(count) => written += count,
            Err(why) => break why,
        }
    };
    assert_eq!(fault.kind, FaultKind::Limit);
    assert!(fault.to_string().contains("cap of 1 MiB"), "{fault}");
    assert!(written > 100 && store.size().unwrap() <= cap);
    assert_eq!(all(&store, &Filter::default()).len() as u64, written);
    assert!(store.check(|_| Ok(())).unwrap().is_sound());
    // With more room the same store goes on.
    drop(store);
    let mut store = open(&path);
    add(&mut store, &sitting("a b"), &[(1, "1")]);
    assert_eq!(all(&store, &Filter::default()).len() as u64, written + 1);
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

/// Bytes that flip inside a row leave a file that SQLite finds sound. Whatever flips, every game that can still
/// be read or saved is one that was written, and what is lost is counted.
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
        // The first page holds the schema, without which nothing can be read: every tenth round it is spoilt too.
        let from = if round % 10 == 0 { 0 } else { 4096 };
        for _ in 0..20 {
            bad[from + random(good.len() - from)] ^= 1 << random(8);
        }
        let spoilt = folder.path().join(format!("{round}.db"));
        std::fs::write(&spoilt, &bad).unwrap();
        let opened = Store::open(&Opening { create: false, ..Opening::at(&spoilt) });
        let Some(store) = opened.ok().or_else(|| Store::open_damaged(&spoilt)) else { continue };
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
    assert!(Store::open(&Opening::at(&path)).is_err());
    let found = Store::open_damaged(&path).unwrap().check(|_| Ok(())).unwrap();
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

#[test]
fn several_writers_at_once_lose_nothing() {
    let (_folder, path) = folder();
    std::thread::scope(|scope| {
        for writer in 0..4u64 {
            let path = &path;
            scope.spawn(move || {
                let mut store = open(path);
                for round in 0..25 {
                    add(&mut store, &sitting(&format!("w{writer} b")), &[(100 * writer + round, "1 2 3")]);
                }
            });
        }
    });
    let store = open(&path);
    let mut seeds: Vec<u64> = all(&store, &Filter::default()).iter().map(|s| s.listed.seed).collect();
    seeds.sort_unstable();
    let expected: Vec<u64> = (0..4).flat_map(|w| (0..25).map(move |r| 100 * w + r)).collect();
    assert_eq!(seeds, expected);
}

#[test]
fn a_game_of_connect_four_takes_less_than_100_bytes() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    let moves = words("4 4 3 3 5 5 2 1 6 7 1 2 3 4 5 6 7 1 2 3 4 5");
    let games = (0..20_000u64).map(|i| Played {
        seed: i.wrapping_mul(0x9E37_79B9_7F4A_7C15),
        body: Body::Words(&moves),
        payoffs: Some(&[1.0, 0.0]),
        forfeits: &[],
    });
    store.add_games(&sitting("random random"), games, Time(1_794_907_815_000)).unwrap();
    let bytes = store.size().unwrap() / 20_000;
    assert!(bytes < 70, "{bytes}");
}
