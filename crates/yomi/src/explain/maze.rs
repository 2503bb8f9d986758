//! The maze: what the way collects.

use super::Sentence;
use yomi_core::{Decision, State, ViewOf};
use yomi_games::Maze;
use yomi_games::maze::Direction;

/// Steps of the way that are spelled out.
const SHOWN: usize = 8;

pub fn remarks(view: &ViewOf<Maze>, decision: &Decision<Direction>) -> Vec<Sentence> {
    let mut maze = view.now.clone();
    let mut points = Vec::new();
    for &step in &decision.line {
        let before = maze.score();
        if maze.play(step).is_err() {
            break;
        }
        points.push(maze.score() - before);
    }
    let left = view.now.turns() - view.now.turn_number();
    let (steps, total): (usize, u32) = (points.len(), points.iter().sum());
    if steps <= 1 {
        let now = points.first().copied().unwrap_or(0);
        return vec![Sentence::new(
            format!("It collects {now} points at once; {left} moves are left."),
            format!("この手で {now} 点取ります。残りは {left} 手です。"),
        )];
    }
    let shown: Vec<String> = points.iter().take(SHOWN).map(u32::to_string).collect();
    let more = if steps > SHOWN { " + …" } else { "" };
    let sum = shown.join(" + ");
    vec![Sentence::new(
        format!("The way collects {sum}{more} = {total} points in {steps} of the {left} moves left."),
        format!("この道は残り {left} 手のうち {steps} 手で {sum}{more} = {total} 点を集めます。"),
    )]
}
