//! Storage for the nodes and edges of an information-set tree.

use rustc_hash::FxHashMap;
use std::ops::Range;

/// A move out of an information set.
#[derive(Clone, Copy, Debug)]
pub struct Edge<A> {
    /// Sum of the payoffs of the player who chooses it.
    pub total: f64,
    pub visits: u32,
    /// How often it was legal when the node was visited.
    pub available: u32,
    /// Its prior from a guide; 0 without one.
    pub prior: f32,
    /// The move, by its name in the information set.
    pub action: A,
}

/// Where the edges of an information set are stored. Later worlds may add edges, so there may be spare room
/// behind them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Node {
    first: u32,
    count: u16,
    room: u16,
    /// The iteration that visited it last.
    used: u32,
}

impl Node {
    #[inline]
    pub fn edges(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }
}

/// Nodes by the keys of their information sets.
#[derive(Clone, Debug)]
pub struct Arena<A> {
    known: FxHashMap<u64, u32>,
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
}

impl<A> Default for Arena<A> {
    fn default() -> Self {
        Arena { known: FxHashMap::default(), nodes: Vec::new(), edges: Vec::new() }
    }
}

/// Edges per node, as a first guess.
const EDGES_A_NODE: usize = 4;
/// Edges that one iteration may add.
const EDGES_AHEAD: usize = 512;

impl<A: Copy + PartialEq> Arena<A> {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Reserves memory for this many nodes, for short searches.
    pub fn reserve(&mut self, nodes: usize) {
        let more = nodes.saturating_sub(self.nodes.len());
        self.nodes.reserve(more);
        self.known.reserve(more);
        self.edges.reserve(more * EDGES_A_NODE + EDGES_AHEAD);
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge<A>>()
            + self.known.capacity() * (size_of::<(u64, u32)>() + 1)
    }

    /// Whether one more node fits under the cap, vectors and tables doubling when they are full.
    pub fn may_grow(&self, most_bytes: usize) -> bool {
        let full = self.nodes.len() == self.nodes.capacity()
            || self.edges.len() + EDGES_AHEAD > self.edges.capacity()
            || self.known.len() == self.known.capacity();
        let after = if full { self.bytes().saturating_mul(2) } else { self.bytes() };
        after.saturating_add(self.nodes.len() * BYTES_TO_FORGET) <= most_bytes
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        self.known.get(&key).copied()
    }

    pub fn add(&mut self, key: u64) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node::default());
        self.known.insert(key, node);
        node
    }

    #[inline]
    pub fn node(&self, node: u32) -> Node {
        self.nodes[node as usize]
    }

    #[inline]
    pub fn touch(&mut self, node: u32, iteration: u32) {
        self.nodes[node as usize].used = iteration;
    }

    #[inline]
    pub fn edge(&self, edge: u32) -> &Edge<A> {
        &self.edges[edge as usize]
    }

    #[inline]
    pub fn edge_mut(&mut self, edge: u32) -> &mut Edge<A> {
        &mut self.edges[edge as usize]
    }

    /// The edges of a node.
    #[inline]
    pub fn edges_of(&mut self, node: u32) -> &mut [Edge<A>] {
        let range = self.nodes[node as usize].edges();
        &mut self.edges[range]
    }

    pub fn find_edge(&self, node: u32, action: A) -> Option<u32> {
        let node = self.node(node);
        let at = self.edges[node.edges()].iter().position(|e| e.action == action)?;
        Some(node.first + at as u32)
    }

    /// One more edge of a node, of which there will be about `expected` in all; returns its index.
    pub fn add_edge(&mut self, node: u32, action: A, prior: f32, expected: usize) -> u32 {
        let edge = Edge { total: 0.0, visits: 0, available: 1, prior, action };
        let mut found = self.nodes[node as usize];
        if found.count == found.room {
            // The block moves to the end of the list, with room for the expected number, or for twice as many
            // edges where there are more than expected.
            let first = self.edges.len() as u32;
            let room = if expected > usize::from(found.room) { expected as u16 } else { found.room * 2 };
            self.edges.extend_from_within(found.edges());
            self.edges.resize(first as usize + usize::from(room), edge);
            found = Node { first, room, ..found };
        }
        let at = found.first + u32::from(found.count);
        self.edges[at as usize] = edge;
        found.count += 1;
        self.nodes[node as usize] = found;
        at
    }

    /// Drops the less recently visited half of the nodes and frees their room. Indices of nodes and edges
    /// change.
    pub fn forget(&mut self) {
        if self.nodes.len() < 2 {
            return;
        }
        let mut ages: Vec<u32> = self.nodes.iter().map(|n| n.used).collect();
        let middle = ages.len() / 2;
        let (_, &mut bar, _) = ages.select_nth_unstable(middle);
        drop(ages);
        // Many may be exactly as old as the median: younger nodes stay, and of the equally old ones as many
        // as fit in the remaining half.
        let above = self.nodes.iter().filter(|n| n.used > bar).count();
        let mut at_bar = (self.nodes.len() / 2).saturating_sub(above);
        let stays: Vec<bool> = self
            .nodes
            .iter()
            .map(|n| {
                let stays = n.used > bar || n.used == bar && at_bar > 0;
                at_bar -= usize::from(n.used == bar && stays);
                stays
            })
            .collect();
        self.close_gaps(&stays);
    }

    fn close_gaps(&mut self, stays: &[bool]) {
        // Blocks move towards the front in their own order, so that none overwrites one that has still to
        // move.
        let mut by_place: Vec<u32> = (0..self.nodes.len() as u32).filter(|&n| stays[n as usize]).collect();
        by_place.sort_unstable_by_key(|&n| self.nodes[n as usize].first);
        let mut end = 0u32;
        for n in by_place {
            let node = &mut self.nodes[n as usize];
            self.edges.copy_within(node.edges(), end as usize);
            (node.first, node.room) = (end, node.count);
            end += u32::from(node.count);
        }
        self.edges.truncate(end as usize);
        let mut next = 0;
        let places: Vec<u32> = stays
            .iter()
            .map(|&stays| {
                next += u32::from(stays);
                next.wrapping_sub(1)
            })
            .collect();
        let mut n = 0;
        self.nodes.retain(|_| {
            n += 1;
            stays[n - 1]
        });
        // Removed one by one they would leave tombstones that take up room in the hash table: it would stay
        // full.
        let stayed = self.known.iter().filter(|(_, node)| stays[**node as usize]);
        let stayed: Vec<(u64, u32)> = stayed.map(|(&key, &node)| (key, places[node as usize])).collect();
        self.known.clear();
        self.known.extend(stayed);
    }
}

/// What [`Arena::forget`] needs for each node while it works: whether it stays, its new index, and for each
/// of the half that stays its key and its index.
const BYTES_TO_FORGET: usize = size_of::<bool>() + size_of::<u32>() + size_of::<(u64, u32)>() / 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_half_is_forgotten_and_the_rest_keeps_its_edges() {
        let mut arena: Arena<u16> = Arena::default();
        for i in 0..100u32 {
            let node = arena.add(u64::from(i) * 7);
            for a in 0..1 + i % 5 {
                let edge = arena.add_edge(node, (i * 10 + a) as u16, 0.0, 2);
                arena.edge_mut(edge).visits = i * 10 + a;
            }
            // A scrambled order of ages, 0 to 99.
            arena.touch(node, i * 37 % 100);
        }
        arena.forget();
        assert_eq!((arena.len(), arena.known.len()), (50, 50));
        for i in 0..100u32 {
            let found = arena.find(u64::from(i) * 7);
            assert_eq!(found.is_some(), i * 37 % 100 >= 50, "node {i}");
            let Some(node) = found else { continue };
            let edges: Vec<(u16, u32)> = arena.edges_of(node).iter().map(|e| (e.action, e.visits)).collect();
            let expected: Vec<(u16, u32)> =
                (0..1 + i % 5).map(|a| ((i * 10 + a) as u16, i * 10 + a)).collect();
            assert_eq!(edges, expected);
            arena.add_edge(node, 9999, 0.0, 0);
            assert_eq!(arena.find_edge(node, 9999).map(|e| arena.edge(e).action), Some(9999));
        }
    }

    /// While it forgets, a node needs five bytes, and one of two another sixteen: what does not fit into memory beside
    /// the nodes themselves is not begun.
    #[test]
    fn room_to_forget_is_kept_free() {
        let mut arena: Arena<u16> = Arena::default();
        (0..20).for_each(|key| {
            arena.add(key);
        });
        assert!(arena.len() < arena.nodes.capacity() && arena.known.len() < arena.known.capacity());
        // An arena that is about to grow counts twice.
        let about_to_grow = arena.edges.len() + EDGES_AHEAD > arena.edges.capacity();
        let own = arena.bytes() * if about_to_grow { 2 } else { 1 };
        let needed = own + 20 * (1 + 4 + 16 / 2);
        assert!(arena.may_grow(needed) && !arena.may_grow(needed - 1));
    }

    /// After forgetting, half of a full arena is free, in the table of keys too, however often it was filled.
    #[test]
    fn what_is_forgotten_leaves_room() {
        let mut arena: Arena<u16> = Arena::default();
        let mut key = 0u64;
        let mut fill = |arena: &mut Arena<u16>, until: &dyn Fn(&Arena<u16>) -> bool| {
            let mut added = 0;
            while !until(arena) {
                key += 1;
                let node = arena.add(yomi_bits::mix(key));
                arena.touch(node, key as u32);
                added += 1;
            }
            added
        };
        fill(&mut arena, &|a| a.len() > 200 && a.known.len() == a.known.capacity());
        let room = arena.known.capacity();
        for _ in 0..50 {
            arena.forget();
            assert_eq!(arena.known.capacity(), room);
            let added = fill(&mut arena, &|a| a.known.len() == a.known.capacity());
            assert_eq!(added, room - room / 2);
        }
    }

    #[test]
    fn equal_ages_are_halved_as_well() {
        let mut arena: Arena<u16> = Arena::default();
        (0..64).for_each(|key| {
            let node = arena.add(key);
            arena.add_edge(node, 1, 0.0, 1);
        });
        arena.forget();
        assert_eq!(arena.len(), 32);
    }
}
