//! Seats at the table.
//!
//! A [`Player`] is a seat number, counted from 0, the way people and files write it. A [`Turn`] says who
//! acts: one seat, chance, or nobody because the game is over. A [`PlayerSet`] is for moments when several
//! act at once.

use crate::{Rejected, sentence};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats any game here has.
pub const MAX_PLAYERS: usize = 6;

/// A seat, counted from 0. Read from a file it is checked as in [`Player::new`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Player(u8);

impl Player {
    pub const FIRST: Player = Player(0);
    pub const SECOND: Player = Player(1);

    /// The seat with this number. Panics when it is not below [`MAX_PLAYERS`].
    #[must_use]
    #[inline]
    pub const fn new(seat: usize) -> Player {
        assert!(seat < MAX_PLAYERS);
        Player(seat as u8)
    }

    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a two-player game.
    #[must_use]
    #[inline(always)]
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }

    /// The next seat round a table of `players`.
    #[must_use]
    #[inline]
    pub const fn next(self, players: usize) -> Player {
        Player(((self.index() + 1) % players) as u8)
    }

    /// All seats of a table of `players`.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        (0..players as u8).map(Player)
    }
}

impl TryFrom<u8> for Player {
    type Error = Rejected;

    fn try_from(seat: u8) -> Result<Player, Rejected> {
        if usize::from(seat) < MAX_PLAYERS {
            Ok(Player(seat))
        } else {
            Err(Rejected(sentence!(
                "there is no seat {seat}: seats go from 0 to {}",
                "席{seat}はありません。席は0から{}までです",
                MAX_PLAYERS - 1
            )))
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who acts now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Player(Player),
    /// A die, a draw, a shuffle: see [`Chance`](crate::Chance).
    Chance,
    Over,
}

impl Turn {
    /// The seat that acts, if it is a seat.
    #[must_use]
    #[inline]
    pub const fn player(self) -> Option<Player> {
        match self {
            Turn::Player(p) => Some(p),
            Turn::Chance | Turn::Over => None,
        }
    }
}

/// A set of seats; in files a list of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Player>", from = "Vec<Player>")]
pub struct PlayerSet(u8);

impl PlayerSet {
    pub const EMPTY: PlayerSet = PlayerSet(0);

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub fn contains(self, p: Player) -> bool {
        self.0 >> p.0 & 1 == 1
    }

    pub fn insert(&mut self, p: Player) {
        self.0 |= 1 << p.0;
    }

    pub fn remove(&mut self, p: Player) {
        self.0 &= !(1 << p.0);
    }

    pub fn iter(self) -> impl Iterator<Item = Player> {
        Player::all(MAX_PLAYERS).filter(move |&p| self.contains(p))
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(seats: I) -> Self {
        let mut set = PlayerSet::EMPTY;
        seats.into_iter().for_each(|p| set.insert(p));
        set
    }
}

impl From<PlayerSet> for Vec<Player> {
    fn from(set: PlayerSet) -> Self {
        set.iter().collect()
    }
}

impl From<Vec<Player>> for PlayerSet {
    fn from(seats: Vec<Player>) -> Self {
        seats.into_iter().collect()
    }
}
