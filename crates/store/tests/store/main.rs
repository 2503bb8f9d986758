//! The store by itself: what is written comes back, whatever happens to the file or the process.

mod common;
mod damage;
mod people;

use common::{add, all, folder, many, open, record, sitting, words};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use yomi_engine::{Fault, FaultKind};
use yomi_store::lines::{CSV_HEAD, CSV_WHOLE_HEAD};
use yomi_store::list::Line;
use yomi_store::packed::Unpacked;
use yomi_store::{
    Body, Content, Durability, Filter, Form, Importer, Kept, Lines, Opening, OwnRun, Played, Revised,
    RunKind, Sitting, Source, Store, Stored, Time, schema,
};

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
    let mut both = [Form::Json, Form::Csv].map(|form| (Lines::new(form), String::new()));
    let list = |game: &yomi_store::Listed| -> Result<(), Fault> {
        both.iter_mut().for_each(|(lines, out)| lines.list(game, out));
        Ok(())
    };
    store.each(&Filter::default(), list).unwrap();
    let [json, csv] = both.map(|(_, out)| out);
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

/// Names come from strangers: none of them is a formula in a spreadsheet. JSON has them as they are.
#[test]
fn no_name_is_a_formula() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    for (i, name) in ["=1+1", "+1", "-1", "@sum", "\tx", "=\"a\",b"].into_iter().enumerate() {
        store.keep(Source::Play, &[name.to_string()], &record("4", None), Time(i as i64)).unwrap();
    }
    let mut both = [Form::Json, Form::Csv].map(|form| (Lines::new(form), String::new()));
    let list = |game: &yomi_store::Listed| -> Result<(), Fault> {
        both.iter_mut().for_each(|(lines, out)| lines.list(game, out));
        Ok(())
    };
    store.each(&Filter::default(), list).unwrap();
    let [json, csv] = both.map(|(_, out)| out);
    for field in [",'=1+1,", ",'+1,", ",'-1,", ",'@sum,", ",'\tx,", ",\"'=\"\"a\"\",b\","] {
        assert!(csv.contains(field), "{field}: {csv}");
    }
    assert!(json.contains("[\"=1+1\"]") && json.contains("[\"-1\"]"), "{json}");
}

#[test]
fn whole_games_are_json_lines_or_csv() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    add(&mut store, &sitting("a b"), &[(7, "4 4 5")]);
    let view = json!({"game": "kuhn", "settings": {}, "history": ["bet, \"all\""]});
    let content = Content::View { view: view.clone(), over: false };
    store.keep(Source::Real, &words("best"), &content, Time(0)).unwrap();
    let (mut lines, mut csv) = (Lines::new(Form::Csv), String::new());
    all(&store, &Filter::default()).iter().for_each(|stored| lines.whole(stored, &mut csv));
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
    importer.another_file().unwrap();
    assert!(!importer.take(line("1 2")).unwrap(), "also from another file");
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
    let found = store.run_counted(run).unwrap();
    assert_eq!((found.ended, found.result, found.games), (None, None, Some(2)));
    let own = OwnRun::of(&store, run).unwrap();
    store.end_run(own, &json!({"signature": "x"}), true, Time(2)).unwrap();
    assert_eq!(store.run(run).unwrap().ended, Some(Time(2)));
    assert_eq!(all(&store, &Filter { run: Some(run), ..Filter::default() }).len(), 2);
    // A game that is not what was written does not count; its match can be deleted all the same.
    Connection::open(&path).unwrap().execute_batch("UPDATE games SET seed = 7 WHERE id = 2").unwrap();
    assert_eq!(store.run_counted(run).unwrap_err().kind, FaultKind::BadView);
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

/// A run that is deleted while it is played is not written to any more, and its number is not given again.
#[test]
fn a_deleted_run_is_not_gone_on_with() {
    let (_folder, path) = folder();
    let mut store = open(&path);
    let first = store.begin_run(RunKind::Tournament, "first", &json!({"plan": 1}), Time(1)).unwrap();
    let own = OwnRun::of(&store, first).unwrap();
    store.delete_run(first).unwrap();
    let second = store.begin_run(RunKind::Tournament, "second", &json!({"plan": 2}), Time(2)).unwrap();
    let why = store.end_run(own, &json!({"signature": "first's"}), true, Time(3)).unwrap_err();
    assert!(why.text.en.contains("was deleted"), "{why:?}");
    assert_eq!(store.run(second).unwrap().result, None);
    // With games of it in the store its number is not given again.
    let sitting = Sitting { run: Some(second), ..sitting("a b") };
    add(&mut store, &sitting, &[(1, "4")]);
    store.delete_run(second).unwrap();
    let third = store.begin_run(RunKind::Arena, "third", &json!({}), Time(4)).unwrap();
    assert!(third > second, "{third}");
}

/// Games that came out alike are so many games, and are not taken again.
#[test]
fn games_that_came_out_alike_are_all_taken() {
    let (folder, path) = folder();
    let mut store = open(&path);
    add(&mut store, &sitting("a b"), &[(7, "4 4"), (7, "4 4"), (8, "1")]);
    let lines: Vec<_> = all(&store, &Filter::default()).iter().map(Stored::line).collect();
    let mut other = open(&folder.path().join("other.db"));
    for (games, new) in [(3, 3), (3, 0)] {
        let mut importer = Importer::new(&mut other).unwrap();
        let taken = lines.iter().filter(|line| importer.take((*line).clone()).unwrap()).count();
        importer.finish().unwrap();
        assert_eq!((all(&other, &Filter::default()).len(), taken), (games, new));
    }
}

/// Several processes that open an older file at once: one brings it up to date, after one copy.
#[test]
fn an_older_file_is_brought_up_to_date_once() {
    let (folder, path) = folder();
    {
        let old = rusqlite::Connection::open(&path).unwrap();
        old.pragma_update(None, "journal_mode", "WAL").unwrap();
        schema::STEPS[..2].iter().for_each(|step| old.execute_batch(step).unwrap());
        old.pragma_update(None, "application_id", schema::APPLICATION).unwrap();
        old.pragma_update(None, "user_version", 2).unwrap();
    }
    std::thread::scope(|scope| {
        let open = || Store::open(&Opening::at(&path)).map(|store| store.backup().is_some());
        let tries: Vec<_> = (0..6).map(|_| scope.spawn(open)).collect();
        let copies = tries.into_iter().map(|one| usize::from(one.join().unwrap().unwrap())).sum::<usize>();
        assert_eq!(copies, 1);
    });
    let names = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(names.filter(|name| name.to_string_lossy().contains("backup")).count(), 1);
}
