//! The edges of a tree, laid out for choosing among them.
//!
//! Selection computes the scores of all edges of a node, level after level, each level waiting for the one
//! before; apart from playouts, this is most of the work of a tree search. Backing up changes only one edge
//! per level, and the levels do not wait for each other. So everything expensive is done when backing up: the
//! mean and the edge's own factor of the exploration term are stored with every edge, and a score is one
//! multiplication and one addition. The two are stored in separate arrays, each node's block padded to whole
//! groups of [`LANES`], and the scores of a group are computed in parallel (SIMD).

use super::puct;
use std::ops::Range;

/// Edges whose scores are computed together: as many single-precision numbers as fit in 128 bits.
pub const LANES: usize = 4;

/// An edge that leads to no node yet.
pub const NO_NODE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub struct Edges<A> {
    /// Mean payoff of the player who chooses the edge; minus infinity in the padding of a block.
    means: Vec<f32>,
    /// The edge's own factor of the exploration term: with UCB1, one over the square root of its visits.
    terms: Vec<f32>,
    /// The prior of each edge; empty without a guide.
    priors: Vec<f32>,
    sums: Vec<Sum>,
    ends: Vec<End<A>>,
}

#[derive(Clone, Copy, Debug)]
struct Sum {
    total: f64,
    visits: u32,
}

/// What an edge does and where it leads.
#[derive(Clone, Copy, Debug)]
pub struct End<A> {
    pub child: u32,
    pub action: A,
}

/// What is known of one edge, for reports.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub visits: u32,
    pub mean: Option<f64>,
    /// The mean used in its score: its own, or a substitute if it was never tried.
    pub stands_at: f64,
    pub term: f32,
    pub prior: Option<f32>,
}

/// The edges of one node: the first of them and how many.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub first: u32,
    pub count: u32,
}

impl Block {
    fn range(self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    fn filled_range(self) -> Range<usize> {
        self.first as usize..self.first as usize + (self.count as usize).next_multiple_of(LANES)
    }
}

impl<A: Copy + PartialEq> Edges<A> {
    pub fn new() -> Self {
        Edges { means: Vec::new(), terms: Vec::new(), priors: Vec::new(), sums: Vec::new(), ends: Vec::new() }
    }

    pub fn bytes(&self) -> usize {
        (self.means.capacity() + self.terms.capacity() + self.priors.capacity()) * size_of::<f32>()
            + self.sums.capacity() * size_of::<Sum>()
            + self.ends.capacity() * size_of::<End<A>>()
    }

    /// Whether the edges of another node might not fit without reallocation.
    pub fn is_nearly_full(&self) -> bool {
        const ROOM: usize = 512;
        self.ends.len() + ROOM > self.ends.capacity()
    }

    /// A new node's edges, in the order in which `list` gives its actions.
    pub fn add(&mut self, list: impl FnOnce(&mut dyn FnMut(A))) -> Block {
        let first = self.ends.len() as u32;
        list(&mut |action| {
            self.means.push(0.0);
            self.terms.push(0.0);
            self.sums.push(Sum { total: 0.0, visits: 0 });
            self.ends.push(End { child: NO_NODE, action });
        });
        let count = self.ends.len() as u32 - first;
        if let Some(&last) = self.ends.last() {
            let filled = self.ends.len().next_multiple_of(LANES);
            self.means.resize(filled, f32::NEG_INFINITY);
            self.terms.resize(filled, 0.0);
            self.sums.resize(filled, Sum { total: 0.0, visits: 0 });
            self.ends.resize(filled, last);
        }
        Block { first, count }
    }

    #[inline]
    pub fn end(&self, edge: u32) -> End<A> {
        self.ends[edge as usize]
    }

    #[inline]
    pub fn visits(&self, edge: u32) -> u32 {
        self.sums[edge as usize].visits
    }

    pub fn lead(&mut self, edge: u32, child: u32) {
        self.ends[edge as usize].child = child;
    }

    /// Counts a visit and updates the edge's own factor for UCB1.
    #[inline]
    pub fn visit(&mut self, edge: u32, payoff: f64) {
        let visits = self.count(edge as usize, payoff);
        self.terms[edge as usize] = 1.0 / visits.sqrt();
    }

    /// Counts a visit and updates the edge's own factor for PUCT.
    #[inline]
    pub fn visit_by_prior(&mut self, edge: u32, payoff: f64) {
        let visits = self.count(edge as usize, payoff);
        let prior = self.priors.get(edge as usize).copied().unwrap_or(0.0);
        self.terms[edge as usize] = puct::own(prior, visits);
    }

    #[inline(always)]
    fn count(&mut self, edge: usize, payoff: f64) -> f32 {
        let sum = &mut self.sums[edge];
        sum.visits += 1;
        sum.total += payoff;
        // Counts stay below 2^31, and signed ones are converted by one instruction.
        let visits = sum.visits as i32 as f32;
        self.means[edge] = sum.total as f32 / visits;
        visits
    }

    /// Sets the priors of a new node, one per edge.
    pub fn set_priors(&mut self, block: Block, priors: &[f32]) {
        self.priors.resize(self.ends.len(), 0.0);
        self.priors[block.range()].copy_from_slice(priors);
        for (term, &prior) in self.terms[block.range()].iter_mut().zip(priors) {
            *term = puct::own(prior, 0.0);
        }
    }

    /// Gives edges that were never tried the mean of their node.
    #[inline]
    pub fn raise_untried(&mut self, block: Block) {
        let sums = &self.sums[block.range()];
        let (total, visits, untried) = sums.iter().fold((0.0, 0, 0), |(total, visits, untried), sum| {
            (total + sum.total, visits + sum.visits, untried + u32::from(sum.visits == 0))
        });
        if untried == 0 {
            return;
        }
        let mean = total as f32 / visits as i32 as f32;
        for (slot, sum) in self.means[block.range()].iter_mut().zip(sums) {
            *slot = if sum.visits == 0 { mean } else { *slot };
        }
    }

    /// What is known of an edge: its mean if it was visited, its own factor of the exploration term, its
    /// prior.
    pub fn known(&self, edge: u32) -> Known {
        let at = edge as usize;
        let Sum { total, visits } = self.sums[at];
        Known {
            visits,
            mean: (visits > 0).then(|| total / f64::from(visits)),
            stands_at: f64::from(self.means[at]),
            term: self.terms[at],
            prior: self.priors.get(at).copied(),
        }
    }

    /// The edge with the highest score; the first one wins ties. `scale` brings payoffs to 0..1, and
    /// `exploration` is the factor of the exploration term that all edges share.
    #[inline]
    pub fn best(&self, block: Block, scale: f32, exploration: f32) -> u32 {
        let range = block.filled_range();
        let means = self.means[range.clone()].as_chunks::<LANES>().0;
        let terms = self.terms[range].as_chunks::<LANES>().0;
        // The best of every lane first, all lanes side by side.
        let mut scores = [f32::NEG_INFINITY; LANES];
        let mut groups = [0u32; LANES];
        for (group, (means, terms)) in means.iter().zip(terms).enumerate() {
            for lane in 0..LANES {
                let score = means[lane] * scale + exploration * terms[lane];
                let better = score > scores[lane];
                scores[lane] = if better { score } else { scores[lane] };
                groups[lane] = if better { group as u32 } else { groups[lane] };
            }
        }
        let place = |lane: usize| groups[lane] * LANES as u32 + lane as u32;
        let mut best = 0;
        for lane in 1..LANES {
            let better =
                scores[lane] > scores[best] || scores[lane] == scores[best] && place(lane) < place(best);
            best = if better { lane } else { best };
        }
        block.first + place(best)
    }

    /// The edge with this action.
    pub fn find(&self, block: Block, action: A) -> Option<u32> {
        let at = self.ends[block.range()].iter().position(|end| end.action == action)?;
        Some(block.first + at as u32)
    }

    /// The most visited edge, if any was visited.
    pub fn most_visited(&self, block: Block) -> Option<u32> {
        let edges = (block.first..block.first + block.count).filter(|&e| self.visits(e) > 0);
        edges.max_by_key(|&e| self.visits(e))
    }

    pub fn actions(&self, block: Block) -> impl Iterator<Item = A> {
        self.ends[block.range()].iter().map(|end| end.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It is said before the edges of a large node would make the lists grow, which doubles what they take.
    #[test]
    fn lists_never_grow_before_it_is_said() {
        let mut edges = Edges::new();
        let (mut said, mut grew) = (edges.is_nearly_full(), 0);
        assert!(said, "an empty list is full");
        for _ in 0..2_000 {
            let before = edges.bytes();
            edges.add(|add| (0..300u32).for_each(add));
            assert!(said || edges.bytes() == before, "grew from {before} to {} unannounced", edges.bytes());
            grew += u32::from(edges.bytes() > before);
            said = edges.is_nearly_full();
        }
        assert!((5..100).contains(&grew), "lists grew {grew} times");
    }

    #[test]
    fn the_best_is_found_wherever_it_stands() {
        for count in 1..12u32 {
            for winner in 0..count {
                let mut edges = Edges::new();
                edges.add(|add| (0..3).for_each(|i| add(100 + i)));
                let block = edges.add(|add| (0..count).for_each(add));
                for i in 0..count {
                    edges.visit(block.first + i, if i == winner { 2.0 } else { 1.0 });
                }
                assert_eq!(edges.best(block, 1.0, 0.5), block.first + winner);
                assert_eq!(edges.best(block, 0.0, 0.5), block.first, "the first of equals");
                assert_eq!(edges.find(block, winner), Some(block.first + winner));
                assert_eq!(edges.find(block, 99), None);
                assert_eq!(edges.actions(block).count(), count as usize);
            }
        }
    }
}
