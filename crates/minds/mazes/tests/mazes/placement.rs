//! The optimisers on the auto maze reach the best placement, and the planner searches once per game.

use crate::common::{Still, assert_answers, decide_seen, view_of_mover};
use std::sync::atomic::AtomicBool;
use yomi_core::{Limits, Player, Problem, Rng, Ruleset, Run, State, Turn, ViewSearch};
use yomi_games::AutoMaze;
use yomi_games::auto_maze::Rules;
use yomi_games::grid::Size;
use yomi_mazes::placement::{Placement, Planner};
use yomi_search::optimise::{Anneal, Climb, Cooling, Genetic, Optimiser, Tabu};

const SMALL: Rules = Rules { size: Size { height: 3, width: 3 }, turns: 3, characters: 2 };
const LARGE: Rules = Rules { size: Size { height: 5, width: 5 }, turns: 5, characters: 3 };

fn all() -> Vec<(&'static str, Box<dyn Optimiser<Placement>>)> {
    vec![
        ("climb", Box::new(Climb::default())),
        ("climb anew", Box::new(Climb { restart: Some(50) })),
        ("anneal", Box::new(Anneal::default())),
        ("anneal in a line", Box::new(Anneal { cooling: Cooling::Linear, ..Default::default() })),
        ("anneal again", Box::new(Anneal { reheats: 2, restarts: 2, ..Default::default() })),
        ("tabu", Box::new(Tabu::default())),
        ("genetic", Box::new(Genetic::default())),
    ]
}

#[test]
fn all_tell_the_truth_and_keep_to_their_count() {
    for (name, optimiser) in all() {
        for seed in 0..10 {
            let problem = Placement::new(&LARGE.start(seed));
            let stop = AtomicBool::new(false);
            let run = Run::new(Limits::iterations(300), &Still, &stop);
            let best = optimiser.optimise(&problem, &run, &mut Rng::new(seed));
            assert_eq!((best.score, best.evaluated), (problem.score(&best.solution), 300), "{name}");
            let again = optimiser.optimise(&problem, &run, &mut Rng::new(seed));
            assert_eq!((again.solution, again.score), (best.solution, best.score), "{name}");
        }
    }
}

#[test]
fn the_best_placement_is_found_given_time() {
    for (name, optimiser) in all().into_iter().filter(|(name, _)| *name != "climb" && *name != "genetic") {
        let mut reached = 0;
        for seed in 0..40 {
            let problem = Placement::new(&SMALL.start(seed));
            let stop = AtomicBool::new(false);
            let run = Run::new(Limits::iterations(2_000), &Still, &stop);
            let best = optimiser.optimise(&problem, &run, &mut Rng::new(seed));
            let optimum = f64::from(problem.optimum().1);
            assert!(best.score <= optimum, "{name}");
            reached += u32::from(best.score == optimum);
        }
        assert!(reached >= 36, "{name}: {reached} of 40");
    }
}

/// Plays a board to its end; returns the evaluations per move, the points promised, and the points in the
/// end.
fn play(planner: &mut impl ViewSearch<AutoMaze>, mut maze: AutoMaze, seed: u64) -> (Vec<u64>, f64, f64) {
    let (mut evaluated, mut promised) = (Vec::new(), 0.0);
    while maze.turn() != Turn::Over {
        let found = decide_seen(planner, &maze, Limits::iterations(200), seed);
        assert_answers(&maze, &found);
        evaluated.push(found.iterations);
        promised = found.value();
        maze.apply(found.action);
    }
    (evaluated, promised, maze.payoff(Player::FIRST))
}

#[test]
fn a_planner_thinks_once_and_keeps_to_its_plan() {
    let mut planner = Planner::new(Anneal::default());
    for seed in 0..10 {
        let (evaluated, promised, got) = play(&mut planner, LARGE.start(seed), seed);
        assert_eq!(evaluated, [200, 0, 0], "board {seed}: a new board is a new plan");
        assert_eq!(promised, got, "the plan is what happens");
    }
}

#[test]
fn a_planner_plans_anew_where_its_plan_does_not_fit() {
    let mut planner = Planner::new(Climb::default());
    let mut maze = LARGE.start(1);
    let first = decide_seen(&mut planner, &maze, Limits::iterations(200), 0);
    let other = maze.actions().into_iter().find(|&p| p != first.action).unwrap();
    maze.apply(other);
    let second = decide_seen(&mut planner, &maze, Limits::iterations(200), 0);
    assert_eq!(second.iterations, 200);
    assert_answers(&maze, &second);
    let stop = AtomicBool::new(true);
    let mut stopped = Run::new(Limits::default(), &Still, &stop);
    let found = Planner::new(Tabu::default()).decide(&view_of_mover(&maze), &mut stopped, &mut Rng::new(0));
    assert_answers(&maze, &found.unwrap());
}
