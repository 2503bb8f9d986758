//! Golden playthroughs: games of every registered game, with all that every seat sees, kept in
//! `testdata/golden` byte by byte. Rules, randomness, views and notation cannot change without a file there
//! changing.
//!
//! `YOMI_BLESS=1 cargo test -p yomi golden` writes the files.

use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use yomi::core::Player;
use yomi::engine::agent::AgentText;
use yomi::{Game, Registry, Session, Table};

/// A game, the name of the variant, and its settings.
type Variant = (&'static str, &'static str, &'static [(&'static str, &'static str)]);
/// Played in addition to the defaults of every game.
const VARIANTS: [Variant; 9] = [
    ("maze", "small", &[("size", "5x6"), ("turns", "8")]),
    ("alternating-maze", "large", &[("size", "5x5"), ("turns", "10")]),
    ("walled-maze", "small", &[("size", "5x5"), ("turns", "12")]),
    ("twin-cool", "accumulated", &[("objective", "accumulated")]),
    ("sevens", "four-players", &[("players", "4")]),
    ("sevens", "closing", &[("rules", "closing")]),
    ("sevens", "reverse", &[("rules", "reverse")]),
    ("sevens", "plain", &[("rules", "plain"), ("passes", "1")]),
    ("duel", "aggro-control", &[("deck0", "aggro"), ("deck1", "control")]),
];

/// Short games are played several times, until the file has this many bytes.
const ENOUGH_BYTES: usize = 6_000;
const MOST_GAMES: u64 = 6;

#[test]
fn golden_playthroughs_are_as_they_were() {
    let registry = Registry::standard();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden");
    let defaults = registry.games().iter().map(|game| (game.as_ref(), None, &[][..]));
    let variants = VARIANTS.iter().filter_map(|&(game, name, settings)| {
        registry.find(game).ok().map(|game| (game, Some(name), settings))
    });
    let mut expected = Vec::new();
    let mut differences = Vec::new();
    for (game, variant, settings) in defaults.chain(variants) {
        let name = variant.map_or(game.name().to_string(), |variant| format!("{}-{variant}", game.name()));
        let file = folder.join(format!("{name}.txt"));
        let text = playthroughs(game, settings);
        if std::env::var_os("YOMI_BLESS").is_some_and(|value| value == "1") {
            std::fs::write(&file, &text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        }
        let golden = std::fs::read_to_string(&file).unwrap_or_else(|why| format!("{why}\n"));
        differences
            .extend(difference(&golden, &text).map(|what| format!("testdata/golden/{name}.txt, {what}")));
        expected.push(file);
    }
    differences.extend(strays(&folder, &expected, &registry));
    assert!(differences.is_empty(), "{}\n(YOMI_BLESS=1 accepts the change)", differences.join("\n"));
}

/// Games of the random agent.
fn playthroughs(game: &dyn Game, settings: &[(&str, &str)]) -> String {
    let given: Vec<_> = settings.iter().map(|&(name, value)| (name.to_string(), value.to_string())).collect();
    let table = game.open(&given).unwrap();
    let settings = serde_json::to_string(table.settings()).unwrap();
    let mut text = format!("game: {}\nsettings: {settings}\n", game.name());
    for seed in 1..=MOST_GAMES {
        text += &playthrough(table.as_ref(), seed);
        if text.len() > ENOUGH_BYTES {
            break;
        }
    }
    text
}

/// Every move with what each seat saw of it and how its view changed, and the payoffs.
fn playthrough(table: &dyn Table, seed: u64) -> String {
    let random = AgentText::parse("random").unwrap();
    let agents = vec![Some(random); table.players()];
    let mut session = table.session(seed, &agents, None).unwrap();
    let mut text = format!("\nseed {seed}\n");
    let mut seats: Vec<Seat> = Player::all(session.players()).map(Seat::new).collect();
    seats.iter_mut().for_each(|seat| seat.look(session.as_ref(), &mut text));
    for number in 1.. {
        let Some(mover) = session.next() else { break };
        let moved = session.let_agent_move(&mut ()).unwrap();
        writeln!(text, "{number}. seat {mover}: {}", moved.chosen).unwrap();
        seats.iter_mut().for_each(|seat| seat.look(session.as_ref(), &mut text));
    }
    writeln!(text, "payoffs {:?}", session.payoffs()).unwrap();
    text
}

/// What a seat has been shown so far.
struct Seat {
    player: Player,
    history: Vec<String>,
    view: Value,
}

impl Seat {
    fn new(player: Player) -> Seat {
        Seat { player, history: Vec::new(), view: Value::Object(Map::new()) }
    }

    /// Writes what is new to the seat: its events, and the changes of its view.
    fn look(&mut self, session: &dyn Session, text: &mut String) {
        let position = session.position(self.player);
        let (player, history) = (self.player, position.history());
        // Games that write a whole turn as one word extend the last word.
        let same = self.history.iter().zip(&history).take_while(|(old, new)| old == new).count();
        if same < history.len() {
            writeln!(text, "  seat {player} sees: {}", history[same..].join(" ")).unwrap();
        }
        let Value::Object(view) = position.json() else { panic!("a view is an object") };
        assert_eq!(view["history"], json!(history));
        let view = view.into_iter().filter(|(key, _)| key != "history").collect::<Map<_, _>>().into();
        if let Some(change) = change(&self.view, &view) {
            writeln!(text, "  view {player}: {change}").unwrap();
        }
        (self.history, self.view) = (history, view);
    }
}

/// The difference between two views. For an object: the keys that changed, and under `-` those that are gone.
/// For a list, for example `{"3-1":["S5"]}`: at index 3, 1 entry is replaced by these. `None` if nothing
/// changed.
fn change(before: &Value, after: &Value) -> Option<Value> {
    match (before, after) {
        _ if before == after => None,
        (Value::Object(old), Value::Object(new)) => {
            let gone: Vec<&String> = old.keys().filter(|key| !new.contains_key(*key)).collect();
            let gone = (!gone.is_empty()).then(|| ("-".to_string(), json!(gone)));
            let other = new.iter().filter_map(|(key, value)| {
                let changed = old.get(key).map_or(Some(value.clone()), |before| change(before, value));
                changed.map(|value| (key.clone(), value))
            });
            Some(gone.into_iter().chain(other).collect::<Map<_, _>>().into())
        }
        (Value::Array(old), Value::Array(new)) => {
            let at = old.iter().zip(new).take_while(|(old, new)| old == new).count();
            let ends = old[at..].iter().rev().zip(new[at..].iter().rev());
            let same = ends.take_while(|(old, new)| old == new).count();
            let (cut, put) = (old.len() - same - at, &new[at..new.len() - same]);
            Some(json!({ format!("{at}-{cut}"): put }))
        }
        _ => Some(after.clone()),
    }
}

/// The first line that differs, with the old and new text around the first difference.
fn difference(golden: &str, text: &str) -> Option<String> {
    if golden == text {
        return None;
    }
    let (mut old, mut new) = (golden.split('\n'), text.split('\n'));
    let (at, was, is) = (1..)
        .map(|at| (at, old.next().unwrap_or("(nothing)"), new.next().unwrap_or("(nothing)")))
        .find(|(_, was, is)| was != is)?;
    let same = was.chars().zip(is.chars()).take_while(|(was, is)| was == is).count();
    let around = |line: &str| line.chars().skip(same.saturating_sub(60)).take(200).collect::<String>();
    Some(format!("line {at}, column {}:\n  was: {}\n  is:  {}", same + 1, around(was), around(is)))
}

/// Golden files of registered games that belong to no playthrough.
fn strays(folder: &Path, expected: &[PathBuf], registry: &Registry) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_known = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        registry.games().iter().any(|game| name.starts_with(game.name()))
    };
    let strays = files.filter(|file| is_known(file) && !expected.contains(file));
    strays.map(|file| format!("{}: no playthrough writes it, delete it", file.display())).collect()
}

#[test]
fn a_golden_difference_is_told_by_its_line() {
    assert_eq!(difference("a\nb\n", "a\nb\n"), None);
    let told = difference("a\nxb\nc\n", "a\nxy\nc\n").unwrap();
    assert_eq!(told, "line 2, column 2:\n  was: xb\n  is:  xy");
    assert!(difference("a", "a\nb").unwrap().contains("was: (nothing)"));
    assert!(difference("a\n", "a").unwrap().starts_with("line 2"));
}

#[test]
fn a_golden_change_tells_every_difference() {
    let old = json!({ "hand": ["S5", "H2", "C3"], "own": { "mana": 1, "top": null }, "attack": "x" });
    let new = json!({ "hand": ["S5", "C3"], "own": { "mana": 1, "top": [] }, "looking": null });
    let told = json!({ "-": ["attack"], "hand": { "1-1": [] }, "own": { "top": [] }, "looking": null });
    assert_eq!(change(&old, &new), Some(told));
    assert_eq!(change(&old, &old), None);
    assert_eq!(change(&json!(["a", "a"]), &json!(["a"])), Some(json!({ "1-1": [] })));
    assert_eq!(change(&json!(["a"]), &json!(["a", "a"])), Some(json!({ "1-0": ["a"] })));
}
