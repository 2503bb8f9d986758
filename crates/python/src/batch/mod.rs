//! Many games of one kind that are stepped together, for learning: states, masks and observations as arrays.
//!
//! Inside a batch everything is typed, as it is in the searches; [`Batch`] is where types end. What a seat may see
//! and what only a teacher may see come from different functions and are different arrays: see [`sight`].

mod class;
mod games;
mod sight;
mod typed;

pub use class::Batch as BatchClass;

use yomi::Fault;
use yomi::core::Settings;

/// A batch of games, whatever they are.
pub trait Batch: Send {
    fn players(&self) -> usize;
    /// The texts of the moves, by their numbers; empty where a move is its place among the legal ones.
    fn moves(&self) -> &[String];
    /// How many numbers moves have.
    fn width(&self) -> usize;
    /// The lengths of what a seat sees and of what is hidden from it.
    fn lengths(&self) -> (usize, usize);

    /// Deals every game anew, from this seed.
    fn reset(&mut self, seed: u64);
    /// Plays a move in every game, by its number. Nothing is played when one of them is refused.
    fn step(&mut self, moves: &[i64], ends: &mut Ends) -> Result<(), Refused>;
    /// Plays a random move in every game.
    fn step_random(&mut self, ends: &mut Ends);
    /// Plays every game to its end with random moves, and this many in all in each place: the payoffs of all, and
    /// how many moves were made.
    fn play_out(&mut self, rounds: usize) -> (Vec<f64>, u64);

    /// The seat to move in every game; -1 where the game is over.
    fn to_move(&self) -> Vec<i8>;
    /// The seed of the deal that is played in every place: a session of this seed starts alike.
    fn deals(&self) -> Vec<u64>;
    /// Which moves are legal, game by game.
    fn legal(&self) -> Vec<bool>;
    /// The legal moves of one game as text, in order.
    fn legal_texts(&self, game: usize) -> Vec<String>;
    /// What seats see: those to move, or this one.
    fn observations(&self, seat: Option<usize>) -> Vec<f32>;
    /// What is hidden from them.
    fn hidden(&self, seat: Option<usize>) -> Vec<f32>;
    /// What every seat gets in every game: nothing before its end.
    fn payoffs(&self) -> Vec<f64>;
}

/// The games that came to their end in a step.
#[derive(Default)]
pub struct Ends {
    /// Whether each game did.
    pub over: Vec<bool>,
    /// What it paid to every seat, game by game; 0 for those that go on.
    pub paid: Vec<f64>,
}

/// A move that cannot be played.
pub struct Refused {
    pub game: usize,
    pub number: i64,
    pub legal: Vec<String>,
}

/// How a batch is made.
pub struct Making {
    pub games: usize,
    /// The number of the first place: batches of ranges of places are together the batch of all of them.
    pub first: u64,
    pub seed: u64,
    /// Whether observations are wanted: without them the games need no memory.
    pub observe: bool,
    /// Whether a game that is over is followed by the next deal at once.
    pub again: bool,
}

/// A batch of this game with these settings, which are complete.
pub fn open(game: &str, settings: &Settings, making: &Making) -> Result<Box<dyn Batch>, Fault> {
    games::open(game, settings, making)
}
