//! Statistics of cards from played games: what `yomi stats` prints.

mod picture;

use crate::Sentence;
use serde::{Deserialize, Serialize};

/// The measured statistics.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub version: u32,
    pub game: String,
    pub agents: Vec<String>,
    pub games: u64,
    pub seed: u64,
    pub dimensions: Vec<Dimension>,
    pub cards: Vec<Row>,
    /// The table that the game loads, as the content of a file.
    #[serde(default, skip_serializing)]
    pub table: String,
    /// The games were stopped from outside: this is as far as they came.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub interrupted: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Dimension {
    pub name: String,
    pub text: Sentence,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    pub card: String,
    pub name: Sentence,
    pub plays: u64,
    pub printed_cost: u32,
    pub virtual_cost: f64,
    /// As counted, per dimension.
    pub values: Vec<f64>,
    /// In standard deviations across the cards, with rarely played cards shrunk towards the mean.
    pub standardised: Vec<f64>,
}

impl Report {
    /// The cards sorted by a dimension, the highest first.
    pub fn top(&self, dimension: usize) -> Vec<&Row> {
        let mut cards: Vec<&Row> = self.cards.iter().filter(|row| row.plays > 0).collect();
        cards.sort_by(|a, b| b.standardised[dimension].total_cmp(&a.standardised[dimension]));
        cards
    }

    /// A radar picture of every card.
    pub fn svg(&self, name: impl Fn(&Row) -> String) -> String {
        picture::svg(self, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(card: &str, plays: u64, first: f64) -> Row {
        Row {
            card: card.into(),
            name: Sentence::same(card),
            plays,
            printed_cost: 1,
            virtual_cost: 1.0,
            values: vec![0.0; 4],
            standardised: vec![first, 1.0, -1.0, 3.0],
        }
    }

    fn report(cards: Vec<Row>) -> Report {
        let dimension = |name: &str| Dimension { name: name.into(), text: Sentence::same(name) };
        Report {
            version: 1,
            game: "toy".into(),
            agents: Vec::new(),
            games: 1,
            seed: 0,
            dimensions: ["a", "b", "c", "d"].map(dimension).to_vec(),
            cards,
            table: String::new(),
            interrupted: false,
        }
    }

    /// Every card has its name and a polygon with a corner for each figure.
    #[test]
    fn the_picture_shows_every_card() {
        let svg = report(vec![row("fire", 1, 0.0), row("water", 1, 0.0)]).svg(|row| row.card.clone());
        assert!(svg.starts_with("<svg") && svg.contains("fire") && svg.contains("water"), "{svg}");
        assert_eq!(svg.matches("<polygon").count(), 2 * 3, "{svg}");
    }

    /// What was never played has no figures of its own, only what is ordinary: it is not ranked.
    #[test]
    fn cards_that_were_played_are_ranked() {
        let report = report(vec![row("fire", 3, -0.5), row("unseen", 0, 0.7), row("water", 1, 2.0)]);
        let ranked: Vec<&str> = report.top(0).iter().map(|row| row.card.as_str()).collect();
        assert_eq!(ranked, ["water", "fire"]);
    }
}
