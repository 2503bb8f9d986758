//! Many games of one player: loss per decision, kinds of mistakes, and how it went over time.

use super::mark::Mark;
use super::wire::{MistakeKind, Review};
use crate::stats::Mean;
use crate::wire::VERSION;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A reviewed game, and when it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Of every seat that the player had, which is at least one.
    pub reviews: Vec<Review>,
    /// As a date, where it is known.
    pub at: Option<String>,
}

/// The answer of `yomi review --player`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Career {
    pub version: u32,
    pub player: String,
    /// By game and settings, in order of their names.
    pub games: Vec<CareerGame>,
}

/// All games of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CareerGame {
    pub game: String,
    /// Of the rules: games by other settings are counted by themselves.
    pub settings: Value,
    /// Of all values here.
    pub unit: String,
    /// Games that were reviewed.
    pub games: u64,
    /// How many of them were not played to their end: as far as they go they count.
    pub unfinished: u64,
    /// Decisions with more than one legal move.
    pub decisions: u64,
    /// What a decision lost on average, given what could be known.
    pub lost_per_decision: f64,
    /// Its standard error, over games; `null` from a single game.
    pub se: Option<f64>,
    /// The mean luck of a game: of the deal and the draws; of several seats of the player their mean.
    pub luck: f64,
    pub luck_se: Option<f64>,
    /// How many decisions got each mark.
    pub marks: BTreeMap<Mark, u64>,
    /// Kinds of mistakes that the game has a name for, the dearest first.
    pub mistakes: Vec<Repeated>,
    /// Over time: blocks of games in the order they were played.
    pub curve: Vec<Stretch>,
}

/// A kind of mistake that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Repeated {
    #[serde(flatten)]
    pub kind: MistakeKind,
    pub count: u64,
    /// What all of them lost.
    pub lost: f64,
}

/// A few games in a row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stretch {
    /// When the first and the last of them were played, where that is known.
    pub from: Option<String>,
    pub to: Option<String>,
    pub games: u64,
    pub decisions: u64,
    pub lost_per_decision: f64,
    pub se: Option<f64>,
}

/// The curve has at most this many points.
const MOST_POINTS: usize = 24;

impl Career {
    /// Of games in the order in which they were played.
    #[must_use]
    pub fn of(player: &str, played: &[Played]) -> Career {
        let mut by_game: BTreeMap<(&str, String), Vec<&Played>> = BTreeMap::new();
        for game in played {
            let Review { game: name, settings, .. } = game.rules();
            by_game.entry((name, settings.to_string())).or_default().push(game);
        }
        let games = by_game.into_values().map(|games| CareerGame::of(&games)).collect();
        Career { version: VERSION, player: player.into(), games }
    }
}

/// The mean over decisions, with an error over games: the decisions of one game depend on each other.
#[derive(Clone, Copy, Default)]
struct PerDecision {
    decisions: u64,
    lost: f64,
    games: u64,
    squares: f64,
    sizes: f64,
    products: f64,
}

impl PerDecision {
    fn add(&mut self, decisions: u64, lost: f64) {
        let n = decisions as f64;
        self.games += 1;
        self.decisions += decisions;
        self.lost += lost;
        self.squares += lost * lost;
        self.sizes += n * n;
        self.products += n * lost;
    }

    fn mean(&self) -> f64 {
        if self.decisions == 0 { 0.0 } else { self.lost / self.decisions as f64 }
    }

    /// Of a ratio of two sums over games.
    fn se(&self) -> Option<f64> {
        let (mean, n, games) = (self.mean(), self.decisions as f64, self.games as f64);
        let off = (self.squares - 2.0 * mean * self.products + mean * mean * self.sizes).max(0.0);
        (self.games > 1 && self.decisions > 0).then(|| (off * games / (games - 1.0)).sqrt() / n)
    }
}

impl Played {
    /// The review that says what was played; those of all seats say the same.
    fn rules(&self) -> &Review {
        &self.reviews[0]
    }

    /// The decisions that were weighed, and what they lost.
    fn weighed(&self) -> (u64, f64) {
        let decisions = self.reviews.iter().flat_map(|review| &review.decisions);
        let losses = decisions.filter(|d| d.mark != Mark::Forced).filter_map(|d| d.lost);
        losses.fold((0, 0.0), |(n, sum), lost| (n + 1, sum + lost))
    }

    fn luck(&self) -> f64 {
        self.reviews.iter().map(|review| review.luck).sum::<f64>() / self.reviews.len() as f64
    }
}

impl CareerGame {
    fn of(played: &[&Played]) -> CareerGame {
        let (mut all, mut luck) = (PerDecision::default(), Mean::default());
        let mut marks = BTreeMap::new();
        let mut mistakes: BTreeMap<MistakeKind, (u64, f64)> = BTreeMap::new();
        for game in played {
            let (decisions, lost) = game.weighed();
            all.add(decisions, lost);
            luck.add(game.luck());
            for decision in game.reviews.iter().flat_map(|review| &review.decisions) {
                *marks.entry(decision.mark).or_insert(0) += 1;
                if let Some(kind) = &decision.mistake {
                    let (count, lost) = mistakes.entry(kind.clone()).or_default();
                    *count += 1;
                    *lost += decision.lost.unwrap_or(0.0);
                }
            }
        }
        let repeated = |(kind, (count, lost))| Repeated { kind, count, lost };
        let mut mistakes: Vec<Repeated> = mistakes.into_iter().map(repeated).collect();
        mistakes.sort_by(|a, b| b.lost.total_cmp(&a.lost));
        let block = played.len().div_ceil(MOST_POINTS).max(1);
        let first = played[0].rules();
        CareerGame {
            game: first.game.clone(),
            settings: first.settings.clone(),
            unit: first.unit.clone(),
            games: played.len() as u64,
            unfinished: played.iter().filter(|game| !game.rules().over).count() as u64,
            decisions: all.decisions,
            lost_per_decision: all.mean(),
            se: all.se(),
            luck: luck.mean(),
            luck_se: luck.se(),
            marks,
            mistakes,
            curve: played.chunks(block).map(Stretch::of).collect(),
        }
    }
}

impl Stretch {
    fn of(played: &[&Played]) -> Stretch {
        let mut all = PerDecision::default();
        for game in played {
            let (decisions, lost) = game.weighed();
            all.add(decisions, lost);
        }
        Stretch {
            from: played.first().and_then(|game| game.at.clone()),
            to: played.last().and_then(|game| game.at.clone()),
            games: played.len() as u64,
            decisions: all.decisions,
            lost_per_decision: all.mean(),
            se: all.se(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_count_games_and_not_decisions() {
        let mut alike = PerDecision::default();
        (0..10).for_each(|i| alike.add(10, f64::from(i % 2)));
        assert_eq!(alike.mean(), 0.05);
        // Ten means of 0 and 0.1 in turn.
        let se = (10.0 / 9.0 * 0.05f64.powi(2) / 10.0).sqrt();
        assert!((alike.se().unwrap() - se).abs() < 1e-12);
        let mut one = PerDecision::default();
        one.add(3, 1.0);
        assert_eq!(one.se(), None);
    }
}
