//! `tournament`: pairings, ratings, and that interruptions change nothing.

#![allow(clippy::disallowed_methods, reason = "how long a tournament takes says when it is to be killed")]

use crate::run::{assert_says, command, finish, yomi};
use serde_json::Value;
use std::fs;
use std::time::Instant;
use tempfile::TempDir;

struct Place {
    _folder: TempDir,
    file: String,
    store: String,
    report: String,
}

fn place(plan: &str) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (file, store, report) = (at("plan.toml"), at("games.db"), at("report.html"));
    fs::write(&file, plan).unwrap();
    Place { _folder: folder, file, store, report }
}

const SMALL: &str = "games = 40\nseed = 5\nagents = [\"random\", \"mcts(limit=30it)\", \"alphabeta(depth=1)\"]\n\
                     [[game]]\ngame = \"connect-four\"\n";

fn json(args: &[&str]) -> Value {
    let ran = yomi(&[args, &["--json"]].concat());
    assert_eq!(ran.code, Some(0), "{ran:?}");
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn a_round_robin_is_the_matches_it_says() {
    let place = place(SMALL);
    let found = json(&["tournament", &place.file, "--store", &place.store]);
    assert_eq!((&found["games"], &found["name"]), (&Value::from(120), &Value::from("plan")));
    let event = &found["events"][0];
    assert_eq!(event["matches"].as_array().unwrap().len(), 3);
    // Every match is what `arena` plays with the same seed.
    for played in event["matches"].as_array().unwrap() {
        let names = crate::run::strings(&played["names"]);
        let seed = played["seed"].to_string();
        let again =
            json(&["arena", "connect-four", "--agents", &names.join(" "), "--games", "40", "--seed", &seed]);
        assert_eq!(again["signature"], played["signature"]);
    }
    let rows = event["agents"].as_array().unwrap();
    let ratings: Vec<f64> = rows.iter().filter_map(|row| row["rating"].as_f64()).collect();
    assert!(ratings.windows(2).all(|pair| pair[0] >= pair[1]), "{rows:?}");
    assert_eq!(rows.iter().map(|row| row["games"].as_u64().unwrap()).sum::<u64>(), 240);
    // The matrix and the mirror image of it add up.
    for i in 0..3 {
        for j in 0..3 {
            let ahead = |i: usize, j: usize| event["matrix"][i][j]["ahead"].as_f64();
            match i == j {
                true => assert_eq!(ahead(i, j), None),
                false => assert!((ahead(i, j).unwrap() + ahead(j, i).unwrap() - 1.0).abs() < 1e-12),
            }
        }
    }
    // All games are in the store, and keep the rules.
    assert!(yomi(&["games-db", "verify", "--store", &place.store]).ok().contains(": 120\n"));
}

/// Deals with luck in them may all come out alike for a pair: their rating is not therefore certain. In the
/// matrix it is said what a standard error belongs to.
#[test]
fn no_interval_has_no_width_and_errors_are_named() {
    let place = place("games = 60\nagents = [\"greedy\", \"random\", \"cfr\"]\n[[game]]\ngame = \"kuhn\"\n");
    let found = json(&["tournament", &place.file, "--no-store"]);
    let event = &found["events"][0];
    let mut unknown = 0;
    for row in event["agents"].as_array().unwrap() {
        match &row["ci95"] {
            Value::Null => unknown += 1,
            ends => assert!(ends[0].as_f64() < ends[1].as_f64(), "{row}"),
        }
    }
    assert_eq!(unknown, 1, "{event}");
    let cells: Vec<&Value> =
        event["matrix"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()).collect();
    for cell in cells.into_iter().filter(|cell| !cell.is_null()) {
        assert_eq!(crate::run::keys(cell), ["games", "ahead", "ahead_se", "mean_payoff", "payoff_se"]);
        assert!(cell["payoff_se"].as_f64() > Some(0.0), "{cell}");
        assert_eq!(cell["ahead_se"].is_null(), cell["ahead"] == 0.5, "{cell}");
    }
}

#[test]
fn what_was_finished_is_shown_and_not_played_again() {
    let place = place(SMALL);
    let args = ["tournament", &place.file, "--store", &place.store, "--report", &place.report];
    let first = json(&args);
    let second = yomi(&[&args[..], &["--json"]].concat());
    assert!(second.err.contains("is finished, and this is its result"), "{second:?}");
    assert_eq!(serde_json::from_str::<Value>(&second.out).unwrap(), first);
    let fresh = json(&[&args[..], &["--fresh"]].concat());
    assert_eq!(fresh["signature"], first["signature"]);
    let runs = yomi(&["games-db", "list", "--runs", "--json", "--store", &place.store]).ok();
    assert_eq!(runs.lines().count(), 2);
    let unkept = json(&["tournament", &place.file, "--no-store"]);
    assert_eq!(unkept["signature"], first["signature"]);
    let page = fs::read_to_string(&place.report).unwrap();
    assert!(page.contains("<svg") && page.contains("レーティング") && page.contains("mcts(limit=30it)"));
    assert!(!page.contains("http"), "nothing is loaded from elsewhere");
    for text in [page, yomi(&args).out] {
        assert!(text.contains(first["signature"].as_str().unwrap()), "{text}");
    }
}

/// Starts the tournament again and again, and kills it at moments that the numbers name.
#[cfg(unix)]
fn with_kills(kills: u32, games: u64, limit: &str) {
    use yomi_core::Rng;
    let plan = format!(
        "games = {games}\nseed = 9\nlimit = \"{limit}\"\n[[game]]\ngame = \"connect-four\"\n\
         agents = [\"random\", \"mcts\", \"mcts(c=0.5)\"]\n[[game]]\ngame = \"kuhn\"\nagents = [\"random\", \"cfr\"]\n"
    );
    let place = place(&plan);
    let began = Instant::now();
    let undisturbed = json(&["tournament", &place.file, "--no-store"]);
    // On a machine of any speed: all together they leave no time to finish.
    let latest = began.elapsed() / kills;
    let args = ["tournament", &place.file, "--store", &place.store, "--json"];
    let count = || -> u64 {
        if !std::path::Path::new(&place.store).exists() {
            return 0;
        }
        let stats = yomi(&["games-db", "stats", "--json", "--store", &place.store]).json();
        stats["games"].as_u64().unwrap()
    };
    let (mut rng, mut before, mut killed) = (Rng::new(u64::from(kills)), 0, 0);
    for _ in 0..kills {
        let mut child = command(&args).spawn().unwrap();
        std::thread::sleep(latest * rng.below(1000) / 1000);
        killed += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let now = count();
        assert!(now >= before, "games were lost: {before}, then {now}");
        before = now;
    }
    // Not all, should the machine have become faster meanwhile.
    assert!(killed * 4 >= kills, "killed in the middle: {killed} of {kills}");
    let found = json(&args[..4]);
    assert_eq!(found["signature"], undisturbed["signature"]);
    assert_eq!(found["games"], undisturbed["games"]);
    let cut = |report: &Value| -> Vec<Value> {
        let rows =
            report["events"].as_array().unwrap().iter().flat_map(|event| event["agents"].as_array().unwrap());
        rows.map(|row| serde_json::json!([row["name"], row["rating"], row["ci95"], row["mean_payoff"]]))
            .collect()
    };
    assert_eq!(cut(&found), cut(&undisturbed));
    let verified = yomi(&["games-db", "verify", "--json", "--store", &place.store]).json();
    assert_eq!((&verified["sound"], &verified["games"]), (&Value::from(true), &found["games"]));
}

#[cfg(unix)]
#[test]
fn kills_change_nothing() {
    with_kills(4, 600, "400it");
}

#[cfg(unix)]
#[test]
#[ignore = "a hundred kills take minutes"]
fn a_hundred_kills_change_nothing() {
    with_kills(100, 3000, "300it");
}

/// Several processes that begin the same tournament play it together: one run, every game once.
#[test]
fn the_same_tournament_at_once_is_one_tournament() {
    let place = place(SMALL);
    let args = ["tournament", &place.file, "--store", &place.store, "--json"];
    let children: Vec<_> = (0..4).map(|_| command(&args).spawn().unwrap()).collect();
    let signature = json(&["tournament", &place.file, "--no-store"])["signature"].clone();
    for child in children {
        let ran = finish(&args, child);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(serde_json::from_str::<Value>(&ran.out).unwrap()["signature"], signature);
    }
    let runs = yomi(&["games-db", "list", "--runs", "--json", "--store", &place.store]).ok();
    assert_eq!(runs.lines().count(), 1, "{runs}");
    assert!(yomi(&["games-db", "verify", "--store", &place.store]).ok().contains(": 120\n"));
}

#[test]
fn a_full_disk_is_one_message_and_the_tournament_goes_on_with_room() {
    let plan = "games = 20000\nagents = [\"random\", \"random()\"]\n[[game]]\ngame = \"connect-four\"\n";
    let place = place(plan);
    let args = ["tournament", &place.file, "--store", &place.store, "--json"];
    let mut full = command(&args);
    full.env("YOMI_STORE_MAX", "1MiB");
    let said = finish(&args, full.spawn().unwrap()).fault();
    assert_says(&said, &["cap of 1 MiB", "is safe"]);
    yomi(&["games-db", "verify", "--store", &place.store]).ok();
    let resumed = json(&args[..4]);
    assert_eq!(resumed["signature"], json(&["tournament", &place.file, "--no-store"])["signature"]);
}

#[test]
fn more_seats_and_a_ladder() {
    let plan = "games = 30\npairings = \"ladder\"\n[[game]]\ngame = \"sevens\"\n\
                agents = [\"random\", \"heuristic\", \"policy\", \"policy(weights=random)\"]\n";
    let place = place(plan);
    let event = &json(&["tournament", &place.file, "--no-store"])["events"][0];
    assert_eq!((&event["seats"], event["matches"].as_array().unwrap().len()), (&Value::from(3), 2));
    assert!(event["agents"].as_array().unwrap().iter().all(|row| row["games"].as_u64().unwrap() > 0));
}

#[test]
fn agents_that_always_play_the_same_have_no_interval() {
    let plan = "games = 20\nagents = [\"alphabeta(depth=2)\", \"alphabeta(depth=3)\"]\n[[game]]\ngame = \"connect-four\"\n";
    let place = place(plan);
    let event = &json(&["tournament", &place.file, "--no-store"])["events"][0];
    assert_eq!(event["repeated"], 1);
    assert!(event["agents"].as_array().unwrap().iter().all(|row| row["ci95"].is_null()));
}

#[test]
fn the_shipped_example_is_read_and_played() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/tournament.toml");
    let text = fs::read_to_string(example).unwrap();
    // As shipped, but shorter.
    let short = text.replace("games = 300", "games = 6").replace("games = 60 ", "games = 4 ");
    let place = place(&short.replace("200it", "20it").replace("limit=50it", "limit=5it"));
    let found = json(&["tournament", &place.file, "--no-store", "--report", &place.report]);
    assert_eq!(found["events"].as_array().unwrap().len(), 2);
}

/// A match has the report of a tournament of one pairing, and is played as without it.
#[test]
fn an_arena_has_a_report() {
    let place = place("");
    let args = ["arena", "leduc", "--agents", "random greedy", "--games", "40", "--seed", "3"];
    let plain = json(&args);
    let found = json(&[&args[..], &["--report", &place.report, "--store", &place.store]].concat());
    assert_eq!(found["signature"], plain["signature"]);
    let page = fs::read_to_string(&place.report).unwrap();
    let signature = found["signature"].as_str().unwrap();
    for part in
        ["<svg", "<title>random – greedy – Yomi", signature, "match · 40 games from 20 deals", "（チップ）"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("http") && !page.contains("round robin"));
    assert!(yomi(&["games-db", "verify", "--store", &place.store]).ok().contains(": 40\n"));
    // The same agent on several seats is one row, and a test tells how it ended.
    let tested = [
        "arena",
        "sevens",
        "--agents",
        "random policy random",
        "--sprt",
        "win0=0.3,win1=0.4",
        "--report",
        &place.report,
    ];
    yomi(&tested).ok();
    let page = fs::read_to_string(&place.report).unwrap();
    assert!(
        page.contains("random – policy: SPRT") || page.contains("random – policy – random: SPRT"),
        "{page}"
    );
    assert!(page.contains("勝率 0.3 を採択"), "{page}");
    assert_eq!(page.matches("<th scope=\"row\">2. random").count(), 2, "table and matrix");
}

#[test]
fn reports_of_matches_that_cannot_be_are_refused() {
    let place = place("");
    let random = ["arena", "kuhn", "--agents", "random random"];
    let said = yomi(&[&random[..], &["--report", &place.store, "--store", &place.store]].concat()).fault();
    assert_says(&said, &["--report", "the file of --store"]);
    let said = yomi(&[&random[..], &["--games", "3000000", "--report", &place.report]].concat()).fault();
    assert_says(&said, &["--report: 3000000 games", "2000000"]);
    let said = yomi(&["arena", "maze", "--agents", "random", "--report", &place.report]).fault();
    assert_says(&said, &["yomi suite maze"]);
    let said = yomi(&[&random[..], &["--report", "no/such/folder/x.html"]].concat()).fault();
    assert_says(&said, &["no/such/folder"]);
    assert!(!std::path::Path::new(&place.report).exists() && !std::path::Path::new(&place.store).exists());
    let said = yomi(&["tournament", &place.file, "--report", &place.store, "--store", &place.store]).fault();
    assert_says(&said, &["--report", "the file of --store"]);
}

/// Games that a program lost by failing are told where ratings are.
#[test]
fn a_tournament_tells_of_programs_that_failed() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is missing");
        return;
    }
    let bot = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/tests/bots/faulty.py illegal");
    let place = place(&format!(
        "games = 12\n[[game]]\ngame = \"connect-four\"\n\
         agents = [\"random\", {{ name = \"mine\", agent = \"exec(cmd='{bot}')\" }}]\n"
    ));
    let args = ["tournament", &place.file, "--store", &place.store, "--report", &place.report];
    let rows = json(&args)["events"][0]["agents"].clone();
    let mine = rows.as_array().unwrap().iter().find(|row| row["name"] == "mine").unwrap();
    assert!(mine["forfeits"].as_u64() > Some(0), "{rows}");
    let shown = yomi(&args);
    assert_says(&shown.out, &["mine: ", "lost because the program failed"]);
    assert!(fs::read_to_string(&place.report).unwrap().contains("lost because the program failed"));
}

#[test]
fn time_is_a_stopping_rule() {
    let plan =
        "minutes = 0.01\ngames = 1000000\nagents = [\"random\", \"random()\"]\n[[game]]\ngame = \"kuhn\"\n";
    let place = place(plan);
    let args = ["tournament", &place.file, "--store", &place.store];
    let first = json(&args);
    assert_eq!(first["interrupted"], true);
    // Its time is over: it is finished, and nothing interrupted it.
    assert_eq!(json(&args), first);
    let shown = yomi(&args).out;
    assert!(shown.contains("Stopped after its `minutes`") && !shown.contains("Interrupted"), "{shown}");
}

#[test]
fn bad_files_are_named() {
    for (plan, fragments) in [
        ("", &["plan.toml", "[[game]]"][..]),
        ("games = x", &["plan.toml: line 1"]),
        ("[[game]]\ngame = \"chess\"\nagents = [\"random\", \"best\"]", &["plan.toml", "chess"]),
        ("[[game]]\ngame = \"kuhn\"\nagents = [\"random\", \"bets\"]", &["bets", "expected: best"]),
        (
            "[[game]]\ngame = \"kuhn\"\nagents = [1, 2]",
            &["line 3", "expected a list of agents, each a text or { name"],
        ),
        ("[[game]]\ngame = \"maze\"\nagents = [\"random\", \"best\"]", &["one-player"]),
        ("[[game]]\ngame = \"kuhn\"\nagents = [\"random\", \"best\"]\nsettings = { x = 1 }", &["x"]),
        (
            "[[game]]\ngame = \"kuhn\"\nagents = [\"random\", \"best\"]\nopenings = 5",
            &["no list of openings"],
        ),
    ] {
        let place = place(plan);
        let ran = yomi(&["tournament", &place.file, "--store", &place.store]);
        assert_says(&ran.fault(), fragments);
    }
    let place = place(SMALL);
    let same = yomi(&["tournament", &place.file, "--report", &place.file]).fault();
    assert_says(&same, &["--report", "FILE"]);
    assert_says(&yomi(&["tournament", "missing.toml"]).fault(), &["missing.toml"]);
}

/// A tournament is known by what its files hold, not by their names: with other cards it is another one.
#[test]
fn a_file_that_changed_makes_another_tournament() {
    let cards = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/src/small-cards.toml");
    let cards = fs::read_to_string(cards).unwrap();
    let place = place("");
    let file = place.file.replace("plan.toml", "cards.toml");
    let plan = format!(
        "games = 4\nlimit = \"10it\"\nagents = [\"random\", \"heuristic\"]\n[[game]]\ngame = \"duel\"\n\
         settings = {{ cards = '{file}' }}\n"
    );
    fs::write(&place.file, plan).unwrap();
    let args = ["tournament", &place.file, "--store", &place.store];
    for (power, known) in [(2, false), (9, false), (2, true)] {
        fs::write(&file, cards.replacen("power = 2", &format!("power = {power}"), 1)).unwrap();
        let ran = yomi(&[&args[..], &["--json"]].concat());
        assert!(ran.code == Some(0) && ran.err.contains("is finished") == known, "{power}: {ran:?}");
        let found: Value = serde_json::from_str(&ran.out).unwrap();
        let held = found["events"][0]["settings"]["cards"].as_str().unwrap();
        assert!(held.contains(&format!("power = {power}")), "{held}");
    }
    let runs = yomi(&["games-db", "list", "--runs", "--json", "--store", &place.store]).ok();
    assert_eq!(runs.lines().count(), 2, "{runs}");
    // Ratings know the limit of its games, and headings do not print the file.
    let stats = json(&["games-db", "stats", "--store", &place.store]);
    let limits: Vec<&Value> =
        stats["ratings"].as_array().unwrap().iter().map(|group| &group["limit"]).collect();
    assert_eq!(limits, ["10it", "10it"], "{stats}");
    let shown = yomi(&args);
    assert_says(&shown.out, &[&format!("duel cards=({} bytes) deck0=any", cards.len())]);
    let listed = yomi(&["games-db", "stats", "--store", &place.store]).ok();
    assert!(!listed.contains("[[card]]"), "{listed}");
}
