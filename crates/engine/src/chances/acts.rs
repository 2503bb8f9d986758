//! Reading a company from what opponents did.
//!
//! A game sorts what a seat sees of its opponents into [`Act`]s: a situation, and what was chosen in it. How
//! often each company chooses what was counted when its map was fitted, and Bayes' rule does the rest. Acts of
//! one game hang together more than that supposes, so that their evidence counts in part only.

use super::company::{LOT, Mix, NAMED, posterior};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an opponent did, as far as it tells companies apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "[u16; 2]", into = "[u16; 2]")]
pub struct Act {
    /// In what kind of situation.
    pub situation: u16,
    pub choice: u16,
}

impl From<[u16; 2]> for Act {
    fn from([situation, choice]: [u16; 2]) -> Act {
        Act { situation, choice }
    }
}

impl From<Act> for [u16; 2] {
    fn from(act: Act) -> [u16; 2] {
        [act.situation, act.choice]
    }
}

/// How often acts were seen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(Act, u64)>", into = "Vec<(Act, u64)>")]
pub struct Counts(BTreeMap<Act, u64>);

impl From<Vec<(Act, u64)>> for Counts {
    fn from(list: Vec<(Act, u64)>) -> Counts {
        Counts(list.into_iter().collect())
    }
}

impl From<Counts> for Vec<(Act, u64)> {
    fn from(counts: Counts) -> Vec<(Act, u64)> {
        counts.0.into_iter().collect()
    }
}

impl Counts {
    pub fn add(&mut self, act: Act) {
        *self.0.entry(act).or_default() += 1;
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn of(&self, act: Act) -> f64 {
        self.0.get(&act).copied().unwrap_or(0) as f64
    }

    fn in_situation(&self, situation: u16) -> impl Iterator<Item = (&Act, &u64)> {
        let ends = Act { situation, choice: 0 }..=Act { situation, choice: u16::MAX };
        self.0.range(ends)
    }
}

/// How much of the evidence of an act counts.
const TRUST: f64 = 0.7;
/// Every choice is taken to have been seen this much more often than it was.
const UNSEEN: f64 = 0.5;

/// The companies by what was done, from how often each does so.
pub fn read(counts: &[&Counts; NAMED], acts: &[Act]) -> Mix {
    let mut log = [0.0; NAMED];
    for act in acts {
        let mut choices: Vec<u16> =
            counts.iter().flat_map(|c| c.in_situation(act.situation).map(|(act, _)| act.choice)).collect();
        choices.push(act.choice);
        choices.sort_unstable();
        choices.dedup();
        for (log, counts) in log.iter_mut().zip(counts) {
            let all: u64 = counts.in_situation(act.situation).map(|(_, count)| count).sum();
            let share = (counts.of(*act) + UNSEEN) / (all as f64 + UNSEEN * choices.len() as f64);
            *log += TRUST * share.ln();
        }
    }
    posterior(&LOT, &log)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(list: &[(u16, u16, u64)]) -> Counts {
        list.iter().map(|&(situation, choice, n)| (Act { situation, choice }, n)).collect::<Vec<_>>().into()
    }

    #[test]
    fn who_does_what_random_players_do_is_taken_for_one() {
        let sharp = counts(&[(0, 0, 98), (0, 1, 2)]);
        let dull = counts(&[(0, 0, 50), (0, 1, 50)]);
        let of = |choices: &[u16]| {
            let acts: Vec<Act> = choices.iter().map(|&choice| Act { situation: 0, choice }).collect();
            read(&[&sharp, &dull, &dull], &acts)
        };
        assert_eq!(of(&[]), LOT);
        let [careless, careful] = [of(&[1, 1, 0]), of(&[0; 8])];
        assert!(careless[0] < 0.05 && careless[1] == careless[2], "{careless:?}");
        assert!(careful[0] > 0.9, "{careful:?}");
        // What nobody was ever seen to do says nothing, whatever else is counted.
        assert_eq!(read(&[&sharp, &sharp, &sharp], &[Act { situation: 9, choice: 3 }]), LOT);
        let text = serde_json::to_string(&sharp).unwrap();
        assert_eq!((text.as_str(), serde_json::from_str(&text).unwrap()), ("[[[0,0],98],[[0,1],2]]", sharp));
    }
}
