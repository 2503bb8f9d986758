//! What is said after an answer: whether it was right, why the best move is best (made of the puzzle's numbers and of
//! advice), and when it is asked again.

use super::schedule::{Card, Grade};
use super::wire::Puzzle;
use crate::ask::{Ask, Listener, Stop};
use crate::explain::{amount, polished_names, value};
use crate::game::Position;
use crate::stats::Z95;
use crate::wire::{About, Advice, Basis, Bound, Choice, Legal, Reason};
use crate::{Fault, Sentence};
use yomi_core::{Stakes, sentence};

/// Whether an answer is right; none was given where the person gave up.
pub fn verdict(puzzle: &Puzzle, legal: &[Legal], answer: Option<&str>) -> (Grade, Sentence) {
    let best = named(legal, &puzzle.best);
    match answer {
        Some(answer) if answer == puzzle.best => (Grade::RIGHT, sentence!("Right.", "正解です。")),
        Some(_) => (Grade::WRONG, sentence!("No: {best}.", "不正解。正解は「{best:#}」。")),
        None => (Grade::BLANK, sentence!("The best move is: {best}.", "正解は「{best:#}」。")),
    }
}

/// When a puzzle comes again, as seen from this day.
#[must_use]
pub fn again(card: &Card, today: i64) -> Sentence {
    let days = card.due - today;
    match card.sits() {
        true => sentence!("It sits: it is not asked again.", "覚えました。もう出題しません。"),
        false if days == 1 => sentence!("Asked again tomorrow.", "明日また出題します。"),
        false => sentence!("Asked again in {days} days.", "{days}日後にまた出題します。"),
    }
}

/// Why the best move is best: what suggested itself in its place, how it stands, then what advice says of it.
pub fn why(
    puzzle: &Puzzle,
    position: &dyn Position,
    answer: Option<&str>,
    stakes: Stakes,
    stop: &Stop,
    listener: &mut dyn Listener,
) -> Result<Vec<Sentence>, Fault> {
    let legal = position.legal();
    let ask = Ask { stop: stop.clone(), ..Ask::new("best")? };
    let advice = position.advise(&ask, listener)?;
    let mut all: Vec<Sentence> = natural(puzzle, &legal, answer).into_iter().collect();
    all.push(stands(puzzle, &legal, stakes, &ground(puzzle, &advice)));
    // A solved puzzle may have an answer that a search does not find.
    if advice.chosen == puzzle.best {
        let told = advice.reasons.into_iter().filter(|reason| !compares(reason, &puzzle.best));
        all.extend(told.map(|reason| reason.text));
    }
    Ok(all)
}

/// Whether a reason is about another move than the best one. How far that is ahead the puzzle knows by its own measure, which
/// is more precise than that of advice: two measures side by side would contradict each other.
fn compares(reason: &Reason, best: &str) -> bool {
    reason.about.iter().any(|about| matches!(about, About::Move(text) if text != best))
}

/// Which choice suggests itself and is wrong.
fn natural(puzzle: &Puzzle, legal: &[Legal], answer: Option<&str>) -> Option<Sentence> {
    let natural = puzzle.natural.first()?;
    let (choice, who) = (named(legal, &natural.text), &natural.who);
    Some(match answer == Some(natural.text.as_str()) {
        true => sentence!("{who} plays {choice} here, too.", "{who} も「{choice:#}」を選びます。"),
        false => sentence!("{who} plays {choice} here.", "{who} は「{choice:#}」を選びます。"),
    })
}

/// What a move is called; in Japanese as it is quoted, with the inner marks for what it quotes itself.
fn named(legal: &[Legal], text: &str) -> Sentence {
    let found = legal.iter().find(|legal| legal.text == text);
    let label = found.map_or_else(|| Sentence::same(text), |legal| legal.label.clone());
    Sentence::new(label.en, label.ja.replace('「', "『").replace('」', "』"))
}

/// By what it is known how far the best move is ahead.
fn ground(puzzle: &Puzzle, advice: &Advice) -> Sentence {
    // A mixed strategy that was computed is valued against itself.
    let is_equilibrium = advice.choice == Choice::Drawn && advice.basis == Basis::Computed;
    match (puzzle.bound, puzzle.worlds) {
        (Bound::Proven, _) => sentence!("proven to the end", "終局まで証明済みで"),
        (Bound::Exact, _) => sentence!("computed to the end", "終局まで計算して"),
        (Bound::Sampled, worlds @ 1..) => {
            sentence!(
                "in the same {worlds} worlds, played out alike",
                "同じ {worlds} 個の世界を同じように進めて"
            )
        }
        _ if is_equilibrium => sentence!(
            "against an opponent in the stored equilibrium, both going on by it",
            "保存済みの均衡戦略で打つ相手に対し、両者がその戦略で続ければ"
        ),
        _ => sentence!("as a deeper look judges", "より深い評価で"),
    }
}

/// How far the best move is ahead, and by what it is known.
fn stands(puzzle: &Puzzle, legal: &[Legal], stakes: Stakes, ground: &Sentence) -> Sentence {
    let (best, second) = (named(legal, &puzzle.best), named(legal, &puzzle.second));
    let points = match stakes {
        Stakes::Counted { points, .. } => f64::from(points),
        _ => 1.0,
    };
    let gap = amount(stakes, points * puzzle.lead);
    let error = match puzzle.lead_se > 0.0 {
        true => {
            let margin = amount(stakes, points * Z95 * puzzle.lead_se);
            sentence!(" (± {margin})", "（± {margin:#}）")
        }
        false => Sentence::same(""),
    };
    // What playouts come to is the value of their players, not the chance that advice states: beside it, it would look
    // like a contradiction.
    let text = match puzzle.bound {
        Bound::Sampled => sentence!(
            "{best} is best: {gap}{error} ahead of {second}, {ground}.",
            "「{best:#}」が最善: {ground:#}「{second:#}」より {gap:#}{error:#}上です。"
        ),
        _ => {
            let worth = value(stakes, points * puzzle.value);
            sentence!(
                "{best} is best: {worth}, {gap}{error} ahead of {second}, {ground}.",
                "「{best:#}」が最善: {worth:#}。{ground:#}「{second:#}」より {gap:#}{error:#}上です。"
            )
        }
    };
    polished_names(text, [&best])
}
