//! `mcts` plays well where good play is known: Connect Four, the maze, dice.

use crate::common::{
    after, assert_answers, column, connect_four, decide, decide_seen, mover_of, random_connect_four,
};
use crate::toys::dice::{Act, Dice};
use rayon::prelude::*;
use yomi_core::{Evaluator, Limits, Player, Rng, Ruleset, State, Turn};
use yomi_games::maze::Rules as MazeRules;
use yomi_games::{ConnectFour, Maze};
use yomi_search::reference::negamax;
use yomi_search::tree::MctsOptions;
use yomi_search::{Mcts, RandomPlayer};

fn plain() -> Mcts<ConnectFour> {
    Mcts::new(MctsOptions::default())
}

#[test]
fn opens_in_the_centre() {
    for seed in 0..8 {
        let empty = connect_four("");
        for mut search in [plain(), plain().with_transpositions()] {
            let found = decide(&mut search, &empty, Limits::iterations(10_000), seed);
            assert_eq!(column(&found), 4, "seed {seed}: {:?}", found.candidates);
            assert_answers(&empty, &found);
        }
    }
}

/// Not the best mean: that may be a lucky move that was hardly tried.
#[test]
fn plays_what_it_visited_most() {
    let mut lucky = 0;
    for seed in 0..200 {
        let found = decide(&mut plain(), &connect_four("4"), Limits::iterations(60), seed);
        assert!(found.candidates.is_sorted_by(|a, b| a.visits >= b.visits), "{:?}", found.candidates);
        lucky += u32::from(found.candidates.iter().any(|c| c.mean > found.value()));
    }
    assert!(lucky > 5, "in {lucky} searches another move had the better mean");
}

#[test]
fn takes_a_win_and_blocks_one() {
    for seed in 0..5 {
        for mut search in [plain(), plain().with_transpositions()] {
            for (moves, best) in [("414141", 4), ("17273", 4), ("41414", 4), ("172737", 4)] {
                let state = connect_four(moves);
                let found = decide(&mut search, &state, Limits::iterations(2_000), seed);
                assert_eq!(column(&found), best, "{moves}, seed {seed}: {:?}", found.candidates);
                assert_answers(&state, &found);
            }
        }
    }
}

/// No opinion: at the depths used here every game is over.
#[derive(Clone)]
struct Unasked;

impl<S: State> Evaluator<S> for Unasked {
    fn value(&self, _: &S, _: Player) -> f64 {
        unreachable!("the game is searched to its end")
    }
}

/// With the last cells to fill, the tree holds the whole game, and the move must be as good as any.
#[test]
fn plays_endings_perfectly() {
    let mut rng = Rng::new(8);
    for game in 0..40 {
        let state = random_connect_four(34, &mut rng);
        let mover = mover_of(&state);
        let best = negamax(&state, mover, 42, &Unasked);
        for mut search in [plain(), plain().with_transpositions()] {
            let found = decide(&mut search, &state, Limits::iterations(10_000), game);
            let value = negamax(&after(&state, found.action), mover, 42, &Unasked);
            assert_eq!(value, best, "game {game}: {:?} in {state:?}", found.action);
        }
    }
}

/// All positions that can come from this one, itself included.
fn reachable(state: &ConnectFour) -> usize {
    let mut all = std::collections::BTreeSet::new();
    let mut open = vec![*state];
    while let Some(at) = open.pop() {
        if at.turn() != Turn::Over && all.insert((at.mine(), at.theirs())) {
            open.extend(at.actions().into_iter().map(|a| after(&at, a)));
        }
    }
    all.len()
}

#[test]
fn shares_positions_when_told_to() {
    let mut rng = Rng::new(4);
    let mut less = 0;
    for game in 0..10 {
        let state = random_connect_four(34, &mut rng);
        let positions = reachable(&state) as u64;
        let shared = decide(&mut plain().with_transpositions(), &state, Limits::iterations(15_000), game);
        let apart = decide(&mut plain(), &state, Limits::iterations(15_000), game);
        assert!(shared.nodes <= positions, "{} nodes for {positions} positions", shared.nodes);
        less += u32::from(shared.nodes < apart.nodes);
    }
    assert!(less >= 5, "sharing saved nodes in {less} of 10 endings");
}

/// Games against random moves that were not lost, out of `games`; the seats change from game to game.
fn not_lost(games: u64, iterations: u64) -> u64 {
    let held = |game: u64| {
        let seat = Player::new(game as usize % 2);
        let mut state = ConnectFour::default();
        let luck = Rng::new(77).split(game);
        while let Turn::Player(mover) = state.turn() {
            let seed = luck.split(state.discs().into()).seed();
            let action = if mover == seat {
                decide(&mut plain(), &state, Limits::iterations(iterations), seed).action
            } else {
                decide_seen::<ConnectFour>(&mut RandomPlayer, &state, Limits::default(), seed).action
            };
            state.apply(action);
        }
        state.payoff(seat) > 0.0
    };
    (0..games).into_par_iter().filter(|&game| held(game)).count() as u64
}

#[test]
fn loses_to_nobody_who_plays_at_random() {
    assert_eq!(not_lost(40, 10_000), 40);
}

#[test]
#[ignore = "slow: 200 games of ten thousand playouts a move"]
fn loses_none_of_two_hundred_games_against_random_moves() {
    assert_eq!(not_lost(200, 10_000), 200);
}

/// The most points that can still be won.
fn best_score(maze: &Maze) -> u32 {
    maze.actions().into_iter().map(|d| best_score(&after(maze, d))).max().unwrap_or(maze.score())
}

/// Means over many playouts are slow to favour one narrow line to the best score, so not every board is
/// solved; but nearly all are, and whole games come close to the best possible.
#[test]
fn plays_for_one_player() {
    let rules = MazeRules { height: 3, width: 4, turns: 4 };
    // With the search book's exploration constant: a lower one is slower to find the narrow line.
    let options = MctsOptions { c: 1.0, ..MctsOptions::default() };
    for mut search in [Mcts::new(options), Mcts::new(options).with_transpositions()] {
        let (mut solved, mut missed) = (0, 0);
        for seed in MazeRules::seeds(0, 100) {
            let mut maze = rules.start(seed);
            let best = best_score(&maze);
            while maze.turn() != Turn::Over {
                let found = decide(&mut search, &maze, Limits::iterations(3_000), seed);
                assert_answers(&maze, &found);
                maze.apply(found.action);
            }
            solved += u32::from(maze.score() == best);
            missed += best - maze.score();
        }
        assert!(solved >= 85, "{solved} of 100 boards");
        assert!(missed <= 30, "{missed} points missed on 100 boards");
    }
}

/// Nothing is decided after the throw, so the mean of every die is an average of independent throws.
#[test]
fn knows_what_a_throw_is_worth() {
    for seed in 0..5 {
        for iterations in [5_000, 200_000] {
            let start = Dice::start(false);
            let found =
                decide(&mut Mcts::new(Default::default()), &start, Limits::iterations(iterations), seed);
            assert_eq!(found.action, Act::Loaded);
            assert_answers(&start, &found);
            assert_eq!(found.candidates.len(), 3);
            for die in &found.candidates {
                let (_, worth) = Dice::WORTH.into_iter().find(|&(act, _)| act == die.action).unwrap();
                assert!((die.mean - worth).abs() <= 4.0 * die.se, "seed {seed}: {die:?} is worth {worth}");
            }
            let small = if iterations > 100_000 { 0.02 } else { 0.1 };
            assert!(found.best().se < small, "4 sigma must mean something: {:?}", found.best());
        }
    }
}

/// A second decision follows the throw of the fair die: kept or thrown at random it is the second worst, and
/// only a search that learns when to keep it gets 4.25.
#[test]
fn decides_after_chance_has_spoken() {
    for seed in 0..5 {
        let start = Dice::start(true);
        for mut search in [Mcts::new(Default::default()), Mcts::new(Default::default()).with_transpositions()]
        {
            let found = decide(&mut search, &start, Limits::iterations(15_000), seed);
            assert_eq!(found.action, Act::Fair, "seed {seed}: {:?}", found.candidates);
            let best = found.best();
            // Trying the worse of keeping and throwing again costs something, and wins nothing.
            assert!(best.mean <= 4.25 + 4.0 * best.se && best.mean >= 4.1, "{best:?}");
        }
    }
}
