//! Priors for the two-player mazes: by the points that a step collects and those that the next one can.

use super::share;
use yomi_core::{Guide, Leaf, Player, Serialized, State};
use yomi_games::grid::duo::Duo;
use yomi_games::grid::{Direction, Place};
use yomi_games::{AlternatingMaze, SimultaneousMaze};
use yomi_search::priors::Ladder;

/// Points on the next cell, plus half of the maximum next to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsGuide;

/// Ratio of priors per half point.
static LADDER: Ladder = Ladder::new(1.3);

impl Guide<AlternatingMaze> for PointsGuide {
    fn guide(&self, batch: &mut [Leaf<AlternatingMaze>]) {
        batch.iter_mut().for_each(|leaf| advise(&leaf.state.into(), leaf));
    }
}

/// The pending choice of the round is ignored: the seat that is asked cannot see it.
impl Guide<Serialized<SimultaneousMaze>> for PointsGuide {
    fn guide(&self, batch: &mut [Leaf<Serialized<SimultaneousMaze>>]) {
        batch.iter_mut().for_each(|leaf| advise(&(*leaf.state.game()).into(), leaf));
    }
}

fn advise<S: State<Action = Direction>>(duo: &Duo, leaf: &mut Leaf<S>) {
    if let Some(mover) = leaf.state.turn().player() {
        let mut points = [0; Direction::ALL.len()];
        let points = &mut points[..leaf.actions.len()];
        for (slot, &direction) in points.iter_mut().zip(&leaf.actions) {
            *slot = promise(duo, duo.places[mover.index()], direction);
        }
        LADDER.share_out(points, &mut leaf.priors);
    }
    for p in Player::all(2) {
        leaf.values[p.index()] = share(duo.scores[p.index()], duo.scores[p.other().index()]) as f32;
    }
}

/// The half points that a step promises.
#[inline]
fn promise(duo: &Duo, from: Place, direction: Direction) -> i32 {
    let points = |place| i32::from(duo.points.get(duo.size.cell(place)));
    let Some(to) = duo.size.step(from, direction) else { return 0 };
    let next = Direction::ALL.into_iter().filter_map(|d| duo.size.step(to, d)).map(points).max();
    2 * points(to) + next.unwrap_or(0)
}
