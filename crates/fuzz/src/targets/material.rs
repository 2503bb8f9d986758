//! Real games, played once, that inputs are made from.

use crate::api::{self, Desk, Pairs, Walk};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

/// The games that one target starts from.
pub struct Material {
    pub tables: Vec<Dealt>,
}

/// Games with the same settings.
pub struct Dealt {
    pub desk: Desk,
    /// All settings, as typed.
    pub typed: Pairs,
    pub walks: Vec<Walk>,
}

/// Games per choice of settings.
const WALKS: u64 = 3;

/// Settings to play with, besides the defaults: small games, where a mutation is likely to matter, and every
/// optional rule.
const SETTINGS: [(&str, &[&str]); 17] = [
    ("maze", &["size=3x3", "turns=5"]),
    ("maze", &["size=2x6", "turns=9"]),
    ("walled-maze", &["size=5x5", "turns=6"]),
    ("auto-maze", &["size=3x4", "turns=3", "characters=2"]),
    ("alternating-maze", &["size=5x5", "turns=9"]),
    ("simultaneous-maze", &["size=3x3", "turns=4"]),
    ("sevens", &["rules=closing", "players=2", "passes=0"]),
    ("sevens", &["rules=reverse", "players=4", "passes=1"]),
    ("sevens", &["rules=plain", "players=6", "passes=9"]),
    ("sevens", &["players=2"]),
    ("sevens", &["players=5"]),
    ("twin-cool", &["suits=3", "values=4", "excluded=2", "hand=3"]),
    ("twin-cool", &["objective=accumulated", "suits=2", "values=2", "excluded=0", "hand=2"]),
    ("twin-cool", &["first=A1,B2,C3,D4,E5", "known=F1,F2"]),
    ("duel", &["deck0=aggro", "deck1=control"]),
    ("duel", &["deck0=combo,ramp"]),
    ("duel", &["cards=small.toml", "deck1=small"]),
];

fn pairs(texts: &[&str]) -> Pairs {
    texts.iter().filter_map(|text| text.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect()
}

/// The random agent; in Sevens it also passes when it could play.
fn random_agent(game: &str) -> &'static str {
    if game == "sevens" { "random(pass=true)" } else { "random" }
}

fn dealt(game: &str, given: &Pairs) -> Dealt {
    let desk = Desk::open(game, given).unwrap_or_else(|why| panic!("{game}: {}", why.0));
    let mut typed = api::settings_of(game);
    for (name, value) in &mut typed {
        if let Some((_, chosen)) = given.iter().find(|(other, _)| other == name) {
            value.clone_from(chosen);
        }
    }
    let walks = (0..WALKS).map(|seed| desk.random_game(seed, random_agent(game))).collect();
    Dealt { desk, typed, walks }
}

/// The games of this kind, played on first use.
pub fn material(game: &'static str) -> &'static Material {
    static PLAYED: OnceLock<Mutex<BTreeMap<&'static str, &'static Material>>> = OnceLock::new();
    let mut played = PLAYED.get_or_init(Mutex::default).lock().unwrap_or_else(|e| e.into_inner());
    played.entry(game).or_insert_with(|| {
        let chosen = SETTINGS.iter().filter(|(name, _)| *name == game).map(|(_, texts)| pairs(texts));
        let tables = [Vec::new()].into_iter().chain(chosen).map(|settings| dealt(game, &settings)).collect();
        Box::leak(Box::new(Material { tables }))
    })
}

impl Material {
    /// Some views of every game: early ones, late ones, and the end.
    pub fn views(&self) -> Vec<&Map<String, Value>> {
        const EVERY: usize = 7;
        let walks = self.tables.iter().flat_map(|table| &table.walks);
        let some = walks.flat_map(|walk| {
            let step = walk.views.len().div_ceil(EVERY);
            let others = walk.others.iter().skip(step / 2).step_by(3 * step);
            walk.views.iter().step_by(step).chain(walk.views.last()).chain(others)
        });
        some.filter_map(Value::as_object).collect()
    }
}
