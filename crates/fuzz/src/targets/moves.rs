//! Moves of each game: single actions, single events, and lists of moves.
//!
//! Each word is tried in several positions of several games, so that an input is plain text. Each position
//! accepts or rejects it; it counts as accepted if at least one position accepts it.

use super::material::{Dealt, material};
use super::{Depth, Target, as_bytes, utf8};
use crate::api::{Desk, Entered, Play, Read, Walk};
use crate::mutate::Form;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

const WEIGHT: u32 = 3;
/// Number of positions in which a word is tried.
const PLACES: usize = 4;
/// Number of words of other positions among the initial inputs.
const OTHER_WORDS: usize = 12;

/// A position of a game.
struct Place {
    desk: &'static Desk,
    walk: &'static Walk,
    moves: usize,
    /// What a seat sees in this position.
    view: &'static Map<String, Value>,
}

impl Place {
    fn play(&self) -> Play<'static> {
        let played = self.desk.play(self.walk.seed, &joined(&self.walk.moves[..self.moves]));
        played.unwrap_or_else(|why| panic!("{}: its own moves: {}", self.desk.name(), why.0))
    }

    fn log(&self) -> Entered<'static> {
        let log = self.desk.log(self.view);
        log.unwrap_or_else(|why| panic!("{}: its own view: {}", self.desk.name(), why.0))
    }

    /// What the seat saw later in this game, turn by turn.
    fn later(&self) -> Vec<&'static str> {
        let walk = self.walk;
        let mut views = walk.views.iter().rev().filter_map(Value::as_object);
        let last = views.find(|view| view["seat"] == self.view["seat"]);
        let turns = |view: &Map<String, Value>| view["history"].as_array().map_or(0, Vec::len);
        words(last.map_or(&Value::Null, |view| &view["history"])).skip(turns(self.view)).collect()
    }
}

fn joined(moves: &[(usize, String)]) -> String {
    moves.iter().map(|(_, word)| word.as_str()).collect::<Vec<_>>().join(" ")
}

fn words(list: &'static Value) -> impl Iterator<Item = &'static str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The start of a game, and later positions, each of another game, seen alternately by the seat to move and
/// by another.
fn places(game: &'static str) -> Vec<Place> {
    let tables = &material(game).tables;
    let place = |i: usize| {
        let Dealt { desk, walks, .. } = &tables[i % tables.len()];
        let walk = &walks[i % walks.len()];
        let moves = walk.moves.len() * i / PLACES;
        let view = if i.is_multiple_of(2) { &walk.views[moves] } else { &walk.others[moves] };
        Place { desk, walk, moves, view: view.as_object().expect("a view is an object") }
    };
    (0..PLACES).map(place).collect()
}

/// The moves that are legal in these positions, and some others.
fn moves_here(game: &'static str) -> BTreeSet<&'static str> {
    let places = places(game);
    let legal = places.iter().flat_map(|place| words(&place.walk.views[place.moves]["legal"]));
    let others = places.iter().flat_map(|place| place.walk.moves.iter().map(|(_, word)| word.as_str()));
    legal.chain(others.take(OTHER_WORDS)).collect()
}

/// The events that can be seen next in these positions, one turn and several.
fn events_here(game: &'static str) -> BTreeSet<String> {
    let places = places(game);
    let own = places.iter().flat_map(|place| words(&place.view["legal"])).map(str::to_string);
    let later = places.iter().flat_map(|place| {
        let later = place.later();
        [1, 2, later.len()].map(|turns| later[..turns.min(later.len())].join(" "))
    });
    own.chain(later).collect()
}

pub fn action(game: &'static str) -> Target {
    let corpus = move || as_bytes(moves_here(game));
    Target::new(format!("action-{game}"), Form::Words, WEIGHT, corpus, move || {
        let places = places(game);
        let mut plays: Vec<Play<'static>> = places.iter().map(Place::play).collect();
        let records: Vec<Value> = plays.iter().map(Play::record).collect();
        Box::new(move |input, depth| {
            let text = utf8(input)?;
            let places = plays.iter_mut().zip(&records);
            one_of(places.map(|(play, record)| submit(play, record, text, depth)).collect())
        })
    })
}

/// Plays a move and takes it back. The game must be unchanged afterwards, whether it is accepted or not.
fn submit(play: &mut Play<'_>, before: &Value, text: &str, depth: Depth) -> Read<String> {
    let seat = play.next();
    let answer = play.submit(text).map(|()| {
        let seat = seat.expect("a game that is over takes no moves");
        let shape = format!("seat {seat}, then {:?}", play.next());
        assert!(play.take_back(seat), "a move that was made cannot be taken back");
        shape
    });
    assert_eq!(play.next(), seat, "another seat is to move");
    if depth == Depth::Thorough || answer.is_ok() {
        assert_eq!(play.record(), *before, "the game is not as it was");
    }
    answer
}

pub fn event(game: &'static str) -> Target {
    let corpus = move || as_bytes(events_here(game));
    Target::new(format!("event-{game}"), Form::Words, WEIGHT, corpus, move || {
        let places = places(game);
        let mut logs: Vec<Entered<'static>> = places.iter().map(Place::log).collect();
        Box::new(move |input, depth| {
            let text = utf8(input)?;
            let places = places.iter().zip(&mut logs);
            one_of(places.map(|(place, log)| enter(place, log, text, depth)).collect())
        })
    })
}

/// Enters an event. A rejected one must leave the log unchanged; an accepted one is undone with a new log.
fn enter(place: &Place, log: &mut Entered<'static>, text: &str, depth: Depth) -> Read<String> {
    let before = log.history();
    let answer = log.enter(text).map(|()| {
        let entered = log.history();
        assert!(entered.len() >= before.len(), "an entry made the log shorter");
        if depth == Depth::Thorough {
            read_again(place.desk, log);
        }
        *log = place.log();
        format!("{} turns", entered.len() - before.len())
    });
    assert_eq!(log.history(), before, "the log is not as it was");
    if depth == Depth::Thorough && answer.is_err() {
        assert_eq!(log.json().as_object(), Some(place.view), "a refused entry changed the log");
    }
    answer
}

/// What was entered can be written and read back, and taken back turn by turn.
fn read_again(desk: &Desk, log: &mut Entered<'_>) {
    let written = log.json();
    let object = written.as_object().expect("a view is an object");
    let again = desk.log(object).expect("what was entered can be read");
    assert_eq!(again.json(), written, "it is not read as it was written");
    let turns = log.history().len();
    (0..turns).for_each(|left| assert!(log.take_back(), "{left} of {turns} turns were taken back"));
    assert!(log.history().is_empty() && !log.take_back(), "there is more to take back than there are turns");
}

pub fn list(game: &'static str) -> Target {
    // The first game of each choice of settings: one move of it, half of it and all of it.
    let corpus = move || {
        let walks = material(game).tables.iter().map(|table| &table.walks[0]);
        as_bytes(walks.flat_map(|walk| {
            let last = walk.moves.len();
            [1.min(last), last / 2, last].map(|n| joined(&walk.moves[..n]))
        }))
    };
    Target::new(format!("moves-{game}"), Form::Words, WEIGHT, corpus, move || {
        Box::new(move |input, depth| {
            let text = utf8(input)?;
            let starts = material(game).tables.iter();
            one_of(starts.map(|dealt| play_list(dealt, text, depth)).collect())
        })
    })
}

/// Plays a list of moves from the start; the same list must lead to the same position.
fn play_list(Dealt { desk, walks, .. }: &Dealt, text: &str, depth: Depth) -> Read<String> {
    let play = desk.play(walks[0].seed, text)?;
    if depth == Depth::Thorough {
        let again = desk.play(walks[0].seed, text).expect("a list that was accepted");
        assert_eq!(again.record(), play.record(), "the same list led elsewhere");
    }
    Ok(format!("{:?} to move", play.next()))
}

/// The answer of the first position that accepted, or the first rejection.
fn one_of(mut answers: Vec<Read<String>>) -> Read<String> {
    let taken = answers.iter().position(Result::is_ok);
    answers.swap_remove(taken.unwrap_or(0))
}
