//! What is remembered of puzzles: one card for each, under a topic of its game. Every front end keeps it so, and goes on
//! where another one left off.

use super::schedule::Card;
use serde_json::Value;
use std::collections::BTreeMap;

/// What is remembered, by the puzzles' ids.
pub type Cards = BTreeMap<String, Card>;

const PREFIX: &str = "puzzle ";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The topic under which the card of a puzzle is remembered.
#[must_use]
pub fn topic(id: &str) -> String {
    format!("{PREFIX}{id}")
}

/// The cards among all that is remembered of a person in a game, by topic. What is no card is left out.
pub fn recalled(memories: impl IntoIterator<Item = (String, Value)>) -> Cards {
    let card = |(topic, state): (String, Value)| {
        Some((topic.strip_prefix(PREFIX)?.to_string(), serde_json::from_value(state).ok()?))
    };
    memories.into_iter().filter_map(card).collect()
}

/// The day of a moment in milliseconds since 1970, by UTC.
#[must_use]
pub fn day_of(ms: i64) -> i64 {
    ms.div_euclid(DAY_MS)
}

/// The moment at which a day begins, in milliseconds since 1970.
#[must_use]
pub fn start_of(day: i64) -> i64 {
    day.saturating_mul(DAY_MS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cards_are_found_among_other_memories() {
        let card = Card { due: 7, interval: 6, ..Card::default() };
        let memories =
            [(topic("a"), json!(card)), (topic("b"), json!("no card")), ("partner".to_string(), json!(card))];
        assert_eq!(recalled(memories), Cards::from([("a".to_string(), card)]));
        assert_eq!([-1, 0, DAY_MS - 1, DAY_MS].map(day_of), [-1, 0, 0, 1]);
        assert_eq!(day_of(start_of(20_000)), 20_000);
    }
}
