//! The top of a search tree in words and plain numbers, for `advise --tree`.

use serde::{Deserialize, Serialize};
use yomi_core::{Branch, Player, Step, TreeTop};

/// How deep one can look: deeper than anybody reads, and still a small answer.
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
    /// The choices of all seats of a round together.
    Joint,
    /// What a seat knows when it is its turn.
    Knows,
}

/// One branch. The meaning of the numbers is that of [`Branch`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShownBranch {
    pub kind: Kind,
    /// Nothing at the root, and where a seat's knowledge stands in place of a move.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// Who chooses the move, and whose the value is.
    pub seat: Option<usize>,
    /// The number of what is known, the same wherever the same is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<usize>,
    /// What happened between the move above and this.
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
    /// Whether the tree goes on below, but is not shown.
    pub goes_on: bool,
    pub children: Vec<ShownBranch>,
}

/// Puts a tree into words.
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
