//! The top of a search tree as text and plain numbers, for `advise --tree`.

use serde::{Deserialize, Serialize};
use yomi_core::{Branch, Player, Step, TreeTop};

/// The depths that can be shown: more than is readable, and still a small answer.
pub const DEPTHS: std::ops::RangeInclusive<u64> = 1..=20;

/// The top of a tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShownTree {
    /// How many trees the search built; this is the first of them.
    pub trees: usize,
    #[serde(flatten)]
    pub root: ShownBranch,
}

/// What a branch stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Root,
    Move,
    Chance,
    /// The choices of all seats in one round together.
    Joint,
    /// What a seat knows at its turn (an information set).
    Knows,
}

/// One branch. The numbers have the same meaning as in [`Branch`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShownBranch {
    pub kind: Kind,
    /// `None` at the root, and for a branch that is an information set.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The seat that chooses the move, and whose value it is.
    pub seat: Option<usize>,
    /// The number of the information set, the same wherever it occurs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<usize>,
    /// Events between the move above and this branch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    pub visits: u64,
    pub value: Option<f64>,
    pub exploit: Option<f64>,
    pub explore: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available: Option<u64>,
    /// Whether the tree has more levels below that are not shown.
    pub goes_on: bool,
    pub children: Vec<ShownBranch>,
}

/// Converts a tree to text.
pub fn shown<A: Copy>(top: &TreeTop<A>, text: &dyn Fn(A) -> String) -> ShownTree {
    ShownTree { trees: top.trees, root: branch(&top.root, text) }
}

fn branch<A: Copy>(found: &Branch<A>, text: &dyn Fn(A) -> String) -> ShownBranch {
    let seat = |p: Player| Some(p.index());
    let (mut set, mut after) = (None, Vec::new());
    let (kind, words, seat) = match &found.step {
        Step::Root => (Kind::Root, None, None),
        Step::Move { by, action } => (Kind::Move, Some(text(*action)), seat(*by)),
        Step::Chance(action) => (Kind::Chance, Some(text(*action)), None),
        Step::Joint(choices) => {
            let all: Vec<String> = choices.iter().map(|(_, action)| text(*action)).collect();
            (Kind::Joint, Some(all.join(" + ")), None)
        }
        Step::Knows { by, set: number, between } => {
            set = Some(*number);
            after.extend(between.iter().map(|&a| text(a)));
            (Kind::Knows, None, seat(*by))
        }
    };
    ShownBranch {
        kind,
        text: words,
        seat,
        set,
        after,
        visits: found.visits,
        value: found.value,
        exploit: found.exploit,
        explore: found.explore,
        prior: found.prior,
        available: found.available,
        goes_on: found.goes_on,
        children: found.children.iter().map(|child| branch(child, text)).collect(),
    }
}
