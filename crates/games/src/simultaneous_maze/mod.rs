#![doc = include_str!("README.md")]

mod text;
pub use text::Rules;

use crate::grid::duo::{Duo, Extent};
use crate::grid::{Direction, Place, points_key, zobrist};
use crate::mersenne::BoardRng;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Choices, Joint, KeyedJoint, OpenJoint, Player, PlayerSet, Rejected, ZeroSumJoint};

/// A position of the simultaneous maze.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Duo", try_from = "Duo")]
pub struct SimultaneousMaze(Duo);

impl SimultaneousMaze {
    /// The board generated from this seed.
    pub fn generate(extent: Extent, seed: u64) -> Self {
        let mut rng = BoardRng::new(seed);
        let size = extent.size;
        let mut points = vec![0; size.cells()];
        for row in 0..size.height {
            for column in 0..=size.width / 2 {
                let drawn = rng.below(10) as u8;
                for column in [column, size.width - 1 - column] {
                    points[size.cell(Place { row, column })] = drawn;
                }
            }
        }
        SimultaneousMaze(Duo::new(extent, points))
    }

    pub fn score(&self, p: Player) -> u16 {
        self.0.scores[p.index()]
    }
}

impl From<SimultaneousMaze> for Duo {
    fn from(maze: SimultaneousMaze) -> Duo {
        maze.0
    }
}

impl TryFrom<Duo> for SimultaneousMaze {
    type Error = Rejected;

    fn try_from(duo: Duo) -> Result<Self, Rejected> {
        duo.check_scores([duo.turn; 2])?;
        Ok(SimultaneousMaze(duo))
    }
}

impl Joint for SimultaneousMaze {
    type Action = Direction;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn acting(&self) -> PlayerSet {
        if self.0.is_over() { PlayerSet::EMPTY } else { Player::all(2).collect() }
    }

    #[inline]
    fn try_for_each_action<B>(
        &self,
        p: Player,
        mut f: impl FnMut(Direction) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for direction in Direction::ALL {
            if self.0.size.step(self.0.places[p.index()], direction).is_some() {
                f(direction)?;
            }
        }
        Continue(())
    }

    #[inline(always)]
    fn apply(&mut self, choices: &Choices<Direction>) {
        let duo = &mut self.0;
        for (i, place) in duo.places.iter_mut().enumerate() {
            if let Some(to) = choices[i].and_then(|d| duo.size.step(*place, d)) {
                *place = to;
            }
            duo.scores[i] += u16::from(duo.points.get(duo.size.cell(*place)));
        }
        for place in duo.places {
            duo.points.take(duo.size.cell(place));
        }
        duo.turn += 1;
    }

    #[inline]
    fn payoff(&self, p: Player) -> f64 {
        self.0.payoff(p)
    }
}

impl OpenJoint for SimultaneousMaze {}
impl ZeroSumJoint for SimultaneousMaze {}

impl KeyedJoint for SimultaneousMaze {
    fn key(&self) -> u64 {
        let lying = self.0.points.iter(self.0.size.cells()).enumerate().filter(|&(_, p)| p > 0);
        lying.fold(0, |key, (cell, p)| key ^ points_key(cell, p)) ^ zobrist(self.0.standing())
    }
}

#[cfg(test)]
mod tests;
