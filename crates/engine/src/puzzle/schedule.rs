//! When a puzzle is asked again: the algorithm SM-2.
//!
//! P. A. Wozniak, "Optimization of repetition spacing in the practice of learning" (1990): the first interval is
//! one day, the second six, and every further one the last times the easiness of the item, rounded up. The
//! easiness begins at 2.5, changes with every answer, and is never below 1.3. After a wrong answer the item
//! begins anew with its easiness as it is.

use serde::{Deserialize, Serialize};

/// How well an answer was known, as SM-2 grades it from 0 to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Grade(u8);

impl Grade {
    /// Found at once.
    pub const RIGHT: Grade = Grade(5);
    /// Another move was chosen.
    pub const WRONG: Grade = Grade(2);
    /// Given up.
    pub const BLANK: Grade = Grade(0);

    #[must_use]
    pub fn new(grade: u8) -> Option<Grade> {
        (grade <= 5).then_some(Grade(grade))
    }

    /// Below this the item begins anew.
    const PASSED: Grade = Grade(3);
    /// Below this it is asked again on the same day.
    const SURE: Grade = Grade(4);

    /// Whether it is to be asked again before the session ends.
    #[must_use]
    pub fn is_to_be_repeated(self) -> bool {
        self < Grade::SURE
    }
}

const FIRST_EASINESS: f64 = 2.5;
const LEAST_EASINESS: f64 = 1.3;
/// Days.
const FIRST_INTERVAL: u32 = 1;
const SECOND_INTERVAL: u32 = 6;
/// From an interval of this many days on a puzzle sits, and is not asked any more: with right answers alone that is
/// after the fifth.
const SITS_FROM: u32 = 60;
/// Longer intervals are not needed.
const LONGEST: u32 = 36_500;

/// What is remembered of one puzzle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// Right answers in a row.
    pub repetitions: u32,
    pub easiness: f64,
    /// Days from the last answer to the next time.
    pub interval: u32,
    /// The day on which it is asked again, counted from 1970.
    pub due: i64,
}

impl Default for Card {
    fn default() -> Self {
        Card { repetitions: 0, easiness: FIRST_EASINESS, interval: 0, due: 0 }
    }
}

impl Card {
    /// After an answer on this day.
    #[must_use]
    pub fn answered(self, grade: Grade, today: i64) -> Card {
        let (repetitions, interval) = match self.repetitions {
            _ if grade < Grade::PASSED => (0, FIRST_INTERVAL),
            0 => (1, FIRST_INTERVAL),
            1 => (2, SECOND_INTERVAL),
            n => {
                let next = (f64::from(self.interval) * self.easiness).ceil();
                (n.saturating_add(1), next.min(f64::from(LONGEST)) as u32)
            }
        };
        let easiness = match grade < Grade::PASSED {
            true => self.easiness,
            false => (self.easiness + change(grade)).max(LEAST_EASINESS),
        };
        Card { repetitions, easiness, interval, due: today.saturating_add(i64::from(interval)) }
    }

    /// What is remembered after an answer on this day, and whether the answer counts: only where the puzzle is new or
    /// due, so that several answers on one day are one.
    #[must_use]
    pub fn after(known: Option<Card>, grade: Grade, today: i64) -> (Card, bool) {
        match known {
            Some(card) if !card.is_due(today) => (card, false),
            _ => (known.unwrap_or_default().answered(grade, today), true),
        }
    }

    /// Whether it is known for good.
    #[must_use]
    pub fn sits(&self) -> bool {
        self.interval >= SITS_FROM
    }

    /// Whether it is to be asked on this day.
    #[must_use]
    pub fn is_due(&self, today: i64) -> bool {
        !self.sits() && self.due <= today
    }
}

/// What an answer changes of the easiness.
fn change(grade: Grade) -> f64 {
    let short = f64::from(5 - grade.0);
    0.1 - short * (0.08 + short * 0.02)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// EF' = EF + (0.1 - (5 - q)(0.08 + (5 - q) 0.02)), as published.
    #[test]
    fn easiness_changes_as_published() {
        let published = [(5, 0.10), (4, 0.00), (3, -0.14), (2, -0.32), (1, -0.54), (0, -0.80)];
        for (grade, expected) in published {
            assert!((change(Grade::new(grade).unwrap()) - expected).abs() < 1e-12, "{grade}");
        }
        assert_eq!(Grade::new(6), None);
    }

    #[test]
    fn intervals_grow_by_the_easiness_rounded_up() {
        let mut card = Card::default();
        let mut seen = Vec::new();
        let mut today = 20_000;
        while !card.sits() {
            card = card.answered(Grade::RIGHT, today);
            assert_eq!(card.due, today + i64::from(card.interval));
            today = card.due;
            seen.push(card.interval);
        }
        // Easiness 2.5, then 2.6, 2.7, 2.8, 2.9: 6 times 2.7 is 16.2, 17 times 2.8 is 47.6, 48 times 2.9 is 139.2.
        assert_eq!(seen, [1, 6, 17, 48, 140]);
        assert!(!card.is_due(today + 1_000), "what sits is not asked any more");
    }

    #[test]
    fn a_wrong_answer_begins_anew_with_the_easiness_as_it_was() {
        let known = (0..3).fold(Card::default(), |card, _| card.answered(Grade::RIGHT, 0));
        let again = known.answered(Grade::WRONG, 100);
        let anew = Card { repetitions: 0, interval: 1, due: 101, easiness: known.easiness };
        assert_eq!(again, anew);
        assert!(again.is_due(101) && !again.is_due(100));
        let next = again.answered(Grade::RIGHT, 101);
        assert_eq!((next.repetitions, next.interval), (1, 1));
        assert!(Grade::WRONG.is_to_be_repeated() && !Grade::RIGHT.is_to_be_repeated());
    }

    #[test]
    fn easiness_is_never_below_its_least() {
        let hard = Grade::new(3).unwrap();
        let card = (0..50).fold(Card::default(), |card, day| card.answered(hard, day));
        assert!((card.easiness - 1.3).abs() < 1e-12, "{card:?}");
        assert!(card.interval <= LONGEST, "{card:?}");
    }
}
