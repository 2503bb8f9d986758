//! Values and differences as text, in the unit and with the digits that the table of candidates has.

use crate::Sentence;
use crate::draft::DraftMove;
use yomi_core::{Bound, Stakes, sentence};

pub fn percent(rate: f64) -> String {
    format!("{:.1}%", 100.0 * rate)
}

pub fn signed(chips: f64) -> String {
    format!("{chips:+.3}")
}

/// A value in the game's unit.
pub fn value(stakes: Stakes, payoff: f64) -> Sentence {
    match stakes {
        Stakes::Win => Sentence::same(percent(payoff)),
        Stakes::Score => sentence!("{payoff:.0}", "{payoff:.0}点"),
        _ => amount(stakes, payoff),
    }
}

/// A difference of two values of the game's unit.
pub fn amount(stakes: Stakes, gap: f64) -> Sentence {
    match stakes {
        Stakes::Win => {
            let points = 100.0 * gap;
            sentence!("{points:.1} percentage points", "{points:.1}ポイント")
        }
        Stakes::Chips => sentence!("{gap:.3} chips", "{gap:.3}枚"),
        Stakes::Score => sentence!("{gap:.1} points", "{gap:.1}点"),
        Stakes::Counted { points, unit } => {
            let gap = gap / f64::from(points);
            Sentence::new(format!("{gap:.2} {}", unit.en), format!("{gap:.2}{}", unit.ja))
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
