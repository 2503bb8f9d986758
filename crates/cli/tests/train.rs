//! `yomi train`: a run that was ended goes on to the same weights, the player plays them, bad input is named.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

fn yomi(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yomi")).args(args).current_dir(folder).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn begin(folder: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomi"));
    command.args(args).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn wait_for(file: &Path) {
    for _ in 0..60_000 {
        if file.exists() {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("{} never came", file.display());
}

const PLAIN: [&str; 8] = ["train", "duel", "--role", "plain", "--games", "1536", "--seed", "3"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    PLAIN.iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn a_run_goes_on_and_its_player_plays() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let whole = yomi(here, &with(&["--out", "whole.safetensors"]));
    assert!(whole.status.success(), "{}", said(&whole));
    assert!(said(&whole).contains("after 1536 games"), "{}", said(&whole));
    assert!(!here.join("whole.safetensors.checkpoint").exists());
    // A hundredth of a minute is over after a block or two.
    let mut ended = 0;
    loop {
        let part = yomi(here, &with(&["--out", "parts.safetensors", "--minutes", "0.01", "--json"]));
        assert!(part.status.success(), "{}", said(&part));
        let report: serde_json::Value = serde_json::from_slice(&part.stdout).unwrap();
        if report["games"] == 1536 {
            assert_eq!(report["interrupted"], serde_json::Value::Null);
            break;
        }
        assert_eq!(report["interrupted"], true);
        assert!(here.join("parts.safetensors.checkpoint").exists());
        ended += 1;
    }
    assert!(ended > 0, "it was never ended");
    let read = |name: &str| std::fs::read(here.join(name)).unwrap();
    assert_eq!(read("whole.safetensors"), read("parts.safetensors"));
    assert_eq!(read("whole.safetensors.curve.json"), read("parts.safetensors.curve.json"));

    let match_ =
        ["arena", "duel", "--agents", "policy(weights=whole.safetensors) random", "--games", "20", "--json"];
    let played = yomi(here, &match_);
    assert!(played.status.success(), "{}", said(&played));
    let student = ["train", "duel", "--role", "student", "--games", "512", "--out", "student.safetensors"];
    let taught = yomi(here, &[&student[..], &["--teacher", "whole.safetensors"]].concat());
    assert!(taught.status.success(), "{}", said(&taught));
    let teaches = yomi(here, &[&student[..], &["--teacher", "student.safetensors"]].concat());
    assert!(!teaches.status.success());
}

/// A run that is killed between its files has a point of the curve for its checkpoint.
#[test]
fn a_killed_run_loses_no_point_of_its_curve() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let long = ["train", "duel", "--role", "plain", "--games", "1000000", "--minutes", "0.01"];
    let mut run = begin(here, &[&long[..], &["--out", "killed.safetensors"]].concat());
    wait_for(&here.join("killed.safetensors.checkpoint"));
    // Where it has ended by itself the kernel says so, and what it left is asked all the same.
    let _ = run.kill();
    run.wait().unwrap();
    let curve = std::fs::read(here.join("killed.safetensors.curve.json")).expect("the point comes first");
    let curve: serde_json::Value = serde_json::from_slice(&curve).unwrap();
    assert!(curve[0]["games"].is_u64(), "{curve}");
}

/// Two processes would write over each other; one that was killed holds nobody up.
#[cfg(target_os = "linux")]
#[test]
fn one_process_writes_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let long = ["train", "duel", "--role", "plain", "--games", "1000000", "--out", "one.safetensors"];
    let mut first = begin(here, &long);
    wait_for(&here.join("one.safetensors.lock"));
    let second = yomi(here, &long);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(!second.status.success());
    let named = format!("process {} is writing it", first.id());
    assert!(said(&second).contains(&named), "{}", said(&second));
    assert!(here.join("one.safetensors.lock").exists());
    let again = yomi(here, &[&long[..], &["--minutes", "0.01"]].concat());
    assert!(again.status.success(), "{}", said(&again));
    assert!(!here.join("one.safetensors.lock").exists());
}

/// What is not the usual company is part of the command that makes the weights.
#[test]
fn the_company_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let run = |mix: &str, out: &str| {
        yomi(here, &["train", "duel", "--role", "plain", "--games", "512", "--mix", mix, "--out", out])
    };
    let alone = run("heuristic=0", "alone.safetensors");
    assert!(alone.status.success(), "{}", said(&alone));
    assert!(said(&alone).contains("--mix heuristic=0,earlier=0,ismcts=0 --games 512"), "{}", said(&alone));
    let usual = run("heuristic=20,earlier=20", "usual.safetensors");
    assert!(said(&usual).contains("--role plain --games 512"), "{}", said(&usual));
    let read = |name: &str| std::fs::read(here.join(name)).unwrap();
    assert_ne!(read("alone.safetensors"), read("usual.safetensors"));
    let refused = run("heuristic=200", "none.safetensors");
    assert!(!refused.status.success());
    assert!(said(&refused).contains("expected games of a hundred"), "{}", said(&refused));
    assert!(!here.join("none.safetensors").exists());
}

/// A plan trains what its comparisons need, goes on where it was ended, and tells the same in the end.
#[test]
fn a_study_goes_on_where_it_was_ended() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let plan = "games = 512\nseeds = [1, 2]\ndeals = 20\ncompare = [\"student-plain\", \"teacher-plain\"]";
    std::fs::write(here.join("plan.toml"), plan).unwrap();
    let run = |more: &[&str]| {
        let output = yomi(here, &[&["train", "duel", "--plan", "plan.toml", "--json"], more].concat());
        assert!(output.status.success(), "{}", said(&output));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let whole = run(&["--out", "whole"]);
    assert_eq!(whole["comparisons"][0]["sides"], serde_json::json!(["student", "plain"]));
    assert_eq!(whole["comparisons"][1]["by_seed"].as_array().unwrap().len(), 2);
    let written = std::fs::read(here.join("whole/study.json")).unwrap();
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&written).unwrap(), whole);
    let ended = run(&["--out", "parts", "--minutes", "0.01"]);
    assert_eq!(ended["interrupted"], true);
    assert!(!here.join("parts/study.json").exists());
    // The command in a student's file names its teacher, so that the folder is part of it.
    let again = run(&["--out", "parts"]);
    assert_eq!(again["comparisons"], whole["comparisons"]);
    let weights = |of: &str| std::fs::read(here.join(of).join("seed-2/plain.safetensors")).unwrap();
    assert!(weights("whole") == weights("parts"));
    // However the folder is called, what is trained is known.
    let trained = |of: &str| std::fs::metadata(here.join(of).join("seed-2/student.safetensors")).unwrap();
    let before = trained("parts").modified().unwrap();
    assert_eq!(run(&["--out", "./parts"])["comparisons"], whole["comparisons"]);
    assert_eq!(trained("parts").modified().unwrap(), before);
    // Matches that other weights played are told of none.
    let measure = || {
        let sizes = ["--games", "0", "--bayes", "0", "--pairs", "0", "--positions", "0", "--deals", "2"];
        let eval = ["eval", "duel", "--study", "parts", "--search-games", "0", "--head-games", "512"];
        yomi(here, &[&eval[..], &sizes].concat())
    };
    let measured = measure();
    assert!(measured.status.success(), "{}", said(&measured));
    assert!(said(&measured).contains("student against plain"), "{}", said(&measured));
    // The figures of another plan's runs in the same folder are not among those of the study.
    let students = "parts/seed-1/student.safetensors, parts/seed-2/student.safetensors; seed";
    std::fs::create_dir(here.join("parts/seed-9")).unwrap();
    let student = |seed: u64| here.join(format!("parts/seed-{seed}/student.safetensors"));
    std::fs::copy(student(1), student(9)).unwrap();
    let measured = measure();
    assert!(said(&measured).contains(students), "{}", said(&measured));
    let named = "not measured, since they are not of the study in study.json: parts/seed-9";
    assert!(said(&measured).contains(named), "{}", said(&measured));
    std::fs::remove_dir_all(here.join("parts/seed-9")).unwrap();
    std::fs::copy(here.join("parts/seed-1/plain.safetensors"), here.join("parts/seed-2/plain.safetensors"))
        .unwrap();
    let refused = measure();
    assert!(
        !refused.status.success() && said(&refused).contains("run the same plan again"),
        "{}",
        said(&refused)
    );
    std::fs::remove_file(here.join("parts/study.json")).unwrap();
    std::fs::remove_file(here.join("parts/seed-2/student.safetensors")).unwrap();
    let measured = measure();
    assert!(measured.status.success(), "{}", said(&measured));
    assert!(
        said(&measured).contains("not measured, since their students are not trained: parts/seed-2"),
        "{}",
        said(&measured)
    );
    // Runs are measured on deals of their own, even where they are equal.
    std::fs::copy(student(1), student(2)).unwrap();
    let sizes = ["--games", "0", "--bayes", "0", "--pairs", "0", "--positions", "0", "--deals", "40"];
    let eval = ["eval", "duel", "--study", "parts", "--search-games", "0", "--head-games", "512", "--json"];
    let measured = yomi(here, &[&eval[..], &sizes].concat());
    let report: serde_json::Value = serde_json::from_slice(&measured.stdout).unwrap();
    let wins = &report["figures"][0]["by_run"];
    assert!(wins[0].is_f64() && wins[0] != wins[1], "{}", report["figures"][0]);
    // Before a study is finished nothing says which plan is meant.
    let other = ["train", "duel", "--role", "student", "--teacher", "parts/seed-2/teacher.safetensors"];
    let out = ["--games", "1024", "--out", "parts/seed-2/student.safetensors"];
    assert!(yomi(here, &[&other[..], &out].concat()).status.success());
    let refused = measure();
    assert!(!refused.status.success(), "{}", said(&refused));
    assert!(said(&refused).contains("students of different plans"), "{}", said(&refused));
    let before = std::fs::metadata(here.join("whole/seed-1/plain.safetensors")).unwrap().modified().unwrap();
    assert_eq!(run(&["--out", "whole"])["comparisons"], whole["comparisons"]);
    let after = std::fs::metadata(here.join("whole/seed-1/plain.safetensors")).unwrap().modified().unwrap();
    assert_eq!(before, after, "what is trained is not trained again");
}

/// What tells a run from others is what it is asked for and what its teacher is, not how files are called.
#[test]
fn another_teacher_is_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let train = |role: &str, games: &str, more: &[&str]| {
        let asked = ["train", "duel", "--role", role, "--games", games];
        yomi(here, &[&asked[..], more].concat())
    };
    for (seed, out) in [("1", "one.safetensors"), ("2", "two.safetensors")] {
        assert!(train("blind", "512", &["--seed", seed, "--out", out]).status.success());
    }
    let copy = |from: &str| {
        std::fs::copy(here.join(from), here.join("teacher.safetensors")).unwrap();
    };
    let taught = |minutes: &[&str]| {
        let more = ["--teacher", "teacher.safetensors", "--out", "student.safetensors"];
        train("student", "8192", &[&more[..], minutes].concat())
    };
    copy("one.safetensors");
    let ended = taught(&["--minutes", "0.01"]);
    assert!(ended.status.success(), "{}", said(&ended));
    assert!(here.join("student.safetensors.checkpoint").exists());
    copy("two.safetensors");
    let refused = taught(&[]);
    assert!(!refused.status.success());
    assert!(said(&refused).contains("it is of another run"), "{}", said(&refused));
    copy("one.safetensors");
    assert!(taught(&[]).status.success());
    assert!(!here.join("student.safetensors.checkpoint").exists());
}

/// A card head is fitted to weights that stay as they are, and a measurement of them is told and drawn.
#[test]
fn a_network_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let trained =
        yomi(here, &["train", "duel", "--role", "plain", "--games", "512", "--out", "plain.safetensors"]);
    assert!(trained.status.success(), "{}", said(&trained));
    let curve: serde_json::Value =
        serde_json::from_slice(&std::fs::read(here.join("plain.safetensors.curve.json")).unwrap()).unwrap();
    let last = curve.as_array().unwrap().last().unwrap();
    for wins in ["against_heuristic", "against_policy"] {
        assert!(last[wins].as_f64().is_some_and(|wins| (0.0..0.6).contains(&wins)), "a beginner: {last}");
    }
    assert!(last["policy_loss"].is_f64() && last["imitation_loss"].is_null(), "{last}");
    let picture = std::fs::read_to_string(here.join("plain.safetensors.curve.html")).unwrap();
    assert_eq!(picture.matches("<svg viewBox").count(), 2, "wins and losses");
    let head =
        ["train", "duel", "--cards", "plain.safetensors", "--games", "512", "--out", "reads.safetensors"];
    let fitted = yomi(here, &head);
    assert!(fitted.status.success(), "{}", said(&fitted));
    assert!(said(&fitted).contains("fitted to 512 games"), "{}", said(&fitted));
    let sizes = ["--games", "20", "--bayes", "1", "--pairs", "2", "--positions", "100", "--deals", "10"];
    let eval = ["eval", "duel", "--student", "reads.safetensors", "--search-games", "2"];
    let more = ["--html", "page.html", "--out", "figures.json"];
    let measured = yomi(here, &[&eval[..], &sizes, &more].concat());
    assert!(measured.status.success(), "{}", said(&measured));
    for wanted in
        ["against heuristic", "card head beyond", "points", "hidden cards are dealt anew", "games per second"]
    {
        assert!(said(&measured).contains(wanted), "{wanted}: {}", said(&measured));
    }
    let figures: serde_json::Value =
        serde_json::from_slice(&std::fs::read(here.join("figures.json")).unwrap()).unwrap();
    let figure = |name: &str| {
        figures["figures"].as_array().unwrap().iter().find(|figure| figure["name"] == name).cloned().unwrap()
    };
    assert_eq!(figure("peek")["mean"], 0.0);
    assert_eq!(figure("probe-standing-mana")["n"], 2);
    let page = std::fs::read_to_string(here.join("page.html")).unwrap();
    assert!(page.matches("<svg viewBox").count() >= 5, "pictures of reading and probes");
}

#[test]
fn bad_input_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    std::fs::write(here.join("text"), "no weights").unwrap();
    std::fs::write(here.join("other.safetensors.checkpoint"), "no checkpoint").unwrap();
    std::fs::write(here.join("plan.toml"), "games = 512\nseeds = []").unwrap();
    let cases: [(&[&str], &str); 15] = [
        (&["train", "duel", "--out", "f"], "expected --role"),
        (&["train", "duel", "--plan", "text", "--out", "f"], "no plan of a study"),
        (&["train", "duel", "--plan", "plan.toml", "--out", "f"], "seeds: expected"),
        (&["train", "sevens", "--role", "plain", "--out", "f"], "expected duel"),
        (
            &["train", "duel", "--role", "clever", "--out", "f"],
            "expected teacher, student, plain, blind or shuffled",
        ),
        (&["train", "duel", "--role", "student", "--out", "f"], "needs a teacher"),
        (&["train", "duel", "--role", "student", "--teacher", "text", "--out", "f"], "no weights of Duel"),
        (&["train", "duel", "--role", "plain", "--teacher", "text", "--out", "f"], "has no teacher"),
        (&["train", "duel", "--role", "plain", "--out", "other.safetensors"], "no checkpoint of this run"),
        (&["train", "duel", "--cards", "text", "--out", "f"], "no weights of Duel"),
        (&["train", "duel", "--role", "teacher", "--remedy", "twin", "--out", "f"], "the role student"),
        (&["eval", "sevens"], "expected duel"),
        (&["eval", "duel", "--student", "text"], "no weights of Duel"),
        (&["eval", "duel", "--study", "text"], "no folder of a study"),
        (&["arena", "duel", "--agents", "policy(weights=text) random"], "no weights of Duel"),
    ];
    for (args, wanted) in cases {
        let output = yomi(here, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
        assert!(said(&output).contains(wanted), "{args:?}: {}", said(&output));
        assert!(!here.join("f").exists());
    }
}
