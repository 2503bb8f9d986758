//! Programs as players: the example bots, and programs that go wrong.

use crate::run::{assert_says, command, finish, yomi, yomi_reading};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use yomi::Registry;
use yomi::core::Player;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether this program is there. A test without it is skipped, with a line that says so, except in CI.
fn present(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|ran| ran.status.success());
    assert!(there || std::env::var_os("CI").is_none(), "{program} is missing, and CI tests everything");
    if !there {
        eprintln!("skipped: {program} is missing");
    }
    there
}

fn match_of(game: &str, agents: &str, games: u32) -> Value {
    yomi(&["arena", game, "--agents", agents, "--games", &games.to_string(), "--json"]).json()
}

/// A whole match without a lost game, twice the same, in open and hidden games.
fn plays(command: &str) {
    let bot = format!("exec(cmd='{command}')");
    for (game, players) in [("connect-four", 2), ("kuhn", 2), ("sevens", 3)] {
        let agents = format!("{bot}{}", " random".repeat(players - 1));
        let report = match_of(game, &agents, 6);
        assert_eq!(report["agents"][0]["agent"], bot.as_str());
        assert_eq!(report["agents"][0].get("forfeits"), None, "{report}");
        assert_eq!(
            report["signature"],
            match_of(game, &agents, 6)["signature"],
            "the same seeds, the same moves"
        );
    }
    let boards = yomi(&["suite", "twin-cool", "--agent", &bot, "--boards", "2", "--json"]).json();
    assert!(boards.get("forfeits").is_none() && boards["mean"].as_f64() > Some(0.0), "{boards}");
    let played = yomi(&["play", "kuhn", "--agents", &format!("{bot} random"), "--seed", "3"]).ok();
    assert_says(&played, &[&bot, "Result"]);
}

#[test]
fn the_python_bot_plays_a_match() {
    if present("python3") {
        plays(&format!("python3 {}", root().join("examples/bots/bot.py").display()));
    }
}

#[test]
fn the_javascript_bot_plays_a_match() {
    if present("node") {
        plays(&format!("node {}", root().join("examples/bots/bot.js").display()));
    }
}

#[test]
fn the_rust_bot_plays_a_match() {
    if present("rustc") {
        let folder = tempfile::tempdir().unwrap();
        let bot = folder.path().join("bot");
        let built =
            Command::new("rustc").arg(root().join("examples/bots/bot.rs")).arg("-o").arg(&bot).output();
        let built = built.unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        plays(&bot.display().to_string());
    }
}

#[test]
fn example_bots_are_short() {
    for bot in ["bot.py", "bot.js", "bot.rs"] {
        let text = std::fs::read_to_string(root().join("examples/bots").join(bot)).unwrap();
        assert!(text.lines().count() <= 40, "{bot}");
    }
}

fn faulty(how: &str) -> String {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/faulty.py");
    format!("python3 {} {how}", bot.display())
}

/// Whatever goes wrong costs the game in which it does, and nothing else; the program is started again.
#[test]
fn a_crash_loses_the_game_and_not_the_match() {
    if !present("python3") {
        return;
    }
    for (how, why) in [
        ("crash", "has ended (exit status: 3); its standard error ends with: out of ideas"),
        ("late", "gave no answer within 700 ms"),
        ("illegal", "played \"nonsense\", which is not legal; legal: 1 2 3 4 5 6 7"),
        ("garbage", "said \"{]\\n\", which is not a JSON object"),
        ("error", "answered with an error: {\"code\":\"mine\",\"message\":\"no move for you\"}"),
        ("wrong-id", "answered to id 12345"),
        ("closes-input", "has closed its input, and goes on running"),
    ] {
        let bot = format!("exec(cmd='{}',limit=200ms,grace=500)", faulty(how));
        let agents = format!("{bot} random");
        let args = ["arena", "connect-four", "--agents", &agents, "--games", "8", "--json", "--threads", "1"];
        let ran = finish(&args, command(&args).env("YOMI_LOG", "warn").spawn().unwrap());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let report: Value = serde_json::from_str(&ran.out).unwrap();
        let row = &report["agents"][0];
        // One thread, so one program: it goes wrong in its second game, and so does the next one.
        let forfeits = row["forfeits"].as_u64().unwrap_or(0);
        assert!((1..=4).contains(&forfeits), "{how}: {row}");
        assert_eq!((row["games"].as_u64(), report["games"].as_u64()), (Some(8), Some(8)));
        assert!(row["wins"].as_f64().unwrap() <= 8.0 - forfeits as f64, "{row}");
        assert_says(&ran.err.replace("\\\"", "\"").replace("\\\\n", "\\n"), &[why]);
    }
}

/// At the table, too: the game is lost and played to its end, and its record says so.
#[test]
fn a_crash_loses_a_game_that_is_watched_or_played() {
    if !present("python3") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.json").display().to_string();
    let bot = format!("exec(cmd='{}')", faulty("crash-first"));
    for (game, others) in [("connect-four", "random"), ("sevens", "random random")] {
        let agents = format!("{bot} {others}");
        let ran = yomi(&["play", game, "--agents", &agents, "--record", &record]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_says(&ran.err, &["has ended (exit status: 3)", "the game is lost to seat 0", "are random"]);
        assert_eq!(ran.err.matches("is lost to seat").count(), 1, "said once: {}", ran.err);
        let written: Value = serde_json::from_str(&std::fs::read_to_string(&record).unwrap()).unwrap();
        assert_eq!((&written["payoffs"][0], &written["forfeits"][0]["seat"]), (&json!(0.0), &json!(0)));
        let paid: f64 = written["payoffs"].as_array().unwrap().iter().filter_map(Value::as_f64).sum();
        assert!((paid - 1.0).abs() < 1e-9, "{written}");
        yomi(&["replay", &record]).ok();
    }
    // With a person at the table the game is kept, with who failed, and is as sound as any other.
    let store = folder.path().join("games.db").display().to_string();
    let columns: String = (0..60).map(|n| format!("{}\n", 1 + n % 7)).collect();
    let args = ["play", "connect-four", "--human", "1", "--agents", &bot, "--store", &store, "--json"];
    let played: Value = serde_json::from_str(&yomi_reading(&args, &columns).out).unwrap();
    assert_eq!(played["payoffs"], json!([0.0, 1.0]), "{played}");
    let db = |args: &[&str]| yomi(&[&["games-db"], args, &["--store", &store]].concat());
    assert_says(&db(&["verify"]).ok(), &["keep the rules: 1\n"]);
    assert_says(&db(&["show", "1"]).ok(), &["(forfeit of seat 0)", "out of ideas"]);
}

/// A game that a program lost by failing is kept with what was paid for it, and is not a breach of the rules.
#[test]
fn games_lost_by_failing_are_kept_and_checked() {
    if !present("python3") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (store, other, lines) = (file("games.db"), file("other.db"), file("games.jsonl"));
    for (game, others) in [("connect-four", "random"), ("sevens", "random random")] {
        let agents = format!("exec(cmd='{}') {others}", faulty("crash"));
        let args = ["arena", game, "--agents", &agents, "--games", "12", "--threads", "1"];
        let report = yomi(&[&args[..], &["--store", &store, "--json"]].concat()).json();
        assert!(report["agents"][0]["forfeits"].as_u64().unwrap() > 0, "{report}");
    }
    let db = |args: &[&str], store: &str| yomi(&[&["games-db"], args, &["--store", store]].concat());
    assert_says(&db(&["verify"], &store).ok(), &["keep the rules: 24\n"]);
    // They are marked: who failed, and why, wherever games are shown.
    let listed = db(&["list", "--json"], &store).ok();
    let marked: Vec<Value> = listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let marked: Vec<&Value> = marked.iter().filter(|game| game.get("forfeits").is_some()).collect();
    assert!(marked.len() >= 2 && marked.len() < 24, "{listed}");
    for game in &marked {
        let [forfeit] = &game["forfeits"].as_array().unwrap()[..] else { panic!("{game}") };
        let seat = forfeit["seat"].as_u64().unwrap() as usize;
        assert!(game["agents"][seat].as_str().unwrap().starts_with("exec("), "{game}");
        assert_eq!(game["payoffs"][seat], 0.0, "{game}");
        assert_says(forfeit["why"]["en"].as_str().unwrap(), &["has ended (exit status: 3)", "out of ideas"]);
    }
    let number = marked[0]["id"].to_string();
    let shown = db(&["show", &number], &store).ok();
    assert_says(&shown, &["(forfeit of seat ", "lost because its program failed: exec:", "out of ideas"]);
    assert_says(
        &db(&["show", &number, "--lang", "ja"], &store).ok(),
        &["の失格", "プログラムの失敗で負けました"],
    );
    assert_says(&db(&["list", "--csv"], &store).ok(), &[",forfeits,", "seat ", "out of ideas"]);
    db(&["export", "--out", &lines], &store).ok();
    assert_eq!(db(&["import", &lines, "--json"], &other).json()["new"], 24);
    assert_eq!(db(&["list", "--csv"], &other).ok().matches("out of ideas").count(), marked.len());
    // Another seat, or one that did not fail, is refused.
    let text = std::fs::read_to_string(&lines).unwrap();
    let with_mark = text.lines().find(|line| line.contains("forfeits")).unwrap();
    let mut line: Value = serde_json::from_str(with_mark).unwrap();
    let seat = line["record"]["forfeits"][0]["seat"].as_u64().unwrap();
    line["record"]["forfeits"][0]["seat"] = (1 - seat).into();
    let bad = file("bad.jsonl");
    std::fs::write(&bad, line.to_string()).unwrap();
    let said = db(&["import", &bad], &file("fourth.db")).fault();
    assert_says(&said, &["forfeits: seat", "expected seats of programs"]);
    // What another agent is said to have lost in this way is still refused.
    let text = std::fs::read_to_string(&lines).unwrap();
    let unmarked = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line["record"].as_object_mut().unwrap().remove("forfeits");
        format!("{line}\n")
    });
    let unmarked: String = unmarked.collect();
    // As games were written before they were marked.
    std::fs::write(&lines, &unmarked).unwrap();
    assert_eq!(db(&["import", &lines, "--json"], &file("fifth.db")).json()["new"], 24);
    std::fs::write(&lines, unmarked.replace("exec(cmd=", "random(cmd=")).unwrap();
    assert_says(&db(&["import", &lines], &file("third.db")).fault(), &["payoffs: the record says"]);
}

#[test]
fn a_program_that_never_worked_is_a_fault_before_the_match_goes_on() {
    let arena = |cmd: &str| {
        let agents = format!("exec(cmd='{cmd}') random");
        yomi(&["arena", "connect-four", "--agents", &agents, "--games", "8"]).fault()
    };
    assert_says(&arena("no-such-program"), &["exec: \"no-such-program\"", "cannot run"]);
    if present("python3") {
        assert_says(&arena(&faulty("no-start")), &["has ended (exit status: 7)", "cannot begin"]);
    }
    let nothing = yomi(&["arena", "connect-four", "--agents", "exec random", "--games", "2"]).fault();
    assert_says(&nothing, &["exec: cmd=: expected a command such as"]);
    let asked = yomi(&["advise", "kuhn", "--agent", "exec(cmd=no-such-program)"]).fault();
    assert_says(&asked, &["cannot run"]);
}

/// The CPU time of a program is not metered, so that none is stated.
#[test]
fn no_cpu_time_of_a_program_is_stated() {
    if !present("python3") {
        return;
    }
    let bot = format!("exec(cmd='{}')", faulty("fine"));
    let report = match_of("kuhn", &format!("{bot} random"), 8);
    let [program, random] = &report["agents"].as_array().unwrap()[..] else { panic!("{report}") };
    for key in ["cpu_ms_per_move", "cpu_ms_per_game"] {
        assert!(program[key].is_null() && random[key].as_f64() > Some(0.0), "{report}");
    }
    let boards = ["suite", "twin-cool", "--agent", &bot, "--boards", "1"];
    let text = yomi(&boards).ok();
    assert!(text.contains("signature") && !text.contains("CPU"), "{text}");
}

/// A bot behind a script, which ignores signals and the end of its input, ends with the match; also when Yomi
/// itself is ended.
#[cfg(unix)]
#[test]
fn no_bot_is_left_behind() {
    if !present("python3") {
        return;
    }
    let is_there = |process: &str| {
        let asked = Command::new("kill").args(["-0", process]).stderr(std::process::Stdio::null()).status();
        asked.unwrap().success()
    };
    let until = |what: &dyn Fn() -> bool| {
        (0..600).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            what()
        })
    };
    for (signal, games) in [(None, "4"), (Some("-TERM"), "100000000"), (Some("-INT"), "100000000")] {
        let folder = tempfile::tempdir().unwrap();
        let (kept, script) = (folder.path().join("processes"), folder.path().join("bot.sh"));
        std::fs::write(&script, format!("{} {}\nexit 0\n", faulty("deaf"), kept.display())).unwrap();
        let agents = format!("exec(cmd='sh {}') random", script.display());
        let args = ["arena", "kuhn", "--agents", &agents, "--games", games, "--threads", "1"];
        let child = command(&args).spawn().unwrap();
        let process = || std::fs::read_to_string(&kept).ok().filter(|text| text.ends_with('\n'));
        if let Some(signal) = signal {
            assert!(until(&|| process().is_some()), "the bot has begun");
            let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(sent.unwrap().success());
        }
        let ran = finish(&args, child);
        assert_eq!(ran.code, Some(if signal.is_some() { 130 } else { 0 }), "{ran:?}");
        let process = process().unwrap();
        assert!(until(&|| !is_there(process.trim())), "{signal:?}: {process} is left");
    }
}

/// It may say what it likes on its standard error, answer more than is asked, and not answer to `over`.
#[test]
fn talkative_programs_are_bounded_and_silence_after_the_end_is_fine() {
    if present("python3") {
        for how in ["flood", "silent-over"] {
            let report = match_of("connect-four", &format!("exec(cmd='{}') random", faulty(how)), 4);
            assert_eq!(report["agents"][0].get("forfeits"), None, "{how}: {report}");
        }
    }
}

/// A pipe that nobody reads fills: nothing waits for that.
#[test]
fn a_program_that_reads_nothing_holds_up_nobody() {
    if present("python3") {
        let bot = format!("exec(cmd='{}',limit=200ms,grace=500)", faulty("ahead"));
        let boards = yomi(&["suite", "maze", "--agent", &bot, "--boards", "1", "--json"]).json();
        assert_eq!(boards["forfeits"], 1, "{boards}");
    }
}

/// A program may end after each of its games: another one plays the next, and nothing is lost.
#[test]
fn a_program_that_ends_after_its_game_has_lost_nothing() {
    if present("python3") {
        let agents = format!("exec(cmd='{}') random", faulty("leaves"));
        let args = ["arena", "kuhn", "--agents", &agents, "--games", "8", "--json", "--threads", "1"];
        let report = yomi(&args).json();
        assert_eq!(report["agents"][0].get("forfeits"), None, "{report}");
    }
}

/// What a program is sent: for its own seat what `view` shows, and a seed of its own.
#[test]
fn a_program_is_sent_views_and_nothing_else() {
    if !present("python3") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("sent");
    let bot = format!("exec(cmd='{} {}')", faulty("fine"), kept.display());
    let record = folder.path().join("game.json");
    let args = [
        "play",
        "sevens",
        "--agents",
        &format!("random {bot} random"),
        "--seed",
        "5",
        "--limit",
        "50ms",
        "--record",
    ];
    yomi(&[&args[..], &[record.to_str().unwrap(), "--json"]].concat()).ok();
    let sent = std::fs::read_to_string(&kept).unwrap();
    let sent: Vec<Value> = sent.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (start, rest) = sent.split_first().unwrap();
    let (over, moves) = rest.split_last().unwrap();
    assert_eq!(crate::run::keys(start), ["id", "cmd", "game", "settings", "seat", "seed"]);
    assert_eq!((&start["cmd"], &start["seat"]), (&json!("start"), &json!(1)));
    assert!(start["seed"].as_u64().unwrap() < 1 << 53);
    assert_eq!(crate::run::keys(over), ["id", "cmd", "payoffs"]);
    // The same game again: at every turn of the seat, its view is what was sent.
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&record).unwrap()).unwrap();
    let registry = Registry::standard();
    let table = registry.find("sevens").unwrap().open(&[]).unwrap();
    let mut session = table.session(5, &[None, None, None], None).unwrap();
    let mut seen = moves.iter();
    for word in record["moves"].as_array().unwrap() {
        if session.next() == Some(Player::new(1)) {
            let message = seen.next().expect("a message for every turn");
            assert_eq!(crate::run::keys(message), ["id", "cmd", "game", "view", "limit"]);
            assert_eq!(message["limit"], "50ms");
            assert_eq!(message["view"], session.position(Player::new(1)).json());
        }
        session.submit(word.as_str().unwrap()).unwrap();
    }
    assert!(seen.next().is_none() && moves.len() > 3);
}
