//! Values and differences as text, in the unit and with the digits that the table of candidates has.

use crate::Sentence;
use crate::draft::DraftMove;
use yomi_core::{Bound, Stakes, sentence};

pub fn percent(rate: f64) -> String {
    format!("{:.1}%", 100.0 * rate)
}

pub fn signed(chips: f64) -> String {
    with_sign(chips, 3)
}

/// A number; what rounds to nothing is 0 without a sign.
pub fn plain(x: f64, digits: usize) -> String {
    let text = format!("{x:.digits$}");
    if text.contains(|c: char| ('1'..='9').contains(&c)) { text } else { text.replace('-', "") }
}

/// A number with its sign; what rounds to nothing is +0, whichever side it comes from.
pub fn with_sign(x: f64, digits: usize) -> String {
    let text = format!("{x:+.digits$}");
    if text.contains(|c: char| ('1'..='9').contains(&c)) { text } else { text.replace('-', "+") }
}

/// A value in the game's unit.
pub fn value(stakes: Stakes, payoff: f64) -> Sentence {
    match stakes {
        Stakes::Win => Sentence::same(percent(payoff)),
        Stakes::Score => sentence!("{payoff:.0}", "{payoff:.0}点"),
        _ => amount(stakes, payoff),
    }
}

/// What a move that was looked at is worth, with the name of the figure: what decided, where that is a score of
/// the agent's own.
pub fn worth(stakes: Stakes, c: &DraftMove) -> Option<Sentence> {
    let value = c.mean;
    let judged = matches!(c.bound, Bound::Judged | Bound::JudgedAtMost);
    (c.visits > 0).then(|| match (stakes, c.score) {
        (_, Some(score)) => sentence!("score {score:.1}", "評価点 {score:.1}"),
        (Stakes::Win, _) if c.bound == Bound::Sampled => {
            let rate = percent(value);
            sentence!("win rate {rate}", "勝率 {rate}")
        }
        (Stakes::Win, _) if judged => sentence!("judged {value:.3}", "評価 {value:.3}"),
        (Stakes::Win, _) => sentence!("value {value:.3}", "値 {value:.3}"),
        (Stakes::Chips, _) => {
            let chips = signed(value);
            sentence!("{chips} chips", "{chips} 枚")
        }
        (Stakes::Score, _) if judged => sentence!("judged {value:.1}", "評価 {value:.1}"),
        (Stakes::Score, _) => sentence!("score {value:.1}", "得点 {value:.1}"),
        (Stakes::Counted { .. }, _) => amount(stakes, value),
    })
}

/// A difference of two values of the game's unit.
pub fn amount(stakes: Stakes, gap: f64) -> Sentence {
    match stakes {
        Stakes::Win => {
            let points = plain(100.0 * gap, 1);
            sentence!("{points} percentage points", "{points}ポイント")
        }
        Stakes::Chips => {
            let gap = plain(gap, 3);
            sentence!("{gap} chips", "{gap}枚")
        }
        Stakes::Score => {
            let gap = plain(gap, 1);
            sentence!("{gap} points", "{gap}点")
        }
        Stakes::Counted { points, unit } => {
            let gap = plain(gap / f64::from(points), 2);
            Sentence::new(format!("{gap} {}", unit.en), format!("{gap}{}", unit.ja))
        }
    }
}

/// How far apart two moves are. An evaluation between 0 and 1 that is not stated as a chance has no percentage
/// points.
pub fn gap(stakes: Stakes, best: &DraftMove, second: &DraftMove) -> Sentence {
    let gap = best.mean - second.mean;
    let judged = |c: &DraftMove| c.bound == Bound::Judged && c.searched.is_none();
    match stakes {
        Stakes::Win if judged(best) && judged(second) => Sentence::same(format!("{gap:.3}")),
        _ => amount(stakes, gap),
    }
}
