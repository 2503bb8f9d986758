//! PUCT: a small program written from its definition visits every move equally often, and the guides' priors
//! and values are right.

use crate::common::{after, assert_answers, column, connect_four, decide, mover_of};
use yomi_connect_four::guide::ThreatGuide;
use yomi_connect_four::{Tactic, tactics};
use yomi_core::testkit::{Effort, walk};
use yomi_core::{Evaluator, Guide, Leaf, Limits, Player, Ruleset, Serialized, State, Turn};
use yomi_games::alternating_maze::Rules;
use yomi_games::grid::duo::Extent;
use yomi_games::grid::{Direction, Size};
use yomi_games::{AlternatingMaze, ConnectFour, simultaneous_maze};
use yomi_mazes::Share;
use yomi_mazes::guide::PointsGuide;
use yomi_search::tree::MctsOptions;
use yomi_search::{Mcts, thunder};

const EXTENT: Extent = Extent { size: Size { height: 5, width: 5 }, turns: 40 };

fn advice<S: State>(guide: &impl Guide<S>, state: &S) -> Leaf<S> {
    let mut leaf = [Leaf::new(state.clone())];
    guide.guide(&mut leaf);
    leaf.into_iter().next().unwrap()
}

/// A position, the statistics for the player who moved here, and its children.
struct Node {
    maze: AlternatingMaze,
    total: f64,
    visits: u32,
    followers: Vec<(Direction, f64, Node)>,
}

impl Node {
    fn new(maze: AlternatingMaze) -> Node {
        Node { maze, total: 0.0, visits: 0, followers: Vec::new() }
    }

    fn expand(&mut self) {
        let Leaf { actions, priors, .. } = advice(&PointsGuide, &self.maze);
        let follower = |(&d, &p)| (d, f64::from(p), Node::new(after(&self.maze, d)));
        self.followers = actions.iter().zip(&priors).map(follower).collect();
    }

    /// One iteration; returns the first player's payoff. `range` is the range of values so far, and `close`
    /// is set where two scores cannot be told apart in single precision.
    fn attempt(&mut self, c: f64, range: (f64, f64), close: &mut bool) -> f64 {
        if self.maze.turn() == Turn::Over {
            return self.maze.payoff(Player::FIRST);
        }
        if self.followers.is_empty() {
            if self.visits == 0 {
                return Share.value(&self.maze, Player::FIRST);
            }
            self.expand();
        }
        let width = range.1 - range.0;
        let scale = if width > 0.0 { 1.0 / width } else { 0.0 };
        let t: f64 = self.followers.iter().map(|(_, _, n)| f64::from(n.visits)).sum();
        let mean = self.followers.iter().map(|(_, _, n)| n.total).sum::<f64>() / t.max(1.0);
        let score = |(_, p, n): &(Direction, f64, Node)| {
            let visits = f64::from(n.visits);
            let q = if n.visits == 0 { mean } else { n.total / visits };
            q * scale + c * p * (1.0 + t).sqrt() / (1.0 + visits)
        };
        let scores: Vec<f64> = self.followers.iter().map(score).collect();
        let most = scores.iter().copied().fold(f64::MIN, f64::max);
        *close |= scores.iter().filter(|&&s| s > most - 1e-5).count() > 1;
        let best = scores.iter().position(|&s| s == most).unwrap();
        let mover = mover_of(&self.maze);
        let follower = &mut self.followers[best].2;
        let first = follower.attempt(c, range, close);
        follower.total += if mover == Player::FIRST { first } else { 1.0 - first };
        follower.visits += 1;
        first
    }
}

#[test]
fn visits_what_its_definition_visits() {
    for (attempts, c) in [(3, 1.0), (10, 1.0), (40, 1.0), (40, 0.3), (25, 3.0)] {
        let mut compared = 0;
        for seed in 0..1_000 {
            // Once both seats have points, few positions have equal values.
            let maze = (0..6).fold(Rules(EXTENT).start(seed), |maze, _| after(&maze, maze.actions()[0]));
            let mut root = Node::new(maze);
            root.expand();
            let (mut close, mut range) = (false, (f64::INFINITY, f64::NEG_INFINITY));
            for _ in 0..attempts {
                let first = root.attempt(c, range, &mut close);
                for paid in [first, 1.0 - first] {
                    range = (range.0.min(paid), range.1.max(paid));
                }
            }
            if close {
                continue;
            }
            let mut search = thunder(Share).with_guide(PointsGuide);
            search.options.c = c;
            let found = decide(&mut search, &maze, Limits::iterations(attempts), 0);
            for (direction, _, node) in &root.followers {
                let told = found.candidates.iter().find(|c| c.action == *direction).unwrap();
                assert_eq!(told.visits, u64::from(node.visits), "board {seed}, {attempts} attempts, c {c}");
            }
            compared += 1;
        }
        assert!(compared >= 40, "{attempts} attempts, c {c}: {compared} boards");
    }
}

/// What [`Guide`] promises: one prior per move, adding up to 1, and values of both seats that add up to 1
/// too.
fn check<S: State>(guide: &impl Guide<S>, state: &S) {
    if state.turn() == Turn::Over {
        return;
    }
    let leaf = advice(guide, state);
    assert_eq!(leaf.priors.len(), leaf.actions.len());
    assert!((leaf.priors.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{:?}", leaf.priors);
    assert!(leaf.priors.iter().all(|p| (0.0..=1.0).contains(p)));
    let [first, second] = [0, 1].map(|seat| leaf.values[seat]);
    assert!((first + second - 1.0).abs() < 1e-5 && (0.0..=1.0).contains(&first));
}

#[test]
fn guides_keep_their_promise() {
    walk(Effort::default(), |_| ConnectFour::default(), |state, _, _| check(&ThreatGuide, state));
    walk(Effort::default(), |seed| Rules(EXTENT).start(seed), |state, _, _| check(&PointsGuide, state));
    let start = |seed| simultaneous_maze::Rules(EXTENT).start(seed);
    walk(Effort::default(), start, |state, _, _| check(&PointsGuide, state));
}

#[test]
fn forced_moves_have_nearly_all_of_the_prior() {
    let prior = |moves: &str, column: usize| advice(&ThreatGuide, &connect_four(moves)).priors[column - 1];
    for (moves, column) in [("414141", 4), ("41414", 4), ("17273", 4)] {
        assert!(prior(moves, column) > 0.99, "{moves}: {}", prior(moves, column));
    }
}

/// Playing directly below the cell where the opponent completes four gives the win away: such moves come
/// last.
#[test]
fn a_move_that_hands_over_the_win_comes_last() {
    let mut seen = 0;
    walk(
        Effort::games(300),
        |_| ConnectFour::default(),
        |state, _, _| {
            if state.turn() == Turn::Over {
                return;
            }
            let Leaf { actions, priors, .. } = advice(&ThreatGuide, state);
            let says: Vec<_> = actions.iter().map(|&a| tactics(state, a)).collect();
            let is_forced = says.iter().flatten().any(|t| matches!(t, Tactic::Wins | Tactic::Blocks));
            let gives = |i: &usize| says[*i].iter().any(|t| matches!(t, Tactic::LosesTo(_)));
            let (bad, good): (Vec<usize>, Vec<usize>) = (0..actions.len()).partition(gives);
            if !is_forced && !bad.is_empty() && !good.is_empty() {
                let least_good = good.iter().map(|&i| priors[i]).fold(1.0, f32::min);
                assert!(bad.iter().all(|&i| priors[i] < least_good), "{priors:?} {says:?}");
                seen += 1;
            }
        },
    );
    assert!(seen > 50, "{seen}");
}

#[test]
fn a_choice_that_cannot_be_seen_does_not_matter() {
    let start: Serialized<_> = simultaneous_maze::Rules(EXTENT).start(7);
    let priors = |first: Direction| advice(&PointsGuide, &after(&start, first)).priors;
    let all: Vec<_> = start.actions().into_iter().map(priors).collect();
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
}

#[test]
fn takes_a_win_and_blocks_one() {
    for seed in 0..5 {
        let mut search = Mcts::new(MctsOptions { c: 1.0, expand: 2 }).with_guide(ThreatGuide);
        for (moves, best) in [("414141", 4), ("17273", 4), ("41414", 4), ("172737", 4)] {
            let state = connect_four(moves);
            let found = decide(&mut search, &state, Limits::iterations(300), seed);
            assert_eq!(column(&found), best, "{moves}, seed {seed}: {:?}", found.candidates);
            assert_answers(&state, &found);
        }
    }
}
