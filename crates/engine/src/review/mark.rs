//! Marks: from what a decision lost to a word.
//!
//! A mark counts the value lost *beyond its error*: nobody is blamed for what may be noise. The edges are
//! declared here once for every unit.

use crate::Sentence;
use serde::{Deserialize, Serialize};
use yomi_core::{Stakes, Text};
use yomi_search::paired::Lead;

/// How good a decision was, given what could be known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// There was one legal move.
    Forced,
    /// Nothing better was found.
    Best,
    /// Next to nothing lost.
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
    /// The move played was not looked at within the limit.
    Unrated,
}

impl Mark {
    pub const ALL: [Mark; 7] =
        [Mark::Forced, Mark::Best, Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder, Mark::Unrated];

    /// As people read it.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Mark::Forced => Text::new("forced", "一択"),
            Mark::Best => Text::new("best", "最善"),
            Mark::Good => Text::new("good", "好手"),
            Mark::Inaccuracy => Text::new("inaccuracy", "緩手"),
            Mark::Mistake => Text::new("mistake", "悪手"),
            Mark::Blunder => Text::new("blunder", "大悪手"),
            Mark::Unrated => Text::new("unrated", "評価なし"),
        }
    }

    /// Whether the decision was right: it lost nothing to speak of.
    #[must_use]
    pub fn is_right(self) -> bool {
        matches!(self, Mark::Best | Mark::Good)
    }

    /// Whether it is an inaccuracy or worse.
    #[must_use]
    pub fn is_wrong(self) -> bool {
        self == Mark::Inaccuracy || self.is_mistake()
    }

    /// Whether it is a mistake or worse.
    #[must_use]
    pub fn is_mistake(self) -> bool {
        matches!(self, Mark::Mistake | Mark::Blunder)
    }
}

/// What luck made of a decision: judgement and luck told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Right by what could be known; as the cards lay, another move was much better.
    RightButUnlucky,
    /// Wrong by what could be known; as the cards lay, it lost nothing.
    WrongButLucky,
    /// As unlucky as that, and the reading is to blame: it held the truth for much less likely than the cards
    /// seen alone would have.
    Misread,
}

impl Fate {
    /// As people read it.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Fate::RightButUnlucky => Text::new("right but unlucky", "正しいが不運"),
            Fate::WrongButLucky => Text::new("wrong but lucky", "誤りだが幸運"),
            Fate::Misread => Text::new("misread", "読み違い"),
        }
    }
}

/// From how much lost, in the game's unit, a decision gets a mark.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Edges {
    pub good: f64,
    pub inaccuracy: f64,
    pub mistake: f64,
    pub blunder: f64,
}

/// Of a chance to win: 1, 2, 4 and 8 percentage points. A game of Sevens between three equal players begins with 33.
const WIN: Edges = Edges { good: 0.01, inaccuracy: 0.02, mistake: 0.04, blunder: 0.08 };
/// Of chips: in Kuhn the ante is one.
const CHIPS: Edges = Edges { good: 0.01, inaccuracy: 0.05, mistake: 0.15, blunder: 0.30 };
/// Of points in a maze, whose squares have one to nine.
const POINTS: Edges = Edges { good: 0.0, inaccuracy: 2.0, mistake: 5.0, blunder: 10.0 };
/// Of things that are counted, such as cards.
const COUNTED: Edges = Edges { good: 0.02, inaccuracy: 0.10, mistake: 0.25, blunder: 0.50 };

/// So many standard errors are taken off what was lost before it is marked: 95% of noise is below.
pub const ERRORS_OFF: f64 = 2.0;

/// Sums of a few values are off by less.
const ROUNDING: f64 = 1e-9;

impl Edges {
    #[must_use]
    pub const fn of(stakes: Stakes) -> Edges {
        match stakes {
            Stakes::Win => WIN,
            Stakes::Chips => CHIPS,
            Stakes::Score => POINTS,
            Stakes::Counted { .. } => COUNTED,
        }
    }

    /// The mark of a decision that lost this much, in the game's unit.
    #[must_use]
    pub fn mark(&self, lost: f64, se: f64) -> Mark {
        self.band((lost - ERRORS_OFF * se).max(0.0))
    }

    fn band(&self, lost: f64) -> Mark {
        // What is on an edge but for rounding is on it.
        match lost + ROUNDING {
            lost if lost >= self.blunder => Mark::Blunder,
            lost if lost >= self.mistake => Mark::Mistake,
            lost if lost >= self.inaccuracy => Mark::Inaccuracy,
            lost if lost > self.good + 2.0 * ROUNDING => Mark::Good,
            _ => Mark::Best,
        }
    }

    /// Whether more samples would hardly change the mark: it is the same without its error, and if what was
    /// lost is off by that much again.
    #[must_use]
    pub fn is_settled(&self, lost: f64, se: f64) -> bool {
        self.mark(lost, se) == self.band((lost + se).max(0.0))
    }
}

/// What luck may have made of a decision, by the value function alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Luck {
    /// Another move looks much better as the cards lay.
    Bad,
    /// The move looks no worse than the best one as the cards lay.
    Good,
}

/// Below this the belief is said to have misread.
pub const MISREAD_BELOW: f64 = 0.25;

impl Edges {
    /// What is worth a closer look: what the best move in sight of everything would have gained (`missed`), and
    /// what was lost to the recommended one as the cards lay.
    pub(super) fn supposed(&self, mark: Mark, missed: f64, lost_in_sight: f64) -> Option<Luck> {
        match () {
            () if mark.is_right() && missed >= self.mistake => Some(Luck::Bad),
            () if mark.is_wrong() && lost_in_sight <= 0.0 => Some(Luck::Good),
            () => None,
        }
    }

    /// What is sure beyond its error of what was supposed: `by` is what was missed by bad luck, or won by good luck, as the
    /// cards lay, and `beyond` how much more that is than where the same cards lie otherwise: what would be so
    /// however they lie is not luck. `belief_in_truth` is how likely the belief held the truth, over how likely the cards
    /// seen alone make it.
    pub(super) fn fate(
        &self,
        supposed: Luck,
        (by, beyond): (Lead, Lead),
        belief_in_truth: Option<f64>,
    ) -> Option<Fate> {
        let at_least = |lead: Lead| lead.mean - ERRORS_OFF * lead.se + ROUNDING;
        let misread = belief_in_truth.is_some_and(|ratio| ratio < MISREAD_BELOW);
        match supposed {
            Luck::Bad if at_least(by).min(at_least(beyond)) < self.mistake => None,
            Luck::Bad if misread => Some(Fate::Misread),
            Luck::Bad => Some(Fate::RightButUnlucky),
            Luck::Good => {
                let lost_nothing = by.mean >= 0.0 && at_least(by) >= -self.good;
                (lost_nothing && at_least(beyond) >= self.inaccuracy).then_some(Fate::WrongButLucky)
            }
        }
    }
}

impl From<Mark> for Sentence {
    fn from(mark: Mark) -> Sentence {
        mark.text().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_count_what_is_lost_beyond_its_error() {
        let win = Edges::of(Stakes::Win);
        let marks =
            [(0.0, 0.0), (0.015, 0.0), (0.03, 0.0), (0.05, 0.0), (0.2, 0.0), (0.2, 0.085), (0.2, 0.2)]
                .map(|(lost, se)| win.mark(lost, se));
        use Mark::{Best, Blunder, Good, Inaccuracy, Mistake};
        assert_eq!(marks, [Best, Good, Inaccuracy, Mistake, Blunder, Inaccuracy, Best]);
        assert!(win.is_settled(0.3, 0.01) && !win.is_settled(0.05, 0.01) && !win.is_settled(0.0, 0.1));
        assert_eq!(win.mark(0.3 - 0.26, 0.0), Mistake, "0.04 but for rounding");
    }

    #[test]
    fn luck_and_judgement_are_told_apart() {
        let win = Edges::of(Stakes::Win);
        assert_eq!(win.supposed(Mark::Best, 0.2, 0.0), Some(Luck::Bad));
        assert_eq!(win.supposed(Mark::Best, 0.03, 0.0), None);
        assert_eq!(win.supposed(Mark::Mistake, 0.2, -0.1), Some(Luck::Good));
        assert_eq!(win.supposed(Mark::Mistake, 0.2, 0.1), None);
        assert_eq!(win.supposed(Mark::Forced, 0.0, 0.0), None);
        let fate =
            |luck, mean, se, belief| win.fate(luck, (Lead { mean, se }, Lead { mean: 0.3, se: 0.0 }), belief);
        assert_eq!(fate(Luck::Bad, 0.2, 0.0, None), Some(Fate::RightButUnlucky));
        assert_eq!(fate(Luck::Bad, 0.2, 0.02, Some(0.1)), Some(Fate::Misread));
        assert_eq!(fate(Luck::Bad, 0.2, 0.1, Some(0.1)), None, "it may be noise");
        assert_eq!(fate(Luck::Good, 0.0, 0.0, None), Some(Fate::WrongButLucky));
        assert_eq!(fate(Luck::Good, 0.1, 0.05, None), Some(Fate::WrongButLucky));
        assert_eq!(fate(Luck::Good, 0.1, 0.1, None), None, "it may have lost");
        assert_eq!(fate(Luck::Good, -0.005, 0.0, None), None);
        let everywhere = Lead { mean: 0.01, se: 0.0 };
        for luck in [Luck::Bad, Luck::Good] {
            let by = Lead { mean: 0.2, se: 0.0 };
            assert_eq!(win.fate(luck, (by, everywhere), None), None, "it would be so however the cards lie");
        }
    }
}
