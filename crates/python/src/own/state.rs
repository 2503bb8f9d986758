//! A position of a game in Python, as the contract has it.
//!
//! `KIND` is what the game promises: [`STRICT`] for two players, zero sum, nothing drawn or hidden; [`OPEN`] where
//! nothing is hidden; [`HIDING`] for the rest.

use super::{Node, PythonGame};
use pyo3::prelude::*;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;
use yomi::core::{
    Belief, Chance, Contradiction, Deterministic, Evaluator, Hidden, Inference, InfoSets, Keyed, Open,
    Player, Rejected, Rng, State, Turn, ViewOf, ZeroSum,
};

pub const STRICT: u8 = 0;
pub const OPEN: u8 = 1;
pub const HIDING: u8 = 2;

/// A position.
#[derive(Clone)]
pub struct Position<const KIND: u8> {
    pub game: Arc<PythonGame>,
    node: Arc<Node>,
}

impl<const KIND: u8> Position<KIND> {
    pub fn begin(game: &Arc<PythonGame>, seed: u64) -> Self {
        Position { node: Arc::new(game.begin(seed)), game: game.clone() }
    }

    fn known(&self, viewer: Player) -> Known {
        let turn = self.node.turn;
        let object = match &self.game.seen {
            Some(seen) => self.game.ask(
                || Python::attach(|py| py.None()),
                |py| seen.call1(py, (&self.node.object, viewer.index())),
            ),
            None => Python::attach(|py| self.node.object.clone_ref(py)),
        };
        let moves = if turn == Turn::Player(viewer) { self.node.moves.clone() } else { Vec::new() };
        Known { game: self.game.clone(), seat: viewer, object: Arc::new(object), turn, moves }
    }

    /// What can happen here: moves, or outcomes of chance.
    pub fn possible(&self) -> Vec<i64> {
        let chances = self.node.chances.iter().map(|(outcome, _)| *outcome);
        self.node.moves.iter().copied().chain(chances).collect()
    }

    /// A picture of the position, or what Python calls it.
    pub fn picture(&self) -> String {
        picture(&self.game, &self.node.object)
    }
}

fn picture(game: &PythonGame, object: &Py<PyAny>) -> String {
    let drawn: String = game.ask(String::new, |py| match &game.picture {
        Some(picture) => picture.call1(py, (object,))?.extract(py),
        None => object.bind(py).repr()?.extract(),
    });
    format!("{}\n", drawn.trim_end())
}

/// Python's hash, which says the same for what is equal.
fn python_hash(game: &PythonGame, object: &Py<PyAny>) -> u64 {
    game.ask(|| 0, |py| object.bind(py).hash()) as u64
}

fn equal(game: &PythonGame, one: &Py<PyAny>, other: &Py<PyAny>) -> bool {
    one.is(other) || game.ask(|| true, |py| one.bind(py).eq(other))
}

/// As JSON, where Python can write it so; otherwise what Python calls it.
fn written(game: &PythonGame, object: &Py<PyAny>) -> Value {
    let text: String = game.ask(
        || "null".into(),
        |py| {
            let options = pyo3::types::PyDict::new(py);
            options.set_item("default", py.import("builtins")?.getattr("repr")?)?;
            py.import("json")?.getattr("dumps")?.call((object,), Some(&options))?.extract()
        },
    );
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

fn not_from_json<'de, T, D: Deserializer<'de>>(_: D) -> Result<T, D::Error> {
    Err(D::Error::custom("a position of a game in Python is not read from JSON; expected a session"))
}

impl<const KIND: u8> State for Position<KIND> {
    type Action = i64;

    fn players(&self) -> usize {
        self.game.players
    }

    fn turn(&self) -> Turn {
        self.node.turn
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(i64) -> ControlFlow<B>) -> ControlFlow<B> {
        self.node.moves.iter().copied().try_for_each(f)
    }

    fn apply(&mut self, action: i64) {
        self.node = Arc::new(self.game.after(&self.node, action));
    }

    fn payoff(&self, p: Player) -> f64 {
        self.node.payoffs.get(p.index()).copied().unwrap_or(self.game.bounds.0)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        self.game.bounds
    }

    fn random_action(&self, rng: &mut Rng) -> i64 {
        self.node.moves[rng.below(self.node.moves.len() as u32) as usize]
    }
}

impl Deterministic for Position<STRICT> {}
impl ZeroSum for Position<STRICT> {}

/// Chance of the two kinds that have it.
macro_rules! with_chance {
    ($kind:expr) => {
        impl Chance for Position<$kind> {
            fn try_for_each_outcome<B>(
                &self,
                mut f: impl FnMut(i64, f64) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                for &(outcome, chance) in &self.node.chances {
                    f(outcome, chance)?;
                }
                Continue(())
            }
        }
    };
}
with_chance!(OPEN);
with_chance!(HIDING);

impl<const KIND: u8> Keyed for Position<KIND> {
    fn key(&self) -> u64 {
        yomi::core::hash::hash(&python_hash(&self.game, &self.node.object))
    }
}

impl<const KIND: u8> PartialEq for Position<KIND> {
    fn eq(&self, other: &Self) -> bool {
        equal(&self.game, &self.node.object, &other.node.object)
    }
}

impl<const KIND: u8> Eq for Position<KIND> {}

impl<const KIND: u8> Hash for Position<KIND> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        python_hash(&self.game, &self.node.object).hash(state);
    }
}

impl<const KIND: u8> fmt::Debug for Position<KIND> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.picture().trim_end())
    }
}

impl<const KIND: u8> Serialize for Position<KIND> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "position": written(&self.game, &self.node.object) }).serialize(serializer)
    }
}

impl<'de, const KIND: u8> Deserialize<'de> for Position<KIND> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        not_from_json(deserializer)
    }
}

impl Open for Position<STRICT> {}
impl Open for Position<OPEN> {}

/// What a seat knows: what `seen` gave.
#[derive(Clone)]
pub struct Known {
    game: Arc<PythonGame>,
    seat: Player,
    object: Arc<Py<PyAny>>,
    turn: Turn,
    /// Its own moves, where it is to move.
    moves: Vec<i64>,
}

impl Known {
    pub fn picture(&self) -> String {
        picture(&self.game, &self.object)
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        (self.seat, self.turn) == (other.seat, other.turn) && equal(&self.game, &self.object, &other.object)
    }
}

impl Eq for Known {}

impl Hash for Known {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.seat, python_hash(&self.game, &self.object)).hash(state);
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.picture().trim_end())
    }
}

impl Serialize for Known {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "seen": written(&self.game, &self.object) }).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Known {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        not_from_json(deserializer)
    }
}

/// An action as a seat saw it: in words, and what the seat knew after it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Happened {
    pub words: String,
    after: Known,
}

impl Hidden for Position<HIDING> {
    type Seen = Known;
    type Event = Happened;

    fn seen(&self, viewer: Player) -> Known {
        self.known(viewer)
    }

    /// Without a method `event`, moves are public and what chance brings is not told.
    fn event(&self, action: i64, viewer: Player) -> Happened {
        let words = match (&self.game.event, self.node.turn) {
            (Some(event), _) => self.game.ask(String::new, |py| {
                event.call1(py, (&self.node.object, action, viewer.index()))?.extract(py)
            }),
            (None, Turn::Chance) => "?".into(),
            (None, _) => self.game.text(action),
        };
        let mut after = self.clone();
        after.apply(action);
        Happened { words, after: after.known(viewer) }
    }

    fn observe(seen: &mut Known, event: &Happened) -> Result<(), Rejected> {
        *seen = event.after.clone();
        Ok(())
    }

    fn seen_turn(seen: &Known) -> Turn {
        seen.turn
    }

    fn seen_actions(seen: &Known) -> Vec<i64> {
        seen.moves.clone()
    }
}

impl InfoSets for Position<HIDING> {
    type Grain = ();
}

/// Worlds by the game's own method `world`.
#[derive(Clone, Copy)]
pub struct Asking;

impl Inference<Position<HIDING>> for Asking {
    type Belief = Worlds;

    fn read(&self, view: &ViewOf<Position<HIDING>>) -> Result<Worlds, Contradiction> {
        Ok(Worlds { known: view.now.clone(), random: None, to_compare: COMPARED })
    }
}

/// So many of the first worlds are compared with what is seen: one that looks different would be about another game.
const COMPARED: u32 = 32;

pub struct Worlds {
    known: Known,
    /// Python's generator, seeded by the first draw.
    random: Option<Py<PyAny>>,
    to_compare: u32,
}

/// A copy has its own luck.
impl Clone for Worlds {
    fn clone(&self) -> Worlds {
        Worlds { known: self.known.clone(), random: None, to_compare: self.to_compare }
    }
}

impl Worlds {
    fn draw(&mut self, py: Python<'_>, seed: u64) -> PyResult<Position<HIDING>> {
        let Known { game, seat, object, .. } = &self.known;
        let random = match &self.random {
            Some(random) => random.clone_ref(py),
            None => py.import("random")?.getattr("Random")?.call1((seed,))?.unbind(),
        };
        let world = game.world.as_ref().expect("a game that hides something has worlds");
        let state = world.call1(py, (&**object, seat.index(), &random))?;
        self.random = Some(random);
        let drawn = Position { node: Arc::new(game.node(py, state, 0)?), game: game.clone() };
        if self.to_compare > 0 {
            self.to_compare -= 1;
            if drawn.known(*seat) != self.known {
                return Err(pyo3::exceptions::PyValueError::new_err(format!(
                    "{}: world gave a state that looks different to seat {seat}",
                    game.name
                )));
            }
        }
        Ok(drawn)
    }
}

impl Belief<Position<HIDING>> for Worlds {
    fn sample(&mut self, rng: &mut Rng) -> (Position<HIDING>, f64) {
        let seed = rng.next_u64();
        let game = self.known.game.clone();
        let broken = || Position { node: Arc::new(game.broken()), game: game.clone() };
        (game.ask(broken, |py| self.draw(py, seed)), 1.0)
    }
}

/// The game's own method `evaluate`; without it the middle of the bounds.
#[derive(Clone, Copy)]
pub struct Judgement;

impl<const KIND: u8> Evaluator<Position<KIND>> for Judgement {
    fn value(&self, state: &Position<KIND>, p: Player) -> f64 {
        let (least, most) = state.game.bounds;
        let middle = least + (most - least) / 2.0;
        let Some(evaluate) = &state.game.evaluate else { return middle };
        let value: f64 =
            state.game.ask(|| middle, |py| evaluate.call1(py, (&state.node.object, p.index()))?.extract(py));
        if value.is_nan() { middle } else { value.clamp(least, most) }
    }
}
