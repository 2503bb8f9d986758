//! A summary of a trace: what happened in each world, and on each path.

use crate::Fault;
use crate::fault::{FaultKind, excerpt};
use crate::wire::{Iteration, VERSION};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer of `yomi trace`. Rewards are payoffs of the searching seat, in the game's unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    pub version: u32,
    pub iterations: u64,
    /// Iterations that did not fit into the file.
    pub left_out: u64,
    /// The mean number of decisions inside the tree, and of actions after it.
    pub mean_depth: f64,
    pub mean_rollout: f64,
    pub reward: Spread,
    /// The unit of rewards; empty in traces of older versions, which counted Twin Cool in points.
    pub unit: String,
    /// Most iterations first.
    pub worlds: Vec<WorldSummary>,
    /// By their first decisions; after a path the paths that continue it.
    pub paths: Vec<PathSummary>,
}

/// Rewards of some iterations.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Spread {
    pub iterations: u64,
    pub mean: f64,
    /// Standard error of the mean as if iterations were independent; `null` for a single one.
    pub se: Option<f64>,
    pub least: f64,
    pub most: f64,
}

/// One determinization.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorldSummary {
    pub stream: usize,
    pub number: u64,
    #[serde(flatten)]
    pub reward: Spread,
    /// The first decision that was tried most.
    pub tried: String,
    /// The first decision with the highest mean.
    pub best: String,
    /// What chance brought, in order, as far as the longest of its iterations came: the order of the deck.
    /// Empty where iterations of the same world disagree: then chance is not part of the world.
    pub deck: Vec<String>,
}

/// Iterations that began with the same decisions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PathSummary {
    pub path: Vec<String>,
    #[serde(flatten)]
    pub reward: Spread,
}

#[derive(Clone, Copy, Default)]
struct Sums {
    count: u64,
    sum: f64,
    squares: f64,
    least: f64,
    most: f64,
}

impl Sums {
    fn add(&mut self, x: f64) {
        (self.least, self.most) = match self.count {
            0 => (x, x),
            _ => (self.least.min(x), self.most.max(x)),
        };
        self.count += 1;
        self.sum += x;
        self.squares += x * x;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    fn spread(&self) -> Spread {
        let n = self.count as f64;
        let variance = ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0);
        Spread {
            iterations: self.count,
            mean: self.mean(),
            se: (self.count > 1).then(|| (variance / n).sqrt()),
            least: self.least,
            most: self.most,
        }
    }
}

#[derive(Default)]
struct WorldSums {
    all: Sums,
    first: BTreeMap<String, Sums>,
    deck: Vec<String>,
    disagrees: bool,
}

impl WorldSums {
    fn add(&mut self, reward: f64, iteration: &Iteration, first: Option<&String>) {
        self.all.add(reward);
        if let Some(first) = first {
            self.first.entry(first.clone()).or_default().add(reward);
        }
        let common = self.deck.len().min(iteration.drawn.len());
        self.disagrees |= self.deck[..common] != iteration.drawn[..common];
        if iteration.drawn.len() > self.deck.len() {
            self.deck.clone_from(&iteration.drawn);
        }
    }

    fn summary(self, (stream, number): (usize, u64)) -> WorldSummary {
        let name = |found: Option<(&String, &Sums)>| found.map_or(String::new(), |(name, _)| name.clone());
        WorldSummary {
            stream,
            number,
            reward: self.all.spread(),
            tried: name(self.first.iter().max_by_key(|(_, sums)| sums.count)),
            best: name(self.first.iter().max_by(|a, b| a.1.mean().total_cmp(&b.1.mean()))),
            deck: if self.disagrees { Vec::new() } else { self.deck },
        }
    }
}

/// Adds up a trace, line by line.
#[derive(Default)]
pub struct Summing {
    /// How many decisions of a path are told apart.
    decisions: usize,
    all: Sums,
    depth: u64,
    rollout: u64,
    left_out: u64,
    unit: String,
    worlds: BTreeMap<(usize, u64), WorldSums>,
    paths: BTreeMap<Vec<String>, Sums>,
}

/// The last line of a trace that did not fit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeftOut {
    left_out: u64,
}

impl Summing {
    pub fn new(decisions: usize) -> Summing {
        Summing { decisions, ..Summing::default() }
    }

    /// A line of the file; `number` counts from 1, for messages.
    pub fn line(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        if let Ok(LeftOut { left_out }) = serde_json::from_str(line) {
            self.left_out = self.left_out.saturating_add(left_out);
            return Ok(());
        }
        let iteration: Iteration = serde_json::from_str(line).map_err(|_| not_a_trace(number, line))?;
        let reward = *iteration.reward.get(iteration.seat).ok_or_else(|| not_a_trace(number, line))?;
        self.all.add(reward);
        if self.unit.is_empty() {
            self.unit.clone_from(&iteration.unit);
        }
        self.depth = self.depth.saturating_add(iteration.depth as u64);
        self.rollout += iteration.rollout.len() as u64;
        let decisions = decisions(&iteration);
        for length in 1..=decisions.len().min(self.decisions) {
            self.paths.entry(decisions[..length].to_vec()).or_default().add(reward);
        }
        let world = self.worlds.entry((iteration.stream, iteration.number)).or_default();
        world.add(reward, &iteration, decisions.first());
        Ok(())
    }

    pub fn summary(self) -> Summary {
        let count = self.all.count.max(1) as f64;
        let mut worlds: Vec<WorldSummary> =
            self.worlds.into_iter().map(|(key, sums)| sums.summary(key)).collect();
        worlds.sort_by_key(|world| std::cmp::Reverse(world.reward.iterations));
        let path = |(path, sums): (Vec<String>, Sums)| PathSummary { path, reward: sums.spread() };
        Summary {
            version: VERSION,
            iterations: self.all.count,
            left_out: self.left_out,
            mean_depth: self.depth as f64 / count,
            mean_rollout: self.rollout as f64 / count,
            reward: self.all.spread(),
            unit: self.unit,
            worlds,
            paths: self.paths.into_iter().map(path).collect(),
        }
    }
}

/// The decisions inside the tree, without what chance brought between them.
fn decisions(iteration: &Iteration) -> Vec<String> {
    let mut drawn = iteration.drawn.iter().peekable();
    let mut left = iteration.tree.len() - iteration.depth.min(iteration.tree.len());
    let mut own = Vec::new();
    for action in &iteration.tree {
        // Chance outcomes come in the same order in both lists.
        if left > 0 && drawn.peek() == Some(&action) {
            drawn.next();
            left -= 1;
        } else {
            own.push(action.clone());
        }
    }
    own
}

fn not_a_trace(number: usize, line: &str) -> Fault {
    let text = excerpt(line);
    Fault::new(
        FaultKind::BadView,
        format!("line {number} is not an iteration of a trace: {text:?}; expected a file of advise --trace"),
        format!(
            "{number} 行目はトレースの一行ではありません: {text:?}。advise --trace で書いたファイルを指定してください"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn line(number: u64, tree: &[&str], drawn: &[&str], reward: f64) -> String {
        let depth = tree.iter().filter(|action| !action.starts_with('+')).count();
        json!({
            "version": 1, "stream": 0, "number": number, "seat": 0, "world": [], "drawn": drawn,
            "depth": depth, "tree": tree, "rollout": [], "reward": [reward],
        })
        .to_string()
    }

    #[test]
    fn worlds_and_paths_are_added_up() {
        let mut summing = Summing::new(2);
        let lines = [
            line(0, &["A1@1", "+B2", "B2@1"], &["+B2", "+C3"], 10.0),
            line(0, &["A1@1", "+B2", "C1@1"], &["+B2"], 30.0),
            line(1, &["B1@1", "+C3"], &["+C3"], 50.0),
            json!({"left_out": 7}).to_string(),
        ];
        for (at, line) in lines.iter().enumerate() {
            summing.line(at + 1, line).unwrap();
        }
        let found = summing.summary();
        assert_eq!((found.iterations, found.left_out, found.reward.mean), (3, 7, 30.0));
        assert!((found.mean_depth - 5.0 / 3.0).abs() < 1e-12);
        let first = &found.worlds[0];
        assert_eq!((first.number, first.reward.mean, first.reward.se), (0, 20.0, Some(10.0)));
        assert_eq!(first.deck, ["+B2", "+C3"]);
        assert_eq!((first.tried.as_str(), first.reward.least, first.reward.most), ("A1@1", 10.0, 30.0));
        let paths: Vec<(String, f64)> =
            found.paths.iter().map(|p| (p.path.join(" "), p.reward.mean)).collect();
        let expected = [("A1@1", 20.0), ("A1@1 B2@1", 10.0), ("A1@1 C1@1", 30.0), ("B1@1", 50.0)]
            .map(|(p, m)| (p.into(), m));
        assert_eq!(paths, expected);
    }

    #[test]
    fn a_deck_on_which_iterations_disagree_is_none() {
        let mut summing = Summing::new(1);
        summing.line(1, &line(0, &["A1@1", "+B2"], &["+B2"], 1.0)).unwrap();
        summing.line(2, &line(0, &["A1@1", "+C3"], &["+C3"], 1.0)).unwrap();
        assert!(summing.summary().worlds[0].deck.is_empty());
    }

    #[test]
    fn what_is_no_trace_is_said_by_line() {
        for text in ["", "[]", "{\"version\":1}", "nonsense"] {
            let why = Summing::new(1).line(4, text).unwrap_err().to_string();
            assert!(why.contains("line 4 is not an iteration"), "{why}");
        }
    }
}
