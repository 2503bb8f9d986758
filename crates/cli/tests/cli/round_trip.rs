//! `view | advise`: a view contains all that advice needs, after any moves, from a file or through a pipe,
//! with or without the keys that can be derived from the others.

use crate::run::{Ran, assert_says, strings, without_times, yomi, yomi_reading};
use serde_json::{Map, Value};

/// A game with its settings, and an agent that uses the whole view.
struct Case {
    game: &'static str,
    settings: &'static [&'static str],
    agent: &'static str,
}

const CASES: [Case; 5] = [
    Case { game: "connect-four", settings: &[], agent: "mcts" },
    Case { game: "maze", settings: &["--set", "size=3x4", "--set", "turns=6"], agent: "best" },
    Case { game: "kuhn", settings: &[], agent: "ismcts" },
    Case { game: "leduc", settings: &[], agent: "ismcts" },
    Case { game: "sevens", settings: &["--set", "players=4", "--set", "passes=1"], agent: "best" },
];

impl Case {
    fn view(&self, seed: &str, moves: &[String], seat: Option<&str>) -> Value {
        let moves = moves.join(" ");
        let mut args = vec!["view", self.game, "--seed", seed, "--moves", &moves];
        args.extend(self.settings);
        args.extend(seat.iter().flat_map(|seat| ["--seat", seat]));
        yomi(&args).json()
    }

    fn asking<'a>(&'a self, seed: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let common =
            ["advise", self.game, "--seed", seed, "--agent", self.agent, "--limit", "60it", "--json"];
        [&common, more].concat()
    }

    fn by_moves(&self, seed: &str, moves: &[String]) -> Value {
        let moves = moves.join(" ");
        let more = [&["--moves", &moves], self.settings].concat();
        without_times(yomi(&self.asking(seed, &more)).json())
    }

    fn by_a_pipe(&self, seed: &str, view: &Value) -> Ran {
        yomi_reading(&self.asking(seed, &["-"]), view.to_string())
    }

    fn by_a_file(&self, seed: &str, view: &Value) -> Value {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), format!("{view:#}\n")).unwrap();
        without_times(yomi(&self.asking(seed, &[file.path().to_str().unwrap()])).json())
    }

    /// Plays random moves to the end and visits every position.
    fn walk(&self, seed: u64, mut look: impl FnMut(&str, &[String], Value)) {
        let (mut luck, name) = (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, seed.to_string());
        let mut moves = Vec::new();
        loop {
            let view = self.view(&name, &moves, None);
            let legal = strings(&view["legal"]);
            let over = view["to_move"].is_null();
            assert_eq!(over, legal.is_empty());
            look(&name, &moves, view);
            if over {
                return;
            }
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            moves.push(legal[(luck >> 33) as usize % legal.len()].clone());
        }
    }
}

/// The keys that cannot be derived from the others.
fn essential(view: &Value) -> Value {
    let needed = |key: &String| ["game", "settings", "seat", "start", "history"].contains(&key.as_str());
    let object = view.as_object().unwrap().iter().filter(|(key, _)| needed(key));
    Value::Object(object.map(|(k, v)| (k.clone(), v.clone())).collect::<Map<_, _>>())
}

#[test]
fn after_any_moves() {
    for case in &CASES {
        for seed in 0..4 {
            case.walk(seed, |seed, moves, view| {
                if view["to_move"].is_null() {
                    assert_says(&case.by_a_pipe(seed, &view).fault(), &["the game is over"]);
                    return;
                }
                let advice = without_times(case.by_a_pipe(seed, &view).json());
                assert_eq!(advice, case.by_moves(seed, moves), "{} {seed} {moves:?}", case.game);
                let (mut legal, mut offered) = (strings(&view["legal"]), Vec::new());
                for candidate in advice["candidates"].as_array().unwrap() {
                    offered.push(candidate["move"].as_str().unwrap().to_string());
                }
                legal.sort();
                offered.sort();
                assert_eq!(offered, legal, "every legal move is a candidate, and no other");
            });
        }
    }
}

#[test]
fn from_a_file_and_with_the_essential_keys_only() {
    for case in &CASES {
        case.walk(5, |seed, moves, view| {
            if view["to_move"].is_null() || moves.len() > 4 {
                return;
            }
            let advice = case.by_a_file(seed, &view);
            let short = essential(&view);
            assert_eq!(without_times(case.by_a_pipe(seed, &short).json()), advice, "{short}");
        });
    }
}

#[test]
fn the_other_seat_has_a_view_and_nothing_to_decide() {
    for case in CASES.iter().filter(|case| case.game != "maze") {
        case.walk(1, |seed, moves, view| {
            let Some(mover) = view["to_move"].as_u64().filter(|_| moves.len() < 4) else { return };
            let other = case.view(seed, moves, Some(&if mover == 0 { 1 } else { mover - 1 }.to_string()));
            assert_eq!((&other["to_move"], other["legal"].as_array().unwrap().len()), (&mover.into(), 0));
            assert_says(&case.by_a_pipe(seed, &other).fault(), &[&format!("it is seat {mover}'s turn")]);
        });
    }
}

#[test]
fn written_by_hand() {
    let by_hand = [
        ("connect-four", r#"{"game":"connect-four","seat":0,"history":["4","4"]}"#),
        ("connect-four", r#"{"game":"connect-four","seat":0}"#),
        (
            "connect-four",
            r#"{"game":"connect-four","seat":1,"board":[".......",".......",".......",".......",".......","...X..."]}"#,
        ),
        ("kuhn", r#"{"game":"kuhn","seat":0,"card":"K","betting":[]}"#),
        ("kuhn", r#"{"game":"kuhn","seat":1,"card":"J","betting":["bet"],"legal":["fold","call"]}"#),
        ("leduc", r#"{"game":"leduc","seat":0,"card":"Q","betting":[["check","check"],[]],"public":"Q"}"#),
        (
            "sevens",
            r#"{"game":"sevens","settings":{"players":2},"seat":0,"hand":["S3","HQ"],"table":["S6","S5","S4","S2","SA","S8","S9","S10","SJ","SQ","SK","H6","H5","H4","H3","H2","HA","H8","H9","H10","HJ","D6","D5","D4","D3","D2","DA","D8","D9","D10","DJ","DQ","DK","C6","C5","C4","C3","C2","CA","C8","C9","C10","CJ","CQ"],"seats":[{"cards":2},{"cards":2,"passes":3}],"turn":0}"#,
        ),
        (
            "maze",
            r#"{"game":"maze","settings":{"size":"2x2","turns":2},"seat":0,"size":"2x2","turns":2,"turn":0,"score":0,"character":[0,0],"points":["01","23"]}"#,
        ),
    ];
    for (game, view) in by_hand {
        let agent = if game == "maze" { "best" } else { "random" };
        let args = ["advise", game, "-", "--agent", agent, "--json"];
        assert_eq!(yomi_reading(&args, view).json()["game"], game);
        let marked = format!("\u{feff}{view}\r\n");
        assert_eq!(yomi_reading(&args, marked).json()["game"], game, "a byte order mark does no harm");
    }
}
