//! A search driven by a batched guide: it collects many leaves, asks once for all of them, and backs the
//! answers up. It stops at its limits or when it is told to, with the best it has.

use crate::nim::Nim;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{
    Basis, Bound, Candidate, Decision, Deterministic, Guide, Leaf, Limits, MAX_PLAYERS, OpenSearch, Player,
    Rng, Run, Search, State, Turn, View, ViewSearch,
};

type Values = [f32; MAX_PLAYERS];

struct Node<S: State> {
    state: S,
    /// The probability that the priors lead here: the most probable leaves are evaluated first.
    reach: f32,
    /// `None` until the guide or the rules have said it.
    values: Option<Values>,
    children: Vec<(S::Action, usize)>,
    /// Nodes in this subtree, itself included.
    size: u64,
}

/// Best-first by the guide's priors; each mover's maximum is backed up.
struct BatchedSearch<'a, G> {
    guide: &'a G,
    batch: usize,
}

impl<S: Deterministic, G: Guide<S>> Search<S> for BatchedSearch<'_, G> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let limits = run.limits.or(Limits::iterations(1_000));
        let deadline = limits.time.map(|time| run.clock.now() + time);
        let (mut tree, mut open, mut iterations) = (vec![node(state.clone(), 1.0)], Vec::new(), 0);
        // All root moves are looked at, whatever the guide would say about them.
        let equal = vec![1.0; state.actions().len()];
        expand(&mut tree, 0, &equal, &mut open);
        while !open.is_empty()
            && !run.is_stopped()
            && limits.iterations.is_none_or(|most| iterations < most)
            && limits.nodes.is_none_or(|most| (tree.len() as u64) < most)
            && deadline.is_none_or(|end| run.clock.now() < end)
        {
            open.sort_by(|&a, &b| tree[b].reach.total_cmp(&tree[a].reach));
            let left = limits.iterations.map_or(usize::MAX, |most| (most - iterations) as usize);
            let asked: Vec<usize> = open.drain(..self.batch.min(left).min(open.len())).collect();
            let mut batch: Vec<_> = asked.iter().map(|&at| Leaf::new(tree[at].state.clone())).collect();
            self.guide.guide(&mut batch);
            for (&at, leaf) in asked.iter().zip(&batch) {
                tree[at].values = Some(leaf.values);
                expand(&mut tree, at, &leaf.priors, &mut open);
            }
            iterations += asked.len() as u64;
        }
        back_up(&mut tree);
        decision(&tree, iterations)
    }
}

fn node<S: State>(state: S, reach: f32) -> Node<S> {
    let values = (state.turn() == Turn::Over).then(|| {
        let (least, most) = state.payoff_bounds();
        let mut values = [0.0; MAX_PLAYERS];
        for p in Player::all(state.players()) {
            values[p.index()] = ((state.payoff(p) - least) / (most - least)) as f32;
        }
        values
    });
    Node { state, reach, values, children: Vec::new(), size: 1 }
}

/// Adds the children of a node; those that the rules do not decide become open.
fn expand<S: State>(tree: &mut Vec<Node<S>>, at: usize, priors: &[f32], open: &mut Vec<usize>) {
    for (action, prior) in tree[at].state.actions().into_iter().zip(priors) {
        let mut next = tree[at].state.clone();
        next.apply(action);
        let child = tree.len();
        tree.push(node(next, tree[at].reach * prior));
        tree[at].children.push((action, child));
        if tree[child].values.is_none() {
            open.push(child);
        }
    }
}

/// Parents come before their children in the tree, so walking it backwards meets every child before its
/// parent.
fn back_up<S: State>(tree: &mut [Node<S>]) {
    for at in (0..tree.len()).rev() {
        let Turn::Player(mover) = tree[at].state.turn() else { continue };
        let known: Option<Vec<Values>> = tree[at].children.iter().map(|&(_, c)| tree[c].values).collect();
        // A node keeps the guide's value until all its children have one.
        let best = known.and_then(|v| v.into_iter().max_by(|a, b| by_seat(mover, a, b)));
        tree[at].values = best.or(tree[at].values);
        tree[at].size += tree[at].children.iter().map(|&(_, child)| tree[child].size).sum::<u64>();
    }
}

fn by_seat(p: Player, a: &Values, b: &Values) -> std::cmp::Ordering {
    a[p.index()].total_cmp(&b[p.index()])
}

fn decision<S: State>(tree: &[Node<S>], iterations: u64) -> Decision<S::Action> {
    let root = &tree[0];
    let mover = root.state.turn().player().expect("asked when a player is to move");
    let (least, most) = root.state.payoff_bounds();
    let mut candidates: Vec<_> = root
        .children
        .iter()
        .map(|&(action, child)| {
            let Node { values, size, .. } = &tree[child];
            match values {
                Some(v) => {
                    let mean = least + f64::from(v[mover.index()]) * (most - least);
                    Candidate::computed(action, *size, mean, Bound::Judged)
                }
                None => Candidate { visits: *size, mean: least, ..Candidate::unknown(action) },
            }
        })
        .collect();
    candidates.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let best = candidates[0].action;
    Decision {
        candidates,
        iterations,
        nodes: tree.len() as u64,
        ..Decision::immediate(Basis::Sampled, best, [])
    }
}

/// Knows nothing, but records how it was asked, and sets the stop flag after a number of batches.
struct Indifferent<'a> {
    batches: Mutex<Vec<usize>>,
    bell: &'a AtomicBool,
    bell_after: usize,
}

impl<'a> Indifferent<'a> {
    fn new(bell: &'a AtomicBool, bell_after: usize) -> Self {
        Indifferent { batches: Mutex::default(), bell, bell_after }
    }

    fn batches(&self) -> Vec<usize> {
        self.batches.lock().expect("one thread").clone()
    }
}

impl<S: State> Guide<S> for Indifferent<'_> {
    fn guide(&self, batch: &mut [Leaf<S>]) {
        for leaf in batch.iter_mut() {
            assert_eq!(leaf.actions, leaf.state.actions(), "the searcher fills the actions in");
            let each = 1.0 / leaf.actions.len() as f32;
            leaf.priors.fill(each);
            leaf.values.fill(0.5);
        }
        let mut batches = self.batches.lock().expect("one thread");
        batches.push(batch.len());
        self.bell.fetch_or(batches.len() >= self.bell_after, Ordering::Relaxed);
    }
}

fn search(start: &Nim, limits: Limits, bell_after: usize) -> (Decision<u8>, Vec<usize>) {
    let (clock, stop) = (SteppingClock::new(Duration::from_millis(1)), AtomicBool::new(bell_after == 0));
    let guide = Indifferent::new(&stop, bell_after);
    let mut run = Run::new(limits, &clock, &stop);
    let found = BatchedSearch { guide: &guide, batch: 16 }.decide(start, &mut run, &mut Rng::new(0));
    (found, guide.batches())
}

const NEVER: usize = usize::MAX;

#[test]
fn it_finds_the_winning_move_and_asks_in_batches() {
    for (pile, winning) in [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2), (11, 3)] {
        let (found, batches) = search(&Nim::new(2, pile), Limits::default(), NEVER);
        assert_eq!((found.action, found.value()), (winning, 1.0), "pile {pile}: {found:?}");
        // The longest line ends in one leaf, which is alone in its batch.
        let (_, all_but_last) = batches.split_last().expect("it asks");
        assert!(all_but_last.iter().all(|&leaves| leaves > 1), "{batches:?}");
        assert_eq!(found.iterations, batches.iter().sum::<usize>() as u64);
        assert_eq!(found.nodes, 1 + found.candidates.iter().map(|c| c.visits).sum::<u64>());
    }
}

#[test]
fn it_keeps_to_its_iterations() {
    for limit in [1, 2, 20, 33] {
        let (found, batches) = search(&Nim::new(2, 12), Limits::iterations(limit), NEVER);
        assert_eq!(found.iterations, limit);
        assert_eq!(batches.iter().sum::<usize>() as u64, limit, "{batches:?}");
    }
}

#[test]
fn it_keeps_to_its_nodes_and_its_time() {
    let (found, batches) = search(&Nim::new(2, 20), Limits::nodes(100), NEVER);
    assert!((100..100 + 3 * 16).contains(&found.nodes), "one batch more than fits at most: {}", found.nodes);
    assert!(batches.len() > 1);
    // The clock advances by a millisecond whenever it is read: at the start, and before every batch.
    let (_, batches) = search(&Nim::new(2, 20), Limits::time(Duration::from_millis(5)), NEVER);
    assert_eq!(batches.len(), 4);
}

#[test]
fn it_stops_when_told_with_a_legal_move() {
    for batches_before in [0, 1, 3] {
        let (found, batches) = search(&Nim::new(2, 20), Limits::iterations(1_000_000), batches_before);
        assert_eq!(batches.len(), batches_before);
        assert_eq!(found.candidates.len(), 3, "every legal move is a candidate");
        assert_eq!(found.best().action, found.action);
    }
}

#[test]
fn it_sits_at_an_open_table_too() {
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
    let guide = Indifferent::new(&stop, NEVER);
    let mut player = OpenSearch(BatchedSearch { guide: &guide, batch: 16 });
    let view = View::replay::<Nim>(Player::SECOND, Nim::new(3, 8), [2]).expect("a legal move");
    let mut run = Run::new(Limits::default(), &clock, &stop);
    let found = ViewSearch::<Nim>::decide(&mut player, &view, &mut run, &mut Rng::new(0)).expect("one world");
    assert_eq!(found.candidates.len(), 3);
}
