//! Which part of a tree is reported when its top is asked for.

use rustc_hash::FxHashSet;

/// Nothing is shown below a move with less than one visit in this many: it would be many lines about little.
const LEAST_PART: u64 = 100;

/// A look at a tree, from the root down.
pub struct Look {
    least: u64,
    /// The nodes shown so far, where a node can have several parents.
    shown: Option<FxHashSet<u32>>,
}

impl Look {
    /// A look at a tree whose root has this many visits.
    pub fn new(visits: u64, nodes_are_shared: bool) -> Look {
        Look { least: (visits / LEAST_PART).max(1), shown: nodes_are_shared.then(FxHashSet::default) }
    }

    /// Whether to show what is below a branch with this many visits that leads to this node. A node with
    /// several parents is shown below the first.
    pub fn opens(&mut self, visits: u64, node: u32) -> bool {
        visits >= self.least && self.shown.as_mut().is_none_or(|shown| shown.insert(node))
    }
}
