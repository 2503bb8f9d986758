//! A network that plays, with what it may see.

use crate::games::Decision;
use std::fmt;
use std::str::FromStr;
use yomi_core::{Hidden as _, Rng};
use yomi_duel::decks::DeckReading;
use yomi_duel::fate::Fate;
use yomi_duel::net::Net;
use yomi_duel::policy::Rows;
use yomi_duel::self_inference::{SelfInference, Stats};
use yomi_duel::vector::{self, Sight, Sparse};

/// What goes into a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// The view, as everybody who plays honestly.
    Honest,
    /// These parts of what is hidden, too.
    Sight(&'static [Sight]),
    /// The same parts of a wrong world: one that agrees with the view, drawn by the deck model.
    Wrong(&'static [Sight]),
}

impl Eyes {
    /// The position as these eyes see it, in place of what `input` held. `rng` draws wrong worlds.
    pub fn look(self, decision: &Decision<'_>, stats: &Stats, input: &mut Sparse, rng: &mut Rng) {
        let Decision { state, fate, seat, history, .. } = *decision;
        let seen = state.seen(seat);
        let inference = SelfInference::new(stats, &seen.table, seat);
        vector::write_sparse(input, &seen, history, &inference);
        match self {
            Eyes::Honest => {}
            Eyes::Sight(sights) => vector::write_hidden(input, state, fate, seat, sights),
            Eyes::Wrong(sights) => {
                let reading = DeckReading::of_other(&seen).expect("a deck of the game is played");
                let world = seen.world(reading.draw(rng), rng);
                vector::write_hidden(input, &world, &Fate::of(&world, rng), seat, sights);
            }
        }
    }
}

/// What is trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Sees the opponent's hand and library.
    Teacher,
    /// Sees its view, learns from its games and from a teacher.
    Student,
    /// Sees its view, learns from its games alone.
    Plain,
    /// A teacher without sight.
    Blind,
    /// A teacher with sight of a wrong world.
    Shuffled,
}

/// What a teacher that labels moves sees.
const TEACHER: &[Sight] = &[Sight::Hand, Sight::Deck];
/// What a critic with sight sees.
pub const CRITIC: &[Sight] = &[Sight::Hand, Sight::Shields];

impl Role {
    pub const ALL: [Role; 5] = [Role::Teacher, Role::Student, Role::Plain, Role::Blind, Role::Shuffled];

    pub const fn name(self) -> &'static str {
        match self {
            Role::Teacher => "teacher",
            Role::Student => "student",
            Role::Plain => "plain",
            Role::Blind => "blind",
            Role::Shuffled => "shuffled",
        }
    }

    pub const fn eyes(self) -> Eyes {
        match self {
            Role::Teacher => Eyes::Sight(TEACHER),
            Role::Shuffled => Eyes::Wrong(TEACHER),
            Role::Student | Role::Plain | Role::Blind => Eyes::Honest,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Role, String> {
        let known = Role::ALL.into_iter().find(|role| role.name() == text);
        known.ok_or_else(|| format!("{text:?}: expected teacher, student, plain, blind or shuffled"))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    pub net: Net,
    pub eyes: Eyes,
    pub rows: Rows,
}
