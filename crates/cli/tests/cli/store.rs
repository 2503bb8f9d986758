//! Games that are kept, and `games-db`.

use crate::run::{Ran, assert_says, command, finish, yomi, yomi_reading};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn folder() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db").display().to_string();
    (folder, store)
}

fn db(store: &str, args: &[&str]) -> Ran {
    yomi(&[&["games-db"], args, &["--store", store]].concat())
}

fn lines(store: &str, args: &[&str]) -> Vec<Value> {
    let text = db(store, &[&["list", "--json"], args].concat()).ok();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const MAZE: [&str; 8] = ["play", "maze", "--set", "size=3x3", "--set", "turns=3", "--human", "0"];

#[test]
fn every_game_of_a_person_is_kept_with_all_its_revisions() {
    let (_folder, store) = folder();
    let at = ["--store", &store];
    yomi_reading(&[&MAZE[..], &at].concat(), "R\nu\nU\nD\nU\n").ok();
    yomi_reading(&[&MAZE[..], &at].concat(), "R\nq\n").ok();
    let games = lines(&store, &[]);
    assert_eq!(games.len(), 2);
    let said = |i: usize, key: &str| games[i][key].clone();
    assert_eq!((said(0, "finished"), said(1, "finished")), (true.into(), false.into()));
    assert_eq!(
        (said(0, "source"), said(0, "game"), said(0, "moves")),
        ("play".into(), "maze".into(), 3.into())
    );
    assert_eq!(said(0, "agents"), serde_json::json!(["human"]));
    assert_eq!(said(0, "version"), env!("CARGO_PKG_VERSION"));
    let whole = db(&store, &["show", "1", "--revisions", "--json"]).json();
    let moves: Vec<String> = whole["revisions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|revision| crate::run::strings(&revision["moves"]).join(""))
        .collect();
    assert_eq!(moves, ["R", "", "U", "UD", "UDU"]);
    let shown = db(&store, &["show", said(0, "key").as_str().unwrap()]).ok();
    assert!(shown.contains("Moves: U D U"), "{shown}");
    assert!(db(&store, &["verify"]).ok().contains(": 2"));
}

#[test]
fn a_real_game_is_kept_entry_by_entry() {
    let (_folder, store) = folder();
    let args = [
        "play",
        "twin-cool",
        "--real",
        "--set",
        "first=A1,B2,C3,D4,E5",
        "--limit",
        "20it",
        "--store",
        &store,
    ];
    yomi_reading(&args, "A1@1+F3\nnonsense\nu\nq\n").ok();
    let games = lines(&store, &["--source", "real", "--unfinished"]);
    assert_eq!((games.len(), &games[0]["revision"]), (1, &Value::from(2)));
    let exported = db(&store, &["export"]).ok();
    let line: Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(line["view"]["game"], "twin-cool");
    assert!(db(&store, &["show", "1"]).ok().contains("twin-cool"));
}

#[test]
fn nothing_is_written_where_nobody_said_so() {
    let home = tempfile::tempdir().unwrap();
    let at_home = |args: &[&str], input: &str| {
        let mut command = command(args);
        command.env("HOME", home.path()).env_remove("XDG_DATA_HOME").env_remove("YOMI_STORE");
        let file = home.path().join("input");
        fs::write(&file, input).unwrap();
        let ran = finish(args, command.stdin(fs::File::open(&file).unwrap()).spawn().unwrap());
        fs::remove_file(file).unwrap();
        ran.ok()
    };
    let is_empty = || fs::read_dir(home.path()).unwrap().next().is_none();
    at_home(&["arena", "kuhn", "--agents", "random random", "--games", "10"], "");
    at_home(&[&MAZE[..], &["--no-store"]].concat(), "R\nq\n");
    at_home(&["play", "kuhn", "--agents", "random random"], "");
    assert!(is_empty());
    at_home(&MAZE, "R\nq\n");
    let usual = ".local/share/yomi/games.db";
    assert!(home.path().join(usual).exists());
    let listed = at_home(&["games-db", "list", "--json"], "");
    assert_eq!(listed.lines().count(), 1);
}

#[test]
fn a_home_that_cannot_be_written_does_not_stop_a_game() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut command = command(&MAZE);
    command.env_remove("YOMI_STORE").env("XDG_DATA_HOME", file.path());
    let ran = finish(&MAZE, command.spawn().unwrap());
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.err.contains("this game is not kept"), "{ran:?}");
    let said = yomi(&[&MAZE[..], &["--store", file.path().join("x").to_str().unwrap()]].concat()).fault();
    assert_says(&said, &["cannot make the folder"]);
}

#[test]
fn an_arena_with_a_store_is_kept_whole() {
    let (_folder, store) = folder();
    let args = ["arena", "leduc", "--agents", "random random()", "--games", "50", "--seed", "3", "--json"];
    let plain = yomi(&args).json();
    let kept = yomi(&[&args[..], &["--store", &store]].concat()).json();
    assert_eq!(plain["signature"], kept["signature"]);
    let games = lines(&store, &[]);
    assert_eq!(games.len(), 50);
    assert!(games.iter().all(|game| game["source"] == "arena" && game["run"] == 1));
    assert_eq!(lines(&store, &["--player", "random()"]).len(), 50);
    let run = db(&store, &["show", "--run", "1"]).json();
    assert_eq!((&run["result"]["signature"], &run["plan"]["seed"]), (&plain["signature"], &Value::from(3)));
    // Payoffs of the games add up to what the match reports.
    let mean = |seat_of: &str| {
        let all: Vec<f64> = games
            .iter()
            .map(|game| {
                let seat =
                    crate::run::strings(&game["agents"]).iter().position(|name| name == seat_of).unwrap();
                game["payoffs"][seat].as_f64().unwrap()
            })
            .collect();
        all.iter().sum::<f64>() / all.len() as f64
    };
    assert!((mean("random") - plain["agents"][0]["mean_payoff"].as_f64().unwrap()).abs() < 1e-9);
    assert!(db(&store, &["verify"]).ok().contains(": 50"));
    let runs = db(&store, &["list", "--runs"]).ok();
    assert!(runs.contains(plain["signature"].as_str().unwrap()), "{runs}");
    assert!(db(&store, &["delete", "--run", "1"]).ok().contains(": 50"));
    assert!(lines(&store, &[]).is_empty());
}

#[test]
fn what_is_exported_is_imported_and_checked() {
    let (folder, store) = folder();
    yomi(&["arena", "sevens", "--agents", "random random random", "--games", "6", "--store", &store]).ok();
    yomi_reading(&[&MAZE[..], &["--store", &store]].concat(), "R\nq\n").ok();
    let out = folder.path().join("all.jsonl").display().to_string();
    db(&store, &["export", "--out", &out]).ok();
    let other = folder.path().join("other.db").display().to_string();
    let taken = db(&other, &["import", &out, "--json"]).json();
    assert_eq!((&taken["new"], &taken["known"]), (&Value::from(7), &Value::from(0)));
    assert_eq!(db(&other, &["import", &out, "--json"]).json()["known"], 7);
    let essence = |store: &str| -> Vec<Value> {
        let cut = |game: Value| {
            serde_json::json!([
                game["game"],
                game["agents"],
                game["seed"],
                game["payoffs"],
                game["moves"],
                game["at"]
            ])
        };
        lines(store, &[]).into_iter().map(cut).collect()
    };
    assert_eq!(essence(&store), essence(&other));
    // A move that the rules do not allow, a payoff that was not paid, and what is no game.
    let text = fs::read_to_string(&out).unwrap();
    let first = text.lines().next().unwrap();
    let mut spoilt: Value = serde_json::from_str(first).unwrap();
    spoilt["record"]["payoffs"][0] = Value::from(99);
    let bad = folder.path().join("bad.jsonl").display().to_string();
    fs::write(&bad, format!("{first}\n{spoilt}\n")).unwrap();
    let said = db(&other, &["import", &bad]).fault();
    assert_says(&said, &["bad.jsonl: line 2", "payoffs", "games before it"]);
    let skipped = db(&other, &["import", &bad, "--skip-bad", "--json"]);
    assert_eq!(skipped.code, Some(0));
    assert_eq!(serde_json::from_str::<Value>(&skipped.out).unwrap()["refused"], 1);
    for (text, fragments) in [
        ("[1,2]", &["expected a JSON object"][..]),
        ("{}", &["not a game"]),
        ("{\"yomi_game\":2}", &["the key \"source\" is missing"]),
        ("{\"game\":\"chess\"}", &["chess"]),
        ("nonsense", &["not a game"]),
        ("{\"game\":\"kuhn\",\"game\":\"kuhn\"}", &["game"]),
    ] {
        fs::write(&bad, text).unwrap();
        assert_says(&db(&other, &["import", &bad]).fault(), fragments);
    }
}

#[test]
fn a_record_file_can_be_imported() {
    let (folder, store) = folder();
    let record = folder.path().join("game.json").display().to_string();
    yomi(&["play", "kuhn", "--agents", "random random", "--record", &record]).ok();
    assert_eq!(db(&store, &["import", &record, "--json"]).json()["new"], 1);
    let view = yomi(&["view", "leduc", "--seed", "4", "--moves", "check"]).ok();
    let ran = yomi_reading(&["games-db", "import", "-", "--json", "--store", &store], &view);
    assert_eq!(ran.json()["new"], 1);
    assert_eq!(lines(&store, &["--source", "import"]).len(), 1);
    assert_eq!(lines(&store, &["--source", "real"]).len(), 1);
}

#[test]
fn damage_is_reported_and_the_rest_saved() {
    let (folder, store) = folder();
    yomi(&["arena", "connect-four", "--agents", "random random", "--games", "3000", "--store", &store]).ok();
    let mut bytes = fs::read(&store).unwrap();
    let middle = bytes.len() / 4096 / 2 * 4096;
    bytes[middle..middle + 4096].fill(0x5A);
    fs::write(&store, bytes).unwrap();
    let saved = folder.path().join("saved.db").display().to_string();
    let ran = db(&store, &["verify", "--save", &saved, "--json"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let (kept, lost) = (report["games"].as_u64().unwrap(), report["lost"].as_u64().unwrap());
    assert!(kept + lost == 3000 && lost > 0 && lost < 300, "{report}");
    assert!(db(&saved, &["verify"]).ok().contains(&format!(": {kept}\n")));
    assert_says(&db(&store, &["list", "--json"]).fault_after_output(), &["damaged", "--save"]);
    assert_says(&db(&store, &["verify", "--save", &saved]).fault(), &["it exists already"]);
}

/// A byte that flips inside a game leaves a file that SQLite finds sound: the game is refused, and counted.
#[test]
fn a_flipped_byte_is_not_another_game() {
    let (folder, store) = folder();
    yomi(&["arena", "connect-four", "--agents", "random random", "--games", "400", "--store", &store]).ok();
    let first = db(&store, &["show", "200", "--json"]).json();
    let moves = crate::run::strings(&first["record"]["moves"]).join("");
    let mut bytes = fs::read(&store).unwrap();
    let at = bytes.windows(moves.len()).position(|some| some == moves.as_bytes()).expect("moves are letters");
    // The last move is another one: the game may still keep the rules.
    bytes[at + moves.len() - 1] ^= 3;
    fs::write(&store, bytes).unwrap();
    let saved = folder.path().join("saved.db").display().to_string();
    let ran = db(&store, &["verify", "--save", &saved, "--json"]);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let said = |key: &str| report[key].as_u64().unwrap();
    assert_eq!((said("games"), said("lost"), said("altered")), (399, 1, 1), "{report}");
    assert_says(
        &db(&store, &["verify"]).fault_after_output(),
        &["that cannot: 1 (1 of them differ from their checksum)"],
    );
    assert_says(&db(&store, &["show", "200"]).fault(), &["damaged", "--save"]);
    assert!(db(&saved, &["verify"]).ok().contains(": 399\n"));
}

/// A file of which nothing can be read says so, and no empty store is left behind in its place.
#[test]
fn a_file_that_cannot_be_read_at_all_says_so() {
    let (folder, store) = folder();
    yomi(&["arena", "kuhn", "--agents", "random random", "--games", "4", "--store", &store]).ok();
    let mut bytes = fs::read(&store).unwrap();
    bytes[..100].fill(0x5A);
    fs::write(&store, bytes).unwrap();
    let said = db(&store, &["verify"]).fault_after_output();
    assert_says(&said, &["nothing in it can be read", "nothing can be saved"]);
    assert!(!said.contains("--save"), "{said}");
    let saved = folder.path().join("saved.db");
    let ran = db(&store, &["verify", "--save", saved.to_str().unwrap()]);
    assert!(!ran.out.contains("saved to") && !saved.exists(), "{ran:?}");
    assert_says(&db(&store, &["list"]).fault(), &["its beginning is damaged"]);
    let other = folder.path().join("other.txt").display().to_string();
    fs::write(&other, "hello").unwrap();
    assert_says(&db(&other, &["verify"]).fault_after_output(), &["nothing in it can be read"]);
}

/// A file that lost its end, as a copy to a full disk does, costs what was there and no more; what cannot be
/// counted is not given a number.
#[test]
fn a_file_without_its_end_keeps_the_rest() {
    let (folder, store) = folder();
    yomi(&["arena", "connect-four", "--agents", "random random", "--games", "3000", "--store", &store]).ok();
    let whole = fs::read(&store).unwrap();
    let mut zeroed = whole.clone();
    zeroed[whole.len() - 4096..].fill(0);
    for (i, bytes) in [&whole[..whole.len() - 4096], &zeroed].into_iter().enumerate() {
        fs::write(&store, bytes).unwrap();
        let saved = folder.path().join(format!("saved{i}.db")).display().to_string();
        let ran = db(&store, &["verify", "--save", &saved, "--json"]);
        let report: Value = serde_json::from_str(&ran.out).unwrap();
        let (kept, lost) = (report["games"].as_u64().unwrap(), report["lost"].as_u64().unwrap());
        assert!(kept > 2700 && kept + lost <= 3000, "{report}");
        assert_eq!(report["lost_after"], kept + lost, "{report}");
        assert_eq!(report["saved_to"], saved.as_str());
        assert!(db(&saved, &["verify"]).ok().contains(&format!(": {kept}\n")));
        let said = db(&store, &["verify"]).fault_after_output();
        assert_says(&said, &[&format!("those after number {}, which cannot be counted", kept + lost)]);
    }
}

#[test]
fn a_full_store_is_one_clear_message() {
    let (_folder, store) = folder();
    let args = ["arena", "connect-four", "--agents", "random random", "--games", "40000", "--store", &store];
    let mut command = command(&args);
    command.env("YOMI_STORE_MAX", "1MiB");
    let said = finish(&args, command.spawn().unwrap()).fault();
    assert_says(&said, &["cap of 1 MiB", "YOMI_STORE_MAX"]);
    db(&store, &["verify"]).ok();
    // That it was begun is not forgotten.
    assert!(db(&store, &["list", "--runs"]).ok().contains("not finished"));
}

#[test]
fn bad_input_is_named() {
    let (_folder, store) = folder();
    let missing = db(&store, &["list"]).fault();
    assert_says(&missing, &["there is no store", &store]);
    assert!(!Path::new(&store).exists());
    // A file with nothing in it has no games, and is not made a store by looking at it.
    fs::write(&store, "").unwrap();
    assert_eq!(db(&store, &["list"]).ok(), "There are no games in it yet.\n");
    assert_eq!(db(&store, &["stats", "--json"]).json()["games"], 0);
    assert!(db(&store, &["verify"]).ok().contains(": 0\n"));
    assert_eq!(fs::metadata(&store).unwrap().len(), 0);
    yomi(&["arena", "kuhn", "--agents", "random random", "--games", "4", "--store", &store]).ok();
    assert_eq!(db(&store, &["list", "--source", "play"]).ok(), "No game matches the filter.\n");
    for (args, fragments) in [
        (&["list", "--game", "chess"][..], &["--game: unknown game \"chess\"", "connect-four", "sevens"][..]),
        (&["stats", "--game", "kuhm"], &["did you mean", "kuhn"]),
        (&["list", "--source", "web"], &["source", "tournament"]),
        (&["list", "--since", "yesterday"], &["--since", "2026-11-17"]),
        (&["list", "--last", "0"], &["--last", "from 1"]),
        (&["show", "77"], &["no game", "77"]),
        (&["show", "--run", "77"], &["77", "list --runs"]),
        (&["delete"], &["--everything"]),
        (&["show"], &["required"]),
    ] {
        assert_says(&db(&store, args).fault(), fragments);
    }
    assert_says(&yomi(&["games-db", "list", "--no-store"]).fault(), &["--store FILE"]);
    let args = ["games-db", "list", "--store", &store];
    let mut command = command(&args);
    command.env("YOMI_STORE_MAX", "much");
    assert_says(&finish(&args, command.spawn().unwrap()).fault(), &["YOMI_STORE_MAX", "32GiB"]);
    let ja = yomi(&["games-db", "delete", "--store", &store, "--lang", "ja"]).fault();
    assert_says(&ja, &["--everything", "対局"]);
}

#[test]
fn lists_and_whole_games_are_csv_too() {
    let (folder, store) = folder();
    yomi(&["arena", "kuhn", "--agents", "random random()", "--games", "4", "--store", &store]).ok();
    yomi_reading(&[&MAZE[..], &["--store", &store]].concat(), "R\nq\n").ok();
    let rows = |text: String| -> Vec<String> { text.split_terminator("\r\n").map(str::to_string).collect() };
    let listed = rows(db(&store, &["list", "--csv"]).ok());
    assert!(listed.len() == 6 && listed[0].starts_with("id,at,source,"), "{listed:?}");
    let whole = rows(db(&store, &["export", "--csv"]).ok());
    assert!(whole.len() == 6 && whole[0].contains(",moves,view,key,"), "{whole:?}");
    let first = db(&store, &["show", "1", "--json"]).json();
    let moves = crate::run::strings(&first["record"]["moves"]).join(" ");
    assert!(whole[1].contains(&format!(",{moves},,,")), "{moves}: {}", whole[1]);
    let out = folder.path().join("games.csv").display().to_string();
    db(&store, &["export", "--csv", "--out", &out, "--source", "play"]).ok();
    assert_eq!(rows(fs::read_to_string(&out).unwrap()), [&whole[0], &whole[5]].map(String::clone));
    let runs = rows(db(&store, &["list", "--runs", "--csv"]).ok());
    assert!(runs.len() == 2 && runs[0].starts_with("id,kind,name,"), "{runs:?}");
    assert!(runs[1].starts_with("1,arena,kuhn,") && runs[1].contains("\"\"agents\"\""), "{runs:?}");
    for (args, fragments) in [
        (&["list", "--csv", "--json"][..], &["--csv and --json"][..]),
        (&["export", "--csv", "--json"], &["--csv and --json"]),
        (&["list", "--runs", "--game", "kuhn"], &["--runs", "no filter"]),
        (&["export", "--out", &store], &["--out", "the file of --store"]),
        // What is CSV cannot be taken in.
        (&["import", &out], &["not a game"]),
    ] {
        assert_says(&db(&store, args).fault(), fragments);
    }
    let record = [&MAZE[..], &["--store", &store, "--record", &store]].concat();
    assert_says(&yomi_reading(&record, "R\n").fault(), &["--record", "the file of --store"]);
    assert_eq!(lines(&store, &[]).len(), 5, "nothing was written over the store");
}

#[test]
fn statistics_count_and_rate() {
    let (_folder, store) = folder();
    let agents = "mcts(limit=10it) random";
    let args = ["arena", "connect-four", "--agents", agents, "--games", "400", "--store", &store, "--json"];
    let arena = yomi(&args).json();
    let stats = db(&store, &["stats", "--json"]).json();
    assert_eq!(stats["games"], 400);
    let group = &stats["ratings"][0];
    let rating = |i: usize| group["agents"][i]["rating"].as_f64().unwrap();
    let elo = arena["agents"][0]["elo"]["elo"].as_f64().unwrap();
    assert!((rating(0) - rating(1) - elo).abs() < 1e-6, "{stats} {arena}");
    assert_eq!(group["agents"][0]["agent"], "mcts(limit=10it)");
    assert!(group["agents"][0]["ci95"].is_array());
    assert!(db(&store, &["stats"]).ok().contains("connect-four"));
}

/// Who has longer to think is another player: matches under different limits are not thrown together.
#[test]
fn ratings_are_made_for_each_limit() {
    let (folder, store) = folder();
    let plan = folder.path().join("plan.toml");
    let game = |limit| {
        format!(
            "[[game]]\ngame = \"connect-four\"\nagents = [\"mcts\", \"random\"]\ngames = 20\nlimit = \"{limit}\"\n"
        )
    };
    fs::write(&plan, game("20it") + &game("30it") + &game("30it").replace("mcts", "flat")).unwrap();
    yomi(&["tournament", &plan.display().to_string(), "--store", &store]).ok();
    for limit in ["10it", "20it"] {
        let args = ["--agents", "mcts random", "--games", "20", "--limit", limit, "--store", &store];
        yomi(&[&["arena", "connect-four"], &args[..]].concat()).ok();
    }
    let stats = db(&store, &["stats", "--json"]).json();
    let group = |group: &Value| {
        let agents = group["agents"].as_array().unwrap().len();
        (group["limit"].as_str().unwrap().to_string(), group["games"].as_u64().unwrap(), agents)
    };
    let found: Vec<_> = stats["ratings"].as_array().unwrap().iter().map(group).collect();
    // Which of two events with the same agents a game was of is not known.
    let expected = [("10it", 20, 2), ("20it", 20, 2), ("20it | 30it", 40, 2), ("30it", 20, 2)];
    assert_eq!(found, expected.map(|(limit, games, agents)| (limit.to_string(), games, agents)));
    assert_says(&db(&store, &["stats"]).ok(), &["connect-four: 20 finished games, limit 10it"]);
}
