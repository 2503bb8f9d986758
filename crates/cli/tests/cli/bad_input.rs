//! Wrong input gives exit code 2 and one line that names it and says what is accepted.

use crate::run::{assert_says, command, finish, yomi, yomi_reading};

fn check(cases: &[(&[&str], &[&str])]) {
    for (args, fragments) in cases {
        assert_says(&yomi(args).fault(), fragments);
    }
}

/// Standard output has the table: a report is not mixed into it, and no file called - is made.
#[test]
fn a_report_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for (args, flag) in [
        (&["arena", "kuhn", "--agents", "random random", "--games", "2"][..], "--report"),
        (&["play", "kuhn", "--agents", "random random"], "--record"),
    ] {
        let args = [args, &[flag, "-"]].concat();
        let mut command = command(&args);
        let ran = finish(&args, command.current_dir(&folder).spawn().unwrap());
        assert_says(&ran.fault(), &["cannot write \"-\"", "expected the name of a file"]);
    }
    assert!(std::fs::read_dir(&folder).unwrap().next().is_none());
}

#[test]
fn commands_and_arguments() {
    check(&[
        (&["foo"], &["unknown command \"foo\"", "expected: serve, games, agents, rules, view"]),
        (&["arenas"], &["unknown command \"arenas\"", "did you mean \"arena\"?"]),
        (&["コマンド"], &["unknown command \"コマンド\""]),
        (&["--foo"], &["'--foo'", "usage: yomi"]),
        (&["view"], &["<GAME>", "usage: yomi view"]),
        (&["agents"], &["<GAME>", "usage: yomi agents"]),
        (&["replay"], &["<FILE>", "usage: yomi replay"]),
        (&["arena", "kuhn"], &["--agents <AGENTS>", "usage: yomi arena"]),
        (&["games", "extra"], &["'extra'", "usage: yomi games"]),
        (&["view", "kuhn", "extra"], &["'extra'", "usage: yomi view"]),
        (&["view", "kuhn", "--move", "check"], &["'--move'", "similar argument exists: '--moves'"]),
        (&["view", "kuhn", "--seed"], &["'--seed <SEED>'"]),
        (&["view", "kuhn", "--seed", "1", "--seed", "2"], &["'--seed <SEED>'"]),
        (&["--lang", "fr"], &["--lang: \"fr\"", "expected ja or en"]),
        (&["--lang", "日本語"], &["--lang: \"日本語\"", "expected ja or en"]),
    ]);
}

#[test]
fn agents_without_a_tree() {
    check(&[
        (&["advise", "connect-four", "--tree", "2"], &["--tree: best builds no tree", "mcts or thunder"]),
        (
            &["advise", "maze", "--tree", "2", "--agent", "beam(width=5)"],
            &["beam(width=5) builds no", "mcts"],
        ),
        (&["advise", "kuhn", "--tree", "1", "--agent", "cfr"], &["cfr builds no tree", "expected ismcts"]),
        (
            &["advise", "simultaneous-maze", "--tree", "1", "--agent", "flat"],
            &["best or partner or mcts or duct"],
        ),
    ]);
}

/// Who cannot do what is asked is told who can.
#[test]
fn what_cannot_be_done_is_told_with_what_can() {
    check(&[
        (&["solve", "sevens"], &["sevens has no exact solver", "connect-four or auto-maze or kuhn"]),
        (&["solve", "sevens", "--lang", "ja"], &["使えるもの: connect-four, auto-maze, kuhn"]),
        (
            &["advise", "sevens", "--agent", "cheat"],
            &["cheat sees what is hidden", "expected: best, random,"],
        ),
        (&["advise", "kuhn", "--agent", "cfr", "--trace", "no/such/file"], &["no/such/file", "cannot write"]),
        (&["solve", "kuhn", "--limit", "1MiB"], &["no memory limit holds", "expected a limit such as 60s"]),
        (
            &["solve", "connect-four", "--limit", "1000nodes"],
            &["not solved within 1000nodes", "expected a larger limit, or none"],
        ),
        (
            &["solve", "auto-maze", "--set", "size=10x10", "--set", "characters=5"],
            &["too large to be solved", "expected a later one, or smaller settings"],
        ),
        (&["man", "--json"], &["--json: man prints"]),
        (&["completions", "bash", "--json"], &["--json: completions prints"]),
        (&["export", "sevens", "--python", "--json"], &["--json: export prints"]),
    ]);
}

/// Nothing that the same command reads or writes is written over.
#[test]
fn files_that_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let stats = ["stats", "duel", "--games", "2", "--agents", "random random"];
    let said = yomi(&[&stats[..], &["--out", &file("a"), "--svg", &file("./a")]].concat()).fault();
    assert_says(&said, &["--svg", "this is the file of --out"]);
    let view = yomi(&["view", "kuhn"]).ok();
    std::fs::write(file("view.json"), &view).unwrap();
    let advise = ["advise", "kuhn", &file("view.json"), "--agent", "ismcts", "--limit", "10it", "--trace"];
    assert_says(
        &yomi(&[&advise[..], &[&file("view.json")]].concat()).fault(),
        &["--trace", "this is the file of FILE"],
    );
    assert_eq!(std::fs::read_to_string(file("view.json")).unwrap(), view);
}

#[test]
fn what_to_log() {
    let with = |value: &std::ffi::OsStr| {
        let child = command(&["games"]).env("YOMI_LOG", value).spawn().unwrap();
        finish(&["games"], child)
    };
    for bad in ["99", "=", "foo[", "verbose"] {
        let said = with(bad.as_ref()).fault();
        assert_says(&said, &[&format!("YOMI_LOG={bad}: expected one of off, error"), "yomi_engine=trace"]);
    }
    with("yomi_engine=off".as_ref()).ok();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        assert_says(&with(std::ffi::OsStr::from_bytes(b"\xff")).fault(), &["YOMI_LOG=", "expected one of"]);
    }
}

#[test]
fn rules_to_choose_by() {
    let advise = |game: &'static str, agent: &'static str| yomi(&["advise", game, "--agent", agent]).fault();
    assert_says(&advise("connect-four", "mcts(select=best)"), &["select=best", "expected ucb1 or puct"]);
    assert_says(&advise("connect-four", "mcts(c=x)"), &["c=x", "expected auto or a number from 0 to 1000"]);
    assert_says(&advise("connect-four", "thunder(select=puct,c=-1)"), &["thunder: c=-1", "expected auto or"]);
    assert_says(&advise("maze", "mcts(select=puct)"), &["unknown option of mcts \"select\""]);
    // An agent in whose place a person plays, too.
    let play = |agents: &str| yomi(&["play", "kuhn", "--agents", agents, "--human", "0"]).fault();
    assert_says(&play("garbage random"), &["unknown agent \"garbage\"", "expected"]);
    assert_says(&play("ismcts(x=1) random"), &["unknown option of ismcts \"x\""]);
    let limit = yomi(&["advise", "kuhn", "--limit", "-5it"]).fault();
    assert_says(&limit, &["--limit", "-5it", "expected"]);
    // Every agent takes a limit.
    assert_says(&advise("kuhn", "random(x=5)"), &["unknown option of random \"x\"", "expected: limit"]);
    assert_says(&advise("connect-four", "mcts(limt=50it)"), &["did you mean \"limit\"?", "expected: "]);
}

#[test]
fn numbers() {
    let most_games = "from 1 to 100000000";
    check(&[
        (&["view", "kuhn", "--seed", "-1"], &["--seed: \"-1\"", "from 0 to 18446744073709551615"]),
        (&["view", "kuhn", "--seed", "三"], &["--seed: \"三\"", "from 0 to 18446744073709551615"]),
        (&["view", "kuhn", "--seed", "1.5"], &["--seed: \"1.5\"", "whole number"]),
        (&["view", "kuhn", "--seed", "18446744073709551616"], &["--seed", "to 18446744073709551615"]),
        (&["view", "kuhn", "--seat", "2"], &["--seat 2", "from 0 to 1"]),
        (&["view", "kuhn", "--seat", "x"], &["--seat: \"x\"", "a whole number from 0"]),
        (&["view", "kuhn", "--seat", "-1"], &["--seat: \"-1\"", "a whole number from 0"]),
        (&["view", "kuhn", "--seat", "99999999999999999999"], &["--seat", "a whole number from 0"]),
        (&["view", "maze", "--seat", "1"], &["--seat 1", "from 0 to 0"]),
        (&["play", "kuhn", "--human", "2"], &["--human 2", "from 0 to 1"]),
        (&["play", "kuhn", "--human", "me"], &["--human: \"me\"", "a whole number from 0"]),
        (&["arena", "kuhn", "--agents", "random random", "--games", "0"], &["--games: \"0\"", most_games]),
        (&["arena", "kuhn", "--agents", "random random", "--games", "-5"], &["--games: \"-5\"", most_games]),
        (&["arena", "kuhn", "--agents", "random random", "--games", "99999999999"], &["--games", most_games]),
        (&["suite", "maze", "--boards", "0"], &["--boards: \"0\"", most_games]),
        (&["suite", "maze", "--boards", "99999999999999999999999"], &["--boards", most_games]),
        (&["advise", "kuhn", "--tree", "0"], &["--tree: \"0\"", "from 1 to 20"]),
        (&["advise", "kuhn", "--tree", "21"], &["--tree: \"21\"", "from 1 to 20"]),
        (&["advise", "kuhn", "--tree", "deep"], &["--tree: \"deep\"", "from 1 to 20"]),
        (&["games", "--threads", "0"], &["--threads: \"0\"", "from 1 to 512"]),
        (&["games", "--threads", "100000"], &["--threads: \"100000\"", "from 1 to 512"]),
        (&["games", "--threads", "all"], &["--threads: \"all\"", "from 1 to 512"]),
        (&["bench", "--patience", "0"], &["--patience: \"0\"", "from 0.001 to 600"]),
        (&["bench", "--patience", "nan"], &["--patience: \"nan\"", "from 0.001 to 600"]),
        (&["bench", "--patience", "1e99"], &["--patience: \"1e99\"", "from 0.001 to 600"]),
    ]);
}

#[test]
fn games_settings_and_moves() {
    let games = "expected: connect-four, maze, walled-maze";
    check(&[
        (&["view", "chess"], &["unknown game \"chess\"", games]),
        (&["agents", "chess"], &["unknown game \"chess\"", games]),
        (&["advise", "kun"], &["unknown game \"kun\"", "did you mean \"kuhn\"?", games]),
        (&["play", "コネクトフォー"], &["unknown game \"コネクトフォー\"", games]),
        (&["bench", ""], &["unknown game \"\"", games]),
        (&["view", "maze", "--set", "size"], &["--set: \"size\"", "expected key=value"]),
        (&["view", "maze", "--set", "=3"], &["--set: \"=3\"", "expected key=value"]),
        (&["view", "maze", "--set", "colour=red"], &["option of maze \"colour\"", "expected: size, turns"]),
        (&["view", "kuhn", "--set", "size=3"], &["option of kuhn \"size\"", "there are none"]),
        (&["view", "maze", "--set", "size=0x3"], &["size=0x3", "each from 1 to 100"]),
        (&["view", "maze", "--set", "size=101x3"], &["size=101x3", "each from 1 to 100"]),
        (&["view", "maze", "--set", "size=大きい"], &["size=大きい", "for example 30x30"]),
        (&["view", "maze", "--set", "size=1x1"], &["size=1x1", "at least two cells"]),
        (&["view", "maze", "--set", "turns=0"], &["turns=0", "from 1 to 10000"]),
        (&["view", "maze", "--set", "turns=99999999999"], &["turns=99999999999", "from 1 to 10000"]),
        (&["view", "maze", "--set", "turns=5", "--set", "turns=6"], &["turns is given twice"]),
        (&["view", "connect-four", "--moves", "8"], &["move 1: \"8\"", "expected 1 to 7"]),
        (&["view", "connect-four", "--moves", "12a"], &["move 1: \"12a\"", "expected 1 to 7"]),
        (&["view", "connect-four", "--moves", "四"], &["move 1: \"四\"", "expected 1 to 7"]),
        (&["view", "connect-four", "--moves", "4444444"], &["move 7: \"4\"", "legal: 1 2 3 5 6 7"]),
        (&["view", "connect-four", "--moves", "12121213"], &["move 8: the game is over"]),
        (&["view", "maze", "--moves", "X"], &["move 1: \"X\"", "expected R, L, D or U"]),
        (&["view", "maze", "--set", "size=1x2", "--moves", "U"], &["move 1: \"U\"", "legal: L"]),
        (&["view", "kuhn", "--moves", "raise"], &["move 1: \"raise\"", "legal: check bet"]),
        (&["view", "kuhn", "--moves", "check check check"], &["move 3: the game is over"]),
        (
            &["view", "leduc", "--moves", "check check K"],
            &["move 2: \"K\" is not what game", "brings after this move; enter the move alone"],
        ),
    ]);
}

#[test]
fn agents_and_limits() {
    let limits = "expected, for example, 200it, 50ms, 2s, 1000000nodes, 64MiB";
    let agents = "expected: best, random, partner, flat, mcts, alphabeta";
    let shape = "expected name or name(key=value,key=value)";
    let cases: &[(&str, &[&str])] = &[
        ("foo", &["unknown agent \"foo\"", agents]),
        ("mct", &["did you mean \"mcts\"?", agents]),
        ("", &["--agent: \"\"", "one agent, found 0"]),
        ("mcts random", &["--agent: \"mcts random\"", "one agent, found 2"]),
        ("ボット", &["--agent: \"ボット\"", shape]),
        ("mcts(", &["\"mcts(\"", "not closed"]),
        ("mcts)", &["\"mcts)\"", "without an opening"]),
        ("mcts(c)", &["\"mcts(c)\"", shape]),
        ("mcts(c=1)x", &["\"mcts(c=1)x\"", shape]),
        ("mcts(c=x)", &["c=x", "from 0 to 1000"]),
        ("mcts(c=nan)", &["c=nan", "from 0 to 1000"]),
        ("mcts(c=-1)", &["c=-1", "from 0 to 1000"]),
        ("mcts(expand=99999999999999999999)", &["expand=", "from 1 to 1000000"]),
        ("mcts(foo=1)", &["option of mcts \"foo\"", "expected: board, select, c, expand, share"]),
        ("mcts(c=1,c=2)", &["c is given twice"]),
        ("mcts(share=yes)", &["share=yes", "true or false"]),
        ("mcts(limit=5)", &["mcts: \"5\" is not a limit", limits]),
        ("mcts(limit=5it,limit=6it)", &["limit is given twice"]),
        ("alphabeta(depth=0)", &["depth=0", "max or a whole number from 1 to 200"]),
        ("alphabeta(table=99999)", &["table=99999", "from 0 to 4096"]),
    ];
    for (agent, fragments) in cases {
        assert_says(&yomi(&["advise", "connect-four", "--agent", agent]).fault(), fragments);
    }
    check(&[
        (&["advise", "twin-cool", "--agent", "cheat"], &["cheat sees what is hidden", "never advises"]),
        (&["suite", "twin-cool", "--agent", "cheat(width=0)"], &["width=0", "from 1 to 1000000"]),
        (&["suite", "twin-cool", "--agent", "cheat(widht=9)"], &["\"widht\"", "expected: search, width"]),
        (
            &["advise", "twin-cool", "--agent", "cheat(search=mcts)"],
            &["sees what is hidden", "never advises"],
        ),
        (&["suite", "twin-cool", "--agent", "cheat(search=beam)"], &["search=beam", "exact", "mcts"]),
        (&["suite", "twin-cool", "--agent", "ismcts(key=alike)"], &["key=alike", "alike+count"]),
    ]);
    for limit in ["", "5", "it", "0it", "-5it", "5 it", "一秒", "5it,", "2days"] {
        let said = yomi(&["advise", "connect-four", &format!("--limit={limit}")]).fault();
        assert_says(&said, &["--limit: ", "is not a limit", limits]);
    }
    check(&[
        (&["advise", "kuhn", "--limit", "86401s"], &["\"86401s\" is too large", "at most 86400s"]),
        (
            &["advise", "kuhn", "--limit", "99999999999999999999it"],
            &["is too large", "18446744073709551615it"],
        ),
        (&["advise", "kuhn", "--limit", "17592186044416MiB"], &["is too large", "17592186044415MiB"]),
        (&["advise", "kuhn", "--limit", "5it,6it"], &["\"it\" is given twice"]),
        (
            &["advise", "kuhn", "--agent", "mcts"],
            &["unknown agent \"mcts\"", "best, random, partner, greedy, ismcts, cfr"],
        ),
        (&["advise", "kuhn", "--agent", "ismcts(observer=both)"], &["observer=both", "single or multiple"]),
        (&["advise", "maze", "--agent", "beam(width=99999999)"], &["width=99999999", "from 1 to 1000000"]),
        (&["suite", "maze", "--agent", "cfr"], &["unknown agent \"cfr\"", "best, random, greedy, beam"]),
        (&["arena", "kuhn", "--agents", "random"], &["kuhn has 2 seats", "named: 1", "\"best best\""]),
        (&["arena", "kuhn", "--agents", ""], &["named: 0", "\"best best\""]),
        (&["arena", "kuhn", "--agents", "random foo"], &["unknown agent \"foo\""]),
        (&["play", "kuhn", "--agents", "a b c"], &["kuhn has 2 seats", "names 3", "--agents \"best best\""]),
        (&["play", "kuhn", "--agents", "random"], &["kuhn has 2 seats", "names 1", "--agents \"best best\""]),
    ]);
}

#[test]
fn what_cannot_be_asked() {
    check(&[
        (&["advise", "connect-four", "--moves", "1212121"], &["the game is over"]),
        (&["advise", "kuhn", "--moves", "check check"], &["the game is over"]),
        (&["advise", "kuhn", "--seat", "1"], &["it is seat 0's turn"]),
        (&["suite", "kuhn"], &["game of 2 players", "yomi arena kuhn"]),
        (&["arena", "maze", "--agents", "random random"], &["one-player game", "yomi suite maze"]),
        (&["advise", "kuhn", "-", "--moves", "check"], &["leave out --set, --moves and --seat"]),
        (&["advise", "kuhn", "-", "--seat", "0"], &["leave out --set, --moves and --seat"]),
        (&["advise", "maze", "-", "--set", "turns=3"], &["leave out --set, --moves and --seat"]),
    ]);
}

#[test]
fn a_megabyte_in_place_of_a_word() {
    // Linux limits a single argument to 128 KiB.
    let long = "x".repeat(100_000);
    check(&[
        (&["view", &long], &["unknown game", "expected: connect-four"]),
        (&["view", "kuhn", "--seed", &long], &["--seed", "whole number"]),
        (&["view", "maze", "--set", &format!("{long}=1")], &["option of maze", "expected: size, turns"]),
        (&["advise", "kuhn", "--agent", &long], &["unknown agent", "expected: best"]),
        (&["advise", "kuhn", "--limit", &long], &["is not a limit", "expected, for example, 200it"]),
    ]);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use crate::run::{command, finish};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let mut command = command(&["view"]);
    command.arg(OsStr::from_bytes(b"\xff\xfe"));
    assert_says(&finish(&["view"], command.spawn().unwrap()).fault(), &["UTF-8"]);
}

/// Every question is answered or refused.
#[test]
fn no_question_is_ignored() {
    for (game, answered) in [
        ("kuhn", &["value"][..]),
        ("leduc", &["value"]),
        ("auto-maze", &["value", "moves"]),
        ("twin-cool", &["value", "moves"]),
        ("connect-four", &["outcome", "value", "moves"]),
    ] {
        let small: &[&str] = match game {
            "auto-maze" => &["--set", "size=3x3", "--set", "characters=2"],
            "twin-cool" => {
                &["--set", "suits=2", "--set", "values=3", "--set", "hand=2", "--set", "excluded=1"]
            }
            "connect-four" => &["--moves", "117651473362156257466174144623"],
            _ => &[],
        };
        for question in ["outcome", "value", "moves"] {
            let args = [&["solve", game, "--question", question, "--json"], small].concat();
            let ran = yomi(&args);
            if answered.contains(&question) {
                let told = ran.json();
                assert_eq!(
                    !told["moves"].as_array().unwrap().is_empty(),
                    question == "moves" || game == "twin-cool"
                );
            } else {
                assert_says(&ran.fault(), &["does not answer", question, "expected value"]);
            }
        }
    }
}

/// What the system says in English is told in Japanese too, to its end.
#[test]
fn files_that_cannot_be_used_are_told_in_japanese() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(at("bytes"), [0xff, 0xfe, 0x00]).unwrap();
    let (missing, inside, bytes) = (at("none"), at("none/log.json"), at("bytes"));
    let place = folder.path().display().to_string();
    let nothing = "ファイルまたはフォルダーがありません";
    for (args, said) in [
        (vec!["advise", "kuhn", &missing], format!("{missing} を読めません: {nothing}")),
        (vec!["replay", &missing], format!("{missing} を読めません: {nothing}")),
        (vec!["replay", &bytes], format!("{bytes} を読めません: UTF-8 の文字列ではありません")),
        (vec!["replay", &place], format!("{place} を読めません: フォルダーです")),
        (vec!["games-db", "import", &missing, "--store", &bytes], String::new()),
        (
            vec!["play", "kuhn", "--record", &inside],
            format!("{inside:?} に書けません: フォルダー {missing}: {nothing}"),
        ),
        (
            vec!["play", "kuhn", "--record", &place],
            format!("{place:?} に書けません: フォルダーです。ファイルを指定してください"),
        ),
        (vec!["play", "duel", "--set", &format!("cards={missing}")], String::new()),
    ] {
        let told = yomi(&[&args[..], &["--lang", "ja"]].concat()).fault();
        assert!(told.trim_end().ends_with(&said), "{args:?}: {told}");
        assert!(!told.contains("os error") && !told.contains("No such"), "{args:?}: {told}");
    }
    let told = yomi_reading(&["replay", "-", "--lang", "ja"], "nothing").fault();
    assert!(told.contains("標準入力: "), "{told}");
}
