//! Why the best move of a puzzle is best: made of its numbers and of advice.

use super::wire::Puzzle;
use crate::ask::{Ask, Listener, Stop};
use crate::explain::{amount, polished_names, value};
use crate::game::Position;
use crate::stats::Z95;
use crate::wire::{Bound, Legal};
use crate::{Fault, Sentence};
use yomi_core::{Stakes, sentence};

/// What is said after an answer: how the best move stands, then what advice says of it.
pub fn why(
    puzzle: &Puzzle,
    position: &dyn Position,
    stakes: Stakes,
    stop: &Stop,
    listener: &mut dyn Listener,
) -> Result<Vec<Sentence>, Fault> {
    let mut all = vec![stands(puzzle, &position.legal(), stakes)];
    let ask = Ask { stop: stop.clone(), ..Ask::new("best")? };
    let advice = position.advise(&ask, listener)?;
    // A solved puzzle may have an answer that a search does not find.
    if advice.chosen == puzzle.best {
        all.extend(advice.reasons.into_iter().map(|reason| reason.text));
    }
    Ok(all)
}

/// How far the best move is ahead, and by what it is known.
pub fn stands(puzzle: &Puzzle, legal: &[Legal], stakes: Stakes) -> Sentence {
    let named = |text: &str| {
        let found = legal.iter().find(|legal| legal.text == text);
        found.map_or_else(|| Sentence::same(text), |legal| legal.label.clone())
    };
    let (best, second) = (named(&puzzle.best), named(&puzzle.second));
    let points = match stakes {
        Stakes::Counted { points, .. } => f64::from(points),
        _ => 1.0,
    };
    let worth = value(stakes, points * puzzle.value);
    let gap = amount(stakes, points * puzzle.lead);
    let error = match puzzle.lead_se > 0.0 {
        true => {
            let margin = amount(stakes, points * Z95 * puzzle.lead_se);
            sentence!(" (± {margin})", "（± {margin:#}）")
        }
        false => Sentence::same(""),
    };
    let ground = match (puzzle.bound, puzzle.worlds) {
        (Bound::Proven, _) => sentence!("proven to the end", "終局まで証明済みで"),
        (Bound::Exact, _) => sentence!("computed to the end", "終局まで計算して"),
        (Bound::Sampled, worlds @ 1..) => {
            sentence!("in the same {worlds} worlds", "同じ {worlds} 個の世界で")
        }
        _ => sentence!("as a deeper look judges", "より深い評価で"),
    };
    let text = sentence!(
        "{best} is best: {worth}, {gap}{error} ahead of {second}, {ground}.",
        "「{best:#}」が最善: {worth:#}。{ground:#}「{second:#}」より {gap:#}{error:#}上です。"
    );
    polished_names(text, [&best])
}
