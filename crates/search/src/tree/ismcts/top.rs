//! The top of an information-set tree, for reports.
//!
//! Nodes have no links to their children: which node follows depends on the world. So worlds are drawn again
//! and taken down the finished tree through every move, and the information sets on the way are recorded. A
//! set that none of these worlds reaches is not shown.

use super::super::look::Look;
use super::super::ucb;
use super::tree::{Tree, info_set};
use crate::order::sort_few;
use crate::tree::puct;
use std::cmp::Reverse;
use yomi_core::{Belief, Branch, InfoSets, Player, Step, Turn};

/// Worlds drawn to find the sets: enough that what is left out is rare.
const WORLDS: usize = 500;

/// An information set on the way down. It may be reached in several ways, which the seat cannot distinguish.
struct Set<A> {
    node: u32,
    by: Player,
    /// What happened since the move above, as long as all worlds agree on it.
    between: Vec<A>,
    moves: Vec<Below<A>>,
}

/// What comes after a move: indices of sets.
struct Below<A> {
    edge: u32,
    /// The move as the first world has it: the edge may know it by another name.
    action: A,
    sets: Vec<usize>,
    goes_on: bool,
}

struct Walk<A> {
    sets: Vec<Set<A>>,
    look: Look,
}

impl<A: PartialEq> Walk<A> {
    /// The set of this node, added if it is new.
    fn set(&mut self, node: u32, by: Player, between: Vec<A>) -> usize {
        let known = self.sets.iter().position(|set| set.node == node);
        match known {
            Some(at) if self.sets[at].between != between => self.sets[at].between.clear(),
            Some(_) => {}
            None => self.sets.push(Set { node, by, between, moves: Vec::new() }),
        }
        known.unwrap_or(self.sets.len() - 1)
    }

    /// What comes after a move of a set.
    fn below(&mut self, set: usize, edge: u32, action: A) -> &mut Below<A> {
        let moves = &mut self.sets[set].moves;
        let at = moves.iter().position(|below| below.edge == edge).unwrap_or(moves.len());
        if at == moves.len() {
            moves.push(Below { edge, action, sets: Vec::new(), goes_on: false });
        }
        &mut moves[at]
    }
}

impl<S: InfoSets, B: Belief<S>> Tree<S, B> {
    pub(super) fn look(&mut self, depth: u32) -> Option<Branch<S::Action>> {
        let root = self.worlds.next(&mut self.rng).state;
        let node = self.node_of(&root, self.seat)?;
        let visits = self.visits(node);
        let root = Set { node, by: self.seat, between: Vec::new(), moves: Vec::new() };
        let mut walk = Walk { sets: vec![root], look: Look::new(visits, false) };
        for _ in 0..WORLDS {
            let world = self.worlds.next(&mut self.rng).state;
            self.walk(&world, 0, depth, &mut walk);
        }
        let root = Branch::new(Step::Root, visits);
        Some(root.with_children(self.moves(0, &walk, &mut Vec::new())))
    }

    /// The node of the information set in which this seat is to move.
    fn node_of(&self, world: &S, mover: Player) -> Option<u32> {
        self.arena.find(world.info_key(self.observer(mover), self.options.grain))
    }

    /// The legal moves of this seat, with their names in its information set.
    fn named_moves(&self, world: &S, mover: Player) -> Vec<(S::Action, S::Action)> {
        let mut named = Vec::new();
        info_set(world, self.observer(mover), self.options.grain, &mut named);
        named
    }

    fn visits(&self, node: u32) -> u64 {
        self.range_of(node).map(|edge| u64::from(self.arena.edge(edge).visits)).sum()
    }

    fn range_of(&self, node: u32) -> std::ops::Range<u32> {
        let edges = self.arena.node(node).edges();
        edges.start as u32..edges.end as u32
    }

    /// Takes a world through every move of a set and records which sets come next.
    fn walk(&mut self, world: &S, set: usize, depth: u32, walk: &mut Walk<S::Action>) {
        let Set { node, by, .. } = walk.sets[set];
        let moves = self.named_moves(world, by);
        for edge in self.range_of(node) {
            let &super::arena::Edge { action: name, visits, .. } = self.arena.edge(edge);
            let Some(&(action, _)) = moves.iter().find(|(_, n)| *n == name) else { continue };
            walk.below(set, edge, action);
            let mut next = world.clone();
            next.apply(action);
            let mut between = Vec::new();
            let Some(mover) = self.next_mover(&mut next, &mut between) else { continue };
            let Some(node) = self.node_of(&next, mover) else { continue };
            if depth <= 1 || !walk.look.opens(visits.into(), node) {
                walk.below(set, edge, action).goes_on = true;
                continue;
            }
            let next_set = walk.set(node, mover, between);
            let sets = &mut walk.below(set, edge, action).sets;
            if !sets.contains(&next_set) {
                sets.push(next_set);
            }
            self.walk(&next, next_set, depth - 1, walk);
        }
    }

    /// Lets chance, and opponents that play by a policy, act until a seat that is searched is to move.
    fn next_mover(&mut self, world: &mut S, between: &mut Vec<S::Action>) -> Option<Player> {
        loop {
            let action = match (world.turn(), &mut self.helpers.opponents) {
                (Turn::Over, _) => return None,
                (Turn::Chance, _) => world.sample_outcome(&mut self.rng),
                (Turn::Player(p), Some(policy)) if p != self.seat => policy.choose(world, &mut self.rng),
                (Turn::Player(p), _) => return Some(p),
            };
            between.push(action);
            world.apply(action);
        }
    }

    /// The moves of a set as branches, the most visited first. `shown` lists the sets whose moves were shown
    /// before.
    fn moves(&self, set: usize, walk: &Walk<S::Action>, shown: &mut Vec<usize>) -> Vec<Branch<S::Action>> {
        let Set { node, by, ref moves, .. } = walk.sets[set];
        let mut edges: Vec<u32> = self.range_of(node).collect();
        sort_few(&mut edges, |&a, &b| self.arena.edge(b).visits.cmp(&self.arena.edge(a).visits));
        edges
            .into_iter()
            .map(|at| {
                let below = moves.iter().find(|below| below.edge == at);
                let mut branch = self.branch(by, at, below.map(|below| below.action));
                let Some(below) = below else { return branch };
                branch.goes_on = below.goes_on;
                let mut sets = below.sets.clone();
                let order = |s: usize| (Reverse(self.visits(walk.sets[s].node)), walk.sets[s].node);
                sort_few(&mut sets, |&a, &b| order(a).cmp(&order(b)));
                let sets = sets.into_iter().map(|s| self.knows(s, walk, shown)).collect();
                branch.with_children(sets)
            })
            .collect()
    }

    /// A set as a branch, with its moves where it is shown for the first time.
    fn knows(&self, set: usize, walk: &Walk<S::Action>, shown: &mut Vec<usize>) -> Branch<S::Action> {
        let Set { node, by, ref between, .. } = walk.sets[set];
        let before = shown.iter().position(|&s| s == set);
        if before.is_none() {
            shown.push(set);
        }
        let number = before.unwrap_or(shown.len() - 1) + 1;
        let step = Step::Knows { by, set: number, between: between.clone() };
        let mut branch = Branch::new(step, self.visits(node));
        if before.is_some() {
            branch.goes_on = true;
            return branch;
        }
        let moves = self.moves(set, walk, shown);
        branch.with_children(moves)
    }

    fn branch(&self, by: Player, at: u32, seen_as: Option<S::Action>) -> Branch<S::Action> {
        let edge = self.arena.edge(at);
        let action = seen_as.unwrap_or(edge.action);
        let mut branch = Branch::new(Step::Move { by, action }, u64::from(edge.visits));
        branch.available = Some(u64::from(edge.available));
        let guided = self.helpers.priors.is_some();
        if guided {
            branch.prior = Some(f64::from(edge.prior));
            let own = puct::own(edge.prior, edge.visits as f32);
            branch.explore = Some(f64::from(puct::shared(self.c, edge.available) * own));
        }
        if edge.visits > 0 {
            let mean = edge.total / f64::from(edge.visits);
            branch.value = Some(mean);
            branch.exploit = Some(self.range.part(mean));
            if !guided {
                let explored = ucb::exploration(self.c, edge.available) / edge.visits as f32;
                branch.explore = Some(f64::from(explored).sqrt());
            }
        }
        branch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node is one set, however it is reached; what happened before is told where it was always the same.
    #[test]
    fn a_set_is_known_by_its_node() {
        let mut walk: Walk<u8> = Walk { sets: Vec::new(), look: Look::new(10, false) };
        let numbers = [(7, vec![1]), (9, vec![2, 3]), (7, vec![1]), (9, vec![4])]
            .map(|(node, between)| walk.set(node, Player::FIRST, between));
        assert_eq!(numbers, [0, 1, 0, 1]);
        let told: Vec<_> = walk.sets.iter().map(|set| (set.node, &set.between[..])).collect();
        assert_eq!(told, [(7, &[1][..]), (9, &[])]);
    }
}
